"""A battle changed by hand: pieces placed, moved, turned, removed, ground painted, values set; checked like a file."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from itertools import count
from typing import Any, NamedTuple

from fireline.analysis.paths import FieldPath, Gone, at, put
from fireline.game.battle import Battle
from fireline.game.editing import Data, Editing, GroupEditing, PieceList, with_entry
from fireline.game.entries import one_of, shown
from fireline.game.errors import BattleFileError, Code
from fireline.questions.answering.seen import files

Change = Mapping[str, Any]
WHOLE_TURN = 360.0


class EditAnswer(NamedTuple):
    """The battle after its changes, and the ids of the pieces placed."""

    battle: Battle
    added: list[str]


def edit(battle: Battle, edits: Sequence[Change]) -> EditAnswer:
    """The battle after its changes, one after the other, and the ids of pieces placed.

    Raises `BattleFileError` at the first change that does not fit.
    """
    added = list[str]()
    for n, change in enumerate(edits):
        known = set(ids(battle))
        try:
            battle = _CHANGES[one_of(change["op"], _CHANGES, "change", "op")](battle, change)
        except BattleFileError as wrong:
            raise (wrong.inside(f"edits[{n}]") if len(edits) > 1 else wrong) from None
        added += [id_ for id_ in ids(battle) if id_ not in known]
    return EditAnswer(battle, added)


def first_list(battle: Battle) -> str:
    """The list of a battle file that a piece stands in where none is named."""
    return next(iter(_editing(battle).lists)).name


def owner(battle: Battle, id_: str) -> str | None:
    """The side of a piece, None where it is of none; raises `BattleFileError` for a piece that there is not."""
    which, entry = _piece(battle, id_)
    said = entry.get(which.side) if which.side else None
    return said if isinstance(said, str) else battle.side_by_id.get(id_)


def _place(battle: Battle, change: Change) -> Battle:
    """One entry more in a list of the battle file, under an id of its own, at a place where one is given."""
    editing = _editing(battle)
    lists = {one.name: one for one in editing.lists}
    name = one_of(change.get("path") or first_list(battle), lists, "list of a battle file", "path")
    data, entry, place = battle.data(), change.get("value"), change.get("to")
    if not isinstance(entry, Mapping):
        return _read({**data, name: [*data.get(name, ()), entry]})
    entry = {"id": _fresh(battle, change.get("unit") or lists[name].name.rstrip("s")), **entry}
    if entry["id"] in ids(battle):
        raise BattleFileError(Code.DUPLICATE, f"{shown(entry['id'])} is already the id of another piece", "value.id")
    return _read(lists[name].placed(data, entry, place) if place else with_entry(data, name, entry))


def _move(battle: Battle, change: Change) -> Battle:
    """A unit, or another piece, somewhere else, as the game names places; or several, together."""
    if change.get("units"):
        if len(ends := change.get("places") or ()) != 2:
            raise BattleFileError(Code.MISSING, "must be two places: how far they go", "places")
        return _read(_together(battle, change["units"]).shifted(battle.data(), change["units"], *ends))
    places, unit, to = battle.ruleset.places, _given(change, "unit"), _given(change, "to")
    if places is not None and unit in [one.id for one in battle.units]:
        return battle.with_state(places.put(battle.state, unit, to))
    if places is None and battle.ruleset.editing is None:
        raise BattleFileError(Code.UNSUPPORTED, f"{battle.ruleset.id} has no places to move to", "op")
    which, entry = _piece(battle, unit)
    return _read(which.placed(battle.data(), entry, to))


def _rotate(battle: Battle, change: Change) -> Battle:
    """A unit turned to the left by so many degrees; or several pieces, together."""
    if change.get("units"):
        turned = _together(battle, change["units"]).turned
        return _read(turned(battle.data(), change["units"], _degrees(change)))
    places, facing, unit = battle.ruleset.places, _editing(battle).facing, _given(change, "unit")
    _piece(battle, unit)
    placed = places is not None and unit in [one.id for one in battle.units]
    marks = places.marks(battle.state, unit) if places and facing and placed else ()
    now = next((mark.value for mark in marks if facing and mark.name == facing.mark), None)
    if not isinstance(now, int | float) or places is None or facing is None:
        raise BattleFileError(Code.UNSUPPORTED, f"{shown(unit)} faces nowhere, so it cannot be turned", "unit")
    towards = (now + _degrees(change)) % WHOLE_TURN
    return battle.with_state(places.mark(battle.state, unit, {facing.mark: towards}))


def _degrees(change: Change) -> float:
    turn = change.get("value")
    if isinstance(turn, bool) or not isinstance(turn, int | float) or not abs(turn) <= WHOLE_TURN:
        raise BattleFileError(
            Code.OUT_OF_RANGE, f"{shown(turn)} is no angle; give degrees from -360 to 360, above 0 to the left", "value"
        )
    return turn


def _together(battle: Battle, ids: list[str]) -> GroupEditing:
    """How pieces of one list go as one thing."""
    (which, _), *others = [_piece(battle, id_) for id_ in ids]
    if which.together is None or any(other is not which for other, _ in others):
        some = ", ".join(map(shown, ids[:5]))
        raise BattleFileError(Code.UNSUPPORTED, f"{some} cannot be moved and turned together", "units")
    return which.together


def _add(battle: Battle, change: Change) -> Battle:
    """One value more in a list of an entry, or of the battle; the game says where in a piece there is room for it."""
    path = FieldPath.read(_given(change, "path"))
    data, value, (name, number, *inside) = battle.data(), change.get("value"), (*path.parts, "", "")
    lists = {one.name: one for one in battle.ruleset.editing.lists} if battle.ruleset.editing else {}
    entry = at(data, (name, number)) if name in lists else None
    field = lists[name].fields.get(".".join(filter(None, inside))) if isinstance(entry, Mapping) else None
    if field and field.grown and isinstance(entry, Mapping) and isinstance(value, Mapping):
        return _read(with_entry(data, name, field.grown(data, entry, value)))
    old = at(data, path.parts)
    if old is not None and not isinstance(old, list):
        raise BattleFileError(Code.WRONG_TYPE, "is no list, so nothing can be added to it", str(path))
    return _read(put(data, path.parts, [*(old or ()), value], str(path)))


def _model(battle: Battle, change: Change) -> Battle:
    """A piece that stands as a model from a file instead."""
    (which, entry), value = _piece(battle, _given(change, "unit")), change.get("value")
    if which.modelled is None or not isinstance(value, Mapping):
        raise BattleFileError(Code.UNSUPPORTED, f"{shown(entry['id'])} cannot be a model from a file", "unit")
    return _read(with_entry(battle.data(), which.name, which.modelled(entry, value, files())))


def _reshape(battle: Battle, change: Change) -> Battle:
    """An outline without an id of its own through other corners; without any it is gone."""
    outlines, path = _editing(battle).outlines, FieldPath.read(_given(change, "path"))
    if outlines is None or path.parts[:-1] != outlines.path or at(battle.data(), path.parts) is None:
        raise BattleFileError(Code.UNKNOWN_NAME, f"there is no outline at {shown(str(path))} to draw anew", "path")
    places = change.get("places")
    return _read(put(battle.data(), path.parts, outlines.written(places) if places else Gone.GONE, str(path)))


def _remove(battle: Battle, change: Change) -> Battle:
    """A piece, with all that the battle says of it, or what a path names, taken away."""
    if change.get("path"):
        return _set(battle, {**change, "value": None})
    editing, (which, entry) = _editing(battle), _piece(battle, _given(change, "unit"))
    data = editing.released(battle.data(), entry["id"])
    return _read(data | {which.name: [one for one in data[which.name] if one["id"] != entry["id"]]})


def _paint(battle: Battle, change: Change) -> Battle:
    """The ground of a place; null leaves it bare."""
    ground = _editing(battle).ground
    if ground is None:
        raise BattleFileError(Code.UNSUPPORTED, f"{battle.ruleset.id} has no ground to paint", "op")
    data, kind = battle.data(), change.get("value")
    place = _given(change, "to")
    path = ground.path({} if kind is None else data, place)  # bare ground takes along whatever else is said of it
    return _read(put(data, path, Gone.GONE if kind is None else kind, ".".join(path)))


def _draw(battle: Battle, change: Change) -> Battle:
    """A piece, or a brush, drawn through places."""
    editing, path, places = _editing(battle), _given(change, "path"), change.get("places") or []
    if not places:
        raise BattleFileError(Code.MISSING, "is missing; draw needs at least one place", "places")
    brushes = {one.name: one.drawn for one in editing.brushes}
    lists = {one.name: drawn for one in editing.lists if (drawn := one.drawn)}
    name = one_of(path, [*brushes, *lists], "brush, or list of pieces that are drawn", "path")
    if name in brushes:
        return _read(brushes[name](battle.data(), places))
    entry = change.get("value")
    if not isinstance(entry, Mapping):
        raise BattleFileError(Code.WRONG_TYPE, "is no entry of a battle file", "value")
    whole = {"id": _fresh(battle, change.get("unit") or name.rstrip("s")), **entry}
    return _read(lists[name](battle.data(), whole, places))


def _turn(battle: Battle, change: Change) -> Battle:
    """The turn of a unit's side to fire; a game that hands no turns over stays as it is."""
    unit = one_of(_given(change, "unit"), [one.id for one in battle.units], "unit of this battle", "unit")
    return battle.with_turn_of(unit)


