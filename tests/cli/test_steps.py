"""Steps between shots, one command each: a move by hand, what comes next, and whether a shot is legal for a shell."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from fireline import Shot, load
from fireline.chance import FixedDice
from fireline.cli import run
from fireline.formats.battlefile import save
from fireline.game.command import Shoot
from fireline.game.registry import starter

BATTLE = """\
fireline: 1
ruleset: ancients
turn: {side: bottom}
units:
  - {id: bow, side: bottom, type: light_bow_infantry, hex: F5}
  - {id: lc, side: top, type: light_cavalry, hex: C5}
"""


@pytest.fixture
def battle(tmp_path: Path) -> str:
    file = tmp_path / "battle.yaml"
    file.write_text(BATTLE)
    return str(file)


@pytest.fixture
def duel(tmp_path: Path) -> str:
    file = tmp_path / "duel.yaml"
    file.write_text(starter("duel-of-ages"), encoding="utf-8")
    return str(file)


def test_a_unit_is_moved_and_the_battle_written(
    battle: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    after = tmp_path / "after.yaml"
    moved = ["move", battle, "--unit", "bow", "--to", "E5", "--mark", "moved=1", "--mark", "ordered=no"]
    assert run([*moved, "--out", str(after)]) == 0
    out = capsys.readouterr().out
    assert "Light Bow (F5) is put on E5 by hand: moved 1, ordered no. CCA-1.6" in out
    assert f"Wrote {after}." in " ".join(out.split())
    unit = load(after).state.unit("bow")
    assert (unit.moved, unit.ordered) == (1, False)
    assert run([*moved, "--json"]) == 0
    answer = json.loads(capsys.readouterr().out)
    assert (answer["legal"], answer["battle"]) == (True, load(after).data())
    assert answer["events"][0]["to"] == "E5"


@pytest.mark.parametrize(
    ("typed", "problem"),
    [
        (["--unit", "bwo"], "--unit: 'bwo' is no unit"),
        (["--unit", "bow", "--to", "Z9"], "--to: 'Z9' is no hex of this board"),
        (["--unit", "bow", "--to", "C5"], "--to: 'bow' cannot stand on C5: C5 already holds 'lc'"),
        (["--unit", "bow", "--mark", "moved"], "--mark: 'moved' is not NAME=VALUE"),
        (["--unit", "bow", "--mark", "moved=1", "--mark", "moved=2"], "--mark: 'moved=2' is not NAME=VALUE"),
        (["--unit", "bow", "--mark", "mood=1"], "--mark: 'mood' is no mark of this unit; did you mean 'moved'?"),
        (["--unit", "bow", "--mark", "moved=[1]"], "--mark.moved: '[1]' is no value; allowed: 0 to "),
        (["--unit", "bow", "--mark", "moved=yes"], "--mark.moved: True is no value of moved, which is 0 now"),
        (["--unit", "bow", "--mark", "moved="], "--mark.moved: '' is no value; allowed: 0 to "),
    ],
)
@pytest.mark.whole("long")
def test_a_move_that_no_file_could_say_is_bad_input(
    battle: str, typed: list[str], problem: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert run(["move", battle, *typed, "--out", str(tmp_path / "after.yaml")]) == 2
    assert capsys.readouterr().err.startswith(problem)
    assert not (tmp_path / "after.yaml").exists()


def test_a_step_that_the_rules_forbid_is_told_and_nothing_written(
    battle: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    owed, after = tmp_path / "owed.yaml", tmp_path / "after.yaml"
    save(load(battle).play(Shoot(Shot("bow", "lc")), FixedDice("flag", "blue")).battle, owed)
    for command in (["move", str(owed), "--unit", "bow", "--to", "E5"], ["next", str(owed)]):
        assert run([*command, "--out", str(after)]) == 3
        assert "✗ NOT ALLOWED" in capsys.readouterr().out
        assert run([*command, "--out", str(after), "--json"]) == 3
        answer = json.loads(capsys.readouterr().out)
        assert answer["legal"] is False
        assert answer["refusals"][0]["rule"] == "CCA-1.6"
    assert not after.exists()


def test_what_comes_next_is_begun_and_nothing_after_the_end_of_a_game(
    duel: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    told = []
    for number in range(4):
        after = tmp_path / f"{number}.json"
        assert run(["next", duel, "--out", str(after), "--seed", "1"]) == 0
        told.append(capsys.readouterr().out.splitlines()[:-1])
        duel = str(after)
    assert told == [
        ["The Action step ends; now the Reaction step of black. DOA-1.1"],
        ["The Reaction step ends; now the Action step of black. DOA-1.1"],
        ["The Action step ends; now the Reaction step of white. DOA-1.1"],
        ["The round ends. DOA-1.1", "A new round begins with the Action step of white. DOA-1.1"],
    ]
    assert run(["next", duel, "--seed", "7", "--json"]) == 0
    answer = json.loads(capsys.readouterr().out)
    assert (answer["seed"], answer["battle"]["step"], answer["battle"]["team"]) == (7, "reaction", "black")
    file, over = tmp_path / "village.yaml", tmp_path / "over.yaml"
    file.write_text(starter("blightmeer"), encoding="utf-8")
    assert run(["phase", str(file), "--auto", "--seed", "1", "--out", str(over)]) == 0
    capsys.readouterr()
    assert load(over).state.over
    assert run(["next", str(over), "--json"]) == 0
    assert [event["event"] for event in json.loads(capsys.readouterr().out)["events"]] == ["turn_began"]
    data = load(duel).data()
    data["heroes"] = [hero for hero in data["heroes"] if hero["team"] == "white"]
    alone, over = tmp_path / "alone.json", tmp_path / "over.json"
    alone.write_text(json.dumps(data))
    assert run(["next", str(alone), "--out", str(over)]) == 0
    assert run(["next", str(over)]) == 3
    assert "Black has no hero left, so no round follows. DOA-4.4" in capsys.readouterr().out
    assert run(["phase", str(over), "--auto"]) == 0
    assert "The game is over." in capsys.readouterr().out


def test_a_shell_asks_whether_a_shot_is_legal(battle: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    far, shot = tmp_path / "far.yaml", ["-s", "bow", "-t", "lc"]
    far.write_text(BATTLE.replace("F5", "I1"))
    assert run(["check", battle, *shot, "--exit-code"]) == 0
    assert run(["check", str(far), *shot]) == 0
    assert run(["check", str(far), *shot, "--exit-code"]) == 1
    assert "NOT LEGAL" in capsys.readouterr().out
    assert run(["check", str(far), *shot, "--exit-code", "--json"]) == 1
    assert json.loads(capsys.readouterr().out)["legal"] is False
    assert run(["check", battle, "-s", "nobody", "-t", "lc", "--exit-code"]) == 2
