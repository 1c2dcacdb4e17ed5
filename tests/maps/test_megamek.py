"""MegaMek boards: hexes by number or by order, and the board turned so that its columns are rows."""

import pytest

from drawn_maps import board
from fireline.game.maps import HexRows, MapHex, turned
from fireline.geometry.hexes import Hex, neighbours
from fireline.maps.reading import read_map
from present import present
from refusing import wrong_with


def read(raw: bytes) -> HexRows:
    return present(read_map(raw, "ford.board", {}, {}).hexes)


def test_levels_grades_and_exits() -> None:
    plain = read_map(board(3, 2, {(1, 0): (2, "woods:2;road:1:9"), (2, 1): (-1, "water:1")}), "a.board", {}, {})
    found = {(one.column, one.row): (one.level, one.names) for one in present(plain.hexes).hexes if one.names}
    assert found == {(1, 0): (2, ("woods 2", "road")), (2, 1): (-1, ("water 1",))}
    assert plain.unused == ("1 list of exits of roads, walls and buildings", "1 line of options, notes and tags")


def test_numbers_count_where_they_are_a_full_set_and_else_the_order() -> None:
    lines = board(2, 2, {(0, 0): (0, "woods:1")}).decode().splitlines()
    swapped = "\n".join([lines[0], *reversed(lines[2:6]), "end"]).encode()
    assert read(swapped).hexes[-1] == MapHex(0, 0, ("woods 1",))
    doubled = swapped.replace(b"hex 0202", b"hex 0101")
    plain = read_map(doubled, "a.board", {}, {})
    assert present(plain.hexes).hexes[-1] == MapHex(1, 1, ("woods 1",))
    assert plain.unused == ("the numbers of the hexes, which are no full set; the order of the lines counts",)


@pytest.mark.parametrize("columns", [4, 5])
@pytest.mark.parametrize("rows", [3, 4])
@pytest.mark.parametrize("odd", [False, True])
@pytest.mark.parametrize(("pointed", "top"), [(True, "north"), (True, "south"), (False, "west"), (False, "east")])
def test_what_is_turned_keeps_every_neighbour(columns: int, rows: int, odd: bool, pointed: bool, top: str) -> None:
    hexes = tuple(MapHex(c, r, (f"{c} {r}",)) for c in range(columns) for r in range(rows))
    was = {one.names: axial(one, pointed, odd) for one in hexes}
    found = turned(HexRows(hexes, columns, rows, pointed, odd), top)
    now = {one.names: axial(one, True, found.odd_shifted) for one in found.hexes}
    assert (found.columns, found.rows) == ((columns, rows) if pointed else (rows, columns))
    assert around(now) == around(was)


def axial(one: MapHex, pointed: bool, odd: bool) -> Hex:
    """Where a hex lies on a board whose odd lines, or even ones, are shifted: rows if hexes are pointed."""
    line = one.row if pointed else one.column
    lag = (line if odd else line + 1) // 2
    return Hex(one.column - lag, one.row) if pointed else Hex(one.column, one.row - lag)


def around(places: dict[tuple[str, ...], Hex]) -> dict[tuple[str, ...], set[tuple[str, ...]]]:
    """Who lies next to whom."""
    at = {hex_: name for name, hex_ in places.items()}
    return {name: {at[near] for near in neighbours(hex_) if near in at} for name, hex_ in places.items()}


@pytest.mark.parametrize(
    ("raw", "problem"),
    [
        (b'size 2 2\nhex 0101 0 "" ""\nend', "hex: has 1 hexes, and its size says 4"),
        (b"size 9999 9999\nend", "size: has 9999 x 9999 hexes; at most 62,500"),
        (b"size 0 4\nend", "size: has 0 x 4 hexes"),
        (b"size 1 1\nhex 01 zero\nend", 'line 2: is not like: hex 0101 0 "woods:1" ""'),
        (b"tag nothing\nend", "is no map that can be read; it must be Universal VTT"),
        (b"\xff\xfe\x00", "is not UTF-8 text (byte 0)"),
        (b"", "is empty; it must be a map, Universal VTT"),
        (b"{}", "is no map that can be read"),
        (b'{"a": ' * 50 + b"1" + b"}" * 50, "is nested deeper than 30"),
        (b"{" + b"," * 2_000_001, "holds more than 2,000,000 values"),
    ],
)
def test_a_file_that_is_none_is_told_in_one_line(raw: bytes, problem: str) -> None:
    assert wrong_with(read_map, raw, "a.board", {}, {}).startswith(problem)
