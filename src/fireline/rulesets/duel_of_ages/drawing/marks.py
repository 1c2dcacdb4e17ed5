"""Small marks of the map of Duel of Ages, drawn in the picture and again in its legend."""

from __future__ import annotations

from fireline.draw.canvas import Pen
from fireline.draw.palette import GREEN, INK, PAPER, VERMILLION, WHITE


def draw_archway(pen: Pen) -> None:
    """A small arch."""
    pen.path("M-7 8 V-1 a7 7 0 0 1 14 0 V8 Z", fill=PAPER, stroke=INK, stroke_width=2)


def draw_number(pen: Pen, number: str, *, open_: bool) -> None:
    """A space of a move: a solid ring where it is open to a reaction, a dashed one where it is closed."""
    colour, dashes = (GREEN, "none") if open_ else (VERMILLION, "3 2.5")
    pen.circle((0, 0), 9, fill=WHITE, stroke=colour, stroke_width=2.6, stroke_dasharray=dashes)
    pen.text((0, 4), number, 11, bold=True, anchor="middle")
