"""What every ruleset keeps, whatever its game: each is tested here as soon as it is registered."""

from __future__ import annotations

import copy
import json
import pickle
import re
import shutil
from collections.abc import Iterator
from fractions import Fraction
from itertools import islice
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

import battles
import fireline
from battles import every_battle, every_ruleset, legal_shots, pairs, play_out
from chi_square import fits, p_value
from fireline.chance import Program, Script, Tray, odds, tally
from fireline.chance.thrown import Thrown
from fireline.chance.transcript import Step
from fireline.formats.logfile import LogFile, load_log
from fireline.formats.parsing import parse, parse_json
from fireline.game import answers
from fireline.game.battle import Battle, IllegalCommand, IllegalShot
from fireline.game.command import EndPhase, Shoot
from fireline.game.entries import shown, suggestion
from fireline.game.errors import BattleFileError
from fireline.game.event import read_event
from fireline.game.files import NO_FILES
from fireline.game.log import GameLog, NothingToUndo, header, replay
from fireline.game.registry import ruleset
from fireline.game.shot import Shot
from fireline.game.step import Happened, ended
from fireline.ruling import total
from throws import throw

SUMMARY = {
    "ancients": {"distance", "range", "dice"},
    "blightmeer": {
        "distance",
        "range",
        "in_range",
        "ranged_needed",
        "defence_needed",
        "net_pierce",
        "advantage",
        "visible",
    },
    "endless-horizons": {"distance", "range_category", "size", "difficulty", "bonus"},
    "duel-of-ages": {
        *("distance", "stealth_bonus", "attack", "defence", "difference", "damage_difference", "deck"),
    },
}
MARGINALS = {
    "ancients": {"hits", "flags", "eliminated", "leader_killed"},
    "blightmeer": {"wounds_lost", "injury", "attacks_hit"},
    "endless-horizons": {"hits"},
    "duel-of-ages": {"hit", "wounds"},
}
"""What other programs rely on in the summary and the marginals of a game, beside what every game has."""
CHECKED = {"ruleset", "shot", "legal", "refusals", "line_of_sight", "cover", "modifiers", "summary", "steps"}
CARD_ADDS = {"title", "sum_name"}
SHOT_ADDS = {"events", "story", "seed", "battle"}
RULE_ID = re.compile(r"\b[A-Z]{3}-[0-9]+(?:\.[0-9]+)*\b")
VALUES: tuple[Any, ...] = (True, 1, None, {})
THROWS = 200_000


def no_dice(monkeypatch: pytest.MonkeyPatch) -> None:
    def thrown(*_: object) -> None:
        raise AssertionError("dice were thrown")

    for kind in (Tray, Script):
        monkeypatch.setattr(kind, "land", thrown)
    monkeypatch.setattr(Thrown, "roll", thrown)


# --- what is legal -------------------------------------------------------------------


@every_battle
def test_a_shot_is_legal_when_nothing_is_against_it(name: str) -> None:
    battle = battles.battle(name)
    for shot in pairs(battle):
        ruling = battle.check(shot)
        assert ruling.legal is (not ruling.refusals)
        assert ruling.refusals == battle.refusals(Shoot(shot))


def check_commands(battle: Battle) -> None:
    commands = battle.ruleset.commands(battle.state)
    assert len(set(commands)) == len(commands)
    for command in commands:
        assert battle.refusals(command) == ()
        assert battle.ruleset.describe(battle.state, command)
    shots = [command.shot for command in commands if isinstance(command, Shoot)]
    legal = {(shot.shooter, shot.target) for shot in legal_shots(battle)}
    assert {(shot.shooter, shot.target) for shot in shots} >= legal
    assert {(shot.shooter, shot.target) for shot in shots if not shot.details} <= legal
    if battle.owing:
        assert commands, "who owes an answer has one"


@every_battle
def test_the_commands_are_exactly_the_legal_ones(name: str) -> None:
    battle = battles.battle(name)
    check_commands(battle)
    for command in battle.ruleset.commands(battle.state)[:20]:
        assert battle.play(command, Tray(1)).events


@every_battle
def test_they_are_at_every_step_of_a_phase(name: str) -> None:
    log = play_out(battles.battle(name), seed=3)
    for entry in log.entries:
        check_commands(entry.after)


