"""The exact grid on which points of a map lie: 1/60000 of a space, so that four decimals and thirds are exact."""

from __future__ import annotations

from decimal import Decimal
from fractions import Fraction
from typing import NamedTuple

GRID = 60_000
"""Steps of the grid in a space."""


class Quantised(NamedTuple):
    """A coordinate in steps of the grid, and by how much of a space it was moved to get there."""

    steps: int
    moved: Fraction


def quantise(value: float | str) -> Quantised:
    """The nearest place on the grid, a number being what its shortest decimals say; a text may be a fraction.

    Raises `ValueError` where a text is no number.

    >>> quantise(0.2501), quantise("1/3").steps
    (Quantised(steps=15006, moved=Fraction(0, 1)), 20000)
    >>> quantise(0.33333).moved
    Fraction(1, 300000)
    """
    exact = Fraction(value) if isinstance(value, str) else Fraction(Decimal(repr(value)))
    steps = round(exact * GRID)
    return Quantised(steps, abs(exact - Fraction(steps, GRID)))


def format_steps(steps: int) -> float | str:
    """A coordinate as a map file says it: at most four decimals, else a fraction; `quantise` gives the same steps.

    >>> format_steps(15006), format_steps(120000), format_steps(20000)
    (0.2501, 2, '1/3')
    """
    if steps % GRID == 0:
        return steps // GRID
    return steps / GRID if steps % (GRID // 10_000) == 0 else str(Fraction(steps, GRID))
