"""Names on a table, each where it covers least: bases, the line of sight and other names stay free."""

from __future__ import annotations

from collections.abc import Iterable
from typing import NamedTuple

from fireline.draw.canvas import Point


class Box(NamedTuple):
    """A rectangle of the picture."""

    left: float
    top: float
    right: float
    bottom: float


class Labels:
    """What is taken of a frame, and the next best place for a name."""

    def __init__(self, frame: Box) -> None:
        self.frame = frame
        self.taken: list[Box] = []

    def take(self, box: Box) -> None:
        """Keep a place free."""
        self.taken.append(box)

    def take_line(self, a: Point, b: Point, wide: float = 5.0) -> None:
        """Keep a line free."""
        steps = max(int(max(abs(b[0] - a[0]), abs(b[1] - a[1])) / (2 * wide)), 1)
        for n in range(steps + 1):
            x, y = a[0] + (b[0] - a[0]) * n / steps, a[1] + (b[1] - a[1]) * n / steps
            self.take(Box(x - wide, y - wide, x + wide, y + wide))

    def place(self, size: Point, corners: Iterable[Point]) -> Point:
        """The upper left corner, of those proposed, at which a box covers least; the first of equally good ones."""
        best, least = None, float("inf")
        for x, y in (self._inside(corner, size) for corner in corners):
            box = Box(x, y, x + size[0], y + size[1])
            if (cost := self._cost(box)) < least:
                best, least = box, cost
            if not cost:
                break
        if best is None:
            raise ValueError("no place was proposed")
        self.take(best)
        return best.left, best.top

    def _cost(self, box: Box) -> float:
        """The area that it shares with what is taken."""
        left, top, right, bottom = box
        return sum(
            (min(right, x1) - max(left, x0)) * (min(bottom, y1) - max(top, y0))
            for x0, y0, x1, y1 in self.taken
            if x0 < right and left < x1 and y0 < bottom and top < y1
        )

    def _inside(self, corner: Point, size: Point) -> Point:
        x = min(max(corner[0], self.frame.left), self.frame.right - size[0])
        y = min(max(corner[1], self.frame.top), self.frame.bottom - size[1])
        return max(x, self.frame.left), max(y, self.frame.top)
