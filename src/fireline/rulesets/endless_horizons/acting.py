"""Acting in the round: what every command of somebody asks, whatever he is to do."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property

from fireline.rulesets.endless_horizons import legality
from fireline.rulesets.endless_horizons.commands import Doing, StopSuppressing, cost, named
from fireline.rulesets.endless_horizons.editions import RULES
from fireline.rulesets.endless_horizons.state import State, Unit, Weapon
from fireline.ruling import Checks
from fireline.ruling.prose import plural


@dataclass(frozen=True)
class Acting:
    """A command with everything the rules ask about it."""

    state: State
    command: Doing

    @cached_property
    def unit(self) -> Unit:
        """Who is to do it."""
        return named(self.state, self.command.unit)

    @cached_property
    def weapon(self) -> Weapon | None:
        """The weapon in hand."""
        return self.unit.weapon

    @cached_property
    def gun(self) -> Weapon | None:
        """The firearm in hand."""
        return self.unit.gun

    @cached_property
    def actions(self) -> int:
        """The actions it takes."""
        return cost(self.state, self.command)


refusals = Checks[Acting](RULES)


@refusals.rule("EHZ-6.3")
def round_goes_on(acting: Acting) -> str | None:
    """Actions are taken in a round."""
    return legality.over(acting.state)


@refusals.rule("EHZ-6.3")
def is_their_turn(acting: Acting) -> str | None:
    """Actions are taken in one's own turn; suppression ends whenever the suppressor likes."""
    free = isinstance(acting.command, StopSuppressing)
    return None if free else legality.not_the_turn_of(acting.state, acting.unit)


@refusals.rule("EHZ-1.4")
def is_in_the_fight(acting: Acting) -> str | None:
    """Whoever is out of the fight does nothing more."""
    return legality.out_of_the_fight(acting.unit)


@refusals.rule("EHZ-4.3")
def has_the_actions(acting: Acting) -> str | None:
    """What is done takes actions, where they are counted."""
    left, wanted = acting.unit.actions, acting.actions
    if left is None or wanted <= left:
        return None
    return f"It takes {plural(wanted, 'action')}; {acting.unit} has {left} left."
