"""Suppressing fire: bullets for every action that anybody takes, and the shot at whoever leaves cover."""

from __future__ import annotations

from collections.abc import Iterator

from fireline.game.event import Event
from fireline.rulesets.endless_horizons import commands, legality
from fireline.rulesets.endless_horizons.editions import NUMBERS, RULES
from fireline.rulesets.endless_horizons.events import firing
from fireline.rulesets.endless_horizons.legality import CYCLE, JAMS
from fireline.rulesets.endless_horizons.shot import Shooting
from fireline.rulesets.endless_horizons.state import State, Unit
from fireline.ruling import Asks, Checks, Reason

STOPPED = "the shooter stops"
OTHERS, HANDLED, HIDDEN = "it turns to others", "the weapon is handled", "the weapon is hidden"
FIRED, FAILED, GIVEN_UP = "the weapon fires a shot of its own", "the weapon fails", "the shooter gives up"

REPEATING = NUMBERS.cite("EHZ-5.2.repeating")

refusals = Checks[commands.Acting](RULES)


@refusals.rule("EHZ-6.1", asks=Asks.WAY)
def has_the_bullets(acting: commands.Acting) -> str | None:
    """Any number of bullets that is loaded, so that at least one action is covered."""
    if not isinstance(acting.command, commands.Suppress):
        return None
    bullets, weapon = acting.command.bullets_per_action, acting.gun
    if weapon is None or 1 <= bullets <= weapon.loaded:
        return None
    if not weapon.loaded:
        return f"The {weapon} is empty and must be reloaded."
    most = f"to {weapon.loaded} bullets" if weapon.loaded > 1 else "bullet"
    return f"Suppression takes 1 {most} an action with what is loaded in the {weapon}, not {bullets}."


@refusals.rule("EHZ-6.1")
def suppresses_enemies(acting: commands.Acting) -> str | None:
    """Suppression is for enemies."""
    if not isinstance(acting.command, commands.Suppress):
        return None
    targets = [acting.state.named(target, "command.targets") for target in acting.command.targets]
    enemies = bool(targets) and all(acting.unit.is_enemy_of(target) for target in targets)
    return None if enemies else "Suppression names one enemy or more, and only enemies."


@refusals.rule("EHZ-6.1")
def reaches_them(acting: commands.Acting) -> Reason | None:
    """The place must be known and within the weapon's range; nobody asks for a line of sight."""
    if not isinstance(acting.command, commands.Suppress):
        return None
    state, unit = acting.state, acting.unit
    targets = (state.named(target, "command.targets") for target in acting.command.targets)
    reasons = (legality.out_of_range(state, unit.gun, state.distance(unit, target)) for target in targets)
    return next((reason for reason in reasons if reason), None)


@refusals.rule("EHZ-6.1", asks=Asks.WAY)
def is_something_new(acting: commands.Acting) -> str | None:
    """What goes on already is not begun."""
    now, command = acting.unit.suppressing, acting.command
    if not isinstance(command, commands.Suppress) or now is None:
        return None
    same = (set(now.targets), now.bullets) == (set(command.targets), command.bullets_per_action)
    return f"{acting.unit} does so already; it goes on by itself." if same else None


@refusals.rule("EHZ-6.1")
def does_suppress(acting: commands.Acting) -> str | None:
    """Only what goes on can be stopped."""
    idle = isinstance(acting.command, commands.StopSuppressing) and acting.unit.suppressing is None
    return f"{acting.unit} suppresses nobody." if idle else None


@refusals.rule("EHZ-5.2", asks=Asks.WAY)
def weapon_keeps_up(acting: commands.Acting) -> str | None:
    """A repeating weapon fires one bullet an action; any other as many as asked, one after the other."""
    weapon = acting.gun
    if not isinstance(acting.command, commands.Suppress) or weapon is None or not weapon.model.modes.by_hand:
        return None
    if not weapon.ready:
        return f"The {weapon} must be cycled first, which takes {legality.actions(acting.state, CYCLE)}."
    most = acting.state.edition.house[REPEATING]
    few = "one bullet" if most == 1 else f"at most {most} bullets"
    return None if acting.command.bullets_per_action <= most else f"The {weapon} fires {few} an action."


