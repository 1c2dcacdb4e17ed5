"""One scene written in many ways gives one answer: formats, units, walls and meshes, mirrored, turned and doubled."""

import json
from collections.abc import Callable
from copy import deepcopy
from math import cos, radians, sin
from pathlib import Path

import numpy as np
import pytest
from numpy.typing import NDArray

from blightmeer_table import Data, archer, box, data, enemy, wall
from fireline import load
from fireline.formats.folder import Folder
from fireline.game.battle import Battle
from fireline.game.command import Shot
from fireline.game.errors import BattleFileError
from fireline.geometry.shapes import box as block
from fireline.geometry.shapes import capsule
from fireline.rulesets.blightmeer.openings import Opening
from fireline.rulesets.blightmeer.walls import Wall
from fireline.ruling import Visibility
from formats.meshmaking import Glb, mesh_xml, model_xml, obj_text, package, ply, stl

Corners = NDArray[np.float64]
Answers = list[tuple[bool, bool, float]]
LONG = {"mm": 25.4, "cm": 2.54, "m": 0.0254, "inch": 1.0}
BODY = [capsule((0.3, 1, 8), (1, -1.5, 26), 5.03, sides=9, rings=3), block((4, 9, 2)).placed((3, 1, 29.5))]
MAN = np.concatenate([limb.corners for limb in (block((25, 25, 3)), *BODY)]) / 25.4
"""A man of 32 mm who is in one piece with his base of 3 mm, in inches."""
BASE = {"base": {"height": 3, "size": 40}}
WALL = Wall("house", (-4, 0), (4, 0), 4, 0.25, 0.0, (Opening("w", 3.5, 1, 0.8, 1),)).solid.corners
WINDOW = {"id": "w", "along": 3.5, "width": 1, "sill": 0.8, "height": 1}
HOUSE = wall("house", (14, 12), (22, 12), thickness=0.25, windows=[WINDOW])
KERB = box("kerb", (18, 19.1), (2, 0.2, 0.1))
"""It hides the base of the man and nothing of his body."""
HOW: tuple[dict[str, str], ...] = ({}, {"peer": "w"})
SHOTS = [Shot(who, target, **how) for who in ("archer", "far") for target in ("orc", "spy") for how in HOW]


def rows(corners: Corners) -> tuple[Corners, NDArray[np.int64]]:
    return corners.reshape(-1, 3), np.arange(3 * len(corners)).reshape(-1, 3)


def glb(corners: Corners) -> bytes:
    file = Glb()  # y up, facing +z
    shape = {"attributes": {"POSITION": file.put(corners.reshape(-1, 3)[:, [1, 2, 0]])}}
    return file.file(nodes=[{"mesh": 0}], meshes=[{"primitives": [shape]}])


def threemf(corners: Corners, unit: str) -> bytes:
    mesh = mesh_xml(*(part.tolist() for part in rows(corners)))
    model = model_xml(f'<object id="1">{mesh}</object>', '<item objectid="1"/>', f'unit="{unit}"')
    return package({"3D/3dmodel.model": model})


Way = tuple[str, str, Data]
MM: Way = ("stl", "mm", {"units": "mm"})
WAYS: list[Way] = [
    MM,
    ("stl", "m", {"scale": 1 / 0.0254}),
    ("stl", "inch", {"units": "cm", "scale": 2.54}),
    ("obj", "mm", {"units": "mm"}),
    ("obj", "m", {"units": "m"}),
    ("obj", "inch", {"scale": 1}),
    ("ply", "mm", {"units": "mm"}),
    ("ply", "cm", {"units": "cm"}),
    ("ply", "m", {"scale": 1 / 0.0254}),
    ("ply", "inch", {"scale": 1}),
    ("glb", "m", {}),
    ("glb", "inch", {"scale": 0.0254}),
    ("glb", "mm", {"units": "mm"}),
    ("3mf", "mm", {}),
    ("3mf", "m", {}),
    ("3mf", "inch", {}),
]
"""Kinds of files, in which unit they are written, and what has to be said of them."""
WRITERS: dict[str, Callable[[Corners, str], bytes]] = {
    "stl": lambda corners, _: stl(corners),
    "obj": lambda corners, _: obj_text(*rows(corners)).encode(),
    "ply": lambda corners, unit: ply(*rows(corners), "ascii" if unit == "cm" else "binary_little_endian"),
    "glb": lambda corners, _: glb(corners),
    "3mf": lambda corners, unit: threemf(corners, {"mm": "millimeter", "m": "meter", "inch": "inch"}[unit]),
}


