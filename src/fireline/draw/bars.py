"""Charts: the odds of each value as bars, an average along a field that varies, and a sum as steps."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from fractions import Fraction
from itertools import pairwise
from typing import Any, NamedTuple

from fireline.chance import Dist
from fireline.draw.canvas import Canvas, Pen, Point
from fireline.draw.card import describe_odds
from fireline.draw.marks import bar
from fireline.draw.palette import BLUE, INK, MUTED, RULE, VERMILLION, WHITE
from fireline.draw.text import clip, width_of, wrap
from fireline.game.odds import Odds
from fireline.ruling import Modifier, Ruling, total
from fireline.ruling.prose import house_mark, minus, percent, signed

MARGIN, LENGTH, SMALL_LENGTH, ROW, SMALL_ROW = 30.0, 300.0, 110.0, 30.0, 20.0
"""The length of a bar that is certain, and the height of a row: of the first marginal, of those beside it."""
MOST_ROWS, MOST_SMALL_ROWS = 25, 8
_LONGEST_FRACTION = 170.0
_BODY, _SMALL = 13.0, 11.5
_OUTLINED = "at least (outlined)"


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

    @classmethod
    def of(cls, heading: str, odds: Odds[Any]) -> Panel:
        """The panel of a shot; the first marginal is the main one."""
        (name, main), *others = odds.marginals.items()
        chance = odds.headline.chance
        beside = [(other.replace("_", " "), list(_rows(dist, MOST_SMALL_ROWS))) for other, dist in others]
        headline = f"{odds.headline.name}: {percent(chance)} ({chance})"
        return cls(heading, headline, name.replace("_", " "), list(_rows(main, MOST_ROWS)), beside)

    @property
    def height(self) -> float:
        """How much room the panel takes."""
        beside = sum(30 + SMALL_ROW * len(rows) for _, rows in self.others)
        return max(46 + ROW * len(self.rows) + 34, beside + 20) + (56 if self.heading else 32)


class Columns(NamedTuple):
    """Where the columns begin, from left to right."""

    bars: float
    exactly: float
    at_least: float
    beside: float
    beside_bars: float
    end: float

    @classmethod
    def of(cls, panels: list[Panel]) -> Columns:
        """The columns that leave room for the widest text of all panels."""
        rows = [row for panel in panels for row in panel.rows]
        small = [row for panel in panels for _, others in panel.others for row in others]
        values = [width_of(row.value, _BODY, bold=True) for row in rows]
        bars = MARGIN + max([*values, *(width_of(panel.name, _SMALL) for panel in panels)]) + 14
        exactly = bars + LENGTH + 22
        at_least = exactly + max(width_of(_chance(row.chance, _BODY), _BODY) for row in rows) + 24
        counted = [width_of(_chance(row.at_least, _BODY), _BODY) for row in rows if row.at_least is not None]
        after = at_least + max([*counted, width_of(_OUTLINED, _SMALL)]) if counted else at_least - 24
        if not small:
            return cls(bars, exactly, at_least, after, after, after + MARGIN)
        beside = after + 44
        beside_bars = beside + max(width_of(row.value, _SMALL) for row in small) + 12
        chances = max(width_of(_chance(row.chance, _SMALL), _SMALL) for row in small)
        names = max(width_of(name, _SMALL) for panel in panels for name, _ in panel.others)
        end = max(beside_bars + SMALL_LENGTH + 10 + chances, beside + names) + MARGIN
        return cls(bars, exactly, at_least, beside, beside_bars, end)


def draw_odds(odds: Mapping[str, Odds[Any]], title: str) -> str:
    """The odds of shots by their labels, one panel below the other, as SVG."""
    panels = [Panel.of(name, one) for name, one in odds.items()]
    columns = Columns.of(panels)
    width = max(columns.end, 420.0)
    lines = [line for name, one in odds.items() for line in (*([name] if name else []), *describe_odds(one))]
    canvas = Canvas(title, "\n".join(lines))
    y = 14.0
    for line in wrap(title, width - 2 * MARGIN, 18, bold=True, most=3):
        y += 26
        canvas.text((MARGIN, y - 4), line, 18, bold=True)
    for panel in panels:
        _draw_panel(canvas.group(kind="panel"), panel, columns, y, width - 2 * MARGIN)
        y += panel.height
    return canvas.finish(width, y + 10)


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


def _chance(chance: Fraction, size: float) -> str:
    return f"{percent(chance)} ({clip(str(chance), _LONGEST_FRACTION, size)})"


def _draw_panel(layer: Pen, panel: Panel, columns: Columns, y: float, width: float) -> None:
    """The odds of one shot from this height downwards."""
    if panel.heading:
        y += 24
        layer.text((MARGIN, y), clip(panel.heading, width, 14, bold=True), 14, bold=True)
    y += 20
    layer.text((MARGIN, y), clip(panel.headline, width, _BODY), _BODY)
    top = y + 34
    layer.text((MARGIN, top - 6), panel.name, _SMALL, fill=MUTED)
    layer.text((columns.exactly, top - 6), "exactly", _SMALL, fill=MUTED)
    if any(row.at_least is not None for row in panel.rows):
        layer.text((columns.at_least, top - 6), _OUTLINED, _SMALL, fill=MUTED)
    _draw_bars(layer, panel.rows, (columns.bars, top), LENGTH, ROW)
    _draw_scale(layer, (columns.bars, top + ROW * len(panel.rows)))
    for n, row in enumerate(panel.rows):
        line = top + ROW * (n + 0.5) + 5
        layer.text((MARGIN, line), row.value, _BODY, bold=True)
        layer.text((columns.exactly, line), _chance(row.chance, _BODY), _BODY)
        if row.at_least is not None:
            layer.text((columns.at_least, line), _chance(row.at_least, _BODY), _BODY)
    beside = top - 20
    for name, rows in panel.others:
        layer.text((columns.beside, beside + 14), name, _SMALL, fill=MUTED)
        beside += 20
        _draw_bars(layer, rows, (columns.beside_bars, beside), SMALL_LENGTH, SMALL_ROW)
        for n, row in enumerate(rows):
            line = beside + SMALL_ROW * (n + 0.5) + 4
            layer.text((columns.beside, line), row.value, _SMALL)
            layer.text((columns.beside_bars + SMALL_LENGTH + 10, line), _chance(row.chance, _SMALL), _SMALL)
        beside += 10 + SMALL_ROW * len(rows)


def _draw_bars(layer: Pen, rows: list[Row], at: Point, length: float, high: float) -> None:
    for n, row in enumerate(rows):
        place = at[0], at[1] + high * (n + 0.19)
        bar(layer, place, (length, 0.62 * high), row.chance, outlined=row.at_least)


def _draw_scale(layer: Pen, at: Point) -> None:
    """The percents along the bars, below them."""
    for part, name in enumerate(("0", "25", "50", "75", "100 %")):
        x = at[0] + LENGTH * part / 4
        layer.line((x, at[1]), (x, at[1] + 4), stroke=RULE, stroke_width=1)
        layer.text((x, at[1] + 17), name, _SMALL, anchor="middle", fill=MUTED)


HIGH, STEP, LEAST_WIDTH = 240.0, 26.0, 420.0


class Dot(NamedTuple):
    """One value: its name, how high it stands (None for no shot), whether it stands out, and what it says."""

    name: str
    height: float | None
    marked: bool
    note: str


def draw_curve(title: str, field: str, dots: Sequence[Dot], marks: Sequence[tuple[float, str]], goal: float) -> str:
    """The dots in order, joined where they are next to each other, as SVG.

    Heights and `marks`, the labels of the upright axis, go from 0 at the bottom to 1 at the top; `goal` is the height
    of the line across.
    """
    left = MARGIN + max(width_of(name, _SMALL) for _, name in marks) + 10
    step = max(STEP, max(width_of(dot.name, _SMALL) for dot in dots) + 8)
    width = max(left + step * len(dots) + MARGIN, LEAST_WIDTH)
    canvas = Canvas(title, "\n".join(dot.note for dot in dots))
    y = MARGIN
    for line in wrap(title, width - 2 * MARGIN, 16, bold=True, most=3):
        canvas.text((MARGIN, y + 8), line, 16, bold=True)
        y += 22
    top, right = y + 16, left + step * len(dots)

    def place(n: int, height: float) -> tuple[float, float]:
        return left + step * (n + 0.5), top + HIGH * (1 - height)

    for height, name in marks:
        canvas.line((left, place(0, height)[1]), (right, place(0, height)[1]), stroke=RULE)
        canvas.text((left - 8, place(0, height)[1] + 4), name, _SMALL, anchor="end", fill=MUTED)
    if 0 <= goal <= 1:
        across = place(0, goal)[1]
        canvas.line((left, across), (right, across), stroke=VERMILLION, stroke_width=1.5, stroke_dasharray="5 4")
    placed = [None if dot.height is None else place(n, dot.height) for n, dot in enumerate(dots)]
    for a, b in pairwise(placed):
        if a is not None and b is not None:
            canvas.line(a, b, stroke=BLUE, stroke_width=1.5)
    for n, (dot, at) in enumerate(zip(dots, placed, strict=True)):
        canvas.text((place(n, 0)[0], top + HIGH + 18), dot.name, _SMALL, anchor="middle", bold=dot.marked)
        if at is not None:
            canvas.circle(at, 5 if dot.marked else 3.5, note=dot.note, fill=VERMILLION if dot.marked else BLUE)
        else:
            canvas.text(
                (place(n, 0)[0], top + HIGH - 6), "\N{MULTIPLICATION SIGN}", _SMALL, anchor="middle", fill=MUTED
            )
    canvas.text((left, top + HIGH + 38), field, _SMALL, fill=INK, bold=True)
    return canvas.finish(width, top + HIGH + 38 + MARGIN / 2)


_ROW = 28.0
_NAMES, _RULES, _VALUE = 210.0, 80.0, 44.0


def draw_waterfall(canvas: Canvas, at: tuple[float, float], width: float, ruling: Ruling) -> float:
    """The modifiers that apply, ending in their sum; answers how far down the drawing reaches."""
    x, y = at
    layer = canvas.group(kind="waterfall")
    _hatching(canvas)
    applied = [modifier for modifier in ruling.modifiers if modifier.applies]
    sums = [0]
    for modifier in applied:
        sums.append(sums[-1] + modifier.value)
    low, high = min(sums), max(*sums, 1)
    left, right = x + _NAMES + _VALUE, x + width - _RULES - _VALUE
    scale = (right - left) / (high - low)
    layer.text((x, y), f"How the {ruling.sum_name} adds up", 13, bold=True, fill=MUTED)
    top = y + 12
    zero = left - low * scale
    bottom = top + _ROW * (len(applied) + 1) + 8
    layer.line((zero, top), (zero, bottom), stroke=INK, stroke_width=1.2)
    for n, modifier in enumerate(applied):
        row = top + _ROW * n
        _row(layer, canvas.uid, modifier, (x, row), (zero + sums[n] * scale, zero + sums[n + 1] * scale))
        layer.text((x + width, row + 19), modifier.rule, 11, anchor="end", fill=MUTED)
        after = zero + sums[n + 1] * scale
        layer.line((after, row + 23), (after, row + _ROW + 5), stroke=INK, stroke_width=1)
    row = top + _ROW * len(applied)
    whole = total(ruling.modifiers)
    layer.line((x, row + 2), (x + width, row + 2), stroke=RULE, stroke_width=1)
    layer.text((x, row + 20), ruling.sum_name, 13, bold=True)
    end = zero + whole * scale
    layer.rect((min(zero, end), row + 5), (abs(end - zero), 18), kind="whole", fill=INK)
    layer.text((max(zero, end) + 7, row + 20), minus(whole), 16, bold=True, kind="whole-value")
    return bottom


def _row(layer: Pen, uid: str, modifier: Modifier, at: tuple[float, float], span: tuple[float, float]) -> None:
    x, y = at
    before, after = span
    because = f", {modifier.because}" if modifier.because else ""
    name = f"{modifier.name}{because}{house_mark(modifier.house)}"
    item = layer.group(kind="modifier", note=f"{signed(modifier.value)} {name} {modifier.rule}")
    item.text((x, y + 19), clip(name, _NAMES - 8, 13), 13)
    fill = BLUE if modifier.value >= 0 else f"url(#less-{uid})"
    edge = BLUE if modifier.value >= 0 else VERMILLION
    kind = "step more" if modifier.value >= 0 else "step less"
    item.rect((min(before, after), y + 5), (max(abs(after - before), 1.5), 18), kind=kind, fill=fill, stroke=edge)
    value = signed(modifier.value)
    if modifier.value >= 0:
        item.text((max(before, after) + 6, y + 19), value, 13, bold=True, halo=WHITE)
    else:
        item.text((after - 6 - width_of(value, 13, bold=True), y + 19), value, 13, bold=True, halo=WHITE)


def _hatching(canvas: Canvas) -> None:
    pattern = canvas.defs.add("pattern", id=f"less-{canvas.uid}", patternUnits="userSpaceOnUse", width=7, height=7)
    pattern.rect((0, 0), (7, 7), fill=WHITE)
    pattern.path("M-1 8 L8 -1 M-1 1 L1 -1 M6 8 L8 6", stroke=VERMILLION, stroke_width=2, fill="none")
