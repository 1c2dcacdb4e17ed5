"""The command that checks a deck."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from fireline.cli import run

CARD = {"name": "c", "hit": ["miss"] * 6 + ["hit"] * 7, "damage": list(range(-6, 7))}


def deck(tmp_path: Path, **card: object) -> str:
    file = tmp_path / "deck.json"
    file.write_text(json.dumps({"fireline_deck": 1, "id": "mine", "cards": [CARD | card]}), encoding="utf-8")
    return str(file)


@pytest.mark.rule("DOA-4.5")
def test_the_own_deck_says_whose_it_is_and_what_it_does(capsys: pytest.CaptureFixture[str]) -> None:
    assert run(["deck", "builtin"]) == 0
    out = capsys.readouterr().out
    assert "Fireline's own deck: the published card distribution is not known to the project" in out
    assert "Even" in out
    assert "50.0 %" in out
    assert "A stronger rating never does worse." in out


def test_a_deck_as_data(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert run(["deck", deck(tmp_path, damage=[0] * 12 + [-1]), "--json"]) == 0
    answer = json.loads(capsys.readouterr().out)
    assert answer["weaker"] == ["c"]
    assert answer["at"][6] == {"difference": 0, "hit": "1", "damage": {"0": "1"}}
    assert len(answer["at"]) == 13


def test_a_bad_deck_is_one_line_and_status_two(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    file = deck(tmp_path, hit=["hit"] * 12)
    assert run(["deck", file]) == 2
    assert capsys.readouterr().err == f"{file}: cards[0].hit: has 12 entries; at least 13\n"
