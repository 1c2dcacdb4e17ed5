"""Steps: figures that stay the same along a stretch and change at its ends, several on one scale."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import partial
from itertools import pairwise
from typing import Any, NamedTuple

from fireline.draw.canvas import Canvas, Pen, Point
from fireline.draw.legend import draw_legend
from fireline.draw.marks import stroke
from fireline.draw.palette import INK, MUTED, RULE, SERIES
from fireline.draw.text import width_of

MARGIN, WIDE, HIGH, SMALL = 30.0, 560.0, 240.0, 11.5
LOOKS = tuple(zip((*SERIES, INK), ("none", "9 4", "3 3", "14 3 3 3", "1 4", "6 2 1 2"), strict=True))
"""The colour and the dashes of one curve after another, so that they are told apart without colours."""
THICK, THIN = 6.0, 2.0
"""The first curve is the thickest and lies lowest, so that those that go together with it are seen."""
MOST_TICKS = 16
Place = Callable[[float, float], Point]
"""Where a number along the axis and a height lie in the picture."""


class Flat(NamedTuple):
    """One stretch: where it begins and ends, how high it stands (None for nothing there), and what it says."""

    low: float
    high: float
    height: float | None
    note: str


class Stair(NamedTuple):
    """One curve and its name."""

    name: str
    flats: Sequence[Flat]


def draw_steps(title: str, along: str, stairs: Sequence[Stair], marks: Sequence[tuple[float, str]], key: str) -> str:
    """Curves of steps as SVG, over the same stretch of whole numbers.

    Heights and `marks`, the labels of the upright axis, go from 0 at the bottom to 1 at the top. Between the last whole
    number of a stretch and the first of the next a curve rises or falls half way. `key` says what the curves are of.
    """
    left, low, high = MARGIN + max(width_of(name, SMALL) for _, name in marks) + 10, *_ends(stairs)
    width = left + WIDE + MARGIN
    notes = "\n".join(f"{stair.name}: {flat.note}" for stair in stairs for flat in stair.flats)
    canvas = Canvas(title, f"{key}\n{notes}")
    y = canvas.titled(title, key, MARGIN, width)
    top = y + 16

    def place(x: float, height: float) -> Point:
        return left + WIDE * (x - low) / (high - low), top + HIGH * (1 - height)

    for height, name in marks:
        canvas.line(place(low, height), place(high, height), stroke=RULE)
        canvas.text((left - 8, place(low, height)[1] + 4), name, SMALL, anchor="end", fill=MUTED)
    for tick in _ticks(low, high):
        canvas.text((place(tick, 0)[0], top + HIGH + 18), str(tick), SMALL, anchor="middle")
    for n, stair in enumerate(stairs):
        _draw(canvas.group(kind="stair"), stair, n, len(stairs), place)
    canvas.text((left, top + HIGH + 38), along, SMALL, fill=INK, bold=True)
    items = [
        (one.name, partial(stroke, colour=_look(n)[0], dashes=_look(n)[1], width=4)) for n, one in enumerate(stairs)
    ]
    end = draw_legend(canvas, (MARGIN, top + HIGH + 62), width - 2 * MARGIN, items if len(stairs) > 1 else [])
    return canvas.finish(width, end + MARGIN / 2)


def _draw(layer: Pen, stair: Stair, n: int, many: int, at: Place) -> None:
    """One curve: level along each stretch, upright between two that meet."""
    colour, dashes = _look(n)
    thick = THICK - (THICK - THIN) * n / max(many - 1, 1) if many > 1 else THICK / 2
    look: dict[str, Any] = {"stroke": colour, "stroke_width": thick, "stroke_dasharray": dashes}
    edges = [flat.low - 0.5 for flat in stair.flats[:1]]
    edges += [(a.high + b.low) / 2 for a, b in pairwise(stair.flats)]
    edges += [flat.high + 0.5 for flat in stair.flats[-1:]]
    for flat, (start, end) in zip(stair.flats, pairwise(edges), strict=True):
        if flat.height is not None:
            layer.line(at(start, flat.height), at(end, flat.height), note=f"{stair.name}: {flat.note}", **look)
    for (a, b), edge in zip(pairwise(stair.flats), edges[1:-1], strict=True):
        if a.height is not None and b.height is not None:
            layer.line(at(edge, a.height), at(edge, b.height), **look)


def _look(n: int) -> tuple[str, str]:
    return LOOKS[n % len(LOOKS)]


def _ends(stairs: Sequence[Stair]) -> tuple[float, float]:
    every = [flat for stair in stairs for flat in stair.flats]
    return min(flat.low for flat in every) - 0.5, max(flat.high for flat in every) + 0.5


def _ticks(low: float, high: float) -> range:
    """Whole round numbers along the axis, no more than fit."""
    step = next(
        one * 10**power for power in range(9) for one in (1, 2, 5) if (high - low) / (one * 10**power) <= MOST_TICKS
    )
    first = -(-int(low + 0.5) // step) * step
    return range(first, int(high) + 1, step)
