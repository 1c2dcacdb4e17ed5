"""The luck of a game: counts against the exact distribution of what they might have been."""

from dataclasses import replace
from fractions import Fraction
from itertools import product
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

import endless_horizons_field
from ancients_table import lay
from battles import WRITTEN, battle, every_battle, play_out
from fireline.analysis.luck import DiceTally, LuckReport, LuckTally, _who, luck, rolled, sum_of
from fireline.chance import Die, Dist, FixedDice, d6
from fireline.formats.logfile import load_log, write_log
from fireline.game.battle import Battle
from fireline.game.command import Command, EndPhase, Shoot, Shot
from fireline.game.errors import BattleFileError
from fireline.game.log import GameLog
from fireline.rulesets.ancients.commands import Retreat
from fireline.rulesets.ancients.resolution import BATTLE_DIE

COLUMN = battle("ancients-ancients-ranged-combat.yaml")
COUNTS = st.dictionaries(st.integers(-3, 4), st.integers(1, 5), min_size=1, max_size=4).map(
    lambda ways: Dist.from_weights(ways, sum(ways.values()))
)


def game(*steps: tuple[Command, tuple[str, ...]], start: Battle = COLUMN) -> GameLog:
    log = GameLog(start)
    for command, faces in steps:
        log, _ = log.play(command, FixedDice(*faces))
    return log


def tally(found: LuckReport, kind: str, who: str = "bottom") -> LuckTally:
    return next(one for one in found.tallies if (one.who, one.kind) == (who, kind))


BOTH_HIT = (Shoot(Shot("bow", "warriors")), ("blue", "blue"))


@given(st.lists(COUNTS, max_size=4))
def test_a_total_is_that_of_every_combination(dists: list[Dist[int]]) -> None:
    every: dict[int, Fraction] = {}
    for combination in product(*(dist.items() for dist in dists)):
        chance = Fraction(1)
        for _, p in combination:
            chance *= p
        total = sum(value for value, _ in combination)
        every[total] = every.get(total, Fraction(0)) + chance
    assert sum_of(dists) == every


def test_one_shot_stands_where_its_odds_put_it_and_bad_luck_is_told_as_fewer() -> None:
    hits = tally(luck(game(BOTH_HIT)), "hits")
    assert (hits.count, hits.rolls, hits.expected) == (2, 1, Fraction(1, 3))
    assert (hits.fewer, hits.same) == (Fraction(35, 36), Fraction(1, 36))
    assert hits.percentile == Fraction(71, 72)
    assert hits.sentence == "bottom, hits: 2 against 0.33 expected; more than in 98.6% of games like this one."
    hits = tally(luck(game((Shoot(Shot("bow", "warriors")), ("red", "red")))), "hits")
    assert (hits.count, hits.fewer) == (0, Fraction(0))
    assert hits.percentile == Fraction(25, 72)
    assert "fewer than in 65.3% of games" in hits.sentence
    found = tally(luck(game(BOTH_HIT)), "shots with any hits")
    assert (found.count, found.expected) == (1, Fraction(11, 36))


def test_each_shot_counts_against_the_battle_before_it() -> None:
    start = battle("duel-of-ages-starter")
    log = play_out(start, seed=4)
    shots = [entry for entry in log.entries if entry.faces]
    assert len(shots) > 1
    before, expected = start, Fraction(0)
    for entry in log.entries:
        if entry.faces:
            expected += before.odds(Shot.read(entry.command["shot"])).marginal("wounds").mean()
        before = entry.after
    wounds = [one for one in luck(log).tallies if one.kind == "wounds"]
    assert sum((one.expected for one in wounds), Fraction(0)) == expected


@every_battle
def test_every_game_is_read_off_its_log_whole(name: str, tmp_path: Path) -> None:
    log = play_out(battle(name), seed=len(name), steps=8)
    rolls, throws, left_out = rolled(log)
    thrown = [face for entry in log.entries for face in entry.faces]
    assert left_out == 0
    assert [throw.face for _, throw in throws] == thrown
    assert all(roll.outcome in roll.odds for roll in rolls)
    answer, named = luck(log), set(log.start.ruleset.successes.values())
    assert {one.kind for one in answer.tallies if not one.kind.startswith("shots")} | {*answer.uncounted} <= named
    for one in answer.tallies:
        assert 0 <= one.fewer <= one.percentile <= one.fewer + one.same <= 1
    assert sum(dice.thrown for dice in answer.dice) <= len(thrown)
    if "file:" not in str(WRITTEN[name]()) and log.start.ruleset.files is None:
        write_log(log, tmp_path / "game.jsonl")
        assert luck(load_log(tmp_path / "game.jsonl")).data() == answer.data()


