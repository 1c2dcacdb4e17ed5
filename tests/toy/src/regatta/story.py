"""Events and menus in words."""

from __future__ import annotations

from fireline.game.command import Command, EndPhase, NextTurn, PhaseEnded, Shoot
from fireline.game.event import Event
from fireline.ruling import Explained
from fireline.ruling.prose import listing, plural
from regatta.editions import RULES
from regatta.events import BoatFired, BoatHoled, BoatSank, HolePlugged, WatchBegan
from regatta.prose import title
from regatta.state import State
from regatta.turn import Plug

DICE, SINKS, PLUG, WATCH = (RULES.cite(f"RGT-{id_}") for id_ in ("2.1", "3.1", "3.2", "4.1"))


def narrate(state: State, event: Event) -> tuple[Explained, ...]:
    """The story of an event that happens to this state."""
    match event:
        case BoatFired(boat, at, faces, holes):
            thrown = listing(map(str, faces))
            text = f"{title(state, boat)} fires at {title(state, at)} and rolls {thrown}: {plural(holes, 'hole')}."
            return (Explained(DICE, text),)
        case BoatHoled(boat, holes):
            left = state.boat(boat).planks - state.boat(boat).holes - holes
            return (Explained(SINKS, f"{title(state, boat)} has {plural(left, 'sound plank')} left."),)
        case BoatSank(boat):
            return (Explained(SINKS, f"{title(state, boat)} sinks."),)
        case HolePlugged(boat, overboard):
            done = "throws a cannon overboard and plugs a hole" if overboard else "keeps every cannon"
            return (Explained(PLUG, f"{title(state, boat)} {done}."),)
        case PhaseEnded():
            return (Explained(WATCH, "The watch ends."),)
        case WatchBegan(flag):
            return (Explained(WATCH, f"The watch of {flag} begins."),)
        case _:
            return ()


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
