"""Bases of any size, round and oval, and heights: what they change in distances, places and sight."""

from fractions import Fraction
from math import cos, hypot, pi, radians, sin

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from shapely import MultiPoint, Polygon

from blightmeer_table import Data, archer, battle, box, enemy, shot, state
from fireline.game.battle import Battle
from fireline.game.errors import BattleFileError
from fireline.geometry.bases import MM, Base, Gap, exact, gap_beside, gap_between, overlap
from fireline.geometry.outlines import rectangle

sizes = st.integers(10, 120)
turns = st.integers(0, 359)
fractions = st.fractions(0, 60, max_denominator=100)
places = st.tuples(*[st.integers(-90, 90).map(lambda tenths: tenths / 10)] * 2)


def oval(long: int, wide: int, facing: float = 0) -> Base:
    return Base.of(long * MM / 2, wide * MM / 2, facing)


def apart(one: Base, at: tuple[float, float], other: Base) -> float:
    """The distance seen from above, from the origin."""
    return float(gap_between((0, 0, 0), one, (*at, 0), other).number)


def rim(base: Base, at: tuple[float, float] = (0, 0), points: int = 720) -> list[tuple[float, float]]:
    c, s = cos(radians(base.facing)), sin(radians(base.facing))
    for_each = (2 * pi * n / points for n in range(points))
    ends = ((float(base.long) * cos(turn), float(base.wide) * sin(turn)) for turn in for_each)
    return [(at[0] + x * c - y * s, at[1] + x * s + y * c) for x, y in ends]


@pytest.mark.rule("BLM-2.2")
def test_distances_are_between_the_rims_of_bases_of_any_size() -> None:
    far = battle(archer(base=40), enemy(base=[60, 35], facing=90)).check(shot()).summary["distance"]
    assert far == round(12 - float((20 + 30) * MM), 2)
    across = battle(archer(base=40), enemy(base=[60, 35], facing=0)).check(shot()).summary["distance"]
    assert across == round(12 - float((20 + Fraction(35, 2)) * MM), 2), "an oval base is as wide as it faces"
    assert battle(archer(), enemy()).check(shot()).summary["distance"] == round(12 - float(25 * MM), 2)


@pytest.mark.rule("BLM-2.2")
@settings(max_examples=60, deadline=None)
@given(sizes, sizes, turns, sizes, sizes, turns, places)
@pytest.mark.whole("long")
def test_oval_bases_are_as_far_apart_as_their_nearest_points(
    a: int, b: int, turn: int, c: int, d: int, other_turn: int, at: tuple[float, float]
) -> None:
    one, other = oval(a, b, turn), oval(c, d, other_turn)
    found = gap_between((0, 0, 0), one, (*at, 0), other)
    assert found == gap_between((*at, 0), other, (0, 0, 0), one), "the same from both sides"
    if not found.touching:
        nearest = min(hypot(x - u, y - v) for x, y in rim(one, points=90) for u, v in rim(other, at, points=90))
        across = float(found.apart) ** 0.5 - float(found.radii)
        assert across - 1e-9 <= nearest <= across + 0.2


@pytest.mark.rule("BLM-4.4")
@settings(max_examples=60, deadline=None)
@given(sizes, sizes, turns, st.integers(0, 10), turns, places)
def test_an_oval_base_is_as_far_from_a_window_as_its_nearest_point(
    long: int, wide: int, turn: int, thickness: int, wall_turn: int, at: tuple[float, float]
) -> None:
    base, opening = oval(long, wide, turn), rectangle((0.5, -0.25), (1.5, thickness / 10), wall_turn)
    found = gap_beside(at, base, opening)
    across = max(float(found.apart) ** 0.5 - float(found.radii), 0.0)
    nearest = Polygon(rim(base, at)).distance(MultiPoint(opening).convex_hull)
    assert across - 1e-9 <= nearest <= across + 0.001


@pytest.mark.rule("BLM-2.2")
def test_along_the_axes_the_distance_of_ovals_is_exact() -> None:
    gap = gap_between((0, 0, 0), Base(Fraction(2), Fraction(1)), (10, 0, 3), Base(Fraction(3), Fraction(1, 2)))
    assert gap.within(exact(5.831)), "5 across and 3 up"
    assert (gap.apart, gap.radii, gap.height) == (Fraction(25), Fraction(0), Fraction(3))
    turned = gap_between((0, 0, 0), Base(Fraction(2), Fraction(1), 90.0), (10, 0, 0), Base(Fraction(1), Fraction(1)))
    assert turned.apart == 64


