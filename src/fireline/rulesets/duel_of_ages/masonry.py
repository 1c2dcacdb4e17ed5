"""Walls, archways and dots drawn on a map by hand: thin walls along a line, solid ones over an outline."""

from __future__ import annotations

import math
from collections.abc import Sequence
from fractions import Fraction
from typing import Any

from fireline.game.editing import Data
from fireline.game.entries import shown
from fireline.game.errors import BattleFileError, Code
from fireline.game.places import point_named
from fireline.geometry.grid import GRID, format_steps
from fireline.geometry.hexes import Hex, hex_around
from fireline.rulesets.duel_of_ages.board import space_name

THICKNESS = 0.1
"""How thick a wall is that is drawn along a line, in spaces; Fireline's own."""
NEAR = 0.25
"""How far from a wall one may point to mean it, in spaces."""
Point = tuple[float, float]


def line(data: Data, places: Sequence[str]) -> dict[str, Any]:
    """A thin wall from one point to another; one point alone takes away the wall there."""
    if len(places) == 1:
        return _without(data, places[0])
    (ax, ay), (bx, by) = (_flat(_point(place)) for place in places[:2])
    if not (length := math.hypot(bx - ax, by - ay)):
        raise BattleFileError(Code.CONFLICT, "begins and ends at the same point", "places")
    dx, dy = THICKNESS / 2 * (by - ay) / length, THICKNESS / 2 * (bx - ax) / length
    around = ((ax - dx, ay + dy), (bx - dx, by + dy), (bx + dx, by - dy), (ax + dx, ay - dy))
    return _with(data, [_axial(corner) for corner in around])


def solid(data: Data, places: Sequence[str]) -> dict[str, Any]:
    """A wall that fills an outline; one point alone takes away the wall there."""
    return _without(data, places[0]) if len(places) == 1 else _with(data, [_point(place) for place in places])


def corners(places: Sequence[str]) -> list[list[float | str]]:
    """A wall with these corners, as a battle file says it; whoever reads it checks that it is one."""
    return [_written(_point(place)) for place in places]


def archway(data: Data, places: Sequence[str]) -> dict[str, Any]:
    """An archway between two spaces, or no more where there is one."""
    archways = data["board"].get("archways", [])
    left = [pair for pair in archways if set(pair) != set(places)]
    return _board(data, archways=left if len(left) < len(archways) else [*archways, list(places)])


def dot(data: Data, places: Sequence[str]) -> dict[str, Any]:
    """The dot of a space at a point inside it, back in the middle where it is there already."""
    point, spaces = _point(places[0]), dict(data["board"]["spaces"])
    name = space_name(space_at(data, places[0]))
    given = spaces[name]
    terrain = given if isinstance(given, str) else given["terrain"]
    written = _written(point)
    there = isinstance(given, dict) and given.get("dot") == written
    spaces[name] = terrain if there else {"terrain": terrain, "dot": written}
    return _board(data, spaces=spaces)


def space_at(data: Data, place: str) -> Hex:
    """The space of a map in which a point lies; raises `BattleFileError`."""
    space = hex_around(Hex(*(round(number * GRID) for number in _point(place))), GRID)
    if space is None or space_name(space) not in data["board"]["spaces"]:
        raise BattleFileError(Code.NO_PLACE, f"{shown(place)} does not lie inside a space of this map", "places")
    return space


def _with(data: Data, points: Sequence[tuple[Fraction, Fraction]]) -> dict[str, Any]:
    wall = [_written(point) for point in points]
    return _board(data, walls=[*data["board"].get("walls", []), wall])


def _without(data: Data, place: str) -> dict[str, Any]:
    """The map without the wall that is meant at a point: the nearest one, if it is near."""
    here = _flat(_point(place))
    walls = [(_far(here, wall), n) for n, wall in enumerate(data["board"].get("walls", []))]
    far, nearest = min(walls, default=(math.inf, -1))
    if far > NEAR:
        raise BattleFileError(Code.NO_PLACE, f"there is no wall at {shown(place)}", "places")
    return _board(data, walls=[wall for n, wall in enumerate(data["board"]["walls"]) if n != nearest])


def _far(here: Point, wall: Sequence[Sequence[float | str]]) -> float:
    """How far a point is from a wall, 0 inside it."""
    around = [_flat((Fraction(q), Fraction(r))) for q, r in wall]
    sides = list(zip(around, [*around[1:], around[0]], strict=True))
    crossed = [
        here[0] < a[0] + (here[1] - a[1]) / (b[1] - a[1]) * (b[0] - a[0])
        for a, b in sides
        if (a[1] > here[1]) != (b[1] > here[1])
    ]
    return 0.0 if sum(crossed) % 2 else min(_far_from_side(here, a, b) for a, b in sides)


def _far_from_side(here: Point, a: Point, b: Point) -> float:
    dx, dy = b[0] - a[0], b[1] - a[1]
    along = ((here[0] - a[0]) * dx + (here[1] - a[1]) * dy) / (dx * dx + dy * dy)
    t = max(0.0, min(1.0, along))
    return math.dist(here, (a[0] + t * dx, a[1] + t * dy))


def _board(data: Data, **changed: Any) -> dict[str, Any]:
    return {**data, "board": {**data["board"], **changed}}


def _point(place: str) -> tuple[Fraction, Fraction]:
    q, r = point_named(place, ("q", "r"), "spaces")
    return q, r


def _flat(point: tuple[Fraction, Fraction]) -> Point:
    """A point as it is drawn, where all steps are equally long."""
    q, r = map(float, point)
    return q + r / 2, r * math.sqrt(3) / 2


def _axial(point: Point) -> tuple[Fraction, Fraction]:
    """The point of the map nearest to a drawn one, to a hundredth of a space."""
    r = point[1] * 2 / math.sqrt(3)
    return Fraction(round(100 * (point[0] - r / 2)), 100), Fraction(round(100 * r), 100)


def _written(point: tuple[Fraction, Fraction]) -> list[float | str]:
    """A point of the grid of maps, as a battle file says it."""
    return [format_steps(round(number * GRID)) for number in point]
