"""Who is on the map, and whose step it is, for those who know no game."""

from __future__ import annotations

from fireline.game.roster import Turn, UnitView
from fireline.rulesets.duel_of_ages.battlefile import step_data
from fireline.rulesets.duel_of_ages.board import space_name
from fireline.rulesets.duel_of_ages.state import Hero, State

FLAGS = ("wounded", "done")


def units(state: State) -> tuple[UnitView, ...]:
    """Every hero on the map."""
    return tuple(
        UnitView(hero.id, str(hero), str(hero.team), space_name(hero.space), left=hero.health_left, flags=_flags(hero))
        for hero in state.heroes
    )


def turn(state: State) -> Turn:
    """The step, and the team whose it is."""
    team = str(state.team) if state.team else ""
    words = f"{state.step.capitalize()} step of {team}" if team else f"{state.step.capitalize()} step"
    return Turn(team, words, over=state.over, data=step_data(state))


def _flags(hero: Hero) -> tuple[str, ...]:
    told = {"wounded": hero.wounds > 0, "done": hero.done}
    return tuple(word for word, is_so in told.items() if is_so)
