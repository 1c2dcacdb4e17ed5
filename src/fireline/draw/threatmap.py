"""A threat map: a chance in every cell of a board or a field, on one scale of blue that is as good in grey."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from fractions import Fraction
from itertools import pairwise

from fireline.draw.canvas import (
    GREEN,
    INK,
    MUTED,
    PAPER,
    RULE,
    VERMILLION,
    WHITE,
    BoardPicture,
    Canvas,
    Pen,
    Point,
    clip,
    number,
    rgb,
    wrap,
)
from fireline.draw.marks import border
from fireline.game.drawing import ThreatCell, ThreatMap
from fireline.ruling.prose import percent

LIGHT, DARK = (0xE3, 0xEF, 0xF8), (0x0B, 0x3C, 0x6E)
"""The colours of next to nothing and of certainty."""
BARRED, CONTACT = "barred", "contact"
"""The kinds of marks on a place."""
BORDERS = ((Fraction(0), 1.6, "2 4"), (Fraction(1, 2), 2.4, "none"))
"""Chances from which on an area has a border, its width and its dashes."""


def shade(chance: Fraction) -> str:
    """The colour of a chance.

    >>> shade(Fraction(0)), shade(Fraction(1))
    ('#e3eff8', '#0b3c6e')
    """
    mixed = (round(light + (dark - light) * float(chance)) for light, dark in zip(LIGHT, DARK, strict=True))
    return "#" + "".join(f"{part:02x}" for part in mixed)


def text_on(chance: Fraction, opacity: float = 1.0) -> str:
    """The colour of a number on the colour of its chance, of which some paper may shine through: the more legible.

    >>> text_on(Fraction(1, 10)), text_on(Fraction(9, 10))
    ('#1E2430', '#FFFFFF')
    """
    ground = [
        opacity * (light + (dark - light) * float(chance)) + (1 - opacity) * 0xFB
        for light, dark in zip(LIGHT, DARK, strict=True)
    ]
    bright, ink = _luminance(ground), _luminance(rgb(INK))
    return INK if (bright + 0.05) / (ink + 0.05) >= 1.05 / (bright + 0.05) else WHITE


def _luminance(colour: Sequence[float]) -> float:
    """How bright a colour is, 0 to 1, as contrasts are reckoned."""
    parts = [part / 255 for part in colour]
    red, green, blue = (part / 12.92 if part <= 0.04045 else ((part + 0.055) / 1.055) ** 2.4 for part in parts)
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue


def told(chance: Fraction, *, short: bool = False) -> str:
    """A chance as a cell has room for it: whole percents, never 0 or 100 for what is neither.

    >>> told(Fraction(1, 3)), told(Fraction(1, 900)), told(Fraction(999, 1000))
    ('33', '<1', '>99')
    >>> told(Fraction(999, 1000), short=True)
    '99'
    """
    whole = round(100 * chance)
    if whole == 100 and chance < 1:
        return "99" if short else ">99"
    return "<1" if chance and not whole else str(whole)


def draw_borders(layer: Pen, cells: Sequence[tuple[Sequence[Point], Fraction]]) -> None:
    """A border around every area of cells whose chances reach a level."""
    for least, width, dashes in BORDERS:
        inside = [corners for corners, chance in cells if chance and chance >= least]
        path = border(inside)
        if path:
            layer.path(path, kind="border", fill="none", stroke=INK, stroke_width=width, stroke_dasharray=dashes)


def draw_mark(pen: Pen, corners: Sequence[Point], kind: str) -> None:
    """A place where nobody can stand, crossed out, or one in contact with an enemy, with a ring along its border."""
    x, y = (sum(axis) / len(corners) for axis in zip(*corners, strict=True))
    if kind == CONTACT:
        inner = [(x + 0.8 * (a - x), y + 0.8 * (b - y)) for a, b in corners]
        pen.polygon(inner, kind=kind, fill="none", stroke=INK, stroke_width=1.6, stroke_dasharray="1 3")
        return
    reach = 0.2 * min(max(axis) - min(axis) for axis in zip(*corners, strict=True))
    strokes = " ".join(
        f"M{number(x - reach)} {number(y - s)} L{number(x + reach)} {number(y + s)}" for s in (reach, -reach)
    )
    pen.path(strokes, kind=kind, fill="none", stroke=MUTED, stroke_width=1.4)


def draw_scale(pen: Pen, at: Point, width: float, *, reach: bool = False) -> float:
    """The legend: colours with their chances, and what the borders mean; gives where it ends."""
    x, y = at
    layer = pen.group(kind="threat-scale")
    wide = min(width, 420.0) / 11
    for n in range(11):
        chance = Fraction(n, 10)
        layer.rect((x + n * wide, y), (wide, 20), fill=shade(chance), stroke=WHITE, stroke_width=1)
        layer.text((x + (n + 0.5) * wide, y + 14), told(chance), 11, anchor="middle", fill=text_on(chance))
    y += 38
    layer.text((x, y), "Chance in percent; without a number it is 0.", 12)
    for kind, words in ((BARRED, "the unit cannot stand there"), (CONTACT, "in contact with an enemy")):
        y += 18
        draw_mark(layer, [(x + 8, y - 13), (x + 26, y - 13), (x + 26, y + 3), (x + 8, y + 3)], kind)
        layer.text((x + 44, y), words, 12, fill=MUTED)
    for least, thick, dashes in BORDERS:
        y += 18
        layer.line((x, y - 4), (x + 34, y - 4), stroke=INK, stroke_width=thick, stroke_dasharray=dashes)
        layer.text((x + 44, y), f"around {told(least)}% and more" if least else "around any chance", 12, fill=MUTED)
    if reach:
        y += 18
        layer.line((x, y - 4), (x + 34, y - 4), stroke=GREEN, stroke_width=3.2)
        layer.text((x + 44, y), "around what its own move leads to", 12, fill=MUTED)
    return y + 22


MARGIN = 36.0
_NUMBERS, _ROOMY = 18.0, 60.0
"""So wide must a cell be for a number, and for a large one, in pixels."""
_OPACITY = 0.86
"""The board shines through a little."""


def draw_cells(board: BoardPicture, chart: ThreatMap, shapes: Mapping[str, Sequence[Point]]) -> str:
    """The map over a board as SVG; `shapes` are the corners of every cell's place.

    The cells lie under the tokens, with their numbers; large numbers lie over everything.
    """
    ground = board.canvas.group_above(board.ground, kind="threat")
    over, marks = board.canvas.group(kind="threat-numbers"), list[tuple[Sequence[Point], str]]()
    for cell in chart.cells:
        corners = shapes[cell.place]
        group = ground.group(note=cell.note, data_place=cell.place)
        if cell.contact:
            marks.append((corners, CONTACT))
        if not cell.stands:
            marks.append((corners, BARRED))
        if not cell.chance:
            group.polygon(corners, fill=PAPER, fill_opacity=0.01)  # for the pointer, which then reads why
            continue
        group.polygon(corners, fill=shade(cell.chance), fill_opacity=_OPACITY, stroke=WHITE, stroke_width=0.6)
        wide = max(x for x, _ in corners) - min(x for x, _ in corners)
        x, y = sum(x for x, _ in corners) / len(corners), sum(y for _, y in corners) / len(corners)
        ink = text_on(cell.chance, _OPACITY)
        if wide <= _ROOMY:
            if wide >= _NUMBERS:
                group.text((x, y + 4), told(cell.chance, short=True), 11, anchor="middle", fill=ink)
        elif any(abs(x - a) < 20 and abs(y - b) < 30 for a, b in board.tokens):
            over.text((x, y + board.below), told(cell.chance), 13, bold=True, anchor="middle", halo=WHITE)
        else:
            over.text((x, y + board.drop), told(cell.chance), 19, anchor="middle", fill=ink)
    draw_borders(ground, [(shapes[cell.place], cell.chance) for cell in chart.cells])
    if chart.limited:
        path = border(shapes[cell.place] for cell in chart.cells if cell.reach)
        ground.path(path, kind="reach", fill="none", stroke=GREEN, stroke_width=3.2, stroke_opacity=0.9)
    for corners, kind in marks:
        draw_mark(ground, corners, kind)
    return finish(board.canvas, chart, (MARGIN, board.low + 28), board.width - 2 * MARGIN)


def squares(cells: Sequence[ThreatCell]) -> dict[str, list[Point]]:
    """The corners of the cells of a grid that begins at 0, by their places, which are their middles: "12.5,8".

    Not all of them need be there: cells are as wide as most of those that stand beside each other are apart.
    """
    middles = {cell.place: tuple(map(Fraction, cell.place.split(","))) for cell in cells}
    axes = [sorted({middle[axis] for middle in middles.values()}) for axis in (0, 1)]
    apart = Counter(b - a for middles_ in axes for a, b in pairwise(middles_))
    wide = apart.most_common(1)[0][0] if apart else 2 * min(map(min, axes))
    columns, rows = (_spans(middles_, wide) for middles_ in axes)
    return {place: _corners(columns[x], rows[y]) for place, (x, y) in middles.items()}


def _corners(across: Point, along: Point) -> list[Point]:
    (left, right), (low, high) = across, along
    return [(left, low), (right, low), (right, high), (left, high)]


def _spans(middles: Sequence[Fraction], wide: Fraction) -> dict[Fraction, Point]:
    """Where each cell of a row begins and ends: where the one before ends, or half as far off as a cell is wide."""
    spans, start = dict[Fraction, Point](), Fraction(0)
    for middle in middles:
        start = max(start, middle - wide / 2)
        end = 2 * middle - start
        spans[middle], start = (float(start), float(end)), end
    return spans


def finish(canvas: Canvas, chart: ThreatMap, at: Point, width: float) -> str:
    """The map as SVG, with the scale and what the map is about from this corner downwards."""
    left, low = at[0], draw_scale(canvas, at, width, reach=chart.limited)
    for line in wrap(chart.about, width, 12, most=6):
        canvas.text((left, low), line, 12, fill=MUTED)
        low += 17
    return canvas.finish(left + width + left, low + 12)


# --- a field without a board: a strip of distances ----------------------------------------------

FIELD_LEFT, FIELD, FIELD_TOP, FIELD_HIGH = 48.0, 760.0, 84.0, 220.0
"""Where such a map begins, how wide it is, and how high the bars of a strip are."""
_LEGIBLE = 16.0


def draw_strip(
    canvas: Canvas,
    chart: ThreatMap,
    places: Sequence[Fraction],
    here: Fraction | None,
    measured: Callable[[Fraction], str],
) -> str:
    """A bar for every distance, as high as the chance and as dark; `here` is the unit's own, None for none of them."""
    apart = places[1] - places[0] if len(places) > 1 else Fraction(1)
    wide, low = FIELD / len(places), FIELD_TOP + FIELD_HIGH
    for level in range(0, 101, 25):
        y = low - FIELD_HIGH * level / 100
        canvas.line((FIELD_LEFT, y), (FIELD_LEFT + FIELD, y), stroke=RULE, stroke_width=1)
        canvas.text((FIELD_LEFT - 6, y + 4), f"{level}", 11, anchor="end", fill=MUTED)
    bars, every = canvas.group(kind="threat"), max(1, round(60 / wide))
    for n, (cell, far) in enumerate(zip(chart.cells, places, strict=True)):
        x, tall = FIELD_LEFT + n * wide, FIELD_HIGH * float(cell.chance)
        bar = bars.group(note=cell.note or f"{measured(far)}: {percent(cell.chance)}", data_place=cell.place)
        size = (wide - 1, max(tall, 0.1))
        bar.rect((x + 0.5, low - tall), size, fill=shade(cell.chance), stroke=INK, stroke_width=0.6)
        if cell.chance and wide >= _LEGIBLE:
            bars.text((x + wide / 2, low - tall - 5), told(cell.chance, short=True), 11, anchor="middle")
        if not n % every:
            canvas.text((x + wide / 2, low + 17), measured(far), 11, anchor="middle", fill=MUTED)
    x = FIELD_LEFT + wide * (0.5 + float((here - places[0]) / apart)) if here is not None else -1.0
    if here is not None and FIELD_LEFT <= x <= FIELD_LEFT + FIELD:
        mark = canvas.group(kind="here", note=f"{chart.unit} is at {measured(here)}")
        mark.path(f"M{x:.2f} {low + 22:.2f} l7 12 h-14 z", fill=VERMILLION, stroke=INK)
        mark.text((min(x + 12, FIELD_LEFT + FIELD - 120), low + 34), f"{clip(chart.unit, 110, 12)} now", 12)
    canvas.frame((0, FIELD_TOP - 20), (FIELD_LEFT + FIELD + FIELD_LEFT, FIELD_HIGH + 60))
    return finish(canvas, chart, (FIELD_LEFT, low + 58), FIELD)
