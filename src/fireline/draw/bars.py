"""Charts: an average along a field that varies, and a sum as steps."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import pairwise
from math import ceil
from typing import NamedTuple

from fireline.draw.canvas import Canvas, Pen
from fireline.draw.chances import MARGIN
from fireline.draw.palette import BLUE, INK, MUTED, RULE, VERMILLION, WHITE
from fireline.draw.text import clip, width_of
from fireline.ruling import Modifier, Ruling, total
from fireline.ruling.prose import house_mark, minus, signed

_SMALL = 11.5
HIGH, STEP, LEAST_WIDTH = 240.0, 26.0, 420.0
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


def draw_curve(title: str, field: str, dots: Sequence[Dot], marks: Sequence[tuple[float, str]], goal: float) -> str:
    """The dots in order, joined where they are next to each other, as SVG.

    Heights and `marks`, the labels of the upright axis, go from 0 at the bottom to 1 at the top; `goal` is the height
    of the line across.
    """
    left = MARGIN + max(width_of(name, _SMALL) for _, name in marks) + 10
    named = max(STEP, max(width_of(dot.name, _SMALL) for dot in dots) + 8)
    step = min(max(named, ROOM / len(dots)), max(MOST_WIDTH / len(dots), NARROW))
    every = ceil(named / step)  # as many names as keep apart
    width = max(left + step * len(dots) + MARGIN, LEAST_WIDTH)
    canvas = Canvas(title, "\n".join(dot.note for dot in dots))
    top, right = canvas.titled(title, "", MARGIN, width) + 16, left + step * len(dots)

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
        if dot.marked or not (n + 1) % every or every == 1:
            canvas.text((place(n, 0)[0], top + HIGH + 18), dot.name, _SMALL, anchor="middle", bold=dot.marked)
        if dot.between is not None:
            ends = [place(n, height) for height in dot.between]
            canvas.line(*ends, stroke=VERMILLION if dot.marked else BLUE, stroke_width=2.5, stroke_opacity=0.5)
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
    pattern = canvas.defs.add("pattern", id=f"less-{canvas.uid}", patternUnits="userSpaceOnUse", width=7, height=7)
    pattern.rect((0, 0), (7, 7), fill=WHITE)
    pattern.path("M-1 8 L8 -1 M-1 1 L1 -1 M6 8 L8 6", stroke=VERMILLION, stroke_width=2, fill="none")
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
