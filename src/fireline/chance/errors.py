"""What can go wrong with chance, in words for the author of the program, and the budgets that end in such an error."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from contextvars import ContextVar
from typing import Any, NamedTuple


class EmptyDeck(LookupError):
    """A card had to be drawn and none was left."""

    code = "missing"

    def __str__(self) -> str:
        return "the deck is empty: there is no card to draw"


class NoOdds(Exception):
    """A program has no exact odds; it is named as text, with what was found, so that the error can be pickled."""

    code = "too-large"

    def __init__(self, program: str, found: Any) -> None:
        super().__init__(program, found)
        self.program, self.found = program, found


class ImpureProgram(NoOdds, RuntimeError):
    """A program did something different when the same faces came up again; `found` is the step, what it was, and is."""

    code = "bug"

    def __str__(self) -> str:
        number, before, now = self.found
        return (
            f"{self.program} is not pure: after the same answers, step {number} "
            f"was {before} the first time and {now} the next; "
            "a program may depend on nothing but its arguments and its dice"
        )


class TooManyPaths(NoOdds, RuntimeError):
    """One program's body has more paths than the budget allows."""

    def __str__(self) -> str:
        return (
            f"{self.program} has more than {self.found:,} paths; move a part of it into a program "
            "of its own, so that equal results merge, or raise the budget: "
            f"with limited(paths={self.found * 10})"
        )


class TooManyStates(NoOdds, RuntimeError):
    """An unlimited chain reaches more states than the budget allows."""

    def __str__(self) -> str:
        return (
            f"repeating {self.program} reaches more than {self.found:,} states; keep only what matters "
            f"in the state (cap what counts up), or raise the budget: with limited(states={self.found * 10})"
        )


class NeverEnds(NoOdds, ValueError):
    """A chain reaches states from which it can never end."""

    code = "bug"

    def __str__(self) -> str:
        return f"repeating {self.program} never ends from {named(self.found)}"


class CallsItself(NoOdds, RuntimeError):
    """The odds of a program depend on themselves."""

    code = "bug"

    def __str__(self) -> str:
        return (
            f"{self.program} can call itself with the same arguments, {self.found}, so its paths have no end; "
            "write one step of it as a program and solve the chain with Dist.until"
        )


class TooDeep(NoOdds, RuntimeError):
    """Programs call programs deeper than Python can follow."""

    def __str__(self) -> str:
        return (
            f"{self.program} calls programs too deep to follow, last {self.found}; write one step of it "
            "as a program and bring a Dist to its end with Dist.until"
        )


def named(things: tuple[object, ...], most: int = 8) -> str:
    """Some things as an error names them: the first few, and how many more."""
    text = ", ".join(map(repr, things[:most]))
    return f"{text} and {len(things) - most} more" if len(things) > most else text


class Limits(NamedTuple):
    """The budgets: none of them cuts an answer short in silence; it ends in an error, or says what it left out."""

    paths: int = 200_000
    """Paths through the body of one program; a called program counts as one question."""
    states: int = 10_000
    """States of a chain that `Dist.until` solves."""


_limits: ContextVar[Limits] = ContextVar("_limits", default=Limits())  # noqa: B039 - a tuple never changes


def limits() -> Limits:
    """The budgets in force here: those of the innermost `limited`, or the defaults."""
    return _limits.get()


@contextmanager
def limited(*, paths: int | None = None, states: int | None = None) -> Iterator[Limits]:
    """Use other budgets inside a `with` block, in this thread or task only.

    >>> with limited(paths=1_000_000):
    ...     limits()
    Limits(paths=1000000, states=10000)
    """
    before = limits()
    token = _limits.set(Limits(before.paths if paths is None else paths, before.states if states is None else states))
    try:
        yield limits()
    finally:
        _limits.reset(token)
