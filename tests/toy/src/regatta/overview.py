"""Who lies along the quay, whose watch it is, and what may be said, for those who know no game."""

from __future__ import annotations

from fireline.game.command import Command, EndPhase, NextTurn, Shoot
from fireline.game.facts import flags
from fireline.game.roster import Turn, UnitView
from regatta.prose import title
from regatta.state import State
from regatta.turn import Plug


def units(state: State) -> tuple[UnitView, ...]:
    """Every boat, wrecks too."""
    return tuple(
        UnitView(
            boat.id,
            str(boat),
            boat.flag,
            str(boat.berth),
            out=not boat.afloat,
            left=boat.planks - boat.holes,
            flags=flags(boat),
        )
        for boat in state.boats
    )


def turn(state: State) -> Turn:
    """The flag that has the watch."""
    return Turn(state.watch, f"{state.watch} has the watch", over=state.over, data={"watch": state.watch})


def label(state: State, command: Command) -> str:
    """A command as a menu shows it."""
    match command:
        case Shoot(shot):
            return f"{title(state, shot.shooter)} fires at {title(state, shot.target)}"
        case Plug(boat, overboard):
            return f"{title(state, boat)}: {'plug a hole, a cannon overboard' if overboard else 'keep every cannon'}"
        case EndPhase():
            return "End the watch"
        case NextTurn():
            return "Begin the next watch"
        case _:
            return str(command)
