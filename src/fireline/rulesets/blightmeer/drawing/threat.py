"""A threat map of a table: a square for every point that a model might stand on."""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction

from fireline.draw.canvas import Canvas, Point
from fireline.draw.threatmap import draw_cells
from fireline.game.battle import Battle
from fireline.game.drawing import ThreatCell, ThreatMap
from fireline.rulesets.blightmeer.drawing.plan import Plan
from fireline.rulesets.blightmeer.drawing.tabletop import compose, plan_of

Span = tuple[Fraction, Fraction]


def draw(battle: Battle, chart: ThreatMap) -> str:
    """The table with a chance in every square."""
    board = compose(Canvas(chart.title, chart.described), battle, chart.title)
    return draw_cells(board, chart, _squares(plan_of(battle.state), chart.cells))


def _squares(plan: Plan, cells: Sequence[ThreatCell]) -> dict[str, list[Point]]:
    """The squares of a grid on a table, from the middles that name them."""
    middles = {cell.place: tuple(map(Fraction, cell.place.split(","))) for cell in cells}
    columns, rows = (_spans(sorted({middle[axis] for middle in middles.values()})) for axis in (0, 1))
    squares = {place: _corners(columns[x], rows[y]) for place, (x, y) in middles.items()}
    return {place: [plan.point(corner) for corner in square] for place, square in squares.items()}


def _corners(across: Span, along: Span) -> list[Point]:
    left, right, low, high = map(float, (*across, *along))
    return [(left, low), (right, low), (right, high), (left, high)]


def _spans(middles: Sequence[Fraction]) -> dict[Fraction, Span]:
    """Where each cell of a row begins and ends, from 0 on."""
    spans, start = dict[Fraction, Span](), Fraction(0)
    for middle in middles:
        end = 2 * middle - start
        spans[middle], start = (start, end), end
    return spans
