from fractions import Fraction

import pytest
from hypothesis import given
from hypothesis import strategies as st

from fireline.chance import CappedCount, Dist

weighted = st.dictionaries(st.integers(-4, 9), st.integers(1, 1 << 70), min_size=1, max_size=5).map(
    lambda weights: Dist.from_weights(weights, sum(weights.values()))
)


def convolved(dist: Dist[int], n: int) -> dict[int, Fraction]:
    """The total one outcome at a time."""
    totals = {0: Fraction(1)}
    for _ in range(n):
        longer: dict[int, Fraction] = {}
        for total, p in totals.items():
            for outcome, q in dist.items():
                longer[total + outcome] = longer.get(total + outcome, Fraction(0)) + p * q
        totals = longer
    return totals


def capped(totals: dict[int, Fraction], cap: int) -> dict[int, Fraction]:
    """Totals of a cap or more taken together."""
    low = {total: p for total, p in totals.items() if total < cap}
    rest = 1 - sum(low.values(), Fraction(0))
    return low | ({cap: rest} if rest else {})


@given(weighted, st.integers(0, 7))
def test_totals_are_those_of_one_outcome_after_the_other(dist: Dist[int], n: int) -> None:
    assert dist.total(n) == convolved(dist, n)


@given(weighted, st.integers(0, 7), st.integers(1, 25))
def test_a_cap_takes_together_what_reaches_it(dist: Dist[int], n: int, cap: int) -> None:
    found = dist.total(n, cap)
    assert found == capped(convolved(dist, n), cap)
    assert all(isinstance(total, CappedCount) == (total >= cap) for total in found)
    assert found == Dist(dict(found))  # in lowest terms


def test_sixty_of_a_kind_add_up_exactly() -> None:
    dist = Dist.from_weights({0: 3**40, 1: 5**28, 2: 7**23, 4: 1}, 3**40 + 5**28 + 7**23 + 1)
    whole = dist.total(60)
    assert set(whole) == set(range(241)) - {239}
    assert sum(whole.values()) == 1
    assert whole.mean() == 60 * dist.mean()
    assert dist.total(60, cap=5) == capped(dict(whole), 5)


def test_hits_and_misses_count_as_one_and_none() -> None:
    hit: Dist[int] = Dist.from_weights({False: 2, True: 1}, 3)
    assert hit.total(2) == Dist.from_weights({0: 4, 1: 4, 2: 1}, 9)
    assert all(type(total) is int for total in hit.total(2))


def test_that_many_or_more_adds_up_only_under_a_cap() -> None:
    open_ = Dist.from_weights({0: 1, CappedCount(2): 1}, 2)
    assert open_.total(3, cap=2) == Dist.from_weights({0: 1, CappedCount(2): 7}, 8)
    for cap in (None, 3):
        with pytest.raises(ValueError, match="cap the total at 2"):
            open_.total(3, cap)


@pytest.mark.parametrize(
    ("dist", "n", "cap", "error", "problem"),
    [
        (Dist.from_weights({1: 1}, 1), -1, None, ValueError, "-1 outcomes"),
        (Dist.from_weights({1: 1}, 1), 1, 0, ValueError, "capped at 0"),
        (Dist.from_weights({"hit": 1}, 1), 1, None, TypeError, "'hit' cannot be added up"),
    ],
)
def test_what_cannot_be_added_up_says_so(
    dist: Dist[int], n: int, cap: int | None, error: type[Exception], problem: str
) -> None:
    with pytest.raises(error, match=problem):
        dist.total(n, cap)
