"""The most that one shot is expected to come to, whatever has happened before it: a proven bound for planning."""

from __future__ import annotations

from collections.abc import Mapping
from fractions import Fraction

from fireline.rulesets.duel_of_ages.state import State


def upper_bound(state: State, shooter: str) -> Mapping[str, Fraction]:
    """Bounds on the expected fields of an outcome, losses and kills: what no card can surpass.

    A shot wounds one hero by the weapon's wounds and what the best card of the deck adds at any difference.
    """
    hero = state.find(shooter)
    if hero is None or not hero.weapons:
        return dict.fromkeys(("wounds", "hit", "defeated", "losses", "kills"), Fraction(0))
    best_card = max(max(card.damage) for card in state.pile(hero.team).list.cards)
    wounds = Fraction(max(0, max(weapon.wounds for weapon in hero.weapons) + best_card))
    return {"wounds": wounds, "hit": Fraction(1), "defeated": Fraction(1), "losses": wounds, "kills": Fraction(1)}
