"""The rulebook, its numbers, and the rulings that a table may play otherwise."""

from __future__ import annotations

from dataclasses import asdict, dataclass
from typing import Annotated, Literal

from pydantic import Field

from fireline.game.facts import Fact
from fireline.game.numbers import House, Numbers
from fireline.ruling import Rulebook

RULES = Rulebook.load("fireline.rulesets.endless_horizons")
NUMBERS = Numbers.load("fireline.rulesets.endless_horizons")
WHOLE = Fact(write=lambda one, _: asdict(one))
"""What a battle file says with all that it has, if anything of it is not as usual."""
Effect = Literal["failure_to_feed", "failure_to_eject", "squib", "none"]
Actions = Annotated[int, Fact(least=0, most=99)]


@dataclass(frozen=True, slots=True)
class Malfunctions:
    """What a negative effect of each size is; "none" for no malfunction."""

    minor: Annotated[str, Fact(type=Effect)] = "failure_to_feed"
    """Of a minor effect."""
    medium: Annotated[str, Fact(type=Effect)] = "failure_to_eject"
    """Of a medium one."""
    major: Annotated[str, Fact(type=Effect)] = "squib"
    """Of a major one."""

    def of(self, size: int) -> str:
        """The malfunction of an effect of size 1, 2 or 3."""
        return (self.minor, self.medium, self.major)[size - 1]


CHANGES = "EHZ-6.4."
"""How the addresses of changes begin for which the rules give no number of actions."""


@dataclass(frozen=True, slots=True)
class ActionCosts:
    """The actions that each change takes for which the rules give no number."""

    stance: Actions = int(NUMBERS["EHZ-6.4.stance"].value)
    """A change of stance."""
    fall: Actions = int(NUMBERS["EHZ-6.4.fall"].value)
    """A fall to prone."""
    movement: Actions = int(NUMBERS["EHZ-6.4.movement"].value)
    """Starting or stopping to move."""
    take_cover: Actions = int(NUMBERS["EHZ-6.4.take_cover"].value)
    """Taking cover."""
    leave_cover: Actions = int(NUMBERS["EHZ-6.4.leave_cover"].value)
    """Leaving it."""
    give_up: Actions = int(NUMBERS["EHZ-6.4.give_up"].value)
    """Giving up."""


USUAL_COSTS = ActionCosts()


@dataclass(frozen=True, slots=True)
class Edition:
    """How a table plays the open questions; the defaults are Fireline's rulings.  See `options` in the rulebook."""

    beyond_range_penalty: Annotated[int | None, Fact(least=-100, most=100)] = None
    suppression_shots: bool = False
    escalation: bool = False
    malfunctions: Annotated[Malfunctions, WHOLE] = Malfunctions()
    squib_bursts: Annotated[
        int | None,
        Fact(
            type=Literal["always"] | Annotated[int, Field(ge=0, le=10)],
            read=lambda often, *_: None if often == "always" else often,
            write=lambda tenths, _: "always" if tenths is None else tenths,
        ),
    ] = None
    """The chance in tenths that a bullet fired into a stuck one is a catastrophe; None: always (EHZ-8.1)."""
    action_costs: Annotated[ActionCosts, WHOLE] = USUAL_COSTS
    house: Annotated[House, Fact(unsaid=True)] = NUMBERS.printed
    """The numbers of the rules, with those that the table has changed."""

    def actions(self, address: str) -> int:
        """The actions of a number of the rules; of a change without one as `action_costs` says, if not as printed."""
        change = address.removeprefix(CHANGES)
        said: int | None = getattr(self.action_costs, change, None)
        return self.house[address] if said is None or said == getattr(USUAL_COSTS, change, None) else said


USUAL = Edition()
