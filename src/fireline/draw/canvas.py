"""A small SVG builder: shapes and text on a page with a title and a description."""

from __future__ import annotations

import math
import xml.etree.ElementTree as ET
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from zlib import crc32

from fireline.draw.palette import INK, MUTED, PAPER
from fireline.draw.text import clean, clip, wrap

FAMILY = "system-ui, 'Segoe UI', Roboto, 'DejaVu Sans', sans-serif"
SMALLEST = 11
"""No text is smaller, in pixels."""

Point = tuple[float, float]


def number(value: float) -> str:
    """A coordinate, short and always the same.

    >>> number(12.0), number(-0.001), number(7.256)
    ('12', '0', '7.26')
    """
    text = f"{value:.2f}".rstrip("0").rstrip(".")
    return "0" if text == "-0" else text


def points(corners: Iterable[Point]) -> str:
    """Corners as `polygon` and `polyline` take them."""
    return " ".join(f"{number(x)},{number(y)}" for x, y in corners)


class Pen:
    """Draws into one SVG element; keywords are attributes, `kind` is the class, `note` a title of its own."""

    def __init__(self, element: ET.Element) -> None:
        self.element = element

    def add(self, tag: str, *, kind: str = "", note: str = "", **attributes: str | float) -> Pen:
        """Any element."""
        named = {"class": kind} if kind else {}
        for key, value in attributes.items():
            named[key.rstrip("_").replace("_", "-")] = clean(value) if isinstance(value, str) else number(value)
        child = ET.SubElement(self.element, tag, named)
        if note:
            ET.SubElement(child, "title").text = clean(note)
        return Pen(child)

    def group(self, *, kind: str = "", note: str = "", at: Point | None = None, **attributes: str | float) -> Pen:
        """A group, moved to a place."""
        moved = {"transform": f"translate({number(at[0])} {number(at[1])})"} if at else {}
        return self.add("g", kind=kind, note=note, **moved, **attributes)

    def rect(self, at: Point, size: Point, *, kind: str = "", note: str = "", **attributes: str | float) -> Pen:
        """A rectangle from its upper left corner."""
        return self.add("rect", kind=kind, note=note, x=at[0], y=at[1], width=size[0], height=size[1], **attributes)

    def circle(self, at: Point, r: float, *, kind: str = "", note: str = "", **attributes: str | float) -> Pen:
        """A circle."""
        return self.add("circle", kind=kind, note=note, cx=at[0], cy=at[1], r=r, **attributes)

    def line(self, a: Point, b: Point, *, kind: str = "", note: str = "", **attributes: str | float) -> Pen:
        """A straight line; `stroke` and the rest as attributes."""
        return self.add("line", kind=kind, note=note, x1=a[0], y1=a[1], x2=b[0], y2=b[1], **attributes)

    def polygon(self, corners: Iterable[Point], *, kind: str = "", note: str = "", **attributes: str | float) -> Pen:
        """A closed polygon."""
        return self.add("polygon", kind=kind, note=note, points=points(corners), **attributes)

    def path(self, d: str, *, kind: str = "", note: str = "", **attributes: str | float) -> Pen:
        """A path."""
        return self.add("path", kind=kind, note=note, d=d, **attributes)

    def text(  # noqa: PLR0913 - the look of a text has this many sides
        self,
        at: Point,
        content: str,
        size: float = 12,
        *,
        bold: bool = False,
        anchor: str = "start",
        fill: str = INK,
        halo: str = "",
        kind: str = "",
    ) -> Pen:
        """One line of text on its baseline; a halo keeps it legible on a pattern."""
        extra: dict[str, str | float] = {"fill": fill}
        if bold:
            extra["font_weight"] = "bold"
        if anchor != "start":
            extra["text_anchor"] = anchor
        if halo:
            extra |= {"stroke": halo, "stroke_width": 3, "stroke_linejoin": "round", "paint_order": "stroke"}
        drawn = self.add("text", kind=kind, note="", x=at[0], y=at[1], font_size=max(size, SMALLEST), **extra)
        drawn.element.text = clean(content)
        return drawn


