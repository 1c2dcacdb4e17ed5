"""Lines between any two points inside hexes, against clipping by half-planes; and the grid the points lie on."""

from __future__ import annotations

from fractions import Fraction
from itertools import pairwise

import pytest
from hypothesis import assume, given
from hypothesis import strategies as st

from fireline.geometry.grid import GRID, Quantised, format_steps, quantise
from fireline.geometry.hexes import Crossing, Hex, Trace, hex_around, trace, trace_points

UNIT = 12
"""A coarse grid, so that lines often pass through corners and along edges."""
PLANE = [Hex(q, r) for q in range(-6, 7) for r in range(-6, 7)]
SIDES = ((2, 1), (1, 2), (1, -1), (-2, -1), (-1, -2), (-1, 1))
points = st.builds(Hex, st.integers(-4 * UNIT, 4 * UNIT), st.integers(-4 * UNIT, 4 * UNIT))
Met = dict[Hex, tuple[str, Fraction, Fraction]]


def clipped(h: Hex, a: Hex, b: Hex) -> tuple[str, Fraction, Fraction] | None:
    """How the line meets one hex: clipped by its six half-planes."""
    low, high, beside = Fraction(0), Fraction(1), False
    for x, y in SIDES:
        speed = x * (b.q - a.q) + y * (b.r - a.r)
        room = UNIT + x * (h.q * UNIT - a.q) + y * (h.r * UNIT - a.r)
        if speed > 0:
            high = min(high, Fraction(room, speed))
        elif speed < 0:
            low = max(low, Fraction(room, speed))
        elif room < 0:
            return None
        else:
            beside = beside or room == 0
    if low > high:
        return None
    return ("corner" if low == high else "edge" if beside else "inside", low, high)


def met(line: Trace) -> Met:
    said: Met = {}
    for part in line.segments:
        if isinstance(part, Crossing):
            said[part.hex] = ("inside", part.enter, part.leave)
        else:
            said[part.left] = said[part.right] = ("edge", part.enter, part.leave)
    return said | {touch.hex: ("corner", touch.at, touch.at) for touch in line.touches}


@pytest.mark.whole("long")
@given(points, points)
def test_every_line_agrees_with_clipping_by_half_planes(a: Hex, b: Hex) -> None:
    assume(a != b and hex_around(a, UNIT) is not None and hex_around(b, UNIT) is not None)
    line = trace_points(a, b, UNIT)
    assert met(line) == {h: how for h in PLANE if (how := clipped(h, a, b))}
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
