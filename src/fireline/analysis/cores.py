"""Play many trials on one core or several, and count their results."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Hashable, Iterator
from itertools import islice
from typing import Any, TypeVar

T = TypeVar("T", bound=Hashable)

AHEAD = 3
"""How many chunks wait for each worker."""
CHUNK = 128
"""How many trials are played between two progress reports."""
Trial = Callable[[int], T]
"""The result of the trial with this number."""


def count_trials(
    make: Callable[[], Trial[T]],
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
    ranges = ((start, min(CHUNK, first + trials - start)) for start in range(first, first + trials, CHUNK))
    total: Counter[T] = Counter()
    for counted in _chunks(make, ranges, workers):
        total.update(counted)
        told(counted.total())
    return total


def _chunks(make: Callable[[], Trial[T]], ranges: Iterator[tuple[int, int]], workers: int) -> Iterator[Counter[T]]:
    """The result of each range of trials, in whatever order they finish."""
    if workers <= 1:
        play = make()
        yield from (_counted(play, *one) for one in ranges)
        return
    from concurrent.futures import FIRST_COMPLETED, ProcessPoolExecutor, wait
    from multiprocessing import get_context

    context = get_context("spawn")  # a fork of a process with threads may hang
    with ProcessPoolExecutor(workers, context, _begin, (make,)) as pool:
        try:
            waiting = {pool.submit(_in_worker, *one) for one in islice(ranges, AHEAD * workers)}
            while waiting:
                done, waiting = wait(waiting, return_when=FIRST_COMPLETED)
                waiting |= {pool.submit(_in_worker, *one) for one in islice(ranges, len(done))}
                yield from (one.result() for one in done)
        except BaseException:
            pool.shutdown(cancel_futures=True)
            raise


def _counted(play: Trial[T], first: int, count: int) -> Counter[T]:
    return Counter(map(play, range(first, first + count)))


_working: list[Trial[Any]] = []
"""What a worker process plays."""


def _begin(make: Callable[[], Trial[Any]]) -> None:
    _working.append(make())


def _in_worker(first: int, count: int) -> Counter[Any]:
    return _counted(_working[-1], first, count)
