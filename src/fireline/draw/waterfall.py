"""How a sum builds up: one bar a modifier, from the sum before it to the sum after it."""

from __future__ import annotations

from fireline.draw.canvas import Canvas, Pen
from fireline.draw.palette import BLUE, INK, MUTED, RULE, VERMILLION, WHITE
from fireline.draw.text import clip, width_of
from fireline.ruling import Modifier, Ruling, total
from fireline.ruling.prose import house_mark, minus, signed

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
