"""Seeds mixed into the state of a generator: numpy's `SeedSequence`, word for word, in plain Python.

The hash is Melissa O'Neill's `seed_seq` alternative, https://www.pcg-random.org/posts/developing-a-seed_seq-alternative.
"""

from __future__ import annotations

from collections.abc import Iterator

POOL = 4
"""Words of 32 bits in which the seed is gathered."""
_WORD = 0xFFFFFFFF


def state(seed: int, spawn_key: tuple[int, ...] = ()) -> int:
    """The 256 bits that `numpy.random.SeedSequence(seed, spawn_key=spawn_key)` starts a PCG64 with, as one number.

    The first 64-bit word numpy generates is the most significant. Raises `ValueError` for negative numbers.
    """
    stir = _multipliers(0x43B0D7E5, 0x931E8875)
    given = _entropy(seed, spawn_key)
    pool = [_hash(word, stir) for word in (*given, *[0] * POOL)[:POOL]]
    for source in range(POOL):
        for target in range(POOL):
            if source != target:
                pool[target] = _mix(pool[target], _hash(pool[source], stir))
    for word in given[POOL:]:
        for target in range(POOL):
            pool[target] = _mix(pool[target], _hash(word, stir))
    draw = _multipliers(0x8B51F9DD, 0x58F38DED)
    words = [_hash(pool[n % POOL], draw) for n in range(2 * POOL)]
    return sum((high << 32 | low) << 64 * (3 - n) for n, (low, high) in enumerate(zip(*[iter(words)] * 2, strict=True)))


def _entropy(seed: int, spawn_key: tuple[int, ...]) -> list[int]:
    """The words of a seed; where a key follows, they fill the pool first, so that no two pairs run together."""
    words = _words(seed)
    if spawn_key:
        words += [0] * (POOL - len(words))
    return [*words, *(word for key in spawn_key for word in _words(key))]


def _words(number: int) -> list[int]:
    """A number as words of 32 bits, the least significant first."""
    if number < 0:
        raise ValueError(f"the seed is {number}; a seed is a whole number from 0")
    return [number >> shift & _WORD for shift in range(0, number.bit_length() or 1, 32)]


def _multipliers(first: int, step: int) -> Iterator[tuple[int, int]]:
    """What each word is crossed with, and then multiplied by."""
    while True:
        following = first * step & _WORD
        yield first, following
        first = following


def _hash(word: int, multipliers: Iterator[tuple[int, int]]) -> int:
    cross, times = next(multipliers)
    word = (word ^ cross) * times & _WORD
    return word ^ word >> 16


def _mix(x: int, y: int) -> int:
    mixed = 0xCA01F9DD * x - 0x4973F715 * y & _WORD
    return mixed ^ mixed >> 16
