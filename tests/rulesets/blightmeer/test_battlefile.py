"""Battle files: everything that one may say, the way back, and every mistake named with its place."""

import json
import shutil
from collections.abc import Sequence
from fractions import Fraction
from math import inf, nan
from pathlib import Path
from typing import Any

import pytest

from battles import EXAMPLES, FILES
from blightmeer_table import Data, archer, battle, box, data, enemy, state, unit, wall
from fireline.cli import BAD_INPUT, run
from fireline.formats.battlefile import dump, load, save
from fireline.formats.folder import Folder
from fireline.formats.logfile import LogFile
from fireline.formats.parsing import parse
from fireline.game.battle import Battle
from fireline.game.errors import BattleFileError
from fireline.rulesets.blightmeer.landscape import terrain_data
from fireline.rulesets.blightmeer.pieces import Injury, Size
from fireline.rulesets.blightmeer.state import Declared
from fireline.rulesets.blightmeer.terrain import Hill, Mesh, Wall

Mistakes = list[tuple[Data, str]]
Points = Sequence[Sequence[float]]
SQUARE = [[14, 20], [20, 20], [20, 26], [14, 26]]
WINDOW = {"id": "north", "along": 1.5, "width": 1, "sill": 0.8, "height": 1.2}

# --- everything a file may say --------------------------------------------------------------

TERRAIN: list[Data] = [
    {"id": "crate", "box": {"at": [30, 30, 0], "size": [1.5, 1, 0.8], "turn": 12.5}},
    {"id": "slab", "prism": {"outline": [[1, 30], [3, 30], [2, 33]], "height": 0.5, "bottom": 0.25}},
    {
        "id": "mill",
        "wall": {
            "from": [2, 12],
            "to": [10, 12],
            "height": 4,
            "thickness": 0.2,
            "bottom": 0.1,
            "windows": [WINDOW, WINDOW | {"id": "south", "along": 4}],
            "doors": [{"along": 6, "width": 1.5, "height": 2}],
        },
    },
    {"id": "knoll", "hill": {"outline": SQUARE, "height": 2.5, "bottom": 0.5, "top": 0.25}},
    {"id": "steps", "hill": {"outline": [[28, 2], [34, 2], [30, 8]], "height": 3, "steps": 4}},
    {
        "id": "tower",
        "mesh": {"file": "tower.glb", "at": [25, 14, 0.5], "turn": 45, "scale": 0.5},
        "windows": [{"id": "arch", "at": [25, 15, 3], "size": [2, 1], "turn": 90, "thickness": 0}],
    },
]
UNITS: list[Data] = [
    {
        "id": "archer",
        "side": "red",
        "at": [5, 11, 0],
        "facing": 90,
        "ranged": 14,
        "defence": "-",
        "morale": 12,
        "wounds": 0,
        "weapon": "Long Bow",
        "status": ["staggered"],
        "moved": True,
        "peering": "north",
        "gear": ["shield", "cloak"],
        "pose": ["raised_arms"],
    },
    {
        "id": "brute",
        "side": "red",
        "at": [12, 4.25, 0],
        "facing": -720.5,
        "ranged": 40,
        "defence": 1,
        "morale": "-",
        "wounds": 30,
        "weapon": {"name": "House rifle", "range": 12.5, "pierce": -3, "injury": 20, "long_reload": True},
        "ran": True,
        "cast": True,
        "engaged": True,
        "shot": True,
        "shot_last_turn": True,
        "loaded": False,
        "size": "large",
    },
    {
        "id": "giant",
        "side": "blue",
        "at": [20, 34, 0],
        "facing": 0,
        "ranged": "-",
        "defence": 15,
        "morale": 9,
        "wounds": 2,
        "model": "brute.glb",
    },
    {
        "id": "scout",
        "side": "blue",
        "at": [22, 34, 1.5],
        "facing": 0,
        "ranged": "-",
        "defence": "-",
        "morale": "-",
        "wounds": 1,
        "status": ["incapacitated"],
        "model": {"file": "scout.stl", "scale": 0.05},
        "gear": ["tower_shield"],
    },
]
FULL: Data = {
    "fireline": 1,
    "ruleset": "blightmeer@2026-01",
    "name": "Everything at once",
    "options": {
        "natural_20_passes": False,
        "natural_1_fails": False,
        "staggered_defends_worse": True,
        "staggered_protects_worse": True,
        "protector_must_be_unengaged": True,
        "measure_to_protector": True,
        "window_reach": 0.5,
    },
    "turn": {"side": "red", "number": 7, "first_player": "blue"},
    "table": {"width": 48, "depth": 40.5},
    "terrain": TERRAIN,
    "units": UNITS,
    "improvements": {
        "deck": ["Keen Eye", "Keen Eye", "Steady Hand"],
        "drawn": [{"side": "red", "card": "Iron Will"}, {"side": "blue", "card": "Of one's own"}],
    },
    "over": True,
}
WAITING: Data = data(
    archer(), enemy(), enemy("ally", 19.5, 18), due={"shooter": "archer", "target": "orc"}, edition="2026-07"
)
THROUGH: Data = data(
    archer(at=(18, 10.5)),
    enemy(),
    terrain=[{"id": "w", "wall": wall("w", (14, 11.2), (22, 11.2))["wall"] | {"windows": [WINDOW | {"along": 3.5}]}}],
    due={"shooter": "archer", "target": "orc", "peer": "north"},
)


