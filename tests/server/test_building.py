"""Buildings by hand through the API: openings cut into walls, walls drawn anew, whole buildings turned."""

from typing import Any

import pytest

from fireline.formats.examples import example_files
from fireline.game.battle import Battle
from fireline.game.errors import BattleFileError, Code
from fireline.game.registry import ruleset
from fireline.questions.answering.changing import edit
from refusing import wrong_with

TABLE: dict[str, Any] = {
    "fireline": 1,
    "ruleset": "blightmeer",
    "turn": {"side": "red", "number": 1},
    "units": [],
    "terrain": [{"id": "wall", "wall": {"from": [4, 4], "to": [10, 4], "height": 4, "thickness": 0.25}}],
}
MAP: dict[str, Any] = {
    "fireline": 1,
    "ruleset": "duel-of-ages",
    "step": "action",
    "team": "white",
    "board": {
        "spaces": {f"{q},{r}": "clear" for q in range(5) for r in range(4)},
        "walls": [[[1, 1], [2, 1], ["4/3", 2]], [[3, 1], [4, 1], [3, 2]]],
    },
    "heroes": [],
}
WINDOW = {"width": 1.0, "sill": 1.0, "height": 1.0}
GATE = {"width": 2.5, "height": 3.0}


def edited(battle: dict[str, Any], *edits: dict[str, Any]) -> dict[str, Any]:
    after: dict[str, Any] = edit(Battle.read(battle), edits).battle.data()
    return after


def wall_of(battle: dict[str, Any]) -> dict[str, Any]:
    wall: dict[str, Any] = battle["terrain"][0]["wall"]
    return wall


def spans(battle: dict[str, Any], kind: str) -> list[tuple[float, float]]:
    return [(one["along"], one["width"]) for one in wall_of(battle)[kind]]


def test_openings_are_cut_where_there_is_room_and_as_large_as_the_wall_allows() -> None:
    add = {"op": "add", "path": "terrain[wall].wall.windows", "value": WINDOW}
    after = edited(TABLE, add, {**add, "path": "terrain[0].wall.doors", "value": GATE}, add)
    assert spans(after, "windows") == [(2.5, 1.0), (4.25, 1.0)]
    assert spans(after, "doors") == [(0.0, 2.5)]
    assert [one["id"] for one in wall_of(after)["windows"]] == ["wall 1", "wall 2"]
    fewer = edited(after, {"op": "set", "path": "terrain[0].wall.windows", "value": wall_of(after)["windows"][1:]})
    assert [one["id"] for one in wall_of(edited(fewer, add))["windows"]] == ["wall 2", "wall 1"]
    low = edited(TABLE, {"op": "set", "path": "terrain[0].wall.height", "value": 0.9})
    after = edited(
        low, *({"op": "draw", "path": name, "places": [at]} for name, at in (("window", "5,4"), ("gate", "9,4")))
    )
    (window,), (gate,) = wall_of(after)["windows"], wall_of(after)["doors"]
    assert window["sill"] + window["height"] == pytest.approx(0.9)
    assert gate["height"] == 0.9
    full = edited(TABLE, {"op": "add", "path": "terrain[0].wall.doors", "value": {**GATE, "width": 6}})
    with pytest.raises(BattleFileError, match="no room") as wrong:
        edited(full, {"op": "add", "path": "terrain[0].wall.windows", "value": WINDOW})
    assert wrong.value.code is Code.CONFLICT


def test_of_two_walls_that_run_askew_the_nearer_gets_the_opening() -> None:
    low, high = ({"wall": {"from": [4, y], "to": [8, y + 6], "height": 3, "thickness": 0.2}} for y in (4, 6))
    walls = {**TABLE, "terrain": [{"id": "low", **low}, {"id": "high", **high}], "units": []}
    for at, id_ in (("6,7.4", "low"), ("6,8.6", "high"), ("7,8.9", "low"), ("7,10.1", "high")):
        after = edited(walls, {"op": "draw", "path": "window", "places": [at]})
        assert [one["id"] for one in after["terrain"] if one["wall"].get("windows")] == [id_], at


def test_a_wall_that_is_pointed_at_gets_an_opening_loses_it_again_and_drawn_anew_keeps_it() -> None:
    cut = {"op": "draw", "path": "window", "places": ["9.5,4.5"]}
    after = edited(TABLE, cut)
    assert spans(after, "windows") == [(5.0, 1.0)]
    assert edited(after, cut) == Battle.read(TABLE, example_files()).data()
    assert edited(after, {**cut, "path": "gate"}) == Battle.read(TABLE, example_files()).data()
    with pytest.raises(BattleFileError, match="there is no wall at '20,20'; windows and doors are cut into walls"):
        edited(TABLE, {**cut, "places": ["20,20"]})
    after = edited(TABLE, {"op": "add", "path": "terrain[0].wall.windows", "value": WINDOW})
    again = {"op": "draw", "path": "terrain", "value": after["terrain"][0]}
    longer = edited(after, {**again, "places": ["4,4", "14,4"]})
    assert spans(longer, "windows") == [(2.5, 1.0)]
    shorter = edited(after, {**again, "places": ["4,4", "4,6.5"]})
    assert spans(shorter, "windows") == [(1.5, 1.0)]


