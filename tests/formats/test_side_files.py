"""What a part of a mesh counts as: by its name, or by the side file, which also says axes, base and regions."""

import json
from pathlib import Path

import numpy as np
import pytest

from figures_witness import open_edges, volume
from fireline.formats.meshes import read_model
from fireline.geometry.shapes import box, capsule
from fireline.geometry.solids import Solid
from formats.meshmaking import ALL, CORNERS, NUMBERS, PIECE, SOLID, Read, Refused, glb, stl, tree, triangles
from refusing import wrong_with


def test_hostile_names_are_cleaned(read: Read) -> None:
    name = "a\x1b[31m\u202eb\u2028" + "x" * 10_000
    model = read("a.glb", glb(tree(nodes=[{"mesh": 0, "name": name}]), NUMBERS))
    assert model.solid.parts == ("a [31m b " + "x" * 51,)
    assert read("b.glb", glb(tree(nodes=[{"mesh": 0, "name": "\x00\u200b"}]), NUMBERS)).solid.parts == ("Shape",)
    assert read("c.obj", b"o \xff\xfe\x07\n" + ALL["thing.obj"]).solid.parts == ("\ufffd\ufffd",)


@pytest.mark.parametrize(
    ("tag", "names"),
    [
        ("equipment", ["sword_equipment", "Equipment.001", "EQUIPMENT", "BeltEquipment", "equipment pose"]),
        ("pose", ["pose_arms", "pose equipment", "body_pose"]),
        ("base", ["Base", "base.001", "goblin_base"]),
        ("body", ["purpose", "composed", "body", "Torso", "base_body", "BaseColor", "baseball"]),
    ],
)
def test_a_name_says_what_a_part_is(read: Read, tag: str, names: list[str]) -> None:
    for name in names:
        model = read("a.obj", f"{CORNERS}o {name}\nf 1 3 2\no rest\nf 1 2 4\nf 1 4 3\nf 2 3 4\n")
        assert dict(zip(model.solid.parts, model.tags, strict=True)) == {name: tag, "rest": "body"}


def test_a_side_file_overrules_the_names(read: Read) -> None:
    text = f"{CORNERS}o Club\nf 1 3 2\no pose_arm\nf 1 2 4\no Rest\nusemtl iron\nf 1 4 3\nf 2 3 4\n"
    model = read("a.obj", text, "parts: {Club: equipment, pose_arm: body, iron: pose}")
    assert dict(zip(model.solid.parts, model.tags, strict=True)) == {
        "Club": "equipment",
        "pose_arm": "body",
        "iron": "pose",
    }


def test_a_model_needs_a_body(refused: Refused) -> None:
    why = "has no body: every part of it is equipment or base, absent, or there only by its pose"
    assert refused("a.obj", f"{CORNERS}o sword_equipment\n{PIECE}") == why
    assert refused("a.stl", ALL["thing.stl"], "parts: {body: pose}") == why
    only_a_line = f"{CORNERS}o line\nf 1 2 2\no sword_equipment\n{PIECE}"
    assert refused("b.obj", only_a_line) == why


@pytest.mark.parametrize(
    ("side", "front", "left", "up"),
    [
        ("{}", "+x", "+y", "+z"),
        ("front: -y", "-y", "+x", "+z"),
        ("front: -x", "-x", "-y", "+z"),
        ("up: y", "+z", "+x", "+y"),
        ("up: x", "+y", "+z", "+x"),
        ("{up: -z, front: +x}", "+x", "-y", "-z"),
        ("{up: y, front: x}", "+x", "-z", "+y"),
        ("{up: -y, front: -z}", "-z", "+x", "-y"),
    ],
)
def test_a_side_file_says_what_is_up_and_front(read: Read, side: str, front: str, left: str, up: str) -> None:
    model = read("a.stl", ALL["thing.stl"], side)
    turned = [SOLID[..., "xyz".index(axis[1])] * float(f"{axis[0]}1") for axis in (front, left, up)]
    assert triangles(model.solid.corners) == triangles(np.stack(turned, axis=-1))


def test_eyes_are_given_in_the_axes_of_the_file(read: Read) -> None:
    side = "{front: -y, units: inch, scale: 2, eyes: [0.5, -1, 1.25]}"
    assert read("a.stl", ALL["thing.stl"], side).eyes == (2, 1, 2.5)
    assert read("a.glb", ALL["thing.glb"], "{units: inch, eyes: [1, 2, 3]}").eyes == (3, 1, 2)


