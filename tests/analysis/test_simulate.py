import pickle
from collections import Counter
from dataclasses import replace
from typing import Any

import pytest

import battles
import fireline
from ancients_table import lay
from battles import every_ruleset
from fireline.analysis import playing
from fireline.analysis.balance import balance
from fireline.analysis.contest import Playing, contest
from fireline.analysis.deadline import Deadline, given_up_after
from fireline.analysis.memo import AT_FIRST, EARNED, Memo, Memory
from fireline.analysis.paired import paired
from fireline.analysis.playing import Player, narrate_phase
from fireline.analysis.policy import POLICIES, policy_of
from fireline.analysis.shared import AT_ONCE
from fireline.analysis.simulate import dice_seed, simulate
from fireline.analysis.unitworth import units_worth
from fireline.analysis.vary import Variant
from fireline.chance import Dice, d6
from fireline.chance.counter import CounterDice
from fireline.game.battle import Battle
from fireline.game.command import EndPhase, Shoot
from fireline.game.event import Kind, Loss
from fireline.rulesets.ancients.events import BLOCKS
from fireline.testing.battery.chances import fits
from refusing import wrong_with

VICTORY: dict[str, Any] = {"victory": {"banners": 1}}
BANNERS: tuple[dict[str, Any], ...] = ({"top": 1}, {"bottom": 2, "top": 1}, {"top": 1, "bottom": 1}, {})

DUEL = lay("bow bottom light_bow_infantry F5", "lc top light_cavalry C5")
LINE = lay(
    "bow bottom light_bow_infantry F5",
    "slingers bottom light_sling_infantry F7",
    "far top light_infantry C5 blocks=1",
    "near top heavy_infantry D7",
    leaders=["rufus top D7"],
)


def battle_of(id_: str) -> Battle:
    """A small battle of each game."""
    name = {
        "ancients": "ancients-ancients-leaders.yaml",
        "duel-of-ages": "duel-of-ages-duel-of-ages-tommy-gun.yaml",
        "endless-horizons": "endless-horizons-endless-horizons-alley.yaml",
    }.get(id_, f"{id_}-starter")
    return battles.battle(name)


# --- trials --------------------------------------------------------------------------


@pytest.mark.whole("long")
@every_ruleset
@pytest.mark.parametrize(("policy", "turns"), [*((policy, None) for policy in POLICIES), ("first", 3)])
def test_a_trial_played_alone_is_the_one_that_was_counted(id_: str, policy: str, turns: int | None) -> None:
    battle = battle_of(id_)
    player = Player(battle, policy_of(policy, battle), turns=turns)
    first = [player.play(7, trial) for trial in range(12)]
    again = [player.play(7, trial) for trial in range(12)]  # looked up by now
    alone = [narrate_phase(battle, policy_of(policy, battle), 7, trial, turns=turns).played for trial in range(12)]
    assert first == again == alone
    assert turns is None or all(1 <= game.turns <= 3 and (game.turns == 3 or game.winner) for game in alone)


@pytest.mark.whole("long")
@every_ruleset
def test_what_does_not_fit_into_memory_is_worked_out_again(id_: str) -> None:
    battle = battle_of(id_)
    small, large = (Player(battle, POLICIES["simple"], remembered=size) for size in (3, 100_000))
    assert [small.play(3, trial) for trial in range(8)] == [large.play(3, trial) for trial in range(8)]


def test_a_trial_told_has_its_story_its_dice_and_the_battle_after_it() -> None:
    one = narrate_phase(DUEL, POLICIES["simple"], 7, 3)
    faces = one.transcript.faces
    assert len(faces) == 2
    assert one.story[0].text.startswith("Light Bow (F5) fires at Light Cavalry (C5) and rolls")
    assert one.battle.state.over
    lost = sum(face == "green" for face in faces)
    assert one.played.losses == ((Loss("lc", BLOCKS, lost),) if lost else ())
    assert (one.played.shots, one.played.commands) == (1, 2 + ("flag" in faces))


