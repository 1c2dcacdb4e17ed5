"""What stands on the table: terrain of every kind, and the plain ones: blocks, boxes and meshes.  Inches, z up."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Mapping
from dataclasses import dataclass, field
from functools import cached_property
from math import sqrt
from typing import TYPE_CHECKING, Any

from fireline.geometry.bases import Foot
from fireline.geometry.gaps import added
from fireline.geometry.model import Model
from fireline.geometry.outlines import Outline, Point2, distance_to, encloses, hull, inside, rectangle, surfaces
from fireline.rulesets.blightmeer.nearby import NOWHERE
from fireline.rulesets.blightmeer.openings import Pane, Window

if TYPE_CHECKING:
    from fireline.geometry.solids import Point3, Solid

SLACK = 0.02
"""How far, in inches, a base may stick into something: models are placed by hand."""
SNAPPED = 1e-5
"""More than a corner moves, in inches, when it is put on the grid of the solids."""
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

    @cached_property
    def ball(self) -> tuple[Point3, float]:
        """A ball that all of the piece is in: its centre and radius."""
        return self.solid.ball if len(self.solid) else (NOWHERE[:3], NOWHERE[3])

    @cached_property
    def windows(self) -> tuple[Window, ...]:
        """The windows in it."""
        return ()

    @abstractmethod
    def height_at(self, point: Point2) -> float | None:
        """The highest surface of the piece over a point of the table, None beside it."""

    def floors(self, point: Point2) -> tuple[float, ...]:
        """Every surface over a point of the table that one could stand on."""
        height = self.height_at(point)
        return () if height is None else (height,)

    @abstractmethod
    def holds(self, foot: Foot, low: float, high: float) -> bool:
        """Whether an upright body on this foot, from `low` to `high`, sticks into the piece by more than `SLACK`."""


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
    def ball(self) -> tuple[Point3, float]:
        """A ball around the block, found without its triangles, which lie on a grid of their own."""
        (x0, y0), (x1, y1) = self._bounds
        middle = (x0 + x1) / 2, (y0 + y1) / 2, self.bottom + self.height / 2
        return middle, sqrt((x1 - x0) ** 2 + (y1 - y0) ** 2 + self.height**2) / 2 + SNAPPED

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

    def holds(self, foot: Foot, low: float, high: float) -> bool:
        """Whether the body overlaps the block in height and seen from above."""
        if high <= self.bottom + SLACK or low >= self.top - SLACK:
            return False
        return any(self._holds(*disc) for disc in foot)

    def _holds(self, point: Point2, radius: float) -> bool:
        if not _near(point, *self._bounds, radius):
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
class Mesh(Terrain):
    """A mesh file on the table, turned about its origin, which is put at `at`; `said` is what a battle says of it."""

    file: str
    model: Model
    at: Point3
    turn: float = 0.0
    panes: tuple[Pane, ...] = ()
    said: Mapping[str, Any] = field(default_factory=dict, hash=False)

    @cached_property
    def windows(self) -> tuple[Window, ...]:
        """The windows in it, which are told beside it: its triangles leave them open."""
        return tuple(pane.within(self.id, lambda: self.solid) for pane in self.panes)

    @cached_property
    def solid(self) -> Solid:
        """The mesh, all of it one part."""
        return self.model.solid.placed(self.at, self.turn).as_one(self.id)

    @cached_property
    def outline(self) -> Outline:
        """The convex outline around it, seen from above."""
        return hull({(x, y) for x, y, _ in self.solid.corners.reshape(-1, 3).tolist()})

    def height_at(self, point: Point2) -> float | None:
        """The highest triangle over a point."""
        return max(surfaces(self.solid.over(point), point), default=None) if self._near(point) else None

    def floors(self, point: Point2) -> tuple[float, ...]:
        """Every triangle over a point."""
        return tuple(surfaces(self.solid.over(point), point)) if self._near(point) else ()

    def holds(self, foot: Foot, low: float, high: float) -> bool:
        """Whether the middle of the body meets a triangle over a foot's height above the ground, or lies within."""
        point, _ = foot[0]
        if not self._near(point):
            return False
        corners = self.solid.over(point)
        if any(low + FOOT < height < high for height in surfaces(corners, point)):
            return True
        return self.model.closed and encloses(corners, point, (low + high) / 2)

    def _near(self, point: Point2) -> bool:
        (x0, y0, _), (x1, y1, _) = self.solid.bounds
        return _near(point, (x0, y0), (x1, y1))


def _near(point: Point2, low: Point2, high: Point2, reach: float = 0.0) -> bool:
    """Whether a point is in an upright rectangle, or within so much of it on each axis."""
    return all(a - reach <= x <= b + reach for x, a, b in zip(point, low, high, strict=True))
