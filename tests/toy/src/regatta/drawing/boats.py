"""Boats seen from above, their bows away from the quay: flag, name, sound planks, cannons."""

from __future__ import annotations

from fireline.draw.canvas import Pen, Point
from fireline.draw.marks import badge
from fireline.draw.palette import INK, MUTED, PAPER
from fireline.draw.sides import COLOURS, TINTS
from fireline.draw.text import clip_middle
from fireline.ruling.prose import plural
from regatta.state import Boat

HALF, STERN, BOW = 25.0, 48.0, 28.0
"""Half the width of a hull, and how far stern and bow lie from its middle, in pixels."""


def draw_boat(layer: Pen, boat: Boat, at: Point, look: int) -> None:
    """A boat around this place, in the look of its flag; a wreck is grey, with a broken outline."""
    token = layer.group(kind="boat" if boat.afloat else "wreck", note=described(boat), at=at, data_unit=boat.id)
    draw_hull(token, look, afloat=boat.afloat)
    token.text((0, -24), clip_middle(boat.id, 2 * HALF - 6, 12), 12, bold=True, anchor="middle")
    token.text((0, -9), f"{boat.planks - boat.holes}/{boat.planks}", 11, anchor="middle")
    for n in range(boat.cannons):
        token.circle((7 * n - 3.5 * (boat.cannons - 1), 1), 2.2, fill=INK)
    if boat.fired:
        badge(token, "F", (HALF, -STERN), "has fired")


def draw_hull(pen: Pen, look: int, scale: float = 1.0, *, afloat: bool = True) -> None:
    """The hull; that of the second flag has a stripe across the stern, so that colours are not all there is."""
    x, stern, bow = HALF * scale, STERN * scale, BOW * scale
    d = f"M{-x} {-stern} H{x} V0 Q{x} {bow * 0.7} 0 {bow} Q{-x} {bow * 0.7} {-x} 0 Z"
    fill, rim, dashes = (TINTS[look], COLOURS[look], "none") if afloat else (PAPER, MUTED, "5 4")
    pen.path(d, fill=fill, stroke=rim, stroke_width=max(3 * scale, 1.6), stroke_dasharray=dashes)
    if look:
        y = -stern + 8 * scale
        pen.line((-x, y), (x, y), stroke=rim, stroke_width=max(2 * scale, 1.2))


def described(boat: Boat) -> str:
    """A boat in words."""
    told = [boat.flag, plural(boat.cannons, "cannon")]
    told += [f"{plural(boat.holes, 'hole')} in {plural(boat.planks, 'plank')}"]
    told += ["has fired"] if boat.fired else []
    told += [] if boat.afloat else ["sunk"]
    return f"{boat}: {', '.join(told)}"
