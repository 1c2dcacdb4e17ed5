"""Solids: triangles in space, each of a named part, joined, and cut along planes.  Lengths are inches, z points up.

Every corner lies on a grid of 2**-20 inch. The difference of two corners is then an exact float, so that moving
everything by whole steps of the grid changes no picture by a single pixel. A cut goes through an edge at one point
whichever of the edge's triangles is cut, so that what was a closed surface has no gap afterwards. A corner within a
step of the grid of a plane is put on it, so that no sliver is cut off what ends there but for the rounding.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property
from hashlib import sha256
from itertools import pairwise

import numpy as np
from numpy.typing import NDArray

from fireline.geometry.drawing import drawer
from fireline.geometry.measures import GRID
from fireline.geometry.outlines import cos_sin

Point3 = tuple[float, float, float]
BROAD = 0.05
"""A flat side of less than so many square inches is none of those that `Solid.sides` has,"""
MOST_SIDES = 256
"""nor is one beside so many larger ones."""
FLAT = 1e-5
"""Corners so near to a plane, in inches, lie in it but for the rounding."""


def quantise(values: NDArray[np.float64]) -> NDArray[np.float64]:
    """The nearest values on the grid."""
    snapped: NDArray[np.float64] = np.rint(values * GRID) / GRID
    return snapped


def moved(points: NDArray[np.float64], move: tuple[float, ...]) -> NDArray[np.float64]:
    """Points in the shape (..., 3) moved: x, y and z to go, cosine and sine of the turn, and scale."""
    x, y, z, cos, sin, scale = move
    a, b, c = (points[..., axis] * scale for axis in range(3))
    return quantise(np.stack([a * cos - b * sin + x, a * sin + b * cos + y, c + z], axis=-1)) + 0.0


@dataclass(frozen=True, eq=False)
class Solid:
    """A body made of triangles.

    `corners` has the shape (n, 3, 3): triangles, their corners counterclockwise seen from outside, x y z.
    `part_of` has the shape (n,): the number of each triangle's part in `parts`. Two solids with the same triangles
    and parts are equal, and hash alike.
    """

    corners: NDArray[np.float64]
    part_of: NDArray[np.int64]
    parts: tuple[str, ...]

    def __post_init__(self) -> None:
        for name, array in (("corners", self.corners), ("part_of", self.part_of)):
            whole = np.ascontiguousarray(array) + 0  # a copy as compiled code wants it, and no zero below zero
            whole.flags.writeable = False
            object.__setattr__(self, name, whole)

    def __reduce__(self) -> tuple[type[Solid], tuple[object, ...]]:
        return Solid, (self.corners, self.part_of, self.parts)

    @classmethod
    def of(cls, corners: NDArray[np.float64], part: str = "body") -> Solid:
        """A solid of one part; the corners are snapped to the grid."""
        snapped = quantise(np.asarray(corners, dtype=np.float64).reshape(-1, 3, 3))
        return cls(snapped, np.zeros(len(snapped), dtype=np.int64), (part,))

    def __len__(self) -> int:
        return len(self.corners)

    @property
    def points(self) -> NDArray[np.float64]:
        """The corners of all triangles, in the shape (p, 3)."""
        return self.corners.reshape(-1, 3)

    def over(self, point: tuple[float, float]) -> NDArray[np.float64]:
        """Triangles, all that are over a point seen from above among them."""
        return self.corners

    def blocks(self) -> Iterator[NDArray[np.float64]]:
        """All triangles in their order, some of them at once."""
        yield self.corners

    def draw(
        self, camera: NDArray[np.float64], nearness: NDArray[np.float64], codes: NDArray[np.int32], code: int, step: int
    ) -> None:
        """Draw it where it is nearer than what is there, as `rasteriser.draw` does."""
        drawer(len(self)).draw(self.corners, np.arange(len(self)), camera, nearness, codes, code, step)

    @cached_property
    def sides(self) -> NDArray[np.float64]:
        """Its largest triangles, and its convex quadrilaterals of two triangles in a row, in the shape (n, 4, 3).

        The last corner of a triangle stands twice. Nothing passes through a side.
        """
        a, b, c, d = (self.corners[:, 0], self.corners[:, 1], self.corners[:, 2], np.roll(self.corners[:, 2], -1, 0))
        upright = np.cross(b - a, c - a)
        size = np.sqrt((upright * upright).sum(axis=1))
        joined = ((np.roll(a, -1, 0) == a) & (np.roll(self.corners[:, 1], -1, 0) == c)).all(axis=1)
        joined &= np.abs(((d - a) * upright).sum(axis=1)) <= FLAT * size
        for one, other in ((c - a, d - a), (b - a, d - a), (c - b, d - b)):
            joined &= (np.cross(one, other) * upright).sum(axis=1) > 0
        every = np.stack([a, b, c, np.where(joined[:, None], d, c)], axis=1)
        largest = np.argsort(size)[-MOST_SIDES:]
        sides: NDArray[np.float64] = every[largest[size[largest] >= 2 * BROAD]]
        return sides

    @cached_property
    def digest(self) -> str:
        """A hash of everything the solid is."""
        content = sha256(self.corners.tobytes())
        content.update(self.part_of.tobytes())
        content.update("\0".join(self.parts).encode())
        return content.hexdigest()

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Solid) and self.digest == other.digest

    def __hash__(self) -> int:
        return hash(self.digest)

    @cached_property
    def bounds(self) -> tuple[Point3, Point3]:
        """The lowest and the highest x, y and z; raises `ValueError` for a solid without triangles."""
        x, y, z = self.points.T  # one by one: along the other axis it takes eight times as long
        return (float(x.min()), float(y.min()), float(z.min())), (float(x.max()), float(y.max()), float(z.max()))

    @cached_property
    def ball(self) -> tuple[Point3, float]:
        """A ball around the solid: its centre and radius."""
        (x0, y0, z0), (x1, y1, z1) = self.bounds
        x, y, z = (x0 + x1) / 2, (y0 + y1) / 2, (z0 + z1) / 2
        away = self.points
        dx, dy, dz = away[:, 0] - x, away[:, 1] - y, away[:, 2] - z
        return (x, y, z), float(np.sqrt((dx * dx + dy * dy + dz * dz).max()))

    @cached_property
    def triangle_balls(self) -> NDArray[np.float64]:
        """A ball around each triangle, as rows of x, y, z and radius."""
        middles = self.corners.mean(axis=1)
        radii = np.sqrt(((self.corners - middles[:, None]) ** 2).sum(axis=2).max(axis=1))
        return np.column_stack([middles, radii])

    def only(self, parts: Collection[str]) -> Solid:
        """The triangles of these parts alone; `parts` and their numbers stay as they are."""
        chosen = np.array([part in parts for part in self.parts], dtype=bool)[self.part_of]
        return Solid(self.corners[chosen], self.part_of[chosen], self.parts)

    def as_one(self, part: str) -> Solid:
        """The same triangles, all of one part."""
        return Solid(self.corners, np.zeros(len(self), dtype=np.int64), (part,))

    def placed(self, at: Point3 = (0.0, 0.0, 0.0), turn: float = 0.0, scale: float = 1.0) -> Solid:
        """The solid scaled about its origin, turned counterclockwise by `turn` degrees, and moved to `at`."""
        return Solid(moved(self.corners, (*at, *cos_sin(turn), scale)), self.part_of, self.parts)

    def mapped(self, axes: Sequence[tuple[int, int]]) -> Solid:
        """The solid with its axes changed for others: for x, y and z each the axis taken and its sign.

        >>> from fireline.geometry.shapes import box
        >>> box((1, 2, 3)).mapped([(0, 1), (2, 1), (1, -1)]).bounds  # laid on its side
        ((-0.5, 0.0, -1.0), (0.5, 3.0, 1.0))
        """
        turned = np.stack([self.corners[..., axis] * sign for axis, sign in axes], axis=-1)
        return Solid(turned, self.part_of, self.parts)


def join(solids: Iterable[Solid]) -> Solid:
    """One solid of all the triangles; parts of the same name become one."""
    solids = list(solids)
    names = tuple(dict.fromkeys(name for solid in solids for name in solid.parts))
    number = {name: n for n, name in enumerate(names)}
    part_of = [np.array([number[name] for name in solid.parts], dtype=np.int64)[solid.part_of] for solid in solids]
    corners = [solid.corners for solid in solids]
    return Solid(
        np.concatenate(corners) if corners else np.empty((0, 3, 3)),
        np.concatenate(part_of) if part_of else np.empty(0, dtype=np.int64),
        names,
    )


Corners = NDArray[np.float64]


def divided(corners: Corners, axis: int, at: float) -> tuple[Corners, NDArray[np.intp]]:
    """The triangles, those that a plane meets cut at it, and of each the number of the one that it is a piece of."""
    plane = float(quantise(np.array(at)))
    there = np.where(np.abs(corners[..., axis] - plane) <= 1 / GRID, plane, corners[..., axis])
    corners = np.stack([there if n == axis else corners[..., n] for n in range(3)], axis=-1)
    met = np.asarray((there < plane).any(axis=1) & (there > plane).any(axis=1))
    kept, across = np.flatnonzero(~met), np.flatnonzero(met).tolist()
    pieces = [(piece, n) for n in across for way in (1, -1) for piece in _side(corners[n].tolist(), axis, plane, way)]
    cut = np.array([piece for piece, _ in pieces], dtype=np.float64).reshape(-1, 3, 3)
    numbers = np.array([n for _, n in pieces], dtype=np.intp)
    return np.concatenate([corners[kept], cut]), np.concatenate([kept, numbers])


def within(corners: Corners, low: Point3, high: Point3) -> NDArray[np.bool_]:
    """Which triangles lie in an upright box; its sides belong to it."""
    return np.asarray(((corners >= low) & (corners <= high)).all(axis=(1, 2)))


def _side(triangle: list[list[float]], axis: int, at: float, way: int) -> Iterator[list[Point3]]:
    """The part of a triangle on one side of a plane, below it for a `way` of 1, in triangles that run as it did."""
    ring: list[Point3] = []
    for a, b in pairwise([*triangle, triangle[0]]):
        if (a[axis] - at) * way <= 0:
            ring.append((a[0], a[1], a[2]))
        if (a[axis] - at) * (b[axis] - at) < 0:
            ring.append(_between(min(a, b), max(a, b), axis, at))
    yield from ([ring[0], b, c] for b, c in pairwise(ring[1:]) if len({ring[0], b, c}) == 3)


def _between(a: list[float], b: list[float], axis: int, at: float) -> Point3:
    """Where an edge meets a plane."""
    share = (at - a[axis]) / (b[axis] - a[axis])
    point = quantise(np.array([p + (q - p) * share for p, q in zip(a, b, strict=True)])) + 0.0
    point[axis] = at
    x, y, z = point.tolist()
    return x, y, z
