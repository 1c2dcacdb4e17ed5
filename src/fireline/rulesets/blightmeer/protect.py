"""Protect as a decision of the opponent: who may try, what each try would come to, and the best reply (BLM-4.2)."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace
from fractions import Fraction
from typing import Any

from fireline.chance import Deck, Dice, Dist, Step, with_faces, with_step
from fireline.chance import odds as weigh
from fireline.game.command import Command
from fireline.game.event import Event
from fireline.game.result import named
from fireline.rulesets.blightmeer.events import PROTECT, ImprovementDrawn, ShotFired
from fireline.rulesets.blightmeer.pieces import Injury, pieces
from fireline.rulesets.blightmeer.resolution import (
    Outcome,
    Volley,
    attack,
    cards,
    draw,
    fire,
    injures,
    protects,
    volley,
)
from fireline.rulesets.blightmeer.shot import Shooting, why_not_protect
from fireline.rulesets.blightmeer.state import State
from fireline.ruling import Refusal
from fireline.ruling.prose import percent


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


def odds(shooting: Shooting) -> Dist[Outcome]:
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
    outcomes = odds(shooting)
    out = outcomes.probability(lambda outcome: outcome.injury is Injury.INCAPACITATED)
    wounds = outcomes.mean(lambda outcome: outcome.wounds_lost)
    who = shooting.protector.id if shooting.protector else None
    if shooting.state.edition.protect_by == "harm":
        return Reply(who, out, wounds)
    return Reply(who, out, wounds, wounds + outcomes.mean(lambda outcome: _weight(shooting.state, outcome)))


def _weight(state: State, outcome: Outcome) -> int:
    """How much more an injury weighs than the one that whoever was hit had before."""
    before, weights = state.unit(outcome.target_hit).injury, pieces(state.edition.house).weights
    return weights.get(outcome.injury, 0) - weights.get(before, 0) if outcome.injury else 0


class Protect(Command):
    """The opponent names the ally that tries to Protect the target, "" for nobody."""

    unit: str = ""

    def label(self, state: State) -> str:
        """With what it comes to for the opponent."""
        shooting, tries = declared(state), f"{self.unit} tries" if self.unit else "Nobody tries"
        known = replies(shooting) if shooting else ()
        comes_to = next((f": {one}" for one in known if (one.protector or "") == self.unit), "")
        return f"{tries} to Protect{comes_to}"

    def refusals(self, state: State) -> tuple[Refusal, ...]:
        shooting, ally = declared(state), state.find(self.unit)
        if shooting is None:
            return (Refusal(PROTECT, "No shot waits for a protector."),)
        if self.unit and (ally is None or ally.out):
            return (Refusal(PROTECT, f"{self.unit} is not on the table."),)
        against = why_not_protect(state, shooting.target, ally) if ally else ()
        return tuple(Refusal(rule, why) for rule, why in against)

    def happens(self, state: State, dice: Dice) -> Iterator[Event]:
        waiting = declared(state)
        assert waiting is not None, "a shot waits"  # noqa: S101
        return fired(replace(waiting, protector=state.find(self.unit)), dice)


def answers(state: State) -> tuple[Command, ...]:
    """Whoever may Protect, nobody first, where a shot waits."""
    waiting = declared(state)
    return () if waiting is None else (Protect(), *(Protect(ally.id) for ally in waiting.protectors))


def fired(shooting: Shooting, dice: Dice) -> Iterator[Event]:
    """What a shot makes happen, with the ally declared who tries to Protect."""
    outcome, whole = with_step(dice, fire, *attack_of(shooting))
    steps = list(whole.all_steps())
    attacks = (step.steps for step in steps if step.what == attack.__name__)
    yield ShotFired(
        shooter=shooting.shooter.id,
        target=shooting.target.id,
        hit=outcome.target_hit,
        wounds_lost=outcome.wounds_lost,
        injury=outcome.injury,
        attacks=tuple((checked.all_faces, tuple(one.all_faces for one in defences)) for checked, *defences in attacks),
        removed=_thrown_by(steps, injures.__name__),
        protector=shooting.protector.id if shooting.protector else None,
        protecting=_thrown_by(steps, protects.__name__),
        peer=shooting.peer,
    )
    if outcome.injury is Injury.INCAPACITATED:
        yield from drawn_for(shooting.state, shooting.shooter.side, dice)


def drawn_for(state: State, side: str, dice: Dice) -> Iterator[ImprovementDrawn]:
    """The card that a side draws, if there is one left (BLM-7.10)."""
    if left := cards(state):
        card, _ = with_faces(dice, draw, Deck(left))
        yield ImprovementDrawn(side, card)


def _thrown_by(steps: list[Step], program: str) -> tuple[int, ...]:
    """The faces that the program of this name threw, with those it called."""
    return next((step.all_faces for step in steps if step.what == program), ())