class Canvas(Pen):
    """A picture: paper, its title and description for those who do not see it, and whatever is drawn on it."""

    def __init__(self, title: str, description: str) -> None:
        super().__init__(ET.Element("svg", {"xmlns": "http://www.w3.org/2000/svg"}))
        label(self.element, title, description)
        self.uid = _uid(title, description)
        """Part of every id, so that several pictures can stand in one page."""
        self.defs = self.add("defs")
        self._paper = self.rect((0, 0), (0, 0), kind="paper", fill=PAPER)
        self.element.set("font-family", FAMILY)

    def heading(self, left: float, title: str, facts: str, width: float) -> None:
        """The name of what is drawn, cut where it is wider than this, and a line about it below."""
        self.text((left, 34), clip(title, width, 20, bold=True), 20, bold=True)
        self.text((left, 54), facts, 12.5, fill=MUTED)

    def titled(self, title: str, about: str, margin: float, width: float, size: float = 16) -> float:
        """The name of what is drawn and what to know of it, in as many lines as they take; gives where they end."""
        y = margin
        for line in wrap(title, width - 2 * margin, size, bold=True, most=3):
            self.text((margin, y + 8), line, size, bold=True)
            y += size + 6
        for line in wrap(about, width - 2 * margin, 11.5, most=4):
            self.text((margin, y + 6), line, 11.5, fill=MUTED)
            y += 16
        return y

    def group_above(self, layer: Pen, *, kind: str) -> Pen:
        """A group directly above a layer, below all that was drawn after that."""
        group = ET.Element("g", {"class": kind})
        self.element.insert(list(self.element).index(layer.element) + 1, group)
        return Pen(group)

    def frame(self, at: Point, size: Point) -> None:
        """Say where the board itself lies, for a page that shows card and legend in its own way."""
        self.element.set("data-board", " ".join(map(number, (*at, *size))))

    def measure(self, origin: Point, x: float, y: float, slant: float = 0) -> None:
        """Say where the place 0,0 lies, and how far a step along x and along y is, for a page that names places.

        `slant` is how far to the right a step along y leads as well.
        """
        self.element.set("data-measure", " ".join(map(number, (*origin, x, y, *([slant] if slant else [])))))

    def finish(self, width: float, height: float) -> str:
        """The SVG text, of this size in pixels."""
        whole = math.ceil(width), math.ceil(height)
        self._paper.element.set("width", str(whole[0]))
        self._paper.element.set("height", str(whole[1]))
        return write(self.element, *whole)


@dataclass
class BoardPicture:
    """A board as it is drawn, before the picture is finished; places in pixels.

    Cells of a threat map go directly above `ground`; their large numbers keep clear of `tokens`, and stand `drop`
    below the middle of a cell, where nothing else is drawn, or `below` it where a token stands in the cell.
    """

    canvas: Canvas
    ground: Pen
    width: float
    low: float
    tokens: Sequence[Point] = ()
    drop: float = 7
    below: float = 45

    def finish(self) -> str:
        """The picture as SVG."""
        return self.canvas.finish(self.width, self.low + 24)


def label(svg: ET.Element, title: str, description: str) -> None:
    """Put title and description first in an SVG, as its text for screen readers."""
    uid = _uid(title, description)
    for place, (tag, text) in enumerate((("title", title), ("desc", description))):
        child = ET.Element(tag, {"id": f"{tag}-{uid}"})
        child.text = "\n".join(map(clean, text.split("\n")))
        svg.insert(place, child)
    svg.set("role", "img")
    svg.set("aria-labelledby", f"title-{uid} desc-{uid}")


def write(svg: ET.Element, width: int, height: int) -> str:
    """An SVG as text, of this size in pixels."""
    svg.set("width", str(width))
    svg.set("height", str(height))
    svg.set("viewBox", f"0 0 {width} {height}")
    ET.indent(svg, " ")
    return ET.tostring(svg, encoding="unicode") + "\n"


def _uid(title: str, description: str) -> str:
    return f"{crc32((title + description).encode('utf-8', 'replace')):08x}"
