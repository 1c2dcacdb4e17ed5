"""Faces that are looked through: the places in them, and what may be before a body seen from there.  Inches."""

from __future__ import annotations

from math import ceil, hypot
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from fireline.geometry.outlines import Point2
from fireline.geometry.solids import Point3, Solid

AROUND = 1.5
"""How much larger than the ball around a body the space is in which anything may be before it."""
STEP = 0.125
"""How close the places of an opening lie that are tried where the first nine do not show all, in inches;"""
MOST = 16
"""but not more than so many steps in a row or a column."""


class Face(NamedTuple):
    """An upright rectangle that is looked through, so far to the left of where it begins and of the way it runs.

    `shut` are the corners of a flat convex quadrilateral that nobody sees through from there, if one is known.
    """

    start: Point3
    way: Point2
    width: float
    height: float
    aside: float = 0.0
    shut: tuple[Point3, ...] = ()

    def place(self, along: float, up: float) -> Point3:
        """A place in it, so far along it and so far above its lower edge."""
        (x, y, z), (dx, dy) = self.start, self.way
        return x + dx * along - dy * self.aside, y + dy * along + dx * self.aside, z + up


def places_in(face: Face) -> tuple[list[Point2], list[Point2]]:
    """The places in a face that are tried: nine, and where they do not show all a grid."""
    wide, high = face.width, face.height
    from_middle = sorted(
        _grid(wide, high, 2, 2), key=lambda spot: abs(spot[0] / wide - 0.5) + abs(spot[1] / high - 0.5)
    )
    return from_middle, _grid(wide, high, *_steps(face))


def _steps(face: Face) -> tuple[int, int]:
    """How many columns and rows of places the grid over a face has."""
    columns, rows = (min(max(2 * ceil(length / STEP / 2), 2), MOST) for length in (face.width, face.height))
    return columns, rows


def gap_of(face: Face) -> float:
    """How far apart the places of the grid over a face are at the most."""
    columns, rows = _steps(face)
    return max(face.width / columns, face.height / rows)


def _grid(wide: float, high: float, columns: int, rows: int) -> list[Point2]:
    """Places over a face, its edges among them, row by row from the lower one up."""
    return [(wide * x / columns, high * y / rows) for y in range(rows + 1) for x in range(columns + 1)]


def between(balls: NDArray[np.float64], face: Face, body: Solid) -> NDArray[np.intp]:
    """Those in balls, as a `Crowd` has them, that may be before a body anywhere in a face, or a little beside it."""
    middle, (centre, radius) = np.array(face.place(face.width / 2, face.height / 2)), body.ball
    way, from_middle = np.array(centre) - middle, balls[:, :3] - middle
    along = np.clip((from_middle * way).sum(axis=1) / max((way * way).sum(), 1 / 4096), 0, 1)
    away = np.sqrt(((from_middle - along[:, None] * way) ** 2).sum(axis=1))
    return np.flatnonzero(away <= balls[:, 3] + max(hypot(face.width, face.height) / 2, AROUND * radius))


def part_between(solid: Solid, face: Face, body: Solid) -> Solid:
    """Those triangles of a solid that may be before a body anywhere in a face."""
    middles = solid.corners.mean(axis=1)
    radii = np.sqrt(((solid.corners - middles[:, None]) ** 2).sum(axis=2).max(axis=1))
    near = between(np.column_stack([middles, radii]), face, body)
    return Solid(solid.corners[near], solid.part_of[near], solid.parts)
