"""A ruleset is found in the modules of its game; what is missing, said twice or called by no field says so."""

import sys
from copy import copy
from importlib import import_module
from pathlib import Path
from typing import Any

import pytest
import regatta

from fireline.game.assembly import assembled
from fireline.game.ruleset import NO_FILES

TOLD = {"id": "regatta", "name": "Regatta", "customary": "every captain keeps his cannons"}
WEATHER = "def warnings(state: object) -> tuple[str, ...]:\n    return ()\n"

BOATS = [
    {"id": "ada", "flag": "red", "berth": 1},
    {"id": "cat", "flag": "blue", "berth": 3},
    {"id": "eel", "flag": "blue", "berth": 4, "holes": 3},
]


@pytest.mark.parametrize(
    ("more", "said", "problem"),
    [
        ({}, TOLD | {"charts": ()}, "regatta: charts is no field of a ruleset, nor of a part that the game has"),
        (
            {},
            {"id": "regatta", "name": "Regatta"},
            "decisions of regatta lacks customary: no module of it defines that",
        ),
        ({}, {"name": "Regatta", "customary": ""}, "regatta lacks id: no module of it defines that"),
        ({"modifiers": "against=modifiers"}, TOLD, "defines refusals, and another module of the game, too"),
    ],
)
def test_what_cannot_be_put_together_says_why(more: dict[str, str], said: dict[str, Any], problem: str) -> None:
    with pytest.raises(LookupError) as wrong:
        assembled("regatta", more, **said)
    assert problem in str(wrong.value)


def test_a_name_counts_only_where_it_may_be_defined(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "weather.py").write_text(WEATHER, encoding="utf-8")
    monkeypatch.setattr(regatta, "__path__", [*regatta.__path__, str(tmp_path)])
    monkeypatch.delitem(sys.modules, "regatta.weather", raising=False)
    plain = assembled("regatta", {"weather": ""}, **TOLD)
    warned = assembled("regatta", {"weather": "warnings"}, **TOLD)
    assert (plain.warnings.__module__, warned.warnings.__module__) == ("fireline.game.ruleset", "regatta.weather")
    assert plain.declare is regatta.RULESET.declare
    assert [kind.__name__ for kind in plain.events][-2:] == ["MovedByHand", "UnitMoved"]
    assert plain.targets(plain.read({"watch": "red", "boats": BOATS}, NO_FILES), "ada") == ("cat",)


def test_what_is_imported_late_is_what_stands_there() -> None:
    late, there = regatta.RULESET.editing, import_module("regatta.editing").EDITING
    assert late is not None
    assert late.lists is there.lists
    assert copy(late).place == there.place
    with pytest.raises(AttributeError):
        getattr(late, "charts")  # noqa: B009 - it has none
