"""The state after an event; no rule is asked and no die thrown, so a log replays without any."""

from __future__ import annotations

from dataclasses import replace

from fireline.game.command import PhaseEnded
from fireline.game.event import Event
from fireline.rulesets.blightmeer.events import ImprovementDrawn, ShotDeclared, ShotFired, TurnBegan
from fireline.rulesets.blightmeer.improvements import cards
from fireline.rulesets.blightmeer.pieces import Injury
from fireline.rulesets.blightmeer.state import Declared, State, Unit


def evolve(state: State, event: Event) -> State:
    """The state after an event."""
    match event:
        case ShotDeclared(shooter, target, peer):
            return replace(state, due=Declared(state.unit(shooter).id, state.unit(target).id, peer))
        case ShotFired():
            return _fired(state, event)
        case ImprovementDrawn(side, card):
            left = list(cards(state))
            left.remove(card)
            return replace(state, deck=tuple(left), drawn=(*state.drawn, (side, card)))
        case PhaseEnded():
            return replace(state, over=True)
        case TurnBegan(side, number):
            units = tuple(_upkeep(unit) if unit.side == side else unit for unit in state.units)
            return replace(state, turn=side, number=number, units=units, over=False)
        case _:
            return state


def _fired(state: State, event: ShotFired) -> State:
    shooter, hit = state.unit(event.shooter), state.unit(event.hit)
    worse = max(hit.injury, Injury[event.injury.upper()])
    state = state.with_unit(replace(hit, wounds=max(hit.wounds - event.wounds_lost, 0), injury=worse))
    state = state.with_unit(replace(shooter, shot=True, loaded=False, peering=event.peer or shooter.peering))
    return replace(state, due=None)


def _upkeep(unit: Unit) -> Unit:
    """A unit at the start of its own turn (BLM-7.9, BLM-2.5, BLM-4.4), or itself where it is so already."""
    begins = replace(
        unit,
        injury=unit.injury.after_upkeep,
        shot_last_turn=unit.shot,
        shot=False,
        loaded=True,
        moved=False,
        ran=False,
        cast=False,
        peering=None,
    )
    return unit if begins == unit else begins
