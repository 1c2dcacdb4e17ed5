"""A model from its front, from its right side and from above, with what each of its parts counts as."""

from __future__ import annotations

import math

from fireline.draw.canvas import INK, MUTED, RULE, WHITE, Canvas, Pen, Point, clip, clip_middle
from fireline.draw.relief import ABOVE, FAR, embed, model_image, part_colours
from fireline.geometry.solids import Point3
from fireline.geometry.view import View
from fireline.rulesets.blightmeer.modelfacts import ModelFacts
from fireline.ruling.prose import plural

LEFT, TOP, SIDE, GAP, PANEL = 36.0, 76.0, 300.0, 18.0, 330.0
PIXELS = 450
"""Pixels on a side of each image."""
ROOM = 1.15
"""How much wider a picture is than the model."""
MOST = 12
"""The most parts that are listed."""
_LINES = 12
"""The most lines of the grid in a picture."""

_FRONT = ((-1.0, 0.0, 0.0), (0.0, 1.0, 0.0), (0.0, 0.0, 1.0))
_RIGHT = ((0.0, 1.0, 0.0), (1.0, 0.0, 0.0), (0.0, 0.0, 1.0))
VIEWS = {"front": _FRONT, "right side, front to the right": _RIGHT, "from above, front to the right": ABOVE}
"""Where a model is looked at from: the axes forwards, to the right and up."""


def draw_figure(facts: ModelFacts) -> str:
    """The three views side by side at one scale, and the parts with what they count as, as SVG."""
    solid, eyes = facts.figure.solid, facts.figure.eyes
    size, surface, *_ = facts.lines()
    looks, name, inches = facts.looks, facts.model.name, facts.model.inches
    canvas = Canvas(name, str(facts))
    wide = 3 * (SIDE + GAP) + PANEL
    canvas.heading(LEFT, name, clip(f"{size} {surface}", wide, 12.5), wide)
    (x0, y0, z0), (x1, y1, z1) = solid.bounds
    half = ROOM * max(x1 - x0, y1 - y0, z1 - z0) / 2
    middle = (x0 + x1) / 2, (y0 + y1) / 2, (z0 + z1) / 2
    step, scale = step_of(2 * half), SIDE / (2 * half)
    for n, (side, (forward, right, up)) in enumerate(VIEWS.items()):
        away = [m - FAR * half * f for m, f in zip(middle, forward, strict=True)]
        view = View((away[0], away[1], away[2]), forward, right, up, 1 / FAR)
        layer = canvas.group(kind="side", at=(LEFT + n * (SIDE + GAP), TOP))
        left, low = _along(right, middle) - half, _along(up, middle) - half
        _draw_grid(layer, (left, low), 2 * half, step)
        pixels = model_image(view, solid, facts.figure.tags, PIXELS, half / 12)
        embed(layer, pixels, (0, 0), (SIDE, SIDE), note=f"{name}, {side}")
        layer.rect((0, 0), (SIDE, SIDE), fill="none", stroke=INK, stroke_width=1.2)
        at = (_along(right, eyes) - left) * scale, SIDE - (_along(up, eyes) - low) * scale
        layer.circle(at, 6, fill="none", stroke=WHITE, stroke_width=4.5)
        layer.circle(at, 6, kind="eyes", note="where it looks from", fill="none", stroke=INK, stroke_width=2)
        layer.text((0, SIDE + 19), side.capitalize(), 13, bold=True)
    apart = f"{step:g} units of the file" if inches is None else f'{step:g}"'
    below = TOP + SIDE + 42
    canvas.text((LEFT, below), f"A line every {apart}. The ring: {looks[0].lower()}{looks[1:]}", 12.5, fill=MUTED)
    return canvas.finish(LEFT + wide + LEFT, max(below, _draw_parts(canvas, facts)) + 24)


def step_of(length: float) -> float:
    """How far lines of a grid are apart over such a length: 1, 2 or 5 with noughts, no more than a dozen of them.

    >>> step_of(2.9), step_of(30.0), step_of(0.05)
    (0.5, 5.0, 0.005)
    """
    tens = 10.0 ** math.floor(math.log10(length / _LINES))
    return next(round(tens * n, 12) for n in (1, 2, 5, 10) if length / (tens * n) <= _LINES)


def _along(axis: Point3, point: Point3) -> float:
    return axis[0] * point[0] + axis[1] * point[1] + axis[2] * point[2]


def _draw_grid(layer: Pen, corner: Point, length: float, step: float) -> None:
    """The ground of a view, with lines through all multiples of the step."""
    layer.rect((0, 0), (SIDE, SIDE), fill=WHITE)
    for axis, start in enumerate(corner):
        for n in range(math.ceil(start / step), math.floor((start + length) / step) + 1):
            place = (n * step - start) / length * SIDE
            ends = ((place, 0.0), (place, SIDE)) if axis == 0 else ((0.0, SIDE - place), (SIDE, SIDE - place))
            layer.line(*ends, kind="grid", stroke=MUTED if n == 0 else RULE, stroke_width=1.6 if n == 0 else 0.8)


def _draw_parts(canvas: Canvas, facts: ModelFacts) -> float:
    """What each part is; answers how far down the list reaches."""
    x, y = LEFT + 3 * (SIDE + GAP), TOP + 4
    layer = canvas.group(kind="parts")
    for text, at, anchor in (
        ("part", x + 32, "start"),
        ("counts as", x + 170, "start"),
        ("triangles", x + PANEL, "end"),
    ):
        layer.text((at, y + 8), text, 11.5, bold=True, anchor=anchor, fill=MUTED)
    y += 16
    colours = [*part_colours(facts.figure.tags), *[WHITE] * len(facts.parts)]  # what is absent has none
    rows = list(zip(colours, facts.parts, strict=False))
    for colour, part in rows if len(rows) <= MOST else rows[: MOST - 1]:
        y += 24
        layer.rect((x, y - 13), (22, 16), fill=colour, stroke=INK, stroke_width=1)
        layer.text((x + 32, y), clip_middle(part.name, 130, 13), 13, kind="part-name")
        layer.text((x + 170, y), part.kind, 13, bold=part.kind == "body", kind="tag")
        layer.text((x + PANEL, y), f"{part.triangles:,}", 13, anchor="end")
    if len(rows) > MOST:
        y += 24
        layer.text((x + 32, y), f"and {plural(len(rows) - MOST + 1, 'more part')}", 13, fill=MUTED)
    return y + 12
