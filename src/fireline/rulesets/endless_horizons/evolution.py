"""The state after an event; no rule is asked and no die thrown, so a log replays without any."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

from fireline.game.command import PhaseEnded
from fireline.game.event import Event
from fireline.rulesets.endless_horizons.events import (
    Aimed,
    CoverLeft,
    CoverTaken,
    GaveUp,
    MovementChanged,
    OpeningGiven,
    RoundBegan,
    ShotFired,
    StanceChanged,
    SuppressionBegan,
    SuppressionEnded,
    SuppressionFired,
    TurnEnded,
    UnitSearched,
    UnitStopped,
    WeaponCleared,
    WeaponCycled,
    WeaponDrawn,
    WeaponHidden,
    WeaponJammed,
    WeaponReloaded,
    WeaponWrecked,
)
from fireline.rulesets.endless_horizons.pieces import Jam, Movement, Place, Size, Stance
from fireline.rulesets.endless_horizons.rounds import after_round, after_turn
from fireline.rulesets.endless_horizons.state import Carried, Cover, Hit, State, Suppression, Unit, Weapon


def evolve(state: State, event: Event) -> State:
    """The state after an event."""
    match event:
        case PhaseEnded():
            return after_round(state)
        case TurnEnded() | RoundBegan():
            return after_turn(state, event)
        case UnitSearched(_, wearer, _, _, _, found):
            return state.with_unit(_revealed(state.unit(wearer), found))
        case OpeningGiven(id_, target):
            unit = state.unit(id_)
            openings = dict.fromkeys((*_suppression(unit).openings, target))
            return state.with_unit(replace(unit, suppressing=replace(_suppression(unit), openings=tuple(openings))))
        case ShotFired(id_, target):
            after = state.with_unit(_after_shot(state.unit(id_), event))
            return after.with_unit(_hit(after.unit(target), str(_weapon(state.unit(id_))), event))
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
        case Aimed(_, actions, target):
            kept = unit.aim_at(target or unit.aimed_at)
            return replace(_spent(unit, actions), aimed=kept + actions, aimed_at=target or unit.aimed_at)
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
        case SuppressionBegan(_, targets, bullets, actions):
            return replace(_aimless(_spent(unit, actions)), suppressing=Suppression(bullets, targets))
        case SuppressionFired(_, _, bullets, covered):
            spent, targets = covered * bullets, _suppression(unit).targets
            unit = _armed(unit, loaded=_weapon(unit).loaded - spent)
            return replace(unit, fired=unit.fired + spent, showing=unit.showing or any(map(unit.shoots_over, targets)))
        case SuppressionEnded():
            return replace(unit, suppressing=None)
        case _:
            return _after_change(unit, event)


def _after_change(unit: Unit, event: Event) -> Unit:
    """A unit after it stood, moved or hid otherwise, or was out of the fight (EHZ-6.4)."""
    match event:
        case CoverLeft(_, actions):
            return replace(_spent(unit, actions), cover=None, showing=False)
        case CoverTaken(_, material, class_, full, towards, exposed, actions):
            cover = Cover(material, class_, full, None, towards, Size(exposed) if exposed else None)
            return replace(_spent(unit, actions), cover=cover, showing=False)
        case StanceChanged(_, stance, actions):
            return replace(_spent(unit, actions), stance=Stance(stance))
        case MovementChanged(_, movement, actions):
            return replace(_spent(unit, actions), movement=Movement(movement))
        case GaveUp(_, actions):
            return replace(_aimless(_spent(unit, actions)), given_up=True, suppressing=None)
        case UnitStopped():
            return replace(_aimless(unit), suppressing=None)
        case _:
            return unit


def _after_shot(unit: Unit, event: ShotFired) -> Unit:
    """Bullets, actions and aim are spent, a repeating weapon is uncycled, an opening is used."""
    now = unit.suppressing
    if now is not None:
        now = replace(now, openings=tuple(one for one in now.openings if one != event.target))
    weapon = _weapon(unit)
    left, cycled = weapon.loaded - event.fired, not weapon.model.modes.by_hand
    unit = _armed(_spent(_aimless(unit), event.actions), loaded=left, cycled=cycled)
    shown = unit.showing or unit.shoots_over(event.target)
    return replace(unit, fired=unit.fired + event.fired, suppressing=now, showing=shown)


def _hit(unit: Unit, weapon: str, event: ShotFired) -> Unit:
    """A target with what hit it kept (EHZ-1.4)."""
    if not event.hits:
        return unit
    return replace(unit, hits_taken=(*unit.hits_taken, Hit(event.shooter, weapon, event.hits)))


def _drawn(unit: Unit, name: str) -> Unit:
    at = next(n for n, one in enumerate(unit.carried) if str(one.weapon) == name)
    stowed = (Carried(unit.weapon),) if unit.weapon else ()
    left = (*unit.carried[:at], *unit.carried[at + 1 :], *stowed)
    return replace(_aimless(unit), weapon=unit.carried[at].weapon, carried=left)


def _hidden(unit: Unit, name: str, result: int) -> Unit:
    """One weapon hidden: a carried one, else the one in hand."""
    at = next((n for n, one in enumerate(unit.carried) if str(one.weapon) == name), None)
    if at is None:
        hidden = Carried(replace(_weapon(unit), where=Place.ELSEWHERE), result)
        return replace(_aimless(unit), weapon=None, carried=(*unit.carried, hidden))
    hidden = Carried(replace(unit.carried[at].weapon, where=Place.ELSEWHERE), result)
    return replace(unit, carried=(*unit.carried[:at], hidden, *unit.carried[at + 1 :]))


def _revealed(unit: Unit, found: tuple[str, ...]) -> Unit:
    seen = tuple(replace(one, hidden=None) if str(one.weapon) in found else one for one in unit.carried)
    return replace(unit, carried=seen)


def _spent(unit: Unit, actions: int) -> Unit:
    return unit if unit.actions is None else replace(unit, actions=unit.actions - actions)


def _aimless(unit: Unit) -> Unit:
    """A unit that aims at nobody any more (EHZ-4.3)."""
    return replace(unit, aimed=0, aimed_at=None)


def _weapon(unit: Unit) -> Weapon:
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
