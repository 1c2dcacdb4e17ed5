"""What a search over a watch must know: the most that a shot comes to, whose watch it is, and the shots left."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from fractions import Fraction

from regatta.events import WatchBegan
from regatta.state import State

HIT = Fraction(1, 3)
"""Two faces of six."""


def upper_bound(state: State, shooter: str) -> Mapping[str, Fraction]:
    """Bounds on the expected fields of an outcome, losses and kills.

    A boat throws at most a die for each cannon it has now, for cannons only become fewer; each die is a hole by two
    faces of six. A boat sinks, or throws a cannon overboard, only if some die was a hole.
    """
    boat = state.find(shooter)
    cannons = boat.cannons if boat else 0
    some = min(Fraction(1), cannons * HIT)
    return {"holes": cannons * HIT, "sunk": some, "cannon_lost": some, "losses": cannons * HIT, "kills": some}


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