@pytest.mark.rule("BLM-2.2")
@given(fractions, fractions, st.sampled_from([(1, 1, 0), (5, 4, 3), (13, 12, 5)]))
def test_a_reach_is_met_exactly_on_the_level_and_above_it(
    times: Fraction, radii: Fraction, sides: tuple[int, int, int]
) -> None:
    reach, across, up = (times * side for side in sides)
    assert Gap((across + radii) ** 2, radii, up).within(reach)
    assert not Gap((across + radii + Fraction(1, 10**9)) ** 2, radii, up).within(reach)
    assert Gap(Fraction(0), radii, up).within(reach), "one stands over the other"


def test_circles_are_told_exactly_and_have_no_facing() -> None:
    assert Base.of(Fraction(1), Fraction(1), 77) == Base.of(Fraction(1), Fraction(1), 0)
    gap = gap_between((0, 0, 0), oval(40, 40), (5, 5, 0), oval(25, 25))
    assert (gap.apart, gap.radii) == (Fraction(50), 65 * MM / 2)


@given(sizes, sizes, turns)
def test_a_foot_fills_its_base_and_no_more(a: int, b: int, turn: int) -> None:
    base = oval(a, b, turn)
    foot = base.foot((0, 0))
    assert foot[0][0] == pytest.approx((0, 0))
    c, s = cos(radians(base.facing)), sin(radians(base.facing))
    for (x, y), radius in foot:
        for n in range(24):
            u, v = x + radius * cos(n), y + radius * sin(n)
            along, across = (u * c + v * s) / float(base.long), (v * c - u * s) / float(base.wide)
            assert along * along + across * across <= 1 + 1e-9


def test_oval_bases_overlap_where_their_rims_cross() -> None:
    long, flat = oval(100, 25, 0), oval(100, 25, 90)
    slack = Fraction(1, 50)
    assert overlap((0, 0, 0), long, (1, 0, 0), flat, slack)
    assert not overlap((0, 0, 0), long, (0, 1.1, 0), long, slack), "side by side"
    assert overlap((0, 0, 0), long, (0, 0.9, 0), long, slack)
    side_by_side = [enemy("a", 18, 18, base=[100, 25], facing=0), enemy("b", 18, 19.1, base=[100, 25], facing=0)]
    battle(archer(), *side_by_side)
    with pytest.raises(BattleFileError, match=r"units\[2\]\.at: the bases of 'a' and 'b' overlap"):
        battle(archer(), side_by_side[0], side_by_side[1] | {"facing": 90})


def test_an_oval_base_stands_in_no_terrain() -> None:
    crate = box("crate", (18, 19.5), (2, 2, 1))
    battle(archer(), enemy(base=[80, 25], facing=0), terrain=[crate])
    with pytest.raises(BattleFileError, match="'orc' stands in the terrain 'crate'"):
        battle(archer(), enemy(base=[80, 25], facing=90), terrain=[crate])


@pytest.mark.rule("BLM-5.2")
def test_a_height_scales_the_figure_and_not_its_base() -> None:
    child, man = (state(battle(archer(), one)).unit("orc") for one in (enemy(height=0.75), enemy()))
    low, high = child.figure, man.figure
    assert low.height == pytest.approx(0.75, abs=0.01)
    assert float(child.height) == 0.75
    assert low.solid.only(["base"]).bounds == high.solid.only(["base"]).bounds
    hedge = box("hedge", (18, 17), (3, 0.2, 0.9))
    seen = {
        height: battle(archer(), enemy(height=height), terrain=[hedge]).check(shot()).legal for height in (0.75, 1.5)
    }
    assert seen == {0.75: False, 1.5: True}


@pytest.mark.rule("BLM-5.2")
def test_a_figure_stands_on_the_base_it_is_given() -> None:
    orc = state(battle(archer(), enemy(base=[60, 35]))).unit("orc")
    (x0, y0, _), (x1, y1, _) = orc.figure.solid.only(["base"]).bounds
    assert (x1 - x0, y1 - y0) == pytest.approx((60 / 25.4, 35 / 25.4), abs=1e-5)
    assert orc.figure.body == state(battle(archer(), enemy())).unit("orc").figure.body


@pytest.mark.parametrize("more", [{"base": 40}, {"base": [60, 35]}, {"height": 1.25}, {"base": 32.5, "height": 2}])
def test_base_and_height_are_written_as_they_were_read(more: Data) -> None:
    game = battle(archer(), enemy(**more))
    assert game.data()["units"][1].items() >= more.items()
    assert Battle.read(game.data()) == game
