"""The most that one shot is expected to come to, whatever has happened before it: a proven bound for planning."""

from __future__ import annotations

from collections.abc import Mapping
from fractions import Fraction

from fireline.rulesets.endless_horizons.resolution import MOST_DICE
from fireline.rulesets.endless_horizons.state import State


def upper_bound(state: State, shooter: str) -> Mapping[str, Fraction]:
    """Bounds on the expected fields of an outcome, losses and kills: what no throw can surpass.

    No more bullets hit or are fired than any weapon of the shooter's can hold or holds, for it may reload and draw; the
    effect is at most the number of dice. A shot puts one enemy out of the fight at most, and none of those who take any
    number of hits.
    """
    unit = state.find(shooter)
    weapons = (unit.weapon, *(one.weapon for one in unit.carried)) if unit else ()
    loaded = Fraction(max((max(one.loaded, one.model.capacity) for one in weapons if one), default=0))
    kills = Fraction(any(enemy.hits_to_stop is not None for enemy in state.enemies(unit)) if unit else 0)
    return {"hits": loaded, "fired": loaded, "effect": Fraction(MOST_DICE), "losses": loaded, "kills": kills}
