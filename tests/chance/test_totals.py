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


@given(weighted, st.integers(0, 7))
def test_totals_are_those_of_one_outcome_after_the_other(dist: Dist[int], n: int) -> None:
    assert dist.total(n) == convolved(dist, n)


def test_sixty_of_a_kind_add_up_exactly() -> None:
    dist = Dist.from_weights({0: 3**40, 1: 5**28, 2: 7**23, 4: 1}, 3**40 + 5**28 + 7**23 + 1)
    whole = dist.total(60)
    assert set(whole) == set(range(241)) - {239}
    assert sum(whole.values()) == 1
    assert whole.mean() == 60 * dist.mean()


def test_hits_and_misses_count_as_one_and_none() -> None:
    hit: Dist[int] = Dist.from_weights({False: 2, True: 1}, 3)
    assert hit.total(2) == Dist.from_weights({0: 4, 1: 4, 2: 1}, 9)
    assert all(type(total) is int for total in hit.total(2))


@pytest.mark.parametrize(
    ("dist", "n", "error", "problem"),
    [
        (Dist.from_weights({1: 1}, 1), -1, ValueError, "-1 outcomes"),
        (Dist.from_weights({0: 1, CappedCount(2): 1}, 2), 3, TypeError, r"2\+ cannot be added up"),
        (Dist.from_weights({"hit": 1}, 1), 1, TypeError, "'hit' cannot be added up"),
    ],
)
def test_what_cannot_be_added_up_says_so(dist: Dist[int], n: int, error: type[Exception], problem: str) -> None:
    with pytest.raises(error, match=problem):
        dist.total(n)
