"""The legend under a table: only what the picture shows."""

from __future__ import annotations

from collections.abc import Iterator
from functools import partial

from fireline.draw.canvas import Pen
from fireline.draw.legend import Item
from fireline.draw.marks import badge, cross, stroke
from fireline.draw.palette import GREEN, INK, MUTED, VERMILLION, WHITE
from fireline.draw.sides import COLOURS, looks
from fireline.draw.sightline import DASHES, RANGE_DASHES
from fireline.draw.text import clip
from fireline.rulesets.blightmeer.drawing.sight import BLOCKER_DASHES, CHOICE
from fireline.rulesets.blightmeer.drawing.terrain import LETTERS, LOOKS, NAMES, kind_of, paint_of
from fireline.rulesets.blightmeer.drawing.tokens import BADGES, badges_of, draw_pips, ring
from fireline.rulesets.blightmeer.state import State
from fireline.ruling import Ruling, Visibility


def items(uid: str, state: State, ruling: Ruling | None, *, protects: bool = False) -> Iterator[Item]:
    """Labels with their icons."""
    for side in state.sides:
        if any(unit.side == side for unit in state.standing):
            yield clip(side, 160, 12.5), partial(ring, side=looks(state.sides)[side])
    yield "where it looks to", _facing
    yield "Wounds left", partial(draw_pips, at=(-8, 0), wounds=3, colour=COLOURS[0])
    letters = {letter for unit in state.standing for letter in badges_of(unit)}
    for letter, meaning in BADGES.items():
        if letter in letters:
            yield meaning, partial(badge, letter=letter, at=(6, 0))
    kinds = {kind_of(piece) for piece in state.terrain}
    for kind, name in NAMES.items():
        if kind in kinds:
            yield f"{LETTERS[kind]} {name}", partial(_swatch, kind=kind, uid=uid)
    if any(getattr(piece, "openings", ()) for piece in state.terrain):
        yield "window", _window
    if ruling:
        yield from _shot_items(ruling)
    if protects:
        yield "tries to Protect", partial(_ring, colour=CHOICE)


def _shot_items(ruling: Ruling) -> Iterator[Item]:
    yield "shooter", partial(_ring, colour=INK)
    if ruling.summary["range"] is not None:
        yield f'range {ruling.summary["range"]:g}"', partial(stroke, colour=INK, dashes=RANGE_DASHES, width=2.4)
    sight = ruling.line_of_sight
    if not isinstance(sight, Visibility):
        return
    if sight.clear:
        yield "line of sight", partial(stroke, colour=GREEN, dashes="none", width=3.6)
    else:
        yield "no line of sight", partial(stroke, colour=VERMILLION, dashes=DASHES, width=3.6)
        yield "what blocks it first", partial(cross, at=(4, 0), r=7)
    yield "how much of the target is seen", _gauge
    if sight.hidden:
        yield "hides a part of it", partial(stroke, colour=VERMILLION, dashes=BLOCKER_DASHES, width=3)


def _swatch(pen: Pen, kind: str, uid: str) -> None:
    high = 7.0 if kind == "wall" else 20.0
    pen.rect((-16, -high / 2), (32, high), fill=paint_of(kind, uid), stroke=INK if kind in LOOKS else MUTED)


def _facing(pen: Pen) -> None:
    pen.polygon(((12, 0), (-2, -7), (-2, 7)), fill=MUTED)


def _window(pen: Pen) -> None:
    pen.rect((-16, -4), (32, 8), fill=INK)
    pen.rect((-8, -4), (16, 8), fill=WHITE)
    for y in (-4, 4):
        pen.line((-8, y), (8, y), stroke=INK, stroke_width=1.4)


def _ring(pen: Pen, colour: str) -> None:
    pen.circle((2, 0), 9, fill="none", stroke=colour, stroke_width=3.6)


def _gauge(pen: Pen) -> None:
    pen.path("M2 -9 A9 9 0 0 1 2 9", fill="none", stroke=GREEN, stroke_width=4)
    pen.path("M2 9 A9 9 0 0 1 2 -9", fill="none", stroke=VERMILLION, stroke_width=4, stroke_dasharray="4 3")
