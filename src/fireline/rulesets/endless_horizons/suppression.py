"""Suppressing fire: bullets for every action covered, and the shot at whoever leaves cover."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from fireline.game.event import Event
from fireline.rulesets.endless_horizons.commands import (
    StopSuppressing,
    Suppress,
    SuppressionCommand,
    Uncover,
    cost,
    named,
    suppresses_already,
)
from fireline.rulesets.endless_horizons.editions import RULES
from fireline.rulesets.endless_horizons.events import CoverLeft, OpeningGiven, SuppressionEnded, SuppressionFired
from fireline.rulesets.endless_horizons.legality import JAMS
from fireline.rulesets.endless_horizons.state import State, Unit
from fireline.ruling import Checks
from fireline.ruling.prose import plural

MOST_ACTIONS = 1000


@dataclass(frozen=True)
class Suppressing:
    """A command about suppression with everything the rules ask about it."""

    state: State
    command: SuppressionCommand

    @property
    def unit(self) -> Unit:
        """Who is to do it."""
        return named(self.state, self.command.unit)


refusals = Checks[Suppressing](RULES)


@refusals.rule("EHZ-4.3")
def round_goes_on(scene: Suppressing) -> str | None:
    """Actions are taken in a round."""
    return "The round is over." if scene.state.over else None


@refusals.rule("EHZ-4.3")
def has_the_action(scene: Suppressing) -> str | None:
    """Beginning to suppress takes an action."""
    missing = scene.unit.actions is not None and scene.unit.actions < cost(scene.state, scene.command)
    return f"It takes 1 action to begin; {scene.unit} has none left." if missing else None


@refusals.rule("EHZ-6.1")
def has_the_bullets(scene: Suppressing) -> str | None:
    """At least one action must be covered."""
    if not isinstance(scene.command, Suppress):
        return None
    bullets, weapon = scene.command.bullets_per_action, scene.unit.weapon
    if bullets < 1 or not 1 <= scene.command.actions <= MOST_ACTIONS:
        return "Suppression takes 1 bullet or more an action, for 1 action or more."
    if weapon is None or weapon.loaded >= bullets:
        return None
    return f"The {weapon} holds {plural(weapon.loaded, 'bullet')}; {bullets} are needed for an action."


@refusals.rule("EHZ-6.1")
def suppresses_enemies(scene: Suppressing) -> str | None:
    """Suppression is for enemies."""
    if not isinstance(scene.command, Suppress):
        return None
    targets = [named(scene.state, target, "command.targets") for target in scene.command.targets]
    enemies = bool(targets) and all(scene.unit.is_enemy_of(target) for target in targets)
    return None if enemies else "Suppression names one enemy or more, and only enemies."


@refusals.rule("EHZ-6.1")
def does_suppress(scene: Suppressing) -> str | None:
    """Only what goes on can be stopped."""
    idle = isinstance(scene.command, StopSuppressing) and scene.unit.suppressing is None
    return f"{scene.unit} suppresses nobody." if idle else None


@refusals.rule("EHZ-5.2")
def weapon_keeps_up(scene: Suppressing) -> str | None:
    """A repeating weapon fires one bullet an action."""
    weapon = scene.unit.weapon
    if not isinstance(scene.command, Suppress) or weapon is None or not weapon.model.modes.by_hand:
        return None
    if not weapon.ready:
        return f"The {weapon} must be cycled first, which takes 1 action."
    return None if scene.command.bullets_per_action == 1 else f"The {weapon} fires one bullet an action."


@refusals.rule("EHZ-7.2")
def weapon_is_in_hand(scene: Suppressing) -> str | None:
    """A weapon must be drawn."""
    armed = scene.unit.weapon is not None or not isinstance(scene.command, Suppress)
    return None if armed else f"{scene.unit} has no weapon in hand."


@refusals.rule("EHZ-8.1")
def weapon_works(scene: Suppressing) -> str | None:
    """Nobody suppresses with a weapon that is jammed or wrecked."""
    weapon = scene.unit.weapon
    if not isinstance(scene.command, Suppress) or weapon is None:
        return None
    if weapon.damaged:
        return f"The {weapon} is damaged and does not fire."
    return f"The {weapon} {JAMS[weapon.jam]} and must be cleared." if weapon.jam else None


@refusals.rule("EHZ-6.2")
def is_behind_cover(scene: Suppressing) -> str | None:
    """Only who has cover can leave it."""
    bare = isinstance(scene.command, Uncover) and scene.unit.cover is None
    return f"{scene.unit} has no cover to leave." if bare else None


def decide(scene: Suppressing) -> Iterator[Event]:
    """What a legal command makes happen."""
    state, unit = scene.state, scene.unit
    match scene.command:
        case Suppress():
            yield from _suppress(state, unit, scene.command)
        case StopSuppressing():
            yield SuppressionEnded(unit.id, "the shooter stops")
        case Uncover():
            yield CoverLeft(unit.id)
            if state.edition.suppression_shots:
                yield from (OpeningGiven(other.id, unit.id) for other in suppressors(state, unit))


def suppressors(state: State, unit: Unit) -> Iterator[Unit]:
    """Everybody who suppresses a unit."""
    return (other for other in state.units if other.suppressing and unit.id in other.suppressing.targets)


def _suppress(state: State, unit: Unit, command: Suppress) -> Iterator[Event]:
    targets, bullets = tuple(dict.fromkeys(command.targets)), command.bullets_per_action
    if unit.suppressing is not None and not suppresses_already(unit, targets, bullets):
        yield SuppressionEnded(unit.id, "it turns to others")
    loaded = unit.weapon.loaded if unit.weapon else 0
    covered = min(command.actions, loaded // bullets)
    yield SuppressionFired(unit.id, targets, bullets, covered, cost(state, command))
    if loaded - covered * bullets < bullets:
        yield SuppressionEnded(unit.id, "the bullets have run out")
