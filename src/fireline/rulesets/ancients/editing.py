"""How a battle is edited: units by type or by name, leaders, terrain by the hex or in one stroke."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any

from fireline.game.editing import (
    Brush,
    Data,
    Editing,
    FormField,
    Ground,
    Piece,
    PieceList,
    Preset,
    Shape,
    forms,
    standing,
)
from fireline.game.errors import BattleFileError, Code
from fireline.geometry.hexes import HEXSIDES, Hex
from fireline.rulesets.ancients.board import SHAPE, Board, Side, hex_name
from fireline.rulesets.ancients.editions import NUMBERS
from fireline.rulesets.ancients.pieces import TERRAIN, UNITS, UnitType
from fireline.rulesets.ancients.state import State, Unit

ARMIES: Mapping[str, Mapping[str, str]] = NUMBERS.tables["armies"]
LANDS: Mapping[str, Mapping[str, Sequence[str]]] = NUMBERS.tables["lands"]
STEPS = {"here": Hex(0, 0), **HEXSIDES}
_ROW, _FIRST, _APART = "BEH", 2, 4
"""Where the blank board shows them, each far enough from the next: rows, the first column, and how far apart."""


def army_units() -> tuple[Piece, ...]:
    """Every unit of every army, as pieces of a palette."""
    return tuple(
        Piece(name, {"type": kind, "name": name}, group=army)
        for army, members in ARMIES.items()
        for name, kind in members.items()
    )


def lands() -> tuple[Brush, ...]:
    """Every stretch of land, to be laid where one points; once more, and the ground is open again."""
    return tuple(
        Brush(name=title.lower(), title=title, group="Stretches of land", shape=Shape.POINT, drawn=_laid(land), sample=(
            f"{_ROW[n // 3]}{_FIRST + 1 + _APART * (n % 3)}",
            f"{_ROW[n // 3]}{_FIRST + _APART * (n % 3)}",
            f"{_ROW[n // 3]}{_FIRST + 2 + _APART * (n % 3)}",
        ))
        for n, (title, land) in enumerate(LANDS.items())
    )  # fmt: skip


def board_of(data: Data) -> Board:
    """The bare board of the data of a battle."""
    known = data.get("board", {})
    return Board(**{key: known[key] for key in SHAPE if key in known})


def _laid(land: Mapping[str, Sequence[str]]) -> Callable[[Data, Sequence[str]], dict[str, Any]]:
    kinds, walls = {kind: sides for kind, sides in land.items() if kind != "ramparts"}, list(land.get("ramparts", ()))

    def drawn(data: Data, places: Sequence[str]) -> dict[str, Any]:
        board, known = board_of(data), data.get("board", {})
        middle = board.named(places[0], "places")
        around = {middle.plus(STEPS[side]): kind for kind, sides in kinds.items() for side in sides}
        names = {hex_name(hex_): kind for hex_, kind in around.items() if hex_ in board}
        terrain, ramparts = dict(known.get("terrain", {})), dict(known.get("ramparts", {}))
        here = hex_name(middle)
        if list(ramparts.get(here, ())) == walls and all(terrain.get(name) == kind for name, kind in names.items()):
            terrain = {name: kind for name, kind in terrain.items() if name not in names}
            ramparts.pop(here, None)
        else:
            terrain |= names
            ramparts |= {here: walls} if walls else {}
        return {**data, "board": {**known, "terrain": terrain, "ramparts": ramparts}}

    return drawn


def _missiles(kind: UnitType) -> Preset:
    held, moved = kind.dice
    return Preset(f"Range {kind.range}, {held} dice, {moved} moved", {"range": kind.range, "dice": [held, moved]})


def _rampart(data: Data, places: Sequence[str]) -> dict[str, Any]:
    """A rampart on the side of the first hex that lies towards the second; once more, and it is gone."""
    known, board = data.get("board", {}), board_of(data)
    here, *others = (board.named(place, "places") for place in places)
    sides = [side for side, step in HEXSIDES.items() if here.plus(step) in others]
    if others and not sides:
        raise BattleFileError(
            Code.CONFLICT, f"{' and '.join(places)} are not next to each other; a rampart stands on a hexside", "places"
        )
    ramparts = dict(known.get("ramparts", {}))
    had = list(ramparts.pop(places[0], ()))
    if left := [side for side in had if others and side not in sides] + [side for side in sides if side not in had]:
        ramparts[places[0]] = left
    return {**data, "board": {**known, "ramparts": ramparts}}


TYPES = tuple(Preset(kind.name, id_) for id_, kind in UNITS.items())
UNIT_FIELDS = {
    "type": FormField(ready=TYPES, own="types"),
    **forms(Unit),
    "missiles": FormField(
        title="Missiles of its own",
        ready=tuple({ready.title: ready for ready in map(_missiles, UNITS.values()) if ready.value["range"]}.values()),
    ),
    "missiles.range": FormField(unit="hexes"),
    "missiles.dice": FormField(title="Dice, held and moved"),
}
EDITING = Editing(
    place="a hex, such as E5",
    sides=(str(Side.BOTTOM), str(Side.TOP)),
    lists=(
        PieceList(
            name="units",
            title="Units",
            pieces=(*(Piece(kind.name, {"type": id_}) for id_, kind in UNITS.items()), *army_units()),
            placed=standing("units", "hex"),
            place=("hex",),
            side="side",
            fields=UNIT_FIELDS,
        ),
        PieceList(
            name="leaders",
            title="Leaders",
            pieces=(Piece("Leader", {}),),
            placed=standing("leaders", "hex"),
            place=("hex",),
            side="side",
        ),
    ),
    blank=lambda: {"turn": {"side": str(Side.BOTTOM)}, "units": []},
    fields=forms(State),
    brushes=(
        Brush(name="ramparts", title="Rampart", shape=Shape.BETWEEN, drawn=_rampart, sample=("E5", "E6")),
        *lands(),
    ),
    ground=Ground(
        title="Terrain",
        kinds=tuple(Preset(kind.name, id_) for id_, kind in TERRAIN.items()),
        bare="open ground",
        paths=(("board", "terrain", "{place}"),),
        own="terrain_types",
    ),
)
