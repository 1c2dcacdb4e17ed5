"""Decisions: answers that a player owes in the middle of another's attack, and how the attack ends with them."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from fractions import Fraction
from typing import Generic, NamedTuple, TypeVar

from fireline.game.command import Command
from fireline.game.odds import AnyOutcome
from fireline.game.shot import Shot

S = TypeVar("S")
OutcomeT = TypeVar("OutcomeT", bound=AnyOutcome)


class Decisions(NamedTuple, Generic[S, OutcomeT]):
    """Answers that players owe: a retreat, a protector. A game in which nobody ever owes one leaves this part out.

    While an answer is owed, `Ruleset.commands` lists the answers and nothing else, the customary one first.
    """

    decision_owner: Callable[[S], str | None]
    """The side that owes an answer before play can continue, if any."""
    customary: str
    """The customary answers as the end of a sentence: "nobody Protects"."""
    material: Callable[[S], Mapping[str, Fraction]] = lambda _: {}
    """What each side has left, in any measure, to compare answers; not asked where there is a `ranking`."""
    ranking: Callable[[S], Sequence[Command]] | None = None
    """The owed answers from the best for who owes them to the worst, where a rule of the game says which is better."""
    ended: Callable[[S, Shot, OutcomeT, S], OutcomeT] | None = None
    """The outcome when the attack is over, of the state before it, the shot, the outcome of the dice, and the state
    that the last answer has led to; None where the dice decide all."""
    shot_with_answer: Callable[[S, Command], Shot] | None = None
    """The shot that waits for an answer, with this answer declared; None where all answers come after the dice."""
    answer_in_words: Callable[[Shot], str] = lambda _: ""
    """The answer of another player that a shot itself declares, as a sentence, "" for none."""
