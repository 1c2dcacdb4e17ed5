"""The chance that units who shoot at one target, one after another, do not hurt it."""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from math import prod

from fireline.chance import odds
from fireline.game.shot import Shot
from fireline.rulesets.blightmeer.prose import headline
from fireline.rulesets.blightmeer.resolution import Volley, fire, volley
from fireline.rulesets.blightmeer.shot import Shooting
from fireline.rulesets.blightmeer.state import State


def missing(state: State, ways: Sequence[tuple[Shot, ...]]) -> Fraction:
    """The chance that nobody hurts the target, whom nobody Protects.

    A shot that does not hurt changes nothing but its shooter, so that the shots are independent of each other.
    """
    return prod((_misses(_best(state, shots)) for shots in ways), start=Fraction(1))


def _best(state: State, shots: Sequence[Shot]) -> Volley:
    """The shot that hurts most likely, from the eyes or from a window: only its chance matters to what follows."""
    return min((volley(_shooting(state, shot)) for shot in shots), key=_misses)


def _shooting(state: State, shot: Shot) -> Shooting:
    return Shooting(state, state.unit(shot.shooter), state.unit(shot.target), peer=shot.details.get("peer"))


def _misses(one: Volley) -> Fraction:
    return 1 - headline(odds(fire, one, "", "")).chance
