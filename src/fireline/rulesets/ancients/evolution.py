"""The state after an event; no rule is asked and no die thrown, so a log replays without any."""

from __future__ import annotations

from dataclasses import replace

from fireline.game.command import PhaseEnded
from fireline.game.event import Event
from fireline.geometry.hexes import Hex
from fireline.rulesets.ancients.board import Side
from fireline.rulesets.ancients.events import (
    BlocksLost,
    FlightForced,
    LeaderFled,
    LeaderKilled,
    RampageEnded,
    RetreatForced,
    TurnBegan,
    UnitEliminated,
    UnitFired,
    UnitRampaged,
    UnitRetreated,
)
from fireline.rulesets.ancients.state import FlightDue, Leader, RetreatDue, State, Unit


def evolve(state: State, event: Event) -> State:
    """The state after an event."""
    match event:
        case UnitFired(shooter):
            unit = state.unit(shooter)
            return state.marked(unit, blocks=unit.blocks, battled=unit.battled + 1)
        case BlocksLost(id_, blocks):
            unit = state.unit(id_)
            return state.marked(unit, blocks=unit.blocks - blocks, battled=unit.battled)
        case UnitEliminated(id_):
            banners = _banner(state, state.unit(id_).side.enemy)
            return replace(state, units=tuple(unit for unit in state.units if unit.id != id_), banners=banners)
        case LeaderKilled(id_):
            banners = _banner(state, state.leader(id_).side.enemy)
            alive = tuple(leader for leader in state.leaders if leader.id != id_)
            return replace(_answered(state, id_), leaders=alive, banners=banners)
        case FlightForced(leader):
            return state.in_place(due=(*state.due, FlightDue(leader)))
        case LeaderFled(id_, hex_):
            return _answered(_with_leader_at(state, state.leader(id_), state.board.hexes[hex_]), id_)
        case RetreatForced() | RampageEnded():
            return state.in_place(due=(*state.due, _retreat_due(state, event)))
        case UnitRampaged(id_):
            return _answered(state, id_)
        case UnitRetreated(id_, _, path):
            state = _answered(state, id_)
            return _moved(state, state.unit(id_), state.board.hexes[path[-1]]) if path else state
        case PhaseEnded():
            return state.in_place(over=True)
        case TurnBegan(side):
            units = tuple([_afresh(state, unit) for unit in state.units])
            return state.in_place(turn=Side(side), units=units, over=False)
        case _:
            return state


def _retreat_due(state: State, event: RetreatForced | RampageEnded) -> RetreatDue:
    rampaged = event.leaders if isinstance(event, RampageEnded) else None
    return RetreatDue(event.unit, event.flags, state.board.hexes[event.origin], event.checked, rampaged)


def _afresh(state: State, unit: Unit) -> Unit:
    """The unit as it begins a turn (CCA-9)."""
    afresh = (state.starts_ordered, 0, 0, 1)
    if (unit.ordered, unit.moved, unit.battled, unit.battles) == afresh:
        return unit
    return state.again(unit, unit.blocks, *afresh)


def _answered(state: State, id_: str) -> State:
    return state.in_place(due=tuple(owed for owed in state.due if owed.id != id_))


def _with_unit_at(state: State, moved: Unit, hex_: Hex) -> State:
    there = replace(moved, hex=hex_)
    return state.rearranged(moved.hex, hex_, units=tuple([there if one is moved else one for one in state.units]))


def _with_leader_at(state: State, moved: Leader, hex_: Hex) -> State:
    there = replace(moved, hex=hex_)
    return state.rearranged(moved.hex, hex_, leaders=tuple([there if one is moved else one for one in state.leaders]))


def _moved(state: State, unit: Unit, hex_: Hex) -> State:
    """The unit and its leader on another hex."""
    if leader := state.leader_of(unit):
        state = _with_leader_at(state, leader, hex_)
    return _with_unit_at(state, unit, hex_)


def _banner(state: State, winner: Side) -> tuple[int, int]:
    top, bottom = state.banners
    return (top + 1, bottom) if winner is Side.TOP else (top, bottom + 1)
