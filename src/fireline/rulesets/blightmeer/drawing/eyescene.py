"""What a Blightmeer shooter sees, gathered for the picture from its eye: the ruling's eye, numbers and blockers."""

from __future__ import annotations

from collections.abc import Iterator

from fireline.draw.sides import looks
from fireline.draw.words import describe_shot
from fireline.game.battle import Battle
from fireline.game.shot import Shot
from fireline.rulesets.blightmeer.drawing.eyeimage import Role, Thing
from fireline.rulesets.blightmeer.drawing.eyeview import EyeView, draw_eyeview
from fireline.rulesets.blightmeer.scene import blocks
from fireline.rulesets.blightmeer.shot import Shooting, declare
from fireline.rulesets.blightmeer.state import Unit
from fireline.ruling import Ruling


def draw(battle: Battle, shot: Shot) -> str:
    """The picture of a shot from the eye that the ruling looks from, as SVG."""
    ruling = battle.check(shot)
    return draw_eyeview(eye_view(declare(battle.state, shot), ruling))


def eye_view(shooting: Shooting, ruling: Ruling) -> EyeView:
    """A shot as the picture from the eye takes it."""
    state, sight = shooting.state, shooting.sight
    return EyeView(
        title=f"What the shooter sees: {shooting.shooter.id} > {shooting.target.id}",
        subtitle=" ".join(_facts(shooting, ruling)),
        description=describe_shot(ruling, None),
        eye=sight.eye,
        things=tuple(things(shooting)),
        table=(state.width, state.depth),
        visible=sight.visible,
        hidden=sight.hidden,
        parts=sight.parts,
        notes=tuple(_notes(shooting)),
    )


def things(shooting: Shooting) -> Iterator[Thing]:
    """Everything there is to see: the target, the terrain, and every other model but the shooter's own."""
    state = shooting.state
    yield _model(shooting, shooting.target, Role.TARGET)
    for piece in state.terrain:
        yield Thing(piece.id, Role.TERRAIN, piece.solid)
    for unit in state.standing:
        if unit.id not in {shooting.shooter.id, shooting.target.id}:
            role = Role.MODEL if blocks(state, shooting.shooter, unit.side) else Role.ABSENT
            yield _model(shooting, unit, role)


def _model(shooting: Shooting, unit: Unit, role: Role) -> Thing:
    return Thing(unit.id, role, unit.placed.solid, unit.figure.tags, looks(shooting.state.sides)[unit.side])


def _facts(shooting: Shooting, ruling: Ruling) -> Iterator[str]:
    yield "LEGAL." if ruling.legal else "NOT LEGAL."
    yield f'Distance {shooting.gap.number:g}".'
    if shooting.sight.visible:
        yield "The target has Cover." if ruling.cover else "The target has no Cover."
    else:
        yield "There is no line of sight." if not shooting.sight.clear else "Only its window is seen."


def _notes(shooting: Shooting) -> Iterator[str]:
    (x, y, z), points = shooting.sight.eye, shooting.sight.resolution
    where = f"the window ({shooting.peer})" if shooting.peer else f"the eyes of {shooting.shooter.id}"
    yield f'Seen from {where}, {z:.3g}" above the table at {x:.4g}, {y:.4g}. Judged by {points} × {points} points.'
    if shooting.sight.close:
        yield "It hangs on single points: too close to call for sure."
