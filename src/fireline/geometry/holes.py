"""Openings through walls of triangles: how thick a wall is around one, and which there are.  Inches, z up.

A line level and square to an opening meets the two faces of its wall beside the opening, and nothing in the middle.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING, NamedTuple

import numpy as np

from fireline.geometry.outlines import Point2, surfaces

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from fireline.geometry.solids import Point3, Solid

BESIDE = (0.02, 0.1, 0.3)
"""How far beside an opening its wall is sought: first close by, then a little farther, where its edges are worn."""
THICKEST = 2.0
"""No wall with an opening is thicker: what lies farther apart are two walls."""
ABOUT = 0.01
"""What lies so near to a place counts as there."""
SMALLEST = 0.1
"""The least width and height of an opening that is proposed."""
LARGEST_PLANE = 2_000
"""In a plane of more triangles no opening is sought; it would take long, and it is no built wall."""
MOST_CELLS = 40_000
"""Nor in one with so many corners at places of their own."""
BETWEEN = 0.31
"""No plain decimal is rounded up with it here and down there: triangles of one plane stay together."""
_STEPS = 10_000


class Hole(NamedTuple):
    """An upright opening: the middle of its sill at half the thickness of its wall, and its measures.

    `turn` says in degrees which way it runs, 0 along x.
    """

    at: Point3
    width: float
    height: float
    turn: float
    thickness: float


class Span(NamedTuple):
    """Where a wall lies on a line across it: from its right face to its left, measured to the left of a place."""

    right: float
    left: float

    @property
    def middle(self) -> float:
        """Halfway between its faces."""
        return (self.right + self.left) / 2

    @property
    def thickness(self) -> float:
        """From face to face."""
        return self.left - self.right


def wall_around(solid: Solid, start: Point3, way: Point2, width: float, height: float) -> Span | None:
    """The wall around an opening that begins at a place and runs along a way: the faces nearest to it on either side.

    The place lies in the wall or on one of its faces. The wall is sought below the sill, above, and on both sides.
    None where nothing is around the opening, or only what lies too far apart to be one wall.
    """
    for beside in BESIDE:
        ends = (width / 2, -beside), (width / 2, height + beside), (-beside, height / 2), (width + beside, height / 2)
        for along, up in ends:
            place = start[0] + way[0] * along, start[1] + way[1] * along, start[2] + up
            if (found := _wall_at(met(solid, place, way))) is not None:
                return found
    return None


def met(solid: Solid, place: Point3, way: Point2) -> list[float]:
    """How far to the left of a place a level line square to a way meets triangles, the rightmost first."""
    (x, y, z), (dx, dy) = place, way
    found: list[float] = []
    for corners in solid.blocks():
        east, north = corners[..., 0] - x, corners[..., 1] - y
        turned = np.stack([east * dx + north * dy, corners[..., 2] - z, north * dx - east * dy], axis=-1)
        found += surfaces(turned, (0.0, 0.0))
    return sorted(found)


def _wall_at(met: list[float]) -> Span | None:
    """The wall that a line goes through at 0, by where it meets triangles."""
    here = [far for far in met if abs(far) <= ABOUT]
    right = max((far for far in met if far < -ABOUT), default=-np.inf)
    left = min((far for far in met if far > ABOUT), default=np.inf)
    faces = [Span(right, here[0]), Span(here[-1], left)] if here else [Span(right, left)]
    thin = min((one for one in faces if one.thickness <= THICKEST), key=lambda one: one.thickness, default=None)
    return Span(here[0], here[-1]) if thin is None and here else thin


def holes_of(solid: Solid) -> list[Hole]:
    """The openings through upright plane walls, each once, from the lowest sill on; what is no wall has none."""
    found: dict[tuple[int, ...], Hole] = {}
    for normal, far, triangles in _planes(solid.corners):
        way = -normal[1] + 0.0, normal[0]  # a way whose left is behind the plane
        for along, low, width, height in _gaps(triangles, way):
            start = normal[0] * far + way[0] * along, normal[1] * far + way[1] * along, low
            if (hole := _hole(solid, start, way, width, height)) is not None:
                found.setdefault(tuple(round(value * 100) for value in (*hole.at, width, height)), hole)
    return sorted(found.values(), key=lambda hole: (hole.at[2], *hole.at[:2]))


def _hole(solid: Solid, start: Point3, way: Point2, width: float, height: float) -> Hole | None:
    """The opening that begins there; None where it does not go through its wall."""
    wall = wall_around(solid, start, way, width, height)
    middle = start[0] + way[0] * width / 2, start[1] + way[1] * width / 2, start[2] + height / 2
    if wall is None or any(wall.right - ABOUT <= far <= wall.left + ABOUT for far in met(solid, middle, way)):
        return None
    x, y = middle[0] - way[1] * wall.middle, middle[1] + way[0] * wall.middle
    turn = float(np.degrees(np.arctan2(way[1], way[0]))) % 180
    return Hole((x, y, start[2]), width, height, turn, wall.thickness)


def _planes(corners: NDArray[np.float64]) -> Iterator[tuple[Point2, float, NDArray[np.float64]]]:
    """The upright planes in which triangles lie: which way they look, how far from the origin, and the triangles."""
    normals = np.cross(corners[:, 1] - corners[:, 0], corners[:, 2] - corners[:, 0])
    long = np.hypot(normals[:, 0], normals[:, 1])
    upright = np.flatnonzero((long > 0) & (np.abs(normals[:, 2]) <= 1e-6 * long))
    flat = normals[upright, :2] / long[upright, None]
    flat *= np.where((flat[:, 1] > 1e-6) | ((np.abs(flat[:, 1]) <= 1e-6) & (flat[:, 0] > 0)), 1.0, -1.0)[:, None]
    far = (flat * corners[upright, 0, :2]).sum(axis=1)
    keys = np.rint(np.column_stack([flat * 1_000, far * 100]) + BETWEEN).astype(np.int64)
    _, first, plane = np.unique(keys, axis=0, return_index=True, return_inverse=True)
    for n, one in enumerate(first.tolist()):
        members = upright[plane.reshape(-1) == n]
        if 1 < len(members) <= LARGEST_PLANE:
            yield (float(flat[one, 0]), float(flat[one, 1])), float(far[one]), corners[members]


def _gaps(triangles: NDArray[np.float64], way: Point2) -> Iterator[tuple[float, float, float, float]]:
    """What triangles of a plane leave open and are all around: how far along the way and how high it begins, its size.

    The plane is cut into cells at every corner; each is all in a triangle or mostly beside it.
    """
    along = triangles[..., 0] * way[0] + triangles[..., 1] * way[1]
    flat = np.rint(np.stack([along, triangles[..., 2]], axis=-1) * _STEPS).astype(np.int64)
    edges = [np.unique(flat[..., axis]) for axis in range(2)]
    if len(edges[0]) * len(edges[1]) > MOST_CELLS:
        return
    taken = _taken(flat, edges)
    for cells in _closed_in(taken):
        (c0, r0), (c1, r1) = cells.min(axis=0), cells.max(axis=0) + 1
        x0, x1, z0, z1 = (edge / _STEPS for edge in (edges[0][c0], edges[0][c1], edges[1][r0], edges[1][r1]))
        if min(x1 - x0, z1 - z0) >= SMALLEST:
            yield float(x0), float(z0), float(x1 - x0), float(z1 - z0)


def _taken(flat: NDArray[np.int64], edges: list[NDArray[np.int64]]) -> NDArray[np.bool_]:
    """Which cells have their middle in a triangle."""
    x, z = ((edge[1:] + edge[:-1]) for edge in edges)  # twice the middles, so that they are whole
    taken = np.zeros((len(x), len(z)), dtype=bool)
    for a, b, c in flat * 2:
        columns = slice(*np.searchsorted(x, [min(a[0], b[0], c[0]), max(a[0], b[0], c[0])]))
        rows = slice(*np.searchsorted(z, [min(a[1], b[1], c[1]), max(a[1], b[1], c[1])]))
        px, pz = x[columns, None], z[None, rows]
        sides = [(q[0] - p[0]) * (pz - p[1]) - (q[1] - p[1]) * (px - p[0]) for p, q in ((a, b), (b, c), (c, a))]
        taken[columns, rows] |= np.logical_and.reduce([side >= 0 for side in sides]) | np.logical_and.reduce(
            [side <= 0 for side in sides]
        )
    return taken


def _closed_in(taken: NDArray[np.bool_]) -> Iterator[NDArray[np.int64]]:
    """Groups of cells that are not taken, side by side, none of them at the rim."""
    free = np.pad(~taken, 1, constant_values=True)
    while free.any():
        start = tuple(np.argwhere(free)[0].tolist())
        group, waiting = [], [start]
        free[start] = False
        while waiting:
            column, row = waiting.pop()
            group.append((column - 1, row - 1))
            for there in ((column + 1, row), (column - 1, row), (column, row + 1), (column, row - 1)):
                if 0 <= there[0] < free.shape[0] and 0 <= there[1] < free.shape[1] and free[there]:
                    free[there] = False
                    waiting.append(there)
        if (-1, -1) not in group:
            yield np.array(group)
