"""Who is in a battle, whose turn it is, and what may be said, for those who know no game."""

from __future__ import annotations

from fireline.game.command import Command, EndPhase, NextTurn, Shoot
from fireline.game.places import point_name
from fireline.game.roster import Turn, UnitView
from fireline.geometry.gaps import exact
from fireline.rulesets.blightmeer.battlefile import turn_data
from fireline.rulesets.blightmeer.pieces import Injury
from fireline.rulesets.blightmeer.places import DONE
from fireline.rulesets.blightmeer.prose import title
from fireline.rulesets.blightmeer.protect import Protect, declared, replies
from fireline.rulesets.blightmeer.scene import called
from fireline.rulesets.blightmeer.state import State, Unit

FLAGS = (*(str(injury) for injury in Injury if injury), *DONE, "shot")


def units(state: State) -> tuple[UnitView, ...]:
    """Every unit, those out of the game too."""
    return tuple(
        UnitView(unit.id, title(state, unit.id), unit.side, _place(unit), unit.out, unit.wounds, tuple(_flags(unit)))
        for unit in state.units
    )


def turn(state: State) -> Turn:
    """The side whose ranged phase it is."""
    return Turn(state.turn, f"turn {state.number} of {state.turn}", over=state.over, data=turn_data(state))


def _place(unit: Unit) -> str:
    x, y, _ = unit.at
    return point_name(exact(x), exact(y))


def _flags(unit: Unit) -> list[str]:
    done = [name for name in (*DONE, "shot") if getattr(unit, name)]
    return [str(unit.injury), *done] if unit.injury else done


def label(state: State, command: Command) -> str:
    """A command as a menu shows it."""
    match command:
        case Shoot(shot):
            window = shot.details.get("peer")
            return f"{shot.shooter} shoots at {shot.target}{f' through {called(window)}' if window else ''}"
        case EndPhase():
            return "End the ranged phase"
        case NextTurn():
            sides = state.sides
            return f"Begin the turn of {sides[(sides.index(state.turn) + 1) % len(sides)]}"
        case Protect(unit):
            return f"{f'{unit} tries' if unit else 'Nobody tries'} to Protect{_prospect(state, unit)}"
        case _:
            return str(command)


def _prospect(state: State, unit: str) -> str:
    """What an answer comes to for the opponent."""
    shooting = declared(state)
    if shooting is None:
        return ""
    one = next((one for one in replies(shooting) if (one.protector or "") == unit), None)
    return "" if one is None else f": {one}"