@refusals.rule("EHZ-7.2")
def weapon_is_in_hand(acting: commands.Acting) -> str | None:
    """A firearm must be drawn."""
    return legality.empty_handed(acting.unit) if isinstance(acting.command, commands.Suppress) else None


@refusals.rule("EHZ-8.1")
def weapon_works(acting: commands.Acting) -> str | None:
    """Nobody suppresses with a weapon that is jammed or wrecked."""
    weapon = acting.gun
    if not isinstance(acting.command, commands.Suppress) or weapon is None:
        return None
    if weapon.damaged:
        return f"The {weapon} is damaged and does not fire."
    return f"The {weapon} {JAMS[weapon.jam]} and must be cleared." if weapon.jam else None


def decide(acting: commands.Acting) -> Iterator[Event]:
    """What a legal command makes happen, beside the end of what went on before."""
    if isinstance(acting.command, commands.Suppress):
        targets = tuple(dict.fromkeys(acting.command.targets))
        yield firing.SuppressionBegan(acting.unit.id, targets, acting.command.bullets_per_action, acting.actions)


def around(acting: commands.Acting, events: Iterator[Event]) -> Iterator[Event]:
    """What suppression adds to a command: one's own ends, others cover it, who leaves cover gives openings."""
    unit, over = acting.unit, _ends(acting.unit, acting.command)
    if over:
        yield firing.SuppressionEnded(unit.id, over)
    covers = tuple(_covers(acting.state, unit, commands.covered(acting.state, acting.command), idle=bool(over)))
    yield from covers
    yield from events
    if isinstance(acting.command, commands.Uncover) and acting.state.edition.suppression_shots:
        ended = {event.unit for event in covers if isinstance(event, firing.SuppressionEnded)}
        yield from (
            firing.OpeningGiven(other.id, unit.id)
            for other in acting.state.units
            if other.suppressing and unit.id in other.suppressing.targets and other.id not in ended
        )


def around_shot(shooting: Shooting) -> Iterator[Event]:
    """What suppression adds before a shot: one's own ends, but for a shot out of turn; that of all others covers it."""
    shooter = shooting.shooter
    if shooter.suppressing is not None and not shooting.out_of_turn:
        yield firing.SuppressionEnded(shooter.id, FIRED)
    yield from _covers(shooting.state, shooter, shooting.actions, idle=True)


def _covers(state: State, actor: Unit, actions: int, *, idle: bool) -> Iterator[Event]:
    """The bullets that all who suppress spend on these actions; whoever has too few left ends before the next."""
    for one in state.units:
        if one.suppressing is None or one.gun is None or not actions or (idle and one.id == actor.id):
            continue
        paid = one.covers(actions)
        if paid:
            yield firing.SuppressionFired(one.id, actor.id, one.suppressing.bullets, paid)
        if paid < actions:
            yield firing.SuppressionEnded(one.id, firing.RUN_OUT)


def _ends(unit: Unit, command: commands.Doing) -> str | None:
    """Why one's own suppression ends with a command: anything else is done with the weapon, or it is stopped."""
    if unit.suppressing is None:
        return None
    match command:
        case commands.StopSuppressing():
            return STOPPED
        case commands.Suppress():
            return OTHERS
        case commands.Aim() | commands.Reload() | commands.Draw() | commands.Clear() | commands.Cycle():
            return HANDLED
        case commands.Hide(_, weapon) if str(unit.weapon) == weapon and not unit.carries(weapon):
            return HIDDEN
        case commands.GiveUp():
            return GIVEN_UP
        case _:
            return None
