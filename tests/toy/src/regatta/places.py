"""Where boats lie along the quay, and the battle with one of them elsewhere."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from fractions import Fraction
from typing import Any

from fireline.game.command import Move
from fireline.game.entries import one_of
from fireline.game.errors import BattleFileError
from fireline.game.places import Mark, Moving, Places, marked, marks, moving, no_numbers, refused
from regatta.battlefile import check_berth
from regatta.editions import RULES
from regatta.state import Boat, State


class Berths(Places[State]):
    """Places are berths, named by their numbers."""

    measure = "berths"
    rule = RULES.cite("RGT-4.1")

    def at(self, state: State, unit: str) -> str:
        """The berth it lies at."""
        return str(_boat(state, unit).berth)

    def all(self, state: State, unit: str, step: Fraction | None = None) -> tuple[str, ...]:
        """Every berth of the quay."""
        _boat(state, unit)
        return tuple(str(berth) for berth in range(1, state.quay + 1))

    def steps(self, state: State, unit: str) -> tuple[str, ...]:
        """The berths to the left and right."""
        here = _boat(state, unit).berth
        return tuple(str(berth) for berth in (here - 1, here + 1) if 1 <= berth <= state.quay)

    def between(self, state: State, one: str, other: str) -> float:
        """How many berths on."""
        return abs(int(one) - int(other))

    def put(self, state: State, unit: str, place: str) -> State:
        """The battle with it at another berth, if that is free."""
        boat = _boat(state, unit)
        one_of(place, self.all(state, unit), "berth of this quay", "place")
        if int(place) == boat.berth:
            return state
        if state.leaking:
            raise refused(unit, place, f"{state.leaking} is leaking, and its captain speaks first")
        try:
            check_berth(int(place), state.quay, state.boats, "place")
        except BattleFileError as wrong:
            raise refused(unit, place, wrong.problem) from None
        return state.with_(replace(boat, berth=int(place)))

    def move(self, state: State, move: Move) -> Moving:
        """A boat may change its berth at any time, and nobody counts it."""
        no_numbers(move)
        return moving(self, state, move)

    def marks(self, state: State, unit: str) -> tuple[Mark, ...]:
        """Whether it has fired, its cannons and its holes; of a boat that leaks none until its captain has spoken."""
        boat = _boat(state, unit)
        known = marks(boat, holes=(0, boat.planks))
        return tuple(mark for mark in known if mark.name == "fired") if state.leaking == unit else known

    def mark(self, state: State, unit: str, marks: Mapping[str, Any]) -> State:
        """The battle with these marks on a boat."""
        return state.with_(marked(_boat(state, unit), self.marks(state, unit), marks))


PLACES = Berths()


def _boat(state: State, id_: str) -> Boat:
    one_of(id_, [boat.id for boat in state.boats], "boat of this battle", "unit")
    return state.boat(id_)
