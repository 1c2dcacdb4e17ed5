"""Seeded dice."""

from __future__ import annotations

from bisect import bisect
from itertools import accumulate
from typing import TYPE_CHECKING, TypeVar

from fireline.chance.thrown import Thrown

if TYPE_CHECKING:
    import numpy as np

    from fireline.chance.dice import Die

F = TypeVar("F")


class Tray(Thrown):
    """Seeded dice: the same seed gives the same faces, on every machine and in every release.

    >>> dice = Tray(7)
    >>> from fireline.chance import d6
    >>> [dice.roll(d6) for _ in range(5)]
    [4, 6, 3, 1, 2]
    """

    def __init__(self, seed: int | np.random.Generator | np.random.SeedSequence) -> None:
        super().__init__()
        # numpy promises that a bit generator's raw output for a seed never changes; it makes no such
        # promise for Generator.integers or choice.  So faces are made from the raw words, here.
        import numpy as np

        if isinstance(seed, np.random.Generator):
            bits = seed.bit_generator
        elif isinstance(seed, int) and seed < 0:
            raise ValueError(f"the seed is {seed}; a seed is a whole number from 0")
        else:
            bits = np.random.PCG64(seed)
        widths = {"PCG64": 64, "PCG64DXSM": 64, "Philox": 64, "SFC64": 64, "MT19937": 32}
        if (kind := type(bits).__name__) not in widths:
            raise TypeError(f"a tray cannot throw from {kind}; it knows {', '.join(widths)}")
        self._bits, self._width = bits, widths[kind]

    @classmethod
    def for_event(cls, seed: int, number: int) -> Tray:
        """The dice of one event of a game: a stream of its own, so that a throw more in one event
        shifts no face of another.
        """
        import numpy as np

        if seed < 0 or number < 0:
            raise ValueError(f"seed {seed}, event {number}: both are whole numbers from 0")
        return cls(np.random.SeedSequence(seed, spawn_key=(number,)))

    def land(self, die: Die[F]) -> F:
        """The face of an unbiased throw."""
        side = self._below(die.sides)
        return die.faces[bisect(tuple(accumulate(die.weights)), side) if die.weights else side]

    def _below(self, sides: int) -> int:
        """A number from 0 to sides - 1, each exactly as likely: words above the last whole multiple of
        *sides* are thrown again.
        """
        words = -(-(sides - 1).bit_length() // self._width)
        span = 1 << (self._width * words)
        fair = span - span % sides
        while True:
            raw = 0
            for _ in range(words):
                raw = raw << self._width | int(self._bits.random_raw())
            if raw < fair:
                return raw % sides
