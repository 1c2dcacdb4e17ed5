"""Who is on the field, whose turn it is, and what may be said, for those who know no game."""

from __future__ import annotations

from fireline.game.command import Command, EndPhase, NextTurn, Shoot
from fireline.game.errors import BattleFileError
from fireline.game.roster import Turn, UnitView
from fireline.game.shot import Shot
from fireline.rulesets.endless_horizons.commands import Doing
from fireline.rulesets.endless_horizons.pieces import Movement, Stance
from fireline.rulesets.endless_horizons.places import PLACES
from fireline.rulesets.endless_horizons.prose import expected_hits, hits_text, weapon_title
from fireline.rulesets.endless_horizons.shot import declare
from fireline.rulesets.endless_horizons.state import State, Unit
from fireline.ruling.prose import plural

FLAGS = ("given up", "injured", "suppressing", *map(str, Movement), *map(str, Stance))


def units(state: State) -> tuple[UnitView, ...]:
    """Everybody, those out of the fight too."""
    return tuple(
        UnitView(unit.id, unit.id, unit.side or "", _place(state, unit), unit.out, _left(unit), tuple(_flags(unit)))
        for unit in state.units
    )


def turn(state: State) -> Turn:
    """The unit whose turn it is, where the round has an order; there are no turns of sides."""
    now = state.round
    return Turn("", f"turn of {now.turn}" if now.turn else f"round {now.number}", over=state.over)


def _place(state: State, unit: Unit) -> str:
    try:
        return PLACES.at(state, unit.id)
    except BattleFileError:  # nobody has said where it stands
        return ""


def _left(unit: Unit) -> int | None:
    return None if unit.hits_to_stop is None else unit.hits_to_stop - unit.hits


def _flags(unit: Unit) -> list[str]:
    told = {"given up": unit.given_up, "injured": unit.injured, "suppressing": unit.suppressing is not None}
    posture = [str(unit.movement), *([str(unit.stance)] if unit.stance else [])]
    return [*posture, *(word for word, is_so in told.items() if is_so)]


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
        case Doing():
            return f"{command.unit}: {command.words(weapon_title(state, command.unit))}"
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
