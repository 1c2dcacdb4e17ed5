"""The Improvement Deck: what is left in it, and the draw for an enemy Incapacitated (BLM-7.10)."""

from __future__ import annotations

from collections.abc import Iterator

from fireline.chance import Deck, Dice, chance, with_faces
from fireline.rulesets.blightmeer.editions import RULES
from fireline.rulesets.blightmeer.events import ImprovementDrawn
from fireline.rulesets.blightmeer.pieces import IMPROVEMENTS
from fireline.rulesets.blightmeer.state import State

OWN = tuple(Deck(IMPROVEMENTS))
"""Fireline's own deck, card by card."""


def cards(state: State) -> tuple[str, ...]:
    """The cards left in the deck."""
    return OWN if state.deck is None else state.deck


@chance(rule=RULES.cite("BLM-7.10"))
def draw(dice: Dice, deck: Deck[str]) -> str:
    """The top card."""
    return deck.draw(dice)[0]


def drawn_for(state: State, side: str, dice: Dice) -> Iterator[ImprovementDrawn]:
    """The card that a side draws, if there is one left."""
    if left := cards(state):
        card, _ = with_faces(dice, draw, Deck(left))
        yield ImprovementDrawn(side, card)
