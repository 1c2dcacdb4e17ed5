"""Bars: a figure when nothing that was varied is a number."""

from __future__ import annotations

import xml.etree.ElementTree as ET
from collections.abc import Sequence
from typing import NamedTuple

from fireline.draw.canvas import Pen, label, write
from fireline.draw.text import width_of
from fireline.formats.report.scale import LINES

ROW, THICK, SHORTEST = 24.0, 14.0, 60.0
SMALL = 11.0


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
