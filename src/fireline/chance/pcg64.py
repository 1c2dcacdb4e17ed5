"""The random words behind seeded dice: PCG XSL-RR 128/64, as `numpy.random.PCG64` has it, in plain Python.

Seeds are mixed as in numpy's `SeedSequence`, word for word: the hash is Melissa O'Neill's `seed_seq` alternative,
https://www.pcg-random.org/posts/developing-a-seed_seq-alternative.
"""

from __future__ import annotations

from collections.abc import Iterator

WIDTH = 64
"""Bits of a random word."""
MULTIPLIER = 0x2360ED051FC65DA44385DF649FCCF645
_STATE, _WORD = (1 << 128) - 1, (1 << 64) - 1


class PCG64:
    """Random words of 64 bits, the same for a seed and a spawn key on every machine, with numpy and without.

    Raises `ValueError` for negative numbers.

    >>> PCG64(7).word()
    11530976094092348043
    """

    __slots__ = ("_increment", "_state")

    def __init__(self, seed: int, spawn_key: tuple[int, ...] = ()) -> None:
        start, stream = divmod(seed_state(seed, spawn_key), 1 << 128)
        self._increment = (stream << 1 | 1) & _STATE
        self._state = ((self._increment + start) * MULTIPLIER + self._increment) & _STATE

    def word(self) -> int:
        """The next word: both halves of the state crossed, then turned by its upper six bits."""
        self._state = now = (self._state * MULTIPLIER + self._increment) & _STATE
        crossed, turn = (now >> 64 ^ now) & _WORD, now >> 122
        return (crossed >> turn | crossed << (64 - turn)) & _WORD

    def below(self, sides: int) -> int:
        """A number from 0 to sides - 1, all equally likely; words above the last whole multiple are drawn again."""
        words = -(-(sides - 1).bit_length() // WIDTH)
        span = 1 << (WIDTH * words)
        fair = span - span % sides
        while True:
            raw = 0
            for _ in range(words):
                raw = raw << WIDTH | self.word()
            if raw < fair:
                return raw % sides


_POOL = 4
"""Words of 32 bits in which the seed is gathered."""
_HALF = 0xFFFFFFFF


def seed_state(seed: int, spawn_key: tuple[int, ...] = ()) -> int:
    """The 256 bits that `numpy.random.SeedSequence(seed, spawn_key=spawn_key)` starts a PCG64 with, as one number.

    The first 64-bit word numpy generates is the most significant. Raises `ValueError` for negative numbers.
    """
    stir = _multipliers(0x43B0D7E5, 0x931E8875)
    given = _entropy(seed, spawn_key)
    pool = [_hash(word, stir) for word in (*given, *[0] * _POOL)[:_POOL]]
    for source in range(_POOL):
        for target in range(_POOL):
            if source != target:
                pool[target] = _mix(pool[target], _hash(pool[source], stir))
    for word in given[_POOL:]:
        for target in range(_POOL):
            pool[target] = _mix(pool[target], _hash(word, stir))
    draw = _multipliers(0x8B51F9DD, 0x58F38DED)
    words = [_hash(pool[n % _POOL], draw) for n in range(2 * _POOL)]
    return sum((high << 32 | low) << 64 * (3 - n) for n, (low, high) in enumerate(zip(*[iter(words)] * 2, strict=True)))


def _entropy(seed: int, spawn_key: tuple[int, ...]) -> list[int]:
    """The words of a seed; where a key follows, they fill the pool first, so that no two pairs run together."""
    words = _words(seed)
    if spawn_key:
        words += [0] * (_POOL - len(words))
    return [*words, *(word for key in spawn_key for word in _words(key))]


def _words(number: int) -> list[int]:
    """A number as words of 32 bits, the least significant first."""
    if number < 0:
        raise ValueError(f"the seed is {number}; a seed is a whole number from 0")
    return [number >> shift & _HALF for shift in range(0, number.bit_length() or 1, 32)]


def _multipliers(first: int, step: int) -> Iterator[tuple[int, int]]:
    """What each word is crossed with, and then multiplied by."""
    while True:
        following = first * step & _HALF
        yield first, following
        first = following


def _hash(word: int, multipliers: Iterator[tuple[int, int]]) -> int:
    cross, times = next(multipliers)
    word = (word ^ cross) * times & _HALF
    return word ^ word >> 16


def _mix(x: int, y: int) -> int:
    mixed = 0xCA01F9DD * x - 0x4973F715 * y & _HALF
    return mixed ^ mixed >> 16
