"""Protect as a decision of the opponent: who may try, what each try would come to, and the best reply (BLM-4.2)."""

from __future__ import annotations

from dataclasses import dataclass, replace
from fractions import Fraction
from typing import Any

from fireline.chance import Dist
from fireline.chance import odds as weigh
from fireline.game.command import Command
from fireline.rulesets.blightmeer.pieces import WORTH, Injury
from fireline.rulesets.blightmeer.resolution import Outcome, Volley, fire, volley
from fireline.rulesets.blightmeer.shot import Shooting
from fireline.rulesets.blightmeer.state import State
from fireline.ruling.prose import percent


@dataclass(frozen=True, slots=True)
class Protect(Command):
    """The opponent names the ally that tries to Protect the target, "" for nobody."""

    unit: str = ""


@dataclass(frozen=True, slots=True)
class Reply:
    """One answer of the opponent and what it comes to for him.

    `incapacitated` is the chance that whoever is shot at in the end is put out of the game, `wounds` the expected
    Wounds lost, `lost` those and what new injuries weigh (`WORTH`).
    """

    protector: str | None
    incapacitated: Fraction
    wounds: Fraction
    lost: Fraction

    def __str__(self) -> str:
        return f"Incapacitated {percent(self.incapacitated)}, {float(self.wounds):.2f} Wounds expected"

    def data(self) -> dict[str, Any]:
        """The reply as it stands in a JSON answer."""
        return {"protector": self.protector, "incapacitated": str(self.incapacitated), "wounds": str(self.wounds)}


def odds_of(shooting: Shooting) -> Dist[Outcome]:
    """The exact odds of a legal shot, with the Morale Check of the protector it names."""
    return weigh(fire, *attack_of(shooting))


def attack_of(shooting: Shooting) -> tuple[Volley, str, str]:
    """What the program of a ranged attack is told of a shot."""
    return volley(shooting), shooting.target.id, shooting.protector.id if shooting.protector else ""


def replies(shooting: Shooting) -> tuple[Reply, ...]:
    """What the opponent may answer to a legal shot: nobody first, then each possible protector."""
    answers = (replace(shooting, protector=ally) for ally in (None, *shooting.protectors))
    return tuple(_reply(one) for one in answers)


def best_reply(answers: tuple[Reply, ...]) -> Reply:
    """The one that is expected to lose the least; the first of equally good ones."""
    return min(answers, key=lambda reply: reply.lost)


def declared(state: State) -> Shooting | None:
    """The shot that waits for the opponent's answer."""
    due = state.due
    if due is None:
        return None
    return Shooting(state, state.unit(due.shooter), state.unit(due.target), peer=due.peer, undecided=True)


def _reply(shooting: Shooting) -> Reply:
    outcomes = odds_of(shooting)
    out = outcomes.probability(lambda outcome: outcome.injury == str(Injury.INCAPACITATED))
    wounds = outcomes.mean(lambda outcome: outcome.wounds_lost)
    lost = wounds + outcomes.mean(lambda outcome: _weight(shooting.state, outcome))
    return Reply(shooting.protector.id if shooting.protector else None, out, wounds, lost)


def _weight(state: State, outcome: Outcome) -> int:
    """How much more an injury weighs than the one that whoever was hit had before."""
    injury = Injury[outcome.injury.upper()]
    return WORTH[injury] - WORTH[state.unit(outcome.target_hit).injury] if injury else 0
