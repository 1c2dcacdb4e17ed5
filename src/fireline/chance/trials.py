"""Many trials at once, counted without throwing them one by one: a billion take no longer than a thousand."""

from __future__ import annotations

from collections import Counter
from typing import TYPE_CHECKING, Any, ParamSpec, TypeVar

from fireline.chance.binomial import binomial
from fireline.chance.enumeration import Branches, Call, PathEnumerator
from fireline.chance.pcg64 import PCG64

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from fireline.chance.dice import Die
    from fireline.chance.program import Program

F = TypeVar("F")
P = ParamSpec("P")
T = TypeVar("T")


def tally(n: int, seed: int, program: Program[P, T], /, *args: P.args, **kwargs: P.kwargs) -> Counter[T]:
    """The outcomes of *n* independent trials of a program, counted; the same seed gives the same counts everywhere.

    The trials are not thrown one by one: at each throw, all trials that reach it are split among the faces in one
    multinomial draw.  The counts are distributed exactly as those of *n* separate trials.  For programs whose odds are
    too many to list, and for play on a large scale.
    """
    if n < 0:
        raise ValueError(f"{n} trials cannot be made; ask for 0 or more")
    return _counted(n, PCG64(seed), (program, args, kwargs)) if n else Counter()


def _counted(n: int, words: PCG64, call: Call) -> Counter[Any]:
    total: Counter[Any] = Counter()
    for outcome, count in _TrialSplitter(words, call, n).paths():
        total[outcome] += count
    return total


class _TrialSplitter(PathEnumerator[int]):
    """Takes every path that some of the trials take; its weight is their number."""

    def __init__(self, words: PCG64, call: Call, trials: int) -> None:
        super().__init__(call, trials)
        self._words = words

    def throw(self, die: Die[Any], weight: int) -> Branches[int]:
        return list(share_out(self._words, weight, zip(die.faces, die.shares, strict=True), die.sides))

    def call(self, call: Call, weight: int) -> Branches[int]:
        return list(_counted(weight, self._words, call).items())


def share_out(words: PCG64, trials: int, shares: Iterable[tuple[F, int]], sides: int) -> Iterator[tuple[F, int]]:
    """A multinomial draw, one face at a time: each gets its share of what the faces before it left.

    Every chance is a fraction of whole numbers and every draw is exact, so nothing is rounded.
    """
    for face, share in shares:
        count = trials if share == sides else binomial(words, trials, share, sides)
        if count:
            yield face, count
        trials -= count
        sides -= share
        if not trials:
            return
