"""Aiming, reloading, drawing, clearing, hiding and searching: who may, and what comes of it."""

from __future__ import annotations

from collections.abc import Iterator

from fireline.chance import Dice, with_faces
from fireline.game.event import Event
from fireline.rulesets.endless_horizons.acting import Acting
from fireline.rulesets.endless_horizons.commands import Aim, Clear, Cycle, Draw, Hide, Reload, Search, named
from fireline.rulesets.endless_horizons.editions import RULES
from fireline.rulesets.endless_horizons.events import (
    Aimed,
    UnitSearched,
    WeaponCleared,
    WeaponCycled,
    WeaponDrawn,
    WeaponHidden,
    WeaponReloaded,
)
from fireline.rulesets.endless_horizons.legality import empty_handed, out_of_the_fight
from fireline.rulesets.endless_horizons.resolution import check
from fireline.rulesets.endless_horizons.shot import MOST_AIM
from fireline.rulesets.endless_horizons.state import Unit, Weapon
from fireline.ruling import Checks

EASIER_BY_TOUCH = 5


refusals = Checks[Acting](RULES)


@refusals.rule("EHZ-4.3")
def aims_with_something(acting: Acting) -> str | None:
    """Aim needs a firearm, at least one action, and an end."""
    if not isinstance(acting.command, Aim):
        return None
    if acting.gun is None:
        return empty_handed(acting.unit)
    most = MOST_AIM - acting.unit.aim_at(acting.command.target or acting.unit.aimed_at)
    return None if 1 <= acting.command.actions <= most else f"Aim takes 1 action or more, in all at most {MOST_AIM}."


@refusals.rule("EHZ-4.3")
def aims_at_an_enemy(acting: Acting) -> str | None:
    """Aim is taken at an enemy in the fight."""
    if not isinstance(acting.command, Aim) or not acting.command.target:
        return None
    target = named(acting.state, acting.command.target, "command.target")
    if not acting.unit.is_enemy_of(target):
        return f"{target} is no enemy of {acting.unit}."
    return out_of_the_fight(target)


@refusals.rule("EHZ-7.1")
def can_reload(acting: Acting) -> str | None:
    """Reloading needs a weapon, room in it and, where they are counted, a magazine."""
    weapon = acting.gun
    if not isinstance(acting.command, Reload):
        return None
    if weapon is None:
        return empty_handed(acting.unit)
    if acting.unit.magazines == 0:
        return f"{acting.unit} has no magazine left, and magazines are not refilled in a fight."
    return f"The {weapon} is full." if weapon.loaded == weapon.model.capacity else None


@refusals.rule("EHZ-7.2")
def can_draw(acting: Acting) -> str | None:
    """Only what is carried can be drawn."""
    if not isinstance(acting.command, Draw) or acting.unit.carries(acting.command.weapon):
        return None
    return f"{acting.unit} carries no {acting.command.weapon}."


@refusals.rule("EHZ-8.1")
def can_clear(acting: Acting) -> str | None:
    """Clearing needs a malfunction, and a firearm that is not wrecked."""
    if not isinstance(acting.command, Clear | Reload):
        return None
    weapon = acting.weapon
    if weapon and weapon.damaged:
        return f"The {weapon} is damaged; that is not cleared in a fight."
    jammed = weapon is not None and weapon.jam is not None
    if isinstance(acting.command, Reload):
        return f"The {weapon} must be cleared first." if jammed else None
    return None if jammed else "There is no malfunction to clear."


@refusals.rule("EHZ-5.2")
def can_cycle(acting: Acting) -> str | None:
    """Only a repeating weapon that has fired is cycled, and only with something to load."""
    if not isinstance(acting.command, Cycle):
        return None
    weapon = acting.weapon
    if weapon is None or weapon.ready:
        return "There is no fired repeating weapon to cycle."
    return None if weapon.loaded else f"The {weapon} is empty and must be reloaded."


@refusals.rule("EHZ-7.3")
def can_hide(acting: Acting) -> str | None:
    """Only small weapons that are carried, or in hand, can be hidden."""
    if not isinstance(acting.command, Hide):
        return None
    sought = _sought(acting.unit, acting.command.weapon)
    if sought is None:
        return f"{acting.unit} has no {acting.command.weapon}."
    return None if sought.model.small else f"The {sought} is no pistol or personal defence weapon: too big to hide."


@refusals.rule("EHZ-7.3")
def can_search(acting: Acting) -> str | None:
    """Nobody searches himself."""
    if not isinstance(acting.command, Search):
        return None
    wearer = named(acting.state, acting.command.wearer, "command.wearer")
    return "Nobody searches himself." if wearer.id == acting.unit.id else None


def decide(acting: Acting, dice: Dice) -> Iterator[Event]:
    """What a legal command makes happen."""
    unit, weapon, actions = acting.unit, acting.weapon, acting.actions
    match acting.command:
        case Aim(_, _, target):
            yield Aimed(unit.id, actions, target)
        case Reload() if weapon:
            yield WeaponReloaded(unit.id, weapon.model.capacity, actions)
        case Draw(_, sought):
            yield WeaponDrawn(unit.id, sought, actions)
        case Clear() if weapon and weapon.jam:
            yield WeaponCleared(unit.id, str(weapon.jam), actions)
        case Cycle():
            yield WeaponCycled(unit.id, actions)
        case Hide(_, sought):
            result, faces = with_faces(dice, check, unit.check.stealth)
            yield WeaponHidden(unit.id, sought, faces, result)
        case Search(_, wearer_id, touching):
            wearer = acting.state.unit(wearer_id)
            result, faces = with_faces(dice, check, unit.check.notice)
            found = noticed(wearer, result, touching=touching)
            yield UnitSearched(unit.id, wearer_id, touching, faces, result, found)
        case _:
            return


def noticed(wearer: Unit, result: int, *, touching: bool) -> tuple[str, ...]:
    """The hidden weapons that a Notice check with this result finds (EHZ-7.3)."""
    ease = EASIER_BY_TOUCH if touching else 0
    return tuple(str(one.weapon) for one in wearer.carried if one.hidden is not None and result >= one.hidden - ease)


def _sought(unit: Unit, name: str) -> Weapon | None:
    if there := unit.carries(name):
        return there.weapon
    return unit.weapon if unit.weapon and str(unit.weapon) == name else None
