"""A heat map: a figure over two varied numbers."""

from __future__ import annotations

import xml.etree.ElementTree as ET
from typing import NamedTuple

from fireline.draw.canvas import Pen, label, write
from fireline.draw.text import width_of
from fireline.formats.report.scale import colour, is_dark
from fireline.formats.report.table import Dimension

TALLEST = 30.0
SMALL = 11.0
APART = 8.0


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
    for n in range(0, len(x.values), max(1, -(-int(widest + APART) // int(wide)))):
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
