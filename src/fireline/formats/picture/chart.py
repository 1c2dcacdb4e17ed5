"""Bars of the odds, drawn by matplotlib: each value's chance, and the chance of at least that much."""

from __future__ import annotations

import io
import warnings
import xml.etree.ElementTree as ET
from collections.abc import Iterator, Mapping
from fractions import Fraction
from typing import TYPE_CHECKING, Any, NamedTuple

from fireline.chance import Dist
from fireline.formats.picture.canvas import label, write
from fireline.formats.picture.palette import BLUE, INK, MUTED, PAPER, RULE, WHITE
from fireline.formats.picture.text import clip, width_of, wrap
from fireline.formats.picture.words import describe_odds
from fireline.game.odds import Odds
from fireline.ruling.prose import percent

if TYPE_CHECKING:
    from matplotlib.figure import Figure

MARGIN, BARS, SMALL_BARS = 30.0, 300.0, 110.0
ROW, SMALL_ROW = 30.0, 20.0
MOST_ROWS, MOST_SMALL_ROWS = 25, 8
_LONGEST_FRACTION = 170.0
_BODY, _SMALL = 13.0, 11.5


class Row(NamedTuple):
    """One line of bars: a value, its chance, and the chance of at least as much where that means something."""

    value: str
    chance: Fraction
    at_least: Fraction | None


class Panel(NamedTuple):
    """The odds of one shot as they are drawn: a heading, the main rows, and the other marginals beside them."""

    heading: str
    headline: str
    name: str
    rows: list[Row]
    others: list[tuple[str, list[Row]]]

    @property
    def height(self) -> float:
        """How much room the panel takes."""
        beside = sum(30 + SMALL_ROW * len(rows) for _, rows in self.others)
        return max(46 + ROW * len(self.rows) + 34, beside + 20) + (56 if self.heading else 32)


def draw_odds(odds: Mapping[str, Odds[Any]], title: str) -> str:
    """One panel a label, one below the other."""
    from matplotlib import style  # heavy, and only for charts
    from matplotlib.figure import Figure

    panels = [_panel(name, one) for name, one in odds.items()]
    columns = _columns(panels)
    width = max(columns.end, 420.0)
    lines = wrap(title, width - 2 * MARGIN, 18, bold=True, most=3)
    height = 24 + 26 * len(lines) + sum(panel.height for panel in panels)
    look = {
        "svg.hashsalt": "fireline",
        "svg.fonttype": "none",
        "text.parse_math": False,
        "text.color": INK,
        "font.sans-serif": ["DejaVu Sans", "Verdana"],
    }
    with style.context(["default", look]), warnings.catch_warnings():
        warnings.filterwarnings("ignore", message="Glyph")  # a name may hold what no font has
        figure = Figure(figsize=(width / 72, height / 72), dpi=72, facecolor=PAPER)
        page = Page(figure, width, height)
        y = 14.0
        for line in lines:
            y += 26
            page.text(MARGIN, y - 4, line, 18, bold=True)
        for panel in panels:
            page.panel(panel, columns, y)
            y += panel.height
        raw = io.BytesIO()
        figure.savefig(raw, format="svg", facecolor=PAPER, metadata={"Date": None})
    return _finished(raw.getvalue(), title, odds, (round(width), round(height)))


class Columns(NamedTuple):
    """Where the columns begin, from left to right."""

    bars: float
    exactly: float
    at_least: float
    beside: float
    beside_bars: float
    end: float


