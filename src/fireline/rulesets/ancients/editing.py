"""How a battle is edited: units by type, leaders, terrain by the hex."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from fireline.game.editing import Brush, Data, Editing, FormField, Ground, Piece, PieceList, Ready, Shape, standing
from fireline.game.errors import BattleFileError, Code
from fireline.geometry.hexes import HEXSIDES, distance
from fireline.rulesets.ancients.board import Side
from fireline.rulesets.ancients.library import board_of, lands, units
from fireline.rulesets.ancients.pieces import TERRAIN, UNITS, UnitType
from fireline.rulesets.ancients.roster import hex_named
from fireline.rulesets.ancients.state import State


def _on(entry: Data, place: str) -> Data:
    return {**entry, "hex": place}


def _missiles(kind: UnitType) -> Ready:
    held, moved = kind.dice
    return Ready(f"Range {kind.range}, {held} dice, {moved} moved", {"range": kind.range, "dice": [held, moved]})


def _rampart(data: Data, places: Sequence[str]) -> dict[str, Any]:
    """A rampart on the side of the first hex that lies towards the second; once more, and it is gone."""
    known, board = data.get("board", {}), board_of(data)
    here, *others = (hex_named(board, place, "places") for place in places)
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


def _apart(state: State, one: str, other: str) -> float:
    return distance(hex_named(state.board, one, "place"), hex_named(state.board, other, "place"))


TYPES = tuple(Ready(kind.name, id_) for id_, kind in UNITS.items())
UNIT_FIELDS = {
    "type": FormField(ready=TYPES, own="types"),
    "moved": FormField(title="Has moved", unit="hexes"),
    "battled": FormField(title="Has battled"),
    "battles": FormField(title="May battle", unit="times a turn"),
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
            pieces=(*(Piece(kind.name, {"type": id_}) for id_, kind in UNITS.items()), *units()),
            placed=standing("units", _on),
            place=("hex",),
            side="side",
            fields=UNIT_FIELDS,
        ),
        PieceList(
            name="leaders",
            title="Leaders",
            pieces=(Piece("Leader", {}),),
            placed=standing("leaders", _on),
            place=("hex",),
            side="side",
        ),
    ),
    blank=lambda: {"turn": {"side": str(Side.BOTTOM)}, "units": []},
    apart=_apart,
    fields={
        "armies.top": FormField(title="Army at the top"),
        "armies.bottom": FormField(title="Army at the bottom"),
        "turn.starts_ordered": FormField(title="Units start ordered"),
    },
    brushes=(
        Brush(name="ramparts", title="Rampart", shape=Shape.BETWEEN, drawn=_rampart, sample=("E5", "E6")),
        *lands(),
    ),
    ground=Ground(
        title="Terrain",
        kinds=tuple(Ready(kind.name, id_) for id_, kind in TERRAIN.items()),
        bare="open ground",
        paths=(("board", "terrain", "{place}"),),
        own="terrain_types",
    ),
)
