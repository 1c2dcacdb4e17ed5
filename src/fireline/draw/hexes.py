"""Where the hexes of a board lie in a picture, and a line of sight on them, drawn from the marks of the ruling alone.

Hexes have pointy tops; sizes are in pixels.
"""

from __future__ import annotations

import math
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from fractions import Fraction
from typing import Any

from fireline.draw.canvas import GREEN, INK, PAPER, VERMILLION, WHITE, Pen, Point
from fireline.draw.marks import border, cross, ring
from fireline.geometry.hexes import Hex
from fireline.ruling import Sight

SIZE = 52.0
"""From a hex's centre to its corners; large enough for the smallest text."""
HALF = SIZE * math.sqrt(3) / 2
# The first corner of each side, as a multiple of 60 degrees clockwise from the lower right corner.
_FIRST_CORNER = {"E": 5, "SE": 0, "SW": 1, "W": 2, "NW": 3, "NE": 4}
_CORNERS = ((HALF, SIZE / 2), (0.0, SIZE), (-HALF, SIZE / 2), (-HALF, -SIZE / 2), (0.0, -SIZE), (HALF, -SIZE / 2))


@dataclass(frozen=True)
class HexGrid:
    """The hexes around an origin: the centre of the hex (0, 0)."""

    origin: Point

    def centre(self, hex_: Hex) -> Point:
        """The centre of a hex."""
        return self.point(hex_.q, hex_.r)

    def point(self, q: float, r: float) -> Point:
        """A point by its axial coordinates in hexes."""
        return self.origin[0] + HALF * (2 * q + r), self.origin[1] + 1.5 * SIZE * r

    def corners(self, hex_: Hex, scale: float = 1.0) -> list[Point]:
        """The corners of a hex, drawn in or out by a scale."""
        x, y = self.centre(hex_)
        return [(x + scale * dx, y + scale * dy) for dx, dy in _CORNERS]

    def side(self, hex_: Hex, name: str, scale: float = 1.0) -> tuple[Point, Point]:
        """The two ends of a hexside."""
        corners, first = self.corners(hex_, scale), _FIRST_CORNER[name]
        return corners[first], corners[(first + 1) % 6]

    def outline(self, area: Iterable[Hex]) -> str:
        """The border of an area of hexes, as a path."""
        return border(map(self.corners, sorted(set(area))))


DASHES, RANGE_DASHES = "11 7", "2 4 14 4"
APART = 4.0
"""How far the two lines of an edge run lie from the edge, in pixels."""


def draw_range(pen: Pen, outline: str, note: str = "") -> None:
    """The outline of what is within range; nothing where nothing is."""
    if outline:
        look: dict[str, Any] = {"stroke": INK, "stroke_width": 2.6, "stroke_dasharray": RANGE_DASHES}
        pen.path(outline, fill="none", stroke=PAPER, stroke_width=6, stroke_opacity=0.9)
        pen.path(outline, kind="range", note=note, fill="none", **look)


def draw_ends(pen: Pen, grid: HexGrid, start: Hex, end: Hex) -> None:
    """Shooter and target: a heavy outline, and a double one."""
    draw_shooter(pen, grid, start)
    pen.polygon(grid.corners(end, 0.96), kind="target", fill="none", stroke=INK, stroke_width=2.4)
    pen.polygon(grid.corners(end, 0.88), fill="none", stroke=INK, stroke_width=2.4)


def draw_shooter(pen: Pen, grid: HexGrid, start: Hex) -> None:
    """The shooter: a heavy outline."""
    pen.polygon(grid.corners(start, 0.94), kind="shooter", fill="none", stroke=INK, stroke_width=5)


def draw_met(pen: Pen, grid: HexGrid, hexes: Mapping[str, Hex], sight: Sight) -> None:
    """Outlines of the hexes the line crosses, and of those that hold what blocks it."""
    for mark in sight.marks:
        for place, obstruction in zip(mark.places, mark.obstructions, strict=True):
            hex_ = hexes.get(place)
            if hex_ is None:
                continue
            blocks = mark.blocks and bool(obstruction) and place in sight.blockers
            if not blocks and mark.kind != "crosses":
                continue
            look = "blocker" if blocks else "crossed"
            colour, dashes = (VERMILLION, "7 4") if blocks else (GREEN, "none")
            note = f"blocked by {obstruction}" if blocks else f"the line crosses {place}"
            hook: dict[str, Any] = {"data_blocker": place} if blocks else {}
            pen.polygon(
                grid.corners(hex_, 0.92),
                kind=look,
                note=note,
                fill="none",
                stroke=colour,
                stroke_width=3,
                stroke_dasharray=dashes,
                **hook,
            )


class Line:
    """The line of a shot from point to point, in pixels."""

    def __init__(self, a: Point, b: Point) -> None:
        (self.ax, self.ay), (self.bx, self.by) = a, b
        self.length = math.hypot(self.bx - self.ax, self.by - self.ay) or 1.0

    def at(self, place: Fraction, aside: float = 0.0) -> Point:
        """A place on the line, 0 to 1, moved to its right by so many pixels."""
        t, dx, dy = float(place), self.bx - self.ax, self.by - self.ay
        return self.ax + t * dx - aside * dy / self.length, self.ay + t * dy + aside * dx / self.length

    def side_of(self, point: Point) -> int:
        """1 for a point on the right of the line, -1 for one on its left."""
        turn = (self.bx - self.ax) * (point[1] - self.ay) - (self.by - self.ay) * (point[0] - self.ax)
        return 1 if turn > 0 else -1


def draw_line(pen: Pen, line: Line, sight: Sight) -> None:
    """The line, solid when clear and dashed when not, doubled along edges."""
    look = "clear" if sight.clear else "blocked"
    here = Fraction(0)
    for mark in sight.marks:
        if mark.kind == "edge":
            draw_stroke(pen, line.at(here), line.at(mark.start), f"sight {look}", clear=sight.clear)
            run = pen.group(kind="edge-run", note=f"the line runs along the edge {' | '.join(mark.places)}")
            for aside in (-APART, APART):
                a, b = (line.at(place, aside) for place in (mark.start, mark.end))
                draw_stroke(run, a, b, look, clear=sight.clear, width=3)
            here = mark.end
    draw_stroke(pen, line.at(here), line.at(Fraction(1)), f"sight {look}", clear=sight.clear)


def draw_marks(pen: Pen, line: Line, sight: Sight) -> None:
    """A ring where the line touches a corner, a cross where it is blocked."""
    for mark in sight.marks:
        # In a hex the cross stands where the line is stopped, beside the token rather than on it.
        inside = Fraction(1, 8) if mark.kind == "crosses" else Fraction(1, 2)
        at = line.at(mark.start + inside * (mark.end - mark.start))
        if mark.kind == "corner":
            ring(pen, at, f"the line touches a corner of {mark.places[0]}")
        if mark.blocks:
            cross(pen, at, note=f"blocked by {' and '.join(filter(None, mark.obstructions))}")


def draw_stroke(pen: Pen, a: Point, b: Point, kind: str, *, clear: bool, width: float = 4) -> None:
    """A piece of a line of sight with a pale rim: solid when clear, dashed when not."""
    colour, dashes = (GREEN, "none") if clear else (VERMILLION, DASHES)
    pen.line(a, b, stroke=WHITE, stroke_width=width + 3.5)
    pen.line(a, b, kind=kind, stroke=colour, stroke_width=width, stroke_dasharray=dashes)