def written(folder: Path, name: str, corners: Corners, way: Way = MM) -> Data:
    """A mesh file in the folder, as a battle file names it."""
    kind, unit, says = way
    (folder / f"{name}.{kind}").write_bytes(WRITERS[kind](corners * LONG[unit], unit))
    return {"file": f"{name}.{kind}", **says}


def scene(man: Data, house: Data = HOUSE, kerb: Data = KERB) -> Data:
    spy = enemy("spy", 19.2, 13, facing=200, peering="w")
    units = [archer(at=(17.2, 11), model=man), archer(id="far", at=(18.3, 4)), enemy("orc", 18, 20, model=man), spy]
    return data(*units, terrain=[house, kerb])


def mesh(said: Data, at: tuple[float, float] = (18, 12), turn: float = 0, pane: Data | None = None) -> Data:
    """The house as a mesh, and its window."""
    window = {"id": "w", "at": [*at, 0.8], "size": [1, 1], "turn": turn} | (pane or {})
    return {"id": "house", "mesh": {"at": list(at), "turn": turn, **said}, "windows": [window]}


def answers(folder: Path, told: Data) -> Answers:
    (folder / "battle.json").write_text(json.dumps(told))
    battle = load(folder / "battle.json")
    assert Battle.read(battle.data(), Folder(folder)) == battle
    return [(one.legal, bool(one.cover), seen(one.line_of_sight)) for one in map(battle.check, SHOTS)]


def seen(line: object) -> float:
    assert isinstance(line, Visibility)
    assert not line.close
    return float(line.visible)


@pytest.fixture(scope="module")
def plain(tmp_path_factory: pytest.TempPathFactory) -> Answers:
    folder = tmp_path_factory.mktemp("plain")
    found = answers(folder, scene(written(folder, "man", MAN) | BASE))
    assert found[1:2] == [(True, False, 1)], "the kerb hides his base alone"
    assert load(folder / "battle.json").check(SHOTS[4]).summary["distance"] == round(16 - 65 / 2 / 25.4, 2)
    assert {one[:2] for one in found} >= {(False, True), (True, True), (True, False)}, "something of everything"
    assert len({share for *_, share in found}) == 4
    return found


@pytest.mark.rule("BLM-5.2")
@pytest.mark.parametrize("way", WAYS, ids=str)
def test_a_figure_and_a_house_are_the_same_in_every_format_and_unit(tmp_path: Path, plain: Answers, way: Way) -> None:
    man, house = written(tmp_path, "man", MAN, way) | BASE, mesh(written(tmp_path, "house", WALL, way))
    assert answers(tmp_path, scene(man)) == answers(tmp_path, scene(man, house)) == plain


@pytest.mark.rule("BLM-5.2")
def test_a_base_may_be_a_height_or_a_region_here_or_in_the_side_file(tmp_path: Path, plain: Answers) -> None:
    man, told = written(tmp_path, "man", MAN), tmp_path / "man.parts.yaml"
    told.write_text("base: {height: 3, size: 40}")
    assert answers(tmp_path, scene(man)) == plain
    told.write_text("regions: [{name: foot, kind: base, box: [[-20, -20, 0], [20, 20, 3]]}]")
    assert answers(tmp_path, scene(man | {"base": {"size": 40}})) == plain
    told.write_text("{}")
    assert answers(tmp_path, scene(man))[1][1], "without a word of its base a mesh is all body"
    with pytest.raises(BattleFileError, match=r"units\[0\]\.model: the base is 40 mm high, and no body of man is"):
        answers(tmp_path, scene(man | {"base": {"height": 40}}))


@pytest.mark.rule("BLM-4.4")
@pytest.mark.parametrize(
    "pane",
    [{"thickness": 0.25, "turn": -180}, {"turn": 180}, *({"at": [18, y, 0.8]} for y in (11.875, 11.95, 12.125))],
    ids=str,
)
def test_a_window_in_a_mesh_is_that_of_a_wall(tmp_path: Path, plain: Answers, pane: Data) -> None:
    turned = np.stack([-WALL[..., 1], WALL[..., 0], WALL[..., 2]], axis=-1)
    house = mesh(written(tmp_path, "house", turned), turn=-90, pane={"turn": 0} | pane)
    assert answers(tmp_path, scene(written(tmp_path, "man", MAN) | BASE, house)) == plain


