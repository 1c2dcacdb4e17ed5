"""Faces of more than three corners, cut into triangles that do not leave them."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import pairwise

from fireline.formats.meshes.pieces import limited
from fireline.game.errors import BattleFileError, Code
from fireline.geometry.shapes import triangulate
from fireline.geometry.solids import GRID, Point3

FACE_LIMIT = 1000
"""The most corners that a face may have."""

Triangle = tuple[Point3, Point3, Point3]


def cut(face: Sequence[Point3]) -> list[Triangle]:
    """A face cut into triangles that run the same way round; raises `BattleFileError` for what is no face."""
    if len(face) < 3:
        raise BattleFileError(Code.OUT_OF_RANGE, f"a face has {len(face)} corners; it needs at least 3")
    if len(face) == 3:
        return [(face[0], face[1], face[2])]
    limited(len(face), "corners in a face", FACE_LIMIT)
    normal = _normal(face)
    axis = max(range(3), key=lambda axis: abs(normal[axis]))
    if not normal[axis]:  # a face that is a line is cut into lines
        return [(face[0], b, c) for b, c in pairwise(face[1:])]
    side = 1 if normal[axis] > 0 else -1
    seen = [(point[axis - 2] * side, point[axis - 1]) for point in face]
    return [(face[a], face[b], face[c]) for a, b, c in triangulate(seen)]


def is_bent(face: Sequence[Point3]) -> bool:
    """Whether a corner stands more than a step of the grid off the plane of the face, so that the cut shows."""
    if len(face) == 3:
        return False
    normal, start = _normal(face), face[0]
    long = sum(part * part for part in normal) ** 0.5
    heights = (sum(n * (a - b) for n, a, b in zip(normal, point, start, strict=True)) for point in face)
    return any(abs(height) * GRID > long for height in heights)


def _normal(face: Sequence[Point3]) -> Point3:
    """Which way a face looks, whether it is flat or not."""
    x = y = z = 0.0
    for (ax, ay, az), (bx, by, bz) in pairwise([*face, face[0]]):
        x += (ay - by) * (az + bz)
        y += (az - bz) * (ax + bx)
        z += (ax - bx) * (ay + by)
    return (x, y, z)
