"""Line of sight: edges, corners, hills, the edge of the battlefield, and a second witness."""

import random
from fractions import Fraction
from typing import Any

import pytest

from ancients_table import lay
from ancients_witness import Witness, centre, crowd
from fireline.game.battle import Battle
from fireline.rulesets.ancients.board import Board
from fireline.rulesets.ancients.shot import Line
from fireline.rulesets.ancients.state import State
from fireline.ruling import Sight


def line(start: str, end: str, *units: str, **more: Any) -> Sight:
    """The line between two hexes with units on some others."""
    battle = lay(*(f"u{n} top warrior {hex_}" for n, hex_ in enumerate(units)), **more)
    hexes = battle.state.board.hexes
    return Line(battle.state, hexes[start], hexes[end]).sight


def why(sight: Sight) -> list[str]:
    return [f"{sentence} {rule}" for rule, sentence in sight.reasons]


@pytest.mark.rule("CCA-3.1", "CCA-3.2")
def test_a_unit_or_a_part_of_a_hex_between_blocks_and_every_obstruction_is_named() -> None:
    assert line("E5", "E8", "E5", "E8").clear
    blocked = line("E5", "E8", "E7")
    assert (blocked.clear, blocked.blockers) == (False, ("E7",))
    assert why(blocked) == ["The line of sight is blocked by the Warriors on E7. CCA-3.2"]
    assert str(blocked) == "blocked by Warriors on E7"
    assert str(line("E5", "E8")) == "clear: E6, E7"
    # From E5 to D8 the line cuts through E6, D6 and E7, D7: each of them blocks alone.
    met = line("E5", "D8")
    assert [mark.places for mark in met.marks] == [("E6",), ("D6",), ("E7",), ("D7",)]
    for hex_ in ("E6", "D6", "E7", "D7"):
        assert line("E5", "D8", hex_).blockers == (hex_,)
    for hex_ in ("D5", "E8", "F6", "C7"):
        assert line("E5", "D8", hex_).clear
    blocked = line("E5", "E9", "E6", terrain={"E7": "forest"}, leaders=["hanno top E8"])
    assert blocked.blockers == ("E6", "E7", "E8")
    assert why(blocked) == [
        "The line of sight is blocked by the Warriors on E6. CCA-3.2",
        "The line of sight is blocked by the forest on E7. CCA-3.2",
        "The line of sight is blocked by the leader hanno on E8. CCA-3.2",
    ]


def hexes(battle: Battle, *names: str) -> list[Any]:
    return [battle.state.board.hexes[name] for name in names]


@pytest.mark.rule("CCA-3.3")
def test_example_two_and_a_slanting_line_along_edges() -> None:
    assert line("E5", "C5", "D4").clear
    assert line("E5", "C5", "D5").clear
    assert str(line("E5", "C5")) == "clear: D4 | D5 edge"
    blocked = line("E5", "C5", "D4", "D5")
    assert (blocked.clear, blocked.blockers) == (False, ("D4", "D5"))
    assert why(blocked) == [
        "The line of sight runs along an edge with obstructions on both sides: Warriors on D4, Warriors on D5. CCA-3.3"
    ]
    assert [(mark.start, mark.end) for mark in blocked.marks] == [(Fraction(1, 3), Fraction(2, 3))]
    assert str(line("E5", "D6")) == "clear: D5 | E6 edge"
    assert line("E5", "D6", "D5").clear
    assert line("E5", "D6", "E6").clear
    assert not line("E5", "D6", "D5", "E6").clear
    assert str(line("E5", "C8")) == "clear: D5 | E6 edge, D6, C7 | D7 edge"
    assert line("E5", "C8", "D5", "C7").clear
    assert why(line("E5", "C8", "D5", "D7")) == [
        "The line of sight runs along edges with obstructions on both sides: Warriors on D5, Warriors on D7. CCA-3.3"
    ]
    assert line("E5", "C8", "D6").blockers == ("D6",)


@pytest.mark.rule("CCA-3.3", "CCA-3.2")
def test_a_line_along_the_edge_of_the_battlefield_unless_half_hexes_do_not_block() -> None:
    assert line("A1", "C1").clear
    blocked = line("A1", "C1", "B1")
    assert (blocked.clear, blocked.blockers) == (False, ("B1", "edge of the battlefield"))
    what = "Warriors on B1, edge of the battlefield"
    assert why(blocked) == [f"The line of sight runs along an edge with obstructions on both sides: {what}. CCA-3.3"]
    assert line("A13", "C13").clear
    assert not line("A13", "C13", "B12").clear
    assert not line("C13", "A13", "B12").clear
    assert line("A1", "I1").clear
    for hex_ in ("B1", "D1", "F1", "H1"):
        assert not line("A1", "I1", hex_).clear
    assert not line("A1", "C1", "B1", options={"staggered_edges_block": False}).clear
    for start, end, beside in (("A1", "C1", "B1"), ("C13", "A13", "B12")):
        assert line(start, end, beside, options={"half_hexes_block": False}).clear


