"""Counted against exact: Pearson's chi-square, and its tail by numbers of its own."""

from __future__ import annotations

from collections.abc import Mapping
from fractions import Fraction
from math import erfc, exp, gamma, sqrt
from typing import Any

UNLIKELY = 0.001


def p_value(chi_square: float, freedom: int) -> float:
    """The chance of such a chi-square or a larger one: the regularised upper gamma function by its recurrence."""
    x = chi_square / 2
    a, tail = (1.0, exp(-x)) if freedom % 2 == 0 else (0.5, erfc(sqrt(x)))
    while a < freedom / 2:
        tail += x**a * exp(-x) / gamma(a + 1)
        a += 1
    return tail


def fit(counts: Mapping[Any, int], exact: Mapping[Any, Fraction]) -> float:
    """The p-value of what was counted, outcomes that are expected less than ten times taken together."""
    trials = sum(counts.values())
    cells: dict[Any, list[float]] = {}
    for outcome, p in exact.items():
        cell = cells.setdefault(outcome if p * trials >= 10 else "rare", [0, 0])
        cell[0] += counts.get(outcome, 0)
        cell[1] += float(p * trials)
    return p_value(sum((seen - due) ** 2 / due for seen, due in cells.values()), max(len(cells) - 1, 1))


def fits(counts: Mapping[Any, int], exact: Mapping[Any, Fraction]) -> bool:
    """Whether counts look like trials of the exact odds: neither too far from them nor too near."""
    return counts.keys() <= exact.keys() and UNLIKELY < fit(counts, exact) <= 1 - (len(exact) > 1) * UNLIKELY / 100
