"""Play many trials on one core or several, and count their results."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Hashable, Iterator, Sequence
from itertools import islice
from time import perf_counter
from typing import TypeVar

from fireline.analysis.workers import MOST_DEATHS, WorkerDied, Workers
from fireline.game.errors import BattleFileError, Code

T = TypeVar("T", bound=Hashable)

AHEAD = 3
"""How many chunks wait for each worker."""
FIRST_CHUNK, MOST_IN_CHUNK = 128, 1 << 16
"""How many trials are played before the first progress report, and how many at most between two."""
QUICK = 0.1
"""Seconds: after a chunk that took less, chunks are twice as long. No count depends on how trials are cut."""
Trials = Callable[[int, int], Sequence[T]]
"""The results of so many trials, from the first."""


def count_trials(
    make: Callable[[], Trials[T]],
    first: int,
    trials: int,
    *,
    workers: int = 1,
    progress: Callable[[int], None] | None = None,
) -> Counter[T]:
    """Count the results of a number of trials; the same on any number of `workers` (processes).

    Every worker makes its own player with `make`; what a worker that dies had begun is played again. `progress`
    receives the number of further trials played. Raises `BattleFileError` where workers die over the same trials again
    and again.
    """
    told = progress or (lambda _: None)
    total: Counter[T] = Counter()
    for counted in _chunks(make, _Ranges(first, first + trials), workers):
        total.update(counted)
        told(counted.total())
    return total


class _Ranges:
    """Ranges of trials one after another, longer ones while they are quick."""

    def __init__(self, first: int, end: int) -> None:
        self._next, self._end, self._size = first, end, FIRST_CHUNK

    def __iter__(self) -> Iterator[tuple[int, int]]:
        while (count := min(self._size, self._end - self._next)) > 0:
            self._next += count
            yield self._next - count, count

    def took(self, seconds: float) -> None:
        """Learn how long one took."""
        if seconds < QUICK:
            self._size = min(2 * self._size, MOST_IN_CHUNK)


def _chunks(make: Callable[[], Trials[T]], ranges: _Ranges, workers: int) -> Iterator[Counter[T]]:
    """The result of each range of trials, in whatever order they finish."""
    if workers <= 1:
        play = make()
        for one in ranges:
            counted, seconds = _counted(play, *one)
            ranges.took(seconds)
            yield counted
        return
    pool: Workers[tuple[int, int], tuple[Counter[T], float]] = Workers(workers, _player, make)
    ahead, deaths = iter(ranges), Counter[tuple[int, int]]()
    try:
        for one in islice(ahead, AHEAD * workers):
            pool.give(one)
        while over := pool.take():
            for came in over:
                try:
                    counted, seconds = came.result()
                except WorkerDied:
                    deaths[came.job] += 1
                    _check_deaths(came.job, deaths[came.job])
                    pool.give(came.job)
                    continue
                ranges.took(seconds)
                for one in islice(ahead, 1):
                    pool.give(one)
                yield counted
    finally:
        pool.dismiss()


def _player(make: Callable[[], Trials[T]]) -> Callable[[tuple[int, int]], tuple[Counter[T], float]]:
    """In a worker: what it does with a range of trials."""
    play = make()
    return lambda one: _counted(play, *one)


def _check_deaths(job: tuple[int, int], deaths: int) -> None:
    """Raise `BattleFileError` where one range of trials has cost too many processes."""
    if deaths >= MOST_DEATHS:
        first, count = job
        why = (
            f"{deaths} processes died over trials {first:,} to {first + count - 1:,}; they were killed, ran out of "
            'memory, or a program of your own starts them outside of `if __name__ == "__main__":`'
        )
        raise BattleFileError(Code.UNAVAILABLE, why, "workers")


def _counted(play: Trials[T], first: int, count: int) -> tuple[Counter[T], float]:
    """The results counted, and the seconds that it took."""
    start = perf_counter()
    results = play(first, count)
    told_apart = {id(one): one for one in results}
    counted: Counter[T] = Counter()
    for same, times in Counter(map(id, results)).items():  # most are the same objects, which are counted quickly
        counted[told_apart[same]] += times
    return counted, perf_counter() - start
