"""Units on a table seen from above: bases to scale, sides by colour and ring, facing, wounds and what ails them."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from fireline.draw.canvas import Pen, Point
from fireline.draw.marks import badge
from fireline.draw.palette import COLOURS, INK, TINTS, WHITE, looks
from fireline.geometry.turns import cos_sin
from fireline.rulesets.blightmeer.drawing.plan import Plan
from fireline.rulesets.blightmeer.pieces import Injury
from fireline.rulesets.blightmeer.state import State, Unit
from fireline.ruling.prose import plural

AILS = {Injury.STUNNED: "S", Injury.DAZED: "D", Injury.STAGGERED: "s"}
BADGES = {"S": "Stunned, face down", "D": "Dazed, face up", "s": "Staggered", "E": "engaged", "M": "moved", "R": "ran"}
BADGES |= {"C": "cast a spell", "F": "fired"}
MOST_PIPS = 6
_LIES = 0.57
"""Half the length of a lying body, as a part of the diameter of its base."""


def badges_of(unit: Unit) -> Iterator[str]:
    """The letters of a unit's states."""
    if unit.injury in AILS:
        yield AILS[unit.injury]
    done = (
        ("E", unit.engaged),
        ("R", unit.ran),
        ("M", unit.moved and not unit.ran),
        ("C", unit.cast),
        ("F", unit.shot),
    )
    yield from (letter for letter, holds in done if holds)


def note_of(unit: Unit) -> str:
    """A unit in words."""
    x, y, z = unit.at
    words = [f"{unit.id}: {unit.side}", plural(unit.wounds, "Wound")]
    words += [str(unit.weapon)] if unit.weapon else []
    words += [f"{unit.size}"] if unit.size != "normal" else []
    words += [BADGES[letter] for letter in badges_of(unit)]
    height = f', {z:.4g}" up' if z else ""
    return ", ".join([*words, f"at {x:.4g}, {y:.4g}{height}"])


def draw_unit(layer: Pen, plan: Plan, state: State, unit: Unit) -> None:
    """A unit's base with its facing; who lies is drawn lying on it."""
    side = looks(state.sides)[unit.side]
    at, r = plan.point(unit.at), float(unit.radius) * plan.scale
    lying = unit.injury.lies
    token = layer.group(kind=f"unit {'lying' if lying else 'standing'}", note=note_of(unit), at=at, data_unit=unit.id)
    dashes = "3 2.5" if lying else "none"
    look: dict[str, Any] = {"kind": "base", "fill": TINTS[side], "stroke": COLOURS[side]}
    look |= {"stroke_width": 2.4, "stroke_dasharray": dashes}
    if unit.base.round:
        token.circle((0, 0), r, **look)
    else:
        token.polygon([(x * plan.scale, -y * plan.scale) for x, y in unit.base.shape], **look)
        r = float(min(unit.base.long, unit.base.wide)) * plan.scale
    if side and not lying:
        token.circle((0, 0), 0.62 * r, fill="none", stroke=COLOURS[side], stroke_width=1.6)
    cos, sin = cos_sin(unit.facing)
    ahead = cos, -sin
    if lying:
        _draw_lying(token, ahead if unit.injury is Injury.STUNNED else (-ahead[0], -ahead[1]), r, side)
    else:
        _draw_facing(token, ahead, r, COLOURS[side])


def ring(pen: Pen, side: int, r: float = 9.0) -> None:
    """A base for the legend."""
    pen.circle((0, 0), r, fill=TINTS[side], stroke=COLOURS[side], stroke_width=2.4)
    if side:
        pen.circle((0, 0), 0.62 * r, fill="none", stroke=COLOURS[side], stroke_width=1.6)


def _draw_facing(token: Pen, ahead: Point, r: float, colour: str) -> None:
    """A wedge on the rim, where the model looks to."""
    x, y = ahead
    wide = max(0.4 * r, 5.0)
    tip, low = r + max(0.35 * r, 7.0), 0.75 * r
    corners = ((x * tip, y * tip), (x * low - y * wide, y * low + x * wide), (x * low + y * wide, y * low - x * wide))
    token.polygon(corners, kind="facing", fill=colour, stroke=WHITE, stroke_width=0.8)


def _draw_lying(token: Pen, head: Point, r: float, side: int) -> None:
    """A body on the ground, its head towards a direction."""
    x, y = head
    half, thick = _LIES * 2 * r, 0.62 * r
    feet, neck = (-x * (half - thick / 2), -y * (half - thick / 2)), (x * 0.5 * half, y * 0.5 * half)
    for colour, width in ((INK, thick + 2.4), (COLOURS[side], thick)):
        token.line(feet, neck, kind="lies", stroke=colour, stroke_width=width, stroke_linecap="round")
    token.circle((x * half, y * half), 0.36 * r, fill=TINTS[side], stroke=INK, stroke_width=1.2)


def draw_badges(layer: Pen, plan: Plan, unit: Unit) -> None:
    """The letters of a unit's states."""
    for letter, at in zip(badges_of(unit), badge_places(plan, unit), strict=True):
        badge(layer, letter, at, note=BADGES[letter])


def badge_places(plan: Plan, unit: Unit) -> list[Point]:
    """Where they stand: in a row at the upper right of its base."""
    (x, y), r = plan.point(unit.at), float(unit.radius) * plan.scale
    return [(x + 0.75 * r + 6 + 15 * n, y - 0.75 * r - 5) for n, _ in enumerate(badges_of(unit))]


def draw_pips(layer: Pen, at: Point, wounds: int, colour: str) -> None:
    """The Wounds a unit has left, as dots from a place to the right; many as a number."""
    x, y = at
    if wounds > MOST_PIPS:
        layer.circle((x, y), 3, kind="pip", fill=colour, stroke=INK, stroke_width=0.8)
        layer.text((x + 6, y + 4), f"× {wounds}", 11, halo=WHITE)
        return
    for n in range(wounds):
        layer.circle((x + 8 * n, y), 3, kind="pip", fill=colour, stroke=INK, stroke_width=0.8)
    if not wounds:
        layer.circle((x, y), 3, kind="pip", fill=WHITE, stroke=INK, stroke_width=0.8)


def pips_width(wounds: int) -> float:
    """How much room the dots take."""
    return 34.0 if wounds > MOST_PIPS else 8.0 * max(wounds, 1)
