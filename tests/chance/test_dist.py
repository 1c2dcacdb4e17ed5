from collections.abc import Mapping
from fractions import Fraction
from types import MappingProxyType

import pytest
from hypothesis import given
from hypothesis import strategies as st

from fireline.chance import Dist

half, third = Fraction(1, 2), Fraction(1, 3)


dists = st.dictionaries(st.integers(-5, 5), st.integers(1, 9), min_size=1).map(
    lambda weights: Dist.from_weights(weights, sum(weights.values()))
)


def test_probabilities_add_up_to_one_exactly() -> None:
    with pytest.raises(ValueError, match="the probabilities add up to 5/6, not to 1"):
        Dist({"a": half, "b": third})
    with pytest.raises(ValueError, match="add up to 0"):
        Dist({})
    with pytest.raises(ValueError, match="add up to 3/4"):
        Dist.from_weights({"a": 3}, 4)


def test_a_float_is_no_probability() -> None:
    with pytest.raises(TypeError, match=r"the probability of 'a' is 0\.5; give an exact Fraction"):
        Dist({"a": 0.5, "b": half})  # type: ignore[dict-item]  # pyright: ignore[reportArgumentType]


def test_a_negative_probability_is_refused() -> None:
    with pytest.raises(ValueError, match="'b' has the probability -1/2, not more than 0"):
        Dist({"a": Fraction(3, 2), "b": -half})


def test_what_cannot_happen_is_no_outcome() -> None:
    dist = Dist({"a": 1, "b": 0})
    assert dict(dist) == {"a": 1}
    assert "b" not in dist
    assert dist.get("b", 0) == 0


def test_a_dist_equals_any_mapping_with_the_same_probabilities() -> None:
    dist = Dist({"a": third, "b": 1 - third})
    same: Mapping[str, Fraction] = {"b": Fraction(2, 3), "a": third}
    assert dist == same
    assert same == dist
    assert dist == MappingProxyType(dict(same))
    assert dist == Dist.from_weights({"b": 4, "a": 2}, 6)
    assert dist != {"a": third}
    assert dist != "a"
    assert hash(dist) == hash(Dist.from_weights({"b": 4, "a": 2}, 6))


def test_ways_are_counted_in_lowest_terms() -> None:
    dist = Dist.from_weights({"a": 2, "b": 4}, 6)
    assert (dict(dist.ways()), dist.denominator, len(dist)) == ({"a": 1, "b": 2}, 3, 2)
    assert repr(dist) == "Dist({'a': 1/3, 'b': 2/3})"


@given(dists)
def test_mean_and_probability_are_exact(dist: Dist[int]) -> None:
    assert dist.mean() == sum(outcome * p for outcome, p in dist.items())
    assert dist.mean(lambda n: Fraction(n, 7)) == dist.mean() / 7
    assert dist.probability(lambda n: n > 0) + dist.probability(lambda n: n <= 0) == 1
    assert dist.at_least(2) == sum(p for outcome, p in dist.items() if outcome >= 2)


def test_a_mean_needs_exact_numbers() -> None:
    with pytest.raises(TypeError, match="'a' has no exact average"):
        Dist({"a": 1}).mean()


@given(dists)
def test_map_merges_equal_results(dist: Dist[int]) -> None:
    parity = dist.map(lambda n: n % 2)
    assert parity.get(1, 0) == dist.probability(lambda n: n % 2 == 1)
    assert len(parity) <= 2
