"""What a figure carries or wears, as solids: weapons by a word in their name, shields, a cloak."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import pairwise

from fireline.geometry.figures import Held
from fireline.geometry.outlines import cos_sin
from fireline.geometry.shapes import box, capsule, cylinder, frustum, prism
from fireline.geometry.solids import Point3, Solid, join

UPRIGHT = ((2, 1), (0, 1), (1, 1))
"""The axes that set what was drawn lying in the plane upright, its top to the front."""


def held(name: str) -> Held:
    """The shape of a ranged weapon in the right hand; its name tells its kind, and any other name is a long rod."""
    words = name.casefold()
    return next((shape for word, shape in WEAPONS.items() if word in words), _rod)


def _bow(hand: Point3) -> Solid:
    """A bow turned half to the front, so that it is seen from there and from the side; the quiver hangs behind."""
    aside, _ = cos_sin(45)
    bends = [cos_sin(turn) for turn in (-56, -38, -19, 0, 19, 38, 56)]
    arc = [_from(hand, aside * 0.5 * (cos - 1), -aside * 0.5 * (cos - 1), 0.5 * sin) for cos, sin in bends]
    quiver = capsule((-0.13, 0.02, 0.5), (-0.13, 0.11, 0.74), 0.04, "weapon", 6, 1)
    arrows = [_stick([(-0.13, y, 0.7), (-0.13, y + 0.055, 0.85)], 0.014) for y in (0.08, 0.12)]
    return join([_stick(arc, 0.016), _stick([arc[0], arc[-1]], 0.007), quiver, *arrows])


def _crossbow(hand: Point3) -> Solid:
    """A crossbow held upright."""
    return _crossed(hand, 0.30, 0.24)


def _hand_crossbow(hand: Point3) -> Solid:
    """A small crossbow held upright."""
    return _crossed(hand, 0.14, 0.15)


def _crossed(hand: Point3, long: float, wide: float) -> Solid:
    top = hand[2] + long
    arms = [_from((hand[0] + 0.02, hand[1], top), 0, side * wide, -0.35 * wide) for side in (-1, 1)]
    nut = (hand[0] + 0.02, hand[1], top)
    stock = box((0.05, 0.045, 1.5 * long), "weapon").placed((hand[0], hand[1], top - 1.45 * long))
    half = [_from(nut, 0, side * 0.55 * wide, -0.08 * wide) for side in (-1, 1)]
    return join([stock, _stick([arms[0], half[0], nut, half[1], arms[1]], 0.018), _stick(arms, 0.007)])


def _gun(hand: Point3) -> Solid:
    """A long gun, its barrel up."""
    butt = box((0.1, 0.045, 0.2), "weapon").placed(_from(hand, -0.02, 0, -0.17))
    stock = box((0.05, 0.045, 0.36), "weapon").placed(_from(hand, 0, 0, -0.02))
    return join([butt, stock, _stick([hand, _from(hand, 0.01, 0, 0.6)], 0.017)])


def _pistol(hand: Point3) -> Solid:
    """A pistol, its barrel up and to the front."""
    grip = box((0.045, 0.04, 0.13), "weapon").placed(_from(hand, 0, 0, -0.07))
    return join([grip, _stick([_from(hand, 0, 0, 0.04), _from(hand, 0.1, 0, 0.2)], 0.022)])


def _sling(hand: Point3) -> Solid:
    """A sling that hangs down, with a stone in it."""
    low = _from(hand, 0, 0, -0.26)
    cords = [_stick([_from(hand, 0, y, 0), _from(low, 0, y / 2, 0)], 0.007) for y in (-0.03, 0.03)]
    return join([*cords, capsule(low, low, 0.04, "weapon", 6, 2)])


def _star(hand: Point3) -> Solid:
    """A throwing star of eight points, its flat side to the front."""
    reach = [(0.1 if n % 2 == 0 else 0.045, cos_sin(22.5 * n)) for n in range(16)]
    star = prism([(r * cos, r * sin) for r, (cos, sin) in reach], 0.02, "weapon")
    return star.mapped(UPRIGHT).placed(_from(hand, 0.05, 0, 0.05))


def _rod(hand: Point3) -> Solid:
    """A long weapon of whatever kind."""
    return _stick([_from(hand, 0, 0, -0.38), _from(hand, 0, 0, 0.6)], 0.02)


WEAPONS: dict[str, Held] = {
    "hand crossbow": _hand_crossbow,
    "crossbow": _crossbow,
    "bow": _bow,
    "pistol": _pistol,
    "rifle": _gun,
    "gun": _gun,
    "musket": _gun,
    "sling": _sling,
    "throwing": _star,
    "star": _star,
}
"""Shapes by a word in the weapon's name, the first that fits."""


def shield(hand: Point3) -> Solid:
    """A round shield before the left hand."""
    disc = cylinder(0.18, 0.035, "shield", 16).mapped(UPRIGHT)
    boss = capsule((0.03, 0, 0), (0.03, 0, 0), 0.05, "shield", 8, 2)
    return join([disc, boss]).placed(_from(hand, 0.045, 0.02, 0.05))


def tower_shield(hand: Point3) -> Solid:
    """A shield from the shoulder to the shin, bent around the left side."""
    x, y, _ = _from(hand, 0.05, -0.02, 0)
    bent = [(x, y - 0.16), (x + 0.05, y), (x, y + 0.16), (x - 0.04, y + 0.16), (x + 0.01, y), (x - 0.04, y - 0.16)]
    return prism(bent, 0.68, "tower shield", 0.1)


def cloak(hand: Point3) -> Solid:
    """A cloak from the shoulders to the ankles, wider at the hem."""
    turns = [cos_sin(turn) for turn in range(115, 246, 26)]
    hem = [(0.27 * cos, 0.3 * sin) for cos, sin in turns] + [(0.24 * cos, 0.27 * sin) for cos, sin in turns[::-1]]
    hung = frustum(hem, [(0.58 * x, 0.58 * y) for x, y in hem], 0.69, "cloak", 0.08)
    collar = [(0.0, -0.13, 0.755), (-0.07, -0.07, 0.79), (-0.07, 0.07, 0.79), (0.0, 0.13, 0.755)]
    return join([hung, _stick(collar, 0.04, "cloak")])


GEAR: dict[str, Held] = {"shield": shield, "tower_shield": tower_shield, "cloak": cloak}
"""What may be worn or held in the left hand."""


def _from(start: Point3, x: float, y: float, z: float) -> Point3:
    return start[0] + x, start[1] + y, start[2] + z


def _stick(places: Sequence[Point3], radius: float, part: str = "weapon") -> Solid:
    """A thin rod along a line of places."""
    return join([capsule(a, b, radius, part, 5, 1) for a, b in pairwise(places)])