def test_a_full_file_is_written_as_it_was_read() -> None:
    game = Battle.read(FULL, FILES)
    assert game.data() == FULL
    assert Battle.read(game.data(), FILES) == game
    assert Battle.read(parse(dump(game.data())), FILES) == game
    assert Battle.read(json.loads(json.dumps(game.data())), FILES) == game


@pytest.mark.parametrize("given", [WAITING, THROUGH], ids=["a shot waits", "through a window"])
def test_a_shot_that_waits_is_written_as_it_was_read(given: Data) -> None:
    game = Battle.read(given)
    assert game.data()["due"] == given["due"]
    assert Battle.read(game.data()) == game
    assert state(game).due == Declared(**given["due"])


def test_what_a_full_file_means_is_in_the_state() -> None:
    here = state(Battle.read(FULL, FILES))
    assert here.edition.window_reach == 0.5
    assert not here.edition.natural_20_passes
    _, _, mill, knoll, steps, tower = here.terrain
    assert isinstance(mill, Wall)
    assert [(one.id, one.window) for one in mill.openings] == [("north", True), ("south", True), ("mill door 1", False)]
    assert (mill.openings[2].sill, mill.openings[2].along) == (0, 6)
    assert isinstance(knoll, Hill)
    assert isinstance(steps, Hill)
    assert (knoll.steps, knoll.top, steps.steps, steps.top) == (0, 0.25, 4, 0.5)
    assert isinstance(tower, Mesh)
    assert tower.model.inches == 0.5
    one, brute, giant, scout = (here.unit(id_) for id_ in ("archer", "brute", "giant", "scout"))
    assert (one.injury, one.defence, one.armour, one.raised_arms) == (Injury.STAGGERED, None, 17, True)
    assert brute.weapon is not None
    assert (brute.weapon.range, brute.size) == (Fraction(25, 2), Size.LARGE)
    assert giant.miniature is not None
    assert scout.miniature is not None
    assert giant.miniature.model.inches == pytest.approx(39.37, abs=0.01)
    assert scout.miniature.model.inches == pytest.approx(0.05 / 25.4)
    assert scout.out


# --- what is left out -----------------------------------------------------------------------

BARE = {"id": "archer", "side": "red", "at": [18, 6]}


def test_what_is_left_out_has_its_usual_value() -> None:
    here = state(Battle.read({"fireline": 1, "ruleset": "blightmeer", "turn": {"side": "red"}, "units": [BARE]}))
    assert (here.edition.id, here.number, here.first_player) == ("2026-07", 1, None)
    assert (here.width, here.depth, here.terrain, here.deck, here.drawn) == (36, 36, (), None, ())
    assert (here.due, here.over, here.name) == (None, False, "")
    one = here.unit("archer")
    assert (one.ranged, one.defence, one.morale, one.wounds, one.weapon) == (None, None, None, 1, None)
    assert (one.injury, one.loaded, one.size, one.gear, one.facing) == (Injury.NONE, True, Size.NORMAL, (), 0)
    assert not any((one.moved, one.ran, one.cast, one.engaged, one.shot, one.shot_last_turn, one.raised_arms))
    assert (one.peering, one.miniature, one.at) == (None, None, (18, 6, 0))


