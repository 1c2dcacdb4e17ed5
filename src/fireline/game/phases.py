"""Phases: how a phase, a round or a turn of a game ends, and what follows it."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass
from operator import attrgetter
from typing import Generic, TypeVar

from fireline.game.command import Command, EndPhase, NextTurn
from fireline.game.event import Event
from fireline.ruling import Refusal

S = TypeVar("S")


@dataclass(frozen=True, kw_only=True)
class Phases(Generic[S]):
    """What `EndPhase` and `NextTurn` are in a game: how menus show them, what is against them, what they make happen.

    The end is refused while the phase is over, and what follows while it is not.
    """

    name: str
    """What ends: "ranged phase", "round"."""
    rule: str
    """The rule that says when it ends."""
    end: Callable[[S], str]
    """The end as a menu shows it."""
    ended: Callable[[S], Iterable[Event]]
    """What the end makes happen."""
    next_rule: str = ""
    """The rule that says what follows, `rule` if empty."""
    next: Callable[[S], str]
    """What follows, as a menu shows it."""
    begun: Callable[[S], Iterable[Event]]
    """What that makes happen."""
    over: Callable[[S], bool] = attrgetter("over")
    """Whether the phase is over."""
    unfinished: Callable[[S], Iterable[Refusal]] = lambda _: ()
    """Why it cannot end yet, such as an answer owed."""
    last: Callable[[S], Iterable[Refusal]] = lambda _: ()
    """Why nothing follows, such as a side of which nobody is left."""

    def orders(self, state: S, owed: Iterable[Command]) -> tuple[Command, ...]:
        """What can be said now: the answers owed, else the end; after it what follows, if anything does."""
        if self.over(state):
            return () if any(True for _ in self.last(state)) else (NextTurn(),)
        return tuple(owed) or (EndPhase(),)

    def refusals(self, state: S, command: EndPhase | NextTurn) -> tuple[Refusal, ...]:
        """Every reason against the end, or against what follows."""
        over = self.over(state)
        if isinstance(command, EndPhase):
            return (Refusal(self.rule, f"The {self.name} is over."),) if over else tuple(self.unfinished(state))
        early = () if over else (Refusal(self.next_rule or self.rule, f"The {self.name} is not over."),)
        return (*early, *self.last(state))
