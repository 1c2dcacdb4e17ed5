"""The exact trace against two independent witnesses, between hexes and between points; the grid of the points."""

import ast
import inspect
from collections.abc import Callable, Iterable
from fractions import Fraction
from itertools import pairwise
from random import Random

import pytest
import shapely
from hypothesis import assume, given
from hypothesis import strategies as st

from fireline.geometry import hexes
from fireline.geometry.hexes import (
    DIRECTIONS,
    HEXSIDES,
    Crossing,
    Hex,
    Trace,
    distance,
    hex_around,
    neighbours,
    to_axial,
    to_offset,
    trace,
    trace_points,
    way,
)
from fireline.geometry.polygons import GRID, Quantised, format_steps, quantise
from geometry.hex_witness import SIDES, clipped, met

FARTHEST = 12
O = Hex(0, 0)  # noqa: E741
PLANE = [
    Hex(q, r)
    for q in range(-FARTHEST - 1, FARTHEST + 2)
    for r in range(-FARTHEST - 1, FARTHEST + 2)
    if abs(q + r) <= FARTHEST + 1
]
TARGETS = [h for h in PLANE if 1 <= distance(O, h) <= FARTHEST]


def test_every_line_agrees_with_shapely_in_whole_numbers() -> None:
    corners = [(1, 1), (-1, 2), (-2, 1), (-1, -1), (1, -2), (2, -1)]  # of O, three times enlarged
    polygons = [shapely.Polygon([(3 * h.q + x, 3 * h.r + y) for x, y in corners]) for h in PLANE]
    shapely.prepare(polygons)
    for aim in TARGETS:
        line = shapely.LineString([(0, 0), (3 * aim.q, 3 * aim.r)])
        seen = {}
        for h, polygon in zip(PLANE, polygons, strict=True):
            if polygon.intersects(line):
                matrix = shapely.relate(polygon, line)  # dimensions: inside first, edge fourth
                seen[h] = "inside" if matrix[0] == "1" else "edge" if matrix[3] == "1" else "corner"
        assert {h: how for h, (how, _, _) in met(trace(O, aim)).items()} == seen, aim


def first_way(start: Hex, end: Hex, onward: Callable[[Hex], Iterable[Hex]]) -> tuple[Hex, ...] | None:
    """The first of the shortest ways, by looking at every hex that can be reached, ring by ring."""
    ways: dict[Hex, tuple[Hex, ...]] = {start: ()}
    ring = [start]
    while ring:
        found = [(here, there) for here in ring for there in onward(here)]
        ring = []
        for here, there in found:
            if there not in ways:
                ways[there] = (*ways[here], there)
                ring.append(there)
    return ways.get(end)


@given(st.randoms(use_true_random=False), st.sampled_from([0.0, 0.2, 0.4, 0.6]), st.sampled_from([0.0, 0.3]))
def test_a_way_is_the_first_of_the_shortest_ones(random: Random, closed: float, walled: float) -> None:
    board = [h for h in PLANE if distance(O, h) <= 4]
    open_ = {h for h in board if random.random() >= closed}
    sides = {frozenset((h, beside)) for h in board for beside in neighbours(h) if random.random() < walled}

    def onward(here: Hex) -> list[Hex]:
        return [there for there in neighbours(here) if there in open_ and frozenset((here, there)) not in sides]

    for _ in range(10):
        start, end = random.choice(board), random.choice(board)
        assert way(start, end, onward) == first_way(start, end, onward)


def on_paper(h: Hex) -> tuple[Fraction, Fraction]:
    """Right and down from O, in hexes and in rows: enough to tell left from right."""
    return h.q + Fraction(h.r, 2), Fraction(h.r)


def test_left_is_left_on_a_board_with_rows_downwards() -> None:
    for aim in TARGETS:
        x, y = on_paper(aim)
        for run in trace(O, aim).runs:
            (lx, ly), (rx, ry) = on_paper(run.left), on_paper(run.right)
            assert x * ly - y * lx < 0 < x * ry - y * rx  # rows grow downwards: left is negative
    run = trace(O, Hex(1, -2)).runs[0]  # straight up the board
    assert (run.left, run.right) == (HEXSIDES["NW"], HEXSIDES["NE"])


