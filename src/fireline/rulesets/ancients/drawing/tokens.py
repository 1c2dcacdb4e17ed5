"""Units and leaders of the hex board as tokens: side by colour and outline, class by symbol, blocks as pips."""

from __future__ import annotations

import math
from collections.abc import Iterator

from fireline.draw.canvas import Pen, Point
from fireline.draw.marks import badge
from fireline.draw.palette import (
    BLUE,
    BOTTOM_TINT,
    GREEN,
    INK,
    PAPER,
    SKY,
    TOP_TINT,
    VERMILLION,
    WHITE,
    YELLOW,
)
from fireline.draw.text import clip, clip_middle
from fireline.rulesets.ancients.board import Side
from fireline.rulesets.ancients.pieces import Symbol, UnitType
from fireline.rulesets.ancients.state import Leader, Unit

SIDE_COLOUR = {Side.BOTTOM: BLUE, Side.TOP: VERMILLION}
SIDE_TINT = {Side.BOTTOM: BOTTOM_TINT, Side.TOP: TOP_TINT}
_CLASS_COLOUR = {Symbol.GREEN: GREEN, Symbol.BLUE: SKY, Symbol.RED: VERMILLION}
_HALF, _ABOVE, _BELOW = 37.0, -28.0, 20.0
MOST_PIPS = 6
"""Blocks that a token has room for; more of them are told as a number."""
BADGES = {"M": "moved", "B": "battled", "N": "not ordered"}


def draw_unit(board: Pen, unit: Unit, at: Point) -> None:
    """A unit's token around the centre of its hex."""
    badges = list(badges_of(unit))
    states = "".join(f", {BADGES[letter]}" for letter in badges)
    note = f"{unit.id}: {unit}, {unit.side}, {unit.blocks} of {unit.type.blocks} blocks{states}"
    token = board.group(kind=f"unit {unit.side}", note=note, at=at, data_unit=unit.id)
    outline(token, unit.side)
    symbol(token, unit.type, (-24, -14), 7.5)
    token.text((-11, -9), unit.type.short, 14, bold=True)
    token.text((-32, 5), clip_middle(unit.id, 49 if len(badges) > 1 else 64, 11), 11, kind="unit-id")
    if unit.type.blocks > MOST_PIPS:
        token.text((-32, 17), f"{unit.blocks} of {unit.type.blocks}", 11, kind="pips")
    for n in range(unit.type.blocks if unit.type.blocks <= MOST_PIPS else 0):
        left = SIDE_COLOUR[unit.side] if n < unit.blocks else WHITE
        token.circle((-27 + 11 * n, 13), 3.8, kind="pip", fill=left, stroke=INK, stroke_width=1)
    for n, letter in enumerate(badges):
        badge(token, letter, (33, -17 + 15 * n), note=BADGES[letter])


def badges_of(unit: Unit) -> Iterator[str]:
    """The letters of a unit's states."""
    yield from (
        letter for letter, holds in (("M", unit.moved > 0), ("B", unit.battled), ("N", not unit.ordered)) if holds
    )


def outline(pen: Pen, side: Side, scale: float = 1.0) -> None:
    """The token itself: rounded with a peak upwards for bottom, cut corners with a peak downwards for top."""
    half, above, below, cut, peak = (scale * x for x in (_HALF, _ABOVE, _BELOW, 8, 6))
    if side is Side.BOTTOM:
        d = (
            f"M{-half + cut:g} {above:g} H{-peak:g} L0 {above - peak:g} L{peak:g} {above:g} H{half - cut:g}"
            f" Q{half:g} {above:g} {half:g} {above + cut:g} V{below - cut:g}"
            f" Q{half:g} {below:g} {half - cut:g} {below:g} H{-half + cut:g}"
            f" Q{-half:g} {below:g} {-half:g} {below - cut:g} V{above + cut:g}"
            f" Q{-half:g} {above:g} {-half + cut:g} {above:g} Z"
        )
    else:
        d = (
            f"M{-half + cut:g} {above:g} H{half - cut:g} L{half:g} {above + cut:g} V{below - cut:g}"
            f" L{half - cut:g} {below:g} H{peak:g} L0 {below + peak:g} L{-peak:g} {below:g} H{-half + cut:g}"
            f" L{-half:g} {below - cut:g} V{above + cut:g} Z"
        )
    width = max(3 * scale, 2)
    pen.path(d, kind="token", fill=SIDE_TINT[side], stroke=SIDE_COLOUR[side], stroke_width=width)


def symbol(pen: Pen, kind: UnitType, at: Point, r: float) -> None:
    """The class: green circle, blue triangle or red square, inside a white ring for types with a white border."""
    x, y = at
    if kind.border:
        _shape(pen, kind.symbol, (x, y), r + 3, WHITE)
    _shape(pen, kind.symbol, (x, y), r - 1 if kind.border else r, _CLASS_COLOUR[kind.symbol])


def _shape(pen: Pen, which: Symbol, at: Point, r: float, fill: str) -> None:
    x, y = at
    if which is Symbol.GREEN:
        pen.circle(at, r, fill=fill, stroke=INK, stroke_width=1.2)
    elif which is Symbol.BLUE:
        h = 1.2 * r
        corners = ((x, y - h), (x + 1.1 * r, y + 0.75 * r), (x - 1.1 * r, y + 0.75 * r))
        pen.polygon(corners, fill=fill, stroke=INK, stroke_width=1.2)
    else:
        pen.rect((x - 0.9 * r, y - 0.9 * r), (1.8 * r, 1.8 * r), fill=fill, stroke=INK, stroke_width=1.2)


def draw_leader(board: Pen, leader: Leader, at: Point, *, attached: bool) -> None:
    """A leader: a star with his name; below the token of the unit he is attached to."""
    where = "attached" if attached else "alone"
    note = f"Leader {leader.id}, {leader.side}, {where}"
    token = board.group(kind=f"leader {leader.side} {where}", note=note, at=at, data_unit=leader.id)
    colour = SIDE_COLOUR[leader.side]
    if attached:
        name = clip(leader.id, 42, 11)
        token.rect((-31, 21), (62, 16), rx=8, fill=PAPER, stroke=colour, stroke_width=1.5)
        star(token, (-22, 29), 7, YELLOW)
        token.text((-13, 33), name, 11, kind="leader-id")
        return
    up = -1 if leader.side is Side.BOTTOM else 1
    token.polygon(((-7, -4 + 15 * up), (7, -4 + 15 * up), (0, -4 + 26 * up)), fill=colour)
    token.circle((0, -4), 18, fill=SIDE_TINT[leader.side], stroke=colour, stroke_width=3)
    star(token, (0, -4), 13, YELLOW)
    token.text((0, 34), clip(leader.id, 60, 11), 11, anchor="middle", halo=PAPER, kind="leader-id")


def star(pen: Pen, at: Point, r: float, fill: str) -> None:
    """A five-pointed star, dark outlined."""
    corners = []
    for n in range(10):
        reach, angle = (r if n % 2 == 0 else 0.45 * r), math.pi * (n / 5 - 0.5)
        corners.append((at[0] + reach * math.cos(angle), at[1] + reach * math.sin(angle)))
    pen.polygon(corners, fill=fill, stroke=INK, stroke_width=1.2)
