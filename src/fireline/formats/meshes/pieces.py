"""Triangles: the pieces that files of all kinds come to first, and what makes a surface of them.

A surface has corners of sensible size, areas, and edges that two triangles share. It need not be closed to hide what is
behind it: what is missing for a solid is counted, not refused.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import pairwise
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from fireline.game.errors import BattleFileError, Code
from fireline.game.modelfacts import FARTHEST
from fireline.geometry.measures import GRID
from fireline.geometry.shapes import triangulate
from fireline.geometry.solids import Point3, quantise

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
    return np.unique(keys, return_counts=True)[1]


def _keys(rows: Rows) -> NDArray[np.uint64]:
    """A key for each row, equal for equal rows."""
    keys = np.zeros(len(rows), dtype=np.uint64)
    for column in rows.T:
        keys ^= column.astype(np.uint64)
        keys *= _ODD
        keys ^= keys >> np.uint64(29)
    return keys


# --- faces of more than three corners ----------------------------------------------------


# They are cut into triangles that do not leave them. A face is cut as it is seen along the axis that its Newell normal
# is nearest to, which makes a simple polygon of every flat face and rounds nothing.


FACE_LIMIT = 1000
"""The most corners that a face may have."""

Floats = NDArray[np.float64]
Whole = NDArray[np.int64]


class Cut(NamedTuple):
    """Triangles as rows of three corners' numbers, and how many of the faces were not flat."""

    faces: Whole
    bent: int


def check_corners(count: int) -> int:
    """The number of a face's corners, if there is such a face; raises `BattleFileError`."""
    if count < 3:
        raise BattleFileError(Code.OUT_OF_RANGE, f"a face has {count} corners; it needs at least 3")
    return limited(count, "corners in a face", FACE_LIMIT)


def cut(points: Floats, order: Whole, counts: Whole) -> Cut:
    """Faces cut into triangles that run the same way round.

    `order` has the corners of all faces one after the other, `counts` how many each has, 3 or more.
    """
    starts = np.cumsum(counts) - counts
    three = order[starts[counts == 3][:, None] + np.arange(3)]
    quads = order[starts[counts == 4][:, None] + np.arange(4)]
    halves, rest, bent = _halved(points, quads)
    more = [order[start : start + count] for start, count in zip(starts, counts, strict=True) if count > 4]
    cuts = [three, halves]
    for face in (*quads[rest], *more):
        corners = [(x, y, z) for x, y, z in points[face].tolist()]
        cuts.append(face[np.array(_triangles(corners), dtype=np.int64).reshape(-1, 3)])
        bent += is_bent(corners)
    return Cut(np.concatenate(cuts), bent)


def _halved(points: Floats, quads: Whole) -> tuple[Whole, Whole, int]:
    """The halves of the quads that their first diagonal cuts, the numbers of the others, and how many are bent."""
    p = points[quads]
    with np.errstate(over="ignore", invalid="ignore"):  # what is not finite is found with all other corners
        a, b = p, p[:, (1, 2, 3, 0)]
        normals = np.stack([((a[..., i] - b[..., i]) * (a[..., j] + b[..., j])).sum(axis=1) for i, j in _NEXT], axis=1)
        axis = np.abs(normals).argmax(axis=1)
        side = np.sign(normals[np.arange(len(p)), axis])
        x, y = (np.take_along_axis(p, (axis[:, None] + n)[..., None] % 3, axis=2)[..., 0] for n in (1, 2))

        def turns(i: int, j: int, k: int) -> NDArray[np.bool_]:
            area = (x[:, j] - x[:, i]) * (y[:, k] - y[:, i]) - (y[:, j] - y[:, i]) * (x[:, k] - x[:, i])
            return np.asarray(area * side > 0)

        good = turns(0, 1, 2) & turns(0, 2, 3)
        away = p - p[:, :1]
        heights = sum(normals[:, None, axis] * away[..., axis] for axis in range(3))
        far = np.abs(heights).max(axis=1, initial=0) * GRID > np.sqrt((normals * normals).sum(axis=1))
    halves = quads[good][:, (0, 1, 2, 0, 2, 3)].reshape(-1, 3)
    return halves, np.flatnonzero(~good), int((far & good).sum())


_NEXT = ((1, 2), (2, 0), (0, 1))


def _triangles(face: Sequence[Point3]) -> list[tuple[int, int, int]]:
    """A face cut into triangles of its corners' numbers."""
    normal = _normal(face)
    axis = max(range(3), key=lambda axis: abs(normal[axis]))
    if not normal[axis]:  # a face that is a line is cut into lines
        return [(0, n, n + 1) for n in range(1, len(face) - 1)]
    side = 1 if normal[axis] > 0 else -1
    return triangulate([(point[axis - 2] * side, point[axis - 1]) for point in face])


def is_bent(face: Sequence[Point3]) -> bool:
    """Whether a corner stands more than a step of the grid off the plane of the face, so that the cut shows."""
    normal, start = _normal(face), face[0]
    long = sum(part * part for part in normal) ** 0.5
    heights = (sum(n * (a - b) for n, a, b in zip(normal, point, start, strict=True)) for point in face)
    return any(abs(height) * GRID > long for height in heights)


def _normal(face: Sequence[Point3]) -> Point3:
    """Which way a face looks, whether it is flat or not, by Newell's sums."""
    x = y = z = 0.0
    for (ax, ay, az), (bx, by, bz) in pairwise([*face, face[0]]):
        x += (ay - by) * (az + bz)
        y += (az - bz) * (ax + bx)
        z += (ax - bx) * (ay + by)
    return (x, y, z)
