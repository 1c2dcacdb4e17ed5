"""The picture from a shooter's eye: which body is looked at, among what else, and what the ruling says of it."""

from __future__ import annotations

from collections.abc import Iterator

from fireline.draw import relief
from fireline.draw.card import describe_shot
from fireline.draw.eyeview import EyeView, draw_eyeview
from fireline.draw.sides import looks_of
from fireline.game.battle import Battle
from fireline.game.command import Shot
from fireline.rulesets.blightmeer.scene import blocks
from fireline.rulesets.blightmeer.shot import Shooting, declare
from fireline.rulesets.blightmeer.state import Unit
from fireline.ruling import Ruling


def draw(battle: Battle, shot: Shot) -> str:
    """The picture of a shot from the eye that the ruling looks from, as SVG."""
    return draw_eyeview(eye_view(declare(battle.state, shot), battle.check(shot)))


def eye_view(shooting: Shooting, ruling: Ruling) -> EyeView:
    """A shot as the picture from the eye takes it."""
    state, sight, (x, y, z) = shooting.state, shooting.sight, shooting.sight.eye
    cover = "The target has Cover." if ruling.cover else "The target has no Cover."
    unseen = "Only its window is seen." if sight.clear else "There is no line of sight."
    where = f"the window ({shooting.peer})" if shooting.peer else f"the eyes of {shooting.shooter.id}"
    points = f"{sight.resolution} × {sight.resolution} points"
    seen = f'Seen from {where}, {z:.3g}" above the table at {x:.4g}, {y:.4g}. Judged by {points}.'
    return EyeView(
        sight,
        tuple(things(shooting)),
        (state.table.width, state.table.depth),
        title=f"What the shooter sees: {shooting.shooter.id} > {shooting.target.id}",
        subtitle=f'{"LEGAL." if ruling.legal else "NOT LEGAL."} Distance {shooting.gap.number:g}". '
        + (cover if sight.visible else unseen),
        description=describe_shot(ruling, None),
        notes=(seen, *(["It hangs on single points: too close to call for sure."] if sight.close else [])),
    )


def things(shooting: Shooting) -> Iterator[relief.Thing]:
    """Everything there is to see: the target, the terrain, and every other model but the shooter's own."""
    state, target = shooting.state, shooting.target

    def model(unit: Unit, role: relief.Role) -> relief.Thing:
        return relief.Thing(unit.id, role, unit.placed.solid, unit.figure.tags, looks_of(state.sides)[unit.side])

    yield model(target, relief.Role.TARGET)
    yield from (relief.Thing(piece.id, relief.Role.TERRAIN, piece.solid) for piece in state.terrain)
    for unit in state.standing:
        if unit.id not in {shooting.shooter.id, target.id}:
            yield model(unit, relief.Role.MODEL if blocks(state, shooting.shooter, unit.side) else relief.Role.ABSENT)
