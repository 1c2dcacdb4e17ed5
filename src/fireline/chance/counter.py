"""Dice by counting: every random word is a pure function of the seed, the trial and its number in the trial.

Nothing comes from a stream, so nothing depends on earlier draws: you can replay any trial of a billion alone, on one
core or on many, in Python or numpy, with the same faces.  A word is a counter stepped by an odd constant
and mixed (splitmix64): each number within a trial has its own plane, and in a plane the trial is the counter.  It is
good enough for games and statistics, but not for secrets.
"""

from __future__ import annotations

from functools import lru_cache
from hashlib import blake2b
from typing import Final, TypeVar

from fireline.chance.dice import Die
from fireline.chance.thrown import RecordingDice

F = TypeVar("F")

MASK: Final = (1 << 64) - 1
STEP: Final = 0x9E3779B97F4A7C15
"""The step between trials: the golden ratio of 2**64, odd, so all 2**64 counters come before one repeats."""
PLANE: Final = 0xD1342543DE82EF95
"""The step between numbers within a trial; also odd."""
FIRST, SECOND = 0xBF58476D1CE4E5B9, 0x94D049BB133111EB


def mixed(word: int) -> int:
    """Mix a 64-bit word, so that every bit depends on every other; different words give different results.

    >>> hex(mixed(1))
    '0x5692161d100b05e5'
    """
    word = ((word ^ word >> 30) * FIRST) & MASK
    word = ((word ^ word >> 27) * SECOND) & MASK
    return word ^ word >> 31


@lru_cache(maxsize=64)
def key_of(seed: int) -> int:
    """The 64-bit key of a seed, a whole number from 0 of any size; raises `ValueError` for a negative one."""
    if seed < 0:
        raise ValueError(f"the seed is {seed}; a seed is a whole number from 0")
    key = 0
    while True:
        key = mixed((key + STEP + (seed & MASK)) & MASK)
        seed >>= 64
        if not seed:
            return key


def seed_of(seed: int, name: str) -> int:
    """A seed for something by its name, so that everything under one seed has its own dice.

    >>> seed_of(7, "first battle") == seed_of(7, "second battle")
    False
    """
    return int.from_bytes(blake2b(f"{seed} {name}".encode(), digest_size=16).digest(), "big")


@lru_cache(maxsize=1 << 12)  # the same few planes for every trial of a seed
def plane_of(key: int, number: int) -> int:
    """Where the words with this number begin; `word` counts on from there."""
    return mixed((key + PLANE * (number + 1)) & MASK)


def word(plane: int, trial: int) -> int:
    """The word of a trial in a plane."""
    return mixed((plane + STEP * trial) & MASK)


def fair_share(sides: int) -> int:
    """How many words stand for each of these equally likely sides; the words left over are drawn again.

    A word stands for the side `word // fair_share(sides)`, if there is one of that number.
    """
    return MASK // sides


class CounterDice(RecordingDice):
    """Dice whose every face is a pure function of seed, trial and the number of the roll.

    Unbiased: if a word stands for no side, the next number is used. A trial is a whole number below 2**64; raises
    `ValueError` for any other.

    >>> from fireline.chance import d6
    >>> dice = CounterDice(7, trial=12)
    >>> [dice.roll(d6) for _ in range(5)]
    [5, 3, 5, 5, 5]
    """

    def __init__(self, seed: int, trial: int) -> None:
        super().__init__()
        if not 0 <= trial <= MASK:
            raise ValueError(f"the trial is {trial}; a trial is a whole number from 0 to {MASK}")
        self._key = key_of(seed)
        self._trial = trial
        self.number = 0
        """How many words have been drawn."""

    def land(self, die: Die[F]) -> F:
        """The face of an unbiased throw."""
        return die.on_side(self.below(die.sides))

    def below(self, sides: int) -> int:
        """A number from 0 to sides - 1, all equally likely; raises `ValueError` for more than 2**64 - 1 sides."""
        if not 0 < sides <= MASK:
            raise ValueError(f"{sides} sides are not told apart by words of 64 bits")
        share = fair_share(sides)
        while True:
            drawn = word(plane_of(self._key, self.number), self._trial)
            self.number += 1
            if (side := drawn // share) < sides:
                return side
