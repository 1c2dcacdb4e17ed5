"""Play remembered by faces: a piece is worked out once for each way its dice can land, and all of it as one table."""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterator
from itertools import accumulate, chain
from typing import TYPE_CHECKING, Any, Generic, TypeVar

from fireline.chance import Dice, Die
from fireline.chance.counter import FIRST, SECOND, STEP, fair_share, key_of, plane_of
from fireline.chance.thrown import RecordingDice

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

F = TypeVar("F")
T = TypeVar("T")
AT_FIRST = 2_000
"""How much is remembered before anything of it was of use."""
EARNED = 8
"""How much more is remembered for each thing that was."""


class Memory:
    """What was met in play, and how much more is remembered; the rest is worked out every time, with the same result.

    There is room for a few things at first. Whatever is asked for again makes room for more, up to the most: so
    little is held of play that hardly ever comes back. A pickle of it remembers nothing.
    """

    __slots__ = ("_bounds", "_to_earn", "left", "met")

    def __init__(self, most: int, at_first: int = AT_FIRST) -> None:
        self._bounds = most, at_first
        self.left = min(most, at_first)
        self._to_earn = most - self.left
        self.met: dict[Hashable, Any] = {}
        """The situations that are remembered, by their keys."""

    def __reduce__(self) -> tuple[type[Memory], tuple[int, int]]:
        return Memory, self._bounds  # each situation leads to others, deeper than a pickle can go

    def situation(self, key: Hashable, make: Callable[..., T], *given: Any) -> T:
        """What is made of what is given for a key, the same object every time while there is room."""
        found: T | None = self.met.get(key)
        if found is None:
            found = make(*given)
            if self.take():
                self.met[key] = found
        return found

    def take(self) -> bool:
        """Whether there was room for one thing more."""
        if not self.left:
            return False
        self.left -= 1
        return True

    def earn(self) -> None:
        """Make room for a few things more, since one that is remembered was of use."""
        if self._to_earn:
            more = min(self._to_earn, EARNED)
            self._to_earn -= more
            self.left += more


class Fork:
    """A throw: the die, and where each face that fell leads."""

    __slots__ = ("die", "ways")

    def __init__(self, die: Die[Any]) -> None:
        self.die = die
        self.ways: dict[Any, Any] = {}


class End:
    """Its result."""

    __slots__ = ("came_to",)

    def __init__(self, came_to: Any) -> None:
        self.came_to = came_to


class Memo(Generic[T]):
    """A function of dice whose result is looked up by the faces that fall, and computed only for new faces.

    The function must depend on nothing but its dice.
    """

    __slots__ = ("_make", "_room", "root")

    def __init__(self, make: Callable[[Dice], T], room: Memory) -> None:
        self._make = make
        self._room = room
        self.root: Fork | End | None = None
        """The first throw, or the result where nothing is thrown; None before it is first worked out."""

    def __call__(self, dice: RecordingDice) -> T:
        """The result of the function with these dice."""
        node = self.root
        met: list[tuple[Fork, Any]] = []
        while type(node) is Fork:
            face = dice.land(node.die)
            met.append((node, face))
            node = node.ways.get(face)
        if type(node) is End:
            came_to: T = node.came_to
            self._room.earn()
            return came_to
        again = _Again([face for _, face in met], dice)
        made = self._make(again)
        if self._room.take():
            self._keep(met, again, made)
        return made

    @property
    def is_sure(self) -> bool:
        """Whether it is known that nothing is thrown."""
        return type(self.root) is End

    def _keep(self, met: list[tuple[Fork, Any]], again: _Again, made: T) -> None:
        """Add the new throws below those that were known."""
        node: Fork | End = End(made)
        for throw in reversed(again.transcript.throws[len(met) :]):
            fork = Fork(throw.die)
            fork.ways[throw.face] = node
            node = fork
        if met:
            last, face = met[-1]
            last.ways[face] = node
        else:
            self.root = node


class _Again(RecordingDice):
    """Faces that have fallen already, then those of other dice."""

    def __init__(self, faces: list[Any], then: RecordingDice) -> None:
        super().__init__()
        self._faces = iter(faces)
        self._then = then

    def land(self, die: Die[F]) -> F:
        """The next face."""
        for face in self._faces:
            return face  # type: ignore[no-any-return]
        return self._then.land(die)


