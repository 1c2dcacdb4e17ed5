"""The most that one shot is expected to come to, whatever has happened before it: a proven bound for planning."""

from __future__ import annotations

from collections.abc import Mapping
from fractions import Fraction

from fireline.rulesets.ancients.pieces import Symbol
from fireline.rulesets.ancients.rampage import CLOCKWISE, DICE, is_wild
from fireline.rulesets.ancients.state import State, Unit


def upper_bound(state: State, shooter: str) -> Mapping[str, Fraction]:
    """Bounds on the expected fields of an outcome, losses and kills.

    A volley never has more dice than the unit's type has at best: moving, caps and terrain only take some away. Each
    die hits by one symbol of six and is a flag by another, so that n dice hit and flag n/6 times on average. A unit
    loses blocks only if a die was a hit or a flag, by at most 2n/6, and then no more than it has and its leader.
    A leader alone who is missed must flee, and is lost where he cannot. Where the enemy has elephants that rampage, it
    costs no more than the units around and the two behind can lose, and their leaders.
    """
    unit = state.find(shooter)
    dice = max(unit.type.dice) if isinstance(unit, Unit) and unit.type.fires else 0
    each, touched = Fraction(dice, len(Symbol)), min(Fraction(1), Fraction(2 * dice, len(Symbol)))
    blocks = max((one.blocks for one in state.units if isinstance(unit, Unit) and one.side is not unit.side), default=0)
    wild = any(is_wild(state, one) for one in state.units if isinstance(unit, Unit) and one.side is not unit.side)
    lost, gone = (len(CLOCKWISE) * (DICE + 1) + 2 * 2, len(CLOCKWISE) * 2 + 2 * 2) if wild else (0, 0)
    return {
        "hits": each,
        "flags": each,
        "eliminated": max(touched, Fraction(dice > 0)),
        "leader_killed": max(touched, Fraction(dice > 0)),
        "blocks_lost": touched * blocks,
        "losses": max(touched * (blocks + 1 + lost), Fraction(dice > 0)),
        "kills": max(touched * (2 + gone), Fraction(dice > 0)),
    }
