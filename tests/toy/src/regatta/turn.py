"""The watch: who may say what, and what it makes happen."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace

from fireline.chance import Dice, with_faces
from fireline.game.command import Command, EndPhase, NextTurn
from fireline.game.event import Event
from fireline.ruling import Refusal, total
from regatta.editions import RULES
from regatta.events import BoatFired, BoatHoled, BoatSank, HolePlugged, PhaseEnded, WatchBegan
from regatta.modifiers import modifiers
from regatta.resolution import broadside
from regatta.shot import Shooting
from regatta.state import State

WATCH, PLUG, NEXT = RULES.cite("RGT-1.1"), RULES.cite("RGT-3.2"), RULES.cite("RGT-4.1")
RULES.cite("RGT-3.1")


@dataclass(frozen=True, slots=True)
class Plug(Command):
    """A captain's word: a cannon overboard for a hole, or not."""

    boat: str
    overboard: bool


def decision_owner(state: State) -> str | None:
    """The flag whose captain must speak."""
    return state.boat(state.leaking).flag if state.leaking else None


def orders(state: State) -> tuple[Command, ...]:
    """What may be said now besides shots; of a captain's words keeping the cannon first, as captains do."""
    if state.over:
        return (NextTurn(),)
    if state.leaking:
        return (Plug(state.leaking, overboard=False), Plug(state.leaking, overboard=True))
    return (EndPhase(),)


def shooters(state: State) -> tuple[str, ...]:
    """Every boat of the watch, able to fire or not."""
    return tuple(boat.id for boat in state.boats if boat.flag == state.watch)


def targets(state: State, shooter: str) -> tuple[str, ...]:
    """Every boat of another flag that is afloat."""
    boat = state.find(shooter)
    flag = boat.flag if boat else state.watch
    return tuple(one.id for one in state.boats if one.flag != flag and one.afloat)


def with_turn_of(state: State, shooter: str) -> State:
    """The watch of a boat's flag as it begins."""
    boat = state.find(shooter)
    if boat is None or (boat.flag == state.watch and not state.over and not state.leaking):
        return state
    return WatchBegan(boat.flag).after(replace(state, leaking=""))


def shots_left(state: State, shooter: str) -> int:
    """One a watch."""
    boat = state.find(shooter)
    return int(boat is not None and not boat.fired)


def refusals(state: State, command: Command) -> tuple[Refusal, ...]:
    """Every reason against a command that is no shot."""
    match command:
        case NextTurn():
            return () if state.over else (Refusal(NEXT, "The watch is not over."),)
        case _ if state.over:
            return (Refusal(WATCH, "The watch is over."),)
        case Plug(boat):
            return () if boat == state.leaking and boat else (Refusal(PLUG, "The boat has no hole to plug now."),)
        case EndPhase() if state.leaking:
            return (Refusal(PLUG, f"{state.boat(state.leaking)} is leaking; its captain speaks first."),)
        case EndPhase():
            return ()
        case _:
            return (Refusal(WATCH, "That is no command of this game."),)


def decide(state: State, command: Command, dice: Dice) -> tuple[Event, ...]:
    """What any other legal command makes happen."""
    match command:
        case Plug(boat, overboard):
            return (HolePlugged(boat, overboard),)
        case NextTurn():
            flags = state.flags
            return (WatchBegan(flags[(flags.index(state.watch) + 1) % len(flags)]),)
        case _:
            return (PhaseEnded(),)


def shoot(shooting: Shooting, dice: Dice) -> tuple[Event, ...]:
    """What a legal broadside makes happen."""
    return tuple(_fire(shooting, dice))


def _fire(shooting: Shooting, dice: Dice) -> Iterator[Event]:
    target = shooting.target
    left = target.planks - target.holes
    outcome, faces = with_faces(dice, broadside, total(modifiers(shooting)), left)
    yield BoatFired(shooting.shooter.id, target.id, faces, outcome.holes)
    if outcome.holes:
        yield BoatHoled(target.id, outcome.holes)
    if outcome.sunk:
        yield BoatSank(target.id)
