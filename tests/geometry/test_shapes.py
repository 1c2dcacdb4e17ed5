"""Shapes: closed surfaces, the right way out, of the volume that they should have."""

from collections.abc import Sequence
from fractions import Fraction
from math import pi

import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st

from figures_witness import figure, open_edges, volume
from fireline.geometry.measures import GRID
from fireline.geometry.outlines import Point2, area, cos_sin
from fireline.geometry.shapes import box, capsule, cylinder, frustum, prism, triangulate
from fireline.geometry.solids import Point3, Solid

SQUARE = ((0, 0), (4, 0), (4, 4), (0, 4))
ELL = ((0, 0), (2, 0), (2, 1), (1, 1), (1, 2), (0, 2))
STAR = tuple((r * cos_sin(36 * n)[0], r * cos_sin(36 * n)[1]) for n, r in enumerate([2.0, 0.8] * 5))
WITH_A_CORNER_ON_AN_EDGE = ((0, 0), (1, 0), (2, 0), (2, 2), (0, 2))
SHAPES = {
    "box": box((1, 2, 3)),
    "square prism": prism(SQUARE, 2, bottom=-1),
    "clockwise prism": prism(SQUARE[::-1], 2),
    "prism over an L": prism(ELL, 1.5),
    "prism over a star": prism(STAR, 1),
    "prism with a corner on an edge": prism(WITH_A_CORNER_ON_AN_EDGE, 1),
    "frustum": frustum(SQUARE, ((1, 1), (3, 1), (3, 3), (1, 3)), 2),
    "clockwise frustum": frustum(SQUARE[::-1], ((1, 3), (3, 3), (3, 1), (1, 1)), 2),
    "pyramid": frustum(SQUARE, ((2, 2),) * 4, 3),
    "cylinder": cylinder(1.5, 2),
    "capsule": capsule((0, 0, 0), (1, 2, 3), 0.5),
    "capsule along x": capsule((0, 0, 0), (5, 0, 0), 0.25, sides=7, rings=2),
    "thin capsule": capsule((0, 0, 0), (0, 0, 2), 0.5, sides=3, rings=1),
    "ball": capsule((1, 1, 1), (1, 1, 1), 2.0),
    "figure": figure(),
}
every_shape = pytest.mark.parametrize("solid", SHAPES.values(), ids=SHAPES.keys())


@every_shape
def test_every_edge_is_used_once_each_way_and_the_surface_faces_outward(solid: Solid) -> None:
    assert open_edges(solid) == {}
    assert volume(solid) > 0


@every_shape
def test_every_corner_lies_on_the_grid_and_no_triangle_is_a_line(solid: Solid) -> None:
    for triangle in solid.corners.tolist():
        assert len({tuple(corner) for corner in triangle}) == 3
        assert all((value * GRID).is_integer() for corner in triangle for value in corner)


@pytest.mark.parametrize(
    ("name", "exact"),
    [
        ("box", 6),
        ("square prism", 32),
        ("clockwise prism", 32),
        ("prism over an L", Fraction(9, 2)),
        ("prism with a corner on an edge", 4),
        ("frustum", Fraction(2 * (16 + 4 + 8), 3)),
        ("clockwise frustum", Fraction(2 * (16 + 4 + 8), 3)),
        ("pyramid", 16),
    ],
)
def test_the_volume_of_flat_shapes_is_exact(name: str, exact: Fraction) -> None:
    assert volume(SHAPES[name]) == exact


@given(st.floats(0.1, 10), st.floats(0.1, 10), st.integers(3, 60))
@pytest.mark.whole("long")
def test_a_cylinder_has_the_volume_of_its_many_sided_prism(radius: float, height: float, sides: int) -> None:
    polygon = sides / 2 * radius**2 * cos_sin(90 - 360 / sides)[0]
    solid = cylinder(radius, height, sides=sides)
    assert float(volume(solid)) == pytest.approx(polygon * height, rel=1e-3, abs=1e-4)
    (x0, _, z0), (x1, _, z1) = solid.bounds
    assert z0 == 0
    assert z1 == pytest.approx(height, abs=1 / GRID)
    assert -x0 <= radius + 1 / GRID
    assert x1 == pytest.approx(radius, abs=1 / GRID)


@settings(max_examples=25)
@given(st.tuples(*[st.floats(-3, 3)] * 3), st.tuples(*[st.floats(-3, 3)] * 3), st.floats(0.1, 2))
@example((0.0, 0.0, 0.0), (0.0, 0.0, 6e-210), 1.0).via("the square of its length is nothing")
@pytest.mark.whole("long")
def test_a_capsule_lies_within_its_radius_and_nearly_fills_it(start: Point3, end: Point3, radius: float) -> None:
    solid = capsule(start, end, radius, sides=24, rings=6)
    assert open_edges(solid) == {}
    way = [b - a for a, b in zip(start, end, strict=True)]
    length = sum(d * d for d in way) ** 0.5
    for point in solid.corners.reshape(-1, 3).tolist():
        along = sum((p - a) * d for p, a, d in zip(point, start, way, strict=True)) / (length**2 or 1)
        near = [a + min(max(along, 0), 1) * d for a, d in zip(start, way, strict=True)]
        away = sum((p - q) ** 2 for p, q in zip(point, near, strict=True)) ** 0.5
        assert away == pytest.approx(radius, abs=1e-5)
    full = pi * radius**2 * length + 4 / 3 * pi * radius**3
    assert 0.93 * full < float(volume(solid)) < full


def test_a_box_stands_on_the_middle_of_its_footprint_and_a_prism_where_it_is_said_to() -> None:
    assert prism(SQUARE, 2, bottom=-1).bounds == ((0.0, 0.0, -1.0), (4.0, 4.0, 1.0))
    assert box((1, 2, 3)).bounds == ((-0.5, -1.0, 0.0), (0.5, 1.0, 3.0))


@pytest.mark.parametrize("outline", [SQUARE, ELL, STAR, WITH_A_CORNER_ON_AN_EDGE])
def test_a_polygon_is_cut_into_triangles_that_all_run_its_way(outline: Sequence[Point2]) -> None:
    cut = [area(tuple(outline[n] for n in triangle)) for triangle in triangulate(outline)]
    assert all(part >= 0 for part in cut)
    assert sum(cut) == pytest.approx(area(tuple(outline)))
