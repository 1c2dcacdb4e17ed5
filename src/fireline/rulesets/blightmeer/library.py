"""A library of terrain: houses, ruins, towers, bridges and what stands around them, drawn in code about a middle.

Every piece is one or more entries of a battle file's `terrain`. Lengths are inches; y grows away from the reader, which
is north.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from types import MappingProxyType
from typing import Any

Entries = list[dict[str, Any]]
Point = tuple[float, float]

THICK = 0.25
"""How thick the walls of houses are."""
DOOR = {"width": 1.25, "height": 2}
WINDOW = {"width": 1, "sill": 1, "height": 1}
LOOPHOLE = {"width": 0.3, "sill": 1, "height": 0.8}
OCTAGON = ((1, 0.4), (0.4, 1), (-0.4, 1), (-1, 0.4), (-1, -0.4), (-0.4, -1), (0.4, -1), (1, -0.4))
"""The corners of a round thing whose half width is 1."""


def cottage(id_: str, at: Point) -> Entries:
    """Four walls without a roof, 6 x 5, with a door to the south and a window to every side."""
    west, east, south, north = _sides(at, 6, 5)
    return [
        _wall(f"{id_} south", (west, south), (east, south), 3, doors=[1], windows=[4]),
        _wall(f"{id_} north", (west, north), (east, north), 3, windows=[2.5]),
        _wall(f"{id_} west", (west, south), (west, north), 3, windows=[2]),
        _wall(f"{id_} east", (east, south), (east, north), 3, windows=[2]),
    ]


def barn(id_: str, at: Point) -> Entries:
    """A long house, 9 x 5, with a gate at both of its ends and a loophole in each long wall."""
    west, east, south, north = _sides(at, 9, 5)
    gate = {"along": 1.25, "width": 2.5, "height": 2.5}
    return [
        _wall(f"{id_} south", (west, south), (east, south), 3.5, windows=[4.35], pane=LOOPHOLE),
        _wall(f"{id_} north", (west, north), (east, north), 3.5, windows=[4.35], pane=LOOPHOLE),
        _with(_wall(f"{id_} west", (west, south), (west, north), 3.5), doors=[gate]),
        _with(_wall(f"{id_} east", (east, south), (east, north), 3.5), doors=[gate]),
    ]


def ruin(id_: str, at: Point) -> Entries:
    """What is left of a house: a corner with a window, a low wall, and rubble inside."""
    west, east, south, north = _sides(at, 6, 5)
    return [
        _wall(f"{id_} north", (west, north), (east, north), 3, windows=[1, 4]),
        _wall(f"{id_} west", (west, south + 1.5), (west, north), 2.2, windows=[1.2]),
        _wall(f"{id_} stump", (east, north - 2), (east, north), 1),
        _box(f"{id_} rubble", (at[0] + 1, at[1] - 0.5), (1.6, 1.1, 0.5), 25),
    ]


def watchtower(id_: str, at: Point) -> Entries:
    """A round tower, 4 wide and 4 high, on whose platform models stand behind a parapet."""
    west, east, south, north = _sides(at, 2.6, 2.6)
    return [
        _round(id_, at, 2, 4),
        _with(_wall(f"{id_} parapet south", (west, south), (east, south), 0.6), bottom=4),
        _with(_wall(f"{id_} parapet north", (west, north), (east, north), 0.6), bottom=4),
    ]


def gatehouse(id_: str, at: Point) -> Entries:
    """Two towers and a wall with a gate between them, on all of which models may stand."""
    x, y = at
    wall = _wall(f"{id_} wall", (x - 2.5, y), (x + 2.5, y), 3.5)
    return [
        _box(f"{id_} west tower", (x - 3.5, y), (2, 2, 4.5)),
        _box(f"{id_} east tower", (x + 3.5, y), (2, 2, 4.5)),
        _with(wall, thickness=1.25, doors=[{"along": 1.25, "width": 2.5, "height": 2.5}]),
    ]


def bridge(id_: str, at: Point) -> Entries:
    """A stone bridge, 8 long, with parapets and a step at both of its ends; one may look through beneath it."""
    x, y = at
    west, east, south, north = _sides(at, 5, 3)
    deck = _prism(f"{id_} deck", [(west, south), (east, south), (east, north), (west, north)], 0.3)
    return [
        _with(deck, bottom=1.2),
        _box(f"{id_} west step", (x - 3.25, y), (1.5, 3, 0.75)),
        _box(f"{id_} east step", (x + 3.25, y), (1.5, 3, 0.75)),
        *(
            _with(_wall(f"{id_} {side} parapet", (west, along), (east, along), 0.5), bottom=1.5)
            for side, along in (("south", south + 0.125), ("north", north - 0.125))
        ),
    ]


def tree(id_: str, at: Point) -> Entries:
    """A trunk, and a crown that begins above everybody's head."""
    return [_round(f"{id_} trunk", at, 0.35, 1.6), _with(_round(f"{id_} crown", at, 1.4, 2), bottom=1.6)]


