"""The picture from a shooter's eye: what is seen of the target's body, what hides the rest, and how much of it."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import replace
from functools import partial
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from fireline.draw import relief
from fireline.draw.canvas import (
    GREEN,
    INK,
    MUTED,
    PAPER,
    RULE,
    VERMILLION,
    WHITE,
    Canvas,
    Pen,
    Point,
    clip,
    width_of,
    wrap,
)
from fireline.draw.marks import bar, hatched
from fireline.geometry.view import View
from fireline.ruling import Visibility
from fireline.ruling.prose import percent
from fireline.ruling.sight import Shares

LEFT, TOP, SIDE, GAP, PANEL = 36.0, 76.0, 560.0, 28.0, 320.0
PIXELS = 700
"""Pixels on a side of the image."""
AROUND = 2.1
"""How much wider the picture is than the target's body."""
EDGE = 6
"""How far names stay away from the picture's edge, in pixels of the image."""
MOST = 12
"""The most rows of a table."""
NAMED = 0.004
"""The least part of the picture that a thing fills which is named."""
_NAME, _ROW = 13.0, 22.0


class EyeView(NamedTuple):
    """What is drawn: what is seen of one thing, the target, among which others, on which table.

    `notes` are sentences that stand below the picture.
    """

    sight: Visibility
    things: tuple[relief.Thing, ...]
    table: tuple[float, float]
    title: str = ""
    subtitle: str = ""
    description: str = ""
    notes: tuple[str, ...] = ()

    @property
    def target(self) -> relief.Thing:
        """Who is looked at."""
        return next(thing for thing in self.things if thing.role is relief.Role.TARGET)


def draw_eyeview(scene: EyeView) -> str:
    """The picture as SVG, with the image in it."""
    image = relief.image_of(window_on(scene), scene.things, scene.table, PIXELS)
    canvas = Canvas(scene.title, scene.description)
    canvas.heading(LEFT, scene.title, scene.subtitle, SIDE + GAP + PANEL)
    relief.embed(canvas, image.pixels, (LEFT, TOP), (SIDE, SIDE), note=scene.description)
    canvas.rect((LEFT, TOP), (SIDE, SIDE), fill="none", stroke=INK, stroke_width=1.5)
    _draw_names(canvas.group(kind="names", at=(LEFT, TOP)), scene, image)
    notes = [line for note in scene.notes for line in wrap(note, SIDE, 12.5)]
    low = TOP + SIDE + 8 + 18 * len(notes)
    for n, line in enumerate(notes, 1):
        canvas.text((LEFT, TOP + SIDE + 8 + 18 * n), line, 12.5, fill=MUTED, kind="note")
    panel = _Panel(canvas.group(kind="panel"), LEFT + SIDE + GAP, TOP)
    panel.draw(scene, image, canvas)
    return canvas.finish(LEFT + SIDE + GAP + PANEL + LEFT, max(low, panel.y) + 28)


def window_on(scene: EyeView) -> View:
    """The window of the picture: around the target's body, with what is beside it."""
    view = View.on(scene.sight.eye, scene.target.body)
    return replace(view, half=view.half * AROUND)


# --- names in the picture -------------------------------------------------------------------


def _draw_names(layer: Pen, scene: EyeView, image: relief.EyeImage) -> None:
    """Names where there is room for them: on the things themselves, clear of the target and of each other."""
    rows, columns = np.nonzero(image.body)
    taken = image.body.astype(np.int64) * 3
    if len(rows):
        top, name = (float(columns.min() + columns.max()) / 2, float(rows.min())), clip(scene.target.name, 260, _NAME)
        _name(layer, name, _above(top, name), taken, bold=True)
    hides = [name for name, _ in scene.sight.hidden]
    others = [(thing, mask) for thing, mask in zip(scene.things, image.shown, strict=True) if thing is not scene.target]
    others.sort(key=lambda one: (one[0].name not in hides, -int(one[1].sum())))
    for thing, mask in others:
        if mask.sum() >= NAMED * mask.size:
            name = clip(thing.name, 150, _NAME)
            _name(layer, name, _roomiest(mask, taken, name), taken, bold=thing.name in hides)


def _box(name: str) -> tuple[int, int]:
    """How wide and how high a name's box is, in pixels of the image."""
    scale = PIXELS / SIDE
    return round((width_of(name, _NAME, bold=True) + 14) * scale), round(22 * scale)


def _above(top: Point, name: str) -> tuple[int, int]:
    """The upper left corner of a name's box over the highest place of an outline."""
    wide, high = _box(name)
    left = min(max(round(top[0] - wide / 2), 4), PIXELS - wide - 4)
    return left, max(round(top[1]) - high - 8, 4)


def _roomiest(mask: relief.Mask, taken: NDArray[np.int64], name: str) -> tuple[int, int]:
    """The upper left corner of the box that lies most on the thing and least on what is taken."""
    wide, high = _box(name)
    good = np.pad((mask.astype(np.int64) - taken).cumsum(axis=0).cumsum(axis=1), ((1, 0), (1, 0)))
    inside = good[high:, wide:] - good[:-high, wide:] - good[high:, :-wide] + good[:-high, :-wide]
    # Of equally good places the lowest: faces and roofs stay free.
    inside = inside[EDGE:-EDGE, EDGE:-EDGE][::-1]
    row, column = divmod(int(inside.argmax()), inside.shape[1])
    return column + EDGE, len(inside) - 1 - row + EDGE


