"""A board of cells, drawn for a game whose berths lie in a row: any names, as large as its battle, any lines."""

import xml.etree.ElementTree as ET
from fractions import Fraction
from itertools import pairwise
from typing import Any

import pytest

from fireline.draw import sides
from fireline.draw.board import Look
from fireline.draw.cellboard import CellBoard, hex_drawing, square_drawing
from fireline.draw.hexes import HALF
from fireline.game.battle import Battle
from fireline.game.command import Shot
from fireline.geometry.hexes import Hex
from fireline.ruling import SightLine

SVG = "{http://www.w3.org/2000/svg}"
NAMES = ("deep water", 'a "reef"', "(shoal)", "tide; ebb", "mud/sand", "Fluß")
"""Names of terrain that a reference could break on."""
QUAY: dict[str, Any] = {
    "fireline": 1,
    "ruleset": "regatta",
    "watch": "red",
    "quay": 8,
    "boats": [
        {"id": "heron", "flag": "red", "berth": 2},
        {"id": "swan", "flag": "green", "berth": 5},
        {"id": "gull", "flag": "blue", "berth": 7},
        {"id": "tern", "flag": "white", "berth": 8},
    ],
}
SHOT = Shot("heron", "swan")


def drawn(looks: dict[str, Look], kinds: dict[str, str], **more: Any) -> tuple[type[CellBoard[Any]], Battle]:
    """The board of a battle along the quay, a square for each berth."""

    def berths(state: Any) -> dict[str, tuple[int, int]]:
        return {str(n): (n - 1, 0) for n in range(1, state.quay + 1)}

    board: Any = square_drawing(berths, lambda _: kinds, looks).board
    return board.__self__, Battle.read(QUAY | more)


def parsed(board: type[CellBoard[Any]], battle: Battle, shot: Shot | None = None) -> ET.Element:
    return ET.fromstring(board.draw(battle, shot))  # noqa: S314 - our own


def test_terrain_of_any_name_is_painted_with_its_own_pattern() -> None:
    looks = {name: Look("#DCEBD8", mark=f"#00000{n}") for n, name in enumerate(NAMES)}
    svg = parsed(*drawn(looks, {str(n): name for n, name in enumerate(NAMES, 1)}))
    ids = {element.get("id") for element in svg.iter(f"{SVG}pattern")}
    fills = {
        element.get("data-cell"): element.get("fill", "") for element in svg.iter() if "data-terrain" in element.attrib
    }
    assert len(ids) == len(set(fills.values())) == len(NAMES)
    for fill in fills.values():
        assert fill.removeprefix("url(#").removesuffix(")") in ids
        assert not set(fill[5:-1]) & set(" \"'()\\;"), "what a reference cannot hold"


@pytest.mark.parametrize("quay", [8, 12])
def test_a_board_is_as_large_as_its_battle_says(quay: int) -> None:
    svg = parsed(*drawn({}, {}, quay=quay))
    cells = [element for element in svg.iter() if "data-cell" in element.attrib]
    assert len(cells) == quay
    _, _, wide, high = map(float, svg.get("data-board", "").split())
    assert (wide, high) == (72 * quay + 8, 72 + 8)


def test_hexes_lie_beside_each_other_and_a_shot_goes_from_centre_to_centre() -> None:
    def hexes(state: Any) -> dict[str, Hex]:
        return {str(n): Hex(n - 1, 0) for n in range(1, state.quay + 1)}

    board: Any = hex_drawing(hexes, lambda _: {"3": "reef"}, {"reef": Look("#D9D6D0")}).board
    svg = ET.fromstring(board(Battle.read(QUAY), SHOT, ""))  # noqa: S314 - our own
    cells = [element for element in svg.iter() if "data-cell" in element.attrib]
    corners = [{tuple(map(float, pair.split(","))) for pair in one.get("points", "").split()} for one in cells]
    assert [len(one) for one in corners] == [6] * 8
    assert all(len(one & other) == 2 for one, other in pairwise(corners)), "the ends of the side between them"
    _, _, wide, high = map(float, svg.get("data-board", "").split())
    assert [wide, high] == pytest.approx([8 * 2 * HALF + 8, 104 + 8], abs=0.1)
    (line,) = (one for one in svg.iter(f"{SVG}line") if "sight" in one.get("class", "").split())
    left, top = board.__self__.margin, board.__self__.head
    ends = [float(line.get(name, "")) for name in ("x1", "y1", "x2", "y2")]
    assert ends == pytest.approx([left + 3 * HALF, top + 52, left + 9 * HALF, top + 52], abs=0.02)
    assert [one.get("data-terrain") for one in cells][2] == "reef"


def test_every_line_of_a_ruling_is_drawn_from_point_to_point() -> None:
    board, battle = drawn({}, {})
    one = board(battle, SHOT)
    assert one.judged is not None
    sight: Any = one.judged.ruling.line_of_sight
    half = Fraction(1, 2)
    slanting = SightLine((Fraction(1), half), (Fraction(4), Fraction(0)), clear=True)
    lines = (slanting, SightLine((Fraction(2), half), (Fraction(4), half), clear=False))
    ruling = one.judged.ruling._replace(line_of_sight=sight._replace(lines=lines))
    one.judged = one.judged._replace(ruling=ruling)
    svg = ET.fromstring(one.picture().finish())  # noqa: S314 - our own
    strokes = [line for line in svg.iter(f"{SVG}line") if "sight" in line.get("class", "").split()]
    ends = [tuple(float(line.get(name, "")) for name in ("x1", "y1", "x2", "y2")) for line in strokes]
    left, top = board.margin, board.head
    assert (left + 72, top + 36, left + 288, top + 72) in ends
    assert (left + 144, top + 36, left + 288, top + 36) in ends
    assert len(strokes) == 2, "and not that from middle to middle"


def test_a_side_looks_on_the_board_as_in_the_list() -> None:
    board, battle = drawn({}, {})
    svg = parsed(board, battle)
    tokens = {element.get("data-unit", ""): element for element in svg.iter() if "data-unit" in element.attrib}
    looks = sides.looks(battle)
    assert looks == {"red": 1, "green": 2, "blue": 0, "white": 2}
    for unit in battle.units:
        rim = next(tokens[unit.id].iter(f"{SVG}circle"))
        assert rim.get("stroke") == sides.COLOURS[looks[unit.side]]
        assert rim.get("fill") == sides.TINTS[looks[unit.side]]
