"""Differences in words: in percentage points or as decimals, with their sign."""

from __future__ import annotations

from fractions import Fraction

from fireline.ruling.prose import minus


def points(gain: Fraction) -> str:
    """A difference of chances in percentage points to one decimal; a difference other than 0 never reads as 0.

    >>> points(Fraction(1, 36)), points(Fraction(-1, 100000)), points(Fraction(0))
    ('+2.8', '−<0.1', '0')
    """
    return _signed(gain * 100, 1)


def decimals(gain: Fraction) -> str:
    """A difference of averages to two decimals; a difference other than 0 never reads as 0.

    >>> decimals(Fraction(-1, 3)), decimals(Fraction(1, 1000))
    ('−0.33', '+<0.01')
    """
    return _signed(gain, 2)


def average(mean: Fraction) -> str:
    """An average to two decimals.

    >>> average(Fraction(2, 3))
    '0.67'
    """
    return f"{float(round(mean, 2)):.2f}"


def _signed(value: Fraction, places: int) -> str:
    if not value:
        return "0"
    text = f"{float(round(abs(value), places)):.{places}f}"
    shown = text if text.strip("0.") else f"<{text[:-1]}1"
    return minus(f"{'-' if value < 0 else '+'}{shown}")
