"""What the dice do: a broadside, die by die."""

from __future__ import annotations

from typing import NamedTuple

from fireline.chance import Dice, chance, d6
from fireline.game.command import Shot
from regatta.editions import RULES
from regatta.state import State

HOLES_ON = 5


class Outcome(NamedTuple):
    """What a broadside comes to: holes by the dice, and when the attack is over whether it sank and lost a cannon."""

    holes: int
    sunk: bool
    cannon_lost: bool


@chance(rule=RULES.cite("RGT-2.1"))
def broadside(dice: Dice, cannons: int, left: int) -> Outcome:
    """So many dice at a boat with so many planks left; holes beyond those are none."""
    holes = min(sum(dice.roll(d6) >= HOLES_ON for _ in range(cannons)), left)
    return Outcome(holes, holes >= left, cannon_lost=False)


def ended(before: State, shot: Shot, rolled: Outcome, after: State) -> Outcome:
    """The outcome once the captain has spoken (RGT-3.2)."""
    then, now = before.boat(shot.target), after.boat(shot.target)
    return rolled._replace(sunk=not now.afloat, cannon_lost=now.cannons < then.cannons)
