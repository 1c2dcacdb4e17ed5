"""Lines between any two points inside hexes, against clipping by half-planes; and the grid the points lie on."""

from __future__ import annotations

from fractions import Fraction
from itertools import pairwise

import pytest
from hypothesis import assume, given
from hypothesis import strategies as st

from fireline.geometry.grid import GRID, Quantised, format_steps, quantise
from fireline.geometry.hexes import Hex, hex_around, trace, trace_points
from geometry.hex_witness import SIDES, clipped, met

UNIT = 12
"""A coarse grid, so that lines often pass through corners and along edges."""
PLANE = [Hex(q, r) for q in range(-6, 7) for r in range(-6, 7)]
points = st.builds(Hex, st.integers(-4 * UNIT, 4 * UNIT), st.integers(-4 * UNIT, 4 * UNIT))


@pytest.mark.whole("long")
@given(points, points)
def test_every_line_agrees_with_clipping_by_half_planes(a: Hex, b: Hex) -> None:
    assume(a != b and hex_around(a, UNIT) is not None and hex_around(b, UNIT) is not None)
    line = trace_points(a, b, UNIT)
    assert met(line) == {h: how for h in PLANE if (how := clipped(h, a, b, UNIT))}
    assert (line.segments[0].enter, line.segments[-1].leave) == (Fraction(0), Fraction(1))
    assert all(one.leave == other.enter for one, other in pairwise(line.segments))
    assert trace_points(b, a, UNIT) == line.reversed()


def test_between_centres_it_is_the_line_between_hexes() -> None:
    for aim in PLANE:
        centre = Hex(aim.q * UNIT, aim.r * UNIT)
        assert trace_points(Hex(0, 0), centre, UNIT) == trace(Hex(0, 0), aim)


@given(points)
def test_a_point_is_inside_one_hex_or_on_an_edge(point: Hex) -> None:
    inside: list[Hex | None] = [
        h for h in PLANE if all(x * (point.q - h.q * UNIT) + y * (point.r - h.r * UNIT) < UNIT for x, y in SIDES)
    ]
    assert [hex_around(point, UNIT)] == (inside or [None])


def test_a_point_on_an_edge_has_no_line() -> None:
    with pytest.raises(ValueError, match="lies inside no hex"):
        trace_points(Hex(6, 0), Hex(24, 0), UNIT)


@given(st.integers(-10_000_000, 10_000_000))
def test_four_decimals_are_exact(ten_thousandths: int) -> None:
    assert quantise(ten_thousandths / 10_000) == Quantised(ten_thousandths * 6, Fraction(0))


@given(st.integers(-(10**9), 10**9))
def test_what_is_spelled_is_snapped_to_the_same_place(steps: int) -> None:
    assert quantise(format_steps(steps)) == Quantised(steps, Fraction(0))


def test_finer_input_is_moved_by_as_much_as_is_told() -> None:
    assert quantise("2/3") == Quantised(40_000, Fraction(0))
    assert quantise(0.33333) == Quantised(20_000, Fraction(1, 3) - Fraction(33_333, 100_000))
    assert quantise("1/7").moved == abs(Fraction(1, 7) - Fraction(round(Fraction(GRID, 7)), GRID))
    assert all(quantise(n / 1_000_003).moved <= Fraction(1, 2 * GRID) for n in range(500))