class Page:
    """A figure whose places are pixels from its upper left corner."""

    def __init__(self, figure: Figure, width: float, height: float) -> None:
        self.figure = figure
        self.width, self.height = width, height

    def text(self, x: float, y: float, text: str, size: float, *, bold: bool = False, muted: bool = False) -> None:
        """One line of text on its baseline."""
        place = x / self.width, 1 - y / self.height
        weight, colour = "bold" if bold else "normal", MUTED if muted else INK
        self.figure.text(*place, text, fontsize=size, fontweight=weight, color=colour, va="baseline")

    def panel(self, panel: Panel, columns: Columns, y: float) -> None:
        """The odds of one shot from this height downwards."""
        if panel.heading:
            y += 24
            self.text(MARGIN, y, clip(panel.heading, self.width - 2 * MARGIN, 14, bold=True), 14, bold=True)
        y += 20
        self.text(MARGIN, y, clip(panel.headline, self.width - 2 * MARGIN, _BODY), _BODY)
        top = y + 34
        self.text(MARGIN, top - 6, panel.name, _SMALL, muted=True)
        self.text(columns.exactly, top - 6, "exactly", _SMALL, muted=True)
        if any(row.at_least is not None for row in panel.rows):
            self.text(columns.at_least, top - 6, "at least (outlined)", _SMALL, muted=True)
        self.bars(panel.rows, (columns.bars, top), (BARS, ROW), scale=True)
        for n, row in enumerate(panel.rows):
            line = top + ROW * (n + 0.5) + 5
            self.text(MARGIN, line, row.value, _BODY, bold=True)
            self.text(columns.exactly, line, _chance(row.chance, _BODY), _BODY)
            if row.at_least is not None:
                self.text(columns.at_least, line, _chance(row.at_least, _BODY), _BODY)
        beside = top - 20
        for name, rows in panel.others:
            self.text(columns.beside, beside + 14, name, _SMALL, muted=True)
            self.bars(rows, (columns.beside_bars, beside + 20), (SMALL_BARS, SMALL_ROW), scale=False)
            for n, row in enumerate(rows):
                line = beside + 20 + SMALL_ROW * (n + 0.5) + 4
                self.text(columns.beside, line, row.value, _SMALL)
                self.text(columns.beside_bars + SMALL_BARS + 10, line, _chance(row.chance, _SMALL), _SMALL)
            beside += 30 + SMALL_ROW * len(rows)

    def bars(self, rows: list[Row], at: tuple[float, float], size: tuple[float, float], *, scale: bool) -> None:
        """Bars from 0 to 1, the chance filled inside the outline of "at least"."""
        high = size[1] * len(rows)
        place = (at[0] / self.width, 1 - (at[1] + high) / self.height, size[0] / self.width, high / self.height)
        axes = self.figure.add_axes(place)
        axes.set_facecolor(WHITE)
        axes.set_xlim(0, 1)
        axes.set_ylim(len(rows) - 0.5, -0.5)
        axes.set_yticks([])
        axes.set_xticks([0, 0.25, 0.5, 0.75, 1], ["0", "25", "50", "75", "100 %"] if scale else [""] * 5)
        axes.tick_params(length=0, labelsize=_SMALL, labelcolor=MUTED)
        axes.grid(axis="x", color=RULE, linewidth=0.8)
        axes.set_axisbelow(True)
        for spine in axes.spines.values():
            spine.set_visible(False)
        places = range(len(rows))
        least = [float(row.at_least or 0) for row in rows]
        if any(least):
            axes.barh(places, least, height=0.62, facecolor=WHITE, edgecolor=INK, linewidth=1.3, clip_on=False)
        axes.barh(places, [float(row.chance) for row in rows], height=0.38 if any(least) else 0.62, color=BLUE)


def _panel(heading: str, odds: Odds[Any]) -> Panel:
    (name, main), *others = odds.marginals.items()
    chance = odds.headline.chance
    return Panel(
        heading,
        f"{odds.headline.name}: {percent(chance)} ({chance})",
        name.replace("_", " "),
        list(_rows(main, MOST_ROWS)),
        [(other.replace("_", " "), list(_rows(dist, MOST_SMALL_ROWS))) for other, dist in others],
    )


def _rows(dist: Dist[Any], most: int) -> Iterator[Row]:
    values = sorted(dist)
    counted = all(isinstance(value, int) and not isinstance(value, bool) for value in values)
    whole = values if len(values) <= most or not counted else values[: most - 1]
    for value in whole:
        name = ("yes" if value else "no") if isinstance(value, bool) else clip(str(value), 90, _SMALL)
        yield Row(name, dist[value], dist.at_least(value) if counted else None)
    if len(whole) < len(values):
        rest = dist.at_least(values[len(whole)])
        yield Row(f"{values[len(whole)]} or more", rest, rest)


def _columns(panels: list[Panel]) -> Columns:
    rows = [row for panel in panels for row in panel.rows]
    small = [row for panel in panels for _, others in panel.others for row in others]
    names = [panel.name for panel in panels]
    value = max(
        [width_of(row.value, _BODY, bold=True) for row in rows] + [width_of(name, _SMALL) for name in names], default=0
    )
    bars = MARGIN + value + 14
    exactly = bars + BARS + 22
    at_least = exactly + max((width_of(_chance(row.chance, _BODY), _BODY) for row in rows), default=0) + 24
    counted = [width_of(_chance(row.at_least, _BODY), _BODY) for row in rows if row.at_least is not None]
    after = at_least + max([*counted, width_of("at least (outlined)", _SMALL)]) if counted else at_least - 24
    if not small:
        return Columns(bars, exactly, at_least, after, after, after + MARGIN)
    beside = after + 44
    beside_bars = beside + max(width_of(row.value, _SMALL) for row in small) + 12
    end = beside_bars + SMALL_BARS + 10 + max(width_of(_chance(row.chance, _SMALL), _SMALL) for row in small) + MARGIN
    return Columns(bars, exactly, at_least, beside, beside_bars, end)


def _chance(chance: Fraction, size: float) -> str:
    return f"{percent(chance)} ({clip(str(chance), _LONGEST_FRACTION, size)})"


def _finished(raw: bytes, title: str, odds: Mapping[str, Odds[Any]], size: tuple[int, int]) -> str:
    """Matplotlib's SVG with our title and description, its own metadata left out."""
    svg = ET.fromstring(raw)  # noqa: S314 - matplotlib wrote it just now
    for element in svg.iter():
        element.tag = element.tag.rpartition("}")[2]
        element.attrib = {key.rpartition("}")[2]: value for key, value in element.attrib.items()}
        if element.tag == "g":
            element.attrib.pop("id", None)  # they would clash with those of another chart in the same page
    svg.attrib = {"xmlns": "http://www.w3.org/2000/svg", "stroke-linejoin": "round"}
    for unwanted in (*svg.findall("metadata"), *svg.findall("defs/style/..")):
        svg.remove(unwanted)
    lines = [line for name, one in odds.items() for line in (*([name] if name else []), *describe_odds(one))]
    label(svg, title, "\n".join(lines))
    return write(svg, *size)
