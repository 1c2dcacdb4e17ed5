"""Play many trials on one core or several, and count their results."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Hashable, Iterator, Sequence
from itertools import islice
from time import perf_counter
from typing import Any, TypeVar

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

    Every worker makes its own player with `make`. `progress` receives the number of further trials played.
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
    from concurrent.futures import FIRST_COMPLETED, ProcessPoolExecutor, wait
    from multiprocessing import get_context

    context = get_context("spawn")  # a fork of a process with threads may hang
    ahead = iter(ranges)
    with ProcessPoolExecutor(workers, context, _begin, (make,)) as pool:
        try:
            waiting = {pool.submit(_in_worker, *one) for one in islice(ahead, AHEAD * workers)}
            while waiting:
                done, waiting = wait(waiting, return_when=FIRST_COMPLETED)
                for counted, seconds in (one.result() for one in done):
                    ranges.took(seconds)
                    yield counted
                waiting |= {pool.submit(_in_worker, *one) for one in islice(ahead, len(done))}
        except BaseException:
            pool.shutdown(cancel_futures=True)
            raise


def _counted(play: Trials[T], first: int, count: int) -> tuple[Counter[T], float]:
    """The results counted, and the seconds that it took."""
    start = perf_counter()
    results = play(first, count)
    told_apart = {id(one): one for one in results}
    counted: Counter[T] = Counter()
    for same, times in Counter(map(id, results)).items():  # most are the same objects, which are counted quickly
        counted[told_apart[same]] += times
    return counted, perf_counter() - start


_working: list[Trials[Any]] = []
"""What a worker process plays."""


def _begin(make: Callable[[], Trials[Any]]) -> None:
    _working.append(make())


def _in_worker(first: int, count: int) -> tuple[Counter[Any], float]:
    return _counted(_working[-1], first, count)
