"""Endless Horizons: a shot in the range bands of the weapon, and how its difficulty adds up."""

from __future__ import annotations

from dataclasses import dataclass

from fireline.draw.board import Judged
from fireline.draw.canvas import Canvas
from fireline.draw.card import WIDTH, Card
from fireline.draw.palette import BLUE, BOTTOM_TINT, GREEN, INK, TOP_TINT, VERMILLION, WHITE
from fireline.draw.text import clip, width_of
from fireline.draw.waterfall import draw_waterfall
from fireline.game.battle import Battle
from fireline.game.shot import Shot
from fireline.rulesets.endless_horizons.drawing.bands import HIGH, LEFT, MAIN, Scale, draw_bands, metres
from fireline.rulesets.endless_horizons.drawing.faces import draw_faces
from fireline.rulesets.endless_horizons.drawing.field import draw_field
from fireline.rulesets.endless_horizons.modifiers import thresholds
from fireline.rulesets.endless_horizons.shot import declare
from fireline.rulesets.endless_horizons.state import State
from fireline.ruling import Ruling

HEAD = 66.0
RADIUS = {"tiny": 5.0, "small": 7.0, "medium": 9.0, "large": 12.0, "huge": 15.0}


@dataclass(frozen=True)
class Diagram:
    """What the diagram shows of a shot; distances in metres, `needed` what the d10 must show for each bullet."""

    shooter: str
    target: str
    reach: float | None
    distance: float
    size: str
    category: str
    needed: tuple[int, ...] = ()


def draw(battle: Battle, shot: Shot | None = None, viewer: str = "") -> str:
    """A shot as SVG; without one, everybody on the scale of a unit, the first that has a weapon if none is named."""
    state: State = battle.state
    if shot is None:
        return draw_field(state, battle.ruleset.name, viewer)
    judged = Judged.of(battle, shot)
    ruling = judged.ruling
    weapon = state.unit(shot.shooter).gun
    reach = float(weapon.model.effective_range) if weapon else None
    rolls = thresholds(declare(state, shot), int(ruling.summary["difficulty"])) if ruling.legal else ()
    needed = tuple(roll - int(ruling.summary["bonus"]) for roll in rolls)
    name = state.name or battle.ruleset.name
    return compose(diagram_of(ruling, shot, reach, needed), judged, name)


def diagram_of(ruling: Ruling, shot: Shot, reach: float | None, needed: tuple[int, ...] = ()) -> Diagram:
    """The facts of the diagram from a ruling."""
    summary = ruling.summary
    size, category = str(summary["size"]), str(summary["range_category"] or "")
    return Diagram(shot.shooter, shot.target, reach, float(summary["distance"]), size, category, needed)


def compose(diagram: Diagram, judged: Judged, name: str) -> str:
    """The bands, the difficulty, the faces of the die, and the card beside them."""
    canvas, ruling = judged.canvas(), judged.ruling
    where = diagram.category or ("no range" if diagram.reach is None else "beyond range")
    reach = "no weapon in hand" if diagram.reach is None else f"effective range {metres(diagram.reach)}"
    canvas.heading(LEFT, name, f"Distance {metres(diagram.distance)}, {reach}: {where}.", MAIN)
    y = HEAD
    if diagram.reach is not None:
        scale, top = Scale(diagram.reach), HEAD + 94
        beyond = diagram.distance > diagram.reach
        draw_bands(canvas, scale, top, diagram.category, beyond=beyond)
        _draw_parties(canvas, diagram, scale, top, legal=ruling.legal)
        y = top + HIGH + 30
    if any(modifier.applies for modifier in ruling.modifiers):
        y = draw_waterfall(canvas, (LEFT, y + 30), MAIN, ruling)
    if diagram.needed:
        y = draw_faces(canvas, (LEFT, y + 30), MAIN, diagram.needed, int(ruling.summary["bonus"]))
    canvas.frame((0, 60), (LEFT + MAIN + LEFT, y - 44))
    x = LEFT + MAIN + LEFT
    low = Card(canvas, (x, HEAD)).draw(ruling, judged.odds)
    return canvas.finish(x + WIDTH + LEFT, max(y, low) + 28)


def _draw_parties(canvas: Canvas, diagram: Diagram, scale: Scale, top: float, *, legal: bool) -> None:
    layer = canvas.group(kind="parties")
    y, start, end = top + 24, scale.x(0), scale.x(diagram.distance)
    look, colour, dashes = ("clear", GREEN, "none") if legal else ("refused", VERMILLION, "11 7")
    layer.line((start, y), (end, y), stroke=WHITE, stroke_width=7.5)
    layer.line((start, y), (end, y), kind=f"shot {look}", stroke=colour, stroke_width=4, stroke_dasharray=dashes)
    for x, height in ((start, 50.0), (end, 28.0)):
        layer.line((x, y), (x, top - height + 4), stroke=INK, stroke_width=1.2)
    shooter = layer.group(
        kind="shooter", note=f"{diagram.shooter}, the shooter", at=(start, y), data_unit=diagram.shooter
    )
    shooter.rect((-9, -9), (18, 18), rx=4, fill=BOTTOM_TINT, stroke=BLUE, stroke_width=3)
    facts = f"{diagram.size}, {metres(diagram.distance)}"
    target = layer.group(kind="target", note=f"{diagram.target}, {facts}", at=(end, y), data_unit=diagram.target)
    target.circle((0, 0), RADIUS[diagram.size], fill=TOP_TINT, stroke=VERMILLION, stroke_width=3)
    target.circle((0, 0), 2, fill=INK)
    layer.text((start - 8, top - 52), clip(diagram.shooter, MAIN, 13, bold=True), 13, bold=True)
    name = f"{clip(diagram.target, 400, 13, bold=True)}, {facts}"
    left = min(end - 8, LEFT + MAIN - width_of(name, 13, bold=True))
    layer.text((max(left, LEFT + 12), top - 30), name, 13, bold=True, kind="target-name")
