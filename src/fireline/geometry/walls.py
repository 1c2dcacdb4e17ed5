"""Many polygons at once: which of them a line meets, in plain Python, and for many lines by compiled code."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from functools import cached_property
from typing import TYPE_CHECKING

from fireline.geometry.polygons import Point, Polygon, box, touches

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

FARTHEST = 1 << 28
"""Coordinates beyond this would not fit the 64-bit products of the compiled code."""


@dataclass(frozen=True)
class Walls:
    """The drawn walls of a map, as closed polygons on an integer grid.

    >>> walls = Walls((((0, 0), (4, 0), (4, 4), (0, 4)), ((9, 9), (9, 8), (8, 8))))
    >>> walls.touched((-1, 2), (10, 2)), walls.block((5, 0), (5, 9))
    ((0,), False)
    """

    polygons: tuple[Polygon, ...]

    def __post_init__(self) -> None:
        if any(abs(x) > FARTHEST for polygon in self.polygons for corner in polygon for x in corner):
            raise ValueError(f"a wall reaches further than {FARTHEST} steps of the grid")

    @cached_property
    def _boxed(self) -> tuple[tuple[int, int, int, int, int, Polygon], ...]:
        return tuple((*box(polygon), number, polygon) for number, polygon in enumerate(self.polygons))

    def touched(self, a: Point, b: Point) -> tuple[int, ...]:
        """The numbers of the walls that the line meets, touching included."""
        return tuple(number for number, polygon in self._near(a, b) if touches(a, b, polygon))

    def block(self, a: Point, b: Point) -> bool:
        """Whether the line meets any wall."""
        return any(touches(a, b, polygon) for _, polygon in self._near(a, b))

    def _near(self, a: Point, b: Point) -> list[tuple[int, Polygon]]:
        """The walls whose boxes meet the box of the line."""
        (left, right), (low, high) = sorted((a[0], b[0])), sorted((a[1], b[1]))
        return [
            (number, polygon)
            for x0, y0, x1, y1, number, polygon in self._boxed
            if x0 <= right and x1 >= left and y0 <= high and y1 >= low
        ]

    @cached_property
    def _arrays(self) -> tuple[NDArray[np.int64], NDArray[np.int64], NDArray[np.int64]]:
        """All corners in one row, where each polygon begins, and the boxes."""
        import numpy as np

        corners = [corner for polygon in self.polygons for corner in polygon]
        starts = np.cumsum([0, *map(len, self.polygons)])
        boxes = [box(polygon) for polygon in self.polygons]
        return (
            np.array(corners, dtype=np.int64).reshape(-1, 2),
            np.asarray(starts, dtype=np.int64),
            np.array(boxes, dtype=np.int64).reshape(-1, 4),
        )

    def block_many(self, lines: Iterable[tuple[int, int, int, int]] | NDArray[np.int64]) -> NDArray[np.bool_]:
        """For each line (ax, ay, bx, by) whether it meets any wall; the same answers as `block`, by compiled code.

        Raises `ValueError` for a line that reaches further than `FARTHEST`.
        """
        import numpy as np

        from fireline.geometry.wallkernel import blocked

        rows = np.asarray(lines if isinstance(lines, np.ndarray) else list(lines), dtype=np.int64).reshape(-1, 4)
        if rows.size and max(-int(rows.min()), int(rows.max())) > FARTHEST:
            raise ValueError(f"a line reaches further than {FARTHEST} steps of the grid")
        found: NDArray[np.bool_] = blocked(np.ascontiguousarray(rows), *self._arrays)
        return found