@pytest.mark.parametrize(
    ("side", "why"),
    [
        ("unit: mm", "unknown key 'unit'; did you mean 'units'?"),
        ("units: foot", "units: 'foot' is not mm, cm, m or inch"),
        ("parts: {Clubb: equipment}", "parts: 'Clubb' is no name in the mesh file; did you mean 'Club'?"),
        ("parts: {Club: weapon}", "parts.Club: 'weapon' is not body, equipment, pose, base or absent"),
        ("parts: [Club]", "parts: ['Club'] is not a mapping of keys to values"),
        ("{up: z, front: -z}", "front: '-z' runs along 'z', which is up"),
        ("front: z", "front: 'z' runs along 'z', which is up"),
        ("up: w", "up: 'w' is not x, y, z, +x, +y, +z, -x, -y or -z"),
        ("eyes: [1, 2]", "eyes: has 2 entries; at least 3"),
        ("eyes: [1, 2, .inf]", "eyes[2]: inf is not a finite number"),
        ("eyes: [1, 2, 2000000]", "eyes[2]: 2000000 is too large; at most 1000000"),
        ("[", "line 1, column 2: is not well-formed YAML"),
        ("", "null is not a mapping of keys to values"),
        ("base: {height: 0}", "base.height: 0 is too small; more than 0"),
        ("base: {size: 2}", "base.size: 2 is too small; at least 5"),
        ("base: {hight: 3}", "base: unknown key 'hight'; did you mean 'height'?"),
        ("regions: [{name: a, kind: sword, box: [[0,0,0],[1,1,1]]}]", "regions[0].kind: 'sword' is not body, equipmen"),
        ("regions: [{name: a, kind: pose, box: [[0,0,0],[1,1,0]]}]", "regions[0].box: is no box: its first corner has"),
    ],
)
def test_a_side_file_that_is_wrong_is_named(refused: Refused, side: str, why: str) -> None:
    text = refused("a.obj", f"{CORNERS}o Club\n{PIECE}", side)
    assert text.startswith("'a.parts.yaml': ")
    assert why in text


MAN = np.concatenate([box((10, 10, 3)).corners, box((4, 4, 29)).placed((0, 0, 3)).corners])
"""A man of 32 mm, in one piece with his base."""


def surface(solid: Solid, *parts: str) -> float:
    a, b, c = np.moveaxis(solid.only(parts).corners, 1, 0)
    return float(np.linalg.norm(np.cross(b - a, c - a), axis=1).sum() / 2)


@pytest.mark.rule("BLM-5.2")
def test_regions_are_cut_out_of_a_mesh_in_one_piece(read: Read) -> None:
    side = """
        regions:
          - {name: sword, kind: equipment, box: [[1, -9, 10], [9, 9, 20]]}
          - {name: feet, kind: base, box: [[-99, -99, 0], [99, 99, 3.5]]}
    """
    model = read("man.stl", stl(MAN), side)
    assert dict(zip(model.solid.parts, model.tags, strict=True)) == {
        "body": "body", "sword": "equipment", "feet": "base",
    }  # fmt: skip
    (x, y, low), (_, _, high) = model.solid.only(["sword"]).bounds
    assert (x, y, low, high) == (1, -2, 10, 20), "cut at the sides of the box"
    assert surface(model.solid, *model.solid.parts) == pytest.approx(surface(Solid.of(MAN), "body"))
    assert model == read("man.stl", stl(MAN), side)
    # In a file whose y is up the boxes are along its own axes.
    turned = MAN[..., [1, 2, 0]]
    upright = "{up: y, regions: [{name: sword, kind: equipment, box: [[-9, 10, 1], [9, 20, 9]]}]}"
    there = read("turned.stl", stl(turned), upright)
    assert there.solid.only(["sword"]).bounds == ((1, -2, 10), (2, 2, 20))


@pytest.mark.parametrize("seed", range(5))
def test_a_cut_leaves_no_gap(read: Read, seed: int) -> None:
    rng = np.random.default_rng(seed)
    ball = capsule((0, 0, 10), (0, 3, 20), 8, "body", 12, 4).corners
    low = rng.uniform(-6, 0, 3)
    ends = [low.tolist(), (low + rng.uniform(8, 20, 3)).tolist()]
    side = json.dumps({"regions": [{"name": "sword", "kind": "equipment", "box": ends}]})
    model = read("ball.stl", stl(ball), side)
    # Wherever the cut goes, its two sides together enclose what the whole did, measured from any point.
    assert float(volume(model.solid)) == pytest.approx(float(volume(Solid.of(ball))), rel=1e-6)
    assert not open_edges(model.solid), "every edge is run along in both directions"


@pytest.mark.parametrize(
    ("side", "why"),
    [
        ("regions: [{name: a, kind: pose, box: [[9,9,9],[10,10,10]]}]", "regions[0].box: nothing of the model is in"),
        ("regions: [{name: body, kind: pose, box: [[0,0,0],[1,1,1]]}]", "'body' is the name of another part already"),
        ("regions: [{name: a, kind: base, box: [[-9,-9,-9],[99,99,99]]}]", "has no body: every part of it"),
    ],
)
def test_a_region_that_does_not_fit_the_model_is_named(refused: Refused, side: str, why: str) -> None:
    assert why in refused("man.stl", stl(MAN / 4), side)


def test_a_side_file_leads_nowhere_else(refused: Refused, read: Read, tmp_path: Path) -> None:
    (tmp_path / "outside").mkdir()
    secret = tmp_path / "outside" / "secret.yaml"
    secret.write_text("units: mm")
    inside = tmp_path / "inside"
    inside.mkdir()
    link = inside / "a.parts.yaml"
    (inside / "a.stl").write_bytes(ALL["thing.stl"])
    link.symlink_to(secret)
    assert "'a.parts.yaml': leads out of the folder of its mesh file" in wrong_with(read_model, inside / "a.stl")
    link.unlink()
    (inside / "shared.yaml").write_text("units: cm")
    link.symlink_to("shared.yaml")
    assert read_model(inside / "a.stl").inches == 1 / 2.54
    link.unlink()
    for nowhere in ("nowhere.yaml", "a.parts.yaml"):
        link.symlink_to(nowhere)
        assert "'a.parts.yaml': is no file" in wrong_with(read_model, inside / "a.stl")
        link.unlink()
    link.mkdir()
    assert "'a.parts.yaml': is no file" in wrong_with(read_model, inside / "a.stl")