# --- charts ---------------------------------------------------------------------------------
# Where earlier trials have been, faces alone decide where a trial goes.  So numpy walks thousands of trials through the
# table at once, each with the words that `CounterDice` draws; a trial that leaves the chart has to be played.


MOST_SIDES = 1 << 12
"""Throws of more sides are not charted."""


class Chart(Generic[T]):
    """The throws that follow from where trials begin, as far as they are known.

    `onward` says of anything that a piece of play comes to which piece goes on from there, or the result at the end.
    """

    def __init__(self, start: Any, onward: Callable[[Any], Memo[Any] | T]) -> None:
        import numpy as np

        self._onward = onward
        self._forks: list[Fork] = []
        self._numbers: dict[int, int] = {}
        """The number of each fork by its identity."""
        self._results: list[T | None] = [None]
        """The results; the first stands for all that is not known."""
        self._ends: dict[int, int] = {}
        """The number of each result by its identity."""
        self._first = self._lead(onward(start))
        rows = [[*self._sides(fork)] for fork in self._forks]  # sides lead to more forks, which the list goes on to
        self._leads = np.array([*chain.from_iterable(rows)], np.int64)
        """Where each side of each fork leads: to the fork of this number or, if it is negative, to result ~number."""
        self._starts = np.array([*accumulate(map(len, rows), initial=0)][:-1], np.uint64)
        self._counts = np.array([len(row) for row in rows], np.uint64)
        self._shares = np.array([fair_share(len(row)) for row in rows], np.uint64)

    def walk(self, seed: int, first: int, trials: int) -> list[T | None]:
        """The results of so many trials, from the first; None for those that leave the chart."""
        import numpy as np

        ends = np.full(trials, self._first)
        alive = np.flatnonzero(ends >= 0)
        forks = ends[alive]
        steps = (np.arange(trials, dtype=np.uint64) + np.uint64(first))[alive] * np.uint64(STEP)
        key, number = key_of(seed), 0
        while len(alive):
            sides = stirred(np.uint64(plane_of(key, number)) + steps) // self._shares[forks]
            number += 1
            thrown = sides < self._counts[forks]  # a word that stands for no side is drawn again
            if thrown.all():
                forks = self._leads[self._starts[forks] + sides]
            else:
                forks[thrown] = self._leads[self._starts[forks[thrown]] + sides[thrown]]
            on = forks >= 0
            ends[alive[~on]] = forks[~on]
            alive, forks, steps = alive[on], forks[on], steps[on]
        return [self._results[~end] for end in ends.tolist()]

    def _sides(self, fork: Fork) -> Iterator[int]:
        """Where each side of a die leads."""
        for face, share in zip(fork.die.faces, fork.die.shares, strict=True):
            way = fork.ways.get(face)
            yield from (self._lead_of(way),) * share

    def _lead(self, onward: Memo[Any] | T) -> int:
        """Where a piece of play leads, or its result, as `_leads` says it."""
        while isinstance(onward, Memo):
            node = onward.root
            if not isinstance(node, End):
                return self._lead_of(node)
            onward = self._onward(node.came_to)
        number = self._ends.setdefault(id(onward), len(self._results))
        if number == len(self._results):
            self._results.append(onward)
        return ~number

    def _lead_of(self, node: Fork | End | None) -> int:
        if isinstance(node, End):
            return self._lead(self._onward(node.came_to))
        if node is None or node.die.sides > MOST_SIDES:
            return ~0
        number = self._numbers.setdefault(id(node), len(self._forks))
        if number == len(self._forks):
            self._forks.append(node)
        return number


def stirred(words: NDArray[np.uint64]) -> NDArray[np.uint64]:
    """`counter.mixed` of many words."""
    import numpy as np

    words = (words ^ words >> np.uint64(30)) * np.uint64(FIRST)
    words = (words ^ words >> np.uint64(27)) * np.uint64(SECOND)
    return words ^ words >> np.uint64(31)
