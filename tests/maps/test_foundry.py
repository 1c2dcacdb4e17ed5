"""Foundry scenes: the border around the picture, the kinds of walls through the versions, heights."""

import json
from pathlib import Path
from typing import Any

import pytest

from drawn_maps import scene, wall
from fireline.game.errors import BattleFileError
from fireline.game.maps import DOOR, LOW, PLAIN, SEE_THROUGH, PlainMap
from fireline.maps.importing import import_map
from fireline.maps.reading import TABLE_END, read_file, read_map
from refusing import wrong_with


def read(*walls: dict[str, Any], **changed: Any) -> PlainMap:
    return read_map(json.dumps(scene(*walls, **changed)).encode(), "cellar.json", {}, {})


@pytest.mark.parametrize(
    ("changed", "at"),
    [
        ({}, (2, 2)),  # a quarter of 20 by 10 squares is 5 and, rounded up, 3
        ({"padding": 0}, (7, 5)),
        ({"padding": 0.1}, (5, 4)),
        ({"padding": 0, "grid": 50}, (14, 10)),  # the grid of version 8 is a number
    ],
)
def test_the_border_is_taken_off_in_whole_squares(changed: dict[str, Any], at: tuple[int, int]) -> None:
    plain = read(wall(700, 500, 1200, 500), **changed)
    assert tuple(map(float, plain.walls[0].start)) == at
    assert (float(plain.width), float(plain.height)) == ((40, 20) if changed.get("grid") == 50 else (20, 10))


@pytest.mark.parametrize(
    ("facts", "kind"),
    [
        ({}, PLAIN),
        ({"sight": 10}, LOW),
        ({"sight": 30}, SEE_THROUGH),
        ({"sight": 40}, SEE_THROUGH),
        ({"sight": 0}, SEE_THROUGH),
        ({"door": 1}, DOOR),
        ({"door": 2, "ds": 2}, DOOR),
        ({"door": 1, "sight": 10, "ds": 1}, "open"),
    ],
)
def test_what_a_wall_does_to_sight(facts: dict[str, Any], kind: str) -> None:
    assert [one.kind for one in read(wall(700, 500, 1200, 500, **facts)).walls] == [kind]
    doors = [wall(n * 100, 0, n * 100 + 90, 0, door=1, ds=state) for n, state in enumerate((0, 1, 2))]
    assert [one.closed for one in read(*doors, padding=0).walls] == [True, False, True]


def test_scenes_of_version_8_say_it_otherwise() -> None:
    old = [{"c": [n * 100, 0, n * 100, 90], "move": 1, "sense": sense, "door": 0} for n, sense in enumerate((0, 1, 2))]
    assert [one.kind for one in read(*old, padding=0).walls] == [SEE_THROUGH, PLAIN, LOW]


def test_what_is_not_used_is_counted() -> None:
    plain = read(
        wall(700, 500, 1200, 500, dir=1), wall(700, 600, 1200, 600, door=2), wall(0, 0, 100, 0, sight=0, move=0),
        wall(800, 800, 800, 800), lights=[{}, {}], sounds=[], notes={"a": 1}, grid={"type": 2, "size": 100},
    )  # fmt: skip
    assert plain.unused == (
        "1 wall of no length", "1 one-way wall, used as blocking both ways", "1 secret door, used as any door",
        "1 wall open to sight and moves", "1 grid of hexes; its walls are used", "2 lights",
        "1 picture, which a scene only names",
    )  # fmt: skip


def test_tokens_stay_where_they_stand_as_units() -> None:
    tokens = [
        {"name": "Mira", "x": 700, "y": 500, "disposition": 1, "rotation": 90},
        {"name": "Ghoul", "x": 1500, "y": 900, "width": 2, "height": 2, "disposition": -1},
        {"name": "Ghoul", "x": 1900, "y": 500, "disposition": -2},
        {"name": "Sage", "x": 900, "y": 600},
        {"name": "Away", "x": 0, "y": 0},
        {"name": "wall 1", "x": 2300, "y": 1100},
        {"name": "On top", "x": 2320, "y": 1100},
        {"name": "In a wall", "x": 900, "y": 750},
    ]
    raw = json.dumps(scene(wall(700, 800, 1200, 800), tokens=tokens)).encode()
    found = import_map(raw, "cellar.json", "blightmeer")
    depth = found.battle.data()["table"]["depth"]
    units = {
        one["id"]: (one["side"], one["at"][0], depth - one["at"][1], one.get("facing", 0))
        for one in found.battle.data()["units"]
    }
    assert units == {
        "Mira": ("red", 2.5, 2.5, 180),
        "Ghoul": ("blue", 11, 7, 270),
        "Ghoul 2": ("blue", 14.5, 2.5, 270),
        "Sage": ("grey", 4.5, 3.5, 270),
        "wall 1 2": ("grey", 18.5, 8.5, 270),
    }
    assert found.unused[-2:] == ("1 token off the table", "2 tokens in a wall or in another's base")
    for stance, side in ((1, "red"), (-1, "blue"), (0, "grey")):
        raw = json.dumps(scene(tokens=[{"x": 900, "y": 600, "disposition": stance}])).encode()
        turn = import_map(raw, "cellar.json", "blightmeer").battle.data()["turn"]
        assert turn == {"side": side, "number": 2, "first_player": side}, "whoever stands alone has the turn"
    assert import_map(raw, "cellar.json", "duel-of-ages").unused[-1] == "1 token, no hero here"
    assert "tokens[0].disposition: 5 is not between -2 and 1" in wrong_with(read, tokens=[{"disposition": 5}])
    assert "tokens[0].width: 101 is not between 0 and 100" in wrong_with(read, tokens=[{"width": 101}])
    assert "has 201 tokens; at most 200" in wrong_with(read, tokens=[{}] * 201)


