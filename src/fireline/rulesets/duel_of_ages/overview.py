"""Who is on the map, whose step it is, and what may be said, for those who know no game."""

from __future__ import annotations

from typing import Any

from fireline.game.command import Command, EndPhase, NextTurn, Shoot
from fireline.game.facts import flags
from fireline.game.roster import Turn, UnitView
from fireline.rulesets.duel_of_ages.battlefile import step_data
from fireline.rulesets.duel_of_ages.board import space_name
from fireline.rulesets.duel_of_ages.movement import Act, Move, SlipAway
from fireline.rulesets.duel_of_ages.pieces import ACTIONS
from fireline.rulesets.duel_of_ages.prose import title
from fireline.rulesets.duel_of_ages.state import State

FLAGS = ("wounded", "done")


def units(state: State) -> tuple[UnitView, ...]:
    """Every hero on the map."""
    return tuple(
        UnitView(hero.id, str(hero), str(hero.team), space_name(hero.space), left=hero.health_left, flags=flags(hero))
        for hero in state.heroes
    )


def turn(state: State) -> Turn:
    """The step, and the team whose it is."""
    team = str(state.team) if state.team else ""
    words = f"{state.step.capitalize()} step of {team}" if team else f"{state.step.capitalize()} step"
    return Turn(team, words, over=state.over, data=step_data(state))


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


def expanded_entry(state: State, id_: str) -> dict[str, Any]:
    """The ratings of a hero that matter in a shot, also those that are 0."""
    return {"ratings": {"stealth": 0, "armor": 0} | dict(state.hero(id_).ratings)}
