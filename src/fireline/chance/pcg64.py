"""The random words behind seeded dice: PCG XSL-RR 128/64, as `numpy.random.PCG64` has it, in plain Python."""

from __future__ import annotations

from fireline.chance.seedsequence import state

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
        start, stream = divmod(state(seed, spawn_key), 1 << 128)
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
