"""The chance that people who shoot at one target, one after another, do not hit it."""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from functools import partial
from math import prod

from fireline.game.shot import Shot
from fireline.rulesets.endless_horizons.prose import odds
from fireline.rulesets.endless_horizons.rows import Rows
from fireline.rulesets.endless_horizons.shot import declare
from fireline.rulesets.endless_horizons.state import State


def missing(state: State, ways: Sequence[tuple[Shot, ...]]) -> Fraction | None:
    """The chance that nobody hits; None where somebody suppresses, or acts in an order.

    Otherwise a miss changes nothing but its shooter, so that the shots are independent of each other.
    """
    if state.round.order or any(unit.suppressing for unit in state.units):
        return None
    target = ways[0][0].target
    rows = Rows(state, frozenset({target}))
    each = (rows.misses(state.unit(shots[0].shooter), target, partial(_best, state, shots)) for shots in ways)
    return prod(each, start=Fraction(1))


def _best(state: State, shots: Sequence[Shot]) -> Fraction:
    """The chance that the shot with the most expected hits does not hit, the first of equally good ones."""
    outcomes = [odds(declare(state, shot)) for shot in shots]
    best = max(outcomes, key=lambda one: one.mean(lambda outcome: outcome.hits))
    return best.probability(lambda outcome: outcome.hits == 0)
