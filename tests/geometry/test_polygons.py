"""Lines against polygons: three ways of ours and shapely, where lines run along edges and touch corners."""

from fractions import Fraction
from itertools import pairwise, product
from random import Random

import numpy as np
import pytest
import shapely

from fireline.geometry.polygons import Point, Polygon, Walls, contacts, flaw, side_of, touches

SQUARE = ((0, 0), (4, 0), (4, 4), (0, 4))
LATTICE_CASES = 40_000
Line = tuple[Point, Point]


def a_point(random: Random) -> Point:
    return random.randint(-1, 8), random.randint(-1, 8)


def a_polygon(random: Random) -> Polygon:
    """A simple polygon on a small lattice, so that lines often run along its edges and through its corners."""
    while True:
        found = tuple(a_point(random) for _ in range(random.randint(3, 8)))
        if not flaw(found):
            return found


def lattice(seed: int, polygons: int, lines: int) -> list[tuple[Polygon, list[Line]]]:
    random = Random(seed)  # noqa: S311 - nothing secret
    shapes = [a_polygon(random) for _ in range(polygons)]
    return [(shape, [a_line(random, shape, n) for n in range(lines)]) for shape in shapes]


def a_line(random: Random, shape: Polygon, number: int) -> Line:
    """Every third line joins two corners of the polygon."""
    return (random.choice(shape), random.choice(shape)) if number % 3 == 0 else (a_point(random), a_point(random))


@pytest.mark.whole("long")
def test_forty_thousand_lattice_cases_agree_with_shapely() -> None:
    cases, along, met = 0, 0, 0
    for shape, lines in lattice(seed=3, polygons=2_000, lines=21):
        outline = shapely.Polygon(shape)
        assert outline.is_valid
        peers = shapely.linestrings(np.array(lines))
        expected = [bool(one) for one in shapely.intersects(outline, np.asarray(peers))]
        assert [touches(a, b, shape) for a, b in lines] == expected
        assert [Walls((shape,)).block(a, b) for a, b in lines] == expected
        cases += len(lines)
        met += expected.count(True)
        along += int(np.count_nonzero(shapely.length(shapely.intersection(outline.boundary, peers))))
    assert cases > LATTICE_CASES
    assert met > 5_000
    assert along > 500, "lines along edges are among them"


@pytest.mark.whole("witness")
def test_stretches_agree_with_shapely() -> None:
    touched = 0
    for shape, lines in lattice(seed=4, polygons=300, lines=10):
        outline = shapely.Polygon(shape)
        for a, b in lines:
            if a == b:
                continue
            found = contacts(a, b, shape)
            line = shapely.LineString([a, b])
            assert bool(found) is touches(a, b, shape)
            assert any(one.inside for one in found) is bool(outline.relate(line)[0] != "F")
            inside = sum(float(one.end - one.start) for one in found) * line.length
            assert inside == pytest.approx(outline.intersection(line).length, abs=1e-9)
            assert all(one.end < other.start for one, other in pairwise(found))
            touched += any(one.start == one.end for one in found)
    assert touched > 50


def test_a_point_on_a_polygon_is_told_from_one_in_it_and_one_out_of_it() -> None:
    for shape, lines in lattice(seed=5, polygons=200, lines=10):
        outline = shapely.Polygon(shape)
        for point, _ in lines:
            spot = shapely.Point(point)
            assert side_of(point, shape) == (outline.contains(spot) - (not outline.intersects(spot)))


def test_what_a_line_meets_has_its_exact_place() -> None:
    assert contacts((-1, 0), (5, 0), SQUARE) == ((Fraction(1, 6), Fraction(5, 6), False),)
    assert contacts((-1, 5), (1, 3), SQUARE) == ((Fraction(1, 2), Fraction(1), True),)
    assert contacts((-1, 1), (1, -1), SQUARE) == ((Fraction(1, 2), Fraction(1, 2), False),)
    assert contacts((5, 5), (4, 4), SQUARE) == ((Fraction(1), Fraction(1), False),)
    assert contacts((5, 5), (6, 6), SQUARE) == ()


@pytest.mark.parametrize(
    ("corners", "problem"),
    [
        ([(0, 0), (1, 1)], "it has 2 corners; a polygon has at least 3"),
        ([(0, 0), (2, 2), (2, 0), (0, 2)], "its edges 1 and 3 cross or touch"),
        ([(0, 0), (4, 0), (2, 0)], "its edge 2 runs back over edge 1"),
        ([(0, 0), (0, 0), (2, 0), (0, 2)], "its corner 1 stands twice in a row"),
        ([(0, 0), (4, 0), (4, 4), (2, 0), (0, 4)], "its edges 1 and 3 cross or touch"),
    ],
)
def test_what_is_no_simple_polygon_is_told_why(corners: list[Point], problem: str) -> None:
    assert flaw(corners) == problem


def test_a_flaw_is_found_just_where_shapely_finds_one() -> None:
    random, flawed = Random(6), 0  # noqa: S311 - nothing secret
    for _ in range(3_000):
        corners = [a_point(random) for _ in range(random.randint(3, 6))]
        if any(a == b for a, b in zip(corners, [*corners[1:], corners[0]], strict=True)):
            continue
        outline = shapely.Polygon(corners)
        assert bool(flaw(corners)) is not (outline.is_valid and outline.area > 0), corners
        flawed += bool(flaw(corners))
    assert 500 < flawed < 2_900


def test_walls_are_told_by_their_numbers() -> None:
    walls = Walls((SQUARE, ((10, 0), (12, 0), (11, 2)), ((20, 20), (22, 20), (21, 22))))
    assert walls.touched((-1, 1), (30, 1)) == (0, 1)
    assert walls.touched((12, 0), (12, 9)) == (1,)
    assert walls.touched((13, 0), (13, 9)) == ()


@pytest.mark.parametrize("shape", [((0, 0), (2, 0), (0, 1)), ((0, 0), (3, 0), (1, 1), (3, 2), (0, 2))])
def test_a_line_meets_a_polygon_wherever_they_have_a_point_in_common(shape: Polygon) -> None:
    places = [*product(range(-1, 5), range(-1, 4))]
    for a, b in product(places, repeat=2):
        common = side_of(a, shape) >= 0 if a == b else bool(contacts(a, b, shape))
        assert touches(a, b, shape) is common, (a, b)
