"""Faces of more than three corners, cut into triangles that do not leave them.

A face is cut as it is seen along the axis that its Newell normal is nearest to, which makes a simple polygon of every
flat face and rounds nothing.
"""

from __future__ import annotations

from collections.abc import Sequence
from itertools import pairwise
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from fireline.formats.meshes.pieces import limited
from fireline.game.errors import BattleFileError, Code
from fireline.geometry.measures import GRID
from fireline.geometry.shapes import triangulate
from fireline.geometry.solids import Point3

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