def test_steps_taken_back_or_overridden_do_not_count() -> None:
    log = game((EndPhase(), ()))
    assert luck(log.undo()) == luck(game()) == LuckReport((), (), (), 0)
    log = game(BOTH_HIT)
    other = game((Shoot(Shot("bow", "warriors")), ("red", "red"))).entries[0]
    changed = replace(log, entries=(replace(other, faces=log.entries[0].faces),))
    assert luck(changed) == LuckReport((), (), (), 1)
    unknown = replace(log, entries=(replace(log.entries[0], command={"command": "Overrule"}),))
    assert luck(unknown).left_out == 1
    short = replace(log, entries=(replace(log.entries[0], faces=("blue",)),))
    assert luck(short).left_out == 1


def test_a_leaders_check_in_a_retreat_is_the_luck_of_its_owner() -> None:
    start = lay("bow bottom light_bow_infantry D5", "axe top auxilia A5 blocks=1", leaders=["mago top A5"])
    log, _ = GameLog(start).play(Shoot(Shot("bow", "axe")), FixedDice("flag", "swords"))
    retreat = next(c for c in log.battle.legal() if isinstance(c, Retreat) and not c.ignored)
    log, _ = log.play(retreat, FixedDice("leader"))
    found = luck(log)
    check = next(one for one in found.tallies if one.who == "top")
    assert (check.kind, check.count, check.expected) == ("own leaders killed", 1, Fraction(1, 6))
    assert [one.who for one in luck(log, team="top").tallies] == ["top"]
    assert {dice.who for dice in luck(log, team="top").dice} == {"top"}


def test_somebody_who_rolled_nothing_has_no_luck_nor_counts_without_an_end() -> None:
    with pytest.raises(BattleFileError, match=r"team: 'tpo' is no player who rolled in this game; .*'top'|bottom"):
        luck(game(BOTH_HIT), team="tpo")
    found = luck(play_out(battle("blightmeer@2026-01-starter"), seed=0, steps=10))
    assert found.uncounted == ("attacks that hit",)
    assert not any(one.kind == "attacks that hit" for one in found.tallies)
    assert any(one.kind == "wounds" for one in found.tallies)
    start = endless_horizons_field.field(
        {"check": {"dexterity": 1}, "weapon": "G36"}, {"size": "medium"}, metres=50, options={"escalation": True}
    )
    log, _ = GameLog(start).play(Shoot(Shot("jack", "drone", bullets=5)), FixedDice(9))
    assert {"fired", "effect"} <= {*log.start.odds(Shot("jack", "drone", bullets=5)).marginals}
    assert [one.kind for one in luck(log).tallies] == ["shots with at least one hit", "hits"]


def test_faces_are_counted_by_die_and_those_that_are_nobodys_are_so_called() -> None:
    (dice,) = luck(game(BOTH_HIT)).dice
    assert (dice.who, dice.die, dice.thrown) == ("bottom", BATTLE_DIE, 2)
    assert dict(zip(map(str, dice.die.faces), dice.counts, strict=True))["blue"] == 2
    assert set(dice.due) == {Fraction(1, 3)}
    assert dice.approximate_p is None
    assert dice.data()["approximate_p"] is None
    entry = replace(game(BOTH_HIT).entries[0], events=())
    assert _who(COLUMN, entry, Retreat("ghost", 0, ())) == "ghost"
    assert _who(COLUMN, entry, EndPhase()) == "nobody"


def test_the_chi_square_test_is_told_where_each_face_is_due_often_enough() -> None:
    even = DiceTally("white", d6, (10, 10, 10, 10, 10, 10))
    skewed = DiceTally("white", d6, (20, 8, 8, 8, 8, 8))
    assert (even.square, even.approximate_p) == (Fraction(0), 1.0)
    assert skewed.square == 12
    assert skewed.approximate_p == pytest.approx(0.0348, abs=1e-4)  # the table of the chi-square distribution
    assert DiceTally("white", Die("coin", ("heads",)), (60,)).approximate_p is None
