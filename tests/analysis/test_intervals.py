from fractions import Fraction
from math import sqrt
from statistics import mean, stdev

import pytest
from hypothesis import given
from hypothesis import strategies as st

from fireline.analysis.intervals import mean_of, wilson


@given(st.integers(1, 3000), st.integers(0, 3000))
def test_the_ends_are_where_the_share_is_just_not_refused(trials: int, successes: int) -> None:
    """Wilson's interval holds every p from which the share lies no further than z standard errors of that p."""
    successes = min(successes, trials)
    share, z = successes / trials, 1.959963984540054
    for end in (interval := wilson(successes, trials)):
        if 0 < end < 1:
            assert abs(share - end) == pytest.approx(z * sqrt(end * (1 - end) / trials), rel=1e-9, abs=1e-12)
    assert interval.low <= share <= interval.high
    assert share in interval


def test_none_and_all_have_intervals_of_a_width_and_one_trial_has_no_error() -> None:
    assert wilson(0, 10) == pytest.approx((0.0, 0.2775), abs=1e-4)
    assert wilson(10, 10) == pytest.approx((0.7225, 1.0), abs=1e-4)
    assert 1.01 not in wilson(10, 10)
    assert mean_of({3: 1}) == (3.0, None)


def test_nineteen_of_twenty_intervals_hold_the_truth() -> None:
    p, trials = Fraction(3, 10), 40
    ways = [Fraction(1)]
    for n in range(trials):  # the binomial distribution, coin by coin
        ways = [(ways[k] if k <= n else 0) * (1 - p) + (ways[k - 1] if k else 0) * p for k in range(len(ways) + 1)]
    covered = sum(chance for k, chance in enumerate(ways) if float(p) in wilson(k, trials))
    assert 0.93 < covered < 0.97


@given(st.lists(st.integers(0, 9), min_size=2, max_size=60))
def test_mean_and_error_are_those_of_the_single_numbers(values: list[int]) -> None:
    counts = {value: values.count(value) for value in values}
    found = mean_of(counts)
    assert found.value == pytest.approx(mean(values))
    assert found.standard_error == pytest.approx(stdev(values) / sqrt(len(values)), abs=1e-12)


@pytest.mark.parametrize(("successes", "trials"), [(0, 0), (-1, 5), (6, 5)])
def test_what_is_no_share_is_refused(successes: int, trials: int) -> None:
    with pytest.raises(ValueError, match="is no share of trials"):
        wilson(successes, trials)
