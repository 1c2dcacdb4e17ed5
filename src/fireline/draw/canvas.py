"""A small SVG builder: shapes and text on a page with a title and a description, how wide texts are, and the colours.

Texts are wrapped or cut so that they stay in their boxes. Widths are those of DejaVu Sans, a wide face: what fits in it
fits in the usual system faces too. Colours are neutral paper and ink, and the Okabe-Ito set.
"""

from __future__ import annotations

import math
import re
import unicodedata
import xml.etree.ElementTree as ET
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from zlib import crc32

PAPER = "#FBFAF7"
WHITE = "#FFFFFF"
INK = "#1E2430"
MUTED = "#5B6270"
"""Text that matters less: a line of a sum that does not apply, a rule ID."""
RULE = "#C9CCD2"
"""Hairlines that separate; they carry no meaning."""

BLUE = "#0072B2"
VERMILLION = "#D55E00"
GREEN = "#009E73"
SKY = "#56B4E9"
YELLOW = "#F0E442"
PURPLE = "#CC79A7"
SERIES = (BLUE, VERMILLION, GREEN, PURPLE, SKY)
"""The colours of things that are compared, one after another; something else tells them apart as well."""

BOTTOM_TINT = "#E6F1F8"
TOP_TINT = "#FBEBE0"

TEXT_ON = {
    INK: (PAPER, WHITE, BOTTOM_TINT, TOP_TINT),
    MUTED: (PAPER, WHITE),
    WHITE: (INK,),
}
"""Which colours of text stand on which grounds, for the check of contrast."""
MARKS_ON = {BLUE: (PAPER, WHITE), VERMILLION: (PAPER, WHITE), GREEN: (PAPER, WHITE)}
"""The same for marks."""


def rgb(colour: str) -> tuple[int, int, int]:
    """The three parts of a colour.

    >>> rgb("#0072B2")
    (0, 114, 178)
    """
    return int(colour[1:3], 16), int(colour[3:5], 16), int(colour[5:7], 16)


def mixed(colour: str, other: str, share: float) -> str:
    """A colour with a share of another in it.

    >>> mixed("#000000", "#FFFFFF", 0.5)
    '#808080'
    """
    parts = [round(a + (b - a) * share) for a, b in zip(rgb(colour), rgb(other), strict=True)]
    return "#{:02X}{:02X}{:02X}".format(*parts)


ELLIPSIS = "\N{HORIZONTAL ELLIPSIS}"
_FIRST, _LAST = " ", "~"
_REPLACEMENT = "\N{REPLACEMENT CHARACTER}"
_OTHER, _WIDE = 0.86, 1.15
# Hundredths of the size, from space to tilde, regular and bold.
_REGULAR = (
    "32 40 46 84 64 95 78 27 39 39 50 84 32 36 32 34 64 64 64 64 64 64 64 64 64 64 34 34 84 84 84 53 100 68 69 70 "
    "77 63 58 77 75 29 29 66 56 86 75 79 60 79 69 63 61 73 68 99 69 61 69 39 34 39 84 50 50 61 63 55 63 62 35 63 "
    "63 28 28 58 28 97 63 61 63 63 41 52 39 63 59 82 59 59 52 64 34 64 84"
)
_BOLD = (
    "35 46 52 84 70 100 87 31 46 46 52 84 38 42 38 37 70 70 70 70 70 70 70 70 70 70 40 40 84 84 84 58 100 77 76 "
    "73 83 68 68 82 84 37 37 77 64 100 84 85 73 85 77 72 68 81 77 110 77 72 73 46 37 46 84 50 50 67 72 59 72 68 "
    "44 72 71 34 34 67 34 104 71 69 72 72 49 60 48 71 65 92 65 65 58 71 37 71 84"
)
_WIDTHS = tuple(tuple(int(width) / 100 for width in table.split()) for table in (_REGULAR, _BOLD))


def clean(text: str) -> str:
    r"""A text as XML may hold it and a line may show it: control and direction characters are replaced.

    >>> clean("a\x00b\u202ec\nd") == "a\ufffdb\ufffdc d"
    True
    """
    if text.isascii() and text.isprintable():  # nearly every text of a drawing
        return text
    return "".join(" " if char in "\n\t\r" else _REPLACEMENT if _unfit(char) else char for char in text)


