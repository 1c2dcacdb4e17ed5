"""Units on a table seen from above, and a shot at one: how far it reaches, what hides the target, and how much."""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction
from typing import Any

from fireline.draw.canvas import GREEN, INK, VERMILLION, WHITE, Pen, Point
from fireline.draw.hexes import draw_range, draw_stroke
from fireline.draw.marks import arc, cross, ring_within
from fireline.draw.sides import COLOURS, TINTS, looks_of
from fireline.geometry import outlines
from fireline.geometry.outlines import cos_sin
from fireline.rulesets.blightmeer.drawing.plan import Plan
from fireline.rulesets.blightmeer.pieces import Injury
from fireline.rulesets.blightmeer.state import State, Unit
from fireline.rulesets.blightmeer.terrain import Terrain
from fireline.ruling import Visibility
from fireline.ruling.prose import percent, plural

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
    side = looks_of(state.sides)[unit.side]
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


CHOICE = "#CC79A7"
"""The colour of what is somebody's to choose."""
BLOCKER_DASHES = "7 4"
RIM = 11.0
"""How wide the rim of a blocker is, half of it under the blocker itself."""
GAUGE = 7.0
"""How far outside its base the ring around the target is, in pixels."""


def draw_reach(pen: Pen, plan: Plan, shooter: Unit, reach: float) -> None:
    """How far the weapon reaches, where that is on the table: who is in range has his base on the ring or within it."""
    at, r = plan.point(shooter.at), (float(shooter.radius) + reach) * plan.scale
    draw_range(pen, ring_within(at, r, plan.at, plan.size), f'range {reach:g}"')


def draw_rim(pen: Pen, plan: Plan, piece: Terrain | Unit, share: Fraction) -> None:
    """A dashed rim around something that hides a share of the target, drawn beneath it."""
    pen.polygon(
        plan.outline(piece.footprint),
        kind="blocker",
        note=f"{piece.id} hides {percent(share)}",
        fill="none",
        stroke=VERMILLION,
        stroke_width=RIM,
        stroke_dasharray=BLOCKER_DASHES,
        data_blocker=piece.id,
    )


def draw_line(pen: Pen, plan: Plan, sight: Visibility, target: Unit) -> None:
    """The line from the eye to the target: solid when it is clear, dashed when it is blocked."""
    start, end = plan.point(sight.eye), plan.point(target.at)
    draw_stroke(pen, start, end, f"sight {'clear' if sight.clear else 'blocked'}", clear=sight.clear)
    pen.circle(start, 3.2, kind="eye", note="from here it looks", fill=WHITE, stroke=INK, stroke_width=1.6)


def draw_cross(pen: Pen, plan: Plan, state: State, sight: Visibility, target: Unit) -> None:
    """A cross where the line first meets what blocks it, or half way where it passes between several."""
    if sight.clear:
        return
    start, end = sight.eye[:2], target.at[:2]
    hiding = [one for one in (*state.units, *state.terrain) if one.id in sight.blockers]
    met = [(t, one.id) for one in hiding if (t := outlines.entry(start, end, one.footprint)) is not None]
    share, name = min(met, default=(0.5, " and ".join(sight.blockers)))
    met_at = (a + (b - a) * share for a, b in zip(start, end, strict=True))
    cross(pen, plan.point(met_at), note=f"blocked by {name}", r=7)


def draw_gauge(pen: Pen, plan: Plan, target: Unit, sight: Visibility) -> None:
    """A ring around the target, solid for the part of its body that is seen and dashed for the part that is hidden."""
    at, r = plan.point(target.at), float(target.radius) * plan.scale + GAUGE
    seen = float(sight.visible)
    gauge = pen.group(kind="gauge", note=f"{percent(sight.visible)} of {target.id}'s body is seen")
    gauge.circle(at, r, fill="none", stroke=WHITE, stroke_width=7)
    for start, end, colour, dashes in ((0.0, seen, GREEN, "none"), (seen, 1.0, VERMILLION, "4 3")):
        if end - start == 1:
            gauge.circle(at, r, fill="none", stroke=colour, stroke_width=4, stroke_dasharray=dashes)
        elif end > start:
            gauge.path(arc(at, r, start, end), fill="none", stroke=colour, stroke_width=4, stroke_dasharray=dashes)


def draw_protector(pen: Pen, plan: Plan, protector: Unit, target: Unit) -> None:
    """A ring around the ally that is named to Protect, and a line from it to the target."""
    at, r = plan.point(protector.at), float(protector.radius) * plan.scale + 5
    pen.line(at, plan.point(target.at), stroke=CHOICE, stroke_width=3, stroke_dasharray="2 4")
    note = f"{protector.id} tries to Protect {target.id}"
    pen.circle(at, r, kind="protector", note=note, fill="none", stroke=CHOICE, stroke_width=4)


def draw_shooter(pen: Pen, plan: Plan, shooter: Unit) -> None:
    """A heavy ring around the shooter."""
    r = float(shooter.radius) * plan.scale + 5
    pen.circle(plan.point(shooter.at), r, kind="shooter", fill="none", stroke=INK, stroke_width=3.6)
