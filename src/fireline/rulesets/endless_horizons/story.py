"""What happened, and what may be said, in words."""

from __future__ import annotations

from collections.abc import Iterator

from fireline.game.command import Command, EndPhase, NextTurn, PhaseEnded, Shoot
from fireline.game.errors import BattleFileError
from fireline.game.event import Event
from fireline.game.shot import Shot
from fireline.rulesets.endless_horizons.commands import (
    Aim,
    ChangeMovement,
    ChangeStance,
    Clear,
    Cycle,
    Draw,
    GiveUp,
    HandlingCommand,
    Hide,
    PostureCommand,
    Reload,
    Search,
    StopSuppressing,
    Suppress,
    SuppressionCommand,
    TakeCover,
    Uncover,
)
from fireline.rulesets.endless_horizons.editions import RULES
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
from fireline.rulesets.endless_horizons.legality import JAMS
from fireline.rulesets.endless_horizons.pieces import Jam, Stance
from fireline.rulesets.endless_horizons.prose import expected_hits, hits_text
from fireline.rulesets.endless_horizons.resolution import rolled_on
from fireline.rulesets.endless_horizons.shot import declare
from fireline.rulesets.endless_horizons.state import State
from fireline.rulesets.endless_horizons.suppression import RUN_OUT
from fireline.ruling import Explained
from fireline.ruling.prose import listing, plural

AIM, BURST, CYCLE = RULES.cite("EHZ-4.3"), RULES.cite("EHZ-5.1"), RULES.cite("EHZ-5.2")
SUPPRESSION, OPENING = RULES.cite("EHZ-6.1"), RULES.cite("EHZ-6.2")
RELOAD, DRAW, HIDING = RULES.cite("EHZ-7.1"), RULES.cite("EHZ-7.2"), RULES.cite("EHZ-7.3")
MALFUNCTION, EFFECTS = RULES.cite("EHZ-8.1"), RULES.cite("EHZ-8.2")
HITS, ROUND, CHANGE = RULES.cite("EHZ-1.4"), RULES.cite("EHZ-6.3"), RULES.cite("EHZ-6.4")
COVER = RULES.cite("EHZ-9.1")
STANCES_TAKEN = {"standing": "stand up", "kneeling": "kneel", "prone_firing": "lie down to fire", "prone": "fall prone"}
MOVES = {"still": "keep still", "subtle": "stop", "slow": "walk", "fast": "run"}
SIZES = ("", "minor", "medium", "major")


def narrate(state: State, event: Event) -> tuple[Explained, ...]:
    """The story of an event that happens to this state."""
    tellers = (_tell_firing, _tell_handling, _tell_suppression, _tell_posture, _tell_round)
    return tuple(sentence for teller in tellers for sentence in teller(state, event))


def _tell_firing(state: State, event: Event) -> Iterator[Explained]:
    match event:
        case ShotFired():
            yield from _shot(state, event)
        case WeaponJammed(unit, jam):
            yield Explained(MALFUNCTION, f"The {_weapon(state, unit)} {JAMS[Jam(jam)]}.")
        case WeaponWrecked(unit):
            text = f"A bullet meets the one stuck in the barrel: the {_weapon(state, unit)} is wrecked, {unit} injured."
            yield Explained(MALFUNCTION, text)
        case UnitStopped(unit):
            yield Explained(HITS, f"{unit} is out of the fight, hit {plural(state.unit(unit).hits, 'time')}.")
        case _:
            return


def _tell_round(state: State, event: Event) -> Iterator[Explained]:
    match event:
        case PhaseEnded():
            yield Explained(AIM, "The round ends; aim not used is lost.")
        case TurnEnded(unit, following):
            then = f"; it is {following}'s" if following else ""
            yield Explained(ROUND, f"{unit}'s turn ends{then}.")
        case RoundBegan(number, following):
            turn = f" with {following}'s turn" if following else ""
            yield Explained(ROUND, f"Round {number} begins{turn}.")
        case _:
            return


def _tell_posture(state: State, event: Event) -> Iterator[Explained]:
    match event:
        case CoverLeft(unit):
            cover = state.unit(unit).cover
            yield Explained(OPENING, f"{unit} leaves {f'the {cover}' if cover else 'cover'}.")
        case CoverTaken(unit, material, _, full, towards):
            against = f" from {listing(towards)}" if towards else ""
            yield Explained(COVER, f"{unit} takes cover {'behind' if full else 'in part behind'} {material}{against}.")
        case StanceChanged(unit, stance):
            falls = f"{unit} falls prone." if stance == Stance.PRONE else f"{unit} is {stance.replace('_', ' ')} now."
            yield Explained(CHANGE, falls)
        case MovementChanged(unit, movement):
            yield Explained(CHANGE, f"{unit}'s movement is {movement} now.")
        case GaveUp(unit):
            yield Explained(CHANGE, f"{unit} gives up.")
        case _:
            return


