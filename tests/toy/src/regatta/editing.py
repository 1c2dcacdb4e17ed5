"""How a battle is edited: boats by their rig, at their berths."""

from __future__ import annotations

from typing import Any

from fireline.game.editing import Data, Editing, Piece, PieceList, forms, standing
from regatta.state import Boat


def _at(entry: Data, place: str) -> Data:
    return {**entry, "berth": int(place) if place.isdecimal() else place}


def _released(data: Data, id_: str) -> dict[str, Any]:
    """Nobody waits for the captain of a boat that goes."""
    return {key: value for key, value in data.items() if not (key == "leaking" and value == id_)}


EDITING = Editing(
    blank=lambda: {"watch": "red", "boats": [{"id": "sloop", "flag": "red", "berth": 1}]},
    place="the number of a berth, such as 7",
    lists=(
        PieceList(
            name="boats",
            title="Boats",
            pieces=(
                Piece("Sloop", {"planks": 3, "cannons": 2}),
                Piece("Brig", {"planks": 5, "cannons": 4}),
                Piece("Hulk", {"planks": 6, "cannons": 0}),
            ),
            placed=standing("boats", _at),
            place=("berth",),
            side="flag",
            fields=forms(Boat),
        ),
    ),
    released=_released,
)
