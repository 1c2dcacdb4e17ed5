"""The chance that units who shoot at one target, one after another, do not hurt it."""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from functools import lru_cache
from math import prod

from fireline.chance import odds
from fireline.game.shot import Shot
from fireline.rulesets.blightmeer import glimpses
from fireline.rulesets.blightmeer.prose import headline, worth
from fireline.rulesets.blightmeer.resolution import Volley, fire, volley
from fireline.rulesets.blightmeer.shot import Shooting
from fireline.rulesets.blightmeer.state import State


def missing(state: State, ways: Sequence[tuple[Shot, ...]]) -> Fraction:
    """The chance that nobody hurts the target, whom nobody Protects.

    A shot that does not hurt changes nothing but its shooter, so that the shots are independent of each other.
    """
    glimpses.expect_many(state)
    return prod((_misses(_best(state, shots)) for shots in ways), start=Fraction(1))


def _best(state: State, shots: Sequence[Shot]) -> Volley:
    """The shot that is expected to do most, from the eyes or from a window, the first of equally good ones."""
    volleys = [volley(_shooting(state, shot)) for shot in shots]
    if len(volleys) == 1:
        return volleys[0]
    return max(volleys, key=lambda one: odds(fire, one, "", "").mean(lambda outcome: worth(state, shots[0], outcome)))


def _shooting(state: State, shot: Shot) -> Shooting:
    return Shooting(state, state.unit(shot.shooter), state.unit(shot.target), peer=shot.details.get("peer"))


@lru_cache(maxsize=1 << 10)
def _misses(one: Volley) -> Fraction:
    return 1 - headline(odds(fire, one, "", "")).chance
