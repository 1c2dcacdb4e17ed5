"""Stance, movement and cover between shots, and giving up: who may, and what comes of it."""

from __future__ import annotations

from collections.abc import Iterator

from fireline.game.entries import one_of
from fireline.game.event import Event
from fireline.rulesets.endless_horizons.acting import Acting
from fireline.rulesets.endless_horizons.commands import (
    ChangeMovement,
    ChangeStance,
    GiveUp,
    TakeCover,
    Uncover,
    named,
)
from fireline.rulesets.endless_horizons.editions import RULES
from fireline.rulesets.endless_horizons.events import CoverLeft, CoverTaken, GaveUp, MovementChanged, StanceChanged
from fireline.rulesets.endless_horizons.pieces import MATERIALS, Movement, Size, Stance
from fireline.ruling import Checks

MOST_CLASS = 8

refusals = Checks[Acting](RULES)


@refusals.rule("EHZ-6.4")
def can_change_stance(acting: Acting) -> str | None:
    """Whoever has a stance may take another."""
    if not isinstance(acting.command, ChangeStance):
        return None
    stance = one_of(acting.command.stance, [str(one) for one in Stance], "stance", "command.stance")
    now = acting.unit.firing_stance
    if now is None:
        return f"{acting.unit} has a size but no stance."
    return f"{acting.unit} is {now.replace('_', ' ')} already." if stance == now else None


@refusals.rule("EHZ-6.4")
def can_change_movement(acting: Acting) -> str | None:
    """Somebody moves otherwise than before; no person keeps quite still (EHZ-4.1)."""
    if not isinstance(acting.command, ChangeMovement):
        return None
    movement = one_of(acting.command.movement, [str(one) for one in Movement], "movement", "command.movement")
    if movement == acting.unit.movement:
        return f"{acting.unit}'s movement is {movement} already."
    if movement == Movement.STILL and acting.unit.firing_stance is not None:
        return "Nobody keeps quite still but whoever is bound, unconscious or lifeless."
    return None


@refusals.rule("EHZ-6.4")
def can_take_cover(acting: Acting) -> str | None:
    """Cover is of a material whose class is known, and hides from others."""
    command = acting.command
    if not isinstance(command, TakeCover):
        return None
    if not command.penetrated_by:
        one_of(command.material, MATERIALS, "listed material (give its class as 'penetrated_by')", "command.material")
    if command.exposed:
        one_of(command.exposed, [str(one) for one in Size], "size", "command.exposed")
    if any(named(acting.state, id_, "command.towards").id == acting.unit.id for id_ in command.towards):
        return "Nobody takes cover from himself."
    if not 0 <= command.penetrated_by <= MOST_CLASS:
        return f"Classes go from 1 to {MOST_CLASS}."
    return f"{acting.unit} has cover already and leaves it first." if acting.unit.cover else None


@refusals.rule("EHZ-6.2")
def is_behind_cover(acting: Acting) -> str | None:
    """Only who has cover can leave it."""
    bare = isinstance(acting.command, Uncover) and acting.unit.cover is None
    return f"{acting.unit} has no cover to leave." if bare else None


def decide(acting: Acting) -> Iterator[Event]:
    """What a legal command makes happen."""
    unit, actions = acting.unit, acting.actions
    match acting.command:
        case ChangeStance(_, stance):
            yield StanceChanged(unit.id, stance, actions)
        case ChangeMovement(_, movement):
            yield MovementChanged(unit.id, movement, actions)
        case TakeCover(_, material, full, class_, towards, exposed):
            class_ = class_ or MATERIALS[material]
            yield CoverTaken(unit.id, material, class_, full, tuple(dict.fromkeys(towards)), exposed, actions)
        case Uncover():
            yield CoverLeft(unit.id, actions)
        case GiveUp():
            yield GaveUp(unit.id, actions)
        case _:
            return
