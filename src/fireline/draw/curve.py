"""A curve: one figure over the values of a field, with a line at what is asked for."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import pairwise
from typing import NamedTuple

from fireline.draw.canvas import Canvas
from fireline.draw.palette import BLUE, INK, MUTED, RULE, VERMILLION
from fireline.draw.text import width_of, wrap

MARGIN, HIGH, STEP, LEAST_WIDTH = 30.0, 240.0, 26.0, 420.0
_SMALL = 11.5


class Dot(NamedTuple):
    """One value: its name, how high it stands (None for no shot), whether it stands out, and what it says."""

    name: str
    height: float | None
    marked: bool
    note: str


def draw_curve(title: str, field: str, dots: Sequence[Dot], marks: Sequence[tuple[float, str]], goal: float) -> str:
    """The dots in order, joined where they are next to each other, as SVG.

    Heights and `marks`, the labels of the upright axis, go from 0 at the bottom to 1 at the top; `goal` is the height
    of the line across.
    """
    left = MARGIN + max(width_of(name, _SMALL) for _, name in marks) + 10
    step = max(STEP, max(width_of(dot.name, _SMALL) for dot in dots) + 8)
    width = max(left + step * len(dots) + MARGIN, LEAST_WIDTH)
    canvas = Canvas(title, "\n".join(dot.note for dot in dots))
    y = MARGIN
    for line in wrap(title, width - 2 * MARGIN, 16, bold=True, most=3):
        canvas.text((MARGIN, y + 8), line, 16, bold=True)
        y += 22
    top, right = y + 16, left + step * len(dots)

    def place(n: int, height: float) -> tuple[float, float]:
        return left + step * (n + 0.5), top + HIGH * (1 - height)

    for height, name in marks:
        canvas.line((left, place(0, height)[1]), (right, place(0, height)[1]), stroke=RULE)
        canvas.text((left - 8, place(0, height)[1] + 4), name, _SMALL, anchor="end", fill=MUTED)
    if 0 <= goal <= 1:
        across = place(0, goal)[1]
        canvas.line((left, across), (right, across), stroke=VERMILLION, stroke_width=1.5, stroke_dasharray="5 4")
    placed = [None if dot.height is None else place(n, dot.height) for n, dot in enumerate(dots)]
    for a, b in pairwise(placed):
        if a is not None and b is not None:
            canvas.line(a, b, stroke=BLUE, stroke_width=1.5)
    for n, (dot, at) in enumerate(zip(dots, placed, strict=True)):
        canvas.text((place(n, 0)[0], top + HIGH + 18), dot.name, _SMALL, anchor="middle", bold=dot.marked)
        if at is not None:
            canvas.circle(at, 5 if dot.marked else 3.5, note=dot.note, fill=VERMILLION if dot.marked else BLUE)
        else:
            canvas.text(
                (place(n, 0)[0], top + HIGH - 6), "\N{MULTIPLICATION SIGN}", _SMALL, anchor="middle", fill=MUTED
            )
    canvas.text((left, top + HIGH + 38), field, _SMALL, fill=INK, bold=True)
    return canvas.finish(width, top + HIGH + 38 + MARGIN / 2)
