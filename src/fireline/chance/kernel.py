"""Trials of a compiled table, thrown and counted in compiled code: `counting.count` says what they are.

The first words of a block of trials are drawn into a buffer and compared with one threshold after another, all of them
each time and without branches, so the processor takes many at once; the upper halves of the words are enough for that.
Trials that go on after their first word are played out one by one. See `docs/design/compiled-chance.md`.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np
from numba import njit

from fireline.chance.counter import FIRST, PLANE, SECOND, STEP

if TYPE_CHECKING:
    from numpy.typing import NDArray

BLOCK = 2048
"""Trials whose half words fit into the nearest cache."""
GROUP = 32
"""Trials that are looked through one by one where one of them goes on."""
_STEP, _PLANE, _FIRST, _SECOND = (np.uint64(constant) for constant in (STEP, PLANE, FIRST, SECOND))
_30, _27, _31, _32 = (np.uint64(number) for number in (30, 27, 31, 32))


@njit(cache=True, nogil=True, inline="always")
def mixed(word: np.uint64) -> np.uint64:
    """`counter.mixed`."""
    word = (word ^ (word >> _30)) * _FIRST
    word = (word ^ (word >> _27)) * _SECOND
    return word ^ (word >> _31)


@njit(cache=True, nogil=True)
def count(  # noqa: PLR0913, PLR0917 - compiled code takes arrays, not objects
    key: np.uint64,
    first: np.uint64,
    trials: int,
    ending: int,
    bounds: NDArray[np.uint64],
    leads: NDArray[np.int64],
    starts: NDArray[np.int64],
    counts: NDArray[np.int64],
) -> None:
    """Add the outcomes of these trials to `counts`.

    `bounds` and `leads` are those of all segments in a row; segment n has those from `starts[n]` to `starts[n + 1]`.
    The first `ending` of them lead to outcomes, and their bounds have nothing in the lower 32 bits.
    """
    plane = mixed(key + _PLANE)
    halves = np.empty(BLOCK, np.uint32)
    below = np.zeros(ending + 1, np.int64)
    for begin in range(0, trials, BLOCK):
        size = min(BLOCK, trials - begin)
        start = first + np.uint64(begin)
        at = plane + _STEP * start
        for n in range(size):
            halves[n] = np.uint32(mixed(at) >> _32)
            at += _STEP
        # `below` adds up: the trials of run n are those below its bound less those below the one before.
        found, limit = 0, np.uint32(0)
        for bound in range(ending):
            limit = np.uint32(bounds[bound] >> _32)
            found = _below(halves, size, limit)
            below[bound] += found
        if found < size:  # some trial lies beyond the last run that ends a trial
            _go_on(key, start, halves[:size], limit, bounds, leads, starts, counts)
    before = 0
    for bound in range(ending):
        counts[~leads[bound]] += below[bound] - before
        before = below[bound]


@njit(cache=True, nogil=True)
def _below(halves: NDArray[np.uint32], size: int, limit: np.uint32) -> int:
    """How many of the half words lie below a limit."""
    found = np.uint32(0)
    for n in range(size):
        found += np.uint32(halves[n] < limit)
    return int(found)


@njit(cache=True, nogil=True)
def _go_on(  # noqa: PLR0913, PLR0917 - the same
    key: np.uint64,
    start: np.uint64,
    halves: NDArray[np.uint32],
    limit: np.uint32,
    bounds: NDArray[np.uint64],
    leads: NDArray[np.int64],
    starts: NDArray[np.int64],
    counts: NDArray[np.int64],
) -> None:
    """Play out the trials whose half word is not below the limit."""
    for begin in range(0, len(halves), GROUP):
        end = min(begin + GROUP, len(halves))
        if _below(halves[begin:end], end - begin, limit) == end - begin:
            continue
        for n in range(begin, end):
            if halves[n] >= limit:
                counts[_play_out(key, start + np.uint64(n), bounds, leads, starts)] += 1


@njit(cache=True, nogil=True)
def _play_out(
    key: np.uint64,
    trial: np.uint64,
    bounds: NDArray[np.uint64],
    leads: NDArray[np.int64],
    starts: NDArray[np.int64],
) -> int:
    """The outcome of one trial, word by word."""
    segment, plane = 0, key
    while True:
        plane += _PLANE
        word = mixed(mixed(plane) + _STEP * trial)
        n, end = starts[segment], starts[segment + 1]
        while n < end and word >= bounds[n]:
            n += 1
        if n == end:  # it stands for no cell: the next word, the same segment
            continue
        if leads[n] < 0:
            return int(~leads[n])
        segment = leads[n]
