"""The state after an event; no rule is asked and no die thrown, so a log replays without any."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

from fireline.game.command import PhaseEnded
from fireline.game.event import Event
from fireline.rulesets.endless_horizons.events import (
    Aimed,
    CoverLeft,
    OpeningGiven,
    ShotFired,
    SuppressionEnded,
    SuppressionFired,
    UnitSearched,
    WeaponCleared,
    WeaponCycled,
    WeaponDrawn,
    WeaponHidden,
    WeaponJammed,
    WeaponReloaded,
    WeaponWrecked,
)
from fireline.rulesets.endless_horizons.pieces import Jam, Place
from fireline.rulesets.endless_horizons.state import Carried, Firearm, State, Suppression, Unit


def evolve(state: State, event: Event) -> State:
    """The state after an event."""
    match event:
        case PhaseEnded():
            return replace(state, over=True, units=tuple(_rested(unit) for unit in state.units))
        case UnitSearched(_, wearer, _, _, _, found):
            return state.with_unit(_revealed(state.unit(wearer), found))
        case OpeningGiven(id_, target):
            unit = state.unit(id_)
            openings = dict.fromkeys((*_suppression(unit).openings, target))
            return state.with_unit(replace(unit, suppressing=replace(_suppression(unit), openings=tuple(openings))))
        case ShotFired(id_):
            return state.with_unit(_after_shot(state.unit(id_), event))
        case _ if isinstance(one := getattr(event, "unit", None), str):
            return state.with_unit(_after(state.unit(one), event))
        case _:
            return state


def _after(unit: Unit, event: Event) -> Unit:
    """A unit after something that happened to it alone."""
    match event:
        case WeaponJammed(_, jam):
            return _armed(unit, jam=Jam(jam))
        case WeaponWrecked():
            return replace(_armed(unit, damaged=True, jam=Jam.SQUIB), injured=True)
        case Aimed(_, actions):
            return replace(_spent(unit, actions), aimed=unit.aimed + actions)
        case WeaponReloaded(_, loaded, actions):
            magazines = None if unit.magazines is None else unit.magazines - 1
            return replace(_armed(_spent(unit, actions), loaded=loaded, cycled=True), magazines=magazines)
        case WeaponDrawn(_, weapon, actions):
            return _drawn(_spent(unit, actions), weapon)
        case WeaponCleared(_, _, actions):
            return _armed(_spent(unit, actions), jam=None)
        case WeaponCycled(_, actions):
            return _armed(_spent(unit, actions), cycled=True)
        case WeaponHidden(_, weapon, _, result):
            return _hidden(unit, weapon, result)
        case SuppressionFired(_, targets_, bullets, covered, actions):
            openings = unit.suppressing.openings if unit.suppressing else ()
            unit = _armed(_spent(unit, actions), loaded=_weapon(unit).loaded - covered * bullets)
            return replace(
                unit, fired=unit.fired + covered * bullets, suppressing=Suppression(bullets, targets_, openings)
            )
        case SuppressionEnded():
            return replace(unit, suppressing=None)
        case CoverLeft():
            return replace(unit, cover=None)
        case _:
            return unit


def _after_shot(unit: Unit, event: ShotFired) -> Unit:
    """Bullets, actions and aim are spent, a repeating weapon is uncycled, an opening is used."""
    now = unit.suppressing
    if now is not None:
        now = replace(now, openings=tuple(one for one in now.openings if one != event.target))
    weapon = _weapon(unit)
    left, cycled = weapon.loaded - event.fired, not weapon.model.modes.by_hand
    unit = _armed(_spent(unit, event.actions), loaded=left, cycled=cycled)
    return replace(unit, aimed=0, fired=unit.fired + event.fired, suppressing=now)


def _rested(unit: Unit) -> Unit:
    """A unit at the end of the round: aim and openings are lost, actions are there again."""
    now = replace(unit.suppressing, openings=()) if unit.suppressing else None
    return replace(unit, aimed=0, fired=0, actions=unit.actions_per_round, suppressing=now)


def _drawn(unit: Unit, name: str) -> Unit:
    at = next(n for n, one in enumerate(unit.carried) if str(one.firearm) == name)
    stowed = (Carried(unit.weapon, Place.ELSEWHERE),) if unit.weapon else ()
    left = (*unit.carried[:at], *unit.carried[at + 1 :], *stowed)
    return replace(unit, weapon=unit.carried[at].firearm, carried=left)


def _hidden(unit: Unit, name: str, result: int) -> Unit:
    """One weapon hidden: a carried one, else the one in hand."""
    at = next((n for n, one in enumerate(unit.carried) if str(one.firearm) == name), None)
    if at is None:
        return replace(unit, weapon=None, carried=(*unit.carried, Carried(_weapon(unit), Place.ELSEWHERE, result)))
    hidden = Carried(unit.carried[at].firearm, Place.ELSEWHERE, result)
    return replace(unit, carried=(*unit.carried[:at], hidden, *unit.carried[at + 1 :]))


def _revealed(unit: Unit, found: tuple[str, ...]) -> Unit:
    seen = tuple(replace(one, hidden=None) if str(one.firearm) in found else one for one in unit.carried)
    return replace(unit, carried=seen)


def _spent(unit: Unit, actions: int) -> Unit:
    return unit if unit.actions is None else replace(unit, actions=unit.actions - actions)


def _weapon(unit: Unit) -> Firearm:
    if unit.weapon is None:
        raise LookupError(f"{unit} has no weapon in hand")
    return unit.weapon


def _armed(unit: Unit, **changes: Any) -> Unit:
    """The unit with its weapon in hand changed."""
    return replace(unit, weapon=replace(_weapon(unit), **changes))


def _suppression(unit: Unit) -> Suppression:
    if unit.suppressing is None:
        raise LookupError(f"{unit} suppresses nobody")
    return unit.suppressing
