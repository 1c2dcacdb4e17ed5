"""Polygons seen from above and surfaces over a point, against shapely and by hand."""

from decimal import Context, Decimal, localcontext
from fractions import Fraction
from itertools import permutations, product

import numpy as np
import pytest
from hypothesis import assume, given, reject
from hypothesis import strategies as st
from shapely import MultiPoint, Point, Polygon

from fireline.geometry.outlines import (
    Outline,
    Point2,
    area,
    cos_sin,
    distance_to,
    edges,
    encloses,
    inside,
    is_convex,
    is_simple,
    rectangle,
    scaled,
    surfaces,
)
from fireline.geometry.shapes import box, capsule, cylinder, frustum, prism
from fireline.geometry.solids import Solid, join

SQUARE: Outline = ((0, 0), (4, 0), (4, 4), (0, 4))
L_SHAPE: Outline = ((0, 0), (4, 0), (4, 2), (2, 2), (2, 4), (0, 4))

halves = st.integers(-8, 8).map(lambda n: n / 2)
lattice = st.tuples(halves, halves)
tenths = st.integers(-99, 99).map(lambda n: n / 10)
parts_of_64 = st.integers(0, 64).map(lambda n: n / 64)
anywhere = st.integers(-51_200, 51_200).map(lambda n: n / 1024)
free = st.tuples(anywhere, anywhere)
crooked = st.lists(lattice, min_size=3, max_size=7).map(tuple)
"""Outlines on a coarse lattice, where corners lie on edges and edges on each other; few of them are simple."""


@st.composite
def convex(draw: st.DrawFn, points: st.SearchStrategy[Point2] = lattice) -> Outline:
    """A convex polygon, counterclockwise, without corners on its edges."""
    hull = MultiPoint(draw(st.lists(points, min_size=3, max_size=12))).convex_hull
    if not isinstance(hull, Polygon):
        reject()
    corners: Outline = tuple((x, y) for x, y in hull.exterior.coords[:-1])
    return corners if area(corners) > 0 else corners[::-1]


@st.composite
def star(draw: st.DrawFn) -> Outline:
    """A simple polygon, seldom convex: points around a middle, sorted by their direction."""
    points = draw(st.lists(lattice, min_size=3, max_size=9, unique=True))
    outline = tuple(sorted(points, key=lambda p: (np.arctan2(p[1] - 0.3, p[0] - 0.2), p)))
    assume(is_simple(outline))
    return outline


# --- inside ---------------------------------------------------------------------------------


@pytest.mark.whole("long")
@given(star(), lattice | free)
def test_inside_and_on_the_edge_agree_with_shapely(outline: Outline, point: Point2) -> None:
    assert inside(point, outline) == Polygon(outline).covers(Point(point))
    assert inside(point, outline[::-1]) == inside(point, outline)


@given(tenths, tenths, tenths, tenths)
def test_an_edge_runs_where_its_decimals_say(x: float, y: float, across: float, up: float) -> None:
    # In floats neither 0.1 + 0.2 is 0.3, nor is the middle of an edge on it.
    assume(across > 0)
    a, step = (Fraction(str(x)), Fraction(str(y))), (Fraction(str(across)), Fraction(str(up)))
    first, middle, last = ((float(a[0] + n * step[0]), float(a[1] + n * step[1])) for n in range(3))
    over = (first[0], 200.0)
    assert inside(middle, (first, last, over))
    assert not inside((middle[0], float(Fraction(str(middle[1])) - Fraction(1, 10**12))), (first, last, over))
    assert not is_simple((first, last, middle))


# --- distance -------------------------------------------------------------------------------


@given(star(), free)
@pytest.mark.whole("long")
def test_the_distance_to_the_edge_agrees_with_shapely(outline: Outline, point: Point2) -> None:
    assert distance_to(point, outline) == pytest.approx(Polygon(outline).exterior.distance(Point(point)), abs=1e-12)


def test_distances_by_hand() -> None:
    assert distance_to((7, 8), SQUARE) == 5
    assert distance_to((3, 3), L_SHAPE) == 1
    assert distance_to((3, 4), ((0, 0), (0, 0))) == 5, "an edge of no length is a point"


# --- simple and convex ----------------------------------------------------------------------


@given(crooked)
def test_simple_agrees_with_shapely(outline: Outline) -> None:
    shape = Polygon(outline)
    # Shapely lets a corner stand twice in a row, and drops it.
    twice = len(set(outline)) < len(outline)
    assert is_simple(outline) == (shape.is_valid and shape.area > 0 and not twice)


