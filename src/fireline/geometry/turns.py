"""Turning in the plane, the same on every machine: no library's sine decides a line of sight."""

from __future__ import annotations

from fractions import Fraction
from functools import lru_cache

BITS = 128
"""Binary places that are reckoned with; a float tells 53 of them."""
ONE = 1 << BITS
PI = (31415926535897932384626433832795028841971693993751 << BITS) // 10**49


@lru_cache(maxsize=4096)
def cos_sin(degrees: float) -> tuple[float, float]:
    """Cosine and sine of a finite angle in degrees, reckoned to `BITS` places: each is the nearest float.

    Raises `OverflowError` or `ValueError` for an angle that is not finite.

    >>> cos_sin(90), cos_sin(60)[0], cos_sin(-30)[1]
    ((0.0, 1.0), 0.5, -0.5)
    """
    quarter, rest = divmod(Fraction(degrees) % 360, 90)
    cos, sin = _series(rest) if rest <= 45 else _series(90 - rest)[::-1]
    for _ in range(quarter):
        cos, sin = -sin, cos
    return cos / ONE, sin / ONE


def _series(degrees: Fraction) -> tuple[int, int]:
    """Cosine and sine of an angle from 0 to 45 degrees, in whole parts of `ONE`."""
    x = PI * degrees.numerator // (degrees.denominator * 180)
    sums = [0, 0]
    term, power = ONE, 0
    while term:
        sums[power % 2] += term if power % 4 < 2 else -term
        power += 1
        term = term * x // (power * ONE)
    return sums[0], sums[1]
