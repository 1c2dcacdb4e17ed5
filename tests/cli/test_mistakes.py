"""What people get wrong, and the sentence that they get: a table, sentence by sentence."""

import shlex
from pathlib import Path

import pytest
import yaml

from fireline.cli import run

TABLE = yaml.safe_load((Path(__file__).parent / "mistakes.yaml").read_text(encoding="utf-8"))
BATTLE = """fireline: 1
ruleset: ancients
turn: {side: bottom}
units:
  - {id: bow, side: bottom, type: light_bow_infantry, hex: F5}
  - {id: ax, side: top, type: auxilia, hex: C4}
"""


@pytest.fixture(autouse=True)
def battle(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    files = {"b.yaml": BATTLE, "e.yaml": "", "l.yaml": "- 1\n", "m.jsonl": '{"a":1}\n', "t.toml": 'battle = "b.yaml"\n'}
    files["s.stl"] = "solid\nnothing"
    for name, text in files.items():
        Path(name).write_text(text, encoding="utf-8")
    Path("d").mkdir()


def test_there_are_many() -> None:
    assert sum(map(len, TABLE.values())) >= 150


def said(words: list[str], capsys: pytest.CaptureFixture[str]) -> str:
    assert run(words) == 2
    printed, told = capsys.readouterr()
    assert told.count("\n") == 1
    assert printed == "" or "--json" in words
    return told.removesuffix("\n")


@pytest.mark.parametrize(("old", "new", "sentence"), TABLE["file"])
def test_in_a_battle_file(old: str, new: str, sentence: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert old in BATTLE
    Path("c.yaml").write_text(BATTLE.replace(old, new, 1), encoding="utf-8")
    assert said(["check", "c.yaml", "-s", "bow", "-t", "ax"], capsys) == sentence


@pytest.mark.parametrize(("typed", "sentence"), TABLE["command"])
def test_at_the_command_line(typed: str, sentence: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert said(shlex.split(typed), capsys) == sentence


def test_units_are_found_by_place_and_by_what_they_are_called(capsys: pytest.CaptureFixture[str]) -> None:
    assert run(["check", "b.yaml", "-s", "bow", "-t", "ax", "--json"]) == 0
    by_id = capsys.readouterr().out
    for shooter, target in (("F5", "C4"), ("f5", "c4"), ("Light Bow", "auxilia"), ("light bow (F5)", "ax")):
        assert run(["check", "b.yaml", "-s", shooter, "-t", target, "--json"]) == 0
        assert capsys.readouterr().out == by_id


def test_the_name_of_an_example_serves_wherever_a_file_does(capsys: pytest.CaptureFixture[str]) -> None:
    named = ["ancients-ranged-combat", "-s", "bow", "-t", "warriors"]
    for command in ("check", "odds", "worth", "compare"):
        assert run([command, *named, *(["-c", "units[bow].moved=1"] if command == "compare" else [])]) == 0
    assert capsys.readouterr().out