@given(crooked)
def test_convex_agrees_with_the_hull(outline: Outline) -> None:
    assert is_convex(outline) == (is_simple(outline) and Polygon(outline).area == Polygon(outline).convex_hull.area)


def test_a_corner_on_an_edge_between_neighbours_is_convex() -> None:
    assert is_convex(((0, 0), (2, 0), (4, 0), (4, 4)))
    # In floats the middle one is beside the line.
    assert is_convex(((0.1, 0.2), (0.3, 0.5), (0.5, 0.8), (0.0, 1.0)))
    assert not is_convex(L_SHAPE)


# --- area, size, rectangles -----------------------------------------------------------------


@given(star())
def test_the_area_agrees_with_shapely_and_knows_its_way(outline: Outline) -> None:
    assert abs(area(outline)) == pytest.approx(Polygon(outline).area)
    assert area(outline) == -area(outline[::-1])
    assert area(SQUARE) == 16, "counterclockwise"


@pytest.mark.whole("long")
@given(convex(free), st.sampled_from([0.05, 0.5, 0.9, 1.0]))
def test_a_smaller_outline_lies_within_and_has_the_same_form(outline: Outline, share: float) -> None:
    small = scaled(outline, share)
    assert area(small) == pytest.approx(area(outline) * share * share)
    assert Polygon(outline).buffer(1e-9).covers(Polygon(small))
    for (a, b), (c, d) in zip(edges(outline), edges(small), strict=True):
        assert (b[0] - a[0]) * share == pytest.approx(d[0] - c[0], abs=1e-9)
        assert (b[1] - a[1]) * share == pytest.approx(d[1] - c[1], abs=1e-9)


def test_a_rectangle_is_turned_about_its_centre() -> None:
    assert rectangle((2, 1), (4, 2)) == ((0, 0), (4, 0), (4, 2), (0, 2))
    assert rectangle((2, 1), (4, 2), 90) == ((3, -1), (3, 3), (1, 3), (1, -1))
    assert rectangle((2, 1), (4, 2), 360) == rectangle((2, 1), (4, 2))
    assert rectangle((2, 1), (4, 2), -90) == rectangle((2, 1), (4, 2), 270)


@given(free, st.floats(0.01, 50), st.floats(0.01, 50), st.floats(-720, 720))
def test_a_turned_rectangle_keeps_its_centre_and_its_sides(
    centre: Point2, width: float, depth: float, turn: float
) -> None:
    outline = rectangle(centre, (width, depth), turn)
    assert is_convex(outline)
    assert area(outline) == pytest.approx(width * depth, abs=1e-9)
    assert Polygon(outline).centroid.distance(Point(centre)) == pytest.approx(0, abs=1e-9)
    sides = [Point(a).distance(Point(b)) for a, b in edges(outline)]
    assert sides == pytest.approx([width, depth, width, depth], abs=1e-9)


# --- surfaces over a point ------------------------------------------------------------------


@pytest.mark.whole("witness")
@given(st.lists(st.tuples(lattice, lattice, lattice, st.integers(1, 4)), min_size=1, max_size=6), lattice)
def test_level_triangles_over_a_point_agree_with_shapely(
    triangles: list[tuple[Point2, Point2, Point2, int]], point: Point2
) -> None:
    triangles = [one for one in triangles if Polygon(one[:3]).area > 0]
    corners = np.array([[(x, y, z) for x, y in (a, b, c)] for a, b, c, z in triangles], dtype=float).reshape(-1, 3, 3)
    expected = sorted(float(z) for a, b, c, z in triangles if Polygon((a, b, c)).covers(Point(point)))
    assert surfaces(corners, point) == expected


@pytest.mark.whole("long")
@given(st.tuples(halves, halves, halves), st.tuples(parts_of_64, parts_of_64))
def test_a_slope_is_as_high_as_its_plane(heights: tuple[float, float, float], shares: tuple[float, float]) -> None:
    u, v = sorted(shares)
    a, b, c = (0.0, 0.0, heights[0]), (8.0, 0.0, heights[1]), (0.0, 8.0, heights[2])
    point = 8 * u, 8 * (v - u)
    expected = heights[0] + (heights[1] - heights[0]) * u + (heights[2] - heights[0]) * (v - u)
    for order in permutations((a, b, c)):
        assert surfaces(np.array([order]), point) == pytest.approx([expected], abs=1e-9)


