"""Curves: a figure over one varied number, a line for each value of something else."""

from __future__ import annotations

import xml.etree.ElementTree as ET
from collections.abc import Sequence
from typing import NamedTuple

from fireline.draw.canvas import Pen, Point, label, points, write
from fireline.draw.text import width_of
from fireline.formats.report.scale import LINES, ticks
from fireline.formats.report.table import Dimension
from fireline.formats.report.words import in_short

SMALL = 11.0
APART = 14.0


class Dot(NamedTuple):
    """A point of a curve: where on the axis, its value, its bounds if simulated, and all of it in words."""

    x: float
    value: float
    low: float | None
    high: float | None
    full: str


class Curve(NamedTuple):
    """A curve and its name."""

    name: str
    dots: Sequence[Dot]


def curves(x: Dimension, lines: Sequence[Curve], title: str, *, share: bool, size: Point) -> str:
    """The curves as SVG; every point shows its value when you point at it, and a band is its interval."""
    beside = max((width_of(line.name, SMALL, bold=True) for line in lines), default=0.0)
    left, right, top, bottom = 52.0, size[0] - beside - 24, 12.0, size[1] - 44
    seen = [end for line in lines for dot in line.dots for end in (dot.value, dot.low, dot.high) if end is not None]
    steps = ticks(min(0.0, *seen), max(seen)) if seen else [0.0, 1.0]
    first, last = (float(x.values[at][0]) for at in (0, -1))

    def place(across: float, up: float) -> Point:
        return (
            left + (across - first) / (last - first) * (right - left),
            bottom - (up - steps[0]) / (steps[-1] - steps[0]) * (bottom - top),
        )

    svg = Pen(ET.Element("svg", {"xmlns": "http://www.w3.org/2000/svg"}))
    label(svg.element, title, f"curves over {x.name}")
    for step in steps:
        y = place(first, step)[1]
        svg.line((left, y), (right, y), kind="rule")
        svg.text((left - 8, y + 4), in_short(step, share=share), SMALL, anchor="end", kind="ink")
    every = max(
        1,
        -(
            -int(max(width_of(x.label(n), SMALL) for n in range(len(x.values))) + 8)
            * len(x.values)
            // int(right - left)
        ),
    )
    for n in range(0, len(x.values), every):
        svg.text((place(float(x.values[n][0]), 0)[0], bottom + 18), x.label(n), SMALL, anchor="middle", kind="ink")
    svg.text(((left + right) / 2, bottom + 38), f"{x.name} \N{RIGHTWARDS ARROW}", SMALL, anchor="middle", kind="muted")
    ends: list[float] = []
    for number, line in enumerate(lines):
        paint = LINES[number % len(LINES)]
        dots = [(dot, place(dot.x, dot.value)) for dot in line.dots]
        band = [place(dot.x, dot.low) for dot in line.dots if dot.low is not None]
        band += [place(dot.x, dot.high) for dot in reversed(line.dots) if dot.high is not None]
        if band:
            svg.polygon(band, kind=f"f{number % len(LINES)}", fill=paint, fill_opacity=0.16)
        svg.add(
            "polyline",
            points=points(at for _, at in dots),
            kind=f"s{number % len(LINES)}",
            fill="none",
            stroke=paint,
            stroke_width=2,
        )
        for dot, at in dots:
            svg.circle(at, 3.2, kind=f"f{number % len(LINES)}", note=dot.full, fill=paint)
        if dots and line.name:
            ends.append(_free(dots[-1][1][1], ends, (top, bottom)))
            svg.text(
                (right + 10, ends[-1] + 4), line.name, SMALL, bold=True, kind=f"f{number % len(LINES)}", fill=paint
            )
    return write(svg.element, round(size[0]), round(size[1]))


def _free(wanted: float, taken: Sequence[float], room: Point) -> float:
    """The nearest free height for a name."""
    heights = sorted(range(round(room[0]), round(room[1]) + 1), key=lambda one: abs(one - wanted))
    return next((one for one in heights if all(abs(one - other) >= APART for other in taken)), wanted)
