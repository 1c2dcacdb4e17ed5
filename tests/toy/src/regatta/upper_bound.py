"""The most that one shot may be expected to come to, whatever has happened before it: a proven bound for planning."""

from __future__ import annotations

from collections.abc import Mapping
from fractions import Fraction

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
