"""How far a simulated number may be from the true one."""

from __future__ import annotations

from collections.abc import Mapping
from math import sqrt
from statistics import NormalDist
from typing import NamedTuple

CONFIDENCE = 0.95


class Interval(NamedTuple):
    """A range from low to high."""

    low: float
    high: float

    def data(self) -> dict[str, float]:
        """Both ends."""
        return self._asdict()

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