@pytest.mark.rule("BLM-5.1")
@pytest.mark.parametrize(
    "again",
    [
        lambda corners: corners[:, ::-1],
        lambda corners: np.concatenate([corners, corners]),
        lambda corners: np.concatenate([corners, corners[:, ::-1]]),
        lambda corners: np.roll(corners[::-1], 1, axis=1),
        lambda corners: np.where((np.arange(len(corners)) % 2 == 0)[:, None, None], corners, corners[:, ::-1]),
    ],
    ids=["flipped", "doubled", "both sides", "in another order", "every other flipped"],
)
def test_which_way_triangles_run_and_how_often_is_no_matter(
    tmp_path: Path, plain: Answers, again: Callable[[Corners], Corners]
) -> None:
    man, house = written(tmp_path, "man", again(MAN)) | BASE, mesh(written(tmp_path, "house", again(WALL)))
    kerb = {"id": "kerb", "mesh": written(tmp_path, "kerb", again(block((2, 0.2, 0.1)).corners)) | {"at": [18, 19.1]}}
    assert answers(tmp_path, scene(man, house, kerb)) == plain
    rock = {"id": "rock", "mesh": written(tmp_path, "rock", again(block((4, 4, 4)).corners)) | {"at": [18, 19]}}
    with pytest.raises(BattleFileError, match="'orc' stands in the terrain 'rock'"):
        Battle.read(data(archer(), enemy("orc", 18, 18, 0), terrain=[rock]), Folder(tmp_path))


@pytest.mark.rule("BLM-5.1")
def test_a_box_may_be_a_prism_a_wall_or_a_mesh(tmp_path: Path, plain: Answers) -> None:
    rim = [[17, 19], [19, 19], [19, 19.2], [17, 19.2]]
    low = wall("kerb", (17, 19.1), (19, 19.1))
    low["wall"]["height"] = 0.1
    made = {"id": "kerb", "mesh": written(tmp_path, "kerb", block((2, 0.2, 0.1)).corners) | {"at": [18, 19.1]}}
    for kerb in ({"id": "kerb", "prism": {"outline": rim, "height": 0.1}}, low, made):
        assert answers(tmp_path, scene(written(tmp_path, "man", MAN) | BASE, kerb=kerb)) == plain


@pytest.mark.rule("BLM-5.1")
@pytest.mark.parametrize(("turn", "mirrored"), [(90, False), (180, False), (37, False), (0, True), (270, True)])
@pytest.mark.parametrize("meshes", [False, True], ids=["walls", "meshes"])
def test_a_table_turned_or_seen_in_a_mirror(
    tmp_path: Path, plain: Answers, turn: float, mirrored: bool, meshes: bool
) -> None:
    way = -1 if mirrored else 1

    def moved(x: float, y: float) -> list[float]:
        east, north, angle = way * (x - 18), y - 12, radians(turn)
        return [18 + east * cos(angle) - north * sin(angle), 16 + east * sin(angle) + north * cos(angle)]

    told = deepcopy(scene(written(tmp_path, "man", MAN * [1, way, 1]) | BASE))
    for one in told["units"]:
        one |= {"at": moved(*one["at"]), "facing": turn + (180 - one["facing"] if mirrored else one["facing"])}
    house, kerb = told["terrain"]
    house["wall"] |= {end: moved(*house["wall"][end]) for end in ("from", "to")}
    kerb["box"] |= {"at": moved(*kerb["box"]["at"]), "turn": turn}
    if meshes:
        x, y = moved(18, 12)
        told["terrain"][0] = mesh(written(tmp_path, "house", WALL * [1, way, 1]), (x, y), turn)
    found = answers(tmp_path, told)
    assert [one[:2] for one in found] == [one[:2] for one in plain]
    few = 0.002  # a few pixels: those whose middle lies on an edge may fall on its other side
    assert [share for *_, share in found] == pytest.approx([share for *_, share in plain], abs=few)
