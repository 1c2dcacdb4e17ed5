"""The rulebook, and the rulings that a table may play otherwise."""

from __future__ import annotations

from dataclasses import dataclass

from fireline.ruling import Rulebook

RULES = Rulebook.load("fireline.rulesets.endless_horizons")


@dataclass(frozen=True, slots=True)
class Malfunctions:
    """What a negative effect of each size is; "none" for no malfunction (EHZ-8.2)."""

    minor: str = "failure_to_feed"
    medium: str = "failure_to_eject"
    major: str = "squib"

    def of(self, size: int) -> str:
        """The malfunction of an effect of size 1, 2 or 3."""
        return (self.minor, self.medium, self.major)[size - 1]


USUAL_MALFUNCTIONS = Malfunctions()


@dataclass(frozen=True, slots=True)
class Edition:
    """How a table plays the open questions; the defaults are Fireline's rulings.  See `options` in the rulebook."""

    beyond_range_penalty: int | None = None
    suppression_shots: bool = False
    escalation: bool = False
    malfunctions: Malfunctions = USUAL_MALFUNCTIONS


USUAL = Edition()
