"""A battle changed by hand: units placed, moved, turned and taken away, values set; checked like any battle file."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from fireline.analysis.paths import Gone, Path, put
from fireline.game.battle import Battle
from fireline.game.entries import one_of, shown
from fireline.game.errors import BattleFileError, Code
from fireline.server.answering import battle_of
from fireline.server.examples import example_files
from fireline.server.sides import SECTIONS

Change = Mapping[str, Any]
WHOLE_TURN = 360.0


def edit(asked: Mapping[str, Any]) -> dict[str, Any]:
    """The battle after its changes, one after the other; raises `BattleFileError` at the first that does not fit."""
    battle = battle_of(asked)
    several = len(asked["edits"]) > 1
    for n, change in enumerate(asked["edits"]):
        try:
            battle = _CHANGES[one_of(change["op"], _CHANGES, "change", "op")](battle, change)
        except BattleFileError as wrong:
            raise (wrong.inside(f"edits[{n}]") if several else wrong) from None
    return {"battle": battle.data()}


def _move(battle: Battle, change: Change) -> Battle:
    """A unit somewhere else, as the game names places."""
    places = battle.ruleset.places
    if places is None:
        raise BattleFileError(Code.UNSUPPORTED, f"{battle.ruleset.id} has no places to move to", "op")
    return battle.at(places.put(battle.state, _given(change, "unit"), _given(change, "to")))


def _rotate(battle: Battle, change: Change) -> Battle:
    """A unit turned to the left by so many degrees."""
    entry, path = _entry(battle, _given(change, "unit"))
    facing, turn = entry.get("facing"), change.get("value")
    if isinstance(facing, bool) or not isinstance(facing, int | float):
        raise BattleFileError(Code.UNSUPPORTED, f"{shown(entry['id'])} faces nowhere, so it cannot be turned", "unit")
    if isinstance(turn, bool) or not isinstance(turn, int | float) or not abs(turn) <= WHOLE_TURN:
        raise BattleFileError(
            Code.OUT_OF_RANGE, f"{shown(turn)} is no angle; give degrees from -360 to 360, above 0 to the left", "value"
        )
    return _with(battle, (*path, "facing"), (facing + turn) % WHOLE_TURN)


def _remove(battle: Battle, change: Change) -> Battle:
    """A unit, or what a path names, taken away."""
    path = change.get("path")
    parts = Path.read(path).parts if path else _entry(battle, _given(change, "unit"))[1]
    return _with(battle, parts, Gone.GONE)


def _place(battle: Battle, change: Change) -> Battle:
    """One entry more in a list of the battle file."""
    name = one_of(change.get("path") or SECTIONS[0], SECTIONS, "list of a battle file", "path")
    return _with(battle, (name,), [*battle.data().get(name, ()), change.get("value")])


def _set(battle: Battle, change: Change) -> Battle:
    """One value of the battle file; null takes it away."""
    value = change.get("value")
    return _with(battle, Path.read(_given(change, "path")).parts, Gone.GONE if value is None else value)


_CHANGES: dict[str, Callable[[Battle, Change], Battle]] = {
    "place": _place,
    "move": _move,
    "rotate": _rotate,
    "remove": _remove,
    "set": _set,
}


def _with(battle: Battle, parts: tuple[str, ...], value: Any) -> Battle:
    """The battle with one value of its file changed, read anew."""
    return Battle.read(put(battle.data(), parts, value, ".".join(parts)), example_files())


def _given(change: Change, name: str) -> str:
    value = change.get(name)
    if not isinstance(value, str) or not value:
        raise BattleFileError(Code.MISSING, f"is missing; {change['op']} needs it, as a text", name)
    return value


def _entry(battle: Battle, unit: str) -> tuple[Mapping[str, Any], tuple[str, str]]:
    """A unit's entry in the battle file, and where it stands."""
    data = battle.data()
    known = {entry["id"]: (entry, (name, entry["id"])) for name in SECTIONS for entry in data.get(name, ())}
    return known[one_of(unit, known, "unit of this battle", "unit")]
