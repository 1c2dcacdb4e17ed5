"""The policies against verdicts made without a trace, and the bitmask tables against the policies."""

from fractions import Fraction
from itertools import product
from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from fireline.geometry.hexes import Block, Corners, Edges, Hex, blocks, distance, to_axial, trace
from geometry.hex_witness import clipped

POLICIES = list(product(Edges, Corners))
BOARD = [to_axial(col, row) for row in range(9) for col in range(13 - row % 2)]
NEAR = st.builds(Hex, st.integers(-6, 6), st.integers(-6, 6))
O = Hex(0, 0)  # noqa: E741
Sides = dict[Hex, tuple[str, int, Fraction]]


def some(board: list[Hex], count: int, seed: int) -> set[Hex]:
    return set(Random(seed).sample(board, count))  # noqa: S311 (nothing secret)


def sides(a: Hex, b: Hex) -> Sides:
    """Every hex between two hexes that the line meets: how, on which side (-1 left) and where."""
    dq, dr = b.minus(a)
    found: Sides = {}
    for h in (Hex(a.q + q, a.r + r) for q in range(-14, 15) for r in range(-14, 15)):
        if h in (a, b) or distance(a, h) + distance(h, b) > distance(a, b) + 1:
            continue
        if how := clipped(h, a, b):
            q, r = h.minus(a)
            turn = dq * r - dr * q
            found[h] = (how[0], (turn > 0) - (turn < 0), how[1])
    return found


def is_blocked(line: Sides, obstructed: set[Hex], edges: Edges, corners: Corners) -> bool:
    hit = [line[h] for h in obstructed if h in line]
    lefts = {at for how, side, at in hit if how == "edge" and side < 0}
    rights = {at for how, side, at in hit if how == "edge" and side > 0}
    by_edge = {
        Edges.BOTH: bool(lefts & rights),
        Edges.SIDES: bool(lefts and rights),
        Edges.EITHER: bool(lefts or rights),
        Edges.NONE: False,
    }
    ways = {how for how, _, _ in hit}
    return "inside" in ways or by_edge[edges] or ("corner" in ways and corners is Corners.COUNT)


@pytest.mark.whole("long")
@given(NEAR, NEAR, st.sets(NEAR, max_size=60))
def test_verdicts_hold_for_long_lines_and_both_ways(a: Hex, b: Hex, obstructed: set[Hex]) -> None:
    line = sides(a, b)
    for edges, corners in POLICIES:
        there = blocks(trace(a, b), obstructed, edges=edges, corners=corners)
        back = blocks(trace(b, a), obstructed.__contains__, edges=edges, corners=corners)
        assert bool(there) == bool(back) == is_blocked(line, obstructed, edges, corners)
        assert sorted(b.kind for b in there) == sorted(b.kind for b in back)
        assert all(type(b.at) is Fraction for b in there)
        assert [b.at for b in there] == sorted(b.at for b in there)
        assert all(0 < b.at < 1 and obstructed.issuperset(b.hexes) for b in there)


def test_one_line_along_two_edges_under_every_edge_policy() -> None:
    line = trace(O, Hex(2, 2))
    left1, right1, left2, right2 = Hex(1, 0), Hex(0, 1), Hex(2, 1), Hex(1, 2)

    def found(edges: Edges, *obstructed: Hex) -> list[Block]:
        return list(blocks(line, obstructed, edges=edges, corners=Corners.IGNORE))

    first, second = Fraction(1, 6), Fraction(2, 3)
    assert found(Edges.BOTH, left1, right1) == [Block("edge", (left1, right1), first)]
    assert found(Edges.BOTH, left1, right2) == []
    assert found(Edges.SIDES, left1, right2) == [Block("sides", (left1, right2), second)]
    assert found(Edges.SIDES, left2, right1) == [Block("sides", (left2, right1), second)]
    assert found(Edges.SIDES, left1, left2) == []
    assert found(Edges.SIDES, left1, left2, right2) == [Block("edge", (left2, right2), second)]
    assert found(Edges.EITHER, right1, left2) == [Block("edge", (right1,), first), Block("edge", (left2,), second)]
    assert found(Edges.NONE, left1, right1, left2, right2) == []


def test_the_ends_never_obstruct_and_the_edge_of_the_board_can() -> None:
    assert not blocks(trace(O, Hex(2, 0)), {O, Hex(2, 0)}, edges=Edges.EITHER, corners=Corners.COUNT)
    along_the_side = trace(to_axial(0, 0), to_axial(0, 2))
    inner = to_axial(0, 1)
    on_board = frozenset(BOARD)
    assert not blocks(along_the_side, lambda h: h not in on_board, edges=Edges.SIDES, corners=Corners.IGNORE)
    closed = blocks(
        along_the_side, lambda h: h == inner or h not in on_board, edges=Edges.SIDES, corners=Corners.IGNORE
    )
    (block,) = closed
    assert set(block.hexes) == {inner, to_axial(-1, 1)}