def test_a_building_is_turned_as_a_whole() -> None:
    house = edited(TABLE, {"op": "draw", "path": "cottage", "places": ["20,12"]})
    brushes = {one.name: one for one in ruleset("blightmeer").editing.brushes}  # type: ignore[union-attr]
    ids = [f"cottage{part}" for part in brushes["cottage"].parts]
    assert {one["id"] for one in house["terrain"]} == {"wall", *ids}
    turn = {"op": "rotate", "units": ids, "value": 90}
    upright = edited(house, turn)
    south = next(one["wall"] for one in upright["terrain"] if one["id"] == "cottage south")
    assert (south["from"], south["to"]) == ([22.5, 9.0], [22.5, 15.0])
    assert upright["terrain"][0] == house["terrain"][0]
    assert edited(upright, *[turn] * 3) == house
    aslant = edited(house, *[{**turn, "value": 15}] * 24)
    windows = [one["wall"].get("windows") for one in house["terrain"]]
    assert [one["wall"].get("windows") for one in aslant["terrain"]] == windows
    away = edited(aslant, {"op": "move", "units": ids, "places": ["3,3", "4.5,2.75"]})
    there = next(one["wall"] for one in away["terrain"] if one["id"] == "cottage north")
    before = next(one["wall"] for one in aslant["terrain"] if one["id"] == "cottage north")
    assert [there["from"], there["to"]] == [[x + 1.5, y - 0.25] for x, y in (before["from"], before["to"])]
    boxes = edited(TABLE, {"op": "draw", "path": "gatehouse", "places": ["20,12"]})
    spun = edited(boxes, {"op": "rotate", "units": [one["id"] for one in boxes["terrain"][1:]], "value": 30})
    assert {one["box"]["turn"] for one in spun["terrain"] if "box" in one} == {30}


def test_what_cannot_be_turned_together_says_so() -> None:
    with pytest.raises(BattleFileError, match="'wal' is no unit of this battle; did you mean 'wall'"):
        edited(TABLE, {"op": "rotate", "units": ["wal"], "value": 90})
    ratings = {"speed": 4, "aim": 6, "point": 6, "stealth": 5, "armor": 3}
    hero = {"id": "anna", "team": "white", "space": "0,0", "health": 6, "ratings": ratings}
    with pytest.raises(BattleFileError, match="'anna' cannot be moved and turned together"):
        edited({**MAP, "heroes": [hero]}, {"op": "rotate", "units": ["anna"], "value": 90})

    with pytest.raises(BattleFileError, match="places: must be two places"):
        edited(TABLE, {"op": "move", "units": ["wall"], "places": ["1,1"]})


def test_walls_without_ids_are_drawn_anew() -> None:
    moved = edited(MAP, {"op": "reshape", "path": "board.walls[0]", "places": ["1,1", "2.5,1", "1.33333333333,2"]})
    assert moved["board"]["walls"] == [[[1, 1], [2.5, 1], ["4/3", 2]], MAP["board"]["walls"][1]]
    more = edited(moved, {"op": "reshape", "path": "board.walls[0]", "places": ["1,1", "2,1", "2,2", "1,2"]})
    assert len(more["board"]["walls"][0]) == 4
    gone = edited(MAP, {"op": "reshape", "path": "board.walls[0]"})
    assert gone["board"]["walls"] == MAP["board"]["walls"][1:]
    for path in ("board.walls[7]", "board.spaces[0,0]", "heroes"):
        with pytest.raises(BattleFileError, match="there is no outline at"):
            edited(MAP, {"op": "reshape", "path": path, "places": ["1,1", "2,1", "1,2"]})
    with pytest.raises(BattleFileError):
        edited(MAP, {"op": "reshape", "path": "board.walls[0]", "places": ["1,1", "2,1"]})


def test_a_piece_of_terrain_stands_as_a_mesh_of_ones_own() -> None:
    words = {"file": "scout.stl", "scale": 0.1, "up": "z", "base": {"height": 2}}
    after = edited(TABLE, {"op": "model", "unit": "wall", "value": words})
    (piece,) = after["terrain"]
    assert {key: piece["mesh"][key] for key in ("file", "scale")} == {"file": "scout.stl", "scale": 0.1}
    mesh: Any = Battle.read(after, example_files()).state.terrain[0]
    (x0, y0, z0), (x1, y1, _) = mesh.solid.bounds
    assert [(x0 + x1) / 2, (y0 + y1) / 2, z0] == pytest.approx([7, 4, 0], abs=0.002)
    assert "value.file" in wrong_with(edited, TABLE, {"op": "model", "unit": "wall", "value": {}})
    assert "cannot be a model from a file" in wrong_with(edited, TABLE, {"op": "model", "unit": "wall"})
