"""The legend under the hex board: only what the picture shows."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from functools import partial

from fireline.formats.picture import terrain
from fireline.formats.picture.canvas import Canvas, Pen, Point
from fireline.formats.picture.palette import GREEN, INK, MUTED, VERMILLION, WHITE, YELLOW
from fireline.formats.picture.sightline import DASHES, RANGE_DASHES, cross
from fireline.formats.picture.text import clip, width_of
from fireline.formats.picture.tokens import BADGES, badge, badges_of, outline, star, symbol
from fireline.rulesets.ancients.board import Side
from fireline.rulesets.ancients.pieces import UNITS, Terrain
from fireline.rulesets.ancients.state import State
from fireline.ruling import Ruling, Sight

Icon = Callable[[Pen], object]
_ICON, _LINE, _GAP = 36.0, 30.0, 22.0
WIDEST = 240.0
"""The room for the name of a type."""


def draw_legend(canvas: Canvas, at: tuple[float, float], width: float, state: State, ruling: Ruling | None) -> float:
    """The legend from this corner, in lines of this width; answers how far down it reaches."""
    return lay_out(canvas, at, width, _items(canvas.uid, state, ruling))


def lay_out(canvas: Pen, at: tuple[float, float], width: float, items: Iterable[tuple[str, Icon]]) -> float:
    """Items with their icons, in lines of this width; answers how far down they reach."""
    legend = canvas.group(kind="legend")
    x, y = at
    for label, icon in items:
        wide = _ICON + 6 + width_of(label, 12.5)
        if x > at[0] and x + wide > at[0] + width:
            x, y = at[0], y + _LINE
        item = legend.group(kind="legend-item", at=(x, y))
        icon(item.group(at=(_ICON / 2, 0)))
        item.text((_ICON + 6, 4), label, 12.5)
        x += wide + _GAP
    return y + _LINE / 2


def _items(uid: str, state: State, ruling: Ruling | None) -> Iterator[tuple[str, Icon]]:
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
            yield clip(ground.name, WIDEST, 12.5), partial(_swatch, ground=ground, uid=uid)
    if state.board.ramparts:
        yield "rampart", partial(draw_rampart, a=(-14, 0), b=(16, 0))
    if ruling:
        yield from _shot_items(ruling)


def army_of(state: State, side: Side) -> str:
    """What an army is called, and whose it is."""
    name = state.army(side)
    return name if name == str(side) else f"{clip(name, WIDEST, 12.5)} ({side})"


def shooter_and_target() -> Iterator[tuple[str, Icon]]:
    """The outlines of the two parties."""
    yield "shooter", partial(_box, half=9, width=5)
    yield "target", _target


def _shot_items(ruling: Ruling) -> Iterator[tuple[str, Icon]]:
    yield from shooter_and_target()
    if ruling.summary["range"]:
        yield f"range {ruling.summary['range']}", partial(stroke, colour=INK, dashes=RANGE_DASHES, width=2.6)
    sight = ruling.line_of_sight
    if isinstance(sight, Sight):
        yield from sight_items(sight)


def sight_items(sight: Sight) -> Iterator[tuple[str, Icon]]:
    """What the line of sight is drawn with."""
    kinds = {mark.kind for mark in sight.marks}
    if sight.clear:
        yield "clear line of sight", partial(stroke, colour=GREEN, dashes="none", width=4)
    else:
        yield "blocked line of sight", partial(stroke, colour=VERMILLION, dashes=DASHES, width=4)
        yield "what blocks it", partial(cross, at=(4, 0), r=7)
    if "crosses" in kinds:
        yield "crossed hex", partial(_box, half=9, width=3, colour=GREEN)
    if "edge" in kinds:
        yield "along an edge", _double
    if "corner" in kinds:
        yield "touches a corner", _ring


def _swatch(pen: Pen, ground: Terrain, uid: str) -> None:
    look = terrain.look_of(ground.id)
    pen.rect((-18, -12), (36, 24), fill=terrain.paint(ground.id, uid), stroke=MUTED, stroke_width=1)
    draw_letter(pen, look, ground.letter, (0, 0))


def draw_letter(pen: Pen, look: terrain.Look, letter: str, at: Point) -> None:
    """The letter of a terrain, on a spot free of its pattern."""
    pen.circle(at, 7.5, fill=look.tint)
    pen.text((at[0], at[1] + 4.5), letter, 12.5, bold=True, anchor="middle", fill=look.text, kind="letter")


def draw_rampart(pen: Pen, a: Point, b: Point) -> None:
    """A wall of this length: a thick mark with gaps like battlements."""
    pen.line(a, b, stroke=INK, stroke_width=8)
    pen.line(a, b, stroke=WHITE, stroke_width=3, stroke_dasharray="4 5")


def _box(pen: Pen, half: float, width: float, colour: str = INK) -> None:
    pen.rect((4 - half, -half), (2 * half, 2 * half), fill="none", stroke=colour, stroke_width=width)


def _target(pen: Pen) -> None:
    _box(pen, 10, 2.2)
    _box(pen, 5, 2.2)


def _ring(pen: Pen) -> None:
    pen.circle((4, 0), 7, fill="none", stroke=INK, stroke_width=2.2)


def stroke(pen: Pen, colour: str, dashes: str, width: float) -> None:
    """A stroke of this look."""
    pen.line((-16, 0), (18, 0), stroke=colour, stroke_width=width, stroke_dasharray=dashes)


def _double(pen: Pen) -> None:
    for y in (-4, 4):
        pen.line((-16, y), (18, y), stroke=INK, stroke_width=3)
