"""Aiming, reloading, drawing, clearing, hiding and searching: who may, and what comes of it."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from fireline.chance import Dice, with_faces
from fireline.game.event import Event
from fireline.rulesets.endless_horizons.commands import (
    Aim,
    Clear,
    Cycle,
    Draw,
    HandlingCommand,
    Hide,
    Reload,
    Search,
    cost,
    named,
)
from fireline.rulesets.endless_horizons.editions import RULES
from fireline.rulesets.endless_horizons.events import (
    Aimed,
    SuppressionEnded,
    UnitSearched,
    WeaponCleared,
    WeaponCycled,
    WeaponDrawn,
    WeaponHidden,
    WeaponReloaded,
)
from fireline.rulesets.endless_horizons.resolution import check
from fireline.rulesets.endless_horizons.shot import MOST_AIM
from fireline.rulesets.endless_horizons.state import Firearm, State, Unit
from fireline.ruling import Checks
from fireline.ruling.prose import plural

EASIER_BY_TOUCH = 5


@dataclass(frozen=True)
class Handling:
    """A command with everything the rules ask about it."""

    state: State
    command: HandlingCommand

    @property
    def unit(self) -> Unit:
        """Who is to do it."""
        return named(self.state, self.command.unit)

    @property
    def weapon(self) -> Firearm | None:
        """The weapon in hand."""
        return self.unit.weapon

    @property
    def sought(self) -> str | None:
        """The weapon that is to be drawn or hidden."""
        return self.command.weapon if isinstance(self.command, Draw | Hide) else None


refusals = Checks[Handling](RULES)


@refusals.rule("EHZ-4.3")
def round_goes_on(handling: Handling) -> str | None:
    """Actions are taken in a round."""
    return "The round is over." if handling.state.over else None


@refusals.rule("EHZ-4.3")
def has_the_actions(handling: Handling) -> str | None:
    """Where actions are counted, there must be enough of them."""
    left, wanted = handling.unit.actions, cost(handling.state, handling.command)
    if left is None or wanted <= left:
        return None
    return f"It takes {plural(wanted, 'action')}; {handling.unit} has {left} left."


@refusals.rule("EHZ-4.3")
def aims_with_something(handling: Handling) -> str | None:
    """Aim needs a weapon, at least one action, and an end."""
    if not isinstance(handling.command, Aim):
        return None
    if handling.weapon is None:
        return f"{handling.unit} has no weapon in hand to aim with."
    most = MOST_AIM - handling.unit.aimed
    return None if 1 <= handling.command.actions <= most else f"Aim takes 1 action or more, in all at most {MOST_AIM}."


@refusals.rule("EHZ-7.1")
def can_reload(handling: Handling) -> str | None:
    """Reloading needs a weapon, room in it and, where they are counted, a magazine."""
    weapon = handling.weapon
    if not isinstance(handling.command, Reload):
        return None
    if weapon is None:
        return f"{handling.unit} has no weapon in hand to reload."
    if handling.unit.magazines == 0:
        return f"{handling.unit} has no magazine left, and magazines are not refilled in a fight."
    return f"The {weapon} is full." if weapon.loaded == weapon.model.capacity else None


@refusals.rule("EHZ-7.2")
def can_draw(handling: Handling) -> str | None:
    """Only what is carried can be drawn."""
    carried = not isinstance(handling.command, Draw) or handling.unit.carries(handling.command.weapon)
    return None if carried else f"{handling.unit} carries no {handling.sought}."


@refusals.rule("EHZ-8.1")
def can_clear(handling: Handling) -> str | None:
    """Clearing needs a malfunction, and a firearm that is not wrecked."""
    if not isinstance(handling.command, Clear | Reload):
        return None
    weapon = handling.weapon
    if weapon and weapon.damaged:
        return f"The {weapon} is damaged; that is not cleared in a fight."
    jammed = weapon is not None and weapon.jam is not None
    if isinstance(handling.command, Reload):
        return f"The {weapon} must be cleared first." if jammed else None
    return None if jammed else "There is no malfunction to clear."


@refusals.rule("EHZ-5.2")
def can_cycle(handling: Handling) -> str | None:
    """Only a repeating weapon that has fired is cycled, and only with something to load."""
    if not isinstance(handling.command, Cycle):
        return None
    weapon = handling.weapon
    if weapon is None or weapon.ready:
        return "There is no fired repeating weapon to cycle."
    return None if weapon.loaded else f"The {weapon} is empty and must be reloaded."


@refusals.rule("EHZ-7.3")
def can_hide(handling: Handling) -> str | None:
    """Only small weapons that are carried, or in hand, can be hidden."""
    if not isinstance(handling.command, Hide):
        return None
    sought = _sought(handling.unit, handling.command.weapon)
    if sought is None:
        return f"{handling.unit} has no {handling.sought}."
    return None if sought.model.small else f"The {sought} is no pistol or personal defence weapon: too big to hide."


@refusals.rule("EHZ-7.3")
def can_search(handling: Handling) -> str | None:
    """Nobody searches himself."""
    if not isinstance(handling.command, Search):
        return None
    wearer = named(handling.state, handling.command.wearer, "command.wearer")
    return "Nobody searches himself." if wearer.id == handling.unit.id else None


def decide(handling: Handling, dice: Dice) -> Iterator[Event]:
    """What a legal command makes happen."""
    command, unit, weapon = handling.command, handling.unit, handling.weapon
    actions = cost(handling.state, command)
    if unit.suppressing is not None and isinstance(command, Reload | Draw | Clear):
        yield SuppressionEnded(unit.id, "the weapon is handled")
    match command:
        case Aim():
            yield Aimed(unit.id, actions)
        case Reload() if weapon:
            yield WeaponReloaded(unit.id, weapon.model.capacity, actions)
        case Draw(_, sought):
            yield WeaponDrawn(unit.id, sought, actions)
        case Clear() if weapon and weapon.jam:
            yield WeaponCleared(unit.id, str(weapon.jam), actions)
        case Cycle():
            yield WeaponCycled(unit.id, actions)
        case Hide(_, sought):
            if unit.suppressing is not None and str(weapon) == sought and not unit.carries(sought):
                yield SuppressionEnded(unit.id, "the weapon is hidden")
            result, faces = with_faces(dice, check, unit.check.stealth)
            yield WeaponHidden(unit.id, sought, faces, result)
        case Search(_, wearer_id, touching):
            wearer = handling.state.unit(wearer_id)
            result, faces = with_faces(dice, check, unit.check.notice)
            found = noticed(wearer, result, touching=touching)
            yield UnitSearched(unit.id, wearer_id, touching, faces, result, found)
        case _:
            return


def noticed(wearer: Unit, result: int, *, touching: bool) -> tuple[str, ...]:
    """The hidden weapons that a Notice check with this result finds (EHZ-7.3)."""
    ease = EASIER_BY_TOUCH if touching else 0
    return tuple(str(one.firearm) for one in wearer.carried if one.hidden is not None and result >= one.hidden - ease)


def _sought(unit: Unit, name: str) -> Firearm | None:
    if there := unit.carries(name):
        return there.firearm
    return unit.weapon if unit.weapon and str(unit.weapon) == name else None
