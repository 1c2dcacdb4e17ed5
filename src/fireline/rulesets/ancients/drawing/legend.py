"""The legend under the hex board: only what the picture shows."""

from __future__ import annotations

from collections.abc import Iterator
from functools import partial

from fireline.draw.canvas import Pen, Point
from fireline.draw.legend import Item, range_item, shooter_and_target, sight_items
from fireline.draw.marks import badge
from fireline.draw.palette import INK, WHITE, YELLOW
from fireline.draw.patterns import Patterns
from fireline.draw.text import clip
from fireline.rulesets.ancients.board import Side
from fireline.rulesets.ancients.drawing.tokens import BADGES, badges_of, outline, star, symbol
from fireline.rulesets.ancients.pieces import UNITS
from fireline.rulesets.ancients.state import State
from fireline.ruling import Ruling, Sight

WIDEST = 240.0
"""The room for the name of a type."""


def items(patterns: Patterns, state: State, ruling: Ruling | None) -> Iterator[Item]:
    """Labels with their icons."""
    for side in (Side.BOTTOM, Side.TOP):
        if any(piece.side is side for piece in state.pieces):
            yield army_of(state, side), partial(outline, side=side, scale=0.42)
    present = {unit.type.id: unit.type for unit in state.units}
    for id_ in dict.fromkeys((*UNITS, *present)):
        if kind := present.get(id_):
            border = ", white border" if kind.border else ""
            label = f"{kind.short} {clip(kind.name, WIDEST, 12.5)} ({kind.symbol}{border})"
            yield label, partial(symbol, kind=kind, at=(4, 0), r=8)
    if state.leaders:
        yield "leader", partial(star, at=(4, 0), r=10, fill=YELLOW)
    letters = {letter for unit in state.units for letter in badges_of(unit)}
    for letter, meaning in BADGES.items():
        if letter in letters:
            yield meaning, partial(badge, letter=letter, at=(6, 0))
    kinds = {name for _, name in state.board.terrain}
    for ground in state.board.kinds.values():
        if ground.id in kinds:
            yield clip(ground.name, WIDEST, 12.5), partial(patterns.swatch, kind=ground.id, letter=ground.letter)
    if state.board.ramparts:
        yield "rampart", partial(draw_rampart, a=(-14, 0), b=(16, 0))
    if ruling:
        yield from _shot_items(ruling)


def army_of(state: State, side: Side) -> str:
    """What an army is called, and whose it is."""
    name = state.army(side)
    return name if name == str(side) else f"{clip(name, WIDEST, 12.5)} ({side})"


def _shot_items(ruling: Ruling) -> Iterator[Item]:
    yield from shooter_and_target()
    if ruling.summary["range"]:
        yield range_item(str(ruling.summary["range"]))
    if isinstance(sight := ruling.line_of_sight, Sight):
        yield from sight_items(sight, "hex")


def draw_rampart(pen: Pen, a: Point, b: Point) -> None:
    """A wall of this length: a thick mark with gaps like battlements."""
    pen.line(a, b, stroke=INK, stroke_width=8)
    pen.line(a, b, stroke=WHITE, stroke_width=3, stroke_dasharray="4 5")