def test_corners_are_touched_without_an_edge_run_and_a_line_of_no_length_stays_in_its_hex() -> None:
    line = trace(O, Hex(4, 1))
    assert [c.hex for c in line.crossed[1:-1]] == [(1, 0), (2, 0), (2, 1), (3, 1)]
    assert [(t.hex, t.at) for t in line.touches] == [((1, 1), Fraction(1, 3)), ((3, 0), Fraction(2, 3))]
    assert line.runs == ()
    assert trace(Hex(2, 3), Hex(2, 3)) == Trace((Crossing(Hex(2, 3), Fraction(0), Fraction(1)),), ())


def test_neighbours_and_distance() -> None:
    assert tuple(HEXSIDES) == ("E", "SE", "SW", "W", "NW", "NE")
    assert neighbours(O) == DIRECTIONS
    reached, ring = {O: 0}, [O]
    for steps in range(1, FARTHEST + 1):  # distance is the least number of steps
        ring = [n for n in {n for h in ring for n in neighbours(h)} if n not in reached]
        reached |= dict.fromkeys(ring, steps)
    assert {h: distance(O, h) for h in [O, *TARGETS]} == reached


# Neighbours by column and row, written down from a drawing: of the shifted rows and of the others.
SHIFTED_ROW = {(1, 0), (-1, 0), (0, -1), (1, -1), (0, 1), (1, 1)}
PLAIN_ROW = {(1, 0), (-1, 0), (-1, -1), (0, -1), (-1, 1), (0, 1)}


@given(col=st.integers(-50, 50), row=st.integers(-50, 50))
def test_columns_and_rows_go_there_and_back_and_keep_neighbours(col: int, row: int) -> None:
    h = to_axial(col, row)
    assert to_offset(h) == (col, row)
    around = {(col + x, row + y) for x, y in (SHIFTED_ROW if row % 2 else PLAIN_ROW)}
    assert {to_offset(n) for n in neighbours(h)} == around
    assert to_offset(h.plus(Hex(1, 0))) == (col + 1, row)


def test_no_float_in_any_result_nor_in_the_code() -> None:
    for aim in TARGETS:
        for how, enter, leave in met(trace(O, aim)).values():
            assert (type(how), type(enter), type(leave)) == (str, Fraction, Fraction)
        assert all(type(n) is int for s in trace(O, aim).runs for h in (s.left, s.right) for n in h)
    for node in ast.walk(ast.parse(inspect.getsource(hexes))):
        assert not (isinstance(node, ast.Constant) and isinstance(node.value, float))
        assert not (isinstance(node, ast.BinOp) and isinstance(node.op, ast.Div))
        assert not (isinstance(node, ast.Name) and node.id in {"float", "round"})


UNIT = 12
"""A coarse grid, so that lines often pass through corners and along edges."""
AROUND = [Hex(q, r) for q in range(-6, 7) for r in range(-6, 7)]
points = st.builds(Hex, st.integers(-4 * UNIT, 4 * UNIT), st.integers(-4 * UNIT, 4 * UNIT))


@pytest.mark.whole("long")
@given(points, points)
def test_every_line_agrees_with_clipping_by_half_planes(a: Hex, b: Hex) -> None:
    assume(a != b and hex_around(a, UNIT) is not None and hex_around(b, UNIT) is not None)
    line = trace_points(a, b, UNIT)
    assert met(line) == {h: how for h in AROUND if (how := clipped(h, a, b, UNIT))}
    assert (line.segments[0].enter, line.segments[-1].leave) == (Fraction(0), Fraction(1))
    assert all(one.leave == other.enter for one, other in pairwise(line.segments))
    back = trace_points(b, a, UNIT)
    assert [(1 - one.leave, 1 - one.enter) for one in back.segments[::-1]] == [
        (s.enter, s.leave) for s in line.segments
    ]
    assert [(run.right, run.left) for run in back.runs[::-1]] == [(run.left, run.right) for run in line.runs]


@given(points)
def test_a_point_is_inside_one_hex_or_on_an_edge(point: Hex) -> None:
    inside: list[Hex | None] = [
        h for h in AROUND if all(x * (point.q - h.q * UNIT) + y * (point.r - h.r * UNIT) < UNIT for x, y in SIDES)
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
