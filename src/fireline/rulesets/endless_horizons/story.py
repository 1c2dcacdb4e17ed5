"""What happened, and what may be said, in words."""

from __future__ import annotations

from collections.abc import Iterator

from fireline.game.command import Command, EndPhase, PhaseEnded, Shoot
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
    StopSuppressing,
    Suppress,
    SuppressionCommand,
    Uncover,
)
from fireline.rulesets.endless_horizons.editions import RULES
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
from fireline.rulesets.endless_horizons.legality import JAMS
from fireline.rulesets.endless_horizons.pieces import Jam
from fireline.rulesets.endless_horizons.resolution import rolled_on
from fireline.rulesets.endless_horizons.state import State
from fireline.ruling import Explained
from fireline.ruling.prose import listing, plural

AIM, BURST, CYCLE = RULES.cite("EHZ-4.3"), RULES.cite("EHZ-5.1"), RULES.cite("EHZ-5.2")
SUPPRESSION, OPENING = RULES.cite("EHZ-6.1"), RULES.cite("EHZ-6.2")
RELOAD, DRAW, HIDING = RULES.cite("EHZ-7.1"), RULES.cite("EHZ-7.2"), RULES.cite("EHZ-7.3")
MALFUNCTION, EFFECTS = RULES.cite("EHZ-8.1"), RULES.cite("EHZ-8.2")
SIZES = ("", "minor", "medium", "major")


def tell(state: State, event: Event) -> tuple[Explained, ...]:
    """The story of an event that happens to this state."""
    return (*_tell_firing(state, event), *_tell_handling(state, event), *_tell_suppression(state, event))


def _tell_firing(state: State, event: Event) -> Iterator[Explained]:
    match event:
        case ShotFired():
            yield from _shot(state, event)
        case WeaponJammed(unit, jam):
            yield Explained(MALFUNCTION, f"The {_weapon(state, unit)} {JAMS[Jam(jam)]}.")
        case WeaponWrecked(unit):
            text = f"A bullet meets the one stuck in the barrel: the {_weapon(state, unit)} is wrecked, {unit} injured."
            yield Explained(MALFUNCTION, text)
        case PhaseEnded():
            yield Explained(AIM, "The round ends; aim not used is lost.")
        case _:
            return


def _tell_handling(state: State, event: Event) -> Iterator[Explained]:
    match event:
        case Aimed(unit, actions):
            yield Explained(AIM, f"{unit} takes careful aim for {plural(actions, 'action')}.")
        case WeaponReloaded(unit, loaded):
            yield Explained(RELOAD, f"{unit} reloads the {_weapon(state, unit)}: {plural(loaded, 'bullet')}.")
        case WeaponDrawn(unit, weapon, actions):
            yield Explained(DRAW, f"{unit} draws the {weapon}, {plural(actions, 'action')}.")
        case WeaponCleared(unit):
            yield Explained(MALFUNCTION, f"{unit} clears the {_weapon(state, unit)}.")
        case WeaponCycled(unit):
            yield Explained(CYCLE, f"{unit} cycles the {_weapon(state, unit)}.")
        case WeaponHidden(unit, weapon, faces, result):
            hides = f"{unit} hides the {weapon} and rolls {_faces(faces)}"
            yield Explained(HIDING, f"{hides}: Stealth {result} is the difficulty of noticing it.")
        case UnitSearched():
            yield Explained(HIDING, _searched(event))
        case _:
            return


def _tell_suppression(state: State, event: Event) -> Iterator[Explained]:
    match event:
        case SuppressionFired(unit, targets, bullets, covered):
            spent = f"{plural(covered * bullets, 'bullet')} for {plural(covered, 'action')}"
            yield Explained(SUPPRESSION, f"{unit} suppresses {listing(targets)}: {spent}.")
        case SuppressionEnded(unit, because):
            yield Explained(SUPPRESSION, f"{unit} suppresses no more: {because}.")
        case CoverLeft(unit):
            cover = state.unit(unit).cover
            yield Explained(OPENING, f"{unit} leaves {f'the {cover.material}' if cover else 'cover'}.")
        case OpeningGiven(unit, target):
            yield Explained(OPENING, f"{unit} may shoot at {target} out of turn.")
        case _:
            return


def _shot(state: State, event: ShotFired) -> Iterator[Explained]:
    weapon, turn = _weapon(state, event.shooter), " out of turn" if event.out_of_turn else ""
    fires = f"{event.shooter} fires {plural(event.fired, 'bullet')} of the {weapon} at {event.target}{turn}"
    if event.result is None:
        yield Explained(MALFUNCTION, f"{fires} with a bullet stuck in the barrel.")
        return
    rolled = f"rolls {event.faces[0]}, with everything {event.result}"
    yield Explained(BURST, f"{fires} and {rolled}: {plural(event.hits, 'hit')}.")
    if more := rolled_on(event.faces):
        kind = "negative" if event.effect < 0 else "positive"
        effect = f"a {SIZES[abs(event.effect)]} {kind} effect" if event.effect else "no effect"
        yield Explained(EFFECTS, f"The {event.faces[0]} is rolled on: {_faces(more)}; {effect}.")


def _searched(event: UnitSearched) -> str:
    how = "searches" if event.touching else "looks over"
    found = f"finds the {listing(event.found)}" if event.found else "finds nothing"
    return f"{event.searcher} {how} {event.wearer}, rolls {_faces(event.faces)}, Notice {event.result}: {found}."


def describe(state: State, command: Command) -> str:
    """A command as a menu shows it."""
    match command:
        case Shoot(shot):
            bullets = shot.details.get("bullets", 1)
            how = f", {plural(bullets, 'bullet')}" if isinstance(bullets, int) else ""
            return f"{shot.shooter} fires at {shot.target}{how}"
        case EndPhase():
            return "End the round"
        case _ if isinstance(command, HandlingCommand | SuppressionCommand):
            return f"{command.unit}: {_doing(state, command)}"
        case _:
            return str(command)


def _doing(state: State, command: HandlingCommand | SuppressionCommand) -> str:
    weapon = _weapon(state, command.unit)
    match command:
        case Aim(_, actions):
            return f"take careful aim, {plural(actions, 'action')}"
        case Reload() | Clear() | Cycle():
            return f"{type(command).__name__.lower()} the {weapon}"
        case Draw(_, sought) | Hide(_, sought):
            return f"{type(command).__name__.lower()} the {sought}"
        case Search(_, wearer, touching):
            return f"{'search' if touching else 'look over'} {wearer}"
        case Suppress(_, targets, bullets, actions):
            each = f"{plural(bullets, 'bullet')} an action for {plural(actions, 'action')}"
            return f"suppress {listing(targets)}, {each}"
        case StopSuppressing():
            return "stop suppressing"
        case Uncover():
            return "leave cover"


def _weapon(state: State, id_: str) -> str:
    unit = state.find(id_)
    return str(unit.weapon) if unit and unit.weapon else "weapon"


def _faces(faces: tuple[int, ...]) -> str:
    return listing(map(str, faces))
