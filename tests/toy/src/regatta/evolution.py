"""The state after an event."""

from __future__ import annotations

from dataclasses import replace

from fireline.game.command import MovedByHand, PhaseEnded
from fireline.game.event import Event
from fireline.game.places import moved_by_hand
from regatta.battlefile import leaks
from regatta.events import BoatFired, BoatHoled, BoatSank, HolePlugged, WatchBegan
from regatta.places import BERTHS
from regatta.state import State


def evolve(state: State, event: Event) -> State:
    """The state after an event."""
    match event:
        case BoatFired(boat):
            return state.with_(replace(state.boat(boat), fired=True))
        case BoatHoled(boat, holes):
            holed = replace(state.boat(boat), holes=state.boat(boat).holes + holes)
            return replace(state.with_(holed), leaking=boat if leaks(holed) else "")
        case BoatSank():
            return state
        case HolePlugged(boat, overboard):
            one = state.boat(boat)
            spoken = replace(state, leaking="")
            return spoken.with_(replace(one, holes=one.holes - 1, cannons=one.cannons - 1)) if overboard else spoken
        case PhaseEnded():
            return replace(state, over=True)
        case WatchBegan(flag):
            boats = tuple(replace(boat, fired=False) for boat in state.boats)
            return replace(state, boats=boats, watch=flag, over=False)
        case MovedByHand():
            return moved_by_hand(BERTHS, state, event)
        case _:
            raise TypeError(f"{event} is no event of this game")
