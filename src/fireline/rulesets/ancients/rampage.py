"""Rampage: whom an elephant tramples before it retreats, and who pays where units block its way (CCA-7.1)."""

from __future__ import annotations

from collections.abc import Iterator

from fireline.chance import Dice, chance
from fireline.geometry.hexes import HEXSIDES, Hex
from fireline.rulesets.ancients.editions import RULES
from fireline.rulesets.ancients.pieces import Symbol
from fireline.rulesets.ancients.resolution import reads
from fireline.rulesets.ancients.state import RetreatDue, State, Unit

RAMPAGES = RULES.cite("CCA-7.1")
DICE = 2
CLOCKWISE = tuple(HEXSIDES[side] for side in ("NE", "E", "SE", "SW", "W", "NW"))


@chance(rule=RAMPAGES)
def tramples(dice: Dice, hits_on: Symbol) -> int:
    """The dice of a rampage against one unit: only the symbol of its class hits."""
    return sum(reads(dice, hits_on)[0] for _ in range(DICE))


def is_wild(state: State, unit: Unit) -> bool:
    """Whether the unit is one that rampages, and the table plays it so."""
    return unit.type.rampages and state.edition.rampage


def must_rampage(state: State, due: RetreatDue) -> bool:
    """Whether the unit rampages before it retreats: once, and only with somebody around."""
    unit = state.unit(due.id)
    return due.rampaged is None and is_wild(state, unit) and any(True for _ in trampled(state, unit))


def trampled(state: State, unit: Unit) -> Iterator[Unit]:
    """The units around, friend or foe, clockwise from the upper right."""
    for step in CLOCKWISE:
        if other := state.unit_at(unit.hex.plus(step)):
            yield other


def price(state: State, unit: Unit, last: Hex, short: int) -> tuple[tuple[Unit, int], ...]:
    """Who loses how many blocks for a retreat that ends so many hexes short (CCA-7).

    The unit itself; but units that block the way of one that rampages lose one block each in its place.
    """
    if not short:
        return ()
    if is_wild(state, unit):
        ahead = (state.unit_at(last.plus(step)) for step in unit.side.homeward)
        if blocking := tuple((other, 1) for other in ahead if other):
            return blocking
    return ((unit, min(short, unit.blocks)),)
