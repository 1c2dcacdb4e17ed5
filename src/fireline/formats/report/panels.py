"""Which picture shows a figure: heat maps over two varied numbers, curves over one, bars over none."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import islice, product
from math import isfinite
from typing import NamedTuple

from fireline.formats.report.figures import Bar, Curve, Dot, HeatCell, bars, curves, heat_map
from fireline.formats.report.table import Dimension, FigureColumn, Place, Results, Row
from fireline.formats.report.words import in_full, in_short

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


def draw(results: Results, figure: FigureColumn, beside: int = 1) -> Drawn:
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
    figure: FigureColumn
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


def bounds(row: Row, figure: FigureColumn) -> tuple[float | None, float | None]:
    """The ends of a simulated figure's interval, where it has any."""
    ends = (row.get(f"{figure.column}_low"), row.get(f"{figure.column}_high"))
    low, high = (end if end is not None and isfinite(end) else None for end in ends)
    return (low, high) if low is not None and high is not None else (None, None)


def told(row: Row, figure: FigureColumn) -> str:
    """A figure in full: exact, or with its interval."""
    value = in_full(row[figure.column], row.get(f"{figure.column}_exact"), share=figure.share)
    low, high = bounds(row, figure)
    if low is None or high is None:
        return value
    return f"{value}, {in_full(low, None, share=figure.share)} to {in_full(high, None, share=figure.share)}"


def in_two(row: Row, figure: FigureColumn) -> tuple[str, str]:
    """The same for a table: the number, and below it the fraction that it is, or its bounds."""
    short = in_full(row[figure.column], None, share=figure.share)
    return short, told(row, figure).removeprefix(short).strip(", ()")


def why_none(row: Row) -> str:
    """Why a case has no figure."""
    if row["problem"] is not None:
        return str(row["problem"])
    return f"not legal: {row['because']} {row['rule']}" if row["legal"] is False else "no figure"
