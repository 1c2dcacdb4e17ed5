"""How a battle is edited: units by type, leaders, terrain by the hex."""

from __future__ import annotations

from fireline.game.editing import Data, Editing, FormField, Ground, Piece, PieceList, Ready, standing
from fireline.rulesets.ancients.board import Side
from fireline.rulesets.ancients.pieces import TERRAIN, UNITS, UnitType


def _on(entry: Data, place: str) -> Data:
    return {**entry, "hex": place}


def _missiles(kind: UnitType) -> Ready:
    held, moved = kind.dice
    return Ready(f"Range {kind.range}, {held} dice, {moved} moved", {"range": kind.range, "dice": [held, moved]})


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
            pieces=tuple(Piece(kind.name, {"type": id_}) for id_, kind in UNITS.items()),
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
    ground=Ground(
        title="Terrain",
        kinds=tuple(Ready(kind.name, id_) for id_, kind in TERRAIN.items()),
        bare="open ground",
        paths=(("board", "terrain", "{place}"),),
        own="terrain_types",
    ),
)