@pytest.mark.parametrize("long", [0.5, 1.0, 8.0])
def test_a_slope_rises_from_corner_to_corner(long: float) -> None:
    slope = np.array([[(0.0, 0.0, 0.0), (long, 0.0, 1.0), (0.0, long, 2.0)]])
    assert surfaces(slope, (long / 4, long / 4)) == [0.75]


@given(st.sampled_from([0.3, 1.9, 2.3, 3.0, 7.7]), st.tuples(st.floats(-2, 2), st.floats(-2, 2)))
def test_a_level_floor_is_exactly_as_high_as_its_corners(height: float, point: Point2) -> None:
    plate = prism(rectangle((0, 0), (4, 4), 17), height)
    top = plate.bounds[1][2]
    if inside(point, rectangle((0, 0), (3.9, 3.9), 17)):
        assert set(surfaces(plate.corners, point)) == {0.0, top}


def test_upright_and_flat_triangles_are_over_nothing() -> None:
    upright = np.array([[(0, 0, 0), (2, 0, 0), (1, 0, 3)], [(1, 0, 0), (1, 0, 1), (1, 0, 2)]], dtype=float)
    assert surfaces(upright, (1, 0)) == []
    assert surfaces(np.empty((0, 3, 3)), (1, 0)) == []


# --- enclosed -------------------------------------------------------------------------------

PLACES = [(x / 4, y / 4) for x, y in product(range(-9, 10), repeat=2)]
"""Over corners, edges and diagonals of what stands on the lattice."""


DISC = Point(0, 0).buffer(1.5)
CROOKED: Outline = tuple((x - 2, y - 2) for x, y in L_SHAPE)


@pytest.mark.whole("long")
@pytest.mark.parametrize(
    ("solid", "section"),
    [
        (cylinder(1.5, 2, sides=32), DISC),
        (capsule((0, 0, 1), (0, 0, 1), 1.5, sides=24, rings=12), DISC),
        (frustum(rectangle((0, 0), (4, 4)), rectangle((0, 0), (2, 2)), 2), Polygon(rectangle((0, 0), (3, 3)))),
        (prism(CROOKED, 2), Polygon(CROOKED)),
        (box((2, 2, 3)), Polygon(rectangle((0, 0), (2, 2)))),
    ],
    ids=["cylinder", "ball", "frustum", "L", "box"],
)
def test_what_a_shape_encloses_half_way_up_is_its_section(solid: Solid, section: Polygon) -> None:
    for place in PLACES:
        if section.exterior.distance(Point(place)) > 0.03:
            assert encloses(solid.corners, place, 1.0) == section.covers(Point(place)), place
            assert not any(encloses(solid.corners, place, height) for height in (-2.0, 3.5))


def test_a_hollow_is_not_enclosed_whichever_way_its_faces_turn() -> None:
    outer, hollow = box((4, 4, 4)), box((2, 2, 2)).placed((0, 0, 1))
    turned = Solid(np.ascontiguousarray(hollow.corners[:, ::-1]), hollow.part_of, hollow.parts)
    for inner in (hollow, turned):
        corners = join([outer, inner]).corners
        assert not encloses(corners, (0.1, 0), 2)
        assert not encloses(corners, (0, 0), 2), "over an edge of both"
        assert encloses(corners, (1.5, 0), 2)
        assert encloses(corners, (0.1, 0), 3.5)
        assert encloses(corners, (0.1, 0), 0.5)


PI = Decimal("3.14159265358979323846264338327950288419716939937510582097494")


def series(x: Decimal, power: int) -> Decimal:
    """The cosine (power 0) or sine (power 1) of an angle in radians."""
    total, term = Decimal(0), x if power else Decimal(1)
    while power < 60 or abs(term) > Decimal("1e-45"):
        total += term
        term *= -x * x / ((power + 1) * (power + 2))
        power += 2
    return total


@given(st.floats(-720, 720) | st.integers(-48, 48).map(lambda n: 15.0 * n))
def test_it_is_the_float_nearest_to_the_true_value(degrees: float) -> None:
    with localcontext(Context(prec=70)):
        x = PI * Decimal(degrees) / 180
        for mine, true in zip(cos_sin(degrees), (series(x, 0), series(x, 1)), strict=True):
            assert mine == float(true) or abs(Decimal(mine) - true) < Decimal(2) ** -124


def test_whole_turns_change_nothing() -> None:
    assert cos_sin(360 * 10**9 + 30) == cos_sin(30)


@pytest.mark.parametrize("degrees", [float("inf"), float("nan")])
def test_an_angle_is_finite(degrees: float) -> None:
    with pytest.raises((OverflowError, ValueError)):
        cos_sin(degrees)
