"""The pictures of a report: bars where no number was varied, curves over one number, a heat map over two."""

from __future__ import annotations

import xml.etree.ElementTree as ET
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import islice, product
from math import isfinite
from typing import NamedTuple

from fireline.draw.canvas import Pen, Point, label, points, width_of, write
from fireline.formats.report.table import (
    LINES,
    Dimension,
    Figure,
    Place,
    Results,
    Row,
    colour,
    in_full,
    in_short,
    is_dark,
    ticks,
)

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


# --- which picture shows what -------------------------------------------------------


MOST_PANELS = 24
"""The most small multiples of one figure; the report says how many more are left out."""
MOST_LINES = 6
WIDTHS = (910.0, 430.0, 270.0)
"""The width in pixels of a picture alone, of one of two, and of one of more."""


class ReportPanel(NamedTuple):
    """A picture and what is fixed in it, "" if there is only one."""

    caption: str
    svg: str


@dataclass(frozen=True)
class Drawn:
    """The pictures of a figure, the least and the most of their colours, and how many are left out."""

    panels: tuple[ReportPanel, ...]
    least: str
    most: str
    left_out: int
    coloured: bool


class Layout(NamedTuple):
    """Dimensions by their role in a picture, as indices into `Results.dimensions`."""

    x: int | None
    y: int | None
    lines: int | None
    still: tuple[int, ...]


def layout(dimensions: Sequence[Dimension]) -> Layout:
    """The last two numbers span a heat map; one number spans curves, a line for each value of the next dimension."""
    numbers = [n for n, one in enumerate(dimensions) if one.numeric]
    others = [n for n, one in enumerate(dimensions) if not one.numeric]
    if len(numbers) >= 2:
        x, y = numbers[-1], numbers[-2]
        return Layout(x, y, None, tuple(n for n in range(len(dimensions)) if n not in {x, y}))
    lines = next((n for n in reversed(others) if len(dimensions[n].values) <= MOST_LINES or not numbers), None)
    only = numbers[0] if numbers else None
    return Layout(only, None, lines, tuple(n for n in range(len(dimensions)) if n not in {only, lines}))


def draw(results: Results, figure: Figure, beside: int = 1) -> Drawn:
    """A figure of all cases, in as many pictures as needed; `beside` figures, including this one, are side by side."""
    values = [row[figure.column] for row in results.rows if row[figure.column] is not None]
    least, most = min(values, default=0.0), max(values, default=0.0)
    plan, dimensions = layout(results.dimensions), results.dimensions
    combinations = list(product(*(range(len(dimensions[n].values)) for n in plan.still)))
    painter = _Painter(results, figure, plan, least, most, WIDTHS[min(max(len(combinations), beside), len(WIDTHS)) - 1])
    panels = []
    for held in islice(combinations, MOST_PANELS):
        still = dict(zip(plan.still, held, strict=True))
        caption = ", ".join(f"{dimensions[n].name} {dimensions[n].label(at)}" for n, at in still.items())
        panels.append(
            ReportPanel(caption, painter.paint(still, f"{figure.column}, {caption}" if caption else figure.column))
        )
    left_out = len(combinations) - len(panels)
    ends = [in_short(one, share=figure.share) for one in (least, most)]
    return Drawn(tuple(panels), ends[0], ends[1], left_out, coloured=plan.y is not None)


@dataclass(frozen=True)
class _Painter:
    """Paints one figure, every panel to the same scale."""

    results: Results
    figure: Figure
    plan: Layout
    least: float
    most: float
    width: float

    def paint(self, still: dict[int, int], title: str) -> str:
        """The panel in which these dimensions are fixed."""
        dimensions, plan = self.results.dimensions, self.plan
        if plan.x is not None and plan.y is not None:
            x, y = dimensions[plan.x], dimensions[plan.y]
            cells = {
                (i, j): self._cell(self._row(still | {plan.x: i, plan.y: j}))
                for i in range(len(x.values))
                for j in range(len(y.values))
            }
            return heat_map(x, y, cells, title, self.width)
        names = [""] if plan.lines is None else [dimensions[plan.lines].label(n) for n in range(self._count())]
        if plan.x is None:
            rows = [self._bar(name, self._row(still | self._line(n))) for n, name in enumerate(names)]
            return bars(rows, title, self.width)
        lines = [Curve(name, tuple(self._dots(still | self._line(n)))) for n, name in enumerate(names)]
        size = (self.width, 320.0 if self.width == WIDTHS[0] else 230.0)
        return curves(dimensions[plan.x], lines, title, share=self.figure.share, size=size)

    def _count(self) -> int:
        return len(self.results.dimensions[self.plan.lines or 0].values)

    def _line(self, n: int) -> dict[int, int]:
        return {} if self.plan.lines is None else {self.plan.lines: n}

    def _row(self, at: dict[int, int]) -> Row:
        place: Place = tuple(at[n] for n in range(len(self.results.dimensions)))
        return self.results.at[place]

    def _cell(self, row: Row) -> HeatCell:
        value = row[self.figure.column]
        if value is None:
            return HeatCell(None, "\N{EN DASH}", f"case {row['case']}: {why_none(row)}")
        share = (value - self.least) / (self.most - self.least) if self.most > self.least else 0.5
        return HeatCell(
            share, in_short(value, share=self.figure.share), f"case {row['case']}: {told(row, self.figure)}"
        )

    def _bar(self, name: str, row: Row) -> Bar:
        value = row[self.figure.column]
        if value is None:
            return Bar(name, None, None, None, why_none(row))
        longest = max(self.most, 1e-300)
        low, high = (None if end is None else end / longest for end in bounds(row, self.figure))
        return Bar(name, max(value, 0.0) / longest, low, high, told(row, self.figure))

    def _dots(self, at: dict[int, int]) -> Iterator[Dot]:
        assert self.plan.x is not None, "a curve has somewhere to go"  # noqa: S101
        dimension = self.results.dimensions[self.plan.x]
        for n, (value, *_) in enumerate(dimension.values):
            row = self._row(at | {self.plan.x: n})
            if row[self.figure.column] is not None:
                full = f"{dimension.label(n)}: {told(row, self.figure)}"
                yield Dot(float(value), row[self.figure.column], *bounds(row, self.figure), full)


def bounds(row: Row, figure: Figure) -> tuple[float | None, float | None]:
    """The ends of a simulated figure's interval, where it has any."""
    ends = (row.get(f"{figure.column}_low"), row.get(f"{figure.column}_high"))
    low, high = (end if end is not None and isfinite(end) else None for end in ends)
    return (low, high) if low is not None and high is not None else (None, None)


def told(row: Row, figure: Figure) -> str:
    """A figure in full: exact, or with its interval."""
    value = in_full(row[figure.column], row.get(f"{figure.column}_exact"), share=figure.share)
    low, high = bounds(row, figure)
    if low is None or high is None:
        return value
    return f"{value}, {in_full(low, None, share=figure.share)} to {in_full(high, None, share=figure.share)}"


def in_two(row: Row, figure: Figure) -> tuple[str, str]:
    """The same for a table: the number, and below it the fraction that it is, or its bounds."""
    short = in_full(row[figure.column], None, share=figure.share)
    return short, told(row, figure).removeprefix(short).strip(", ()")


def why_none(row: Row) -> str:
    """Why a case has no figure."""
    if row["problem"] is not None:
        return str(row["problem"])
    return f"not legal: {row['because']} {row['rule']}" if row["legal"] is False else "no figure"