def test_what_has_its_usual_value_is_not_written() -> None:
    plain = {"turn": {"side": "red"}, "units": [BARE]}
    usual = plain | {"options": {}, "terrain": [], "improvements": {"drawn": []}, "over": False, "name": ""}
    usual |= {"table": {"width": 36, "depth": 36}, "due": None, "turn": {"side": "red", "number": 1}}
    written = Battle.read({"fireline": 1, "ruleset": "blightmeer", **usual}).data()
    assert list(written) == ["fireline", "ruleset", "turn", "units"]
    assert written["turn"] == {"side": "red", "number": 1}
    assert set(written["units"][0]) == {"id", "side", "at", "facing", "ranged", "defence", "morale", "wounds"}


def test_what_is_usual_of_terrain_is_not_written() -> None:
    given: list[Data] = [
        {"id": "b", "box": {"at": [1, 1], "size": [1, 1, 1], "turn": 0}},
        {"id": "p", "prism": {"outline": SQUARE, "height": 1, "bottom": 0}},
        {"id": "w", "wall": {"from": [2, 12], "to": [10, 12], "height": 4, "thickness": 1, "windows": [], "bottom": 0}},
        {"id": "h", "hill": {"outline": SQUARE, "height": 1, "steps": 0, "top": 0.5, "bottom": 0}},
        {"id": "m", "mesh": {"file": "tower.glb", "at": [9, 9], "turn": 0, "scale": None}},
    ]
    here = state(Battle.read(data(terrain=given), FILES))
    assert [terrain_data(piece) for piece in here.terrain] == [
        {"id": "b", "box": {"at": [1, 1, 0], "size": [1, 1, 1]}},
        {"id": "p", "prism": {"outline": SQUARE, "height": 1}},
        {"id": "w", "wall": {"from": [2, 12], "to": [10, 12], "height": 4, "thickness": 1}},
        {"id": "h", "hill": {"outline": SQUARE, "height": 1}},
        {"id": "m", "mesh": {"file": "tower.glb", "at": [9, 9, 0]}},
    ]


def test_of_several_injuries_the_worst_counts() -> None:
    both = archer(status=["dazed", "staggered"], gear=["shield", "cloak", "shield"])
    written = battle(both).data()["units"][0]
    assert written["status"] == ["dazed"]
    assert written["gear"] == ["shield", "cloak"]


def test_a_weapon_like_a_listed_one_is_written_by_its_name() -> None:
    same = {"name": "Pistol", "range": 10, "pierce": 3, "injury": 2, "long_reload": True}
    other = same | {"range": 10.5}
    written = battle(archer(weapon=same), enemy(weapon=other)).data()["units"]
    assert written[0]["weapon"] == "Pistol"
    assert written[1]["weapon"] == other
    assert battle(archer(weapon={"range": 5})).data()["units"][0]["weapon"] == {
        "name": "weapon", "range": 5, "pierce": 0, "injury": 0,
    }  # fmt: skip


def test_the_options_of_an_edition_that_are_as_usual_are_not_written() -> None:
    on = {"protector_must_be_unengaged": True, "natural_1_fails": True, "window_reach": 1}
    assert "options" not in battle(archer(), edition="2026-07", options=on).data()
    assert battle(archer(), options=on).data()["options"] == {"protector_must_be_unengaged": True}


def test_an_own_deck_is_kept_in_order_and_an_empty_one_stays_empty() -> None:
    assert state(battle(archer(), improvements={"deck": ["b", "a", "b"]})).deck == ("a", "b", "b")
    empty = battle(archer(), improvements={"deck": []})
    assert empty.data()["improvements"] == {"deck": []}
    assert state(empty).deck == ()


# --- mistakes -------------------------------------------------------------------------------


def terrain(*pieces: Data) -> Data:
    return {"terrain": list(pieces)}


def prism(outline: Points, **more: Any) -> Data:
    return terrain({"id": "slab", "prism": {"outline": outline, "height": 1} | more})


def rampart(**more: Any) -> Data:
    piece = wall("rampart", (2, 12), (10, 12))
    return terrain(piece | {"wall": piece["wall"] | more})


def windows(*more: Data) -> Data:
    return rampart(windows=[WINDOW | one for one in more])


def hill(outline: Points = SQUARE, **more: Any) -> Data:
    return terrain({"id": "knoll", "hill": {"outline": outline, "height": 1} | more})


