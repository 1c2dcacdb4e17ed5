"""The rulebook, and the rulings that a table may play otherwise."""

from __future__ import annotations

from dataclasses import dataclass

from fireline.ruling import Rulebook

RULES = Rulebook.load("fireline.rulesets.duel_of_ages")


@dataclass(frozen=True, slots=True)
class Edition:
    """How a table plays the open questions; the defaults are Fireline's rulings.  See `options` in the rulebook."""

    walls_lengthen_range: bool = False
    corner_touch_counts: bool = False
    wall_touch_blocks: bool = True


USUAL = Edition()
