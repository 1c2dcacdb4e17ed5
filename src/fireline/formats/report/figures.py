"""The pictures of a report: bars where no number was varied, curves over one number, a heat map over two."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import islice, product
from math import isfinite
from typing import NamedTuple

from fireline.draw.canvas import INK, SERIES, Canvas, Point, points, width_of
from fireline.draw.charts import HIGH, MARGIN, SMALL, draw_gains, draw_heights
from fireline.draw.heatmap import Heat, HeatMap, draw_heat
from fireline.formats.report.table import Dimension, Figure, Place, Results, Row, in_full, in_short, ticks
from fireline.game.result import Bar

LINES = (*SERIES, INK)
"""The colours of curves, one after another; each has its name at its end as well."""
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


def curves(x: Dimension, lines: Sequence[Curve], title: str, *, share: bool, width: float) -> str:
    """The curves as SVG; every point shows its value when you point at it, and a band is its interval."""
    canvas = Canvas(title, "\n".join(f"{line.name} {dot.full}".strip() for line in lines for dot in line.dots))
    beside = max((width_of(line.name, SMALL, bold=True) for line in lines), default=0.0)
    left, right, top = MARGIN + 40, width - beside - MARGIN, canvas.titled(title, "", MARGIN, width) + 12
    bottom = top + HIGH
    seen = [end for line in lines for dot in line.dots for end in (dot.value, dot.low, dot.high) if end is not None]
    steps = ticks(min(0.0, *seen), max(seen)) if seen else [0.0, 1.0]
    first, last = (float(x.values[at][0]) for at in (0, -1))

    def place(across: float, up: float) -> Point:
        return (
            left + (across - first) / (last - first) * (right - left),
            bottom - (up - steps[0]) / (steps[-1] - steps[0]) * (bottom - top),
        )

    draw_heights(canvas, [(step, in_short(step, share=share)) for step in steps], (first, last), place)
    widest = int(max(width_of(x.label(n), SMALL) for n in range(len(x.values))) + 8)
    for n in range(0, len(x.values), max(1, -(-widest * len(x.values) // int(right - left)))):
        canvas.text((place(float(x.values[n][0]), 0)[0], bottom + 18), x.label(n), SMALL, anchor="middle")
    canvas.text((left, bottom + 38), x.name, SMALL, bold=True)
    ends: list[float] = []
    for line, paint in zip(lines, LINES * len(lines), strict=False):
        placed = [(dot, place(dot.x, dot.value)) for dot in line.dots]
        band = [place(dot.x, dot.low) for dot in line.dots if dot.low is not None]
        band += [place(dot.x, dot.high) for dot in reversed(line.dots) if dot.high is not None]
        if band:
            canvas.polygon(band, fill=paint, fill_opacity=0.16)
        canvas.add("polyline", points=points(at for _, at in placed), fill="none", stroke=paint, stroke_width=2)
        for dot, at in placed:
            canvas.circle(at, 3.2, note=dot.full, fill=paint)
        if placed and line.name:
            ends.append(_free(placed[-1][1][1], ends, (top, bottom)))
            canvas.text((right + 10, ends[-1] + 4), line.name, SMALL, bold=True, fill=paint)
    return canvas.finish(width, bottom + 38 + MARGIN / 2)


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


class DrawnFigure(NamedTuple):
    """The pictures of a figure as SVG, and how many are left out."""

    panels: tuple[str, ...]
    left_out: int


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


def draw(results: Results, figure: Figure, title: str, beside: int = 1) -> DrawnFigure:
    """A figure of all cases, in as many pictures as needed; `beside` figures, including this one, are side by side.

    Each picture has the title, with what is fixed in it where there are several.
    """
    values = [row[figure.column] for row in results.rows if row[figure.column] is not None]
    least, most = min(values, default=0.0), max(values, default=0.0)
    plan, dimensions = layout(results.dimensions), results.dimensions
    combinations = list(product(*(range(len(dimensions[n].values)) for n in plan.still)))
    painter = _Painter(results, figure, plan, least, most, WIDTHS[min(max(len(combinations), beside), len(WIDTHS)) - 1])
    panels = []
    for held in islice(combinations, MOST_PANELS):
        still = dict(zip(plan.still, held, strict=True))
        fixed = [f"{dimensions[n].name} {dimensions[n].label(at)}" for n, at in still.items()]
        panels.append(painter.paint(still, ", ".join((title, *fixed))))
    return DrawnFigure(tuple(panels), len(combinations) - len(panels))


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
            upwards = range(len(y.values))[::-1]
            cells = (
                tuple(self._cell(self._row(still | {plan.x: i, plan.y: j})) for i in range(len(x.values)))
                for j in upwards
            )
            columns = tuple(map(x.label, range(len(x.values))))
            ends = [in_short(one, share=self.figure.share) for one in (self.least, self.most)]
            panel = HeatMap("", tuple(map(y.label, upwards)), columns, tuple(cells))
            return draw_heat(title, (y.name, x.name), [panel], f"From {ends[0]}, white, to {ends[1]}, blue.")
        names = [""] if plan.lines is None else [dimensions[plan.lines].label(n) for n in range(self._count())]
        if plan.x is None:
            rows = [self._bar(name, self._row(still | self._line(n))) for n, name in enumerate(names)]
            return draw_gains(title, "", rows, chances=self.figure.share, most=self.most)
        lines = [Curve(name, tuple(self._dots(still | self._line(n)))) for n, name in enumerate(names)]
        return curves(dimensions[plan.x], lines, title, share=self.figure.share, width=self.width)

    def _count(self) -> int:
        return len(self.results.dimensions[self.plan.lines or 0].values)

    def _line(self, n: int) -> dict[int, int]:
        return {} if self.plan.lines is None else {self.plan.lines: n}

    def _row(self, at: dict[int, int]) -> Row:
        place: Place = tuple(at[n] for n in range(len(self.results.dimensions)))
        return self.results.at[place]

    def _cell(self, row: Row) -> Heat:
        value = row[self.figure.column]
        if value is None:
            return Heat("\N{EN DASH}", None, f"case {row['case']}: {why_none(row)}")
        strength = (value - self.least) / (self.most - self.least) if self.most > self.least else 0.5
        short = in_short(value, share=self.figure.share)
        return Heat(short, strength, f"case {row['case']}: {told(row, self.figure)}")

    def _bar(self, name: str, row: Row) -> Bar:
        value = row[self.figure.column]
        if value is None:
            return Bar(name, 0.0, why_none(row))
        return Bar(name, value, told(row, self.figure), bounds(row, self.figure))

    def _dots(self, at: dict[int, int]) -> Iterator[Dot]:
        assert self.plan.x is not None, "a curve has somewhere to go"  # noqa: S101
        dimension = self.results.dimensions[self.plan.x]
        for n, (value, *_) in enumerate(dimension.values):
            row = self._row(at | {self.plan.x: n})
            if row[self.figure.column] is not None:
                full = f"{dimension.label(n)}: {told(row, self.figure)}"
                low, high = bounds(row, self.figure) or (None, None)
                yield Dot(float(value), row[self.figure.column], low, high, full)


def bounds(row: Row, figure: Figure) -> tuple[float, float] | None:
    """The ends of a simulated figure's interval, where it has any."""
    ends = (row.get(f"{figure.column}_low"), row.get(f"{figure.column}_high"))
    low, high = (end if end is not None and isfinite(end) else None for end in ends)
    return None if low is None or high is None else (low, high)


def told(row: Row, figure: Figure) -> str:
    """A figure in full: exact, or with its interval."""
    value = in_full(row[figure.column], row.get(f"{figure.column}_exact"), share=figure.share)
    ends = " to ".join(in_full(end, None, share=figure.share) for end in bounds(row, figure) or ())
    return f"{value}, {ends}" if ends else value


def in_two(row: Row, figure: Figure) -> tuple[str, str]:
    """The same for a table: the number, and below it the fraction that it is, or its bounds."""
    short = in_full(row[figure.column], None, share=figure.share)
    return short, told(row, figure).removeprefix(short).strip(", ()")


def why_none(row: Row) -> str:
    """Why a case has no figure."""
    if row["problem"] is not None:
        return str(row["problem"])
    return f"not legal: {row['because']} {row['rule']}" if row["legal"] is False else "no figure"
