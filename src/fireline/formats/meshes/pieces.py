"""Triangles: the pieces that files of all kinds come to first, and what makes a surface of them.

A surface has corners of sensible size, areas, and edges that two triangles share. It need not be closed to hide what is
behind it: what is missing for a solid is counted, not refused.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from fireline.game.errors import BattleFileError, Code
from fireline.game.modelfacts import FARTHEST
from fireline.geometry.measures import GRID
from fireline.geometry.solids import quantise

TRIANGLE_LIMIT = 2_000_000
"""The most triangles that are read; also the most faces and, three for each, corners that a file may list."""
SMALLEST = 0.001
"""The least that a model may measure at its longest: a thousand steps of the grid."""

Rows = NDArray[np.int64]

_ODD = np.uint64(0x9E3779B97F4A7C15)
Points = NDArray[np.float64]
Faces = NDArray[np.int64]


@dataclass(frozen=True, eq=False)
class Piece:
    """Triangles that stand together in a file.

    `points` has the shape (p, 3) and the lengths and axes of the file; `faces` has the shape (n, 3) and says which
    points are the corners of each triangle. `names` are those of the object, then of the group, then of the material
    that they belong to, as far as there are any. `bent` counts the faces that were not flat, so that it shows where
    they were cut into triangles; `note` is a sentence that people should know of it.
    """

    points: NDArray[np.float64]
    faces: NDArray[np.int64]
    names: tuple[str, ...] = ()
    bent: int = 0
    note: str = ""


def heap(corners: NDArray[np.float64]) -> Piece:
    """A piece of triangles that share no corner, given in the shape (n, 3, 3)."""
    return Piece(corners.reshape(-1, 3), np.arange(3 * len(corners)).reshape(-1, 3))


def compact(points: NDArray[np.float64], faces: NDArray[np.int64]) -> tuple[NDArray[np.float64], NDArray[np.int64]]:
    """The same triangles and none but their own points, in their order."""
    used = np.zeros(len(points), dtype=bool)
    used[faces] = True
    return (points, faces) if used.all() else (points[used], (np.cumsum(used) - 1)[faces])


def as_floats(values: NDArray[Any]) -> NDArray[np.float64]:
    """Numbers in 64 bits; those that are none are found with all other corners."""
    with np.errstate(invalid="ignore"):
        return values.astype(np.float64)


def limited(count: int, what: str = "triangles", most: int = 0) -> int:
    """The count itself if that many are read, at most `TRIANGLE_LIMIT` of triangles; else raises `BattleFileError`."""
    most = most or TRIANGLE_LIMIT
    if count > most:
        raise BattleFileError(Code.TOO_LARGE, f"has {count:,} {what}; at most {most:,} are read")
    return count


class Surface(NamedTuple):
    """Which triangles to keep; how many edges belong to one triangle only, and how many to more than two of a part."""

    kept: NDArray[np.intp]
    leaks: int
    crowded: int


def on_grid(points: Points, inches: float | None) -> Points:
    """The corners in inches, on the grid of solids; raises `BattleFileError` where one is no place in space.

    One of the file's units is so many inches long. Corners come to inches before they come to the grid: so a figure
    has the same body whatever the unit of its file is. Where nobody says how long a unit is, it is taken for an inch.
    """
    if not np.isfinite(points).all():
        raise BattleFileError(Code.MALFORMED, "has a corner that is no place: one of its numbers is not finite")
    if np.abs(points).max() > FARTHEST:
        raise BattleFileError(Code.OUT_OF_RANGE, f"has a corner more than {FARTHEST:,.0f} units from the origin")
    on_table = points * (1.0 if inches is None else inches)
    if (on_table.max(axis=0) - on_table.min(axis=0)).max() < SMALLEST:
        unit = "units" if inches is None else "inches"
        raise BattleFileError(Code.OUT_OF_RANGE, f"is smaller than {SMALLEST} {unit}; export it larger")
    return quantise(on_table) + 0.0  # without -0.0, which looks different where a solid is hashed


def welded(points: Points, faces: Faces) -> tuple[Points, Faces]:
    """The same triangles with each place in space listed once."""
    which, first = numbered(np.rint(points * GRID).astype(np.int64))
    return points[first], which[faces]


def check_surface(points: Points, faces: Faces, part_of: NDArray[np.int64]) -> Surface:
    """What of a heap of triangles with welded points is a surface, and what it lacks for that of a solid.

    A triangle without area shows and hides nothing, and goes; so does one that repeats another of its part, the same
    way round. Edges are counted before, but each triangle once, whichever way it runs. Raises `BattleFileError` where
    nothing is left.
    """
    has_area = _has_area(points, faces)
    if not has_area.any():
        raise BattleFileError(Code.MISSING, "has no triangle with an area")
    real = np.flatnonzero((faces[:, 0] != faces[:, 1]) & (faces[:, 1] != faces[:, 2]) & (faces[:, 2] != faces[:, 0]))
    sets = np.column_stack([part_of[real], np.sort(faces[real], axis=1)])
    single, kept = np.ones(len(real), dtype=bool), np.ones(len(real), dtype=bool)
    if len(twice := equal_rows(sets)):
        single[twice], kept[twice] = False, False
        single[twice[_first(sets[twice])]] = True
        some = faces[real[twice]]
        turn = (some.argmin(axis=1)[:, None] + np.arange(3)) % 3
        ways = np.column_stack([sets[twice, 0], np.take_along_axis(some, turn, axis=1)])
        kept[twice[_first(ways)]] = True
    here = real[kept]
    return Surface(here[has_area[here]], *_edges(sets[single], len(points)))


def _edges(sets: NDArray[np.int64], points: int) -> tuple[int, int]:
    """How many edges belong to one triangle, and how many to more than two of a part; rows are part and corners."""
    parts, a, b, c = sets.T
    keys = np.concatenate([a * points + b, b * points + c, a * points + c])
    leaks = int((counted(keys) == 1).sum())
    apart = np.flatnonzero(np.bincount(parts))
    if len(apart) == 1:
        return leaks, int((counted(keys) > 2).sum())
    of = np.tile(parts, 3)
    return leaks, sum(int((counted(keys[of == part]) > 2).sum()) for part in apart)


def _has_area(points: Points, faces: Faces) -> NDArray[np.bool_]:
    """Whether each triangle has an area; exact for corners on the grid, up to differences of 64 units."""
    start = points[faces[:, 0]]
    ax, ay, az = (points[faces[:, 1]] - start).T
    bx, by, bz = (points[faces[:, 2]] - start).T
    area: NDArray[np.bool_] = (ay * bz != az * by) | (az * bx != ax * bz) | (ax * by != ay * bx)
    return area


def _first(rows: NDArray[np.int64]) -> NDArray[np.intp]:
    """Where each of the different rows stands first."""
    return np.unique(rows, axis=0, return_index=True)[1]


def numbered(rows: Rows) -> tuple[NDArray[np.int64], NDArray[np.intp]]:
    """A number for each row, from 0 on, the same for equal rows; and where the row of each number stands first."""
    _, first, which = np.unique(_keys(rows), return_index=True, return_inverse=True)
    if (rows[first][which] != rows).any():  # two rows have the same key
        _, first, which = np.unique(rows, axis=0, return_index=True, return_inverse=True)
    return which.reshape(-1).astype(np.int64), first


def equal_rows(rows: Rows) -> NDArray[np.intp]:
    """Where rows stand that may have an equal one, in their order; all that have one are among them."""
    keys = _keys(rows)
    order = np.argsort(keys)
    same = np.diff(keys[order]) == 0
    return np.sort(order[np.append(same, False) | np.append(False, same)])


def counted(keys: NDArray[np.int64]) -> NDArray[np.intp]:
    """How often each different number occurs."""
    ordered = np.sort(keys)
    starts = np.flatnonzero(np.append(True, np.diff(ordered) != 0))
    return np.diff(np.append(starts, len(ordered)))


def _keys(rows: Rows) -> NDArray[np.uint64]:
    """A key for each row, equal for equal rows."""
    keys = np.zeros(len(rows), dtype=np.uint64)
    for column in rows.T:
        keys ^= column.astype(np.uint64)
        keys *= _ODD
        keys ^= keys >> np.uint64(29)
    return keys
