"""Protect as a decision of the opponent: who may try, what each try would come to, and the best reply (BLM-4.2)."""

from __future__ import annotations

from dataclasses import dataclass, replace
from fractions import Fraction
from typing import Any

from fireline.chance import Dist
from fireline.chance import odds as weigh
from fireline.game.command import Command
from fireline.game.result import named
from fireline.rulesets.blightmeer.pieces import Injury, pieces
from fireline.rulesets.blightmeer.resolution import Outcome, Volley, fire, volley
from fireline.rulesets.blightmeer.shot import Shooting
from fireline.rulesets.blightmeer.state import State
from fireline.ruling.prose import percent


class Protect(Command):
    """The opponent names the ally that tries to Protect the target, "" for nobody."""

    unit: str = ""


@dataclass(frozen=True, slots=True)
class Reply:
    """One answer of the opponent and what it comes to for him.

    `incapacitated` is the chance that whoever is shot at in the end is put out of the game, `wounds` the expected
    Wounds lost. `weighted`, at a table that goes by that, is those and what new injuries weigh (`Pieces.weights`).
    """

    protector: str | None
    incapacitated: Fraction
    wounds: Fraction
    weighted: Fraction | None = None

    @property
    def harm(self) -> tuple[Fraction, ...]:
        """The figures that decide, the first before the second; the less the better for the opponent (BLM-4.2)."""
        return (self.incapacitated, self.wounds) if self.weighted is None else (self.weighted,)

    def __str__(self) -> str:
        if self.weighted is not None:
            return f"{float(self.weighted):.2f} expected, Wounds and weighed injuries"
        return f"Incapacitated {percent(self.incapacitated)}, {float(self.wounds):.2f} Wounds expected"

    def data(self) -> dict[str, Any]:
        """The reply as it stands in a JSON answer."""
        weighted = {} if self.weighted is None else named(self, "weighted")
        return named(self, "protector", "incapacitated", "wounds") | weighted


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


def ranked(answers: tuple[Reply, ...]) -> tuple[Reply, ...]:
    """The answers from the one that leaves the least expected harm on (BLM-4.2); equally good ones as they stand."""
    return tuple(sorted(answers, key=lambda reply: reply.harm))


def ranking(state: State) -> tuple[Protect, ...]:
    """The answers that the opponent owes, the best for him first."""
    waiting = declared(state)
    return () if waiting is None else tuple(Protect(one.protector or "") for one in ranked(replies(waiting)))


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
    who = shooting.protector.id if shooting.protector else None
    if shooting.state.edition.protect_by == "harm":
        return Reply(who, out, wounds)
    return Reply(who, out, wounds, wounds + outcomes.mean(lambda outcome: _weight(shooting.state, outcome)))


def _weight(state: State, outcome: Outcome) -> int:
    """How much more an injury weighs than the one that whoever was hit had before."""
    injury, weights = Injury[outcome.injury.upper()], pieces(state.edition.house).weights
    return weights.get(injury, 0) - weights.get(state.unit(outcome.target_hit).injury, 0) if injury else 0
