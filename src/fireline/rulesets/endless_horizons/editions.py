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
class ActionCosts:
    """The actions that each change takes which the rules give no number for (EHZ-6.4)."""

    stance: int = 1
    fall: int = 0
    movement: int = 1
    take_cover: int = 1
    leave_cover: int = 1
    give_up: int = 1


USUAL_COSTS = ActionCosts()


@dataclass(frozen=True, slots=True)
class Edition:
    """How a table plays the open questions; the defaults are Fireline's rulings.  See `options` in the rulebook."""

    beyond_range_penalty: int | None = None
    suppression_shots: bool = False
    escalation: bool = False
    malfunctions: Malfunctions = USUAL_MALFUNCTIONS
    squib_bursts: int | None = None
    """The chance in tenths that a bullet fired into a stuck one is a catastrophe; None: always (EHZ-8.1)."""
    action_costs: ActionCosts = USUAL_COSTS


USUAL = Edition()
