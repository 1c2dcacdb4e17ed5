"""The four range bands of a firearm on a scale in metres."""

from __future__ import annotations

from dataclasses import dataclass

from fireline.draw.canvas import Canvas, Pen
from fireline.draw.palette import INK, MUTED, RULE, WHITE
from fireline.rulesets.endless_horizons.pieces import Band

LEFT, MAIN, WITHIN = 36.0, 720.0, 600.0
"""Where the scale begins, how wide the drawing is, and how much of that is the weapon's whole range."""
HIGH = 66.0
PARTS = ((Band.CLOSE, 0.0, 0.125), (Band.MEDIUM, 0.125, 0.25), (Band.FAR, 0.25, 0.5), (Band.MAXIMUM, 0.5, 1.0))
"""The bands as parts of the effective range (EHZ-2.1)."""
_HATCH = "M-2 12 L12 -2 M-2 2 L2 -2 M8 12 L12 8"
_GROUNDS = {
    Band.CLOSE: ("#E9F3EE", 0.0, ""),
    Band.MEDIUM: ("#EEF1EA", 1.4, ""),
    Band.FAR: ("#F5EFE4", 0.0, _HATCH),
    Band.MAXIMUM: ("#F6E9E1", 0.0, _HATCH + " M-2 -2 L12 12"),
}


@dataclass(frozen=True)
class Scale:
    """Where distances lie: to scale within the effective range, squeezed into the rest beyond it."""

    reach: float

    def x(self, metres: float) -> float:
        """The place of a distance from the left edge of the picture."""
        if metres <= self.reach:
            return LEFT + WITHIN * metres / self.reach
        return LEFT + WITHIN + 40 + (MAIN - WITHIN - 60) * (1 - self.reach / metres)


def draw_bands(canvas: Canvas, scale: Scale, top: float, marked: str = "", *, beyond: bool) -> None:
    """The bands with their names and limits; the marked one has a heavy outline."""
    _patterns(canvas)
    layer = canvas.group(kind="bands")
    low = top + HIGH
    for band, start, end in PARTS:
        left, right = scale.x(start * scale.reach), scale.x(end * scale.reach)
        fill = f"url(#{band}-{canvas.uid})"
        layer.rect((left, top), (right - left, HIGH), kind=f"band {band}", fill=fill, stroke=INK, stroke_width=1)
        layer.text(((left + right) / 2, low - 10), band, 13, bold=True, anchor="middle", halo=WHITE)
    for band, start, end in PARTS:
        if band == marked:
            left, right = scale.x(start * scale.reach), scale.x(end * scale.reach)
            layer.rect((left, top), (right - left, HIGH), kind="category", fill="none", stroke=INK, stroke_width=4)
    for part in (0.0, *(end for _, _, end in PARTS)):
        x = scale.x(part * scale.reach)
        layer.line((x, low), (x, low + 7), stroke=INK, stroke_width=1.5)
        layer.text((x, low + 22), metres(part * scale.reach), 12, anchor="middle")
    if beyond:
        _draw_beyond(layer, top, low)


def _draw_beyond(layer: Pen, top: float, low: float) -> None:
    left, right = LEFT + WITHIN, LEFT + MAIN
    layer.line((left, low), (right, low), kind="beyond", stroke=INK, stroke_dasharray="3 4")
    layer.path(f"M{left + 10} {low + 8} l6 -16 M{left + 17} {low + 8} l6 -16", stroke=INK, stroke_width=2, fill="none")
    layer.text((right, low - 8), "beyond range", 12, anchor="end", bold=True)
    layer.text((right, low + 18), "(not to scale)", 11, anchor="end", fill=MUTED)


def _patterns(canvas: Canvas) -> None:
    """Four grounds that tell the bands apart in grey too: plain, dots, hatching, cross-hatching."""
    for band, (tint, dot, lines) in _GROUNDS.items():
        id_ = f"{band}-{canvas.uid}"
        pattern = canvas.defs.add("pattern", id=id_, patternUnits="userSpaceOnUse", width=10, height=10)
        pattern.rect((0, 0), (10, 10), fill=tint)
        if dot:
            pattern.circle((5, 5), dot, fill=MUTED)
        if lines:
            pattern.path(lines, stroke=RULE, stroke_width=1.2, fill="none")


def metres(value: float) -> str:
    """A distance as people write it.

    >>> metres(37.5), metres(100.0), metres(6.25), metres(0.0)
    ('37.5 m', '100 m', '6.25 m', '0 m')
    """
    return f"{value:.2f}".rstrip("0").rstrip(".") + " m"
