"""Gains and losses: bars to the right and left of nothing, each with its name, and its interval where it has one."""

from __future__ import annotations

from collections.abc import Iterable

from fireline.draw.canvas import Canvas
from fireline.draw.palette import BLUE, INK, MUTED, RULE, VERMILLION
from fireline.draw.text import clip, width_of
from fireline.game.result import Bar

MARGIN, ROW, HIGH, LENGTH, LONGEST = 30.0, 28.0, 16.0, 360.0, 300.0
"""The room at the sides; the height of a row and of a bar in it; how long all bars are together, and a name at most."""
_BODY, _SMALL = 13.0, 11.5


def draw_gains(title: str, key: str, bars: Iterable[Bar], *, chances: bool = False) -> str:
    """The gains in this order as SVG, on one scale; `key` says what they are of. Chances go from 0 to 100%.

    A bar without a length is not drawn, and there is no picture where none is: "".
    """
    gains = [(one, one.length) for one in bars if one.length is not None]
    if not gains:
        return ""
    names = max(width_of(clip(one.name, LONGEST, _BODY), _BODY) for one, _ in gains)
    texts = max(width_of(one.text, _BODY) for one, _ in gains)
    ends = [end for one, gain in gains for end in (gain, *(one.between or ()))]
    low, high = min(0.0, *ends), max(1.0 if chances else 0.0, *ends)
    scale, left = LENGTH / ((high - low) or 1.0), MARGIN + names + 18
    zero, told = left - low * scale, left + LENGTH + 18
    width = told + texts + MARGIN
    canvas = Canvas(title, "\n".join([key, *(f"{one.name}: {one.text}" for one, _ in gains)]))
    top = canvas.titled(title, key, MARGIN, width) + 12
    layer = canvas.group(kind="gains")
    for n, (one, gain) in enumerate(gains):
        y = top + ROW * n
        line, end = y + ROW / 2 + 5, zero + gain * scale
        layer.text((MARGIN, line), clip(one.name, LONGEST, _BODY), _BODY)
        layer.line((left, y + ROW), (left + LENGTH, y + ROW), stroke=RULE, stroke_width=0.6)
        bar = (min(zero, end), y + (ROW - HIGH) / 2), (max(abs(end - zero), 1.5), HIGH)
        layer.rect(*bar, kind="gain", note=f"{one.name}: {one.text}", fill=BLUE if gain >= 0 else VERMILLION)
        if one.between is not None:
            least, most = (zero + bound * scale for bound in one.between)
            layer.line((least, y + ROW / 2), (most, y + ROW / 2), stroke=INK, stroke_width=1.6)
            for bound in (least, most):
                layer.line((bound, y + ROW / 2 - 5), (bound, y + ROW / 2 + 5), stroke=INK, stroke_width=1.6)
        layer.text((told, line), one.text, _BODY)
    bottom = top + ROW * len(gains)
    layer.line((zero, top), (zero, bottom), stroke=INK, stroke_width=1.2)
    for share, name in [(n / 4, f"{25 * n}%") for n in range(5)] if chances else [(0.0, "0")]:
        layer.text((zero + share * scale, bottom + 16), name, _SMALL, anchor="middle", fill=MUTED)
    return canvas.finish(width, bottom + 16 + MARGIN / 2)
