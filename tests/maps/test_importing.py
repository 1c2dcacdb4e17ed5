"""Maps made into battles: what stands where, that a battle loads, draws and answers, and the answers to questions."""

import json
from typing import Any

import pytest

from drawn_maps import board, csv, scene, tmj, tmx, uvtt, wall
from fireline import draw
from fireline.game.battle import Battle
from fireline.game.command import Shot
from fireline.game.errors import BattleFileError
from fireline.game.maps import HexRows, top_question
from fireline.game.registry import ruleset
from fireline.geometry.hexes import HEXSIDES
from fireline.maps import importing
from fireline.maps.importing import MapImport, import_map
from fireline.rulesets.duel_of_ages.board import MOST_SPACES
from present import present
from refusing import wrong_with

TABLE, SPACES, HEXES = "blightmeer@2026-07", "duel-of-ages", "ancients"
INN = json.dumps(uvtt()).encode()
FORD = board(5, 4, {(0, 0): (0, "woods:1"), (2, 3): (1, ""), (4, 0): (0, "water:0;road:1")})


def answered(made: MapImport) -> list[bool]:
    """Whether each unit that may fire sees each enemy, of a battle that is drawn, written and read again."""
    battle = made.battle
    assert Battle.read(battle.data()).data() == battle.data()
    assert draw.picture(battle).startswith("<svg")
    shots = [(one, seen.target) for one in battle.ruleset.shooters(battle.state) for seen in battle.targets(one)]
    return [battle.check(Shot(*shot)).legal for shot in shots]


@pytest.mark.parametrize(
    ("raw", "file", "game"),
    [
        (INN, "inn.uvtt", TABLE),
        (INN, "inn.uvtt", "blightmeer@2025-11"),
        (INN, "inn.uvtt", SPACES),
        (json.dumps(scene(wall(700, 500, 1500, 500, sight=30))).encode(), "cellar.json", TABLE),
        (json.dumps(scene(wall(700, 500, 1500, 500, door=1))).encode(), "cellar.json", SPACES),
        (json.dumps(scene()).encode(), "empty.json", SPACES),
        (FORD, "ford.board", HEXES),
        (tmx(csv([1, 2, 3, 1] * 3), index="even"), "ford.tmx", HEXES),
    ],
)
def test_a_battle_made_of_a_map_loads_draws_and_answers(raw: bytes, file: str, game: str) -> None:
    assert answered(import_map(raw, file, game)) == [True]


def sees(answers: dict[str, str], inside: tuple[float, float], outside: tuple[float, float]) -> bool:
    """Whether somebody in the room of the inn sees somebody out of it."""
    data = import_map(INN, "inn.uvtt", TABLE, {"inches": "3", **answers}).battle.data()
    for unit, at in zip(data["units"], (inside, outside), strict=True):
        unit["at"] = [3 * at[0], 24 - 3 * at[1], 0]
    line = Battle.read(data).check(Shot("red", "blue")).line_of_sight
    assert line is not None
    return line.clear


@pytest.mark.parametrize(
    ("answers", "through_window", "through_door"),
    [
        ({}, True, False),
        ({"sill": "2.9", "window": "0.1"}, True, False),
        ({"closed": "open"}, True, False),
        ({"closed": "see-through"}, True, False),
        ({"closed": "see-through", "sill": "2.9", "window": "0.1"}, False, False),
        ({"closed": "plain"}, False, False),
    ],
)
def test_a_shut_door_blocks_and_a_window_does_not(
    answers: dict[str, str], through_window: bool, through_door: bool
) -> None:
    # The window lies to the east, between (6, 2.5) and (6, 3.5); the door to the south, from (2.5, 6) to (3.5, 6).
    assert sees(answers, (4, 3), (8, 3)) is through_window
    assert sees(answers, (3, 4), (3, 7.5)) is through_door


def test_no_look_slips_between_a_door_and_the_wall_it_stands_in() -> None:
    for x in (2.4, 2.5, 2.6, 3.4, 3.5, 3.6):
        assert not sees({"closed": "plain"}, (x, 4), (x, 7.5))


def test_walls_of_a_table_are_where_the_map_has_them() -> None:
    data = import_map(
        INN, "inn.uvtt", TABLE, {"inches": "2", "height": "4", "door": "2.5", "closed": "open"}
    ).battle.data()
    assert data["table"] == {"width": 24, "depth": 16}
    walls = {one["id"]: one["wall"] for one in data["terrain"]}
    assert {name.partition(" ")[0] for name in walls} == {"wall", "door"}
    south = {"from": [5, 4], "to": [7, 4], "height": 4, "thickness": 0.2}
    assert south in walls.values()  # the shut door
    east = next(one for one in walls.values() if "doors" in one)
    assert (east["from"], east["to"], east["doors"]) == ([12, 11], [12, 9], [{"along": 0, "width": 2, "height": 2.5}])


