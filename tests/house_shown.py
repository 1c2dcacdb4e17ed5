"""What each number of the rules does: for each address a battle, a question, and the number that changes its answer.

A number is shown by a shot, by what a unit may do, or by what a command leads to. A new number gets a row of its own,
written by hand.
"""

import json
from pathlib import Path
from typing import Any

import battles
from fireline.game.battle import Battle
from fireline.game.command import Shot
from fireline.game.errors import BattleFileError
from fireline.game.legal import legal
from fireline.game.numbers import Number
from fireline.game.registry import ruleset, ruleset_ids
from fireline.game.transitions import after

Data = dict[str, Any]
SHOWN = Path(__file__).parent / "data" / "house-shown.json"


def numbers() -> dict[str, tuple[str, Number]]:
    """Every number of every game by its address, with the id of the first game that has it."""
    found: dict[str, tuple[str, Number]] = {}
    for id_ in sorted(ruleset_ids()):
        for address, number in (ruleset(id_).numbers or {}).items():
            found.setdefault(address, (id_, number))
    return found


def rows() -> list[Data]:
    """What is written down, in the order of the addresses."""
    found: list[Data] = json.loads(SHOWN.read_text(encoding="utf-8"))
    return found


def answer(data: Data, ask: Data, house: Data | None = None) -> Data:
    """The answer to a question about a battle, with other numbers or with those that it has."""
    try:
        battle = Battle.read(data | {"house": data.get("house", {}) | (house or {})}, battles.FILES)
        if "shot" in ask:
            return battle.preview(Shot.read(ask["shot"])).data()
        if "legal" in ask:
            return legal(battle, ask["legal"]).data() | {"listed": [battle.text(one) for one in battle.legal()]}
        command = battle.command(ask["do"])
        if refusals := battle.refusals(command):
            return {"refusals": [one.data() for one in refusals]}
        led = after(battle, command).map(lambda one: json.dumps({**one.data(), "house": {}}, sort_keys=True))
        return {"leads to": sorted((text, str(p)) for text, p in led.items())}
    except BattleFileError as wrong:
        return {"error": str(wrong)}


def marks(given: Any) -> set[str]:
    """The addresses of all house rules that an answer names."""
    if isinstance(given, dict):
        own = set(given["house"].split(", ")) if isinstance(given.get("house"), str) else set()
        return own.union(*map(marks, given.values()))
    return set().union(*map(marks, given)) if isinstance(given, list) else set()


def unmarked(given: Any) -> Any:
    """An answer without the names of house rules."""
    if isinstance(given, dict):
        return {key: unmarked(one) for key, one in given.items() if key != "house"}
    return [unmarked(one) for one in given] if isinstance(given, list) else given
