"""Seeded dice."""

from __future__ import annotations

from bisect import bisect
from itertools import accumulate
from typing import TYPE_CHECKING, TypeVar

from fireline.chance.pcg64 import PCG64
from fireline.chance.recording import RecordingDice

if TYPE_CHECKING:
    from fireline.chance.dice import Die

F = TypeVar("F")


class SeededDice(RecordingDice):
    """Seeded dice: the same seed gives the same faces, on every machine and in every release.

    Dice with one seed but different spawn keys are independent. Raises `ValueError` for a seed below 0.

    >>> dice = SeededDice(7)
    >>> from fireline.chance import d6
    >>> [dice.roll(d6) for _ in range(5)]
    [4, 6, 3, 1, 2]
    """

    def __init__(self, seed: int, spawn_key: tuple[int, ...] = ()) -> None:
        super().__init__()
        self._words = PCG64(seed, spawn_key)

    @classmethod
    def for_event(cls, seed: int, number: int) -> SeededDice:
        """The dice of one event of a game. Each event has its own stream, so an extra throw in one shifts no face in
        another; raises `ValueError` for a seed or a number below 0.
        """
        if seed < 0 or number < 0:
            raise ValueError(f"seed {seed}, event {number}: both are whole numbers from 0")
        return cls(seed, (number,))

    def land(self, die: Die[F]) -> F:
        """The face of an unbiased throw."""
        side = self._words.below(die.sides)
        return die.faces[bisect(tuple(accumulate(die.weights)), side) if die.weights else side]
