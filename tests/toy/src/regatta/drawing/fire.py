"""A line of fire along the quay, drawn from the marks of the ruling and from nothing else."""

from __future__ import annotations

from fractions import Fraction

from fireline.draw.board import Judged
from fireline.draw.canvas import Pen, Point
from fireline.draw.marks import cross
from fireline.draw.palette import GREEN, INK, VERMILLION
from fireline.draw.sightline import draw_stroke
from fireline.ruling import Sight
from regatta.drawing.layout import centre, corners
from regatta.state import State


def draw_fire(layers: tuple[Pen, Pen, Pen], state: State, judged: Judged) -> None:
    """Shooter and target, the berths between them, the line and what blocks it: under, beneath and over the boats."""
    under, beneath, over = layers
    start, end = state.boat(judged.shot.shooter).berth, state.boat(judged.shot.target).berth
    draw_shooter(under, start)
    for inset in (3.0, 8.0):
        under.polygon(corners(end, inset), kind="target", fill="none", stroke=INK, stroke_width=2.4)
    if isinstance(sight := judged.ruling.line_of_sight, Sight):
        draw_stroke(beneath, centre(start), centre(end), "sight", clear=sight.clear)
        _draw_met(under, over, (start, end), sight)


def draw_shooter(pen: Pen, berth: int) -> None:
    """The berth of whoever fires: a heavy outline."""
    pen.polygon(corners(berth, 4), kind="shooter", fill="none", stroke=INK, stroke_width=5)


def _draw_met(under: Pen, over: Pen, ends: tuple[int, int], sight: Sight) -> None:
    for mark, berth in zip(sight.marks, _between(*ends), strict=True):
        (place,), (boat,) = mark.places, mark.obstructions
        note = f"blocked by {boat}" if mark.blocks else f"the line crosses {place}"
        colour, dashes = (VERMILLION, "7 4") if mark.blocks else (GREEN, "none")
        look = {"stroke": colour, "stroke_dasharray": dashes} | ({"data_blocker": place} if mark.blocks else {})
        under.polygon(corners(berth, 5), note=note, fill="none", stroke_width=3, **look)
        if mark.blocks:
            cross(over, _along(*ends, mark.start + (mark.end - mark.start) / 8), note)


def _between(start: int, end: int) -> range:
    step = 1 if start < end else -1
    return range(start + step, end, step)


def _along(start: int, end: int, share: Fraction) -> Point:
    """The place at so much of the way."""
    (x, y), (to, _) = centre(start), centre(end)
    return x + (to - x) * float(share), y
