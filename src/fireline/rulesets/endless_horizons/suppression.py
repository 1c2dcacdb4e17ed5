"""Suppressing fire as a command: whom, with how many bullets for every action that anybody takes."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import replace
from typing import Annotated, Any

from fireline.chance import Dice
from fireline.game.command import Parameter
from fireline.game.event import Event
from fireline.rulesets.endless_horizons import legality
from fireline.rulesets.endless_horizons.commands import SUPPRESSION, Acting, Doing
from fireline.rulesets.endless_horizons.editions import NUMBERS
from fireline.rulesets.endless_horizons.events import UnitEvent, aimless, spent
from fireline.rulesets.endless_horizons.handling import known_enemies
from fireline.rulesets.endless_horizons.legality import CYCLE, JAMS
from fireline.rulesets.endless_horizons.state import State, Suppression, Unit
from fireline.ruling import Asks, Explained, Reason
from fireline.ruling.prose import listing, plural

REPEATING = NUMBERS.cite("EHZ-5.2.repeating")


class Suppress(Doing):
    """Suppress these targets: from then on every action of anybody is covered by so many bullets."""

    address = NUMBERS.cite("EHZ-6.1.begin")
    ends = "it turns to others"

    targets: Annotated[tuple[str, ...], Parameter(kind="unit")]
    bullets_per_action: Annotated[int, Parameter("bullets", least=1)] = 1

    @classmethod
    def offers(cls, state: State, unit: Unit) -> Iterable[Doing]:
        """At each enemy whose distance is known, and at all of them; any other number of bullets may be said."""
        known = known_enemies(state, unit)
        every = [tuple(known)] if len(known) > 1 else []
        return [cls(unit.id, at) for at in [*((one,) for one in known), *every]]

    def does(self, acting: Acting[Any], dice: Dice) -> Iterator[Event]:
        targets = tuple(dict.fromkeys(self.targets))
        yield SuppressionBegan(self.unit, targets, self.bullets_per_action, acting.actions)

    def words(self, weapon: str) -> str:
        return f"suppress {listing(self.targets)}, {plural(self.bullets_per_action, 'bullet')} an action"


@Suppress.checks.rule("EHZ-6.1", asks=Asks.WAY)
def has_the_bullets(acting: Acting[Suppress]) -> str | None:
    """Any number of bullets that is loaded, so that at least one action is covered."""
    bullets, weapon = acting.command.bullets_per_action, acting.unit.gun
    if weapon is None or 1 <= bullets <= weapon.loaded:
        return None
    if not weapon.loaded:
        return f"The {weapon} is empty and must be reloaded."
    most = f"to {weapon.loaded} bullets" if weapon.loaded > 1 else "bullet"
    return f"Suppression takes 1 {most} an action with what is loaded in the {weapon}, not {bullets}."


@Suppress.checks.rule("EHZ-6.1")
def suppresses_enemies(acting: Acting[Suppress]) -> str | None:
    """Suppression is for enemies in the fight."""
    targets = [acting.state.named(target, "command.targets") for target in acting.command.targets]
    if not targets or not all(map(acting.unit.is_enemy_of, targets)):
        return "Suppression names one enemy or more, and only enemies."
    return next((reason for reason in map(legality.out_of_the_fight, targets) if reason), None)


@Suppress.checks.rule("EHZ-6.1")
def reaches_them(acting: Acting[Suppress]) -> Reason | None:
    """The place must be known and within the weapon's range; nobody asks for a line of sight."""
    state, unit = acting.state, acting.unit
    targets = (state.named(target, "command.targets") for target in acting.command.targets)
    reasons = (legality.out_of_range(state, unit.gun, state.distance(unit, target)) for target in targets)
    return next((reason for reason in reasons if reason), None)


@Suppress.checks.rule("EHZ-6.1", asks=Asks.WAY)
def is_something_new(acting: Acting[Suppress]) -> str | None:
    """What goes on already is not begun."""
    now, command = acting.unit.suppressing, acting.command
    if now is None:
        return None
    same = (set(now.targets), now.bullets) == (set(command.targets), command.bullets_per_action)
    return f"{acting.unit} does so already; it goes on by itself." if same else None


@Suppress.checks.rule("EHZ-5.2", asks=Asks.WAY)
def weapon_keeps_up(acting: Acting[Suppress]) -> str | None:
    """A repeating weapon fires one bullet an action; any other as many as asked, one after the other."""
    weapon = acting.unit.gun
    if weapon is None or not weapon.model.modes.by_hand:
        return None
    if not weapon.ready:
        return f"The {weapon} must be cycled first, which takes {legality.actions(acting.state, CYCLE)}."
    most = acting.state.edition.house[REPEATING]
    few = "one bullet" if most == 1 else f"at most {most} bullets"
    return None if acting.command.bullets_per_action <= most else f"The {weapon} fires {few} an action."


Suppress.checks.against("EHZ-7.2", lambda acting: legality.empty_handed(acting.unit))


@Suppress.checks.rule("EHZ-8.1")
def weapon_works(acting: Acting[Suppress]) -> str | None:
    """Nobody suppresses with a weapon that is jammed or wrecked."""
    weapon = acting.unit.gun
    jam = f"The {weapon} {JAMS[weapon.jam]} and must be cleared." if weapon and weapon.jam else None
    return legality.wrecked(weapon) or jam


class StopSuppressing(Doing):
    """Stop suppressing."""

    verb = "stop"
    told = "stop suppressing"
    any_turn = True
    ends = "the shooter stops"


StopSuppressing.checks.against(
    "EHZ-6.1", lambda acting: not acting.unit.suppressing and f"{acting.unit} suppresses nobody."
)


class SuppressionBegan(UnitEvent):
    """Somebody began to suppress these, with so many bullets for every action from then on."""

    targets: tuple[str, ...]
    bullets_per_action: int
    actions: int

    def changed(self, unit: Unit) -> Unit:
        now = Suppression(self.bullets_per_action, self.targets)
        return replace(aimless(spent(unit, self.actions)), suppressing=now)

    def story(self, state: State) -> tuple[Explained, ...]:
        each = f"{plural(self.bullets_per_action, 'bullet')} for every action from now on"
        return (Explained(SUPPRESSION, f"{self.unit} suppresses {listing(self.targets)}: {each}."),)