def mesh(file: str = "tower.glb", **more: Any) -> Data:
    return terrain({"id": "tower", "mesh": {"file": file, "at": [18, 30]} | more})


def units(*listed: Data, **more: Any) -> Data:
    return {"units": list(listed)} | more


def one(**more: Any) -> Data:
    return units(archer(**more), enemy())


PIECE = {"id": "piece", "box": {"at": [1, 1], "size": [1, 1, 1]}}
DUE = {"due": {"shooter": "archer", "target": "orc"}}
FIRST = {"ruleset": "blightmeer@2025-11"}
BAD_TERRAIN: Mistakes = [
    (terrain(box("b", (nan, 1), (1, 1, 1))), "terrain[0].box.at[0]: nan is not a finite number"),
    (terrain(box("b", (1, 1), (1, 0, 1))), "terrain[0].box.size[1]: 0 is too small; at least 0.01"),
    (terrain(box("b", (1e9, 1), (1, 1, 1))), "terrain[0].box.at[0]: 1000000000.0 is too large; at most 240"),
    (terrain(box("b", (1, 1), (1, 1, 1), 1e5)), "terrain[0].box.turn: 100000.0 is too large; at most 3600"),
    (terrain(box("b", (True, 1), (1, 1, 1))), "terrain[0].box.at[0]: True is not a number"),
    (terrain(box("b", (1,), (1, 1, 1))), "terrain[0].box.at: has 1 entr"),
    (prism([[0, 0], [1, 0]]), "terrain[0].prism.outline: has 2 entries; at least 3"),
    (prism([[n, n * n] for n in range(9)] * 12), "terrain[0].prism.outline: has 108 entries; at most 100"),
    *(
        (prism(outline), "terrain[0].prism.outline: crosses or touches itself, or encloses nothing; a prism stands on")
        for outline in (
            [[0, 0], [4, 4], [4, 0], [0, 4]],
            [[0, 0], [2, 0], [2, 2], [2, 0]],
            [[0, 0], [2, 0], [1, 0]],
            [[0.1, 0.2], [0.3, 0.6], [0.2, 0.4]],
        )
    ),
    (prism(SQUARE, height=0), "terrain[0].prism.height: 0 is too small; at least 0.01"),
    (prism(SQUARE, bottom=-1), "terrain[0].prism.bottom: -1 is too small; at least 0"),
    (rampart(to=[2, 12]), 'terrain[0].wall: is less than 0.01" long; it needs a length'),
    (rampart(thickness=0), "terrain[0].wall.thickness: 0 is too small; at least 0.01"),
    (windows({"along": 7.5}), 'terrain[0].wall.windows[0]: ends 8.5" along a wall that is 8" long'),
    (windows({"sill": 3}), 'terrain[0].wall.windows[0]: reaches up to 4.2" in a wall that is 4" high'),
    (windows({"along": -1}), "terrain[0].wall.windows[0].along: -1 is too small; at least 0"),
    (windows({"width": 0}), "terrain[0].wall.windows[0].width: 0 is too small; at least 0.01"),
    (rampart(windows=[{"id": "a"}]), "terrain[0].wall.windows[0].along: is missing"),
    (rampart(doors=[{"along": 7.5, "width": 1, "height": 2}]), 'terrain[0].wall.doors[0]: ends 8.5" along a wall that'),
    (
        rampart(doors=[{"along": 1, "width": 1, "height": 1, "sill": 1}]),
        "terrain[0].wall.doors[0]: unknown key 'sill'; allowed: along, width, height",
    ),
    (
        windows({}, {"along": 4}),
        "terrain[0].wall.windows[1].id: 'north' is already the id of terrain[0].wall.windows[0]",
    ),
    (
        terrain(windows({})["terrain"][0], windows({})["terrain"][0] | {"id": "second"}),
        "terrain[1].wall.windows[0].id: 'north' is already the id of terrain[0].wall.windows[0]",
    ),
    (hill([[14, 20], [20, 20], [16, 21], [14, 26]]), "terrain[0].hill.outline: is not convex; a hill stands on a conv"),
    (hill(height=0), "terrain[0].hill.height: 0 is too small; at least 0.01"),
    (hill(steps=99), "terrain[0].hill.steps: 99 is too large; at most 20"),
    (hill(top=0), "terrain[0].hill.top: 0 is too small; at least 0.05"),
    (terrain({"id": "x"}), "terrain[0]: 'x' is of no kind; it must be one of box, prism, wall, hill or mesh"),
    (terrain(PIECE | hill()["terrain"][0]), "terrain[0]: 'knoll' is box and hill at once; it must be one of box, pris"),
    (rampart(form=[0, 0]), "terrain[0].wall: unknown key 'form'; did you mean 'from'?"),
    (terrain({"id": "x", "boxx": {}}), "terrain[0]: unknown key 'boxx'; did you mean 'box'?"),
    (terrain({"box": PIECE["box"]}), "terrain[0].id: is missing"),
    (terrain(PIECE | {"id": ""}), "terrain[0].id: '' is not a text of at least one character"),
    (terrain(PIECE, PIECE), "terrain[1].id: 'piece' is already the id of terrain[0]"),
    (terrain(PIECE | {"id": "orc"}), "units[1].id: 'orc' is already the id of terrain[0]"),
]
BAD_UNITS: Mistakes = [
    (units(archer(), archer()), "units[1].id: 'archer' is already the id of units[0]"),
    (units(archer(), enemy("orc", 18.96, 6)), "units[1].at: the bases of 'archer' and 'orc' overlap"),
    (
        one(at=(18, 6, 0)) | terrain(wall("rampart", (10, 6.5), (20, 6.5))),
        "units[0].at: 'archer' stands in the terrain 'rampart'",
    ),
    (one() | terrain(box("crate", (18, 6.9), (1, 1, 1))), "units[0].at: 'archer' stands in the terrain 'crate'"),
    (one(at=(16, 23, 0.5)) | hill(), "units[0].at: 'archer' stands in the terrain 'knoll'"),
    (one(at=(18, 30, 2)) | mesh(), "units[0].at: 'archer' stands in the terrain 'tower'"),
    (one(at=(36.5, 6)), "units[0].at: 'archer' at (36.5, 6) is off the table, which is 36\" x 36\""),
    (one(at=(18, -1)), "units[0].at: 'archer' at (18, -1) is off the table, which is 36\" x 36\""),
    (one(at=(18, 6, -1)), "units[0].at: a z of -1 is under the table; at least 0"),
    (one(at=(1e300, 6)), "units[0].at[0]: 1e+300 is too large; at most 240"),
    (one(weapon="Longbow"), "units[0].weapon: 'Longbow' is no weapon; did you mean 'Long Bow'?"),
    (one(weapon="xyz"), "units[0].weapon: 'xyz' is no weapon; allowed: Bow, Crossbow, Elvish Bow, Hand Crossbow"),
    (one(weapon=3), "units[0].weapon: 3 is not a text"),
    (one(weapon={"range": 0}), "units[0].weapon.range: 0 is too small; more than 0"),
    (one(weapon={"range": inf}), "units[0].weapon.range: inf is not a finite number"),
    (one(weapon={"range": 5, "pierce": 99}), "units[0].weapon.pierce: 99 is too large; at most 20"),
    (one(weapon={"range": 5, "piercing": 1}), "units[0].weapon: unknown key 'piercing'; did you mean 'pierce'?"),
    (one(gear=["sheild"]), "units[0].gear[0]: 'sheild' is no gear; did you mean 'shield'?"),
    (one(status=["stuned"]), "units[0].status[0]: 'stuned' is not staggered, dazed, stunned or incapacitated"),
    *(
        (
            one(**{stat: given}),
            f'units[0].{stat}: {given!r} is no stat; a stat is a whole number from 1 to 40, or "-" for none',
        )
        for stat, given in [("ranged", 0), ("defence", 41), ("morale", "14"), ("ranged", True), ("ranged", 13.5)]
    ),
    (one(ranged=None), "units[0].ranged: None is no stat; a stat is a whole number from 1 to 40"),
    (one(wounds=-1), "units[0].wounds: -1 is too small; at least 0"),
    (one(wounds=10**400), "units[0].wounds: 100000000000000000000000000000000000000000000000000000000... is too large"),
    (one(moved=1), "units[0].moved: 1 is not true or false"),
    (one(facing="north"), "units[0].facing: 'north' is not a number"),
    (one(size="huge"), "units[0].size: 'huge' is not normal or large"),
    (one(pose=["kneeling"]), "units[0].pose[0]: 'kneeling' is not raised_arms"),
    (one(armour=3), "units[0]: unknown key 'armour'; allowed: id, side, at, facing, ranged, defence, morale, wounds"),
    (units(*(unit(f"u{n}", "red", n % 36, n // 36) for n in range(201))), "units: has 201 entries; at most 200"),
    (one(peering="north"), "units[0].peering: 'north' is no window of this table; none is allowed here"),
    (one(peering="nort") | windows({}), "units[0].peering: 'nort' is no window of this table; did you mean 'north'?"),
    (
        one(peering="north") | windows({}) | FIRST,
        "units[0].peering: nobody peers through windows in blightmeer@2025-11",
    ),
]
BAD_FILES: Mistakes = [
    (one(model="/etc/passwd"), "units[0].model: '/etc/passwd' lies outside the battle's folder; only files in it are"),
    (one(model="../outside.stl"), "units[0].model: '../outside.stl' lies outside the battle's folder; only files"),
    (one(model="link.stl"), "units[0].model: 'link.stl' lies outside the battle's folder; only files in it are read"),
    (one(model="missing.stl"), "units[0].model: 'missing.stl' is no file in the battle's folder"),
    (one(model="folder"), "units[0].model: 'folder' is no file in the battle's folder"),
    (one(model="a\0b"), "units[0].model: 'a\\x00b' is no file name"),
    (one(model={"scale": 1}), "units[0].model.file: is missing"),
    (one(model={"file": "../outside.stl"}), "units[0].model.file: '../outside.stl' lies outside the battle's folder"),
    (one(model="text.stl"), "units[0].model: 'text.stl': is no STL file, or cut off"),
    (one(model="text.txt"), "units[0].model: 'text.txt': '.txt' is no kind of mesh file that is read; allowed: .glb"),
    (one(model="bare.stl"), "units[0].model.scale: is missing, and 'bare' has no unit of length; give the inches of o"),
    (one(model={"file": "bare.stl", "scale": 0}), "units[0].model.scale: 0 is too small; more than 0"),
    (
        one(model={"file": "bare.stl", "scale": 1e-4}),
        "units[0].model.scale: makes it 0.003449 inches large; at least 0.01",
    ),
    (one(model={"file": "bare.stl", "scale": 9999}), "units[0].model.scale: makes it 344,924 inches large; it must fi"),
    (mesh("bare.stl"), "terrain[0].mesh.scale: is missing, and 'bare' has no unit of length; give the inches of one"),
    (mesh("../outside.stl"), "terrain[0].mesh.file: '../outside.stl' lies outside the battle's folder; only files"),
    (mesh(scale=1000), "terrain[0].mesh.scale: makes it 5,000 inches large; it must fit within 480"),
]
BAD_BATTLES: Mistakes = [
    ({"turn": {}}, "turn.side: is missing"),
    ({"turn": {"side": "rde"}}, "turn.side: 'rde' is no side that has units; did you mean 'red'?"),
    (
        {"turn": {"side": "red", "first_player": "green"}},
        "turn.first_player: 'green' is no side that has units; allowed: red, blue",
    ),
    ({"turn": {"side": "red", "number": 0}}, "turn.number: 0 is too small; at least 1"),
    ({"table": {"width": 0}}, "table.width: 0 is too small; at least 1"),
    ({"table": {"depth": 241}}, "table.depth: 241 is too large; at most 240"),
    ({"table": {"width": 4}}, "units[0].at: 'archer' at (18, 6) is off the table, which is 4\" x 36\""),
    ({"options": {"window_reach": -1}}, "options.window_reach: -1 is too small; at least 0"),
    ({"options": {"natural_20_pass": True}}, "options: unknown key 'natural_20_pass'; did you mean 'natural_20_pass"),
    (FIRST | {"options": {"window_reach": 2}}, "options: unknown key 'window_reach'; allowed: natural_20_passes"),
    (FIRST | DUE, "due: no shot waits for Protect in blightmeer@2025-11"),
    (
        {"due": {"shooter": "archr", "target": "orc"}},
        "due.shooter: 'archr' is no unit of red that has not shot; did you mean 'archer'?",
    ),
    (one(shot=True) | DUE, "due.shooter: 'archer' is no unit of red that has not shot; none is allowed here"),
    ({"due": {"shooter": "archer", "target": "archer"}}, "due.target: 'archer' is no enemy of red; allowed: orc"),
    ({"due": DUE["due"] | {"peer": "w"}}, "due.peer: 'w' is no window of this table; none is allowed here"),
    (DUE | {"over": True}, "over: the phase cannot be over while a shot is not resolved"),
    (one(weapon=None) | DUE, "due: this shot may not be made: archer has no ranged weapon"),
    (one(ranged="-") | DUE, "due: this shot may not be made: archer has a Ranged stat of -"),
    (DUE | terrain(wall("rampart", (10, 12), (26, 12))), "due: this shot may not be made: orc is not in line of sight"),
    ({"improvements": {"deck": [""]}}, "improvements.deck[0]: '' is not a text of at least one character"),
    ({"improvements": {"drawn": [{"side": "red"}]}}, "improvements.drawn[0].card: is missing"),
    ({"improvements": {"deck": ["x"] * 501}}, "improvements.deck: has 501 entries; at most 500"),
    ({"terain": []}, "unknown key 'terain'; did you mean 'terrain'?"),
]


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A battle's folder with models good and bad, and a link out of it."""
    home = tmp_path_factory.mktemp("table") / "battle"
    (home / "folder").mkdir(parents=True)
    for name in ("tower.glb", "tower.parts.yaml"):
        shutil.copy(EXAMPLES / name, home)
    shutil.copy(EXAMPLES / "scout.stl", home / "bare.stl")
    shutil.copy(EXAMPLES / "scout.stl", home.parent / "outside.stl")
    (home / "link.stl").symlink_to(home.parent / "outside.stl")
    for name in ("text.stl", "text.txt"):
        (home / name).write_text("hello")
    return home


@pytest.mark.parametrize(("more", "message"), BAD_TERRAIN + BAD_UNITS + BAD_FILES + BAD_BATTLES)
@pytest.mark.whole("long")
def test_a_mistake_is_one_line_that_names_its_place(
    more: Data, message: str, folder: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    given = data(archer(), enemy()) | more
    with pytest.raises(BattleFileError) as wrong:
        Battle.read(given, Folder(folder))
    text = str(wrong.value)
    assert text.startswith(message), text
    assert len(text.splitlines()) == 1
    assert len(text) < 240
    file = folder / "given.yaml"
    file.write_text(dump(json.loads(json.dumps(given))))  # what stands twice is written twice
    assert run(["check", str(file), "-s", "archer", "-t", "orc"]) == BAD_INPUT
    assert capsys.readouterr() == ("", f"{file}: {text}\n")


def test_a_battle_without_a_folder_names_no_files() -> None:
    for more in (one(model="brute.glb"), mesh()):
        with pytest.raises(BattleFileError) as wrong:
            Battle.read(data(archer(), enemy()) | more)
        assert "names a file, but this battle came without a folder to seek it in" in str(wrong.value)


# --- who may stand where --------------------------------------------------------------------


def test_bases_may_touch_and_models_may_stand_one_above_the_other() -> None:
    assert battle(archer(), enemy("orc", 18.99, 6)).state
    assert battle(archer(), enemy("orc", 18, 6, 1.3)).state, "on a bridge over him"
    with pytest.raises(BattleFileError, match="overlap"):
        battle(archer(), enemy("orc", 18, 6, 1.2))
    with pytest.raises(BattleFileError, match="overlap"):
        battle(archer(size="large"), enemy("orc", 18, 6, 2.5))
    fallen = enemy("orc", 18, 6, status=["incapacitated"])
    assert state(battle(archer(), fallen, terrain=[box("crate", (18, 8), (1, 1, 1))])).unit("orc").out
    assert battle(archer(at=(0, 0)), enemy("orc", 36, 36)).state, "the edge of the table is on it"


def test_a_battle_stays_with_the_files_it_names(tmp_path: Path) -> None:
    village = load(EXAMPLES / "blightmeer-village.yaml")
    told = "'tower.glb' is no file in the battle's folder; write the battle to the folder of the files that it names"
    with pytest.raises(BattleFileError, match=told):
        save(village, tmp_path / "next.yaml")
    with pytest.raises(BattleFileError, match=told):
        LogFile.open(tmp_path / "game.jsonl", village)
    assert not list(tmp_path.iterdir())
    for model in ("tower.glb", "tower.parts.yaml", "scout.stl", "scout.parts.yaml", "brute.glb"):
        shutil.copy(EXAMPLES / model, tmp_path)
    save(village, tmp_path / "next.yaml")
    assert load(tmp_path / "next.yaml") == village
