"""The picture of a grid: a heat map of each column's difference from the first, or of a single column's figures."""

from __future__ import annotations

from collections.abc import Callable
from fractions import Fraction

from fireline.analysis.grid import ComparisonGrid, GridCell
from fireline.draw.heatmap import Heat, HeatMap, draw_heat
from fireline.game.odds import key_of
from fireline.ruling.gains import average, decimals, points
from fireline.ruling.prose import percent

Read = Callable[[GridCell], Fraction | None]
"""The number drawn for a cell; None if there is nothing to draw."""


def heat_map(grid: ComparisonGrid, title: str) -> str:
    """Every column after the first by its difference, in percentage points or as averages; one alone as it is; SVG."""
    first = grid.labels[0]
    told: Callable[[Fraction], str]
    if len(grid.labels) == 1:
        told = average if grid.is_mean else percent
        panels = [_panel(grid, first, lambda cell: cell.figures[0], told)]
        key = f"{grid.figure}: the deeper the blue the more, grey no shot; exact in every cell."
    else:
        told, unit = (decimals, "as a difference") if grid.is_mean else (points, "in percentage points")
        panels = [
            _panel(grid, f"{label} against {first}", _gain(number), told)
            for number, label in list(enumerate(grid.labels))[1:]
        ]
        key = f"{grid.figure}, {unit}: blue is more than {first}, orange less, grey no shot; exact in every cell."
    *rows, columns = (axis.name for axis in grid.axes)
    return draw_heat(title, ("".join(rows[:1]), columns), panels, key)


def _gain(number: int) -> Read:
    return lambda cell: cell.gain(number)


def _panel(grid: ComparisonGrid, heading: str, read: Read, told: Callable[[Fraction], str]) -> HeatMap:
    """One panel; the strongest colour is that of the cell farthest from nothing."""
    columns = grid.axes[-1]
    rows = grid.axes[0] if columns is not grid.axes[0] else None
    wide = len(columns.values)
    widest = max((abs(read(cell) or Fraction(0)) for cell in grid.cells), default=Fraction(0))

    def heat(cell: GridCell) -> Heat:
        value = read(cell)
        where = ", ".join(f"{axis.name} {key_of(value)}" for axis, value in zip(grid.axes, cell.at, strict=True))
        if value is None:
            sides = "" if len(cell.figures) == 1 else " on one of the two sides"
            return Heat("\N{EN DASH}", None, f"{where}: no shot{sides}")
        return Heat(told(value), float(value / widest) if widest else 0.0, f"{where}: {told(value)} ({value})")

    cells = list(map(heat, grid.cells))
    return HeatMap(
        heading=heading,
        rows=tuple(map(key_of, rows.values)) if rows else ("",),
        columns=tuple(map(key_of, columns.values)),
        cells=tuple(tuple(cells[n : n + wide]) for n in range(0, len(cells), wide)),
    )
