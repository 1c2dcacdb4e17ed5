"""Where the inches of a table lie in a picture, and the outlines of what stands on it, seen from above."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from functools import lru_cache

from fireline.draw.canvas import Point
from fireline.geometry.outlines import Outline, Point2, edges
from fireline.geometry.solids import Solid
from fireline.rulesets.blightmeer.hills import Hill
from fireline.rulesets.blightmeer.state import Unit
from fireline.rulesets.blightmeer.terrain import Block, Mesh, Terrain
from fireline.rulesets.blightmeer.walls import Wall

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
            half = piece.thickness / 2
            ends = ((0.0, -half), (piece.length, -half), (piece.length, half), (0.0, half))
            yield tuple(piece.point(along, across) for along, across in ends)
        case Block() | Hill():
            yield piece.outline
        case Mesh():
            yield _from_above(piece.solid)
        case Unit():
            yield tuple((piece.at[0] + x, piece.at[1] + y) for x, y in piece.base.shape)


@lru_cache(maxsize=256)
def _from_above(solid: Solid) -> Outline:
    """The convex outline of a solid, seen from above."""
    return hull({(x, y) for x, y, _ in solid.corners.reshape(-1, 3).tolist()})


def entry(piece: Terrain | Unit, start: Point2, end: Point2) -> float | None:
    """Where a line from start to end first meets what a piece covers, 0 to 1; None where it passes by."""
    met = [
        t for outline in footprints(piece) for edge in edges(outline) if (t := _crossing(start, end, *edge)) is not None
    ]
    return min(met, default=None)


def hull(places: Iterable[Point2]) -> Outline:
    """The convex polygon around places, counterclockwise.

    >>> hull([(0, 0), (2, 0), (1, 1), (2, 2), (0, 2), (1, 0)])
    ((0, 0), (2, 0), (2, 2), (0, 2))
    """
    ordered = sorted(places)
    halves: list[list[Point2]] = []
    for run in (ordered, ordered[::-1]):
        half: list[Point2] = []
        for place in run:
            while len(half) > 1 and _turn(half[-2], half[-1], place) <= 0:
                half.pop()
            half.append(place)
        halves.append(half[:-1])
    return tuple(halves[0] + halves[1])


def _turn(a: Point2, b: Point2, c: Point2) -> float:
    return (b[0] - a[0]) * (c[1] - a[1]) - (b[1] - a[1]) * (c[0] - a[0])


def _crossing(start: Point2, end: Point2, a: Point2, b: Point2) -> float | None:
    """Where on the line from start to end it crosses the edge from a to b."""
    before, after = _turn(start, end, a), _turn(start, end, b)
    if before * after > 0 or before == after:
        return None
    here, there = _turn(a, b, start), _turn(a, b, end)
    return here / (here - there) if here * there <= 0 and here != there else None
