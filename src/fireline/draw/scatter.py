"""Before and after: chances as dots in a square, on its diagonal where nothing changes."""

from __future__ import annotations

from collections.abc import Sequence
from math import sqrt
from typing import NamedTuple

from fireline.draw.canvas import Canvas
from fireline.draw.palette import BLUE, INK, MUTED, PAPER, RULE, VERMILLION

MARGIN, LEFT, SIDE, SMALL = 30.0, 84.0, 380.0, 11.5
SMALLEST, LARGEST = 4.0, 11.0
"""The radius of a dot for one; it grows with the root of how many there are, up to a largest."""
OUT = 20.0
"""How far beyond the square something lies that has a chance one way only."""
MOST_TOLD = 100
"""So many dots are put into words."""


class Changed(NamedTuple):
    """Chances alike before and after, from 0 to 1, None for none at all: how many they are, and what the dot says."""

    before: float | None
    after: float | None
    many: int
    note: str


def draw_changes(title: str, key: str, dots: Sequence[Changed]) -> str:
    """The dots as SVG: rightwards by what was before, upwards by what is after; blue for more, red for less.

    A dot that is for several has their number above it.
    """
    width = LEFT + SIDE + MARGIN
    notes = "\n".join(dot.note for dot in dots[:MOST_TOLD])
    canvas = Canvas(title, f"{key}\n{notes}")
    y = canvas.titled(title, key, MARGIN, width)
    bottom = y + 20 + SIDE

    def place(before: float | None, after: float | None) -> tuple[float, float]:
        x, up = (-OUT if one is None else SIDE * one for one in (before, after))
        return LEFT + x, bottom - up

    for part, name in enumerate(("0", "25", "50", "75", "100%")):
        share = part / 4
        canvas.line(place(share, 0), place(share, 1), stroke=RULE)
        canvas.line(place(0, share), place(1, share), stroke=RULE)
        canvas.text((place(share, 0)[0], bottom + OUT + 18), name, SMALL, anchor="middle", fill=MUTED)
        canvas.text((LEFT - OUT - 10, place(0, share)[1] + 4), name, SMALL, anchor="end", fill=MUTED)
    canvas.line(place(0, 0), place(1, 1), stroke=MUTED, stroke_dasharray="5 4")
    circles, numbers = canvas.group(kind="dots"), canvas.group(kind="numbers")
    for dot in sorted(dots, key=lambda dot: -dot.many):
        more = (dot.after or 0) - (dot.before or 0)
        colour = BLUE if more > 0 else VERMILLION if more < 0 else MUTED
        (x, y), r = place(dot.before, dot.after), min(LARGEST, SMALLEST * sqrt(dot.many))
        circles.circle((x, y), r, note=dot.note, fill=colour, stroke=PAPER, stroke_width=0.8)
        if dot.many > 1:
            numbers.text((x, y - r - 3), str(dot.many), SMALL, anchor="middle", halo=PAPER)
    canvas.text((LEFT, bottom + OUT + 38), "chance before, and upwards the chance after", SMALL, fill=INK, bold=True)
    return canvas.finish(width, bottom + OUT + 38 + MARGIN / 2)
