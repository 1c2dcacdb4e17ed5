"""Many trials at once: a billion shots cost little more than a few."""

from __future__ import annotations

from collections import Counter
from typing import TYPE_CHECKING, Any, ParamSpec, TypeVar

from fireline.chance.enumeration import Branches, Call, PathEnumerator

if TYPE_CHECKING:
    from collections.abc import Iterable

    import numpy as np

    from fireline.chance.dice import Die
    from fireline.chance.program import Program

P = ParamSpec("P")
T = TypeVar("T")


def tally(n: int, rng: np.random.Generator, program: Program[P, T], /, *args: P.args, **kwargs: P.kwargs) -> Counter[T]:
    """The outcomes of *n* independent trials of a program, counted.

    The trials are not thrown one by one: at each throw, all trials that reach it are split among the faces in one
    multinomial draw.  The counts are distributed as those of *n* separate trials, to the precision of numpy's
    binomial draws.  For programs whose odds are too many to list, and for play on a large scale.
    """
    if n < 0:
        raise ValueError(f"{n} trials cannot be made; ask for 0 or more")
    total: Counter[T] = Counter()
    if n:
        for outcome, count in _TrialSplitter(rng, (program, args, kwargs), n).paths():
            total[outcome] += count
    return total


class _TrialSplitter(PathEnumerator[int]):
    """Takes every path that some of the trials take; its weight is their number."""

    def __init__(self, rng: np.random.Generator, call: Call, trials: int) -> None:
        super().__init__(call, trials)
        self._rng = rng

    def throw(self, die: Die[Any], weight: int) -> Branches[int]:
        return list(share_out(self._rng, weight, zip(die.faces, die.shares, strict=True), die.sides))

    def call(self, call: Call, weight: int) -> Branches[int]:
        program, args, kwargs = call
        return list(tally(weight, self._rng, program, *args, **kwargs).items())


def share_out(
    rng: np.random.Generator, trials: int, shares: Iterable[tuple[Any, int]], sides: int
) -> Iterable[tuple[Any, int]]:
    """A multinomial draw, one face at a time: each gets its share of what the faces before it left.

    Every chance is one division of whole numbers, so no rounding adds up from face to face.
    """
    for face, share in shares:
        count = trials if share == sides else int(rng.binomial(trials, share / sides))
        if count:
            yield face, count
        trials -= count
        sides -= share
        if not trials:
            return
