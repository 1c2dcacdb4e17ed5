"""The most that one shot is expected to come to, whatever has happened before it: a proven bound for planning."""

from __future__ import annotations

from collections.abc import Mapping
from fractions import Fraction

from fireline.rulesets.blightmeer.state import State


def upper_bound(state: State, shooter: str) -> Mapping[str, Fraction]:
    """Bounds on the expected fields of an outcome, losses and kills: what no throw can surpass.

    One unit is hit, loses no more Wounds than it has, and leaves the game at most once. Wounds only grow less.
    A critical gives two attacks, or a chain whose hits are counted to one more than the target's Wounds.
    """
    unit = state.find(shooter)
    armed = unit is not None and unit.weapon is not None and unit.ranged is not None
    wounds = max((one.wounds for one in state.standing if unit and one.side != unit.side), default=0) if armed else 0
    return {
        "wounds_lost": Fraction(wounds),
        "attacks_hit": Fraction(max(2, wounds + 1) if armed else 0),
        "losses": Fraction(wounds),
        "kills": Fraction(armed),
    }
