"""A shot on a table seen from above: how far it reaches, from where it looks, what hides the target, and how much."""

from __future__ import annotations

from fractions import Fraction
from itertools import pairwise
from math import acos, asin, cos, pi, sin

from fireline.draw.canvas import Pen, Point
from fireline.draw.marks import cross
from fireline.draw.palette import GREEN, INK, PAPER, VERMILLION, WHITE
from fireline.draw.sightline import DASHES, RANGE_DASHES
from fireline.geometry.outlines import Point2
from fireline.rulesets.blightmeer.drawing.plan import Plan, entry, footprints
from fireline.rulesets.blightmeer.state import State, Unit
from fireline.rulesets.blightmeer.terrain import Terrain
from fireline.ruling import Visibility
from fireline.ruling.prose import percent

CHOICE = "#CC79A7"
"""The colour of what is somebody's to choose."""
BLOCKER_DASHES = "7 4"
RIM = 11.0
"""How wide the rim of a blocker is, half of it under the blocker itself."""
GAUGE = 7.0
"""How far outside its base the ring around the target is, in pixels."""


def draw_range(pen: Pen, plan: Plan, shooter: Unit, reach: float) -> None:
    """How far the weapon reaches, where that is on the table: who is in range has his base on the ring or within it."""
    at, r = plan.point(shooter.at), (float(shooter.radius) + reach) * plan.scale
    ring = _ring_on(at, r, plan)
    pen.path(ring, fill="none", stroke=PAPER, stroke_width=6, stroke_opacity=0.9)
    pen.path(
        ring,
        kind="range",
        note=f'range {reach:g}"',
        fill="none",
        stroke=INK,
        stroke_width=2.4,
        stroke_dasharray=RANGE_DASHES,
    )


def _ring_on(at: Point, r: float, plan: Plan) -> str:
    """The arcs of a circle that lie on the table: to clip a whole one takes longer than all the rest of a picture."""
    (left, top), (wide, high) = plan.at, plan.size
    right, low = left + wide, top + high
    turns = {0.0, 0.5, 1.0}  # an arc of a path is less than a circle
    for side, beside in ((top - at[1], False), (low - at[1], False), (left - at[0], True), (right - at[0], True)):
        if abs(side) < r:
            turn = acos(-side / r) / (2 * pi) if not beside else asin(side / r) / (2 * pi)
            turns |= {turn % 1, (1 - turn if not beside else 0.5 - turn) % 1}
    arcs: list[str] = []
    for start, end in pairwise(sorted(turns)):
        x, y = _on_ring(at, r, (start + end) / 2)
        inside = left <= x <= right and top <= y <= low
        arc = _arc(at, r, start, end)
        arcs.append((arc[arc.index("A") :] if arcs and arcs[-1] else arc) if inside else "")  # dashes run on
    return " ".join(filter(None, arcs))


def draw_rim(pen: Pen, plan: Plan, piece: Terrain | Unit, share: Fraction) -> None:
    """A dashed rim around something that hides a share of the target, drawn beneath it."""
    for outline in footprints(piece):
        pen.polygon(
            plan.outline(outline),
            kind="blocker",
            note=f"{piece.id} hides {percent(share)}",
            fill="none",
            stroke=VERMILLION,
            stroke_width=RIM,
            stroke_dasharray=BLOCKER_DASHES,
            data_blocker=piece.id,
        )


def pieces_of(state: State, sight: Visibility) -> list[Terrain | Unit]:
    """What hides a part of the target, the most first."""
    known: dict[str, Terrain | Unit] = {unit.id: unit for unit in state.units}
    known |= {piece.id: piece for piece in state.terrain}
    return [known[name] for name in sight.blockers if name in known]


def draw_line(pen: Pen, plan: Plan, sight: Visibility, target: Unit) -> None:
    """The line from the eye to the target: solid when it is clear, dashed when it is blocked."""
    start, end = plan.point(sight.eye), plan.point(target.at)
    look, colour, dashes = ("clear", GREEN, "none") if sight.clear else ("blocked", VERMILLION, DASHES)
    pen.line(start, end, stroke=WHITE, stroke_width=7)
    pen.line(start, end, kind=f"sight {look}", stroke=colour, stroke_width=3.6, stroke_dasharray=dashes)
    pen.circle(start, 3.2, kind="eye", note="from here it looks", fill=WHITE, stroke=INK, stroke_width=1.6)


def draw_cross(pen: Pen, plan: Plan, state: State, sight: Visibility, target: Unit) -> None:
    """A cross where the line first meets what blocks it, or half way where it passes between several."""
    if sight.clear:
        return
    start, end = sight.eye[:2], target.at[:2]
    met = [(t, piece.id) for piece in pieces_of(state, sight) if (t := entry(piece, start, end)) is not None]
    share, name = min(met, default=(0.5, " and ".join(sight.blockers)))
    cross(pen, plan.point(_between(start, end, share)), note=f"blocked by {name}", r=7)


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
            gauge.path(_arc(at, r, start, end), fill="none", stroke=colour, stroke_width=4, stroke_dasharray=dashes)


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


def _arc(at: Point, r: float, start: float, end: float) -> str:
    """A part of a circle from the top clockwise, in parts of the whole."""
    (x0, y0), (x1, y1) = _on_ring(at, r, start), _on_ring(at, r, end)
    return f"M{x0:.2f} {y0:.2f} A{r:.2f} {r:.2f} 0 {int(end - start > 0.5)} 1 {x1:.2f} {y1:.2f}"


def _on_ring(at: Point, r: float, part: float) -> Point:
    """The place on a circle at a part of the whole."""
    return at[0] + r * sin(2 * pi * part), at[1] - r * cos(2 * pi * part)


def _between(a: Point2, b: Point2, share: float) -> Point2:
    return a[0] + (b[0] - a[0]) * share, a[1] + (b[1] - a[1]) * share