def width_of(text: str, size: float, *, bold: bool = False) -> float:
    """How wide a line of text is at most.

    >>> width_of("LB", 100), width_of("LB", 100, bold=True)
    (125.0, 140.0)
    """
    return round(sum(_advance(char, _WIDTHS[bold]) for char in text) * size, 6)


def clip(text: str, width: float, size: float, *, bold: bool = False) -> str:
    """The text, cut with an ellipsis where it is too wide.

    >>> clip("hannibal barca", 60, 11)
    'hannibal\N{HORIZONTAL ELLIPSIS}'
    """
    text = clean(text)
    if width_of(text, size, bold=bold) <= width:
        return text
    kept = text
    while kept and width_of(kept + ELLIPSIS, size, bold=bold) > width:
        kept = kept[:-1]
    return kept.rstrip(" \u200d") + ELLIPSIS


def clip_middle(text: str, width: float, size: float) -> str:
    """The text, cut in its middle: ids of a kind differ at their end.

    >>> clip_middle("light_infantry-12", 64, 11)
    'light\N{HORIZONTAL ELLIPSIS}ry-12'
    """
    text = clean(text)
    if width_of(text, size) <= width:
        return text
    head, tail = (len(text) + 1) // 2, len(text) // 2
    while head + tail > 1 and width_of(text[:head] + ELLIPSIS + text[len(text) - tail :], size) > width:
        head, tail = (head - 1, tail) if head > tail else (head, tail - 1)
    return text[:head].rstrip(" \u200d") + ELLIPSIS + text[len(text) - tail :].lstrip(" \u200d")


def wrap(text: str, width: float, size: float, *, bold: bool = False, most: int = 12) -> list[str]:
    """The text in lines of at most this width; a word that is too long is broken, lines after `most` are cut.

    >>> wrap("The unit is next to an enemy", 90, 11)
    ['The unit is next', 'to an enemy']
    """
    lines: list[str] = []
    line = ""
    for word in clean(text).split():
        rest = word
        joined = f"{line} {rest}" if line else rest
        if width_of(joined, size, bold=bold) <= width:
            line = joined
            continue
        if line:
            lines.append(line)
        while width_of(rest, size, bold=bold) > width:
            fits = _fitting(rest, width, size, bold=bold)
            lines.append(rest[:fits])
            rest = rest[fits:]
        line = rest
    lines += [line] if line else []
    if len(lines) > most:
        lines = [*lines[: most - 1], clip(" ".join(lines[most - 1 :]), width, size, bold=bold)]
    return lines


def _fitting(word: str, width: float, size: float, *, bold: bool) -> int:
    count = len(word)
    while count > 1 and width_of(word[:count], size, bold=bold) > width:
        count -= 1
    return count


def _advance(char: str, widths: tuple[float, ...]) -> float:
    if _FIRST <= char <= _LAST:
        return widths[ord(char) - ord(_FIRST)]
    if unicodedata.combining(char) or unicodedata.category(char) in {"Mn", "Me", "Cf"}:
        return 0.0
    return _WIDE if unicodedata.east_asian_width(char) in "WF" else 1.1 * _OTHER if char.isupper() else _OTHER


def _unfit(char: str) -> bool:
    code = ord(char)
    return (
        unicodedata.category(char) in {"Cc", "Cs"}
        or unicodedata.bidirectional(char) in {"LRE", "RLE", "LRO", "RLO", "PDF", "LRI", "RLI", "FSI", "PDI"}
        or code & 0xFFFE == 0xFFFE
        or char in "\u2028\u2029"
    )


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

    def id_of(self, name: str) -> str:
        """An id for what has this name, which no other name gets and every reference can hold, whatever it is.

        >>> Canvas("", "").id_of("deep wood")
        'deep.20.wood-00000000'
        """
        return re.sub(r"[^A-Za-z0-9_-]", lambda found: f".{ord(found[0]):x}.", name) + f"-{self.uid}"

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
