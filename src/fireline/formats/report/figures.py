"""The pictures of a report: bars where no number was varied, curves over one number, a heat map over two."""

from __future__ import annotations

import xml.etree.ElementTree as ET
from collections.abc import Sequence
from typing import NamedTuple

from fireline.draw.canvas import Pen, Point, label, points, write
from fireline.draw.text import width_of
from fireline.formats.report.scale import LINES, colour, is_dark, ticks
from fireline.formats.report.table import Dimension
from fireline.formats.report.words import in_short

ROW, THICK, SHORTEST = 24.0, 14.0, 60.0
SMALL = 11.0
"""The size of the letters."""


class Bar(NamedTuple):
    """A bar: its name, its share of the longest (None without a figure), its bounds, its value in words."""

    name: str
    share: float | None
    low: float | None
    high: float | None
    full: str


def bars(rows: Sequence[Bar], title: str, width: float) -> str:
    """The bars as SVG, one below another; a whisker is the interval of a simulated figure."""
    left = 12 + max(width_of(bar.name, SMALL) for bar in rows)
    beside = 16 + max(width_of(bar.full, SMALL) for bar in rows)
    room = max(width - left - beside, SHORTEST)
    svg = Pen(ET.Element("svg", {"xmlns": "http://www.w3.org/2000/svg"}))
    label(svg.element, title, "bars")
    for n, bar in enumerate(rows):
        y = 8 + n * ROW
        svg.text((left - 8, y + THICK - 3), bar.name, SMALL, anchor="end", kind="ink")
        end = left + room * (bar.share or 0.0)
        svg.rect((left, y), (max(end - left, 0.5), THICK), kind="f0", fill=LINES[0])
        if bar.low is not None and bar.high is not None:
            ends = [left + room * min(one, 1.15) for one in (bar.low, bar.high)]
            svg.line((ends[0], y + THICK / 2), (ends[1], y + THICK / 2), kind="whisker")
            end = max(end, ends[1])
        svg.text((end + 8, y + THICK - 3), bar.full, SMALL, kind="muted" if bar.share is None else "ink")
    return write(svg.element, round(left + room + beside), round(8 + len(rows) * ROW))


TALLEST = 30.0
BETWEEN = 8.0
"""Pixels between two labels of an axis."""


class HeatCell(NamedTuple):
    """One cell: its share between least and most (None without a figure), its value in short, and in full."""

    share: float | None
    short: str
    full: str


Cells = dict[tuple[int, int], HeatCell]


def heat_map(x: Dimension, y: Dimension, cells: Cells, title: str, width: float) -> str:
    """The map as SVG, x to the right, y upwards; every cell shows its value when you point at it."""
    left = 12 + 16 + max(width_of(y.label(n), SMALL) for n in range(len(y.values)))
    columns, rows = len(x.values), len(y.values)
    wide = min(max((width - left - 8) / columns, 3.0), 54.0)
    tall = min(max(min(wide * 0.72, TALLEST), 420 / rows if rows > 20 else 20.0), TALLEST)
    bottom = 6 + rows * tall
    told = all(width_of(cell.short, SMALL) + 4 <= wide for cell in cells.values()) and tall >= 15
    svg = Pen(ET.Element("svg", {"xmlns": "http://www.w3.org/2000/svg"}))
    label(svg.element, title, f"{y.name} upwards, {x.name} to the right")
    for (column, row), cell in cells.items():
        at = left + column * wide, bottom - (row + 1) * tall
        kind = "none" if cell.share is None else ""
        paint = "none" if cell.share is None else colour(cell.share)
        svg.rect(at, (wide - 0.75, tall - 0.75), kind=kind, note=cell.full, fill=paint)
        if told:
            middle = at[0] + wide / 2, at[1] + tall / 2 + 4
            on = "muted" if cell.share is None else "light" if is_dark(cell.share) else "dark"
            svg.text(middle, cell.short, SMALL, anchor="middle", kind=on)
    _labels(svg, x, y, (left, bottom), (wide, tall))
    return write(svg.element, round(left + columns * wide + 8), round(bottom + 40))


def _labels(svg: Pen, x: Dimension, y: Dimension, corner: tuple[float, float], cell: tuple[float, float]) -> None:
    """The values along both sides, as many as fit, and the names of the axes."""
    (left, bottom), (wide, tall) = corner, cell
    widest = max(width_of(x.label(n), SMALL) for n in range(len(x.values)))
    for n in range(0, len(x.values), max(1, -(-int(widest + BETWEEN) // int(wide)))):
        svg.text((left + (n + 0.5) * wide, bottom + 15), x.label(n), SMALL, anchor="middle", kind="ink")
    for n in range(0, len(y.values), max(1, -(-14 // int(tall)))):
        svg.text((left - 6, bottom - (n + 0.5) * tall + 4), y.label(n), SMALL, anchor="end", kind="ink")
    svg.text(
        (left + len(x.values) * wide / 2, bottom + 34),
        f"{x.name} \N{RIGHTWARDS ARROW}",
        SMALL,
        anchor="middle",
        kind="muted",
    )
    middle = bottom - len(y.values) * tall / 2
    turned = svg.add("g", transform=f"translate(12 {middle:.1f}) rotate(-90)")
    turned.text((0, 0), f"{y.name} \N{RIGHTWARDS ARROW}", SMALL, anchor="middle", kind="muted")


APART = 14.0
"""Pixels between the names of two curves."""


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
