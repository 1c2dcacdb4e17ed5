"""Walls with openings, and what a battle file says of them.  Inches, z up."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from fractions import Fraction
from functools import cached_property
from itertools import pairwise
from typing import TYPE_CHECKING, Annotated

from fireline.game.errors import BattleFileError, Code
from fireline.game.facts import Fact
from fireline.geometry.bases import Foot, added, exact, root
from fireline.geometry.outlines import Outline, Point2
from fireline.rulesets.blightmeer.openings import (
    SMALLEST,
    Door,
    Doors,
    Height,
    Length,
    Opening,
    Window,
    Windows,
    beside,
)
from fireline.rulesets.blightmeer.terrain import Block, Point, Terrain

if TYPE_CHECKING:
    from fireline.geometry.solids import Point3, Solid


@dataclass(frozen=True)
class Wall(Terrain):
    """A straight wall from one point to another, half its thickness on either side, with openings in it."""

    kind, key, letter = "wall", "wall", "W"

    start: Annotated[Point2, Fact(key="from", type=Point)]
    """Where it begins: `[x, y]`."""
    end: Annotated[Point2, Fact(key="to", type=Point)]
    """Where it ends."""
    height: Length
    thickness: Length
    bottom: Height = 0.0
    """How high it begins."""
    glazed: Annotated[tuple[Opening, ...], Fact(key="windows", type=Windows)] = ()
    doors: Annotated[tuple[Door, ...], Fact(type=Doors)] = ()

    def problems(self, place: str) -> Iterator[BattleFileError]:
        """It has a length, and its openings are in it."""
        squared = sum((exact(b) - exact(a)) ** 2 for a, b in zip(self.start, self.end, strict=True))
        if squared < exact(SMALLEST) ** 2:
            yield BattleFileError(Code.OUT_OF_RANGE, f'is less than {SMALLEST}" long; it needs a length', place)
        for kind, is_window in (("windows", True), ("doors", False)):
            for n, one in enumerate(one for one in self.openings if one.window is is_window):
                where = f"{place}.{kind}[{n}]"
                if (exact(one.along) + exact(one.width)) ** 2 > squared:
                    yield BattleFileError(
                        Code.OUT_OF_RANGE, f'ends {one.end:g}" along a wall that is {self.length:g}" long', where
                    )
                if exact(one.sill) + exact(one.height) > exact(self.height):
                    yield BattleFileError(
                        Code.OUT_OF_RANGE, f'reaches up to {one.top:g}" in a wall that is {self.height:g}" high', where
                    )

    @property
    def footprint(self) -> Outline:
        """All its length."""
        return self.strip(0.0, self.length)

    @property
    def highest(self) -> float:
        """Its top, without its openings."""
        return self.bottom + self.height

    @cached_property
    def openings(self) -> tuple[Opening, ...]:
        """The windows in it, then its doors, which are called after it."""
        doors = enumerate(self.doors, 1)
        return *self.glazed, *(
            Opening(f"{self.id} door {n}", one.along, one.width, 0.0, one.height, window=False) for n, one in doors
        )

    @cached_property
    def length(self) -> float:
        """From one end to the other."""
        return root(sum(((exact(b) - exact(a)) ** 2 for a, b in zip(self.start, self.end, strict=True)), Fraction()))

    @cached_property
    def way(self) -> Point2:
        """An inch along it, seen from above."""
        (x0, y0), (x1, y1), length = self.start, self.end, exact(self.length)
        return float((exact(x1) - exact(x0)) / length), float((exact(y1) - exact(y0)) / length)

    @cached_property
    def windows(self) -> tuple[Window, ...]:
        """The windows in it."""
        return tuple(
            Window(
                one.id,
                self.id,
                self.point(one.along),
                self.way,
                one.width,
                added(self.bottom, one.sill),
                added(self.bottom, one.top),
                self.thickness,
                self._around(one),
            )
            for one in self.glazed
        )

    def _around(self, one: Opening) -> tuple[float, float, float, float] | None:
        """A rectangle of the wall, as high as it is, with no opening in it but this one; None if others overlap it."""
        others = [(other.along, other.end) for other in self.openings if other is not one]
        if any(along < one.end and end > one.along for along, end in others):
            return None
        start = max((end for _, end in others if end <= one.along), default=0.0)
        end = min((along for along, _ in others if along >= one.end), default=self.length)
        return start - one.along, end - one.along, self.bottom, added(self.bottom, self.height)

    @cached_property
    def whole(self) -> Block:
        """The wall without any opening."""
        return Block(self.id, self.strip(0.0, self.length), self.height, self.bottom)

    @cached_property
    def ball(self) -> tuple[Point3, float]:
        """A ball around the wall without any opening."""
        return self.whole.ball

    @cached_property
    def blocks(self) -> tuple[Block, ...]:
        """The wall as blocks: it is cut at the sides of its openings, and each length holds what is left of it."""
        cuts = sorted({0.0, self.length, *(x for one in self.openings for x in (one.along, one.end))})
        return tuple(
            Block(self.id, self.strip(left, right), added(high, -low), added(self.bottom, low))
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
        return beside(self.start, self.way, along, across)

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
