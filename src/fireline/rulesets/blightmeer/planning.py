"""What plans and threat maps must know: what one shot may come to at most, who is in contact, who misses."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from fractions import Fraction
from math import prod

from fireline.game.shot import Shot
from fireline.rulesets.blightmeer.editions import Critical
from fireline.rulesets.blightmeer.prose import headline
from fireline.rulesets.blightmeer.protect import odds_of
from fireline.rulesets.blightmeer.resolution import CHECKS
from fireline.rulesets.blightmeer.shot import declare
from fireline.rulesets.blightmeer.state import State

TOUCH = Fraction(1, 100)
"""So near, in inches, do bases touch."""


def upper_bound(state: State, shooter: str) -> Mapping[str, Fraction]:
    """Bounds on the expected fields of an outcome, losses and kills: what no throw can surpass.

    One unit is hit, loses no more Wounds than it has, and leaves the game at most once. Wounds only grow less.
    A critical gives two attacks, or a chain whose hits are counted to one more than the target's Wounds.
    """
    unit = state.find(shooter)
    armed = unit is not None and unit.weapon is not None and unit.ranged is not None
    wounds = max((one.wounds for one in state.standing if unit and one.side != unit.side), default=0) if armed else 0
    edition = state.edition
    checks = edition.house[CHECKS] if edition.critical is Critical.TWO_CHECKS else 2
    return {
        "wounds_lost": Fraction(wounds),
        "attacks_hit": Fraction(max(checks, wounds + 1) if armed else 0),
        "losses": Fraction(wounds),
        "kills": Fraction(armed),
    }


def contact(state: State, unit: str) -> Iterator[str]:
    """The enemies whose bases touch a model's, as nearly as places are written, with whom it is in melee (BLM-1.1)."""
    model = state.unit(unit)
    enemies = (other for other in state.standing if other.side != model.side)
    yield from (other.id for other in enemies if model.gap(other).within(TOUCH))


def missing(state: State, ways: Sequence[tuple[Shot, ...]]) -> Fraction:
    """The chance that nobody hurts the target, whom nobody Protects.

    A shot that does not hurt changes nothing but its shooter, so that the shots are independent of each other.
    """
    misses = ([1 - headline(odds_of(declare(state, shot))).chance for shot in shots] for shots in ways)
    return prod(map(min, misses), start=Fraction(1))
