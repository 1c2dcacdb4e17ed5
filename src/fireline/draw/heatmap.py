"""A heat map: a table whose cells are coloured by how much they are above or below nothing."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from fireline.draw.canvas import BLUE, INK, MUTED, PAPER, VERMILLION, WHITE, Canvas, clip, mixed, width_of

MARGIN, CELL, HIGH = 30.0, 46.0, 22.0
_SMALL, _BODY = 11.5, 13.0
_NONE = "#E4E4E2"
_STRONGEST = 0.72
"""How much of its colour the strongest cell has, so that its text is legible."""


class Heat(NamedTuple):
    """One cell: what is written in it, how strong its colour is (-1 to 1, None for no answer), and what it says."""

    text: str
    strength: float | None
    note: str


class HeatMap(NamedTuple):
    """A panel: a heading, the values along both axes, and the cells row by row."""

    heading: str
    rows: tuple[str, ...]
    columns: tuple[str, ...]
    cells: tuple[tuple[Heat, ...], ...]


def draw_heat(title: str, axes: tuple[str, str], panels: Sequence[HeatMap], key: str) -> str:
    """The panels one below the other as SVG; `axes` name the rows and the columns, `key` says what the colours mean."""
    aside = max((width_of(row, _SMALL) for panel in panels for row in panel.rows), default=0.0)
    left = MARGIN + max(aside, width_of(axes[0], _SMALL)) + 12
    wide = max((width_of(name, _SMALL) + 10 for panel in panels for name in panel.columns), default=0.0)
    cell = max(CELL, wide)
    width = max(left + cell * max(len(panel.columns) for panel in panels) + MARGIN, 460.0)
    lines = "\n".join(f"{panel.heading}: {one.note}" for panel in panels for row in panel.cells for one in row)
    canvas = Canvas(title, f"{key}\n{lines}")
    y = canvas.titled(title, key, MARGIN, width, 18)
    for panel in panels:
        y = _panel(canvas, panel, axes, (left, y + 26), (cell, width))
    return canvas.finish(width, y + MARGIN / 2)


def _panel(
    canvas: Canvas, panel: HeatMap, axes: tuple[str, str], at: tuple[float, float], size: tuple[float, float]
) -> float:
    """One panel from its heading downwards; gives where it ends."""
    (left, y), (cell, width) = at, size
    canvas.text((MARGIN, y), clip(panel.heading, width - 2 * MARGIN, 14, bold=True), 14, bold=True)
    y += 22
    canvas.text((MARGIN, y + 16), axes[0], _SMALL, fill=MUTED)
    canvas.text((left, y), axes[1], _SMALL, fill=MUTED)
    for n, name in enumerate(panel.columns):
        canvas.text((left + cell * (n + 0.5), y + 16), name, _SMALL, anchor="middle", bold=True)
    y += 22
    for name, row in zip(panel.rows, panel.cells, strict=True):
        canvas.text((left - 8, y + HIGH - 7), name, _SMALL, anchor="end", bold=True)
        for n, one in enumerate(row):
            box = canvas.group(note=one.note)
            place = left + cell * n, y
            box.rect(place, (cell, HIGH), fill=colour(one.strength), stroke=PAPER, stroke_width=1)
            ink = MUTED if one.strength is None else INK
            box.text((place[0] + cell / 2, y + HIGH - 7), one.text, _SMALL, anchor="middle", fill=ink)
        y += HIGH
    return y


def colour(strength: float | None) -> str:
    """White for no difference, towards blue for more and towards vermillion for less; grey for no answer.

    >>> colour(0), colour(1), colour(-1), colour(None)
    ('#FFFFFF', '#4799C8', '#E18B47', '#E4E4E2')
    """
    if strength is None:
        return _NONE
    return mixed(WHITE, BLUE if strength > 0 else VERMILLION, min(abs(strength), 1.0) * _STRONGEST)
