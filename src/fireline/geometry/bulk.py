"""Solids of very many triangles: each point listed once, triangles in clusters, and a copy elsewhere costs nothing.

What is drawn of them is what would be drawn of a `Solid` of the same triangles, to the last pixel: clusters that no
pixel can show are passed over, and the others are moved where they stand triangle by triangle while they are drawn.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator, Sequence
from functools import cached_property
from hashlib import sha256
from math import sqrt
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from fireline.geometry.measures import CLUSTER
from fireline.geometry.outlines import cos_sin
from fireline.geometry.solids import Point3, Solid, moved

LARGE = 50_000
"""From so many triangles on a solid is kept as points and clusters."""
STAYS = (0.0, 0.0, 0.0, 1.0, 0.0, 1.0)
"""No move: x, y and z to go, cosine and sine of the turn, and scale."""
FINEST = 1 / 256
"""The first cell of a coarse solid, as a part of its longest side; each further one that is tried is longer."""
SPARE = 2.0**-16
"""Inches that a cluster's ball is larger than its triangles, more than any rounding."""

Floats = NDArray[np.float64]
Whole = NDArray[np.int64]


def solid_of(points: Floats, faces: Whole, part_of: Whole, parts: tuple[str, ...]) -> Solid:
    """The solid of these triangles, which are rows of three points' numbers, kept as fits their number."""
    if len(faces) < LARGE:
        return Solid(points[faces], part_of, parts)
    order = np.argsort(_along_a_curve(points[faces[:, 0]]), kind="stable")
    return Bulk(points, faces[order].astype(np.int32), part_of[order], parts)


def solid_from(corners: Floats, part_of: Whole, parts: tuple[str, ...]) -> Solid:
    """The same of triangles in the shape (n, 3, 3)."""
    if len(corners) < LARGE:
        return Solid(corners, part_of, parts)
    points, which = np.unique(corners.reshape(-1, 3), axis=0, return_inverse=True)
    return solid_of(points, which.reshape(-1, 3), part_of, parts)


class Bulk(Solid):
    """A solid of very many triangles, in the order of their clusters.

    `source` are its points before it was moved by `move`, and `own_balls` the balls around its clusters there.
    """

    def __init__(
        self,
        points: Floats,
        faces: NDArray[np.int32],
        part_of: Whole,
        parts: tuple[str, ...],
        *,
        move: tuple[float, ...] = STAYS,
        balls: Floats | None = None,
    ) -> None:
        facts = {"source": points, "faces": faces, "part_of": part_of}
        for name, array in facts.items():
            whole = np.ascontiguousarray(array)
            if whole is array and whole.flags.writeable:
                whole = whole.copy()
            whole.flags.writeable = False
            object.__setattr__(self, name, whole)
        object.__setattr__(self, "parts", parts)
        object.__setattr__(self, "move", move)
        object.__setattr__(self, "own_balls", _balls(points, faces) if balls is None else balls)

    source: Floats
    own_balls: Floats
    faces: NDArray[np.int32]
    move: tuple[float, ...]

    def __reduce__(self) -> tuple[type[Bulk], tuple[object, ...]]:
        return Bulk, (self.points, self.faces, self.part_of, self.parts)

    def __len__(self) -> int:
        return len(self.faces)

    @property
    def points(self) -> Floats:
        """The corners of all triangles, each place once."""
        if self.move == STAYS:
            return self.source
        return moved(self.source, self.move)

    @property
    def corners(self) -> Floats:  # pyright: ignore[reportIncompatibleVariableOverride] - a solid's are never assigned
        """The triangles in the shape (n, 3, 3), made anew each time."""
        return self.points[self.faces]

    @property
    def sides(self) -> Floats:  # pyright: ignore[reportIncompatibleVariableOverride] - a solid's are never assigned
        """None: its triangles are too many and too small."""
        return np.empty((0, 4, 3))

    @cached_property
    def digest(self) -> str:
        """A hash of everything the solid is; what is the same may have another one where it was moved otherwise."""
        content = sha256(self.source.tobytes())
        content.update(self.faces.tobytes())
        content.update(self.part_of.tobytes())
        content.update("\0".join(self.parts).encode() + repr(self.move).encode())
        return content.hexdigest()

    @cached_property
    def _settled(self) -> Bulk:
        """The same, its points where they stand."""
        return self if self.move == STAYS else Bulk(self.points, self.faces, self.part_of, self.parts)

    def only(self, parts: Collection[str]) -> Solid:
        """The triangles of these parts alone."""
        chosen = np.array([part in parts for part in self.parts], dtype=bool)[self.part_of]
        if chosen.all():
            return self
        faces = self.faces[chosen]
        used, which = np.unique(faces, return_inverse=True)
        points, part_of = self.points[used], self.part_of[chosen]
        if len(faces) < LARGE:
            return Solid(points[which.reshape(-1, 3)], part_of, self.parts)
        return Bulk(points, which.reshape(-1, 3).astype(np.int32), part_of, self.parts)

    def as_one(self, part: str) -> Solid:
        """The same triangles, all of one part."""
        none = np.zeros(len(self), dtype=np.int64)
        return Bulk(self.source, self.faces, none, (part,), move=self.move, balls=self.own_balls)

    def placed(self, at: Point3 = (0.0, 0.0, 0.0), turn: float = 0.0, scale: float = 1.0) -> Solid:
        """The solid scaled about its origin, turned counterclockwise by `turn` degrees, and moved to `at`."""
        here = self._settled
        move = (*at, *cos_sin(turn), scale)
        return Bulk(here.source, here.faces, here.part_of, here.parts, move=move, balls=here.own_balls)

    def mapped(self, axes: Sequence[tuple[int, int]]) -> Solid:
        """The solid with its axes changed for others."""
        here = self.points
        turned = np.stack([here[:, axis] * sign for axis, sign in axes], axis=-1) + 0.0
        return Bulk(turned, self.faces, self.part_of, self.parts)

    def over(self, point: tuple[float, float]) -> Floats:
        """The triangles of the clusters that may be over a point seen from above."""
        balls = self.balls
        dx, dy = balls[:, 0] - point[0], balls[:, 1] - point[1]
        there = np.repeat(dx * dx + dy * dy <= balls[:, 3] ** 2, CLUSTER)[: len(self)]
        faces = self.faces[there]
        return moved(self.source[faces], self.move)

    def blocks(self) -> Iterator[Floats]:
        """All triangles in their order, so many at once as take little memory."""
        for start in range(0, len(self), 256 * CLUSTER):
            yield moved(self.source[self.faces[start : start + 256 * CLUSTER]], self.move)

    @cached_property
    def balls(self) -> Floats:
        """A ball around each cluster: x, y and z of its centre, and its radius."""
        x, y, z, cos, sin, scale = self.move
        a, b, c, radius = self.own_balls.T * scale
        return np.stack([a * cos - b * sin + x, a * sin + b * cos + y, c + z, radius + SPARE], axis=1)

    def draw(self, camera: Floats, nearness: Floats, codes: NDArray[np.int32], code: int, step: int) -> None:
        """Draw what may be seen of it where it is nearer than what is there."""
        from fireline.geometry.rasteriser import draw_clusters

        draw_clusters(self.source, self.faces, self.balls, np.array(self.move), camera, nearness, codes, code, step)


