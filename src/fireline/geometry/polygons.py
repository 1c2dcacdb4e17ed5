"""Polygons on an integer grid, and what a line between two points meets of them: exact, and closed.

A polygon is its corners in order, the last joined to the first. It is closed: a line that touches its boundary in a
single point meets it. Coordinates are integers, so every answer is: no epsilon, and no rounding.

The grid on which points of a map lie is 1/60000 of a space, so that four decimals and thirds are exact.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from decimal import Decimal
from fractions import Fraction
from functools import cached_property, lru_cache
from itertools import pairwise
from typing import NamedTuple

GRID = 60_000
"""Steps of the grid in a space."""


class Quantised(NamedTuple):
    """A coordinate in steps of the grid, and by how much of a space it was moved to get there."""

    steps: int
    moved: Fraction


def quantise(value: float | str) -> Quantised:
    """The nearest place on the grid, a number being what its shortest decimals say; a text may be a fraction.

    Raises `ValueError` where a text is no number.

    >>> quantise(0.2501), quantise("1/3").steps
    (Quantised(steps=15006, moved=Fraction(0, 1)), 20000)
    >>> quantise(0.33333).moved
    Fraction(1, 300000)
    """
    exact = Fraction(value) if isinstance(value, str) else Fraction(Decimal(repr(value)))
    steps = round(exact * GRID)
    return Quantised(steps, abs(exact - Fraction(steps, GRID)))


def format_steps(steps: int) -> float | str:
    """A coordinate as a map file says it: at most four decimals, else a fraction; `quantise` gives the same steps.

    >>> format_steps(15006), format_steps(120000), format_steps(20000)
    (0.2501, 2, '1/3')
    """
    if steps % GRID == 0:
        return steps // GRID
    return steps / GRID if steps % (GRID // 10_000) == 0 else str(Fraction(steps, GRID))


Point = tuple[int, int]
Polygon = tuple[Point, ...]
Box = tuple[int, int, int, int]
"""The lowest x and y, the highest x and y."""


class Contact(NamedTuple):
    """A stretch of a line that lies in a polygon: from start to end (0..1), and whether it goes through the inside."""

    start: Fraction
    end: Fraction
    inside: bool


def box(polygon: Iterable[Point]) -> Box:
    """The smallest upright box around a polygon.

    >>> box([(0, 0), (4, 1), (2, 5)])
    (0, 0, 4, 5)
    """
    xs, ys = zip(*polygon, strict=True)
    return min(xs), min(ys), max(xs), max(ys)


def touches(a: Point, b: Point, polygon: Sequence[Point]) -> bool:
    """Whether the line from `a` to `b`, ends included, meets the closed polygon anywhere.

    >>> square = ((0, 0), (4, 0), (4, 4), (0, 4))
    >>> touches((-1, 5), (1, 3), square), touches((-1, 5), (0, 5), square), touches((1, 1), (2, 2), square)
    (True, False, True)
    """
    (ax, ay), (bx, by) = a, b
    dx, dy = bx - ax, by - ay
    length = dx * dx + dy * dy
    if not length:
        return side_of(a, polygon) >= 0
    x0, y0 = polygon[-1]
    side0 = dx * (y0 - ay) - dy * (x0 - ax)
    odd = False
    for x1, y1 in polygon:
        side1 = dx * (y1 - ay) - dy * (x1 - ax)
        if side1 == 0:
            if 0 <= dx * (x1 - ax) + dy * (y1 - ay) <= length:
                return True  # a corner lies on the line
        elif (side0 > 0 > side1 or side0 < 0 < side1) and _splits(x0, y0, x1, y1, a, b):
            return True
        if (y0 > ay) != (y1 > ay):  # the edge passes the height of `a`: left or right of it?
            lean = (x1 - x0) * (ay - y0) - (y1 - y0) * (ax - x0)
            if lean == 0:
                return True
            odd ^= (lean > 0) == (y1 > y0)
        elif y0 == ay == y1 and (x0 - ax) * (x1 - ax) <= 0:
            return True  # `a` lies on a level edge
        x0, y0, side0 = x1, y1, side1
    return odd


def _splits(x0: int, y0: int, x1: int, y1: int, a: Point, b: Point) -> bool:
    """Whether `a` and `b` lie on different sides of the line through an edge, or on it."""
    ex, ey = x1 - x0, y1 - y0
    of_a, of_b = ex * (a[1] - y0) - ey * (a[0] - x0), ex * (b[1] - y0) - ey * (b[0] - x0)
    return of_a <= 0 <= of_b or of_b <= 0 <= of_a


def contacts(a: Point, b: Point, polygon: Sequence[Point]) -> tuple[Contact, ...]:
    """Find every stretch of a line that lies in a polygon, whose edge belongs to it.

    Args:
        a: Where the line begins.
        b: Where it ends.
        polygon: The corners, in order.

    Returns:
        The stretches in order, as parts of the way from `a` (0) to `b` (1), exactly; a single point is a stretch of no
        length.

    >>> contacts((-2, 2), (6, 2), ((0, 0), (4, 0), (4, 4), (0, 4)))
    (Contact(start=Fraction(1, 4), end=Fraction(3, 4), inside=True),)
    """
    stops = sorted({Fraction(0), Fraction(1), *_meetings(a, b, polygon)})
    found: list[Contact] = []
    for start, end in pairwise(stops):
        where = side_of(_at(a, b, (start + end) / 2), polygon)
        if where < 0:
            if side_of(_at(a, b, start), polygon) >= 0 and not (found and found[-1].end == start):
                found.append(Contact(start, start, inside=False))
        elif found and found[-1].end == start:
            found[-1] = Contact(found[-1].start, end, found[-1].inside or where > 0)
        else:
            found.append(Contact(start, end, where > 0))
    if side_of(b, polygon) >= 0 and not (found and found[-1].end == 1):
        found.append(Contact(Fraction(1), Fraction(1), inside=False))
    return tuple(found)


def _meetings(a: Point, b: Point, polygon: Sequence[Point]) -> Iterator[Fraction]:
    """Where the line passes corners and edges of the polygon."""
    (ax, ay), dx, dy = a, b[0] - a[0], b[1] - a[1]
    for (x0, y0), (x1, y1) in pairwise((*polygon, polygon[0])):
        side0, side1 = dx * (y0 - ay) - dy * (x0 - ax), dx * (y1 - ay) - dy * (x1 - ax)
        if side0 == 0:
            t = Fraction(dx * (x0 - ax) + dy * (y0 - ay), dx * dx + dy * dy)
        elif side0 * side1 < 0:
            ex, ey = x1 - x0, y1 - y0
            t = Fraction(ex * (y0 - ay) - ey * (x0 - ax), ex * dy - ey * dx)
        else:
            continue
        if 0 <= t <= 1:
            yield t


def _at(a: Point, b: Point, t: Fraction) -> tuple[Fraction, Fraction]:
    return a[0] + t * (b[0] - a[0]), a[1] + t * (b[1] - a[1])


def side_of(point: tuple[int | Fraction, int | Fraction], polygon: Sequence[Point]) -> int:
    """1 inside the polygon, 0 on its boundary, -1 outside.

    >>> square = ((0, 0), (4, 0), (4, 4), (0, 4))
    >>> side_of((1, 1), square), side_of((4, 2), square), side_of((5, 2), square)
    (1, 0, -1)
    """
    x, y = point
    inside = False
    for (x0, y0), (x1, y1) in pairwise((*polygon, polygon[0])):
        lean = (x1 - x0) * (y - y0) - (y1 - y0) * (x - x0)
        if lean == 0 and min(x0, x1) <= x <= max(x0, x1) and min(y0, y1) <= y <= max(y0, y1):
            return 0
        if (y0 > y) != (y1 > y) and (lean > 0) == (y1 > y0):
            inside = not inside
    return 1 if inside else -1


def flaw(polygon: Sequence[Point]) -> str:
    """Why these corners make no simple polygon, "" where they do.

    >>> flaw([(0, 0), (2, 2), (2, 0), (0, 2)])
    'its edges 1 and 3 cross or touch'
    >>> flaw([(0, 0), (1, 1)])
    'it has 2 corners; a polygon has at least 3'
    """
    if len(polygon) < 3:
        return f"it has {len(polygon)} corners; a polygon has at least 3"
    edges = list(pairwise((*polygon, polygon[0])))
    for n, (a, b) in enumerate(edges, 1):
        if a == b:
            return f"its corner {n} stands twice in a row"
    for n, ((a, b), (_, c)) in enumerate(zip(edges, (*edges[1:], edges[0]), strict=True), 1):
        ahead = (b[0] - a[0]) * (c[0] - b[0]) + (b[1] - a[1]) * (c[1] - b[1])
        if ahead < 0 and (b[0] - a[0]) * (c[1] - b[1]) == (b[1] - a[1]) * (c[0] - b[0]):
            return f"its edge {n % len(edges) + 1} runs back over edge {n}"
    for n, first in enumerate(edges):
        for m in range(n + 2, len(edges) - (n == 0)):
            if touches(*first, edges[m]):
                return f"its edges {n + 1} and {m + 1} cross or touch"
    return ""


@dataclass(frozen=True, eq=False)
class Walls:
    """The drawn walls of a map, as closed polygons on an integer grid; equal to no others.

    >>> walls = Walls((((0, 0), (4, 0), (4, 4), (0, 4)), ((9, 9), (9, 8), (8, 8))))
    >>> walls.touched((-1, 2), (10, 2)), walls.block((5, 0), (5, 9))
    ((0,), False)
    """

    polygons: tuple[Polygon, ...]

    @cached_property
    def _boxed(self) -> tuple[tuple[int, int, int, int, int, Polygon], ...]:
        return tuple((*box(polygon), number, polygon) for number, polygon in enumerate(self.polygons))

    def touched(self, a: Point, b: Point) -> tuple[int, ...]:
        """The numbers of the walls that the line meets, touching included."""
        return _touched(self, a, b)

    def block(self, a: Point, b: Point) -> bool:
        """Whether the line meets any wall."""
        return any(touches(a, b, polygon) for _, polygon in self.near(a, b))

    def near(self, a: Point, b: Point) -> list[tuple[int, Polygon]]:
        """The walls whose boxes meet the box of the line."""
        (left, right), (low, high) = sorted((a[0], b[0])), sorted((a[1], b[1]))
        return [
            (number, polygon)
            for x0, y0, x1, y1, number, polygon in self._boxed
            if x0 <= right and x1 >= left and y0 <= high and y1 >= low
        ]


@lru_cache(maxsize=1 << 14)  # the same lines are asked about again and again as a round goes on
def _touched(walls: Walls, a: Point, b: Point) -> tuple[int, ...]:
    return tuple(number for number, polygon in walls.near(a, b) if touches(a, b, polygon))
