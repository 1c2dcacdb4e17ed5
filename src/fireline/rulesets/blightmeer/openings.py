"""Measures of a table; windows and doors in walls, and windows as openings to peer through.  Inches, z up."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from functools import cached_property
from typing import TYPE_CHECKING, Annotated, Any

from pydantic import Field

from fireline.game.entries import Name
from fireline.game.facts import EntryOf, Fact
from fireline.geometry.bases import added, exact
from fireline.geometry.outlines import Outline, Point2, cos_sin

if TYPE_CHECKING:
    from fireline.geometry.shadows import Face
    from fireline.geometry.solids import Point3, Solid

FAR = 240.0
"""The largest coordinate or size, in inches."""
SMALLEST = 0.01
Coordinate = Annotated[float, Field(ge=-FAR, le=FAR)]
Length = Annotated[float, Field(ge=SMALLEST, le=FAR)]
Height = Annotated[float, Field(ge=0, le=FAR)]
Degrees = Annotated[float, Field(ge=-3600, le=3600)]
Place = Annotated[list[Coordinate], Field(min_length=2, max_length=3)]
Sides = Annotated[list[Length], Field(min_length=2, max_length=2)]


def point3(point: list[float], *_: Any) -> tuple[float, float, float]:
    """A place of a battle file, on the table where it says no height."""
    return point[0], point[1], point[2] if len(point) > 2 else 0.0


def beside(start: Point2, way: Point2, along: float, across: float = 0.0) -> Point2:
    """The point so far along a way and so far to its left; numbers count as they were written.

    >>> beside((2.1, 12.1), (1.0, 0.0), 3.3, -0.1)
    (5.4, 12.0)
    """
    x, y, dx, dy, a, c = map(exact, (*start, *way, along, across))
    return float(x + dx * a - dy * c), float(y + dy * a + dx * c)


At = Annotated[tuple[float, float, float], Fact(type=Place, read=point3)]
BEFORE = 0.01
"""How far before a window's wall one looks from, in inches: from the wall itself one would look into it."""


@dataclass(frozen=True)
class Opening:
    """A window or a door in a wall, measured from the wall's start and its foot."""

    id: Name
    along: Height
    """From the start of the wall to its near edge."""
    width: Length
    sill: Height
    """How high its sill is."""
    height: Length
    """How high it is above the sill."""
    window: Annotated[bool, Fact(unsaid=True)] = True

    @cached_property
    def top(self) -> float:
        """Its upper edge above the wall's foot."""
        return added(self.sill, self.height)

    @cached_property
    def end(self) -> float:
        """Where it ends along the wall."""
        return added(self.along, self.width)


@dataclass(frozen=True)
class Door:
    """A door in a wall: an opening from the wall's foot."""

    along: Height
    """From the start of the wall to its near edge."""
    width: Length
    height: Length


MOST = 50
Windows = Annotated[list[EntryOf[Opening]], Field(max_length=MOST)]
Doors = Annotated[list[EntryOf[Door]], Field(max_length=MOST)]


@dataclass(frozen=True)
class Window:
    """An upright opening in a piece of terrain: where its sill begins, the way it runs, and its measures."""

    id: str
    piece: str
    start: Point2
    way: Point2
    """An inch along it, seen from above."""
    width: float
    low: float
    high: float
    thickness: float = 0.0
    """Of the wall around it, half of it on either side."""
    wall: tuple[float, float, float, float] | None = None
    """A rectangle of the wall around it that has no other opening: its ends, along from the sill's, and its heights."""

    @property
    def height(self) -> float:
        """From its sill to its upper edge."""
        return self.high - self.low

    def point(self, along: float, across: float = 0.0) -> Point2:
        """A point of it seen from above: so far along it, and so far to the left of its middle."""
        return beside(self.start, self.way, along, across)

    @cached_property
    def foot(self) -> Outline:
        """The opening seen from above."""
        half, end = self.thickness / 2, self.width
        return tuple(self.point(*corner) for corner in ((0.0, -half), (end, -half), (end, half), (0.0, half)))

    def is_left_of(self, point: Point2) -> bool:
        """Whether a point lies to its left, seen along it from its start."""
        (x, y), (dx, dy) = self.start, self.way
        return dx * (point[1] - y) - dy * (point[0] - x) > 0

    def face(self, *, left: bool) -> Face:
        """Its left face or its right, a little before the wall."""
        from fireline.geometry.shadows import Face  # with numpy, which no rulebook loads

        half, out = self.thickness / 2, self.thickness / 2 + BEFORE
        if not left:
            half, out = -half, -out
        shut: tuple[Point3, ...] = ()
        if self.wall is not None:  # whoever looks back from the face looks at the other side of the wall or the pane
            start, end, low, high = self.wall
            ends = (start, low), (end, low), (end, high), (start, high)
            shut = tuple((*self.point(along, -half), up) for along, up in ends)
        return Face((*self.start, self.low), self.way, self.width, self.height, out, shut)

    @cached_property
    def pane(self) -> Solid:
        """The opening as a thin pane in its middle."""
        import numpy as np

        from fireline.geometry.solids import Solid

        (x0, y0), (x1, y1) = self.point(0.0), self.point(self.width)
        a, b, c, d = (x0, y0, self.low), (x1, y1, self.low), (x1, y1, self.high), (x0, y0, self.high)
        return Solid.of(np.array([(a, b, c), (a, c, d)]), self.id)


@dataclass(frozen=True)
class Pane:
    """A window as it is told beside a mesh, in inches of the table whatever the turn of the mesh (BLM-4.4).

    Where no thickness is told, `at` may be anywhere in the wall.
    """

    id: Name
    at: At
    """The middle of its sill, at half the thickness of the wall."""
    size: Annotated[Point2, Fact(type=Sides)]
    """Width and height."""
    turn: Degrees = 0.0
    """Its direction; 0 runs along x."""
    thickness: Height | None = None
    """The thickness of the wall; the mesh says it if left out."""

    def within(self, piece: str, solid: Callable[[], Solid]) -> Window:
        """The window in a piece of terrain; where its thickness is not told, that of the triangles around it."""
        (x, y, low), (width, height), way = self.at, self.size, cos_sin(self.turn)
        thickness, aside = self.thickness, 0.0
        if thickness is None:
            from fireline.geometry.holes import wall_around

            wall = wall_around(solid(), (*beside((x, y), way, -width / 2), low), way, width, height)
            thickness, aside = (0.0, 0.0) if wall is None else (wall.thickness, wall.middle)
        start = beside((x, y), way, -width / 2, aside)
        return Window(self.id, piece, start, way, width, low, added(low, height), thickness)
