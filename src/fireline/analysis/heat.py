"""The picture of a grid: one heat map for each column, of its difference to the first."""

from __future__ import annotations

from fractions import Fraction

from fireline.analysis.compare import key_of
from fireline.analysis.grid import Cell, Grid
from fireline.analysis.words import decimals, points


def heat_map(grid: Grid, title: str) -> str:
    """The differences of every column after the first, in percentage points or as averages, as SVG."""
    from fireline.formats.picture.heatmap import Heat, HeatMap, draw_heat  # drawn only when asked for

    told = decimals if grid.is_mean else points
    columns = grid.axes[-1]
    rows = grid.axes[0] if columns is not grid.axes[0] else None
    wide = len(columns.values)

    def heat(cell: Cell, number: int, widest: Fraction) -> Heat:
        gain = cell.gain(number)
        where = ", ".join(f"{axis.name} {key_of(value)}" for axis, value in zip(grid.axes, cell.at, strict=True))
        if gain is None:
            return Heat("–", None, f"{where}: no shot on one of the two sides")
        return Heat(told(gain), float(gain / widest) if widest else 0.0, f"{where}: {told(gain)} ({gain})")

    panels = []
    for number, label in list(enumerate(grid.labels))[1:]:
        widest = max((abs(cell.gain(number) or Fraction(0)) for cell in grid.cells), default=Fraction(0))
        cells = [heat(cell, number, widest) for cell in grid.cells]
        panels.append(
            HeatMap(
                heading=f"{label} against {grid.labels[0]}",
                rows=tuple(map(key_of, rows.values)) if rows else ("",),
                columns=tuple(map(key_of, columns.values)),
                cells=tuple(tuple(cells[n : n + wide]) for n in range(0, len(cells), wide)),
            )
        )
    unit = "as a difference" if grid.is_mean else "in percentage points"
    key = f"{grid.figure}, {unit}: blue is more than {grid.labels[0]}, orange less, grey no shot; exact in every cell."
    return draw_heat(title, (rows.name if rows else "", columns.name), panels, key)