class Coarse(NamedTuple):
    """A solid for a screen, and how far in inches a corner of it may be from where it belongs, 0 for exact."""

    solid: Solid
    error: float


def coarse(solid: Solid, most: int) -> Coarse:
    """The solid itself if it has at most so many triangles, else one of no more, for a screen.

    Corners of one cell become one of them, so that none moves farther than is told. Nothing is ruled by what comes
    out: a hole or a rod narrower than a cell may close or vanish.
    """
    if len(solid) <= most or not isinstance(solid, Bulk):
        return Coarse(solid, 0.0)
    points, (low, high) = solid.points, solid.bounds
    cell = max(b - a for a, b in zip(low, high, strict=True)) * FINEST
    while True:
        cells = ((points - np.array(low)) / cell).astype(np.int64)
        keys = (cells[:, 0] << 42) | (cells[:, 1] << 21) | cells[:, 2]
        _, first, which = np.unique(keys, return_index=True, return_inverse=True)
        if len(first) <= most:  # a surface has about twice as many triangles as corners
            faces = which.reshape(-1)[solid.faces].astype(np.int64)
            a, b, c = np.sort(faces, axis=1).T
            real = np.flatnonzero((a != b) & (b != c))
            rows = (a[real] << 42) | (b[real] << 21) | c[real]
            real = real[np.sort(np.unique(rows, return_index=True)[1])]
            if len(real) <= most:
                return Coarse(Solid(points[first[faces[real]]], solid.part_of[real], solid.parts), cell * sqrt(3))
        cell *= max(1.2, sqrt(2 * len(first) / most))


def _balls(points: Floats, faces: NDArray[np.int32]) -> Floats:
    """A ball around each cluster of triangles."""
    starts = np.arange(0, len(faces), CLUSTER)
    low = np.stack([np.minimum.reduceat(points[faces, axis].min(axis=1), starts) for axis in range(3)], axis=1)
    high = np.stack([np.maximum.reduceat(points[faces, axis].max(axis=1), starts) for axis in range(3)], axis=1)
    return np.column_stack([(low + high) / 2, np.sqrt(((high - low) ** 2).sum(axis=1)) / 2])


def _along_a_curve(points: Floats) -> NDArray[np.uint64]:
    """Where points lie along a curve that fills space, so that those with near numbers are near each other."""
    low, long = points.min(axis=0), max(float((points.max(axis=0) - points.min(axis=0)).max()), 2.0**-20)
    keys = np.zeros(len(points), dtype=np.uint64)
    for axis in range(3):
        cells = ((points[:, axis] - low[axis]) * (1023 / long)).astype(np.uint64)
        for bit in range(10):
            keys |= (cells >> np.uint64(bit) & np.uint64(1)) << np.uint64(3 * bit + axis)
    return keys
