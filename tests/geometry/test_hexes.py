"""The exact trace against two independent witnesses, for every line up to 12 hexes long."""

import ast
import inspect
from fractions import Fraction
from itertools import pairwise

import pytest
import shapely
from hypothesis import given
from hypothesis import strategies as st

from fireline.geometry import hexes, hexsight, hextable
from fireline.geometry.hexes import (
    DIRECTIONS,
    HEXSIDES,
    Crossing,
    Hex,
    Layout,
    Trace,
    distance,
    neighbours,
    trace,
)
from geometry.hex_witness import met

FARTHEST = 12
O = Hex(0, 0)  # noqa: E741
PLANE = [
    Hex(q, r)
    for q in range(-FARTHEST - 1, FARTHEST + 2)
    for r in range(-FARTHEST - 1, FARTHEST + 2)
    if abs(q + r) <= FARTHEST + 1
]
TARGETS = [h for h in PLANE if 1 <= distance(O, h) <= FARTHEST]
ANY_HEX = st.builds(Hex, st.integers(-40, 40), st.integers(-40, 40))


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


def test_segments_tile_the_line_and_start_and_end_at_its_ends() -> None:
    for aim in TARGETS:
        segments = trace(O, aim).segments
        assert (segments[0].enter, segments[-1].leave) == (Fraction(0), Fraction(1))
        assert all(s.leave == t.enter for s, t in pairwise(segments))
        assert all(s.enter < s.leave for s in segments)
        first, last = segments[0], segments[-1]
        assert isinstance(first, Crossing)
        assert isinstance(last, Crossing)
        assert (first.hex, last.hex) == (O, aim)


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


def test_walked_the_other_way_the_line_is_the_same() -> None:
    for aim in TARGETS:
        assert trace(aim, O) == trace(O, aim).reversed()
        assert trace(O, aim).reversed().reversed() == trace(O, aim)


@given(ANY_HEX, ANY_HEX)
def test_a_line_is_the_same_everywhere_on_the_board(a: Hex, b: Hex) -> None:
    home = trace(O, b.minus(a))
    assert met(trace(a, b)) == {h.plus(a): how for h, how in met(home).items()}


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


# Neighbours by column and row, written down from a drawing: the shifted rows (columns) and the others.
SHIFTED_ROW = {(1, 0), (-1, 0), (0, -1), (1, -1), (0, 1), (1, 1)}
PLAIN_ROW = {(1, 0), (-1, 0), (-1, -1), (0, -1), (-1, 1), (0, 1)}


@pytest.mark.parametrize("layout", Layout)
@given(col=st.integers(-50, 50), row=st.integers(-50, 50))
def test_layouts_go_there_and_back_and_keep_neighbours(layout: Layout, col: int, row: int) -> None:
    h = layout.to_axial(col, row)
    assert layout.to_offset(h) == (col, row)
    assert layout.pointy == (layout.name[-1] == "R")
    shifted = (row if layout.pointy else col) % 2 == ("ODD" in layout.name)
    steps = SHIFTED_ROW if shifted else PLAIN_ROW
    around = {(col + x, row + y) if layout.pointy else (col + y, row + x) for x, y in steps}
    assert {layout.to_offset(n) for n in neighbours(h)} == around
    # The q axis points along the row, or on a flat-topped board down to the right.
    assert layout.to_offset(h.plus(Hex(1, 0))) == (col + 1, row + (shifted and not layout.pointy))


def test_no_float_in_any_result_nor_in_the_code() -> None:
    for aim in TARGETS:
        for how, enter, leave in met(trace(O, aim)).values():
            assert (type(how), type(enter), type(leave)) == (str, Fraction, Fraction)
        assert all(type(n) is int for s in trace(O, aim).runs for h in (s.left, s.right) for n in h)
    for module in (hexes, hexsight, hextable):
        for node in ast.walk(ast.parse(inspect.getsource(module))):
            assert not (isinstance(node, ast.Constant) and isinstance(node.value, float))
            assert not (isinstance(node, ast.BinOp) and isinstance(node.op, ast.Div))
            assert not (isinstance(node, ast.Name) and node.id in {"float", "round"})
