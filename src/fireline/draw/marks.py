"""Small marks that several pictures share, and names where they cover least: badges, bars, crosses, rings, arcs."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence
from fractions import Fraction
from itertools import pairwise
from math import acos, asin, cos, pi, sin
from typing import Any, NamedTuple

from fireline.draw.canvas import BLUE, INK, RULE, VERMILLION, WHITE, Canvas, Pen, Point, number


def badge(pen: Pen, letter: str, at: Point, note: str = "") -> None:
    """A letter in a small circle."""
    mark = pen.group(kind="badge", note=note, at=at)
    mark.circle((0, 0), 7.5, fill=WHITE, stroke=INK, stroke_width=1.3)
    mark.text((0, 4), letter, 11, bold=True, anchor="middle")


def bar(
    pen: Pen, at: Point, size: Point, share: Fraction, *, outlined: Fraction | None = None, colour: str = BLUE
) -> None:
    """A share as the filled part of a bar, from 0 at its left to 1; within an outline of a greater share, if given."""
    (x, y), (length, high) = at, size
    pen.rect(at, size, fill=WHITE, stroke=RULE, stroke_width=1)
    if outlined is not None:
        pen.rect(at, (length * float(outlined), high), kind="outlined", fill=WHITE, stroke=INK, stroke_width=1.3)
        y, high = y + high / 5, high * 3 / 5
    pen.rect((x, y), (length * float(share), high), kind="bar", fill=colour)


def cross(pen: Pen, at: Point, note: str = "", r: float = 9, **hooks: Any) -> None:
    """A heavy cross with a pale rim."""
    x, y = at
    d = f"M{x - r:.2f} {y - r:.2f} L{x + r:.2f} {y + r:.2f} M{x + r:.2f} {y - r:.2f} L{x - r:.2f} {y + r:.2f}"
    mark = pen.group(kind="cross", note=note, **hooks)
    mark.path(d, stroke=WHITE, stroke_width=9, stroke_linecap="round", fill="none")
    mark.path(d, stroke=INK, stroke_width=6, stroke_linecap="round", fill="none")
    mark.path(d, stroke=VERMILLION, stroke_width=3, stroke_linecap="round", fill="none")


def hatched(canvas: Canvas, name: str, size: float, width: float) -> str:
    """Put red strokes on white among a picture's definitions: what stands for less, or hides; returns how to fill."""
    id_ = canvas.id_of(name)
    pattern = canvas.defs.add("pattern", id=id_, patternUnits="userSpaceOnUse", width=size, height=size)
    pattern.rect((0, 0), (size, size), fill=WHITE)
    near, far = size - 1, size + 1
    strokes = f"M-1 {far:g} L{far:g} -1 M-1 1 L1 -1 M{near:g} {far:g} L{far:g} {near:g}"
    pattern.path(strokes, stroke=VERMILLION, stroke_width=width, fill="none")
    return f"url(#{id_})"


def ring(pen: Pen, at: Point, note: str) -> None:
    """An open ring, where a line touches something."""
    pen.circle(at, 7, fill="none", stroke=WHITE, stroke_width=5)
    pen.circle(at, 7, kind="corner", note=note, fill="none", stroke=INK, stroke_width=2.2)


def stroke(pen: Pen, colour: str, dashes: str, width: float) -> None:
    """A stroke of this look, for a legend."""
    pen.line((-16, 0), (18, 0), stroke=colour, stroke_width=width, stroke_dasharray=dashes)


def border(cells: Iterable[Sequence[Point]]) -> str:
    """The border of an area of cells that share whole sides, as a path of rings, so that dashes run on round corners.

    >>> border([[(0, 0), (2, 0), (2, 2), (0, 2)], [(2, 0), (4, 0), (4, 2), (2, 2)]])
    'M0 0 L2 0 L4 0 L4 2 L2 2 L0 2 Z'
    >>> border([[(0, 0), (2, 0), (2, 2), (0, 2)], [(2, 2), (4, 2), (4, 4), (2, 4)]])
    'M0 0 L2 0 L2 2 L0 2 Z M2 2 L4 2 L4 4 L2 4 Z'
    """
    outlines = ([_corner(corner) for corner in (*cell, cell[0])] for cell in cells)
    sides = [side for outline in outlines for side in pairwise(outline) if side[0] != side[1]]
    shared = Counter(map(frozenset, sides))
    onward: dict[str, list[str]] = {}
    for a, b in sides:
        if shared[frozenset((a, b))] == 1:
            onward.setdefault(a, []).append(b)
            onward.setdefault(b, []).append(a)
    rings = []
    while onward:
        ring = [next(iter(onward))]
        while ways := onward.get(ring[-1]):
            onward[ways[0]].remove(ring[-1])
            ring.append(ways.pop(0))
        for corner in {corner for corner in ring if not onward[corner]}:
            del onward[corner]
        rings.append(f"M{' L'.join(ring[:-1])} Z")
    return " ".join(rings)


def _corner(point: Point) -> str:
    """A corner, the same for every cell that has it, be it rounded otherwise."""
    return f"{number(round(point[0], 1))} {number(round(point[1], 1))}"


def arc(at: Point, r: float, start: float, end: float) -> str:
    """A part of a circle from the top clockwise, in parts of the whole."""
    (x0, y0), (x1, y1) = _on_ring(at, r, start), _on_ring(at, r, end)
    return f"M{x0:.2f} {y0:.2f} A{r:.2f} {r:.2f} 0 {int(end - start > 0.5)} 1 {x1:.2f} {y1:.2f}"


def _on_ring(at: Point, r: float, part: float) -> Point:
    """The place on a circle at a part of the whole."""
    return at[0] + r * sin(2 * pi * part), at[1] - r * cos(2 * pi * part)


def ring_within(at: Point, r: float, corner: Point, size: Point) -> str:
    """The arcs of a circle that lie on a board: to clip a whole one takes longer than all the rest of a picture."""
    (left, top), (wide, high) = corner, size
    right, low = left + wide, top + high
    turns = {0.0, 0.5, 1.0}  # an arc of a path is less than a circle
    for side, beside in ((top - at[1], False), (low - at[1], False), (left - at[0], True), (right - at[0], True)):
        if abs(side) < r:
            turn = acos(-side / r) / (2 * pi) if not beside else asin(side / r) / (2 * pi)
            turns |= {turn % 1, (1 - turn if not beside else 0.5 - turn) % 1}
    arcs: list[str] = []
    for start, end in pairwise(sorted(turns)):
        x, y = _on_ring(at, r, (start + end) / 2)
        inside = left <= x <= right and top <= y <= low
        one = arc(at, r, start, end)
        arcs.append((one[one.index("A") :] if arcs and arcs[-1] else one) if inside else "")  # dashes run on
    return " ".join(filter(None, arcs))


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
