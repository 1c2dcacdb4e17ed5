"""A ranged phase at the prompt, as a player has it."""

from __future__ import annotations

import json
import sys
from pathlib import Path

import pexpect
import pytest

from fireline import load
from fireline.cli import run
from fireline.formats.logfile import read_log

FIRELINE = str(Path(sys.executable).parent / "fireline")

BATTLE = """\
fireline: 1
ruleset: ancients
turn: {side: bottom}
units:
  - {id: bow, side: bottom, type: light_bow_infantry, hex: F5}
  - {id: far, side: bottom, type: light_infantry, hex: I1}
  - {id: lc, side: top, type: light_cavalry, hex: C5}
"""


@pytest.fixture
def battle(tmp_path: Path) -> Path:
    file = tmp_path / "battle.yaml"
    file.write_text(BATTLE)
    return file


def flag_seed(battle: Path) -> int:
    """A seed whose first volley forces a retreat that the unit survives."""
    for seed in range(1000):
        log = battle.with_name(f"probe{seed}.jsonl")
        run(["phase", str(battle), "--auto", "--seed", str(seed), "--log", str(log)])
        if any("retreat_forced" in line for line in log.read_text().splitlines()):
            return seed
    raise AssertionError("no seed below 1000 rolls a flag")


def test_a_phase_is_played_at_the_prompt(battle: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    seed = flag_seed(battle)
    capsys.readouterr()
    log = tmp_path / "game.jsonl"
    child = pexpect.spawn(
        FIRELINE, ["phase", str(battle), "--seed", str(seed), "--log", str(log)], encoding="utf-8", timeout=60
    )
    child.setwinsize(50, 140)
    child.expect("Who fires, and at whom?")
    child.expect(r"1.*Light Bow \(F5\) fires at Light Cavalry \(C5\).*30.6 % \(11/36\)")
    child.expect("q quit: ")
    child.sendline("w")
    child.expect(r"Light Infantry \(I1\): The target is \d+ hexes away")
    child.expect("q quit: ")
    child.sendline("1")
    child.expect("LEGAL")
    child.expect("go back")
    child.sendline("")  # undo before dice: back to the choice
    child.expect("Who fires, and at whom?")
    child.expect("q quit: ")
    child.sendline("1")
    child.expect("go back")
    child.sendline("y")
    child.expect("must answer")
    child.expect("top decides")
    child.expect("q quit: ")
    child.sendline("2")
    child.expect("retreats to")
    child.expect("q quit: ")
    child.sendline("u")  # an answer without dice may be taken back
    child.expect("The last step is taken back")
    child.expect("top decides")
    child.expect("q quit: ")
    child.sendline("u")  # the volley may not
    child.expect("Dice were thrown in the last step")
    child.expect("q quit: ")
    child.sendline("1")
    child.expect("retreats to")
    child.expect("q quit: ")
    child.sendline("1")
    child.expect("The ranged phase ends")
    child.expect("The phase is over")
    child.expect(pexpect.EOF)
    assert run(["replay", str(log)]) == 0
    assert "replayed to the states written down, without dice" in capsys.readouterr().out


def test_a_stopped_phase_is_taken_up_again(battle: Path, capsys: pytest.CaptureFixture[str]) -> None:
    child = pexpect.spawn(FIRELINE, ["phase", str(battle), "--seed", "1"], encoding="utf-8", timeout=60)
    child.expect("q quit: ")
    child.sendline("1")
    child.expect("go back")
    child.sendline("y")
    child.expect("fires at")
    child.expect("q quit: ")
    child.sendline("q")
    child.expect("goes on from here")
    child.expect(pexpect.EOF)
    log = battle.with_suffix(".log.jsonl")
    before = read_log(log)
    assert len(before.entries) == 1
    assert run(["phase", str(battle), "--auto"]) == 0
    assert "Taking up" in capsys.readouterr().out
    assert read_log(log).entries[0] == before.entries[0]


def test_auto_plays_the_phase_and_writes_the_battle(
    battle: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    after = tmp_path / "after.json"
    assert run(["phase", str(battle), "--auto", "--seed", "5", "--out", str(after)]) == 0
    assert load(after).state.over
    log = read_log(battle.with_suffix(".log.jsonl"))
    assert log.battle == load(after)
    assert log.entries[0].command["shot"] == {"shooter": "bow", "target": "lc"}
    capsys.readouterr()
    assert run(["replay", str(battle.with_suffix(".log.jsonl")), "--json"]) == 0
    assert json.loads(capsys.readouterr().out)["battle"] == load(after).data()


def test_a_log_of_another_battle_is_not_written_over(battle: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert run(["phase", str(battle), "--auto", "--seed", "5"]) == 0
    battle.write_text(BATTLE.replace("I1", "I2"))
    assert run(["phase", str(battle), "--auto"]) == 2
    assert "is the log of another battle; name another file with --log" in capsys.readouterr().err


def test_two_processes_do_not_play_one_log(battle: Path, capsys: pytest.CaptureFixture[str]) -> None:
    child = pexpect.spawn(FIRELINE, ["phase", str(battle), "--seed", "1"], encoding="utf-8", timeout=60)
    child.expect("q quit: ")
    assert run(["phase", str(battle), "--auto"]) == 2
    assert "cannot be written: another process is playing it" in capsys.readouterr().err
    child.sendline("q")
    child.expect(pexpect.EOF)


def test_a_file_that_is_no_log_is_left_alone(battle: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    precious = tmp_path / "precious.txt"
    precious.write_text("no newline at the end")
    assert run(["phase", str(battle), "--auto", "--log", str(precious)]) == 2
    assert "is no Fireline log" in capsys.readouterr().err
    assert precious.read_text() == "no newline at the end"
