"""The exact distribution of many equal throws or shots: their total, or all of them in no order."""

from __future__ import annotations

from itertools import combinations_with_replacement
from math import gcd
from typing import TYPE_CHECKING, TypeVar

from fireline.chance.dist import Dist

if TYPE_CHECKING:
    from collections.abc import Sequence

T = TypeVar("T")


class CappedCount(int):
    """The last of a row of counts, which stands for itself and everything above it.

    >>> CappedCount(3), CappedCount(3) == 3
    (3+, True)
    """

    def __repr__(self) -> str:
        return f"{int(self)}+"

    __str__ = __repr__


def total_of(dist: Dist[int], n: int, cap: int | None = None) -> Dist[int]:
    """The distribution of the total of *n* independent outcomes, which are whole numbers.

    With a *cap*, totals of that much or more are one outcome, a `CappedCount`, and the effort does not grow with *n*;
    use it for a target with few wounds left. Raises `ValueError` for fewer than 0 outcomes, for a cap below 1, and if
    "that many or more" would have to be added up; `TypeError` for outcomes that are not whole numbers.

    >>> total_of(Dist.from_weights({0: 25, 1: 10, 2: 1}, 36), 2)
    Dist({0: 625/1296, 1: 125/324, 2: 25/216, 3: 5/324, 4: 1/1296})
    >>> total_of(Dist.from_weights({0: 25, 1: 10, 2: 1}, 36), 2, cap=2)
    Dist({0: 625/1296, 1: 125/324, 2+: 19/144})
    """
    _check(dist, n, cap)
    ways = {int(outcome): weight for outcome, weight in dist.ways()}
    low = min(ways)
    step = gcd(*(outcome - low for outcome in ways)) or 1
    least, whole = n * low, dist.denominator**n
    most = n * (max(ways) - low) // step
    wanted = most if cap is None else min(most, -((least - cap) // step) - 1)
    series = [0] * ((max(ways) - low) // step + 1)
    for outcome, weight in ways.items():
        series[(outcome - low) // step] = weight
    found = _power(series, n, wanted)
    totals: dict[int, int] = {least + step * place: weight for place, weight in enumerate(found) if weight}
    if cap is not None and (rest := whole - sum(totals.values())):
        totals[CappedCount(cap)] = rest
    # The weights of a distribution have no common divisor, so all those of its powers have none (Gauss's lemma). One of
    # the first and the rest divides the first, series[0] ** n, and the denominator's power: far shorter numbers.
    shared = gcd(gcd(series[0], dist.denominator) ** n, *totals.values()) if found else whole
    return Dist.in_lowest_terms({total: weight // shared for total, weight in totals.items()}, whole // shared)


def _check(dist: Dist[int], n: int, cap: int | None) -> None:
    if n < 0:
        raise ValueError(f"the total of {n} outcomes is not known; ask for 0 or more")
    if cap is not None and cap < 1:
        raise ValueError(f"totals cannot be capped at {cap}; give 1 or more")
    for outcome in dist:
        if not isinstance(outcome, int):
            raise TypeError(f"{outcome!r} cannot be added up exactly; map the outcomes to whole numbers first")
        if isinstance(outcome, CappedCount) and (cap is None or cap > outcome or min(dist) < 0):
            raise ValueError(f"{outcome!r} cannot be added up; cap the total at {int(outcome)}")


def _power(series: Sequence[int], n: int, last: int) -> list[int]:
    """The coefficients up to x**last of a polynomial, whose first is not 0, to the n-th power.

    J. C. P. Miller's recurrence, from P Q' = n P' Q for Q = P**n: each coefficient follows from those before it by
    one division of whole numbers, which leaves nothing over.
    """
    head = series[0]
    terms = [(place, weight) for place, weight in enumerate(series) if weight and place]
    power = [head**n]
    for k in range(1, last + 1):
        found = 0
        for place, weight in terms:
            if place > k:
                break
            found += (place * (n + 1) - k) * weight * power[k - place]
        power.append(found // (k * head))
    return power if last >= 0 else []


def several_of(dist: Dist[T], n: int) -> Dist[tuple[T, ...]]:
    """The distribution of *n* independent outcomes in no order: one order stands for all of the same outcomes.

    >>> several_of(Dist.from_weights({0: 2, 1: 1}, 3), 2)
    Dist({(0, 0): 4/9, (0, 1): 4/9, (1, 1): 1/9})
    """
    weights: dict[tuple[T, ...], int] = {}
    for chosen in combinations_with_replacement(dist.ways(), n):
        ways, alike, before = 1, 0, None
        for place, pair in enumerate(chosen, 1):
            alike = alike + 1 if pair is before else 1
            ways, before = ways * pair[1] * place // alike, pair
        weights[tuple([outcome for outcome, _ in chosen])] = ways
    return Dist.from_weights(weights, dist.denominator**n)
