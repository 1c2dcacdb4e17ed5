"""Trials of a compiled program, every die of them thrown, counted by outcome: compiled, with numpy, or in Python.

All three compare the same words with the same thresholds, so their counts agree to the last trial, however the trials
are cut into ranges, on one core or on several.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Mapping
from typing import TYPE_CHECKING, Any, TypeVar

from fireline.chance.counter import FIRST, MASK, SECOND, STEP, key_of, plane_of

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

    from fireline.chance.tables import Table

T = TypeVar("T")

BLOCK = 1 << 16
"""Trials that numpy takes at once."""
PIECE = 1 << 26
"""Trials that a core takes before it reports progress."""


def count(
    table: Table[T],
    seed: int,
    first: int,
    trials: int,
    *,
    by: str = "kernel",
    threads: int = 1,
    progress: Callable[[int], None] | None = None,
) -> Counter[T]:
    """Count the outcomes of a number of trials, starting with the first; every die of each is thrown.

    `by` is "kernel" (compiled), "numpy" or "python"; all give the same counts. `threads` are for the kernel only;
    `progress` receives the number of further trials thrown. Raises `ValueError` for trials out of range.

    >>> from fireline.chance import Dice, chance, d6
    >>> from fireline.chance.tables import Table
    >>> @chance(rule="hit")
    ... def hit(dice: Dice) -> bool:
    ...     return dice.roll(d6) == 6
    >>> count(Table(hit), 1, 0, 600, by="python")
    Counter({False: 479, True: 121})
    """
    if trials < 0 or not 0 <= first <= first + trials <= MASK:
        raise ValueError(f"{trials} trials from {first} cannot be thrown; trials are whole numbers from 0 to {MASK}")
    counted = _WAYS[by](table, seed, first, trials, threads, progress or (lambda _: None))
    return Counter({outcome: counted[n] for n, outcome in enumerate(table.outcomes) if counted[n]})


def _in_python(
    table: Table[Any], seed: int, first: int, trials: int, threads: int, progress: Callable[[int], None]
) -> Mapping[int, int]:
    found = Counter(table.ends(seed, trial) for trial in range(first, first + trials))
    progress(trials)
    return found


def _in_numpy(
    table: Table[Any], seed: int, first: int, trials: int, threads: int, progress: Callable[[int], None]
) -> Mapping[int, int]:
    import numpy as np

    counts: Counter[int] = Counter()
    for begin in range(first, first + trials, BLOCK):
        size = min(BLOCK, first + trials - begin)
        waiting = {0: np.arange(begin, begin + size, dtype=np.uint64)}
        number = 0
        while waiting:
            plane = np.uint64(plane_of(key_of(seed), number))
            waiting = _one_word(table, plane, waiting, counts)
            number += 1
        progress(size)
    return counts


def _one_word(
    table: Table[Any], plane: np.uint64, waiting: Mapping[int, NDArray[np.uint64]], counts: Counter[int]
) -> dict[int, NDArray[np.uint64]]:
    """Draw one word for every trial that waits in a segment; returns those that go on, by segment."""
    import numpy as np

    after: dict[int, list[NDArray[np.uint64]]] = {}
    for number, trials in waiting.items():
        segment = table.segments[number]
        words = stirred(plane + np.uint64(STEP) * trials)
        runs = np.searchsorted(np.array(segment.bounds, np.uint64), words, side="right")
        for run, to in enumerate((*segment.leads, number)):
            there = runs == run
            if to < 0:
                counts[~to] += int(np.count_nonzero(there))
            elif there.any():
                after.setdefault(to, []).append(trials[there])
    return {to: np.concatenate(parts) for to, parts in after.items()}


def stirred(words: NDArray[np.uint64]) -> NDArray[np.uint64]:
    """`counter.mixed` of many words."""
    import numpy as np

    words = (words ^ words >> np.uint64(30)) * np.uint64(FIRST)
    words = (words ^ words >> np.uint64(27)) * np.uint64(SECOND)
    return words ^ words >> np.uint64(31)


def _compiled(
    table: Table[Any], seed: int, first: int, trials: int, threads: int, progress: Callable[[int], None]
) -> Mapping[int, int]:
    from concurrent.futures import ThreadPoolExecutor
    from threading import Event

    import numpy as np

    from fireline.chance import kernel

    segments = table.segments
    bounds = np.array([bound for segment in segments for bound in segment.bounds], np.uint64)
    leads = np.array([to for segment in segments for to in segment.leads], np.int64)
    starts = np.cumsum([0, *(len(segment.leads) for segment in segments)]).astype(np.int64)
    key = np.uint64(key_of(seed))

    piece = min(PIECE, -(-trials // threads)) or 1
    begins = iter(range(first, first + trials, piece))
    stopped = Event()

    def throw() -> NDArray[np.int64]:
        """Take piece after piece until there are none or somebody stops."""
        counts = np.zeros(len(table.outcomes), np.int64)
        for begin in begins:
            size = min(piece, first + trials - begin)
            kernel.count(key, np.uint64(begin), size, segments[0].ending, bounds, leads, starts, counts)
            if stopped.is_set():
                break
            try:
                progress(size)
            except BaseException:  # the other threads hear of it here: who waits may be waiting for one of them
                stopped.set()
                raise
        return counts

    with ThreadPoolExecutor(threads) as pool:
        try:
            parts = [thrown.result() for thrown in [pool.submit(throw) for _ in range(threads)]]
        except BaseException:
            stopped.set()
            raise
    return dict(enumerate(np.sum(parts, axis=0).tolist()))


_WAYS = {"kernel": _compiled, "numpy": _in_numpy, "python": _in_python}
