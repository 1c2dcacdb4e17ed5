"""Distances that no root decides, and who is whose enemy."""

from fractions import Fraction

import pytest
from hypothesis import given
from hypothesis import strategies as st

from endless_horizons_field import field, shot, unit
from fireline.rulesets.endless_horizons.board import Distance
from refusing import wrong_with


@pytest.mark.rule("EHZ-2.1")
@given(st.integers(0, 10**6), st.integers(1, 1000))
def test_a_rational_distance_is_found_again(over: int, under: int) -> None:
    metres = Fraction(over, under)
    assert Distance(metres**2).exact == metres


@pytest.mark.rule("EHZ-2.1")
def test_points_on_the_very_border_are_compared_exactly() -> None:
    # 3, 4, 5: the distance is 37.5 m, an eighth of 300 m, to the last digit; a hair nearer is close.
    at = {"at": [0, 0]}
    border = field(at, {"at": [22.5, 30]}, distances={})
    nearer = field(at, {"at": [22.5, 29.9999999999]}, distances={})
    assert border.check(shot()).summary["range_category"] == "medium"
    assert nearer.check(shot()).summary["range_category"] == "close"


def test_a_given_distance_counts_both_ways_and_one_that_stands_nowhere_is_asked_for() -> None:
    battle = field({"at": [0, 0]}, {"at": [1, 1], "weapon": "G36"}, metres=80)
    state = battle.state
    jack, drone = unit(battle), unit(battle, "drone")
    assert (state.distance(jack, drone).number, state.distance(drone, jack).number) == (80, 80)
    both = field(distances={"jack>drone": 80, "drone > jack": 62.5}).state
    assert both.distance(drone, jack).number == 62.5
    said = wrong_with(lambda: field(distances={}).check(shot()))
    assert said == (
        "distances: how far drone is from jack stands nowhere; "
        'write distances: {"jack>drone": METRES}, or at: [x, y] on both units'
    )
    root = Distance(Fraction(20000))
    assert root.exact is None
    assert (root.number, str(root)) == (141.42, "about 141.42 m")


def test_targets_are_the_enemies_at_known_distances_or_everybody_else_without_sides() -> None:
    third = {"id": "third"}
    two = field(None, None, third, distances={"jack>drone": 10})
    none = field(None, None, third, distances={})
    assert two.ruleset.targets(two.state, "jack") == ("drone",)
    assert none.ruleset.targets(none.state, "jack") == ("drone", "third")
    assert none.ruleset.targets(none.state, "third") == ()
    battle = field(None, None, {"id": "third"})
    assert battle.ruleset.targets(battle.state, "jack") == ("drone", "third")
    sided = field({"side": "a"}, {"side": "b"}, {"id": "third", "side": "a"})
    assert sided.ruleset.targets(sided.state, "jack") == ("drone",)
