"""The ruling in words, and its odds."""

from __future__ import annotations

from collections.abc import Mapping
from fractions import Fraction

from fireline.chance import Dist
from fireline.chance import odds as weigh
from fireline.game.odds import Headline
from fireline.ruling import Explained, Ruling, total
from fireline.ruling.prose import plural
from regatta import legality
from regatta.editions import RULES
from regatta.modifiers import modifiers
from regatta.resolution import Outcome, broadside
from regatta.shot import LINE, Shooting
from regatta.state import State

REACH, DICE = RULES.cite("RGT-1.2"), RULES.cite("RGT-2.1")
HULL, CANNON = 4, Fraction(1, 2)


def rule(shooting: Shooting) -> Ruling:
    """The ruling on a shot."""
    state, lines = shooting.state, modifiers(shooting)
    dice = total(lines)
    far = plural(shooting.distance, "berth")
    return Ruling(
        title=f"{shooting.shooter} > {shooting.target}",
        refusals=legality.refusals(shooting),
        line_of_sight=shooting.sight,
        cover=None,
        modifiers=lines,
        summary={"distance": shooting.distance, "reach": state.reach, "dice": dice},
        steps=(
            Explained(REACH, f"Distance {far}, reach {state.reach}."),
            Explained(LINE, f"Line of fire {shooting.sight}."),
            Explained(DICE, f"{plural(dice, 'die', 'dice')}; a 5 or a 6 is a hole."),
        ),
        sum_name="dice",
    )


def odds(shooting: Shooting) -> Dist[Outcome]:
    """The exact odds of the dice of a legal shot."""
    target = shooting.target
    return weigh(broadside, total(modifiers(shooting)), target.planks - target.holes)


def headline(outcomes: Dist[Outcome]) -> Headline:
    """At least one hole."""
    return Headline("at least one hole", outcomes.probability(lambda outcome: outcome.holes > 0), "holes")


def material(state: State) -> Mapping[str, Fraction]:
    """A hull for each boat afloat, its sound planks, and half as much for each cannon."""
    left = dict.fromkeys(state.flags, Fraction(0))
    for boat in state.boats:
        if boat.afloat:
            left[boat.flag] += HULL + boat.planks - boat.holes + CANNON * boat.cannons
    return left


def title(state: State, id_: str) -> str:
    """A boat as people call it."""
    return str(state.find(id_) or id_)
