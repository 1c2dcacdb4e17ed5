"""Where the inches of a table lie in a picture, and the outlines of what stands on it, seen from above."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass

from fireline.draw.canvas import Point
from fireline.geometry.outlines import Outline, Point2, edges
from fireline.rulesets.blightmeer.state import Unit
from fireline.rulesets.blightmeer.terrain import Block, Hill, Mesh, Terrain, Wall

LONG = 760.0
"""How long the longer side of a table is drawn, if its inches are then of sensible size."""
_SMALLEST, _LARGEST = 7.0, 48.0


@dataclass(frozen=True)
class Plan:
    """A table of so many inches whose upper left corner, x 0 and the largest y, is at a place of the picture."""

    at: Point
    width: float
    depth: float

    @property
    def scale(self) -> float:
        """Pixels for an inch."""
        return min(max(LONG / max(self.width, self.depth), _SMALLEST), _LARGEST)

    @property
    def size(self) -> Point:
        """How wide and how high the table is drawn."""
        return self.width * self.scale, self.depth * self.scale

    def point(self, place: Iterable[float]) -> Point:
        """A place on the table; a third coordinate is left out."""
        x, y, *_ = place
        return self.at[0] + x * self.scale, self.at[1] + (self.depth - y) * self.scale

    def outline(self, outline: Outline) -> list[Point]:
        """A polygon on the table."""
        return [self.point(corner) for corner in outline]


def footprints(piece: Terrain | Unit) -> Iterator[Outline]:
    """What a piece of terrain or a unit's base covers, seen from above, as polygons."""
    match piece:
        case Wall():
            yield piece.strip(0.0, piece.length)
        case Block() | Hill() | Mesh():
            yield piece.outline
        case Unit():
            yield tuple((piece.at[0] + x, piece.at[1] + y) for x, y in piece.base.shape)


def entry(piece: Terrain | Unit, start: Point2, end: Point2) -> float | None:
    """Where a line from start to end first meets what a piece covers, 0 to 1; None where it passes by."""
    met = [
        t for outline in footprints(piece) for edge in edges(outline) if (t := _crossing(start, end, *edge)) is not None
    ]
    return min(met, default=None)


def _turn(a: Point2, b: Point2, c: Point2) -> float:
    return (b[0] - a[0]) * (c[1] - a[1]) - (b[1] - a[1]) * (c[0] - a[0])


def _crossing(start: Point2, end: Point2, a: Point2, b: Point2) -> float | None:
    """Where on the line from start to end it crosses the edge from a to b."""
    before, after = _turn(start, end, a), _turn(start, end, b)
    if before * after > 0 or before == after:
        return None
    here, there = _turn(a, b, start), _turn(a, b, end)
    return here / (here - there) if here * there <= 0 and here != there else None
