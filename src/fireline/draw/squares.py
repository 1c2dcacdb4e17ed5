"""Where the squares of a board lie in a picture: sizes in pixels."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

from fireline.draw.canvas import Point

SIZE = 72.0
"""The side of a square; large enough for the smallest text."""
Square = tuple[int, int]
"""How far to the right and how far up a square lies."""


@dataclass(frozen=True)
class SquareGrid:
    """Squares counted to the right and upwards; `at` is the upper left corner of the highest square of column 0.

    >>> SquareGrid(rows=8, at=(0, 0)).middle((0, 7))
    (36.0, 36.0)
    """

    rows: int
    at: Point

    @classmethod
    def around(cls, squares: Iterable[Square], at: Point) -> SquareGrid:
        """The grid of a board that has these squares, from 0, 0 on."""
        return cls(1 + max(row for _, row in squares), at)

    def middle(self, square: Square) -> Point:
        """The middle of a square."""
        column, row = square
        return self.at[0] + SIZE * (column + 0.5), self.at[1] + SIZE * (self.rows - row - 0.5)

    def corners(self, square: Square, scale: float = 1.0) -> list[Point]:
        """The corners of a square, drawn in or out by a scale."""
        (x, y), half = self.middle(square), scale * SIZE / 2
        return [(x - half, y - half), (x + half, y - half), (x + half, y + half), (x - half, y + half)]