def test_a_table_is_an_inch_wide_at_least() -> None:
    assert import_map(INN, "inn.uvtt", TABLE, {"inches": "0.01"}).battle.data()["table"] == {"width": 1, "depth": 1}


def test_heights_that_the_file_tells_are_taken() -> None:
    tall = wall(700, 500, 1500, 500, flags={"wall-height": {"top": 15, "bottom": 5}})
    low = wall(700, 700, 1500, 700, sight=10)
    sunk = wall(700, 900, 1500, 900, flags={"wall-height": {"top": -5, "bottom": -10}})
    raw = json.dumps(scene(tall, low, sunk)).encode()
    made = import_map(raw, "cellar.json", TABLE, {"inches": "1.5", "low": "0.5"})
    found = [(one["wall"].get("bottom", 0), one["wall"]["height"]) for one in made.battle.data()["terrain"]]
    assert found == [(1.5, 3), (0, 0.5)]
    assert "1 wall of no height" in made.unused


@pytest.mark.whole("long")
def test_a_large_map_is_made_smaller_to_fit() -> None:
    resolution = {"map_origin": {"x": 0, "y": 0}, "map_size": {"x": 300, "y": 100}}
    raw = json.dumps(uvtt(resolution=resolution)).encode()
    usual = {one.key: one.usual for one in import_map(raw, "inn.uvtt", TABLE).questions}
    assert usual["inches"] == "0.8"
    with pytest.raises(BattleFileError, match=r"answers.inches: '1' is not between 0.01 and 0.8"):
        import_map(raw, "inn.uvtt", TABLE, {"inches": "1"})
    made = import_map(raw, "inn.uvtt", SPACES)
    assert len(made.battle.state.board.spaces) <= 3000


def test_hexes_become_terrain_by_their_names() -> None:
    made = import_map(FORD, "ford.board", HEXES)
    assert made.answers == {
        "top": "west", "terrain.woods 1": "forest", "terrain.water 0": "ford", "terrain.road": "open", "level": "hill",
    }  # fmt: skip
    data = made.battle.data()["board"]
    assert data == {
        "rows": 5, "columns": 4, "indent": "A", "equal_rows": True,
        "terrain": {"A4": "forest", "C1": "hill", "E4": "ford"},
    }  # fmt: skip
    other = import_map(FORD, "ford.board", HEXES, {"top": "east", "terrain.road": "bridge", "level": "open"})
    assert other.battle.data()["board"] == {
        "rows": 5, "columns": 4, "equal_rows": True, "terrain": {"A1": "bridge", "E1": "forest"},
    }  # fmt: skip


def test_a_board_takes_as_much_as_it_has_room_for() -> None:
    trees = {(column, 0): (0, "woods:1") for column in (3, 26, 29)}  # far below the last row, and just below it
    made = import_map(board(30, 4, trees), "long.board", HEXES)
    assert (made.battle.state.board.rows, made.battle.state.board.columns) == (26, 4)
    assert "everything beyond 26 rows and 4 columns from the upper left corner; the map has 30 and 4" in made.unused


@pytest.mark.parametrize("pointed", [True, False])
def test_two_edges_of_a_map_of_hexes_can_be_the_top(pointed: bool) -> None:
    asked = top_question(HexRows((), 4, 3, pointed, odd_shifted=False))
    assert [one.value for one in asked.choices] == (["north", "south"] if pointed else ["west", "east"])


def test_a_board_has_at_least_two_columns() -> None:
    assert import_map(board(4, 2, {}), "narrow.board", HEXES).battle.state.board.columns == 2
    problem = "is one hex wide; a board has at least two columns"
    assert problem in wrong_with(import_map, board(4, 1, {}), "thread.board", HEXES)


@pytest.mark.parametrize(
    ("raw", "file", "game", "answers", "problem"),
    [
        (INN, "inn.uvtt", HEXES, {}, "inn.uvtt: is a map of walls (Universal VTT); this board is made of hexes"),
        (FORD, "ford.board", TABLE, {}, "ford.board: is a map of hexes (MegaMek board); this table is made of walls"),
        (FORD, "ford.board", SPACES, {}, "ford.board: is a map of hexes (MegaMek board); this map is made of walls"),
        (INN, "inn.uvtt", "endless-horizons", {}, "ruleset: endless-horizons takes no maps of other programs"),
        (INN, "inn.uvtt", TABLE, {"closd": "open"}, "answers: 'closd' is no question of this map; did you mean"),
        (INN, "inn.uvtt", TABLE, {"closed": "door"}, "answers.closed: 'door' is no answer; allowed: gap, see-through"),
        (INN, "inn.uvtt", TABLE, {"height": "high"}, "answers.height: 'high' is not a number"),
        (INN, "inn.uvtt", TABLE, {"height": "1e9999999"}, "answers.height: '1e9999999' is not a number"),
        (INN, "inn.uvtt", TABLE, {"height": "-1"}, "answers.height: '-1' is not between 0.01 and 24"),
        (b"", "in\nn", TABLE, {}, "in\\nn: is empty; it must be a map, Universal VTT"),
        (INN, "inn.uvtt", TABLE, {"height": "1/0"}, "answers.height: '1/0' is not a number"),
    ],
)
def test_what_does_not_go_together_is_told_in_one_line(
    raw: bytes, file: str, game: str, answers: dict[str, str], problem: str
) -> None:
    assert wrong_with(import_map, raw, file, game, answers).startswith(problem)


