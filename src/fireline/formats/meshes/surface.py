"""What makes triangles a surface: corners of sensible size, area, and edges that two triangles share.

A surface need not be closed to hide what is behind it. What is missing for a solid is counted, not refused.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from fireline.formats.meshes.parts import FARTHEST
from fireline.game.errors import BattleFileError, Code
from fireline.geometry.solids import GRID, quantise

SMALLEST = 0.001
"""The least that a model may measure at its longest, in the file's lengths: a thousand steps of the grid."""


class Surface(NamedTuple):
    """Which triangles to keep; how many edges belong to one triangle only, and how many to more than two of a part."""

    kept: NDArray[np.intp]
    leaks: int
    crowded: int


def on_grid(corners: NDArray[np.float64]) -> NDArray[np.float64]:
    """The corners on the grid that solids have; raises `BattleFileError` where one is no place in space.

    The grid is taken in the file's lengths. In a file in metres its steps are a thousandth of a millimetre.
    """
    if not np.isfinite(corners).all():
        raise BattleFileError(Code.MALFORMED, "has a corner that is no place: one of its numbers is not finite")
    if np.abs(corners).max() > FARTHEST:
        raise BattleFileError(Code.OUT_OF_RANGE, f"has a corner more than {FARTHEST:,.0f} units from the origin")
    points = corners.reshape(-1, 3)
    if (points.max(axis=0) - points.min(axis=0)).max() < SMALLEST:
        raise BattleFileError(Code.OUT_OF_RANGE, f"is smaller than {SMALLEST} units; export it larger")
    return quantise(corners) + 0.0  # without -0.0, which looks different where a solid is hashed


def check_surface(corners: NDArray[np.float64], part_of: NDArray[np.int64]) -> Surface:
    """What of a heap of triangles is a surface, and what it lacks for that of a solid.

    A triangle without area shows and hides nothing, and goes; so does one that repeats another of its part, the same
    way round. Edges are counted before, but each triangle once, whichever way it runs. Raises `BattleFileError` where
    nothing is left.
    """
    has_area = _has_area(corners)
    if not has_area.any():
        raise BattleFileError(Code.MISSING, "has no triangle with an area")
    ids = _numbered(np.rint(corners.reshape(-1, 3) * GRID).astype(np.int64)).reshape(-1, 3)
    real = np.flatnonzero((ids[:, 0] != ids[:, 1]) & (ids[:, 1] != ids[:, 2]) & (ids[:, 2] != ids[:, 0]))
    ids, parts = ids[real], part_of[real, None]
    sets = np.sort(ids, axis=1)
    crowded = int((_edges(np.hstack([parts, sets])) > 2).sum())
    leaks = int((_edges(np.hstack([parts * 0, sets])) == 1).sum())
    turn = (ids.argmin(axis=1)[:, None] + np.arange(3)) % 3
    kept = np.sort(real[_first(np.hstack([parts, np.take_along_axis(ids, turn, axis=1)]))])
    return Surface(kept[has_area[kept]], leaks, crowded)


def _has_area(corners: NDArray[np.float64]) -> NDArray[np.bool_]:
    """Whether each triangle has an area; exact for corners on the grid, up to differences of 64 units."""
    ax, ay, az = (corners[:, 1, axis] - corners[:, 0, axis] for axis in range(3))
    bx, by, bz = (corners[:, 2, axis] - corners[:, 0, axis] for axis in range(3))
    area: NDArray[np.bool_] = (ay * bz != az * by) | (az * bx != ax * bz) | (ax * by != ay * bx)
    return area


def _edges(triangles: NDArray[np.int64]) -> NDArray[np.int64]:
    """To how many different triangles each edge belongs; a triangle is its part and its corners, the lowest first."""
    single = triangles[_first(triangles)]
    return np.bincount(_numbered(np.concatenate([single[:, :3], single[:, [0, 2, 3]], single[:, [0, 1, 3]]])))


def _first(rows: NDArray[np.int64]) -> NDArray[np.intp]:
    """Where each of the different rows stands first."""
    return np.unique(_numbered(rows), return_index=True)[1]


def _numbered(rows: NDArray[np.int64]) -> NDArray[np.int64]:
    """A number for each row, from 0 on; equal rows have the same."""
    numbers = np.zeros(len(rows), dtype=np.int64)
    for column in rows.T:
        values, which = np.unique(column, return_inverse=True)
        numbers = np.unique(numbers * len(values) + which, return_inverse=True)[1].astype(np.int64)
    return numbers
