"""What a log promises: it replays without dice, takes back what threw none, and refuses whatever was changed."""

from __future__ import annotations

import copy
import json
import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from fireline.chance import SeededDice
from fireline.formats.logfile import LogFile, load_log
from fireline.formats.parsing import parse_json
from fireline.game.battle import Battle
from fireline.game.command import EndPhase
from fireline.game.errors import BattleFileError
from fireline.game.event import read_event
from fireline.game.log import GameLog, NothingToUndo, header, replay
from fireline.testing import battles
from fireline.testing.battery.rulings import no_dice
from fireline.testing.battles import legal_shots, play_out


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
