"""The set-ups of Fireline's own games: ten of each, from two figures to a full table, and where they are found."""

import json
from pathlib import Path

import pytest

import fireline
from fireline.cli import run
from fireline.formats.examples import examples, listed, setups
from fireline.game import registry


def test_titles_and_names_are_told_apart() -> None:
    assert len({one.title for one in setups().values()}) == len(setups())
    assert not any(any(sign.isdigit() for sign in name) for name in setups())


def test_they_are_listed_behind_the_examples_and_told_from_them(capsys: pytest.CaptureFixture[str]) -> None:
    kinds = [one.kind for one in listed()]
    assert kinds == sorted(kinds), "examples come first"
    assert fireline.example("ancients-pickets-at-the-ford").setup
    assert run(["examples"]) == 0
    told = capsys.readouterr().out
    assert told.index("set-up to play") > told.index("endless-horizons-burst")
    assert run(["examples", "blightmeer-the-well", "--json"]) == 0
    assert json.loads(capsys.readouterr().out)["kind"] == "setup"


def test_a_broken_set_up_of_a_game_takes_no_other_away(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    broken = tmp_path / "broken.yaml"
    broken.write_text("fireline: 1\nruleset: [")
    found = {**registry.setups("ancients"), "ancients-broken": broken}
    monkeypatch.setattr(registry, "setups", lambda id_: found if id_ == "ancients" else {})
    examples.cache_clear()
    try:
        names = [one.name for one in listed()]
    finally:
        examples.cache_clear()
    assert "ancients-broken" not in names
    assert "ancients-the-long-day" in names
