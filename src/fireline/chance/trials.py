"""Many trials at once, drawn from their odds without throwing them, and how likely counts are so far from these.

A billion trials take no longer than a thousand.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from decimal import (
    MAX_EMAX,
    MIN_EMIN,
    ROUND_HALF_EVEN,
    Context,
    Decimal,
    DivisionByZero,
    InvalidOperation,
    Overflow,
    localcontext,
)
from math import erfc, exp, gamma, isqrt, perm, sqrt
from typing import Final, TypeVar

from fireline.chance.thrown import PCG64, WIDTH

F = TypeVar("F")


def share_out(words: PCG64, trials: int, shares: Iterable[tuple[F, int]], sides: int) -> Iterator[tuple[F, int]]:
    """A multinomial draw, one face at a time: each gets its share of what the faces before it left.

    Every chance is a fraction of whole numbers and every draw is exact, so nothing is rounded.
    """
    for face, share in shares:
        count = trials if share == sides else binomial(words, trials, share, sides)
        if count:
            yield face, count
        trials -= count
        sides -= share
        if not trials:
            return


FEW: Final = 16
"""So many trials are made one by one."""
TERMS: Final = ((1, 12), (-1, 360), (1, 1260), (-1, 1680), (1, 1188))
"""Stirling's series of ln n! in 1 / n, 1 / n**3, 1 / n**5, ...: what comes after is less than 0.002 / n**11."""
DIGITS: Final = 22
"""How many decimals of a logarithm are right at first: enough for all but one decision in 10**19."""


def binomial(words: PCG64, trials: int, share: int, sides: int) -> int:
    """How many of these trials succeed, each with the chance `share / sides`, which is more than 0 and less than 1.

    >>> binomial(PCG64(7), 10**15, 1, 6)
    166666656735310
    """
    if trials <= FEW:
        return sum(words.below(sides) < share for _ in range(trials))
    if 2 * share > sides:  # the rarer of the two has the narrower staircase
        return trials - binomial(words, trials, sides - share, sides)
    chances = BinomialChances(trials, share, sides)
    width = step_width(chances.likeliest)
    while True:
        step = 0
        while words.below(2):
            step += 1
        away = step * width + words.below(width)
        found = chances.likeliest + away if words.below(2) else chances.likeliest - away - 1
        if 0 <= found <= trials and chances.accept(words, found, step):
            return found


def step_width(likeliest: int) -> int:
    """How wide the steps of the staircase around the likeliest number have to be.

    With V = (trials + 1) * share / sides, the chance of the j-th number away from the likeliest is at most the one
    before it times 1 - (j - 1) / (V + j). So i away it is at most exp(-i * (i - 1) / (2 * (V + i))) of the greatest. A
    width w with 5 * w * (w - 1) >= 7 * (V + w) makes this less than a half where the second step begins, because 7 / 5
    is more than 2 * ln 2, and halves it at least once more for each step that follows.
    """
    return isqrt(7 * (likeliest + 1) // 5 + 1) + 3


class BinomialChances:
    """The chance of each number of successes, as a part of the chance of the likeliest one."""

    def __init__(self, trials: int, share: int, sides: int) -> None:
        self.likeliest = (trials + 1) * share // sides
        self._trials, self._share, self._others = trials, share, sides - share
        self._begun: dict[int, tuple[Decimal, Decimal]] = {}

    def accept(self, words: PCG64, found: int, step: int) -> bool:
        """Accept a number as often as its chance, held against the step of the staircase above it, says."""
        drawn, bits, digits = words.word(), WIDTH, DIGITS
        while True:
            with localcontext(self._context(digits)):
                limit = self.logarithm(found, digits).exp() * (1 << step + bits)
                unsure = 2 * limit.scaleb(-digits)
                low, high = limit - unsure, limit + unsure
            if drawn + 1 <= low:
                return True
            if drawn >= high:
                return False
            drawn, bits, digits = drawn << WIDTH | words.word(), bits + WIDTH, digits + DIGITS

    def logarithm(self, found: int, digits: int) -> Decimal:
        """The natural logarithm of the part that a number has; of its decimals, so many are right."""
        # Both sides count as many trials, so what is constant in ln n!, or proportional to n, cancels out.
        with localcontext(self._context(digits)):
            if digits not in self._begun:
                top = _ln_factorial(self.likeliest, digits) + _ln_factorial(self._trials - self.likeliest, digits)
                self._begun[digits] = top, Decimal(self._share).ln() - Decimal(self._others).ln()
            top, odds = self._begun[digits]
            here = _ln_factorial(found, digits) + _ln_factorial(self._trials - found, digits)
            return top - here + (found - self.likeliest) * odds

    def _context(self, digits: int) -> Context:
        # Whatever is added up for a logarithm has fewer digits before the point than `most`. Some thirty results are
        # rounded on the way; four digits more than are right have room for that.
        large = self._trials + _least(digits)
        most = len(str(large * max(large, self._share + self._others).bit_length()))
        return Context(
            prec=most + digits + 4,
            rounding=ROUND_HALF_EVEN,
            Emin=MIN_EMIN,
            Emax=MAX_EMAX,
            traps=[InvalidOperation, DivisionByZero, Overflow],
        )


def _ln_factorial(number: int, digits: int) -> Decimal:
    """The logarithm of n!, plus n, less ln(2 pi) / 2: by Stirling's series, right to so many decimals."""
    # It is wrong by less than 0.002 / n**11; so a number too small for the series is taken from a larger one, less what
    # lies between the two.
    more = max(0, _least(digits) - number)
    large = Decimal(number + more)
    series, power = Decimal(0), large
    for above, under in TERMS:
        series += Decimal(above) / (under * power)
        power *= large * large
    value = (large + Decimal("0.5")) * large.ln() - more + series
    return value - Decimal(perm(number + more, more)).ln() if more else value


def _least(digits: int) -> int:
    """The least n for which the series gives so many decimals of ln n!."""
    return int(10 ** -(-digits // 11))


def chi_square_tail(square: float, freedom: int) -> float:
    """The chance that a chi-square with these degrees of freedom is at least this large, to machine precision.

    >>> round(chi_square_tail(11.0705, 5), 4), round(chi_square_tail(3.8415, 1), 4), chi_square_tail(0, 4)
    (0.05, 0.05, 1.0)
    """
    half = square / 2
    if freedom % 2:
        tail, term, start = erfc(sqrt(half)), exp(-half) * sqrt(half) / gamma(1.5), 1.5
    else:
        tail, term, start = 0.0, exp(-half), 1.0
    for number in range(freedom // 2):
        tail += term
        term *= half / (start + number)
    return min(tail, 1.0)
