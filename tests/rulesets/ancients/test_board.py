"""The battlefield: names, edges, who stands where."""

from fractions import Fraction

import pytest

from ancients_table import lay
from fireline.geometry.hexes import distance, neighbours
from fireline.rulesets.ancients.board import Board, hex_name
from fireline.rulesets.ancients.pieces import TERRAIN
from fireline.rulesets.ancients.places import in_the_open


def test_two_in_the_open_stand_in_a_row_on_a_board_with_room_all_around() -> None:
    battle = lay("bow bottom light_bow_infantry F5", "legion top heavy_infantry B5")
    for far in (1, 3, 8):
        open_ = in_the_open(battle.state, "bow", "legion", Fraction(far))
        bow, legion = (open_.named(id_).hex for id_ in ("bow", "legion"))
        assert distance(bow, legion) == far
        for here in (bow, legion):
            assert {here, *neighbours(here)} <= open_.board.on_board


def test_the_board_has_nine_rows_of_thirteen_and_twelve_shifted_half_a_hex() -> None:
    board = Board()
    rows = {letter: [name for name in board.hexes if name[0] == letter] for letter in "ABCDEFGHI"}
    assert {letter: len(row) for letter, row in rows.items()} == {
        "A": 13, "B": 12, "C": 13, "D": 12, "E": 13, "F": 12, "G": 13, "H": 12, "I": 13,
    }  # fmt: skip
    assert len(board.hexes) == 5 * 13 + 4 * 12
    assert (rows["A"][0], rows["A"][-1], rows["B"][-1], rows["I"][-1]) == ("A1", "A13", "B12", "I13")
    around = {name: {hex_name(n) for n in neighbours(board.hexes[name]) if n in board} for name in ("E5", "D5", "A1")}
    assert around == {
        "E5": {"E4", "E6", "D4", "D5", "F4", "F5"},
        "D5": {"D4", "D6", "C5", "C6", "E5", "E6"},
        "A1": {"A2", "B1"},
    }
    for name, hex_ in Board(rows=26, columns=99).hexes.items():
        assert hex_name(hex_) == name


def test_a_board_of_another_size_indented_otherwise_or_of_equal_rows() -> None:
    board = Board(rows=3, columns=4)
    assert list(board.hexes) == ["A1", "A2", "A3", "A4", "B1", "B2", "B3", "C1", "C2", "C3", "C4"]
    assert Board().hexes["D1"] not in board
    assert board.hexes["C4"] in board
    board = Board(rows=3, columns=4, indent="A")
    assert list(board.hexes) == ["A1", "A2", "A3", "B1", "B2", "B3", "B4", "C1", "C2", "C3"]
    around = {name: {hex_name(n) for n in neighbours(board.hexes[name]) if n in board} for name in ("A1", "B2", "B4")}
    assert around == {"A1": {"A2", "B1", "B2"}, "B2": {"B1", "B3", "A1", "A2", "C1", "C2"}, "B4": {"B3", "A3", "C3"}}
    assert distance(board.hexes["A1"], board.hexes["C3"]) == 3
    for indent, shifted in (("A", "AC"), ("B", "B")):
        board = Board(rows=3, columns=4, indent=indent, equal_rows=True)
        assert list(board.hexes) == [f"{row}{n}" for row in "ABC" for n in range(1, 5)]
        beside = {hex_name(n) for n in neighbours(board.hexes["B4"]) if n in board}
        assert beside == ({"B3", "A4", "C4"} if "B" in shifted else {"B3", "A3", "A4", "C3", "C4"})


@pytest.mark.rule("CCA-3.4")
def test_a_hill_is_what_hangs_together() -> None:
    hills = ["E5", "E6", "D6", "E8", "B1"]
    board = lay(terrain=dict.fromkeys(hills, "hill") | {"E7": "forest"}).state.board
    around = {name: {hex_name(hex_) for hex_ in board.hills.get(board.hexes[name], ())} for name in ("E5", "E8", "E7")}
    assert around == {"E5": {"E5", "E6", "D6"}, "E8": {"E8"}, "E7": set()}
    assert board.terrain_at(board.hexes["E7"]) is TERRAIN["forest"]
    assert board.terrain_at(board.hexes["A1"]) is None
