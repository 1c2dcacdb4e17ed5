"""Charts: a figure along a field, as dots or as steps; gains as bars; before and after; decisions as a tree.

Each is a whole picture as SVG, whose description says every figure in words.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from functools import partial
from itertools import pairwise
from math import ceil, sqrt
from typing import Any, NamedTuple

from fireline.draw.canvas import (
    BLUE,
    INK,
    MUTED,
    PAPER,
    RULE,
    SERIES,
    VERMILLION,
    WHITE,
    Canvas,
    Pen,
    Point,
    clip,
    width_of,
    wrap,
)
from fireline.draw.legend import draw_legend
from fireline.draw.marks import stroke
from fireline.game.result import Bar

MARGIN, HIGH, BODY, SMALL = 30.0, 240.0, 13.0, 11.5
"""The room at the sides, how high a field of figures is, and the sizes of letters."""
Marks = Sequence[tuple[float, str]]
"""Labels of an axis, each with the height where it stands."""
PERCENT: Marks = [(n / 4, f"{25 * n}%") for n in range(5)]
"""Those of chances, from 0 to 1."""
Place = Callable[[float, float], Point]
"""Where a number along the axis and a height lie in the picture."""


def draw_heights(canvas: Canvas, marks: Marks, ends: tuple[float, float], place: Place) -> None:
    """The upright axis: a line across for each mark between these ends, and its label before it."""
    for height, name in marks:
        canvas.line(place(ends[0], height), place(ends[1], height), stroke=RULE)
        x, y = place(ends[0], height)
        canvas.text((x - 8, y + 4), name, SMALL, anchor="end", fill=MUTED)


# --- dots -----------------------------------------------------------------------------------

STEP, LEAST_WIDTH = 26.0, 420.0
ROOM, MOST_WIDTH, NARROW = 310.0, 560.0, 7.0
"""How wide few dots are together, how wide many may become, and how close dots may stand."""


class Dot(NamedTuple):
    """One value: its name, how high it stands (None for no shot), whether it stands out, and what it says."""

    name: str
    height: float | None
    marked: bool
    note: str
    between: tuple[float, float] | None = None
    """From where to where it may stand; None where its height is exact."""


def draw_curve(title: str, field: str, dots: Sequence[Dot], goal: float, marks: Marks = PERCENT) -> str:
    """The dots in order, joined where they are next to each other, as SVG.

    Heights and `marks`, the labels of the upright axis, go from 0 at the bottom to 1 at the top; `goal` is the height
    of the line across.
    """
    left = MARGIN + max(width_of(name, SMALL) for _, name in marks) + 10
    named = max(STEP, max(width_of(dot.name, SMALL) for dot in dots) + 8)
    step = min(max(named, ROOM / len(dots)), max(MOST_WIDTH / len(dots), NARROW))
    every = ceil(named / step)  # as many names as keep apart
    width = max(left + step * len(dots) + MARGIN, LEAST_WIDTH)
    canvas = Canvas(title, "\n".join(dot.note for dot in dots))
    top, right = canvas.titled(title, "", MARGIN, width) + 16, left + step * len(dots)

    def place(n: float, height: float) -> Point:
        return left + step * (n + 0.5), top + HIGH * (1 - height)

    draw_heights(canvas, marks, (-0.5, len(dots) - 0.5), place)
    if 0 <= goal <= 1:
        across = place(0, goal)[1]
        canvas.line((left, across), (right, across), stroke=VERMILLION, stroke_width=1.5, stroke_dasharray="5 4")
    placed = [None if dot.height is None else place(n, dot.height) for n, dot in enumerate(dots)]
    for a, b in pairwise(placed):
        if a is not None and b is not None:
            canvas.line(a, b, stroke=BLUE, stroke_width=1.5)
    for n, (dot, at) in enumerate(zip(dots, placed, strict=True)):
        if dot.marked or not (n + 1) % every or every == 1:
            canvas.text((place(n, 0)[0], top + HIGH + 18), dot.name, SMALL, anchor="middle", bold=dot.marked)
        if dot.between is not None:
            ends = [place(n, height) for height in dot.between]
            canvas.line(*ends, stroke=VERMILLION if dot.marked else BLUE, stroke_width=2.5, stroke_opacity=0.5)
        if at is not None:
            canvas.circle(at, 5 if dot.marked else 3.5, note=dot.note, fill=VERMILLION if dot.marked else BLUE)
        else:
            canvas.text((place(n, 0)[0], top + HIGH - 6), "\N{MULTIPLICATION SIGN}", SMALL, anchor="middle", fill=MUTED)
    canvas.text((left, top + HIGH + 38), field, SMALL, fill=INK, bold=True)
    return canvas.finish(width, top + HIGH + 38 + MARGIN / 2)


# --- steps ----------------------------------------------------------------------------------

WIDE = 560.0
LOOKS = tuple(zip((*SERIES, INK), ("none", "9 4", "3 3", "14 3 3 3", "1 4", "6 2 1 2"), strict=True))
"""The colour and the dashes of one curve after another, so that they are told apart without colours."""
THICK, THIN = 6.0, 2.0
"""The first curve is the thickest and lies lowest, so that those that go together with it are seen."""
MOST_TICKS = 16


class Flat(NamedTuple):
    """One stretch: where it begins and ends, how high it stands (None for nothing there), and what it says."""

    low: float
    high: float
    height: float | None
    note: str


class Stair(NamedTuple):
    """One curve and its name."""

    name: str
    flats: Sequence[Flat]


def draw_steps(title: str, along: str, stairs: Sequence[Stair], key: str) -> str:
    """Curves of steps as SVG, over the same stretch of whole numbers.

    Heights are chances. Between the last whole number of a stretch and the first of the next a curve rises or falls
    half way. `key` says what the curves are of.
    """
    left, low, high = MARGIN + max(width_of(name, SMALL) for _, name in PERCENT) + 10, *_ends(stairs)
    width = left + WIDE + MARGIN
    notes = "\n".join(f"{stair.name}: {flat.note}" for stair in stairs for flat in stair.flats)
    canvas = Canvas(title, f"{key}\n{notes}")
    y = canvas.titled(title, key, MARGIN, width)
    top = y + 16

    def place(x: float, height: float) -> Point:
        return left + WIDE * (x - low) / (high - low), top + HIGH * (1 - height)

    draw_heights(canvas, PERCENT, (low, high), place)
    for tick in _ticks(low, high):
        canvas.text((place(tick, 0)[0], top + HIGH + 18), str(tick), SMALL, anchor="middle")
    for n, stair in enumerate(stairs):
        _draw_stair(canvas.group(kind="stair"), stair, n, len(stairs), place)
    canvas.text((left, top + HIGH + 38), along, SMALL, fill=INK, bold=True)
    items = [
        (one.name, partial(stroke, colour=_look(n)[0], dashes=_look(n)[1], width=4)) for n, one in enumerate(stairs)
    ]
    end = draw_legend(canvas, (MARGIN, top + HIGH + 62), width - 2 * MARGIN, items if len(stairs) > 1 else [])
    return canvas.finish(width, end + MARGIN / 2)


def _draw_stair(layer: Pen, stair: Stair, n: int, many: int, at: Place) -> None:
    """One curve: level along each stretch, upright between two that meet."""
    colour, dashes = _look(n)
    thick = THICK - (THICK - THIN) * n / max(many - 1, 1) if many > 1 else THICK / 2
    look: dict[str, Any] = {"stroke": colour, "stroke_width": thick, "stroke_dasharray": dashes}
    edges = [flat.low - 0.5 for flat in stair.flats[:1]]
    edges += [(a.high + b.low) / 2 for a, b in pairwise(stair.flats)]
    edges += [flat.high + 0.5 for flat in stair.flats[-1:]]
    for flat, (start, end) in zip(stair.flats, pairwise(edges), strict=True):
        if flat.height is not None:
            layer.line(at(start, flat.height), at(end, flat.height), note=f"{stair.name}: {flat.note}", **look)
    for (a, b), edge in zip(pairwise(stair.flats), edges[1:-1], strict=True):
        if a.height is not None and b.height is not None:
            layer.line(at(edge, a.height), at(edge, b.height), **look)


def _look(n: int) -> tuple[str, str]:
    return LOOKS[n % len(LOOKS)]


def _ends(stairs: Sequence[Stair]) -> tuple[float, float]:
    every = [flat for stair in stairs for flat in stair.flats]
    return min(flat.low for flat in every) - 0.5, max(flat.high for flat in every) + 0.5


def _ticks(low: float, high: float) -> range:
    """Whole round numbers along the axis, no more than fit."""
    step = next(
        one * 10**power for power in range(9) for one in (1, 2, 5) if (high - low) / (one * 10**power) <= MOST_TICKS
    )
    first = -(-int(low + 0.5) // step) * step
    return range(first, int(high) + 1, step)


# --- gains ----------------------------------------------------------------------------------

ROW, BAR_HIGH, LENGTH, LONGEST = 28.0, 16.0, 360.0, 300.0
"""The height of a row and of a bar in it; how long all bars are together, and a name at most."""


def draw_gains(title: str, key: str, bars: Iterable[Bar], *, chances: bool = False, most: float = 0.0) -> str:
    """The gains in this order as SVG, on one scale; `key` says what they are of. Chances go from 0 to 100%.

    Pictures that are compared have one scale, to the `most` of all.

    A bar without a length is not drawn, and there is no picture where none is: "".
    """
    gains = [(one, one.length) for one in bars if one.length is not None]
    if not gains:
        return ""
    names = max(width_of(clip(one.name, LONGEST, BODY), BODY) for one, _ in gains)
    texts = max(width_of(one.text, BODY) for one, _ in gains)
    ends = [end for one, gain in gains for end in (gain, *(one.between or ()))]
    low, high = min(0.0, *ends), max(1.0 if chances else most, *ends)
    scale, left = LENGTH / ((high - low) or 1.0), MARGIN + names + 18
    zero, told = left - low * scale, left + LENGTH + 18
    width = told + texts + MARGIN
    canvas = Canvas(title, "\n".join([key, *(f"{one.name}: {one.text}" for one, _ in gains)]))
    top = canvas.titled(title, key, MARGIN, width) + 12
    layer = canvas.group(kind="gains")
    for n, (one, gain) in enumerate(gains):
        y = top + ROW * n
        line, end = y + ROW / 2 + 5, zero + gain * scale
        layer.text((MARGIN, line), clip(one.name, LONGEST, BODY), BODY)
        layer.line((left, y + ROW), (left + LENGTH, y + ROW), stroke=RULE, stroke_width=0.6)
        bar = (min(zero, end), y + (ROW - BAR_HIGH) / 2), (max(abs(end - zero), 1.5), BAR_HIGH)
        layer.rect(*bar, kind="gain", note=f"{one.name}: {one.text}", fill=BLUE if gain >= 0 else VERMILLION)
        if one.between is not None:
            least, most = (zero + bound * scale for bound in one.between)
            layer.line((least, y + ROW / 2), (most, y + ROW / 2), stroke=INK, stroke_width=1.6)
            for bound in (least, most):
                layer.line((bound, y + ROW / 2 - 5), (bound, y + ROW / 2 + 5), stroke=INK, stroke_width=1.6)
        layer.text((told, line), one.text, BODY)
    bottom = top + ROW * len(gains)
    layer.line((zero, top), (zero, bottom), stroke=INK, stroke_width=1.2)
    for share, name in PERCENT if chances else [(0.0, "0")]:
        layer.text((zero + share * scale, bottom + 16), name, SMALL, anchor="middle", fill=MUTED)
    return canvas.finish(width, bottom + 16 + MARGIN / 2)


# --- before and after -----------------------------------------------------------------------

LEFT, SIDE = 84.0, 380.0
SMALLEST_DOT, LARGEST_DOT = 4.0, 11.0
"""The radius of a dot for one; it grows with the root of how many there are, up to a largest."""
OUT = 20.0
"""How far beyond the square something lies that has a chance one way only."""
MOST_TOLD = 100
"""So many dots are put into words."""


class Changed(NamedTuple):
    """Chances alike before and after, from 0 to 1, None for none at all: how many they are, and what the dot says."""

    before: float | None
    after: float | None
    many: int
    note: str


def draw_changes(title: str, key: str, dots: Sequence[Changed]) -> str:
    """The dots as SVG: rightwards by what was before, upwards by what is after; blue for more, red for less.

    A dot that is for several has their number above it.
    """
    width = LEFT + SIDE + MARGIN
    notes = "\n".join(dot.note for dot in dots[:MOST_TOLD])
    canvas = Canvas(title, f"{key}\n{notes}")
    y = canvas.titled(title, key, MARGIN, width)
    bottom = y + 20 + SIDE

    def place(before: float | None, after: float | None) -> tuple[float, float]:
        x, up = (-OUT if one is None else SIDE * one for one in (before, after))
        return LEFT + x, bottom - up

    for part, name in enumerate(("0", "25", "50", "75", "100%")):
        share = part / 4
        canvas.line(place(share, 0), place(share, 1), stroke=RULE)
        canvas.line(place(0, share), place(1, share), stroke=RULE)
        canvas.text((place(share, 0)[0], bottom + OUT + 18), name, SMALL, anchor="middle", fill=MUTED)
        canvas.text((LEFT - OUT - 10, place(0, share)[1] + 4), name, SMALL, anchor="end", fill=MUTED)
    canvas.line(place(0, 0), place(1, 1), stroke=MUTED, stroke_dasharray="5 4")
    circles, numbers = canvas.group(kind="dots"), canvas.group(kind="numbers")
    for dot in sorted(dots, key=lambda dot: -dot.many):
        more = (dot.after or 0) - (dot.before or 0)
        colour = BLUE if more > 0 else VERMILLION if more < 0 else MUTED
        (x, y), r = place(dot.before, dot.after), min(LARGEST_DOT, SMALLEST_DOT * sqrt(dot.many))
        circles.circle((x, y), r, note=dot.note, fill=colour, stroke=PAPER, stroke_width=0.8)
        if dot.many > 1:
            numbers.text((x, y - r - 3), str(dot.many), SMALL, anchor="middle", halo=PAPER)
    canvas.text((LEFT, bottom + OUT + 38), "chance before, and upwards the chance after", SMALL, fill=INK, bold=True)
    return canvas.finish(width, bottom + OUT + 38 + MARGIN / 2)


# --- decisions ------------------------------------------------------------------------------

INDENT, CHANCE, LINE, APART, LONGEST_LINE = 28.0, 64.0, 18.0, 10.0, 620.0
"""The room of a level and of the bar of a chance; of a line and between branches; the widest text."""


class Branch(NamedTuple):
    """One branch: how deep it is, from 0; its share of the branch above and that as text; what happens; what to do."""

    depth: int
    share: float | None
    percent: str
    what: str
    then: str


def draw_tree(title: str, key: str, branches: Sequence[Branch]) -> str:
    """The branches in the order in which a tree is read, as SVG; the first is the root."""
    texts = [_lines_of(branch) for branch in branches]
    starts = [MARGIN + INDENT * branch.depth + (CHANCE + 56 if branch.depth else 0) for branch in branches]
    widths = (
        start + width_of(line, BODY, bold=bold)
        for start, lines in zip(starts, texts, strict=True)
        for line, bold in lines
    )
    width = max(420.0, *widths) + MARGIN
    canvas = Canvas(title, "\n".join([key, *(f"{'  ' * one.depth}{_in_words(one)}" for one in branches)]))
    y = canvas.titled(title, key, MARGIN, width) + 16
    layer, above = canvas.group(kind="tree"), list[float]()
    for branch, start, lines in zip(branches, starts, texts, strict=True):
        middle, left = y + LINE / 2, MARGIN + INDENT * branch.depth
        if branch.depth:
            trunk = left - INDENT / 2
            layer.path(f"M{trunk} {above[branch.depth - 1]} V{middle} H{left - 3}", stroke=RULE, fill="none")
        if branch.share is not None:
            layer.rect((left, middle - 6), (CHANCE, 12), fill=WHITE, stroke=RULE)
            layer.rect((left, middle - 6), (CHANCE * branch.share, 12), kind="bar", note=_in_words(branch), fill=BLUE)
            layer.text((left + CHANCE + 6, middle + 4), branch.percent, SMALL, fill=MUTED)
        for n, (line, bold) in enumerate(lines):
            layer.text((start, middle + 5 + LINE * n), line, BODY, bold=bold, fill=INK)
        above[branch.depth :] = [y + LINE * len(lines)]
        y += LINE * len(lines) + APART
    return canvas.finish(width, y + MARGIN / 2)


def _lines_of(branch: Branch) -> list[tuple[str, bool]]:
    """The lines of a branch, with those that say what to do as bold ones."""
    what = [(line, False) for line in wrap(branch.what, LONGEST_LINE, BODY, most=3)] if branch.what else []
    return [*what, *((line, True) for line in wrap(branch.then, LONGEST_LINE, BODY, bold=True, most=3))]


def _in_words(branch: Branch) -> str:
    return " ".join(part for part in (branch.percent, branch.what and f"{branch.what}:", branch.then) if part)
