"""A library of ready pieces: units of old armies under their names, and stretches of land laid in one stroke."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any, NamedTuple

from fireline.game.editing import Brush, Data, Piece, Shape
from fireline.geometry.hexes import HEXSIDES
from fireline.rulesets.ancients.board import Board, hex_name
from fireline.rulesets.ancients.board import Shape as BoardShape
from fireline.rulesets.ancients.roster import hex_named

ARMIES: Mapping[str, Mapping[str, str]] = {
    "Rome": {"Velites": "light_infantry", "Hastati": "medium_infantry", "Principes": "medium_infantry",
             "Triarii": "heavy_infantry", "Equites": "medium_cavalry", "Cretan archers": "light_bow_infantry",
             "Scorpion": "light_war_machine"},
    "Carthage": {"Libyan spearmen": "heavy_infantry", "Balearic slingers": "light_sling_infantry",
                 "Numidian horse": "light_cavalry", "Iberian foot": "auxilia", "Gallic warband": "warrior",
                 "Sacred Band": "heavy_infantry", "War elephants": "elephant"},
    "Greeks and Macedonians": {"Phalanx": "heavy_infantry", "Hoplites": "medium_infantry", "Peltasts": "auxilia",
                               "Companions": "heavy_cavalry", "Rhodian slingers": "light_sling_infantry",
                               "Toxotai": "light_bow_infantry", "Stone thrower": "heavy_war_machine"},
    "Persia and the steppe": {"Immortals": "heavy_infantry", "Sparabara": "medium_infantry", "Horse archers":
                              "light_bow_cavalry", "Cataphracts": "cataphract_cavalry", "Camel riders": "camel",
                              "Scythed chariots": "heavy_chariot", "Archers": "light_bow_infantry"},
    "Gauls and Britons": {"Warband": "warrior", "Javelinmen": "light_infantry", "Noble horse": "medium_cavalry",
                          "Young riders": "light_cavalry", "Chariots": "light_barbarian_chariot",
                          "Hunters": "light_bow_infantry"},
}  # fmt: skip
"""Units of an army by the names that history knows them under, each with the type that it is played as."""


class Land(NamedTuple):
    """A stretch of land: the terrain of the hex that is pointed at ("") and of those on its sides, and its ramparts."""

    terrain: Mapping[str, str]
    ramparts: tuple[str, ...] = ()


LANDS: Mapping[str, Land] = {
    "Wood": Land(dict.fromkeys(("", "E", "SE"), "forest")),
    "Height": Land(dict.fromkeys(("", "E", "SW", "SE"), "hill")),
    "Bog": Land(dict.fromkeys(("", "W", "SW"), "marsh")),
    "Rocks": Land(dict.fromkeys(("", "NE", "E"), "broken_ground")),
    "Pond": Land(dict.fromkeys(("", *HEXSIDES), "lake")),
    "River with a ford": Land({"W": "river", "": "ford", "E": "river"}),
    "River with a bridge": Land({"W": "river", "": "bridge", "E": "river"}),
    "Camp behind ramparts": Land({"": "fortified_camp"}, ("NW", "NE", "E", "SE", "SW", "W")),
    "Walled town": Land(dict.fromkeys(("W", "NW", "NE", "E"), "city_wall")),
}
_ROW, _FIRST, _APART = "BEH", 2, 4
"""Where the blank board shows them, each far enough from the next: rows, the first column, and how far apart."""


def units() -> tuple[Piece, ...]:
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
    return Board(BoardShape(**{key: known[key] for key in BoardShape._fields if key in known}))


def _laid(land: Land) -> Callable[[Data, Sequence[str]], dict[str, Any]]:
    def drawn(data: Data, places: Sequence[str]) -> dict[str, Any]:
        board, known = board_of(data), data.get("board", {})
        middle = hex_named(board, places[0], "places")
        around = {side: middle.plus(HEXSIDES[side]) if side else middle for side in land.terrain}
        names = {hex_name(hex_): land.terrain[side] for side, hex_ in around.items() if hex_ in board}
        terrain, ramparts = dict(known.get("terrain", {})), dict(known.get("ramparts", {}))
        here = hex_name(middle)
        walled = list(ramparts.get(here, ())) == list(land.ramparts)
        if walled and all(terrain.get(name) == kind for name, kind in names.items()):
            terrain = {name: kind for name, kind in terrain.items() if name not in names}
            ramparts.pop(here, None)
        else:
            terrain |= names
            ramparts |= {here: list(land.ramparts)} if land.ramparts else {}
        return {**data, "board": {**known, "terrain": terrain, "ramparts": ramparts}}

    return drawn
