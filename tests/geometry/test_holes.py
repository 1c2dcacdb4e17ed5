"""Openings through walls of triangles: how thick their wall is, and which openings there are."""

import numpy as np
import pytest

from fireline.geometry.holes import Span, holes_of, met, wall_around
from fireline.geometry.outlines import cos_sin
from fireline.geometry.shapes import box
from fireline.geometry.solids import Point3, Solid, join


def wall(thick: float, *gaps: tuple[float, float, float, float]) -> Solid:
    """A wall along x, 6 long and 3 high, its middle at y = 0, around gaps: where along, sill, width, height."""
    parts, at = [], 0.0
    for along, sill, width, height in gaps:
        end = along + width
        parts += [(at, along, 0.0, 3.0), (along, end, 0.0, sill), (along, end, sill + height, 3.0)]
        at = end
    there = [(x0, x1, z0, z1) for x0, x1, z0, z1 in (*parts, (at, 6.0, 0.0, 3.0)) if x1 > x0 and z1 > z0]
    return join(box((x1 - x0, thick, z1 - z0)).placed(((x0 + x1) / 2, 0, z0)) for x0, x1, z0, z1 in there)


GAP = (2.0, 1.0, 1.0, 1.5)
HOUSE = join([wall(0.25, GAP), wall(0.5, GAP).placed((0, 5, 0))])


@pytest.mark.parametrize(
    ("start", "span"),
    [
        ((2, 0, 1), (-0.125, 0.125)),
        ((2, 0.1, 1), (-0.225, 0.025)),
        ((2, 0.125, 1), (-0.25, 0)),
        ((2, -0.125, 1), (0, 0.25)),
        ((2, 5.25, 1), (-0.5, 0)),
        ((2, 4.75, 1), (0, 0.5)),
        ((2, 2.5, 1), None),  # between the two: what is 4.6 apart is no wall
        ((9, 0, 1), None),
    ],
)
def test_a_wall_is_found_from_anywhere_in_it(start: Point3, span: tuple[float, float] | None) -> None:
    found = wall_around(HOUSE, start, (1.0, 0.0), 1.0, 1.5)
    assert found == (None if span is None else pytest.approx(span, abs=1e-6))
    assert found is None or (found.thickness, found.middle) == (found[1] - found[0], sum(found) / 2)


def test_a_wall_may_be_above_or_beside_an_opening_alone_and_a_sheet_has_no_thickness() -> None:
    over = box((1, 0.25, 0.5)).placed((2.5, 0, 2.5))
    beside = box((0.5, 0.25, 3)).placed((1.75, 0, 0))
    for piece in (over, beside):
        assert wall_around(piece, (2, 0, 1), (1, 0), 1, 1.5) == pytest.approx((-0.125, 0.125))
    ledge = box((1, 0.25, 0.93)).placed((2.5, 0, 0))  # worn a little: its sill is lower than is told
    assert wall_around(ledge, (2, 0, 1), (1, 0), 1, 1.5) == pytest.approx((-0.125, 0.125))
    sheet = Solid.of(np.array([[[0, 0, 0], [6, 0, 0], [6, 0, 1]], [[0, 0, 0], [6, 0, 1], [0, 0, 1]]]))
    assert wall_around(sheet, (2, 0, 1), (1, 0), 1, 1.5) == Span(0, 0)
    assert wall_around(wall(2.5, GAP), (2, 1.25, 1), (1, 0), 1, 1.5) == Span(0, 0), "a rock: its face alone"
    assert met(sheet, (3, 2, 0.5), (1, 0)) == [-2, -2], "on the edge of both triangles"
    assert met(sheet, (3, -2, 0.4), (-1, 0)) == [-2], "to the left of who looks along -x"


def test_openings_that_go_through_are_found_once_with_their_measures() -> None:
    turned = HOUSE.placed((10, 3, 0), 30)
    cos, sin = cos_sin(30)
    for solid, (x, y), turn in ((HOUSE, (2.5, 0), 0), (turned, (10 + 2.5 * cos, 3 + 2.5 * sin), 30)):
        first, second = sorted(holes_of(solid), key=lambda hole: hole.thickness)
        assert (*first.at, *first[1:]) == pytest.approx((x, y, 1, 1, 1.5, turn, 0.25), abs=1e-4)
        assert second.thickness == pytest.approx(0.5, abs=1e-4)
    (slit, window) = holes_of(wall(0.25, (1, 0.5, 0.2, 2), (3, 1.2, 1, 1)))
    assert [slit.at[2], window.at[2], slit.width, window.height] == pytest.approx([0.5, 1.2, 0.2, 1], abs=1e-4)


def test_what_is_no_opening_is_none() -> None:
    door = wall(0.25, (2, 0, 1, 2))
    niche = join([wall(0.25, GAP), box((1, 0.1, 1.5)).placed((2.5, -0.05, 1))])
    crack = wall(0.25, (2, 1, 0.05, 1))
    low = wall(0.25, (2, 1, 1, 0.05))
    for solid in (door, niche, crack, low, box((2, 2, 2)), join([])):
        assert holes_of(solid) == []
