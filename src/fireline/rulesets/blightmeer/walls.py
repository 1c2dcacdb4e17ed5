"""Walls with windows and doors in them.  Inches, z up."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from fractions import Fraction
from functools import cached_property
from itertools import pairwise
from typing import TYPE_CHECKING

from fireline.geometry.bases import Foot
from fireline.geometry.gaps import added, exact, root
from fireline.geometry.outlines import Outline, Point2
from fireline.rulesets.blightmeer.openings import Window
from fireline.rulesets.blightmeer.terrain import Block, Terrain

if TYPE_CHECKING:
    from fireline.geometry.solids import Point3, Solid


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
    def windows(self) -> tuple[Window, ...]:
        """The windows in it."""
        (x0, y0), (x1, y1) = self.start, self.end
        way = (x1 - x0) / self.length, (y1 - y0) / self.length
        return tuple(
            Window(
                one.id,
                self.id,
                self.point(one.along),
                way,
                one.width,
                self.bottom + one.sill,
                self.bottom + one.top,
                self.thickness,
            )
            for one in self.openings
            if one.window
        )

    @cached_property
    def whole(self) -> Block:
        """The wall without any opening."""
        return Block(self.id, self.strip(0.0, self.length), self.bottom, self.height, "wall")

    @cached_property
    def ball(self) -> tuple[Point3, float]:
        """A ball around the wall without any opening."""
        return self.whole.ball

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

    def strip(self, left: float, right: float, half: float | None = None) -> Outline:
        """A length of the wall seen from above, from one place along it to another, or of one of another thickness."""
        half = self.thickness / 2 if half is None else half
        return tuple(self.point(*corner) for corner in ((left, -half), (right, -half), (right, half), (left, half)))

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

    def floors(self, point: Point2) -> tuple[float, ...]:
        """Its top, and the sills of its openings."""
        return tuple(height for block in self.blocks if (height := block.height_at(point)) is not None)

    def holds(self, foot: Foot, low: float, high: float) -> bool:
        """Whether the body stands in any block of it."""
        return self.whole.holds(foot, low, high) and any(block.holds(foot, low, high) for block in self.blocks)
