"""Play many trials on one core or several, and count their results."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Hashable, Sequence
from functools import partial
from typing import Any, TypeVar

from fireline.analysis.shared import Crew, Here, Scheduler, Worked
from fireline.analysis.workers import MOST_DEATHS, Workers
from fireline.game.errors import BattleFileError, Code

T = TypeVar("T", bound=Hashable)

AT_ONCE, MOST_AT_ONCE = 128, 1 << 16
"""How many trials are shared out as one range, and how many ranges at most make a chunk. No count depends on either."""
Trials = Callable[[int, int], Sequence[T]]
"""The results of so many trials, from the first."""
Ranges = tuple[range, ...]


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
    total: Counter[T] = Counter()

    def keep(_: Ranges, counted: Counter[T]) -> None:
        total.update(counted)
        if progress is not None:
            progress(counted.total())

    end = first + trials
    ranges = [range(n, min(n + AT_ONCE, end)) for n in range(first, end, AT_ONCE)]
    crew: Crew[range, Counter[T]]
    crew = Workers[Any, Any](workers, _player, make) if workers > 1 else Here(partial(_counted, make()))
    try:
        failed = Scheduler(crew, len(ranges), keep, most=MOST_AT_ONCE // AT_ONCE).run(iter(ranges))
    finally:
        crew.dismiss()
    if failed:
        why = (
            f"{MOST_DEATHS} processes died over trials {failed[0][0]:,} to {failed[0][-1]:,}; they were killed, ran "
            'out of memory, or a program of your own starts them outside of `if __name__ == "__main__":`'
        )
        raise BattleFileError(Code.UNAVAILABLE, why, "workers")
    return total


def _player(make: Callable[[], Trials[T]]) -> Callable[[Ranges], Worked[Counter[T]]]:
    """In a worker: what it does with ranges of trials."""
    return partial(Worked.by, partial(_counted, make()))


def _counted(play: Trials[T], ranges: Ranges) -> Counter[T]:
    """The results of ranges that follow each other, counted."""
    results = play(ranges[0][0], ranges[-1][-1] + 1 - ranges[0][0])
    told_apart = {id(one): one for one in results}
    counted: Counter[T] = Counter()
    for same, times in Counter(map(id, results)).items():  # most are the same objects, which are counted quickly
        counted[told_apart[same]] += times
    return counted