@every_battle
def test_an_illegal_shot_is_refused_with_every_reason(name: str) -> None:
    battle = battles.battle(name)
    for shot in pairs(battle):
        ruling = battle.check(shot)
        if not ruling.legal:
            with pytest.raises(IllegalCommand) as refused:
                battle.play(Shoot(shot), Tray(1))
            assert refused.value.refusals == ruling.refusals


# --- the ruling ----------------------------------------------------------------------


@every_battle
def test_the_modifiers_that_apply_add_up_to_the_number_in_the_summary(name: str) -> None:
    battle = battles.battle(name)
    for shot in pairs(battle):
        ruling = battle.check(shot)
        if ruling.modifiers:
            assert total(ruling.modifiers) == ruling.summary[ruling.sum_name]


@every_battle
def test_every_rule_that_is_cited_stands_in_the_rulebook(name: str) -> None:
    battle = battles.battle(name)
    book = battle.ruleset.rulebook
    lines = [line for shot in pairs(battle) for line in battle.check(shot).lines()]
    for ruling in map(battle.check, pairs(battle)):
        assert {one.rule for lines in (ruling.refusals, ruling.modifiers, ruling.steps) for one in lines} <= set(book)
    lines += map(str, play_out(battle, seed=5).story())
    assert {id_ for line in lines for id_ in RULE_ID.findall(line)} <= set(book)
    assert all(RULE_ID.search(str(step)) for step in play_out(battle, seed=5).story())


