"""What can happen, in the past tense: what it does, tells and costs."""

from __future__ import annotations

from dataclasses import replace

from fireline.game import command
from fireline.game.event import Damage, Event, Kind, Loss
from fireline.ruling import Explained
from fireline.ruling.prose import listing, plural
from regatta.battlefile import leaks
from regatta.editions import RULES
from regatta.prose import title
from regatta.state import State

DICE, SINKS, PLUG, WATCH = (RULES.cite(f"RGT-{id_}") for id_ in ("2.1", "3.1", "3.2", "4.1"))
HOLES = Damage("holes", Kind.HARM, one="hole")
SUNK = Damage("sunk", Kind.OUT)
OVERBOARD = Damage("cannons", Kind.OTHER, one="cannon")


class BoatFired(Event):
    """A boat has fired and thrown these faces."""

    boat: str
    at: str
    faces: tuple[int, ...]
    holes: int

    def after(self, state: State) -> State:
        return state.with_(replace(state.boat(self.boat), fired=True))

    def story(self, state: State) -> tuple[Explained, ...]:
        fires = f"{title(state, self.boat)} fires at {title(state, self.at)} and rolls {listing(map(str, self.faces))}"
        return (Explained(DICE, f"{fires}: {plural(self.holes, 'hole')}."),)


class BoatHoled(Event):
    """A boat has so many holes more; afloat, its captain may plug one."""

    boat: str
    holes: int

    def after(self, state: State) -> State:
        holed = replace(state.boat(self.boat), holes=state.boat(self.boat).holes + self.holes)
        return replace(state.with_(holed), leaking=self.boat if leaks(holed) else "")

    def story(self, state: State) -> tuple[Explained, ...]:
        left = state.boat(self.boat).planks - state.boat(self.boat).holes - self.holes
        return (Explained(SINKS, f"{title(state, self.boat)} has {plural(left, 'sound plank')} left."),)

    def losses(self) -> tuple[Loss, ...]:
        return (Loss(self.boat, HOLES, self.holes),)


class BoatSank(Event):
    """A boat is gone."""

    takes = SUNK

    boat: str

    def story(self, state: State) -> tuple[Explained, ...]:
        return (Explained(SINKS, f"{title(state, self.boat)} sinks."),)


class HolePlugged(Event):
    """A captain has spoken: a cannon went overboard, or not."""

    boat: str
    overboard: bool

    def after(self, state: State) -> State:
        one, spoken = state.boat(self.boat), replace(state, leaking="")
        if not self.overboard:
            return spoken
        return spoken.with_(replace(one, holes=one.holes - 1, cannons=one.cannons - 1))

    def story(self, state: State) -> tuple[Explained, ...]:
        done = "throws a cannon overboard and plugs a hole" if self.overboard else "keeps every cannon"
        return (Explained(PLUG, f"{title(state, self.boat)} {done}."),)

    def losses(self) -> tuple[Loss, ...]:
        return (Loss(self.boat, OVERBOARD),) if self.overboard else ()


class PhaseEnded(command.PhaseEnded):
    """The watch has ended."""

    def after(self, state: State) -> State:
        return replace(state, over=True)

    def story(self, state: State) -> tuple[Explained, ...]:
        return (Explained(WATCH, "The watch ends."),)


class WatchBegan(Event):
    """The watch of a flag begins."""

    flag: str

    def after(self, state: State) -> State:
        boats = tuple(replace(boat, fired=False) for boat in state.boats)
        return replace(state, boats=boats, watch=self.flag, over=False)

    def story(self, state: State) -> tuple[Explained, ...]:
        return (Explained(WATCH, f"The watch of {self.flag} begins."),)