def _set(battle: Battle, change: Change) -> Battle:
    """One value of the battle file; null takes it away."""
    parts, value = FieldPath.read(_given(change, "path")).parts, change.get("value")
    return _read(put(battle.data(), parts, Gone.GONE if value is None else value, ".".join(parts)))


_CHANGES: dict[str, Callable[[Battle, Change], Battle]] = {
    "place": _place,
    "move": _move,
    "rotate": _rotate,
    "remove": _remove,
    "paint": _paint,
    "turn": _turn,
    "set": _set,
    "draw": _draw,
    "add": _add,
    "reshape": _reshape,
    "model": _model,
}


def _read(data: Any) -> Battle:
    return Battle.read(data, files())


def _editing(battle: Battle) -> Editing:
    return battle.ruleset.needs(battle.ruleset.editing, "says nothing of editing, so only values can be set")


def _given(change: Change, name: str) -> str:
    value = change.get(name)
    if not isinstance(value, str) or not value:
        raise BattleFileError(Code.MISSING, f"is missing; {change['op']} needs it, as a text", name)
    return value


def _entries(battle: Battle) -> Iterator[tuple[PieceList, Data]]:
    """Every piece of a battle: its list, and its entry."""
    editing, data = battle.ruleset.editing, battle.data()
    for one in editing.lists if editing else ():
        yield from ((one, entry) for entry in data.get(one.name, ()))


def ids(battle: Battle) -> Iterator[str]:
    """The ids of every piece of a battle."""
    return (entry["id"] for _, entry in _entries(battle))


def _piece(battle: Battle, id_: str) -> tuple[PieceList, Data]:
    _editing(battle)
    known = {entry["id"]: (one, entry) for one, entry in _entries(battle)}
    return known[one_of(id_, known, "unit of this battle", "unit")]


def _fresh(battle: Battle, stem: str) -> str:
    """An id that nobody has: the stem, or the stem with the next number."""
    taken = set(ids(battle))
    return next(id_ for n in count(1) if (id_ := stem if n == 1 else f"{stem}-{n}") not in taken)