SCENES = [
    scene(*[wall(0, 0, 100, n) for n in range(count)], name=name)
    for count, name in enumerate(("one\u2028", "two", "two"))
]
PACKS = {
    "a scene a line": "\n".join([*(json.dumps(one, ensure_ascii=False) for one in SCENES), '{"$$deleted": true}']),
    "a list": json.dumps(SCENES),
    "an adventure": json.dumps({"name": "All", "scenes": SCENES}, indent=1),
}


@pytest.mark.parametrize("raw", PACKS.values(), ids=PACKS)
def test_of_several_scenes_one_is_asked_for(raw: str) -> None:
    first = read_map(raw.encode(), "pack.json", {}, {})
    asked = first.questions[0]
    assert (first.name, asked.key, asked.usual, asked.decides) == ("one", "scene", "one", True)
    assert [choice.value for choice in asked.choices] == ["one", "two", "two (3)"]
    assert asked.choices[2].title == "two (3), 2 walls"
    other = read_map(raw.encode(), "pack.json", {"scene": "two (3)"}, {})
    assert (other.name, len(other.walls), other.questions[0]) == ("two", 2, asked)


def test_a_pack_without_a_scene_or_with_too_many_is_told() -> None:
    assert "is no map that can be read" in wrong_with(read_map, b'{"scenes": [{"name": "empty"}]}', "pack.json", {}, {})
    assert "line 2, column 11: is not well-formed JSON" in wrong_with(
        read_map, b'{"walls": []}\n{"walls": ', "pack.db", {}, {}
    )
    with pytest.raises(BattleFileError, match="holds 501 scenes; at most 500"):
        read_map(json.dumps([scene()] * 501).encode(), "pack.json", {}, {})
    assert len(read_map(json.dumps([scene()] * 500).encode(), "pack.json", {}, {}).questions[0].choices) == 500
    assert not any(one.key == "scene" for one in read(wall(0, 0, 100, 0)).questions)
    bare = read_map(json.dumps({"walls": [wall(1200, 900, 1300, 900)], "width": 500}).encode(), "a.json", {}, {})
    assert (bare.format, float(bare.width), float(bare.height)) == ("Foundry VTT scene", 5, 40)
    assert tuple(map(float, bare.walls[0].start)) == (10, -1), "a border of a quarter is usual, rounded up"


def test_a_pack_in_leveldb_is_told_how_to_bring_its_scene(tmp_path: Path) -> None:
    table, log = bytes(40) + TABLE_END, b"\x8f\x01\x00\x01\x12!scenes!q7\xff" + bytes(9)
    for raw in (table, log):
        assert "choose Export Data" in wrong_with(read_map, raw, "000005.ldb", {}, {})
    (tmp_path / "CURRENT").write_text("MANIFEST-000002\n")
    assert "is a compendium of Foundry VTT in LevelDB" in wrong_with(read_file, tmp_path)


@pytest.mark.parametrize(
    ("changed", "problem"),
    [
        ({"walls": [{"c": [1, 2, 3]}]}, "walls[0].c: is not four numbers"),
        ({"walls": [5]}, "walls[0]: 5 is not a mapping"),
        ({"walls": [wall(0, 0, 1, 1, sight="x")]}, "walls[0].sight: 'x' is not a number"),
        ({"walls": [], "width": -4}, "width: -4 is not between 1 and 250,000"),
        ({"walls": [], "grid": {"size": 0}}, "grid.size: 0 is not between"),
    ],
)
def test_a_damaged_scene_is_told_with_its_place(changed: dict[str, Any], problem: str) -> None:
    assert wrong_with(read_map, json.dumps(scene() | changed).encode(), "cellar.json", {}, {}).startswith(problem)
