"""What people get wrong, and the sentence that they get: a table, sentence by sentence."""

import shlex
from pathlib import Path

import pytest
import yaml

from cli.typed import Typed

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


@pytest.mark.parametrize(("old", "new", "sentence"), TABLE["file"])
def test_in_a_battle_file(old: str, new: str, sentence: str, typed: Typed) -> None:
    assert old in BATTLE
    Path("c.yaml").write_text(BATTLE.replace(old, new, 1), encoding="utf-8")
    assert typed.refused("check", "c.yaml", "-s", "bow", "-t", "ax") == sentence


@pytest.mark.parametrize(("line", "sentence"), TABLE["command"])
def test_at_the_command_line(line: str, sentence: str, typed: Typed) -> None:
    assert typed.refused(*shlex.split(line)) == sentence


def test_units_are_found_by_place_and_by_what_they_are_called(typed: Typed) -> None:
    by_id = typed.data("check", "b.yaml", "-s", "bow", "-t", "ax")
    for shooter, target in (("F5", "C4"), ("f5", "c4"), ("Light Bow", "auxilia"), ("light bow (F5)", "ax")):
        assert typed.data("check", "b.yaml", "-s", shooter, "-t", target) == by_id
