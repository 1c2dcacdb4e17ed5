"""The watch: who lies along the quay, who may say what, and what it makes happen."""

from __future__ import annotations

from collections.abc import Iterator

from fireline.chance import Dice, with_faces
from fireline.game.command import Command, Shot
from fireline.game.event import Event
from fireline.game.facts import view_of
from fireline.game.ruleset import Phases, Turn, UnitView
from fireline.ruling import Refusal, total
from regatta.editions import RULES
from regatta.events import BoatFired, BoatHoled, BoatSank, HolePlugged, PhaseEnded, WatchBegan
from regatta.modifiers import modifiers
from regatta.prose import title
from regatta.resolution import broadside
from regatta.shot import Shooting
from regatta.state import Boat, State

WATCH, PLUG = RULES.cite("RGT-1.1"), RULES.cite("RGT-3.2")
RULES.cite("RGT-3.1")


class Plug(Command):
    """A captain's word: a cannon overboard for a hole, or not."""

    boat: str
    overboard: bool

    def label(self, state: State) -> str:
        word = "plug a hole, a cannon overboard" if self.overboard else "keep every cannon"
        return f"{title(state, self.boat)}: {word}"

    def refusals(self, state: State) -> tuple[Refusal, ...]:
        if state.over:
            return (Refusal(WATCH, "The watch is over."),)
        leaks = self.boat and self.boat == state.leaking
        return () if leaks else (Refusal(PLUG, "The boat has no hole to plug now."),)

    def happens(self, state: State, dice: Dice) -> tuple[Event, ...]:
        return (HolePlugged(self.boat, self.overboard),)


def answers(state: State) -> tuple[Command, ...]:
    """A captain's words, keeping the cannon first, as captains do."""
    return tuple(Plug(state.leaking, overboard) for overboard in (False, True)) if state.leaking else ()


def _leaks(state: State) -> tuple[Refusal, ...]:
    leaking = f"{state.boat(state.leaking)} is leaking; its captain speaks first." if state.leaking else ""
    return (Refusal(PLUG, leaking),) if leaking else ()


def _next_watch(state: State) -> tuple[Event, ...]:
    flags = state.flags
    return (WatchBegan(flags[(flags.index(state.watch) + 1) % len(flags)]),)


PHASES = Phases[State](
    name="watch",
    rule=WATCH,
    end=lambda _: "End the watch",
    ended=lambda _: (PhaseEnded(),),
    unfinished=_leaks,
    next_rule=RULES.cite("RGT-4.1"),
    next=lambda _: "Begin the next watch",
    begun=_next_watch,
)


def units(state: State) -> tuple[UnitView, ...]:
    """Every boat, wrecks too."""
    return tuple(_view(boat) for boat in state.boats)


def _view(boat: Boat) -> UnitView:
    return view_of(boat, boat.flag, str(boat.berth), boat.planks - boat.holes, out=not boat.afloat)


def turn(state: State) -> Turn:
    """The flag that has the watch."""
    return Turn(state.watch, f"{state.watch} has the watch", over=state.over, data={"watch": state.watch})


def shot_label(state: State, shot: Shot) -> str:
    """A shot as a menu shows it."""
    return f"{title(state, shot.shooter)} fires at {title(state, shot.target)}"


def decision_owner(state: State) -> str | None:
    """The flag whose captain must speak."""
    return state.boat(state.leaking).flag if state.leaking else None


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