def _tell_handling(state: State, event: Event) -> Iterator[Explained]:
    match event:
        case Aimed(unit, actions, target):
            at = f" at {target}" if target else ""
            yield Explained(AIM, f"{unit} takes careful aim{at} for {plural(actions, 'action')}.")
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
        case SuppressionBegan(unit, targets, bullets):
            each = f"{plural(bullets, 'bullet')} for every action from now on"
            yield Explained(SUPPRESSION, f"{unit} suppresses {listing(targets)}: {each}.")
        case SuppressionFired(unit, actor, bullets, covered):
            whose = "an action" if covered == 1 else plural(covered, "action")
            spent = f"{plural(covered * bullets, 'bullet')} for {whose} of {actor}"
            yield Explained(SUPPRESSION, f"{unit}'s suppressing fire: {spent}.")
        case SuppressionEnded(unit, because):
            yield Explained(SUPPRESSION, f"{unit} suppresses no more: {because}.")
            if because == RUN_OUT:
                yield Explained(OPENING, f"{unit} reloads in his own turn.")
        case OpeningGiven(unit, target):
            yield Explained(OPENING, f"{unit} may shoot at {target} out of turn.")
        case _:
            return


def _shot(state: State, event: ShotFired) -> Iterator[Explained]:
    weapon, turn = _weapon(state, event.shooter), " out of turn" if event.out_of_turn else ""
    fires = f"{event.shooter} fires {plural(event.fired, 'bullet')} of the {weapon} at {event.target}{turn}"
    if event.result is None:
        rolled = f" and rolls {_faces(event.faces)}" if event.faces else ""
        yield Explained(MALFUNCTION, f"{fires} with a bullet stuck in the barrel{rolled}.")
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


def label(state: State, command: Command) -> str:
    """A command as a menu shows it."""
    match command:
        case Shoot(shot):
            bullets = shot.details.get("bullets", 1)
            how = f", {plural(bullets, 'bullet')}" if isinstance(bullets, int) else ""
            return f"{shot.shooter} fires at {shot.target}{how}{_average(state, shot)}"
        case EndPhase():
            return f"End {state.round.turn}'s turn" if state.round.turn else "End the round"
        case NextTurn():
            return f"Begin round {state.round.number + 1}"
        case _ if isinstance(command, PostureCommand):
            return f"{command.unit}: {_changing(command)}"
        case _ if isinstance(command, HandlingCommand | SuppressionCommand):
            return f"{command.unit}: {_doing(state, command)}"
        case _:
            return str(command)


def _average(state: State, shot: Shot) -> str:
    """The hits to be expected of a burst; of a single shot they are its chance."""
    try:
        shooting = declare(state, shot)
    except BattleFileError:
        return ""
    average = expected_hits(shooting) if shooting.bullets > 1 else None
    return "" if average is None else f", {hits_text(average)} on average"


def _doing(state: State, command: HandlingCommand | SuppressionCommand) -> str:
    weapon = _weapon(state, command.unit)
    match command:
        case Aim(_, actions, target):
            return f"take careful aim{f' at {target}' if target else ''}, {plural(actions, 'action')}"
        case Reload() | Clear() | Cycle():
            return f"{type(command).__name__.lower()} the {weapon}"
        case Draw(_, sought) | Hide(_, sought):
            return f"{type(command).__name__.lower()} the {sought}"
        case Search(_, wearer, touching):
            return f"{'search' if touching else 'look over'} {wearer}"
        case Suppress(_, targets, bullets):
            return f"suppress {listing(targets)}, {plural(bullets, 'bullet')} an action"
        case StopSuppressing():
            return "stop suppressing"


def _changing(command: PostureCommand) -> str:
    match command:
        case Uncover():
            return "leave cover"
        case TakeCover(_, material, full):
            return f"take cover {'behind' if full else 'in part behind'} {material}"
        case ChangeStance(_, stance):
            return STANCES_TAKEN.get(stance, stance)
        case ChangeMovement(_, movement):
            return MOVES.get(movement, movement)
        case GiveUp():
            return "give up"


def _weapon(state: State, id_: str) -> str:
    unit = state.find(id_)
    return str(unit.weapon) if unit and unit.weapon else "weapon"


def _faces(faces: tuple[int, ...]) -> str:
    return listing(map(str, faces))