def copse(id_: str, at: Point) -> Entries:
    """Three trees."""
    x, y = at
    spots = ((x - 1.6, y - 0.8), (x + 1.6, y - 1), (x + 0.1, y + 1.6))
    return [entry for n, spot in enumerate(spots, 1) for entry in tree(f"{id_} {n}", spot)]


def barrels(id_: str, at: Point) -> Entries:
    """Three barrels that stand close together."""
    x, y = at
    spots = ((x - 0.5, y - 0.3), (x + 0.5, y - 0.3), (x, y + 0.5))
    return [_round(f"{id_} {n}", spot, 0.42, 0.9) for n, spot in enumerate(spots, 1)]


def well(id_: str, at: Point) -> Entries:
    """A round well with its roof on two posts."""
    x, y = at
    return [
        _round(id_, at, 1, 0.8),
        _box(f"{id_} west post", (x - 0.9, y), (0.15, 0.15, 2.2)),
        _box(f"{id_} east post", (x + 0.9, y), (0.15, 0.15, 2.2)),
        {"id": f"{id_} roof", "box": {"at": [x, y, 2.2], "size": [2.4, 1.4, 0.2]}},
    ]


def stones(id_: str, at: Point) -> Entries:
    """A ring of six standing stones."""
    x, y = at
    ring = ((2.4, 0), (1.2, 2.1), (-1.2, 2.1), (-2.4, 0), (-1.2, -2.1), (1.2, -2.1))
    return [_box(f"{id_} {n}", (x + dx, y + dy), (0.8, 0.45, 1.8), 60 * n) for n, (dx, dy) in enumerate(ring, 1)]


STAMPS: Mapping[str, Callable[[str, Point], Entries]] = MappingProxyType(
    {
        one.__name__: one
        for one in (cottage, barn, ruin, watchtower, gatehouse, bridge, tree, copse, barrels, well, stones)
    }
)
"""Everything of the library by its name."""


def _sides(at: Point, width: float, depth: float) -> tuple[float, float, float, float]:
    """West, east, south and north of a rectangle about a middle."""
    return at[0] - width / 2, at[0] + width / 2, at[1] - depth / 2, at[1] + depth / 2


def _wall(
    id_: str,
    start: Point,
    end: Point,
    height: float,
    *,
    doors: Sequence[float] = (),
    windows: Sequence[float] = (),
    pane: Mapping[str, float] = WINDOW,
) -> dict[str, Any]:
    """A wall with its openings, each told by how far along it begins."""
    wall = {"from": list(start), "to": list(end), "height": height, "thickness": THICK}
    names = [f"{id_} window {n}" for n in range(1, len(windows) + 1)]
    panes = [{"id": name, "along": along, **pane} for name, along in zip(names, windows, strict=True)]
    gaps = [{"along": along, **DOOR} for along in doors]
    return {"id": id_, "wall": wall | ({"windows": panes} if panes else {}) | ({"doors": gaps} if gaps else {})}


def _with(entry: dict[str, Any], **more: Any) -> dict[str, Any]:
    """An entry whose shape says more."""
    (kind,) = (key for key in entry if key != "id")
    return {**entry, kind: {**entry[kind], **more}}


def _box(id_: str, at: Point, size: tuple[float, float, float], turn: float = 0) -> dict[str, Any]:
    return {"id": id_, "box": {"at": [*at, 0], "size": list(size)} | ({"turn": turn} if turn else {})}


def _prism(id_: str, outline: list[Point], height: float) -> dict[str, Any]:
    return {"id": id_, "prism": {"outline": [list(corner) for corner in outline], "height": height}}


def _round(id_: str, at: Point, radius: float, height: float) -> dict[str, Any]:
    corners = [(round(at[0] + x * radius, 3), round(at[1] + y * radius, 3)) for x, y in OCTAGON]
    return _prism(id_, corners, height)
