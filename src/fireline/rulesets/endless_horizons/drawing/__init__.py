"""Endless Horizons: a shot on the plan, in the range bands of the weapon, and how its difficulty adds up."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from fireline.draw.board import RuledShot
from fireline.draw.canvas import INK, MUTED, WHITE, Canvas, clip, width_of
from fireline.draw.card import WIDTH, Card, draw_waterfall
from fireline.draw.hexes import draw_stroke
from fireline.draw.sides import COLOURS, TINTS, looks_by_unit
from fireline.game.battle import Battle
from fireline.game.command import Shot
from fireline.game.drawing import Drawing
from fireline.game.numbers import House
from fireline.rulesets.endless_horizons.drawing import plan
from fireline.rulesets.endless_horizons.drawing.bands import HIGH, LEFT, MAIN, Scale, draw_bands, draw_field, metres
from fireline.rulesets.endless_horizons.editions import NUMBERS
from fireline.rulesets.endless_horizons.modifiers import thresholds
from fireline.rulesets.endless_horizons.shot import declare
from fireline.rulesets.endless_horizons.state import State
from fireline.ruling.prose import signed

HEAD = 66.0
RADIUS = {"tiny": 5.0, "small": 7.0, "medium": 9.0, "large": 12.0, "huge": 15.0}


class Diagram(NamedTuple):
    """What the diagram shows of a shot: how it is judged, how far the weapon reaches in metres, and the die."""

    judged: RuledShot
    reach: float | None
    needed: tuple[int, ...] = ()
    """What the d10 must show for each bullet."""
    looks: tuple[int, int] = (0, 1)
    """How the sides of shooter and target look."""
    house: House = NUMBERS.printed

    @property
    def distance(self) -> float:
        """How far the target is, in metres."""
        return float(self.judged.ruling.summary["distance"])

    @property
    def category(self) -> str:
        """The range category, "" for none."""
        return str(self.judged.ruling.summary["range_category"] or "")


def draw(battle: Battle, shot: Shot | None = None, viewer: str = "") -> str:
    """A shot as SVG; without one, everybody.

    Where all stand at points, on the plan; where distances are written down, on the scale of a unit, the first that has
    a weapon if none is named.
    """
    state: State = battle.state
    mapped = all(unit.at for unit in state.units)
    if shot is None:
        return plan.draw(battle, viewer) if mapped else draw_field(battle, viewer)
    judged = RuledShot.of(battle, shot)
    ruling = judged.ruling
    weapon = state.unit(shot.shooter).gun
    reach = float(weapon.model.effective_range) if weapon else None
    rolls = thresholds(declare(state, shot), int(ruling.summary["difficulty"])) if ruling.legal else ()
    needed = tuple(roll - int(ruling.summary["bonus"]) for roll in rolls)
    diagram = Diagram(judged, reach, needed, _looks(battle, shot), state.edition.house)
    return compose(diagram, state.name or battle.ruleset.name, battle if mapped else None)


def _looks(battle: Battle, shot: Shot) -> tuple[int, int]:
    known = looks_by_unit(battle)
    return known[shot.shooter], known[shot.target]


def compose(diagram: Diagram, name: str, mapped: Battle | None = None) -> str:
    """The plan where everybody stands at a point, the bands, the difficulty, the faces of the die, and the card."""
    judged, ruling = diagram.judged, diagram.judged.ruling
    canvas = judged.canvas()
    where = diagram.category or ("no range" if diagram.reach is None else "beyond range")
    reach = "no weapon in hand" if diagram.reach is None else f"effective range {metres(diagram.reach)}"
    wide = plan.WIDE if mapped else MAIN
    canvas.heading(LEFT, name, f"Distance {metres(diagram.distance)}, {reach}: {where}.", wide)
    y = HEAD
    if mapped:
        y = _draw_plan(canvas, mapped, diagram, legal=ruling.legal)
    board = len(canvas.element)
    if diagram.reach is not None:
        scale, top = Scale(diagram.reach, diagram.house), y + 94
        beyond = diagram.distance > diagram.reach
        draw_bands(canvas, scale, top, diagram.category, beyond=beyond)
        _draw_parties(canvas, diagram, scale, top, legal=ruling.legal, chosen=mapped is None)
        y = top + HIGH + 30
    if any(modifier.applies for modifier in ruling.modifiers):
        y = draw_waterfall(canvas, (LEFT, y + 30), MAIN, ruling)
    if diagram.needed:
        y = draw_faces(canvas, (LEFT, y + 30), MAIN, diagram.needed, int(ruling.summary["bonus"]))
    if not mapped:
        canvas.frame((0, 60), (LEFT + MAIN + LEFT, y - 44))
    for below in canvas.element[board:] if mapped else ():
        below.set("class", f"{below.get('class', '')} legend".strip())
    x = LEFT + wide + LEFT
    low = Card(canvas, (x, HEAD)).draw(ruling, judged.odds)
    return canvas.finish(x + WIDTH + LEFT, max(y, low) + 28)


def _draw_plan(canvas: Canvas, battle: Battle, diagram: Diagram, *, legal: bool) -> float:
    state: State = battle.state
    shooter, target = (state.unit(id_) for id_ in (diagram.judged.shot.shooter, diagram.judged.shot.target))
    aim = plan.Aim(shooter.at, target.at, diagram.category, legal) if shooter.at and target.at else None
    return plan.draw_plan(canvas, battle, shooter, aim).low


def _draw_parties(canvas: Canvas, diagram: Diagram, scale: Scale, top: float, *, legal: bool, chosen: bool) -> None:
    """Shooter and target on the scale; they can be chosen there where there is no plan to choose them on."""
    layer, shot, size = canvas.group(kind="parties"), diagram.judged.shot, str(diagram.judged.ruling.summary["size"])
    y, start, end = top + 24, scale.x(0), scale.x(diagram.distance)
    draw_stroke(layer, (start, y), (end, y), f"shot {'clear' if legal else 'refused'}", clear=legal)
    for x, height in ((start, 50.0), (end, 28.0)):
        layer.line((x, y), (x, top - height + 4), stroke=INK, stroke_width=1.2)
    said: list[dict[str, str]] = [{"data_unit": who} if chosen else {} for who in (shot.shooter, shot.target)]
    shooter = layer.group(kind="shooter", note=f"{shot.shooter}, the shooter", at=(start, y), **said[0])
    shooter.rect(
        (-9, -9), (18, 18), rx=4, fill=TINTS[diagram.looks[0]], stroke=COLOURS[diagram.looks[0]], stroke_width=3
    )
    facts = f"{size}, {metres(diagram.distance)}"
    target = layer.group(kind="target", note=f"{shot.target}, {facts}", at=(end, y), **said[1])
    rim, tint = COLOURS[diagram.looks[1]], TINTS[diagram.looks[1]]
    target.circle((0, 0), RADIUS[size], fill=tint, stroke=rim, stroke_width=3)
    target.circle((0, 0), 2, fill=INK)
    layer.text((start - 8, top - 52), clip(shot.shooter, MAIN, 13, bold=True), 13, bold=True)
    name = f"{clip(shot.target, 400, 13, bold=True)}, {facts}"
    left = min(end - 8, LEFT + MAIN - width_of(name, 13, bold=True))
    layer.text((max(left, LEFT + 12), top - 30), name, 13, bold=True, kind="target-name")


FACES = range(1, 11)
_ROW, _BOX, _MOST = 30.0, 34.0, 8


def draw_faces(canvas: Canvas, at: tuple[float, float], width: float, needed: Sequence[int], bonus: int) -> float:
    """A row of faces a bullet, those that hit filled; answers how far down the drawing reaches."""
    x, y = at
    layer = canvas.group(kind="faces")
    layer.text((x, y), f"What the d10 must show (bonus {signed(bonus)})", 13, bold=True, fill=MUTED)
    y += 12
    hitting = sum(least <= FACES[-1] for least in needed)
    shown = needed if len(needed) <= min(hitting + 1, _MOST) else needed[: min(max(hitting, 1), _MOST - 1)]
    for number, least in enumerate(shown, 1):
        row = layer.group(kind="bullet", note=f"bullet {number} needs {_words(least)}", at=(x, y))
        row.text((0, 19), f"bullet {number}", 13)
        row.text((90, 19), _words(least), 13, bold=True, kind="needs")
        for face in FACES:
            left, hits = 254 + _BOX * (face - 1), face >= least
            fill, text = (INK, WHITE) if hits else (WHITE, MUTED)
            kind = "face hits" if hits else "face misses"
            row.rect((left, 2), (_BOX - 4, 24), kind=kind, rx=4, fill=fill, stroke=INK, stroke_width=1)
            row.text((left + _BOX / 2 - 2, 19), str(face), 13, bold=hits, anchor="middle", fill=text)
        y += _ROW
    if len(shown) < len(needed):
        layer.text((x, y + 19), _rest(len(shown), needed), 13, kind="rest")
        y += _ROW
    return y


def _words(least: int) -> str:
    if least > FACES[-1]:
        return "no face"
    return f"{least} or more" if least > FACES[0] else "any face"


def _rest(shown: int, needed: Sequence[int]) -> str:
    bullets = f"bullets {shown + 1} to {len(needed)}" if shown + 1 < len(needed) else f"bullet {shown + 1}"
    first, last = _words(needed[shown]), _words(needed[-1])
    return f"{bullets}: {first if first == last else f'from {first} to {last}'}"


DRAWING: Drawing[State] = Drawing(board=draw, plan=plan.draw, threat=plan.draw_threat)