def _name(layer: Pen, name: str, at: tuple[int, int], taken: NDArray[np.int64], *, bold: bool) -> None:
    wide, high = _box(name)
    taken[at[1] : at[1] + high, at[0] : at[0] + wide] += 6
    scale = SIDE / PIXELS
    x, y = at[0] * scale, at[1] * scale
    label = layer.group(kind="name")
    label.rect((x, y), (wide * scale, 22), rx=5, fill=WHITE, fill_opacity=0.86, stroke=INK if bold else RULE)
    label.text((x + wide * scale / 2, y + 15.5), name, _NAME, bold=bold, anchor="middle")


# --- what it comes to, beside the picture ---------------------------------------------------

Swatch = Callable[[Pen], object]


class _Panel:
    """Figures and legend from an upper left corner downwards; `y` is how far down they reach."""

    def __init__(self, pen: Pen, x: float, y: float) -> None:
        self.pen, self.x, self.y = pen, x, y

    def draw(self, scene: EyeView, image: relief.EyeImage, canvas: Canvas) -> None:
        """Everything."""
        self.y += 30
        headline = percent(scene.sight.visible)
        self.pen.text((self.x, self.y), headline, 32, bold=True, kind="headline")
        self.y += 20
        words = "of the target's body is seen" + ("" if scene.sight.visible else ": no line of sight")
        self.pen.text((self.x, self.y), words, 13)
        if scene.sight.parts:
            self.table("Seen of each part", scene.sight.parts, GREEN)
        if scene.sight.hidden:
            self.table("Hidden by", scene.sight.hidden, VERMILLION)
        self.heading("In the picture")
        for label, swatch in _legend(scene, image, hatched(canvas, "hidden", 8, 2.6)):
            self.y += 26
            swatch(self.pen.group(at=(self.x, self.y - 14)))
            self.pen.text((self.x + 42, self.y), label, 12.5)

    def table(self, heading: str, shares: Shares, colour: str) -> None:
        """Shares under a heading as bars and in percent, the first of them where there are too many."""
        self.heading(heading)
        for name, share in shares[:MOST]:
            self.y += _ROW
            self.pen.text((self.x, self.y), clip(name, 128, 13), 13)
            bar(self.pen, (self.x + 136, self.y - 11), (116, 13), share, colour=colour)
            self.pen.text((self.x + PANEL, self.y), percent(share), 13, anchor="end")
        if len(shares) > MOST:
            self.y += _ROW
            self.pen.text((self.x, self.y), f"and {len(shares) - MOST} more", 13, fill=MUTED)

    def heading(self, text: str) -> None:
        """The name of a section, under a hairline."""
        self.y += 14
        self.pen.line((self.x, self.y), (self.x + PANEL, self.y), stroke=RULE, stroke_width=1)
        self.y += 19
        self.pen.text((self.x, self.y - 2), text, 11.5, bold=True, fill=MUTED)


def _legend(scene: EyeView, image: relief.EyeImage, hidden: str) -> Iterator[tuple[str, Swatch]]:
    """Labels and swatches of what the picture shows."""
    shown = {(thing.role, thing.side) for thing, mask in zip(scene.things, image.shown, strict=True) if mask.any()}
    tags = {tag for thing in scene.things for tag in thing.tags if thing.role is relief.Role.TARGET}
    (own,) = (mask for thing, mask in zip(scene.things, image.shown, strict=True) if thing is scene.target)
    if scene.sight.visible:
        yield "the target's body, seen", partial(_plain, colours=relief.part_colours(["body"] * 5)[1:5])
    if scene.sight.hidden:
        yield "the target's body, hidden", partial(_hidden, fill=hidden)
    if tags & {"equipment", "base"} and own.any():
        yield "equipment: neither seen nor hidden", partial(_plain, colours=[relief.EQUIPMENT])
    if "pose" in tags and own.any():
        yield "there only by its pose: does not count", partial(_plain, colours=[relief.POSE])
    if sides := sorted(side for role, side in shown if role is relief.Role.MODEL):
        yield "other models", partial(_plain, colours=[relief.SIDES[side] for side in sides])
    if any(role is relief.Role.TERRAIN for role, _ in shown):
        yield str(relief.Role.TERRAIN), partial(_plain, colours=[relief.TERRAIN])
    if any(role is relief.Role.ABSENT for role, _ in shown):
        yield "the shooter's allies: do not block", _ghost


def _plain(pen: Pen, colours: Sequence[str]) -> None:
    wide = 32 / len(colours)
    for n, colour in enumerate(colours):
        pen.rect((n * wide, 0), (wide, 18), fill=colour)
    pen.rect((0, 0), (32, 18), fill="none", stroke=INK, stroke_width=1)


def _hidden(pen: Pen, fill: str) -> None:
    pen.rect((0, 0), (32, 18), fill=fill, stroke=VERMILLION, stroke_width=2)


def _ghost(pen: Pen) -> None:
    pen.rect((0, 0), (32, 18), fill=PAPER, stroke=INK, stroke_width=1.3, stroke_dasharray="4 4")
