"""The rulebook, its numbers, and the rulings that a table may play otherwise."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Annotated

from fireline.game.facts import Fact
from fireline.game.numbers import House, Numbers
from fireline.ruling import Rulebook

RULES = Rulebook.load("fireline.rulesets.ancients")
NUMBERS = Numbers.load("fireline.rulesets.ancients")


@dataclass(frozen=True, slots=True)
class Edition:
    """How a table plays the open questions; the defaults are Fireline's rulings.  See `options` in the rulebook."""

    lone_leader_pins: bool = False
    lone_leader_is_target: bool = True
    staggered_edges_block: bool = True
    half_hexes_block: bool = True
    corner_touch_blocks: bool = False
    green_circles_fire: bool = False
    entered_terrain_stops_fire: bool = True
    rampage: bool = True
    house: Annotated[House, Fact(unsaid=True)] = NUMBERS.printed
    """The numbers of the rules, with those that the table has changed."""