@pytest.mark.rule("CCA-3.3")
def test_example_three_staggered_edges() -> None:
    assert line("G5", "C5", "D4", "F4").clear
    blocked = line("G5", "C5", "D4", "F5")
    assert why(blocked) == [
        "The line of sight runs along edges with obstructions on both sides: Warriors on D4, Warriors on F5. CCA-3.3"
    ]
    assert set(blocked.blockers) == {"D4", "F5"}
    apart = {"staggered_edges_block": False}
    assert line("G5", "C5", "D4", "F5", options=apart).clear
    assert not line("G5", "C5", "D4", "D5", options=apart).clear
    assert not line("G5", "C5", "D4", "D5").clear
    assert line("G5", "C5", "D4", "F4", options=apart).clear


@pytest.mark.rule("CCA-3.1")
def test_a_corner_that_is_only_touched() -> None:
    board = Board()
    start = board.hexes["E2"]
    end = start.plus(type(start)(4, 1))
    name = next(name for name, hex_ in board.hexes.items() if hex_ == end)
    touched = [
        next(n for n, h in board.hexes.items() if h == start.plus(type(start)(*step))) for step in ((1, 1), (3, 0))
    ]
    counting = {"corner_touch_blocks": True}
    assert {mark.places[0] for mark in line("E2", name).marks if mark.kind == "corner"} == set(touched)
    for hex_ in touched:
        assert line("E2", name, hex_).clear
        blocked = line("E2", name, hex_, options=counting)
        assert blocked.blockers == (hex_,)
        assert why(blocked) == [
            f"The line of sight touches a corner of {hex_} and is blocked by the Warriors on {hex_}. CCA-3.1"
        ]
    assert line("E2", name, options=counting).clear


@pytest.mark.rule("CCA-3.4")
def test_a_hill_shows_its_first_hex_and_a_line_that_stays_on_one_hill_is_clear() -> None:
    hill = dict.fromkeys(("E6", "E7"), "hill")
    assert line("E5", "E6", terrain=hill).clear
    hidden = line("E5", "E7", terrain=hill)
    assert why(hidden) == ["The line of sight is blocked by the hill on E6. CCA-3.4"]
    assert not line("E7", "E5", terrain=hill).clear
    hill = dict.fromkeys(("E5", "E6", "E7", "E8"), "hill")
    assert line("E5", "E8", terrain=hill).clear
    assert not line("E4", "E8", terrain=hill).clear
    assert not line("E5", "E9", terrain=hill).clear
    gap = {"E5": "hill", "E6": "hill", "E8": "hill"}
    assert why(line("E5", "E8", terrain=gap)) == ["The line of sight is blocked by the hill on E6. CCA-3.4"]
    assert line("E5", "E7", terrain={"E5": "hill", "E7": "hill"}).clear
    unit = line("E5", "E8", "E7", terrain=hill)
    assert why(unit) == ["The line of sight is blocked by the Warriors on E7. CCA-3.2"]
    # The ends are joined by way of row D, but the line runs through E6, which is open.
    around = dict.fromkeys(("E5", "D5", "D6", "E7"), "hill")
    assert line("E5", "E7", terrain=around).clear
    across = dict.fromkeys(("E5", "E6", "D6", "D7", "E8", "C7"), "hill")
    assert why(line("E5", "E8", terrain=across)) == ["The line of sight is blocked by the hill on E6. CCA-3.4"]


@pytest.mark.rule("CCA-3.4", "CCA-3.3")
def test_hills_beside_an_edge() -> None:
    both = {"D4": "hill", "D5": "hill"}
    blocked = line("E5", "C5", terrain=both)
    assert why(blocked) == [
        "The line of sight runs along an edge with obstructions on both sides: hill on D4, hill on D5. CCA-3.3"
    ]
    assert line("E5", "C5", terrain=both | {"E5": "hill", "C5": "hill"}).clear
    assert line("E5", "C5", terrain={"D4": "hill", "E5": "hill", "C5": "hill", "D5": "forest"}).clear
    two_hills = {"E5": "hill", "C5": "hill", "D4": "forest", "D5": "forest"}
    assert not line("E5", "C5", terrain=two_hills).clear


@pytest.mark.whole("long")
@pytest.mark.rule("CCA-3.1", "CCA-3.2", "CCA-3.3", "CCA-3.4")
@pytest.mark.parametrize("seed", range(40))
def test_a_second_witness_sees_the_same_on_random_boards(seed: int) -> None:
    dice = random.Random(1000 + seed)  # noqa: S311
    for _ in range(10):
        data = crowd(dice)
        battle, witness = Battle.read(data), Witness(data)
        state: State = battle.state
        names = list(state.board.hexes)
        for _ in range(6):
            start, end = dice.sample(names, 2)
            mine = Line(state, state.board.hexes[start], state.board.hexes[end]).sight
            assert mine.clear is witness.clear(centre(start), centre(end)), (start, end, data)
            assert mine.clear is not bool(mine.reasons)
            assert mine.clear is not bool(mine.blockers)
            back = Line(state, state.board.hexes[end], state.board.hexes[start]).sight
            assert back.clear is mine.clear


def test_on_a_board_of_equal_rows_the_end_of_a_row_is_no_edge_of_the_battlefield() -> None:
    for board, clear in (({}, False), ({"equal_rows": True}, True)):
        assert line("A13", "C13", terrain={"B12": "forest"}, board=board).clear is clear
