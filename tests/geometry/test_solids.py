"""Solids: their grid, their parts, and what makes two of them equal."""

import pickle
from fractions import Fraction

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from figures_witness import figure, open_edges, volume
from fireline.geometry.measures import GRID
from fireline.geometry.shapes import box, capsule
from fireline.geometry.solids import Point3, Solid, join, quantise

STEP = 1 / GRID
INCHES = st.floats(-100, 100)
STEPS = st.integers(-(2**32), 2**32).map(lambda n: n / GRID)
ANYWHERE = st.tuples(INCHES, INCHES, INCHES)
TURNS = st.floats(-720, 720)


def points(solid: Solid) -> set[Point3]:
    return {(x, y, z) for x, y, z in solid.corners.reshape(-1, 3).tolist()}


# --- sides ------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("corners", "joined"),
    [
        ([(0, 0, 0), (4, 0, 0), (4, 4, 0), (0, 4, 0)], True),
        ([(0, 0, 0), (4, 0, 0), (1, 1, 0), (0, 4, 0)], False),
        ([(2, 2, 0), (4, 0, 0), (4, 4, 0), (0, 1, 0)], False),
        ([(3, 2, 0), (4, 0, 0), (4, 4, 0), (3.8, 2.5, 0)], False),
        ([(0, 0, 0), (4, 0, 0), (4, 4, 0), (0, 4, 1)], False),
    ],
)
def test_two_triangles_are_one_side_where_they_make_a_flat_convex_quadrilateral(
    corners: list[Point3], joined: bool
) -> None:
    a, b, c, d = corners
    sides = Solid.of(np.array([[a, b, c], [a, c, d]], dtype=float)).sides
    assert len(sides) == 2
    assert any((side[2] != side[3]).any() for side in sides) is joined


# --- the grid -------------------------------------------------------------------------------


@given(st.floats(-(2.0**32), 2.0**32))
def test_a_value_is_snapped_to_the_nearest_step(value: float) -> None:
    (snapped,) = quantise(np.array([value])).tolist()
    assert Fraction(snapped) * 2**20 % 1 == 0
    assert abs(Fraction(snapped) - Fraction(value)) <= Fraction(1, 2**21)


@pytest.mark.whole("long")
@given(ANYWHERE, TURNS, st.floats(0.01, 10))
def test_every_corner_lies_on_the_grid(at: Point3, turn: float, scale: float) -> None:
    for solid in (figure().placed(at, turn, scale), Solid.of(np.array([[at, (0.1, 0.2, 0.3), (1 / 3, 0, 0)]]))):
        steps = solid.corners * GRID
        assert (steps == np.rint(steps)).all()


@pytest.mark.whole("long")
@given(st.tuples(STEPS, STEPS, STEPS))
def test_moving_by_whole_steps_is_exact(away: Point3) -> None:
    solid = figure()
    moved = solid.placed(away)
    assert (moved.corners - np.array(away) == solid.corners).all()
    assert moved.placed((-away[0], -away[1], -away[2])) == solid


def test_a_quarter_turn_is_exact() -> None:
    solid = box((1, 2, 3)).placed((5, 0, 0))
    assert solid.placed(turn=90).bounds == ((-1.0, 4.5, 0.0), (1.0, 5.5, 3.0))
    assert solid.placed(turn=90).placed(turn=270) == solid


@given(TURNS, st.floats(0.1, 10))
def test_turning_keeps_volume_and_scaling_cubes_it(turn: float, scale: float) -> None:
    placed = box((1, 2, 3)).placed((4, 5, 6), turn, scale)
    assert float(volume(placed)) == pytest.approx(6 * scale**3, rel=1e-4)
    assert not open_edges(placed)


# --- measures -------------------------------------------------------------------------------


@pytest.mark.whole("long")
@given(ANYWHERE, TURNS)
def test_the_ball_holds_every_corner_and_touches_one(at: Point3, turn: float) -> None:
    solid = figure().placed(at, turn)
    centre, radius = solid.ball
    away = solid.corners.reshape(-1, 3) - np.array(centre)
    distances = np.sqrt((away * away).sum(axis=1))
    assert distances.max() == pytest.approx(radius, rel=1e-12)


def test_a_solid_without_triangles_has_no_bounds() -> None:
    nothing = join([])
    assert (len(nothing), nothing.corners.shape) == (0, (0, 3, 3))
    assert nothing.parts == ()
    with pytest.raises(ValueError, match="zero-size"):
        _ = nothing.bounds


# --- parts ----------------------------------------------------------------------------------


def test_parts_of_one_name_become_one() -> None:
    head, body, hand = box((1, 1, 1), "head"), box((2, 2, 2), "body"), capsule((0, 0, 0), (1, 0, 0), 0.1, "body")
    both = join([head, body, hand])
    assert both.parts == ("head", "body")
    assert both.part_of.tolist() == [0] * 12 + [1] * (12 + len(hand))
    assert volume(both.only({"head"})) == volume(head)
    assert volume(both.only({"body"})) == volume(body) + volume(hand)
    assert (both.only({"body"}).parts, len(both.only([]))) == (both.parts, 0)
    whole = both.as_one("statue")
    assert (whole.parts, points(whole), set(whole.part_of.tolist())) == (("statue",), points(both), {0})


def test_axes_may_be_changed_for_others() -> None:
    solid = join([box((1, 2, 3), "a"), box((1, 1, 1), "b")])
    laid = solid.mapped([(2, 1), (1, 1), (0, -1)])
    assert points(laid) == {(z, y, 0.0 - x) for x, y, z in points(solid)}
    assert volume(laid) == volume(solid)
    assert laid.parts == solid.parts
    mirrored = solid.mapped([(0, -1), (1, 1), (2, 1)])
    assert volume(mirrored) == -volume(solid)


# --- equality -------------------------------------------------------------------------------


def test_equal_solids_hash_alike_and_others_differ() -> None:
    solid = box((1, 2, 3))
    assert solid == box((1, 2, 3))
    assert hash(solid) == hash(box((1, 2, 3)))
    others = [box((1, 2, 4)), box((1, 2, 3), "head"), solid.placed((0, 0, STEP)), join([solid, solid])]
    assert all(solid != other for other in others)
    assert len({solid, box((1, 2, 3)), *others}) == 5
    assert solid != "a box"
    flat = np.array([[[0.0, 0.0, 0.0], [1.0, 0.0, 0.0], [0.0, 1.0, 0.0]]])
    assert Solid.of(flat) == Solid.of(np.where(flat == 0, -0.0, flat)), "zero and minus zero are the same corner"


def test_a_pickled_solid_comes_back_equal() -> None:
    solid = figure().placed((1, 2, 3), 40)
    back = pickle.loads(pickle.dumps(solid))  # noqa: S301 (made on the line itself)
    assert back == solid
    assert back.ball == solid.ball
    assert not back.corners.flags.writeable


def test_a_solid_cannot_be_changed_and_is_a_copy() -> None:
    corners, part_of = np.zeros((3, 3, 3)).transpose(2, 1, 0), np.zeros(6, dtype=np.int64)[::2]
    solid = Solid(corners, part_of, ("body",))
    corners[:] = 7
    assert solid.corners.max() == 0
    assert solid.corners.flags.c_contiguous
    assert solid.part_of.flags.c_contiguous
    with pytest.raises(ValueError, match="read-only"):
        solid.corners[0] = 1