def test_answers_kept_from_other_maps_are_taken_where_they_fit() -> None:
    kept = {"terrain.woods 1": "hill", "terrain.lava": "sea", "top": "north", "height": "3"}
    made = import_map(FORD, "ford.board", HEXES, {"level": "open"}, kept=kept)
    assert (made.answers["terrain.woods 1"], made.answers["top"], made.answers["level"]) == ("hill", "west", "open")
    assert made.given == {"terrain.woods 1", "level"}


def test_a_battle_is_as_large_as_a_file_may_be_and_no_larger(monkeypatch: pytest.MonkeyPatch) -> None:
    made, maps = import_map(FORD, "ford.board", HEXES), ruleset(HEXES).maps
    size = len(json.dumps({"fireline": 1, "ruleset": HEXES, **present(maps).battle(made.plain, made.answers).battle}))
    monkeypatch.setattr(importing, "SIZE_LIMIT", size)
    assert import_map(FORD, "ford.board", HEXES).data() == made.data()
    monkeypatch.setattr(importing, "SIZE_LIMIT", size - 1)
    with pytest.raises(BattleFileError, match=r"ford\.board: would make a battle file of more than 0 KiB"):
        import_map(FORD, "ford.board", HEXES)


def test_everything_is_told_as_data() -> None:
    told: dict[str, Any] = import_map(INN, "inn.dd2vtt", TABLE, {"height": "2"}).data()
    assert told["format"] == "Universal VTT"
    questions = {one["key"]: one for one in told["questions"]}
    assert questions["height"] == {
        "key": "height", "text": "How high are walls?", "unit": "inches", "choices": [], "least": 0.01, "most": 24.0,
        "usual": "3", "answer": "2", "given": True, "decides": False,
    }  # fmt: skip
    assert [one["value"] for one in questions["closed"]["choices"]] == ["gap", "see-through", "open", "plain"]
    assert json.loads(json.dumps(told)) == told


CAMP = [(96, 40), (112, 48), (112, 60), (96, 68), (80, 60), (80, 48)]


def ramparts(**answers: str) -> dict[str, list[str]]:
    """The ramparts of a board of 6 by 5 hexes over the third hex of whose third row a camp is drawn."""
    size = {"tilewidth": 32, "tileheight": 28, "hexsidelength": 12}
    corners = [{"x": x - 16, "y": y} for x, y in CAMP]
    over = {"type": "objectgroup", "objects": [{"name": "palisade", "polygon": corners}]}
    ground = {"type": "tilelayer", "width": 6, "height": 5, "data": [1] * 30}
    made = import_map(tmj(None, layers=[ground, over], **size), "camp.tmj", HEXES, answers)
    board: dict[str, Any] = made.battle.data()["board"]
    found: dict[str, list[str]] = board.get("ramparts", {})
    return found


def test_lines_become_ramparts_of_the_hexes_that_they_guard() -> None:
    assert ramparts() == {"C3": [*HEXSIDES]}
    outer = ramparts(guards="outer")
    assert len(outer) == 6
    assert outer["C2"] == ["E"]
    assert outer["C4"] == ["W"]
    assert ramparts(guards="both") == {**outer, **ramparts()}
    assert ramparts(**{"side.palisade": "open"}) == {}
    assert list(ramparts(top="south")) == ["C4"]


def test_a_map_may_be_as_large_as_a_battle_may_have_spaces() -> None:
    asked = next(one for one in import_map(INN, "inn.uvtt", SPACES).data()["questions"] if one["key"] == "spaces")
    made = import_map(INN, "inn.uvtt", SPACES, {"spaces": str(asked["most"])})
    assert 0.75 * MOST_SPACES < len(made.battle.data()["board"]["spaces"]) <= MOST_SPACES


@pytest.mark.parametrize(
    ("squares", "walls", "places"),
    [
        ("1", [], ["8,5", "10,5"]),
        ("1", [wall(1600, 400, 1600, 1600)], ["9,4", "11,4"]),
        ("0.3", [], ["3,1", "5,1"]),
        ("0.1", [], ["1,0"]),
        ("0.05", [], ["0,0"]),
    ],
)
def test_the_first_two_heroes_stand_near_the_middle_and_see_each_other(
    squares: str, walls: list[dict[str, Any]], places: list[str]
) -> None:
    made = import_map(json.dumps(scene(*walls)).encode(), "cellar.json", SPACES, {"spaces": squares})
    assert [hero["space"] for hero in made.battle.data()["heroes"]] == places