def test_a_policy_that_never_ends_the_phase_is_said_to_be_one(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(playing, "MOST_COMMANDS", 3)
    battle = battles.battle("endless-horizons-endless-horizons-alley.yaml")

    def stubborn(battle: Battle, commands: Any, fired: Any, dice: Dice) -> Any:
        return next(one for one in commands if one != EndPhase())

    for play in (lambda: Player(battle, stubborn).play(1, 1), lambda: narrate_phase(battle, stubborn, 1, 1)):
        assert "policy: goes on after 3 commands" in wrong_with(play)


# --- counts --------------------------------------------------------------------------


@pytest.mark.whole("long")
def test_the_counts_are_those_of_the_trials() -> None:
    found = simulate(LINE, phases=200, seed=5)
    own = dice_seed(LINE, "simple", 5)
    trials = [narrate_phase(LINE, POLICIES["simple"], own, trial).played for trial in range(200)]
    assert found.phase["shots"] == Counter(one.shots for one in trials)
    assert found.phase["commands"] == Counter(one.commands for one in trials)
    for unit, kinds in found.units.items():
        for what, counts in kinds.items():
            assert counts == Counter(
                sum(loss.number for loss in one.losses if (loss.unit, loss.what.name) == (unit, what)) for one in trials
            )
    top = Counter(sum(loss.number for loss in one.losses if loss.what.name == "blocks") for one in trials)
    assert found.sides["top"]["blocks"] == top
    assert found.sides["bottom"] == {}
    assert {"far", "near", "bow", "slingers"} <= found.units.keys()
    assert found.units["rufus"].keys() <= {"killed"}


def test_a_phase_of_one_shot_loses_what_the_odds_say() -> None:
    # The infantry has open ground behind it, so that flags cost no blocks.
    battle = lay("bow bottom light_bow_infantry I5", "hi top heavy_infantry F5")
    found = simulate(battle, phases=20_000, seed=11, policies="bottom=first")
    shot = next(one.shot for one in battle.legal() if isinstance(one, Shoot))
    assert fits(found.units["hi"]["blocks"], battle.odds(shot).marginal("hits"))


@pytest.mark.whole("long")
def test_who_stops_listening_stops_the_workers() -> None:
    class Stop(Exception):
        pass

    def stop(*_: object) -> None:
        raise Stop

    with pytest.raises(Stop):
        simulate(LINE, phases=4 * AT_ONCE, seed=5, workers=2, heard=stop)


def test_the_data_hold_counts_shares_and_their_intervals() -> None:
    whole = simulate(LINE, phases=120, seed=5)
    assert pickle.loads(pickle.dumps(whole)) == whole  # noqa: S301 - its own
    blocks = whole.data()["units"]["near"]["blocks"]
    assert sum(blocks["counts"].values()) == 120
    assert sum(chance["share"] for chance in blocks["chances"].values()) == pytest.approx(1)
    assert all(chance["low"] <= chance["share"] <= chance["high"] for chance in blocks["chances"].values())
    assert whole.data()["interval"] == {"method": "Wilson", "confidence": 0.95}


@pytest.mark.parametrize(("phases", "first", "seed"), [(0, 0, 1), (5, -1, 1), (5, (1 << 64) - 2, 1), (5, 0, -1)])
def test_phases_that_cannot_be_played_are_refused(phases: int, first: int, seed: int) -> None:
    assert "cannot be played" in wrong_with(simulate, DUEL, phases=phases, seed=seed, first=first)


# --- losses --------------------------------------------------------------------------


@pytest.mark.whole("long")
def test_defeats_hits_jams_and_wrecks_are_counted() -> None:
    from fireline.rulesets.duel_of_ages.events import HeroDefeated

    (loss,) = battles.battle("duel-of-ages-starter").losses([HeroDefeated("lazar")])
    assert (loss.unit, loss.what.name, loss.what.kind) == ("lazar", "defeated", Kind.OUT)
    from fireline.rulesets.endless_horizons.events import WeaponJammed, WeaponWrecked
    from fireline.rulesets.endless_horizons.handling import Aimed

    events = [WeaponJammed("jack", "squib"), WeaponWrecked("jack"), Aimed("jack", 1)]
    losses = battles.battle("endless-horizons-starter").losses(events)
    assert [str(loss.what) for loss in losses] == ["jams", "weapons wrecked", "injured"]
    assert {loss.what.kind for loss in losses} == {Kind.OTHER}
    battle = battles.battle("endless-horizons-endless-horizons-alley.yaml")
    found = simulate(battle, phases=60, seed=2)
    assert any("hits" in kinds for kinds in found.units.values())


# --- what is remembered --------------------------------------------------------------


def test_what_was_met_before_is_looked_up() -> None:
    made: list[int] = []

    def two(dice: Dice) -> int:
        total = dice.roll(d6) + dice.roll(d6)
        made.append(total)
        return total

    recall = Memo(two, Memory(1000))
    faces = [CounterDice(1, trial) for trial in range(500)]
    assert [recall(dice) for dice in faces] == [two(CounterDice(1, trial)) for trial in range(500)]
    assert len(made) == 500 + 36


def test_more_is_remembered_where_what_is_remembered_is_of_use() -> None:
    room = Memory(AT_FIRST + EARNED + 1)
    assert sum(room.take() for _ in range(2 * AT_FIRST)) == AT_FIRST
    for earned in (EARNED, 1, 0):
        room.earn()
        assert sum(room.take() for _ in range(2 * EARNED)) == earned
    small = Memory(3)
    assert sum(small.take() for _ in range(9)) == 3


# --- whole games ---------------------------------------------------------------------


def test_a_game_of_one_turn_loses_what_its_phase_does_and_has_at_least_one() -> None:
    phases, games = (simulate(LINE, phases=40, seed=7, turns=turns) for turns in (None, 1))
    assert games.units == phases.units
    assert games.phase == {**phases.phase, "turns": {1: 40}, "drawn": {0: 40}, "unfinished": {1: 40}}
    assert {name: games.data()[name] for name in ("games", "drawn", "unfinished")} == {
        "games": 40, "drawn": 0, "unfinished": 40
    }  # fmt: skip
    assert (games.data()["simulated"], phases.data()["simulated"]) == ("games", "phases")
    assert "turns" not in phases.data()
    for turns in (0, 1001):
        assert "give 1 to 1000" in wrong_with(simulate, LINE, phases=1, seed=7, turns=turns)


def test_both_sides_fire_until_one_is_left_or_the_turns_are_over() -> None:
    battle = lay("bow bottom light_bow_infantry F5", "far top light_bow_infantry C5 blocks=1")
    found = simulate(battle, phases=60, seed=7, turns=6)
    assert found.phase["turns"].keys() <= {1, 2, 3, 4, 5, 6}
    won = {side: counts["won"] for side, counts in found.sides.items()}
    assert won["bottom"][1] > 0
    told = found.data()
    assert sum(one["n"] for one in told["won"].values()) + told["drawn"] + told["unfinished"] == told["games"] == 60
    assert all(0 <= one["low"] <= one["n"] / 60 <= one["high"] <= 1 for one in told["won"].values())
    assert sum(found.units["bow"]["blocks"].get(lost, 0) for lost in (1, 2, 3, 4)) > 0


def test_games_that_nobody_wins_in_time_are_told_so_and_phases_are_not() -> None:
    battle = lay("a bottom light_bow_infantry E4", "z top warrior A6")
    played, phases = simulate(battle, phases=5, turns=1, seed=1), simulate(battle, phases=5, seed=1)
    assert "Nobody won within 1 turn" in " ".join([played.sentence, *played.notes()])
    assert "Nobody won" not in " ".join([phases.sentence, *phases.notes()])


def test_a_mean_of_one_phase_has_no_error_and_one_of_several_has() -> None:
    battle = lay("a bottom light_bow_infantry E4", "z top warrior E6")
    one, several = (
        [row[2] for table in simulate(battle, phases=phases, seed=1).in_full() for row in table.rows if len(row) > 2]
        for phases in (1, 30)
    )
    assert one
    assert not any("±" in mean for mean in one)
    assert all("±" in mean for mean in several)


def test_a_game_is_won_by_its_own_conditions_where_the_table_sets_them() -> None:
    units = ("bow bottom light_bow_infantry F5", "far top light_bow_infantry C5 blocks=1", "more top auxilia A9")
    open_, decided = (simulate(lay(*units, **more), phases=60, seed=7, turns=4) for more in ({}, VICTORY))
    assert decided.data()["won"]["bottom"]["n"] > 0 == open_.data()["won"]["bottom"]["n"]
    assert open_.data()["unfinished"] == 60
    battle = lay(*units, **VICTORY)
    assert Battle.read(battle.data()) == battle
    assert battle.data()["victory"] == {"banners": 1}
    assert [battle.ruleset.victor(Battle.read(battle.data() | {"banners": one}).state) for one in BANNERS] == [
        "top", "bottom", "", ""
    ]  # fmt: skip


def test_a_game_ends_with_the_command_that_wins_it_and_a_won_one_is_not_played() -> None:
    units = ("bow bottom light_bow_infantry F5", "far top light_bow_infantry C5 blocks=1", "more top auxilia A9")
    battle = lay(*units, victory={"banners": 5}, banners={"top": 5, "bottom": 4})
    for policy in ("simple", "advance", "random"):
        won = simulate(battle, phases=40, seed=7, turns=4, policies=policy)
        assert won.data()["won"]["top"]["n"] == 40
        assert (won.phase["turns"], won.phase["commands"]) == ({0: 40}, {0: 40})
    assert narrate_phase(battle, POLICIES["simple"], 7, 3, turns=4).story == ()
    phases = simulate(battle, phases=40, seed=7)
    assert phases.phase["shots"] == {1: 40}, "a phase is played whoever has won the game"
    player = Player(lay(*units, **VICTORY), POLICIES["simple"], turns=4)
    at_once = {(one.winner, one.turns) for one in player.results(7, 0, 60) if one.commands == 1}
    assert at_once == {("bottom", 1)}, "the turn in which it ends counts"


def test_a_battle_in_which_one_side_or_nobody_is_left_is_over_before_it_begins() -> None:
    archer = {"id": "archer", "side": "red", "at": [4, 4, 0], "ranged": 14, "defence": 16, "weapon": "Long Bow"}
    orc = {"id": "orc", "side": "blue", "at": [9, 4, 0], "defence": 10, "status": ["incapacitated"]}
    for status, told in ([], (40, 0)), (["incapacitated"], (0, 40)):
        units = [archer | {"status": status}, orc]
        battle = Battle.read({"fireline": 1, "ruleset": "blightmeer", "turn": {"side": "red"}, "units": units})
        assert battle.winner == ("" if status else "red")
        found = simulate(battle, phases=40, seed=7, turns=4)
        assert (found.sides.get("red", {}).get("won", {}).get(1, 0), found.drawn, found.unfinished) == (*told, 0)
        how = Playing(games=40, turns=4, seed=7, seconds=None)
        unit = units_worth(Variant.of(battle), ["orc"], how=how)
        assert (unit.units[0].share, unit.drawn, unit.unfinished) == (0, told[1], 0)
        drawn = "Of the games with every unit 100.0% were drawn; they count as not won."
        assert (drawn in list(unit.notes())) == bool(status)
        if not status:
            level = balance(Variant.of(battle), "units[orc].defence", "red", over="10|12", how=how)
            assert ([one.won for one in level.levels], level.drawn, level.unfinished) == ([40, 40], 0, 0)


# --- what takes long -----------------------------------------------------------------


@pytest.mark.parametrize("turns", [5, 6, 37, 100])
@pytest.mark.parametrize("name", ["ancients-two-hills", "ancients-pickets-at-the-ford", "duel-of-ages-tommy-gun"])
def test_a_game_that_turns_in_a_circle_is_the_same_as_one_that_is_played_to_its_last_turn(
    name: str, turns: int
) -> None:
    battle = fireline.load(name)
    player = Player(battle, policy_of("simple", battle), turns=turns)
    narrated = [narrate_phase(battle, policy_of("simple", battle), 5, n, turns=turns).played for n in range(4)]
    assert [player.play(5, trial) for trial in range(4)] == narrated
    assert [player.play(5, trial) for trial in range(4)] == narrated
    if turns == 100:
        assert player._circles, "nobody moves, so that some of these games stand still"
        assert len(player.memory.met) < 4 * 100, "what comes again is not played again"


@pytest.mark.parametrize("workers", [1, 2])
def test_when_the_time_is_up_the_first_trials_count_and_at_least_one(workers: int) -> None:
    cut = simulate(LINE, phases=50_000, seed=7, workers=workers, seconds=0.01)
    assert 1 <= cut.trials < cut.asked == 50_000
    assert replace(cut, asked=cut.trials) == simulate(LINE, phases=cut.trials, seed=7)
    pairs = paired(LINE, DUEL, phases=50_000, seed=7, workers=workers, seconds=0.01)
    assert 1 <= pairs.trials < pairs.asked == 50_000
    assert replace(pairs, asked=pairs.trials) == paired(LINE, DUEL, phases=pairs.trials, seed=7)


def test_a_first_trial_that_lasts_too_long_is_given_up_and_told(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("fireline.analysis.deadline.GRACE", 0.0)
    alone = "seconds: none of the phases is over in 0 seconds; more seconds, or fewer units, will do"
    assert wrong_with(simulate, LINE, phases=5, seed=7, seconds=0) == alone
    games = wrong_with(paired, LINE, DUEL, phases=5, seed=7, turns=3, seconds=0)
    assert games.startswith("seconds: none of the pairs of games is over in 0 seconds")
    assert simulate(LINE, phases=5, seed=7).trials == 5, "without an end nothing is given up"
    player = Player(LINE, policy_of("simple", LINE))
    player.play(7, 0)
    with given_up_after(Deadline(0)):
        assert len(player.results(7, 1, 3)) == 3, "nor once a trial has come to its end"
    assert contest([LINE, DUEL], Playing(games=5, seconds=0)).games == 0
