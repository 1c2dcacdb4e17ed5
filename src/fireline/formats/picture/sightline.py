"""The line of sight on the hex board, drawn from the marks of the ruling and from nothing else."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

from fireline.formats.picture.canvas import Pen, Point
from fireline.formats.picture.grid import Grid
from fireline.formats.picture.palette import GREEN, INK, PAPER, VERMILLION, WHITE
from fireline.geometry.hexes import Hex, distance
from fireline.rulesets.ancients.board import Board
from fireline.ruling import Mark, Sight

DASHES, RANGE_DASHES = "11 7", "2 4 14 4"
APART = 4.0
"""How far the two lines of an edge run lie from the edge, in pixels."""


def draw_range(pen: Pen, grid: Grid, board: Board, start: Hex, reach: int) -> None:
    """The outline of all hexes of the board within range."""
    area = [hex_ for hex_ in board.hexes.values() if distance(start, hex_) <= reach]
    if reach < 1:
        return
    outline = grid.outline(area)
    pen.path(outline, fill="none", stroke=PAPER, stroke_width=6, stroke_opacity=0.9)
    pen.path(outline, kind="range", fill="none", stroke=INK, stroke_width=2.6, stroke_dasharray=RANGE_DASHES)


def draw_ends(pen: Pen, grid: Grid, start: Hex, end: Hex) -> None:
    """Shooter and target: a heavy outline, and a double one."""
    draw_shooter(pen, grid, start)
    pen.polygon(grid.corners(end, 0.96), kind="target", fill="none", stroke=INK, stroke_width=2.4)
    pen.polygon(grid.corners(end, 0.88), fill="none", stroke=INK, stroke_width=2.4)


def draw_shooter(pen: Pen, grid: Grid, start: Hex) -> None:
    """The shooter: a heavy outline."""
    pen.polygon(grid.corners(start, 0.94), kind="shooter", fill="none", stroke=INK, stroke_width=5)


def draw_met(pen: Pen, grid: Grid, board: Board, sight: Sight) -> None:
    """Outlines of the hexes the line crosses, and of those that hold what blocks it."""
    for mark in sight.marks:
        for place, obstruction in zip(mark.places, mark.obstructions, strict=True):
            hex_ = board.hexes.get(place)
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


def draw_line(pen: Pen, grid: Grid, ends: tuple[Hex, Hex], sight: Sight) -> None:
    """The line from centre to centre, solid when clear and dashed when not, doubled along edges."""
    look = "clear" if sight.clear else "blocked"
    colour, dashes = (GREEN, "none") if sight.clear else (VERMILLION, DASHES)
    here = Fraction(0)
    for mark in sight.marks:
        if mark.kind == "edge":
            _stroke(pen, grid.along(*ends, here), grid.along(*ends, mark.start), f"sight {look}", colour, dashes)
            run = pen.group(kind="edge-run", note=f"the line runs along the edge {' | '.join(mark.places)}")
            for aside in (-APART, APART):
                a, b = (grid.along(*ends, place, aside) for place in (mark.start, mark.end))
                _stroke(run, a, b, look, colour, dashes, width=3)
            here = mark.end
    _stroke(pen, grid.along(*ends, here), grid.along(*ends, Fraction(1)), f"sight {look}", colour, dashes)


def draw_marks(pen: Pen, grid: Grid, ends: tuple[Hex, Hex], sight: Sight) -> None:
    """A ring where the line touches a corner, a cross where it is blocked."""
    for mark in sight.marks:
        # In a hex the cross stands where the line is stopped, beside the token rather than on it.
        inside = Fraction(1, 8) if mark.kind == "crosses" else Fraction(1, 2)
        at = grid.along(*ends, mark.start + inside * (mark.end - mark.start))
        if mark.kind == "corner":
            note = f"the line touches a corner of {mark.places[0]}"
            pen.circle(at, 7, fill="none", stroke=WHITE, stroke_width=5)
            pen.circle(at, 7, kind="corner", note=note, fill="none", stroke=INK, stroke_width=2.2)
        if mark.blocks:
            cross(pen, at, note=_blocked_by(mark))


def _blocked_by(mark: Mark) -> str:
    return "blocked by " + " and ".join(text for text in mark.obstructions if text)


def cross(pen: Pen, at: Point, note: str = "", r: float = 9, **hooks: Any) -> None:
    """A heavy cross with a pale rim."""
    x, y = at
    d = f"M{x - r:.2f} {y - r:.2f} L{x + r:.2f} {y + r:.2f} M{x + r:.2f} {y - r:.2f} L{x - r:.2f} {y + r:.2f}"
    mark = pen.group(kind="cross", note=note, **hooks)
    mark.path(d, stroke=WHITE, stroke_width=9, stroke_linecap="round", fill="none")
    mark.path(d, stroke=INK, stroke_width=6, stroke_linecap="round", fill="none")
    mark.path(d, stroke=VERMILLION, stroke_width=3, stroke_linecap="round", fill="none")


def _stroke(pen: Pen, a: Point, b: Point, kind: str, colour: str, dashes: str, width: float = 4) -> None:
    pen.line(a, b, stroke=WHITE, stroke_width=width + 3.5)
    pen.line(a, b, kind=kind, stroke=colour, stroke_width=width, stroke_dasharray=dashes)
