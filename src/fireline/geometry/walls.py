"""Many polygons at once: which of them a line meets."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property, lru_cache

from fireline.geometry.polygons import Point, Polygon, box, touches


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
