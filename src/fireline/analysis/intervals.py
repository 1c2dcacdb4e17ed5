"""How far a simulated number may be from the true one."""

from __future__ import annotations

from collections.abc import Mapping
from math import sqrt
from statistics import NormalDist
from typing import NamedTuple

CONFIDENCE = 0.95
FEWEST = 30
"""Of fewer trials nothing is concluded: the normal interval of a difference needs so many."""


class Interval(NamedTuple):
    """A range from low to high."""

    low: float
    high: float

    def __contains__(self, value: object) -> bool:
        return isinstance(value, int | float) and self.low <= value <= self.high


class Method(NamedTuple):
    """How intervals are made."""

    method: str
    confidence: float = CONFIDENCE


def wilson(successes: int, trials: int, confidence: float = CONFIDENCE) -> Interval:
    """The Wilson score interval of a share: it stays between 0 and 1 and has a width even at 0 and at 1.

    E. B. Wilson, Probable inference, the law of succession, and statistical inference (1927). Raises `ValueError`
    if there are no trials, or fewer than successes.

    >>> [round(end, 4) for end in wilson(0, 100)], [round(end, 4) for end in wilson(50, 100)]
    ([0.0, 0.037], [0.4038, 0.5962])
    """
    if not 0 <= successes <= trials or not trials:
        raise ValueError(f"{successes} of {trials} is no share of trials")
    z = NormalDist().inv_cdf((1 + confidence) / 2)
    share, spread = successes / trials, z * z / trials
    middle = (share + spread / 2) / (1 + spread)
    half = z * sqrt(share * (1 - share) / trials + spread / (4 * trials)) / (1 + spread)
    low = 0.0 if not successes else middle - half
    return Interval(low, 1.0 if successes == trials else middle + half)


def newcombe(both: int, first: int, second: int, pairs: int, confidence: float = CONFIDENCE) -> Interval:
    """The interval of the difference of two shares that were counted pair by pair, the first less the second.

    R. G. Newcombe, Improved confidence intervals for the difference between binomial proportions based on paired data
    (1998), method 10: Wilson's intervals of both shares, put together with the correlation of the pairs. It stays
    between -1 and 1 and has a width even where no pair differs.

    Args:
        both: In how many pairs both succeed.
        first: In how many only the first does.
        second: In how many only the second does.
        pairs: How many pairs there are.
        confidence: How often such an interval holds the true difference.

    Raises:
        ValueError: There are no pairs, or fewer than these.

    >>> [round(end, 4) for end in newcombe(36, 12, 2, 50)], [round(end, 4) for end in newcombe(0, 0, 0, 30)]
    ([0.0569, 0.3404], [-0.1135, 0.1135])
    """
    neither = pairs - both - first - second
    if min(both, first, second, neither) < 0:
        raise ValueError(f"{both}, {first} and {second} of {pairs} are no shares of pairs")
    one, other = (both + first) / pairs, (both + second) / pairs
    (low, high), (least, most) = (wilson(both + only, pairs, confidence) for only in (first, second))
    spread = (both + first) * (second + neither) * (both + second) * (first + neither)
    apart = both * neither - first * second
    phi = (max(apart - pairs / 2, 0.0) if apart > 0 else apart) / sqrt(spread) if spread else 0.0

    def half(a: float, b: float) -> float:
        return sqrt(max(a * a - 2 * phi * a * b + b * b, 0.0))

    down, up = half(one - low, most - other), half(high - one, other - least)
    return Interval(max(-1.0, one - other - down), min(1.0, one - other + up))


class Mean(NamedTuple):
    """An average and its standard error (None for a single trial)."""

    value: float
    standard_error: float | None


def mean_of(counts: Mapping[int, int]) -> Mean:
    """The average of whole numbers, each with its count; the sums are whole numbers, divided once.

    >>> mean_of({0: 50, 1: 50}).value
    0.5
    """
    trials = sum(counts.values())
    total = sum(value * count for value, count in counts.items())
    squares = sum(value * value * count for value, count in counts.items())
    if trials < 2:
        return Mean(total / trials, None)
    variance = (squares * trials - total * total) / (trials * (trials - 1))
    return Mean(total / trials, sqrt(variance / trials))


def normal(mean: Mean, confidence: float = CONFIDENCE) -> Interval | None:
    """The normal interval of an average; None for a single trial.

    >>> [round(end, 3) for end in normal(Mean(1.0, 0.1))]
    [0.804, 1.196]
    """
    if mean.standard_error is None:
        return None
    half = NormalDist().inv_cdf((1 + confidence) / 2) * mean.standard_error
    return Interval(mean.value - half, mean.value + half)
