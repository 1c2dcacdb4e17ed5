"""Lengths as they were written, and distances between bases that are compared exactly."""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction
from functools import lru_cache, total_ordering
from math import isqrt, sqrt

SHOWN_DIGITS = 2


@lru_cache(maxsize=1 << 14)
def exact(number: float) -> Fraction:
    """A number as it was written: 0.1 is a tenth.

    >>> exact(12.3)
    Fraction(123, 10)
    """
    return Fraction(str(number))


def added(*numbers: float) -> float:
    """The sum of numbers as they were written.

    >>> 0.1 + 0.2, added(0.1, 0.2)
    (0.30000000000000004, 0.3)
    """
    return float(sum(map(exact, numbers)))


def root(square: Fraction) -> float:
    """The float nearest to the root of a number from 0 on; exact where there is an exact one.

    >>> root(exact(6.3) ** 2)
    6.3
    """
    ones = 1 << 128
    return isqrt(square.numerator * square.denominator * ones * ones) / (square.denominator * ones)


@total_ordering
@dataclass(frozen=True, eq=False, slots=True)
class Gap:
    """The straight line in three dimensions between the nearest points of two bases, in inches.

    Kept as the square of the distance between the centres seen from above, the sum of the radii, and the height
    between the two, so that no root decides anything. Where a base is oval, the distance between their rims stands for
    that of the centres, and the radii are 0.
    """

    apart: Fraction
    radii: Fraction
    height: Fraction

    @property
    def touching(self) -> bool:
        """Whether the bases meet or overlap, seen from above."""
        return self.apart <= self.radii * self.radii

    @property
    def number(self) -> float:
        """The distance for show, rounded to hundredths of an inch."""
        across = max(sqrt(self.apart) - float(self.radii), 0.0)
        return round(sqrt(across * across + float(self.height) ** 2), SHOWN_DIGITS)

    def within(self, reach: Fraction) -> bool:
        """Whether the distance is no more than a reach, which is never less than 0.

        >>> Gap(Fraction(36), Fraction(1), Fraction(0)).within(Fraction(5))
        True
        """
        across = reach * reach - self.height * self.height
        if across < 0 or self.touching:
            return across >= 0
        # The centres are farther apart than the radii: sqrt(apart) <= sqrt(across) + radii, squared twice.
        rest = self.apart - across - self.radii * self.radii
        return rest <= 0 or rest * rest <= 4 * self.radii * self.radii * across

    def shown(self, reach: Fraction) -> str:
        """The distance in words, which never round it to the other side of a reach.

        >>> Gap(Fraction(3601, 100), Fraction(1), Fraction(0)).shown(Fraction(5))
        'just over 5"'
        """
        if self.within(reach) == (self.number <= reach):
            return f'{self.number:g}"'
        return f'just {"under" if self.within(reach) else "over"} {float(reach):g}"'

    def __lt__(self, other: Gap) -> bool:
        mine, my_root = self._square()
        others, other_root = other._square()
        return _less(mine - others, my_root, other_root)

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Gap) and not (self < other or other < self)

    __hash__ = None  # type: ignore[assignment]  # equal distances may be kept in different numbers

    def _square(self) -> tuple[Fraction, Fraction]:
        """The square of the distance as a number less the root of another."""
        rise = self.height * self.height
        if self.touching:
            return rise, Fraction(0)
        return self.apart + self.radii * self.radii + rise, 4 * self.radii * self.radii * self.apart


def _less(difference: Fraction, a: Fraction, b: Fraction) -> bool:
    """Whether difference < sqrt(a) - sqrt(b), decided without a root."""
    if difference < 0:
        return not _less_or_equal(-difference, b, a)
    # difference + sqrt(b) < sqrt(a), both sides from 0 on: square once, then once more.
    rest = a - b - difference * difference
    return rest > 0 and 4 * difference * difference * b < rest * rest


def _less_or_equal(difference: Fraction, a: Fraction, b: Fraction) -> bool:
    """Whether difference <= sqrt(a) - sqrt(b), for a difference from 0 on."""
    rest = a - b - difference * difference
    return rest >= 0 and 4 * difference * difference * b <= rest * rest
