"""Every way that the dice of a small program can land."""

from __future__ import annotations

from fractions import Fraction
from typing import TYPE_CHECKING, Any, Generic, NamedTuple, ParamSpec, TypeVar

from fireline.chance.exact import ExactEnumerator

if TYPE_CHECKING:
    from collections.abc import Iterator

    from fireline.chance.program import Program

P = ParamSpec("P")
T = TypeVar("T")


class ThrowPath(NamedTuple, Generic[T]):
    """One way the dice can land: the faces in the order thrown, what comes of them, how likely it is."""

    faces: tuple[Any, ...]
    outcome: T
    probability: Fraction


def throws(program: Program[P, T], /, *args: P.args, **kwargs: P.kwargs) -> Iterator[ThrowPath[T]]:
    """Every path through a program and the programs it calls, throw by throw, nothing merged.

    This is the long way round to the odds, for tests and for explaining a small rule.
    The whole walk counts against the budget of paths (`TooManyPaths`).

    >>> from fireline.chance import Dice, chance, pick
    >>> @chance(rule="coins")
    ... def heads(dice: Dice) -> int:
    ...     return dice.roll(pick(2)) + dice.roll(pick(2))
    >>> [path.faces for path in throws(heads) if path.outcome == 1]
    [(0, 1), (1, 0)]
    """
    every = _ThrowEnumerator((program, args, kwargs), (1, 1))
    for outcome, (ways, total) in every.paths():
        yield ThrowPath(every.given, outcome, Fraction(ways, total))


class _ThrowEnumerator(ExactEnumerator):
    """Opens the programs called instead of asking for their odds."""

    def run(self, program: Program[P, T], /, *args: P.args, **kwargs: P.kwargs) -> T:
        """The outcome of a called program, its throws being throws of this path."""
        return program.body(self, *args, **kwargs)
