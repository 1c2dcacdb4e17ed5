"""What a battle and its log promise: each is a value, comes back from its file, and a log replays without dice."""

from __future__ import annotations

import copy
import json
import pickle
import re
import shutil
from collections.abc import Iterator
from itertools import islice
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

import fireline
from fireline.chance import SeededDice
from fireline.formats.logfile import LogFile, load_log
from fireline.formats.parsing import parse, parse_json
from fireline.game.battle import Battle
from fireline.game.command import EndPhase
from fireline.game.entries import shown, suggestion
from fireline.game.errors import BattleFileError, IllegalShot
from fireline.game.event import read_event
from fireline.game.log import GameLog, NothingToUndo, header, replay
from fireline.game.registry import ruleset
from fireline.game.ruleset import NO_FILES
from fireline.ruling import total
from fireline.testing import battles
from fireline.testing.battery.rulings import check_answer, check_commands, no_dice
from fireline.testing.battles import examples, legal_shots, pairs, play_out

VALUES: tuple[Any, ...] = (True, 1, None, {})


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


def test_a_battle_comes_back_from_its_file(name: str, tmp_path: Path) -> None:
    log = play_out(battles.battle(name), seed=19)
    for battle in (log.start, *(entry.after for entry in log.entries)):
        assert battle.ruleset.read(battle.ruleset.write(battle.state), battles.files(battle.ruleset.id)) == battle.state
    if folder := battles.folder(log.start.ruleset.id):
        shutil.copytree(folder, tmp_path, dirs_exist_ok=True)  # a battle stays with the files it names
    for file in (tmp_path / "battle.yaml", tmp_path / "battle.json"):
        for battle in (log.start, log.battle):
            fireline.save(battle, file)
            assert fireline.load(file) == battle
            assert parse(file.read_text(encoding="utf-8")) == battle.data()


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


@pytest.mark.whole("long")
@examples(60)
@given(data=st.data())
def test_random_battles_keep_the_contract(id_: str, data: st.DataObject) -> None:
    battle = Battle.read(data.draw(battles.random_battles(id_)))
    assert battle.ruleset.read(battle.ruleset.write(battle.state), battles.files(id_)) == battle.state
    check_commands(battle)
    for shot in islice(pairs(battle), 8):
        ruling = battle.check(shot)
        if ruling.modifiers:
            assert total(ruling.modifiers) == ruling.summary[ruling.sum_name]
        check_answer(battle.preview(shot).data())
    log = play_out(battle, seed=data.draw(st.integers(0, 99)), steps=6)
    again = replay(rows(log), battles.files(id_))
    assert [entry.after for entry in again.entries] == [entry.after for entry in log.entries]
    assert log.battle.ruleset.read(log.battle.ruleset.write(log.battle.state), NO_FILES) == log.battle.state
    check_commands(log.battle)


# --- logs ---------------------------------------------------------------------------


def rows(log: GameLog) -> list[Any]:
    """The lines of a log's file as they come back from JSON text."""
    return [parse_json(json.dumps(row)) for row in (header(log), *(entry.data() for entry in log.entries))]


def test_a_log_replays_to_the_same_states_without_dice(name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    log = play_out(battles.battle(name), seed=11)
    written = rows(log)
    no_dice(monkeypatch)
    again = replay(written, battles.files(log.start.ruleset.id))
    assert again.start == log.start
    assert [entry.after for entry in again.entries] == [entry.after for entry in log.entries]
    assert [entry.events for entry in again.entries] == [entry.events for entry in log.entries]
    assert list(again.story()) == list(log.story())


def test_events_survive_being_written_down(name: str) -> None:
    battle = battles.battle(name)
    for entry in play_out(battle, seed=13).entries:
        for event in entry.events:
            assert read_event(event.data(), battle.ruleset.events) == event
            assert read_event(json.loads(json.dumps(event.data())), battle.ruleset.events) == event


def test_a_step_without_dice_is_taken_back_and_one_with_dice_is_not(id_: str) -> None:
    start = Battle.read(battles.starter(id_))
    ended, _ = GameLog(start).play(EndPhase(), SeededDice(1))
    shorter = ended.undo()
    assert shorter.battle == start
    assert shorter.next_seq > ended.next_seq, "the dice of a number are thrown once"
    fired = battles.fired(shorter, legal_shots(start)[0], SeededDice(1))
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
        if EndPhase() in log.battle.legal():
            log, _ = log.play(EndPhase(), SeededDice(1))
            kept.entry(log.entries[-1])
            kept.undo(log.next_seq)
    return file


def test_a_line_changed_in_any_field_is_refused_by_its_number(id_: str, log_file: Path) -> None:
    lines = log_file.read_text(encoding="utf-8").splitlines()
    for number, line in enumerate(lines):
        data = json.loads(line)
        for path in leaves(data):
            bad = json.dumps(changed(data, path))
            log_file.write_text("\n".join([*lines[:number], bad, *lines[number + 1 :], ""]), encoding="utf-8")
            with pytest.raises(BattleFileError, match=rf"^{re.escape(str(log_file))}: line {number + 1}\b"):
                load_log(log_file)


def test_a_line_left_out_twice_or_in_another_place_is_refused(id_: str, log_file: Path) -> None:
    head, *lines = log_file.read_text(encoding="utf-8").splitlines()
    orders = [lines[1:], [lines[0], *lines], [lines[1], lines[0], *lines[2:]], [*lines, head]]
    for order in orders:
        log_file.write_text("\n".join([head, *order, ""]), encoding="utf-8")
        with pytest.raises(BattleFileError, match=r": line \d"):
            load_log(log_file)


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


def test_a_file_that_is_no_log_is_left_alone(id_: str, tmp_path: Path) -> None:
    file = tmp_path / "notes.txt"
    for text in ("no log", "no log\n", '{"fireline_log": 2}\n', "[]\n"):
        file.write_text(text, encoding="utf-8")
        with pytest.raises(BattleFileError):
            LogFile.open(file, Battle.read(battles.starter(id_)))
        assert file.read_text(encoding="utf-8") == text