@every_battle
def test_a_ruling_throws_no_dice(name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    no_dice(monkeypatch)
    battle = battles.battle(name)
    for shot in pairs(battle):
        answers.check(battle, shot)


# --- the odds ------------------------------------------------------------------------


@every_battle
def test_odds_add_up_to_exactly_one(name: str) -> None:
    battle = battles.battle(name)
    for shot in legal_shots(battle):
        exact = battle.odds(shot)
        assert sum(exact.outcomes.values()) == 1
        for marginal in exact.marginals.values():
            assert sum(marginal.values()) == 1
        assert 0 <= exact.headline.chance <= 1
        assert isinstance(
            sum(battle.ruleset.worth(battle.state, shot, outcome) for outcome in exact.outcomes), Fraction
        )


class Watched(Tray):
    """Dice that remember each call of a program."""

    def __init__(self, seed: int) -> None:
        super().__init__(seed)
        self.calls: list[tuple[Program[..., Any], tuple[Any, ...], dict[str, Any]]] = []

    def run(self, program: Any, /, *args: Any, **kwargs: Any) -> Any:
        self.calls.append((program, args, kwargs))
        return super().run(program, *args, **kwargs)


def steps_of(steps: list[Step]) -> Iterator[Step]:
    for step in steps:
        yield step
        yield from steps_of(step.steps)


@every_battle
def test_what_is_thrown_lies_within_the_odds(name: str) -> None:
    battle = battles.battle(name)
    for shot in legal_shots(battle)[:5]:
        exact = battle.odds(shot).outcomes
        kind = type(next(iter(exact)))
        for seed in range(5):
            dice = Tray(seed)
            after = to_the_end(battle.play(Shoot(shot), dice).battle, dice)
            (outcome,) = [step.outcome for step in steps_of(dice.transcript.steps) if isinstance(step.outcome, kind)]
            assert ended(battle, shot, Happened(after, outcome)).outcome in exact


def to_the_end(battle: Battle, dice: Thrown) -> Battle:
    """The battle once every answer that a shot leaves owed is given in the customary way."""
    while battle.owing:
        battle = battle.play(battle.ruleset.commands(battle.state)[0], dice).battle
    return battle


def test_the_p_value_agrees_with_the_tables() -> None:
    # Critical values at 5 % and 1 % as every table prints them.
    for freedom, chi_square, p in ((1, 3.841, 0.05), (2, 5.991, 0.05), (3, 11.345, 0.01), (10, 18.307, 0.05)):
        assert p_value(chi_square, freedom) == pytest.approx(p, rel=1e-3)


@pytest.mark.slow(seconds=6)
@every_ruleset
def test_throws_and_trials_are_distributed_as_the_odds_say(id_: str) -> None:
    battle, shot = richest_shot(id_)
    exact = battle.ruleset.odds(battle.ruleset.declare(battle.state, shot))
    watched, kind = Watched(0), type(next(iter(exact)))
    to_the_end(battle.play(Shoot(shot), watched).battle, watched)
    program, args, kwargs = next(
        call for call in watched.calls if isinstance(next(iter(odds(call[0], *call[1], **call[2]))), kind)
    )
    assert odds(program, *args, **kwargs) == exact

    thrown = throw(Tray(20_000), THROWS, lambda dice: program(dice, *args, **kwargs))
    tried = tally(THROWS, np.random.default_rng(20_000), program, *args, **kwargs)
    for counts in (thrown, tried):
        assert counts.total() == THROWS
        assert fits(counts, exact)


def richest_shot(id_: str) -> tuple[Battle, Shot]:
    """Of the first shots of every battle that is written down, the one that may come to the most."""
    written = [battles.battle(name) for name in battles.WRITTEN if name.startswith(id_)]
    shots = [(battle, shot) for battle in written for shot in legal_shots(battle)[:3]]
    battle, shot = max(shots, key=lambda one: len(one[0].odds(one[1]).outcomes))
    assert len(battle.odds(shot).outcomes) > 1
    return battle, shot


# --- the log -------------------------------------------------------------------------


def rows(log: GameLog) -> list[Any]:
    """The lines of a log's file as they come back from JSON text."""
    return [parse_json(json.dumps(row)) for row in (header(log), *(entry.data() for entry in log.entries))]


@every_battle
def test_a_log_replays_to_the_same_states_without_dice(name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    log = play_out(battles.battle(name), seed=11)
    written = rows(log)
    no_dice(monkeypatch)
    again = replay(written, battles.FILES)
    assert again.start == log.start
    assert [entry.after for entry in again.entries] == [entry.after for entry in log.entries]
    assert [entry.events for entry in again.entries] == [entry.events for entry in log.entries]
    assert list(again.story()) == list(log.story())


@every_battle
def test_events_survive_being_written_down(name: str) -> None:
    battle = battles.battle(name)
    for entry in play_out(battle, seed=13).entries:
        for event in entry.events:
            assert read_event(event.data(), battle.ruleset.events) == event
            assert read_event(json.loads(json.dumps(event.data())), battle.ruleset.events) == event


@every_ruleset
def test_a_step_without_dice_is_taken_back_and_one_with_dice_is_not(id_: str) -> None:
    start = Battle.read(battles.starter(id_))
    ended, _ = GameLog(start).play(EndPhase(), Tray(1))
    shorter = ended.undo()
    assert shorter.battle == start
    assert shorter.next_seq > ended.next_seq, "the dice of a number are thrown once"
    fired = battles.fired(shorter, legal_shots(start)[0], Tray(1))
    assert fired.entries[-1].faces
    with pytest.raises(NothingToUndo):
        fired.undo()
    with pytest.raises(NothingToUndo):
        GameLog(start).undo()


def leaves(data: Any, path: tuple[Any, ...] = ()) -> Iterator[tuple[Any, ...]]:
    """The way to every plain value."""
    if isinstance(data, dict | list) and data:
        for key, value in data.items() if isinstance(data, dict) else enumerate(data):
            yield from leaves(value, (*path, key))
    else:
        yield path


def changed(data: Any, path: tuple[Any, ...]) -> Any:
    """A copy in which the value at the end of the way is another."""
    data = copy.deepcopy(data)
    here = data
    for key in path[:-1]:
        here = here[key]
    value = here[path[-1]]
    here[path[-1]] = not value if isinstance(value, bool) else value + 1 if isinstance(value, int) else f"{value}x"
    return data


@pytest.fixture
def log_file(id_: str, tmp_path: Path) -> Path:
    """A log on disk with shots in it and a step taken back."""
    file = tmp_path / "game.jsonl"
    start = Battle.read(battles.starter(id_))
    log = play_out(start, seed=17, steps=4)
    assert len(log.entries) > 2, f"the starter.yaml of {id_} is over after a step or two; let more units fire"
    with LogFile.open(file, start)[0] as kept:
        for entry in log.entries:
            kept.entry(entry)
        if EndPhase() in log.battle.ruleset.commands(log.battle.state):
            log, _ = log.play(EndPhase(), Tray(1))
            kept.entry(log.entries[-1])
            kept.undo(log.next_seq)
    return file


@every_ruleset
def test_a_line_changed_in_any_field_is_refused_by_its_number(id_: str, log_file: Path) -> None:
    lines = log_file.read_text(encoding="utf-8").splitlines()
    for number, line in enumerate(lines):
        data = json.loads(line)
        for path in leaves(data):
            bad = json.dumps(changed(data, path))
            log_file.write_text("\n".join([*lines[:number], bad, *lines[number + 1 :], ""]), encoding="utf-8")
            with pytest.raises(BattleFileError, match=rf"^{re.escape(str(log_file))}: line {number + 1}\b"):
                load_log(log_file)


@every_ruleset
def test_a_line_left_out_twice_or_in_another_place_is_refused(id_: str, log_file: Path) -> None:
    head, *lines = log_file.read_text(encoding="utf-8").splitlines()
    orders = [lines[1:], [lines[0], *lines], [lines[1], lines[0], *lines[2:]], [*lines, head]]
    for order in orders:
        log_file.write_text("\n".join([head, *order, ""]), encoding="utf-8")
        with pytest.raises(BattleFileError, match=r": line \d"):
            load_log(log_file)


@every_ruleset
def test_a_torn_last_line_is_left_out_and_written_over(id_: str, log_file: Path) -> None:
    raw = log_file.read_bytes()
    ends = [n + 1 for n, byte in enumerate(raw) if byte == ord("\n")]
    start = Battle.read(battles.starter(id_))
    for cut in [0, 1, ends[0] // 2, ends[0] - 1, ends[0], ends[0] + 1, ends[1] - 1, ends[1], len(raw) - 1]:
        kept = raw[: max([ends[0], *(end for end in ends if end <= cut)])]
        log_file.write_bytes(kept)
        whole = load_log(log_file)
        log_file.write_bytes(raw[:cut])
        opened, log = LogFile.open(log_file, start)
        with opened:
            assert log == whole
        assert log_file.read_bytes() == kept


@every_ruleset
def test_a_file_that_is_no_log_is_left_alone(id_: str, tmp_path: Path) -> None:
    file = tmp_path / "notes.txt"
    for text in ("no log", "no log\n", '{"fireline_log": 2}\n', "[]\n"):
        file.write_text(text, encoding="utf-8")
        with pytest.raises(BattleFileError):
            LogFile.open(file, Battle.read(battles.starter(id_)))
        assert file.read_text(encoding="utf-8") == text


# --- the battle ----------------------------------------------------------------------


@every_battle
def test_a_battle_is_a_value(name: str) -> None:
    battle = battles.battle(name)
    for copied in (copy.copy(battle), copy.deepcopy(battle), pickle.loads(pickle.dumps(battle))):  # noqa: S301
        assert copied == battle
        assert hash(copied) == hash(battle)
        assert copied.ruleset is battle.ruleset
    state = battle.state
    for copied in (copy.deepcopy(state), pickle.loads(pickle.dumps(state))):  # noqa: S301
        assert copied == state
        assert hash(copied) == hash(state)


def test_a_shot_stays_as_declared_and_travels() -> None:
    shot = Shot("jack", "drone", bullets=3)
    with pytest.raises(AttributeError):
        shot.target = "jack"
    with pytest.raises(TypeError):
        shot.details["bullets"] = 4  # type: ignore[index]
    for copied in (copy.copy(shot), copy.deepcopy(shot), pickle.loads(pickle.dumps(shot))):  # noqa: S301
        assert copied == shot


@every_battle
def test_an_illegal_shot_travels_with_its_ruling(name: str) -> None:
    battle = battles.battle(name)
    illegal = next((shot for shot in pairs(battle) if not battle.check(shot).legal), None)
    if illegal is None:
        return
    with pytest.raises(IllegalShot) as refused:
        battle.shoot(illegal)
    again = pickle.loads(pickle.dumps(refused.value))  # noqa: S301 - our own bytes
    assert again.ruling == battle.check(illegal)
    assert str(again) == str(refused.value)


@every_battle
def test_a_battle_comes_back_from_its_file(name: str, tmp_path: Path) -> None:
    log = play_out(battles.battle(name), seed=19)
    for battle in (log.start, *(entry.after for entry in log.entries)):
        assert battle.ruleset.read(battle.ruleset.write(battle.state), battles.FILES) == battle.state
    shutil.copytree(battles.EXAMPLES, tmp_path, dirs_exist_ok=True)  # a battle stays with the files it names
    for file in (tmp_path / "battle.yaml", tmp_path / "battle.json"):
        for battle in (log.start, log.battle):
            fireline.save(battle, file)
            assert fireline.load(file) == battle
            assert parse(file.read_text(encoding="utf-8")) == battle.data()


@every_ruleset
def test_the_options_of_the_rulebook_are_those_of_the_battle_file(id_: str) -> None:
    plain = {key: value for key, value in battles.starter(id_).items() if key != "options"}
    names = [option.name for option in ruleset(id_).rulebook.options]
    if not names:
        assert not is_read(plain | {"options": {"qqqq": True}}), "there is no option, but one is read"
        return
    with pytest.raises(BattleFileError) as refused:
        Battle.read(plain | {"options": {"qqqq": True}})
    assert str(refused.value) == f"options: unknown key 'qqqq'; {suggestion('qqqq', names)}"
    for name in names:
        assert any(is_read(plain | {"options": {name: value}}) for value in VALUES), name
        with pytest.raises(BattleFileError) as refused:
            Battle.read(plain | {"options": {f"{name}s": True}})
        assert str(refused.value) == f"options: unknown key {shown(name + 's')}; did you mean {name!r}?"


def is_read(data: object) -> bool:
    try:
        Battle.read(data)
    except BattleFileError:
        return False
    return True


# --- answers -------------------------------------------------------------------------


@every_battle
def test_answers_are_json_with_the_keys_of_the_contract(name: str) -> None:
    battle = battles.battle(name)
    id_ = battle.ruleset.id
    for shot in islice(pairs(battle), 30):
        for answer, more in (
            (answers.check(battle, shot), set()),
            (answers.odds(battle, shot), {"odds"}),
            (answers.shoot(battle, shot, 1), {"odds"} | SHOT_ADDS),
        ):
            assert json.loads(json.dumps(answer, allow_nan=False)) == plain(answer)
            assert answer.keys() - {"allowed", "caveat"} == CHECKED | CARD_ADDS | more
            check_answer(id_, answer)


def check_answer(id_: str, given: dict[str, Any]) -> None:
    assert given["legal"] is (given["refusals"] == [])
    assert all(refusal.keys() == {"rule", "message"} for refusal in given["refusals"])
    assert all(step.keys() == {"rule", "text"} for step in given["steps"])
    assert all(m.keys() - {"because"} == {"rule", "name", "value", "applies"} for m in given["modifiers"])
    assert given["line_of_sight"] is None or {"clear", "blockers"} <= given["line_of_sight"].keys()
    assert given["summary"].keys() >= SUMMARY.get(id_, set())
    if "odds" in given:
        assert (given["odds"] is None) is not given["legal"]
    for p in chances(given.get("odds")):
        assert str(Fraction(p)) == p
    if given.get("odds"):
        assert given["odds"]["marginals"].keys() >= MARGINALS.get(id_, set())
        assert given["odds"]["marginals"].keys() == given["odds"]["outcomes"][0].keys() - {"p"}


def chances(exact: dict[str, Any] | None) -> list[str]:
    if exact is None:
        return []
    return [one["p"] for one in exact["outcomes"]] + [p for one in exact["marginals"].values() for p in one.values()]


def plain(value: Any) -> Any:
    """The value as JSON gives it back: lists for tuples."""
    if isinstance(value, dict):
        return {key: plain(one) for key, one in value.items()}
    return [plain(one) for one in value] if isinstance(value, list | tuple) else value


@every_battle
def test_the_same_seed_gives_the_same_answer(name: str) -> None:
    battle = battles.battle(name)
    for shot in legal_shots(battle)[:3]:
        assert answers.shoot(battle, shot, 23) == answers.shoot(battle, shot, 23)


# --- all of it, for battles that nobody wrote ----------------------------------------


@pytest.mark.slow(seconds=11)
@every_ruleset
@settings(max_examples=60, suppress_health_check=[HealthCheck.too_slow, HealthCheck.data_too_large])
@given(data=st.data())
def test_random_battles_keep_the_contract(id_: str, data: st.DataObject) -> None:
    battle = Battle.read(data.draw(battles.random_battles(id_)))
    assert battle.ruleset.read(battle.ruleset.write(battle.state), battles.FILES) == battle.state
    check_commands(battle)
    for shot in islice(pairs(battle), 8):
        ruling = battle.check(shot)
        if ruling.modifiers:
            assert total(ruling.modifiers) == ruling.summary[ruling.sum_name]
        check_answer(id_, answers.odds(battle, shot))
    log = play_out(battle, seed=data.draw(st.integers(0, 99)), steps=6)
    assert [entry.after for entry in replay(rows(log), battles.FILES).entries] == [entry.after for entry in log.entries]
    assert log.battle.ruleset.read(log.battle.ruleset.write(log.battle.state), NO_FILES) == log.battle.state
    check_commands(log.battle)
