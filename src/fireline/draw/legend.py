"""The legend under a picture: labels with their icons in lines, and those of a shot on a board of cells."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from functools import partial

from fireline.draw.canvas import GREEN, INK, VERMILLION, Pen, width_of
from fireline.draw.hexes import DASHES, RANGE_DASHES
from fireline.draw.marks import cross, stroke
from fireline.ruling import Ruling, Sight

Icon = Callable[[Pen], object]
Item = tuple[str, Icon]
_ICON, _LINE, _GAP = 36.0, 30.0, 22.0


def draw_legend(canvas: Pen, at: tuple[float, float], width: float, items: Iterable[Item]) -> float:
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


def shot_items(ruling: Ruling, reach: str, cell: str) -> Iterator[Item]:
    """The two parties, the outline of what is within range, "" for none, and what the line of sight is drawn with."""
    yield from shooter_and_target()
    if reach:
        yield range_item(reach)
    if isinstance(sight := ruling.line_of_sight, Sight):
        yield from sight_items(sight, cell)


def shooter_and_target() -> Iterator[Item]:
    """The outlines of the two parties."""
    yield "shooter", partial(_box, half=9, width=5)
    yield "target", _target


def range_item(reach: str) -> Item:
    """The outline of what is within range."""
    return f"range {reach}", partial(stroke, colour=INK, dashes=RANGE_DASHES, width=2.6)


def sight_items(sight: Sight, cell: str) -> Iterator[Item]:
    """What the line of sight is drawn with; `cell` is what a cell is called."""
    kinds = {mark.kind for mark in sight.marks}
    if sight.clear:
        yield "clear line of sight", partial(stroke, colour=GREEN, dashes="none", width=4)
    else:
        yield "blocked line of sight", partial(stroke, colour=VERMILLION, dashes=DASHES, width=4)
        yield "what blocks it", partial(cross, at=(4, 0), r=7)
    if "crosses" in kinds:
        yield f"crossed {cell}", partial(_box, half=9, width=3, colour=GREEN)
    if "edge" in kinds:
        yield "along an edge", _double
    if "corner" in kinds:
        yield "touches a corner", _ring


def _box(pen: Pen, half: float, width: float, colour: str = INK) -> None:
    pen.rect((4 - half, -half), (2 * half, 2 * half), fill="none", stroke=colour, stroke_width=width)


def _target(pen: Pen) -> None:
    _box(pen, 10, 2.2)
    _box(pen, 5, 2.2)


def _ring(pen: Pen) -> None:
    pen.circle((4, 0), 7, fill="none", stroke=INK, stroke_width=2.2)


def _double(pen: Pen) -> None:
    for y in (-4, 4):
        pen.line((-16, y), (18, y), stroke=INK, stroke_width=3)
