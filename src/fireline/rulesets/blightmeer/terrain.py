"""What stands on the table: boxes, prisms, walls with openings, hills and meshes.  Inches, z up."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Iterator
from dataclasses import dataclass
from fractions import Fraction
from functools import cached_property
from itertools import pairwise
from typing import TYPE_CHECKING

from fireline.geometry.model import Model
from fireline.geometry.outlines import Outline, Point2, distance_to, encloses, inside, rectangle, scaled, surfaces
from fireline.rulesets.blightmeer.board import added, exact, root

if TYPE_CHECKING:
    from fireline.geometry.solids import Point3, Solid

SLACK = 0.02
"""How far, in inches, a base may stick into something: models are placed by hand."""
FOOT = 0.1
"""How high, in inches, uneven ground may reach into a model that stands on it."""


@dataclass(frozen=True)
class Terrain(ABC):
    """One piece of terrain."""

    id: str

    @cached_property
    @abstractmethod
    def solid(self) -> Solid:
        """The piece as triangles on the table."""

    @abstractmethod
    def height_at(self, point: Point2) -> float | None:
        """The highest surface of the piece over a point of the table, None beside it."""

    @abstractmethod
    def holds(self, point: Point2, radius: float, low: float, high: float) -> bool:
        """Whether an upright round body, from `low` to `high`, sticks into the piece by more than `SLACK`."""


@dataclass(frozen=True)
class Block(Terrain):
    """An upright block over a simple polygon: a box or a prism."""

    outline: Outline
    bottom: float
    height: float
    kind: str = "prism"

    @cached_property
    def solid(self) -> Solid:
        """The block."""
        from fireline.geometry.shapes import prism  # with numpy, as every solid

        return prism(self.outline, self.height, self.id, self.bottom)

    @cached_property
    def top(self) -> float:
        """The height of its upper side."""
        return added(self.bottom, self.height)

    @cached_property
    def _bounds(self) -> tuple[Point2, Point2]:
        """The lowest and the highest x and y."""
        xs, ys = zip(*self.outline, strict=True)
        return (min(xs), min(ys)), (max(xs), max(ys))

    def height_at(self, point: Point2) -> float | None:
        """The top."""
        return self.top if _near(point, *self._bounds) and inside(point, self.outline) else None

    def holds(self, point: Point2, radius: float, low: float, high: float) -> bool:
        """Whether the body overlaps the block in height and seen from above."""
        if high <= self.bottom + SLACK or low >= self.top - SLACK or not _near(point, *self._bounds, radius):
            return False
        return inside(point, self.outline) or distance_to(point, self.outline) < radius - SLACK


@dataclass(frozen=True)
class Box(Block):
    """A box as it is given: the centre of its footprint with its bottom, its size, and how it is turned."""

    at: Point3 = (0.0, 0.0, 0.0)
    size: Point3 = (1.0, 1.0, 1.0)
    turn: float = 0.0

    @classmethod
    def of(cls, id_: str, at: Point3, size: Point3, turn: float) -> Box:
        """The box of these measures."""
        outline = rectangle((at[0], at[1]), (size[0], size[1]), turn)
        return cls(id_, outline, at[2], size[2], "box", at, size, turn)


@dataclass(frozen=True)
class Opening:
    """A window or a door in a wall: where along it it begins, its width, its sill above the wall's foot, its height."""

    id: str
    along: float
    width: float
    sill: float
    height: float
    window: bool = True

    @cached_property
    def top(self) -> float:
        """Its upper edge above the wall's foot."""
        return added(self.sill, self.height)

    @cached_property
    def end(self) -> float:
        """Where it ends along the wall."""
        return added(self.along, self.width)


@dataclass(frozen=True)
class Wall(Terrain):
    """A straight wall from one point to another, half its thickness on either side, with openings in it."""

    start: Point2
    end: Point2
    height: float
    thickness: float
    bottom: float = 0.0
    openings: tuple[Opening, ...] = ()

    @cached_property
    def length(self) -> float:
        """From one end to the other."""
        return root(sum(((exact(b) - exact(a)) ** 2 for a, b in zip(self.start, self.end, strict=True)), Fraction()))

    @cached_property
    def whole(self) -> Block:
        """The wall without any opening."""
        return Block(self.id, self.strip(0.0, self.length), self.bottom, self.height, "wall")

    @cached_property
    def blocks(self) -> tuple[Block, ...]:
        """The wall as blocks: it is cut at the sides of its openings, and each length holds what is left of it."""
        cuts = sorted({0.0, self.length, *(x for one in self.openings for x in (one.along, one.end))})
        return tuple(
            Block(self.id, self.strip(left, right), added(self.bottom, low), added(high, -low), "wall")
            for left, right in pairwise(cuts)
            for low, high in self._standing((left + right) / 2)
        )

    def _standing(self, along: float) -> Iterator[tuple[float, float]]:
        """What heights the wall takes up at a place along it."""
        low = 0.0
        for gap in sorted((o.sill, o.top) for o in self.openings if o.along < along < o.end):
            if gap[0] > low:
                yield low, gap[0]
            low = max(low, gap[1])
        if low < self.height:
            yield low, self.height

    def point(self, along: float, across: float = 0.0) -> Point2:
        """A point of the wall seen from above: so far along it, and so far to the left of its middle."""
        (x0, y0), (x1, y1) = self.start, self.end
        dx, dy = (x1 - x0) / self.length, (y1 - y0) / self.length
        return x0 + dx * along - dy * across, y0 + dy * along + dx * across

    def strip(self, left: float, right: float) -> Outline:
        """A length of the wall seen from above, from one place along it to another."""
        half = self.thickness / 2
        return tuple(self.point(*corner) for corner in ((left, -half), (right, -half), (right, half), (left, half)))

    def side_of(self, point: Point2) -> int:
        """On which side of the wall a point lies: 1 left of it, -1 right, 0 on its middle."""
        (x0, y0), (x1, y1) = self.start, self.end
        turn = (x1 - x0) * (point[1] - y0) - (y1 - y0) * (point[0] - x0)
        return (turn > 0) - (turn < 0)

    @cached_property
    def solid(self) -> Solid:
        """The wall round its openings."""
        from fireline.geometry.solids import join

        return join(block.solid for block in self.blocks)

    def height_at(self, point: Point2) -> float | None:
        """The top of the wall, where it stands."""
        if self.whole.height_at(point) is None:
            return None
        heights = [height for block in self.blocks if (height := block.height_at(point)) is not None]
        return max(heights, default=None)

    def holds(self, point: Point2, radius: float, low: float, high: float) -> bool:
        """Whether the body stands in any block of it."""
        body = point, radius, low, high
        return self.whole.holds(*body) and any(block.holds(*body) for block in self.blocks)


