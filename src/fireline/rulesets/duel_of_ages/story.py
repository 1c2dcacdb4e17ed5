"""What happened, and what may be said, in words."""

from __future__ import annotations

from collections.abc import Iterator

from fireline.game.command import Command, EndPhase, NextTurn, PhaseEnded, Shoot
from fireline.game.event import Event
from fireline.rulesets.duel_of_ages.board import space_name
from fireline.rulesets.duel_of_ages.deck import DECKS
from fireline.rulesets.duel_of_ages.editions import RULES
from fireline.rulesets.duel_of_ages.events import (
    ActionTaken,
    DamageChallenged,
    DeckReshuffled,
    HeroDefeated,
    HeroesSwitched,
    HeroMoved,
    HitChallenged,
    RoundBegan,
    ShotTaken,
    StepEnded,
    TeamDefeated,
    WeaponTurnedUp,
    WoundsPlaced,
)
from fireline.rulesets.duel_of_ages.movement import MOVES, Act, Move, SlipAway
from fireline.rulesets.duel_of_ages.pieces import ACTIONS
from fireline.rulesets.duel_of_ages.prose import DAMAGE, DIFFERENCE, SWITCHED, WOUNDS, better_by, title
from fireline.rulesets.duel_of_ages.state import TURNED_UP, State
from fireline.ruling import Explained
from fireline.ruling.prose import plural, signed

STEPS, WEAPON = RULES.cite("DOA-1.1"), RULES.cite("DOA-1.2")


def narrate(state: State, event: Event) -> tuple[Explained, ...]:
    """The story of an event that happens to this state."""
    return (*_tell_shot(state, event), *_tell_step(state, event))


def _tell_shot(state: State, event: Event) -> Iterator[Explained]:
    match event:
        case WeaponTurnedUp(hero, name=name):
            yield Explained(TURNED_UP, f"{hero} turns up the {name}.")
        case ShotTaken(shooter, target, weapon, space):
            where = "" if space == space_name(state.hero(target).space) else f" on {space}"
            yield Explained(
                WEAPON, f"{title(state, shooter)} shoots at {title(state, target)}{where} with the {weapon}."
            )
        case DeckReshuffled(team):
            yield Explained(DECKS, f"The deck of {team} is empty and is shuffled again.")
        case HitChallenged(_, difference, card, hit):
            result = "a hit" if hit else "a miss"
            yield Explained(DIFFERENCE, f"Hit Challenge, {better_by(difference)}: card {card} shows {result}.")
        case DamageChallenged(_, difference, card, change, wounds):
            shows = f"card {card} shows {signed(change)}, {plural(wounds, 'wound')} in all"
            yield Explained(DAMAGE, f"Damage Challenge, {better_by(difference)}: {shows}.")
        case WoundsPlaced(id_, wounds):
            wounded = state.hero(id_)
            marks = f"{wounded.wounds + wounds}{f' of {wounded.health}' if wounded.health else ' in all'}"
            yield Explained(WOUNDS, f"{wounded} takes {plural(wounds, 'wound marker')}, {marks}.")
        case HeroDefeated(hero):
            yield Explained(WOUNDS, f"{title(state, hero)} is defeated.")
        case TeamDefeated(team):
            yield Explained(WOUNDS, f"{team.capitalize()} has no hero left on the map.")
        case _:
            return


def _tell_step(state: State, event: Event) -> Iterator[Explained]:
    match event:
        case HeroMoved(hero, space):
            yield Explained(MOVES, f"{title(state, hero)} moves into {space}.")
        case HeroesSwitched(hero, enemy):
            yield Explained(MOVES, f"{title(state, hero)} slips away and switches with {title(state, enemy)}.")
            yield Explained(SWITCHED, f"{enemy} stands on {space_name(state.hero(hero).space)} now.")
        case ActionTaken(hero, action):
            yield Explained(MOVES, f"{title(state, hero)} uses {ACTIONS[action].name} and moves into no space.")
        case StepEnded(step, team):
            ends = f"The {state.step.capitalize()} step ends"
            yield Explained(STEPS, f"{ends}; now the {step.capitalize()} step of {team}.")
        case RoundBegan(step, team):
            whose = f" of {team}" if team else ""
            yield Explained(STEPS, f"A new round begins with the {step.capitalize()} step{whose}.")
        case PhaseEnded():
            yield Explained(STEPS, "The round ends." if state.team else f"The {state.step.capitalize()} step ends.")
        case _:
            return


def label(state: State, command: Command) -> str:
    """A command as a menu shows it."""
    match command:
        case Shoot(shot):
            space = f" on {shot.details['space']}" if "space" in shot.details else ""
            weapon = f" with {shot.details['weapon']}" if "weapon" in shot.details else ""
            return f"{title(state, shot.shooter)} shoots at {title(state, shot.target)}{space}{weapon}"
        case Move(hero, space):
            return f"{title(state, hero)} moves into {space}"
        case SlipAway(hero, enemy):
            return f"{title(state, hero)} slips away from {title(state, enemy)}"
        case Act(hero, action):
            return f"{title(state, hero)} uses {ACTIONS[action].name}"
        case NextTurn():
            return f"Begin the next round, {state.first} first" if state.first else "Begin the next step"
        case EndPhase():
            return f"End the {state.step.capitalize()} step"
        case _:
            return str(command)
