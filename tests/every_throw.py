"""Every path through a program and the programs it calls, throw by throw, nothing merged: the long way to the odds."""

from collections.abc import Iterator
from fractions import Fraction
from typing import Any, NamedTuple

from fireline.chance import Program
from fireline.chance.exact import ExactEnumerator


class ThrowPath(NamedTuple):
    """One way the dice can land: the faces in the order thrown, what comes of them, how likely it is."""

    faces: tuple[Any, ...]
    outcome: Any
    probability: Fraction


class _EveryThrow(ExactEnumerator):
    """Opens the programs called instead of asking for their odds."""

    def run(self, program: Program[..., Any], /, *args: Any, **kwargs: Any) -> Any:
        return program.body(self, *args, **kwargs)


def throws(program: Program[..., Any], /, *args: Any, **kwargs: Any) -> Iterator[ThrowPath]:
    """The paths one by one; the whole walk counts against the budget of paths."""
    every = _EveryThrow((program, args, kwargs), (1, 1))
    for outcome, (ways, total) in every.paths():
        yield ThrowPath(every.given, outcome, Fraction(ways, total))