@dataclass(frozen=True)
class Hill(Terrain):
    """A hill over a convex polygon: terraces where `steps` are given, else one slope up to a flat top.

    `top` is the size of the flat top as a part of the foot. Who stands on it stands level, where his base's centre is.
    """

    outline: Outline
    height: float
    steps: int = 0
    top: float = 0.5
    bottom: float = 0.0

    @cached_property
    def terraces(self) -> tuple[Block, ...]:
        """The terraces, the lowest first."""
        return tuple(
            Block(self.id, scaled(self.outline, self._share(n)), low, added(high, -low), "hill")
            for n, (low, high) in enumerate(pairwise((self.bottom, *self._levels)))
        )

    @property
    def _levels(self) -> list[float]:
        """How high each terrace is."""
        foot, height = exact(self.bottom), exact(self.height)
        return [float(foot + height * n / self.steps) for n in range(1, self.steps + 1)]

    @property
    def _flat(self) -> Outline:
        """The flat top of a slope."""
        return scaled(self.outline, self.top)

    def _share(self, terrace: int) -> float:
        return 1.0 - (1.0 - self.top) * terrace / (self.steps - 1) if self.steps > 1 else 1.0

    @cached_property
    def solid(self) -> Solid:
        """The hill."""
        from fireline.geometry.shapes import frustum
        from fireline.geometry.solids import join

        if self.steps:
            return join(block.solid for block in self.terraces)
        return frustum(self.outline, self._flat, self.height, self.id, self.bottom)

    def height_at(self, point: Point2) -> float | None:
        """The ground over a point."""
        if self.steps:
            under = (
                level for level, one in zip(self._levels, self.terraces, strict=True) if inside(point, one.outline)
            )
            return max(under, default=None)
        if inside(point, self._flat):
            return added(self.bottom, self.height)
        return max(surfaces(self.solid.corners, point), default=None)

    def holds(self, point: Point2, radius: float, low: float, high: float) -> bool:
        """Whether the body's feet are below the ground where its centre is; its base may cut into the slope."""
        ground = self.height_at(point)
        return ground is not None and low < ground - SLACK and high > self.bottom + SLACK


@dataclass(frozen=True)
class Mesh(Terrain):
    """A mesh file on the table: so many inches for one of its units, turned about its origin, which is put at `at`."""

    file: str
    model: Model
    at: Point3
    turn: float = 0.0
    scale: float | None = None

    @property
    def inches(self) -> float:
        """The inches of one unit of the file."""
        given = self.scale if self.scale is not None else self.model.inches
        return 1.0 if given is None else given

    @cached_property
    def solid(self) -> Solid:
        """The mesh, all of it one part."""
        return self.model.solid.placed(self.at, self.turn, self.inches).as_one(self.id)

    def height_at(self, point: Point2) -> float | None:
        """The highest triangle over a point."""
        return max(surfaces(self.solid.corners, point), default=None) if self._near(point) else None

    def holds(self, point: Point2, radius: float, low: float, high: float) -> bool:
        """Whether the middle of the body meets a triangle over a foot's height above the ground, or lies within."""
        corners = self.solid.corners
        if not self._near(point):
            return False
        if any(low + FOOT < height < high for height in surfaces(corners, point)):
            return True
        return not self.model.leaks and encloses(corners, point, (low + high) / 2)

    def _near(self, point: Point2) -> bool:
        (x0, y0, _), (x1, y1, _) = self.solid.bounds
        return _near(point, (x0, y0), (x1, y1))


def _near(point: Point2, low: Point2, high: Point2, reach: float = 0.0) -> bool:
    """Whether a point is in an upright rectangle, or within so much of it on each axis."""
    return all(a - reach <= x <= b + reach for x, a, b in zip(point, low, high, strict=True))
