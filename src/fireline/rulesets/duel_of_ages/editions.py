"""The rulebook, its numbers, and the rulings that a table may play otherwise."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Annotated

from fireline.game.facts import Fact
from fireline.game.numbers import House, Numbers
from fireline.ruling import Rulebook

RULES = Rulebook.load("fireline.rulesets.duel_of_ages")
NUMBERS = Numbers.load("fireline.rulesets.duel_of_ages")


@dataclass(frozen=True, slots=True)
class Edition:
    """How a table plays the open questions; the defaults are Fireline's rulings.  See `options` in the rulebook."""

    walls_lengthen_range: bool = False
    corner_touch_counts: bool = False
    wall_touch_blocks: bool = True
    house: Annotated[House, Fact(unsaid=True)] = NUMBERS.printed
    """The numbers of the rules, with those that the table has changed."""


USUAL = Edition()
