"""Mesh files: what is in them comes through exactly, and what cannot be relied on is refused in one clear line."""

import runpy
import struct
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from battles import EXAMPLES
from fireline.formats import meshes
from fireline.formats.folder import Folder, keep, load
from fireline.formats.meshes import pieces, plain, read_model
from fireline.game.modelfacts import MeshWords
from fireline.geometry.bulk import Bulk
from fireline.geometry.measures import GRID
from fireline.geometry.shapes import box, capsule
from fireline.rulesets.blightmeer.modelfacts import ModelFacts
from formats.meshmaking import (
    ALL,
    FACES,
    NUMBERS,
    SOLID,
    TETRAHEDRON,
    Corners,
    Read,
    Refused,
    glb,
    in_fireline,
    mixed_ply,
    obj_text,
    ply,
    stl,
    stl_text,
    tree,
    triangles,
)
from refusing import wrong_with

# What comes through


@pytest.mark.parametrize("name", ALL)
def test_every_format_gives_the_same_triangles(read: Read, name: str) -> None:
    model = read(name, ALL[name])
    wanted = in_fireline(SOLID) * model.unit if name.endswith("glb") else SOLID
    assert triangles(model.solid.corners) == triangles(np.rint(wanted * GRID) / GRID), "on the grid in inches"
    assert (model.name, model.leaks, model.eyes) == (name[: name.index(".")], 0, None)
    assert model.tags == ("body",)
    assert model.inches == (1 / 0.0254 if name.endswith("glb") else None)
    corners = read("thing.stl", stl(SOLID / 3 - [0.1, 0.2, 0]), "front: -y").solid.corners
    assert (corners * GRID == np.rint(corners * GRID)).all()
    assert not np.signbit(corners[corners == 0]).any()


@pytest.mark.whole("witness")
@pytest.mark.parametrize("kind", ["glb", "stl", "ply", "obj"])
def test_what_trimesh_writes_is_read_as_it_was(read: Read, kind: str) -> None:
    import trimesh

    figure = capsule((1, 2, 3), (2, 2, 5), 0.75)
    mesh = trimesh.Trimesh(figure.corners.reshape(-1, 3), np.arange(3 * len(figure)).reshape(-1, 3), process=False)
    scene = trimesh.Scene(mesh)
    content: Any = scene.export(file_type=kind) if kind == "glb" else mesh.export(file_type=kind)  # type: ignore[no-untyped-call]
    model = read(f"figure.{kind}", content, "units: inch")
    wanted = in_fireline(figure.corners) if kind == "glb" else figure.corners
    assert len(model.solid) == len(figure)
    assert np.abs(model.solid.corners - wanted).max() <= 1e-6  # what numbers of 32 bits can tell
    assert model.leaks == 0


# OBJ

CORNERS = "v 0 0 0\nv 4 0 0\nv 0 3 0\nv 0 0 2\n"
PIECE = "f -4 -2 -3\nf -4 -3 -1\nf -4 -1 -2\nf -3 -2 -1\n"


def test_an_obj_part_is_named_by_object_group_or_material(read: Read) -> None:
    model = read(
        "brute.obj",
        f"{CORNERS}o Figure\nusemtl skin\n{PIECE}"
        f"{CORNERS}usemtl club_equipment\n{PIECE}"
        f"{CORNERS}o Arm\ng Raised.Pose\nusemtl skin\n{PIECE}",
    )
    assert dict(zip(model.solid.parts, model.tags, strict=True)) == {
        "Figure": "body",
        "club_equipment": "equipment",
        "Raised.Pose": "pose",
    }
    assert np.bincount(model.solid.part_of).tolist() == [4, 4, 4]
    # A group ends with its object, the name of an object counts before its material, and one name is one part.
    lines = "g sword equipment\nf 1 3 2\no Pose\nusemtl equipment\nf 1 2 4\no B\nf 1 4 3\no Pose\nf 2 4 3\n"
    model = read("a.obj", f"{CORNERS}o A\n{lines}o body\nf 2 3 4\n")
    assert dict(zip(model.solid.parts, model.tags, strict=True)) == {
        "sword equipment": "equipment",
        "Pose": "pose",
        "equipment": "equipment",
        "body": "body",
    }
    assert np.bincount(model.solid.part_of).tolist() == [1, 2, 1, 1]


def test_obj_lines_may_be_written_in_any_lawful_way(read: Read) -> None:
    corners = "\ufeff# a comment\r\n  v 0 0 0 # with more\r\nv\t4 0 \\\r\n0\r\nv 0 3e0 0 1 1 1\r\nvt 0 0\r\n"
    text = corners + "vn 0 0 1\r\n\tf 1/1/1 2//1 3/1\r\n"
    assert triangles(read("a.obj", text).solid.corners) == {((0, 0, 0), (4, 0, 0), (0, 3, 0))}


@pytest.mark.parametrize(
    ("line", "why"),
    [
        ("f 0 1 2", "line 5: there is no corner 0; 4 stand before this line"),
        ("f 1 2 5", "line 5: there is no corner 5; 4 stand before this line"),
        ("f -5 1 2", "line 5: there is no corner -5; 4 stand before this line"),
        ("f 1 2", "line 5: a face has 2 corners; it needs at least 3"),
        ("f 1 2 x", "line 5: 'x' is no corner's number"),
        ("f 1 2 " + "1 " * 1000, "line 5: has 1,002 corners in a face; at most 1,000 are read"),
        ("f 1 \\\n2 \\\n3\nf 1 2 x", "line 8: 'x' is no corner's number"),
        ("v 1 2", "line 5: '1 2' is no corner; three numbers are needed"),
        ("v 1 2 x", "line 5: '1 2 x' is no corner; three numbers are needed"),
        ("v 1 2 nan\nf 1 2 5", "has a corner that is no place: one of its numbers is not finite"),
        ("v 1 2 -inf\nf 1 2 5", "has a corner that is no place: one of its numbers is not finite"),
        ("v 1 2 2e6\nf 1 2 5", "has a corner more than 1,000,000 units from the origin"),
    ],
)
def test_an_obj_line_that_is_wrong_is_named(refused: Refused, line: str, why: str) -> None:
    assert refused("a.obj", CORNERS + line) == why


@pytest.mark.parametrize("bits", ["0000807f", "0000c07f", "0100807f", "010080ff"])
@pytest.mark.parametrize("name", ["thing.glb", "thing.stl", "thing.ply"])
def test_a_number_that_is_none_is_refused(refused: Refused, name: str, bits: str) -> None:
    four = struct.pack("<f", 4)
    assert four in ALL[name]
    assert "one of its numbers is not finite" in refused(name, ALL[name].replace(four, bytes.fromhex(bits)))


# STL and PLY


def test_a_text_may_hold_two_hundred_solids(read: Read, refused: Refused) -> None:
    text = "".join(stl_text(SOLID + 10 * n) for n in range(200))
    assert len(read("a.stl", text).solid) == 800
    assert "has 201 solids; at most 200" in refused("b.stl", text + stl_text(SOLID - 10))


def test_an_stl_text_is_one_part_and_a_binary_file_may_begin_like_a_text(read: Read) -> None:
    names = ("solid_1", "sword equipment", "vertex endfacet \xe9", "")
    text = "".join(stl_text(SOLID + 10 * n, name) for n, name in enumerate(names)).encode("latin-1")
    model = read("a.stl", text.replace(b"\n", b"\r\n").replace(b"normal 0", b"normal zero"))
    assert (len(model.solid), model.solid.parts, model.tags) == (16, ("body",), ("body",))
    assert len(read("A.STL", b"solid by some tool".ljust(80) + stl(SOLID)[80:]).solid) == 4


def test_a_ply_file_may_be_big_endian_and_have_more_properties(read: Read) -> None:
    header = (
        "ply\nformat binary_big_endian 1.0\ncomment TextureFile ../../etc/passwd\nelement vertex 4\n"
        "property double x\nproperty double y\nproperty double z\nproperty uchar red\nelement face 4\n"
        "property list uchar uint vertex_index\nproperty float quality\nend_header\n"
    )
    body = b"".join(struct.pack(">3dB", *point, 9) for point in TETRAHEDRON.tolist())
    body += b"".join(struct.pack(">B3If", 3, *face, 0.5) for face in FACES.tolist())
    assert triangles(read("a.ply", header.encode() + body).solid.corners) == triangles(SOLID)


@pytest.mark.parametrize(
    ("name", "content", "why"),
    [
        ("a.stl", b"", "is no STL file, or cut off"),
        ("a.stl", stl(SOLID)[:-1], "is no STL file, or cut off: 4 triangles take 284 bytes, and it has 283"),
        ("a.stl", stl(SOLID, 2**32 - 1), "triangles take 214,748,364,834 bytes, and it has 284"),
        ("a.stl", stl(SOLID) + b"\n", "or longer than it states: 4 triangles take 284 bytes, and it has 285"),
        ("a.stl", stl(SOLID[:0]), "has no triangles"),
        ("a.stl", stl_text(SOLID)[:-30], "is cut off"),
        ("a.stl", stl_text(SOLID) + stl_text(SOLID)[:200], "is cut off"),
        ("a.stl", stl_text(SOLID).replace("vertex 4", "vertex four"), "is no STL file that can be read"),
        ("a.stl", stl_text(SOLID).replace("endloop", "vertex 1 1 1\nendloop", 3), "facets that are no triangles"),
        ("a.stl", "solid x\nendsolid x\n", "has no triangles"),
        ("a.ply", b"", "is no PLY file"),
        ("a.ply", b"ply\n" + b"comment x\n" * 2000 + ALL["text.ply"][4:], "it has no header, or one that is too long"),
        ("a.ply", ALL["text.ply"].replace(b"end_header", b""), "is no PLY file"),
        ("a.ply", ply(TETRAHEDRON, FACES, stated=(10**12, 4)), "1,000,000,000,000 corners; at most 6,000,000 are read"),
        ("a.ply", ply(TETRAHEDRON, FACES, stated=(4, 10**12)), "1,000,000,000,000 triangles; at most 2,000,000"),
        ("a.ply", ply(TETRAHEDRON, FACES, stated=(4, 5)), "is cut off"),
        ("a.ply", ALL["text.ply"][:-12], "is cut off"),
        ("a.ply", ply(TETRAHEDRON, FACES, "binary_little_endian", (4, -1)), "is no PLY file that can be read"),
        ("a.ply", ALL["text.ply"].replace(b"list uchar int", b"list uchar float"), "is no PLY file that can"),
        ("a.ply", ALL["text.ply"].replace(b"list uchar int", b"list float int"), "is no PLY file that can"),
        ("a.ply", ALL["text.ply"].replace(b"3 0 2", b"3 0 2" + b"0" * 30, 1), "is no PLY file that can be"),
        ("a.ply", ALL["thing.ply"][:-1], "is no PLY file that can be read"),
        ("a.ply", ALL["text.ply"].replace(b"format ascii", b"format middle"), "is no PLY file that can be read"),
        ("a.ply", ALL["text.ply"].replace(b"element vertex", b"comment", 1), "is no PLY file that can be read"),
        ("a.ply", ALL["text.ply"].replace(b"3 0", b"2 0", 1), "a face has 2 corners; it needs at least 3"),
        ("a.ply", ALL["text.ply"].replace(b"3 0", b"9999 0", 1), "has 9,999 entries in a list; at most 1,000 are read"),
        ("a.ply", ply(TETRAHEDRON, FACES + 1), "has a triangle with a corner that is not there"),
        ("a.ply", ply(TETRAHEDRON, FACES - 1), "has a triangle with a corner that is not there"),
        ("a.ply", ply(TETRAHEDRON, FACES[:0]), "has no triangles"),
        ("a.ply", ALL["text.ply"].replace(b"float z", b"float w"), "is no PLY file that can be read"),
        (
            "a.ply",
            ALL["text.ply"].replace(b"end_header", b"element edge 0\nproperty int a\nend_header"),
            "has the element 'edge', which is not read; allowed: vertex, face",
        ),
        ("a.ply", ALL["text.ply"].replace(b"end_header", b"property int a\n" * 41 + b"end_header"), "45 properties"),
    ],
)
def test_a_file_that_is_none_or_cannot_be_relied_on_is_refused(
    refused: Refused, name: str, content: bytes | str, why: str
) -> None:
    assert why in refused(name, content)


# Every format


@pytest.mark.parametrize("name", ["a.gltf", "a.fbx", "a", "a.glb.txt"])
def test_other_formats_are_refused(refused: Refused, name: str) -> None:
    why = refused(name, ALL["thing.glb"])
    assert "is no kind of mesh file that is read; " in why
    assert ("export it as .glb" if name == "a.gltf" else "allowed: .glb, .obj, .stl, .ply, .3mf") in why


@pytest.mark.parametrize("name", ALL)
def test_what_is_too_much_is_refused(refused: Refused, monkeypatch: pytest.MonkeyPatch, name: str) -> None:
    monkeypatch.setattr(meshes, "SIZE_LIMIT", len(ALL[name]) - 1)
    assert "is larger than" in refused(name, ALL[name])


def test_too_many_triangles_are_refused_before_they_are_made(refused: Refused, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(pieces, "TRIANGLE_LIMIT", many := 1000)
    heap = b"\0" * 80 + struct.pack("<I", many + 1) + b"\0" * 50 * (many + 1)
    assert "triangles; at most 1,000 are read" in refused("a.stl", heap)
    assert "triangles; at most 1,000 are read" in refused("a.obj", CORNERS + "f 1 2 3\n" * (many + 1))
    copies: list[dict[str, Any]] = [{"mesh": 0} for _ in range(many // 20 + 1)]
    five = [{"primitives": [{"attributes": {"POSITION": 0}, "indices": 1}] * 5}]
    whole = tree(nodes=copies, scenes=[{"nodes": list(range(len(copies)))}], meshes=five)
    assert "triangles; at most 1,000 are read" in refused("a.glb", glb(whole, NUMBERS))


def test_too_many_corners_and_parts_are_refused(refused: Refused, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(plain, "TRIANGLE_LIMIT", 1)
    assert refused("a.obj", CORNERS) == "line 4: has 4 corners; at most 3 are read"
    monkeypatch.undo()
    parts = "".join(f"o {n}\nf 1 2 3\n" for n in range(201))
    assert refused("a.obj", CORNERS + parts) == "has 201 parts; at most 200 are read"


@pytest.mark.parametrize(
    ("corners", "why"),
    [
        (SOLID * 0, "is smaller than 0.001 units; export it larger"),
        (SOLID * 0 + 5, "is smaller than 0.001 units; export it larger"),
        (SOLID * 1e-4, "is smaller than 0.001 units; export it larger"),
        (SOLID * [1, 0, 0], "has no triangle with an area"),
        (np.repeat(SOLID[:, :1], 3, axis=1) + SOLID[:, :1], "has no triangle with an area"),
        (SOLID * 1e6, "has a corner more than 1,000,000 units from the origin"),
    ],
)
@pytest.mark.parametrize("kind", ["stl", "obj", "ply"])
def test_a_model_without_sensible_size_or_area_is_refused(
    refused: Refused, kind: str, corners: Corners, why: str
) -> None:
    points, faces = corners.reshape(-1, 3), np.arange(12).reshape(-1, 3)
    files: dict[str, bytes | str] = {"stl": stl(corners), "obj": obj_text(points, faces), "ply": ply(points, faces)}
    assert refused(f"a.{kind}", files[kind]) == why


# Surfaces


def test_open_edges_and_those_of_three_triangles_are_counted_and_every_triangle_stays(read: Read) -> None:
    assert read("open.stl", stl(SOLID[:3])).leaks == 3
    assert read("two.stl", stl(np.concatenate([SOLID[1:], SOLID[1:] + 20]))).leaks == 6
    cloth = read("cloth.stl", stl(np.concatenate([SOLID[:2], SOLID[:2][:, ::-1]])))
    assert (len(cloth.solid), cloth.leaks) == (4, 4), "cloth of two sides keeps both"
    fin = np.array([[[0, 0, 0], [4, 0, 0], [0, -3, 0]]], dtype=np.float64)
    model = read("a.stl", stl(np.concatenate([SOLID, fin])))
    assert (len(model.solid), model.crowded, model.leaks, model.closed) == (5, 1, 2, False)
    two = box((1, 1, 1)).placed((1, 1, 0))  # shares one upright edge, of two triangles each
    model = read("b.stl", stl(np.concatenate([box((1, 1, 1)).corners, two.corners])))
    assert (len(model.solid), model.crowded, model.leaks, model.closed) == (24, 1, 0, False)
    text = str(ModelFacts.of(model))
    assert "The surface is not that of a solid: 1 edge of more than two" in text


PYRAMID = np.array([[0, 0, 0], [4, 0, 0], [4, 4, 0], [0, 4, 0], [2, 2, 3]], dtype=np.float64)
MIXED = ((3, 2, 1, 0), (0, 1, 4), (1, 2, 4), (2, 3, 4), (3, 0, 4))


@pytest.mark.parametrize("order", "<>")
def test_a_binary_ply_file_may_mix_triangles_and_quads(read: Read, order: str) -> None:
    model = read("a.ply", mixed_ply(PYRAMID, MIXED, order))
    assert (len(model.solid), model.closed, model.bent) == (6, True, 0)
    assert triangles(model.solid.corners) == triangles(read("b.obj", obj_text(PYRAMID, MIXED)).solid.corners)
    assert model.solid.corners.reshape(-1, 3).max() == 4


def test_a_bent_face_is_told(read: Read) -> None:
    roof = PYRAMID.copy()
    roof[2, 2] = -1
    tent = np.array([[0, 0, 0], [4, 0, 0], [6, 2, -1], [4, 4, 0], [0, 4, 0], [2, 2, 3]], dtype=np.float64)
    five = ((4, 3, 2, 1, 0), *((n, (n + 1) % 5, 5) for n in range(5)))
    for name, content in (
        ("b.ply", mixed_ply(roof, MIXED)),
        ("b.obj", obj_text(roof, MIXED)),
        ("c.obj", obj_text(tent, five)),
    ):
        model = read(name, content)
        assert (model.bent, model.closed) == (1, True)
        facts = ModelFacts.of(model)
        assert "1 face not flat: the surface folds where it was cut into triangles." in str(facts)
        assert facts.data()["bent"] == 1


def test_two_parts_may_meet_at_an_edge_or_close_each_other(read: Read) -> None:
    text = (
        obj_text(TETRAHEDRON, FACES[:2]) + "f 1 2 1 2\n" + "o B\n" + "f 1 4 3\nf 2 3 4\n" + "v 0 -3 0\no C\nf 1 2 5\n"
    )
    model = read("a.obj", "o A\n" + text)
    assert (len(model.solid), len(model.solid.parts)) == (5, 3)
    assert model.leaks == 2  # those of C; A and B close each other


def test_triangles_without_area_and_repeated_ones_go(read: Read) -> None:
    needle = np.array([[[0, 0, 0], [4, 0, 0], [4, 0, 0]], [[0, 0, 0], [0, 0, 0], [0, 0, 0]]], dtype=np.float64)
    again = np.roll(SOLID, 1, axis=1)
    model = read("a.stl", stl(np.concatenate([needle, SOLID, again])))
    assert triangles(model.solid.corners) == triangles(SOLID)
    assert (len(model.solid), model.leaks) == (4, 0)


def test_a_triangle_that_is_a_line_closes_the_edges_beside_it(read: Read) -> None:
    points = np.array([*TETRAHEDRON.tolist(), [2, 0, 0]])
    faces = np.array([[0, 2, 1], [0, 4, 3], [4, 1, 3], [0, 3, 2], [1, 2, 3], [0, 1, 4]])
    model = read("a.obj", obj_text(points, faces))
    assert (len(model.solid), model.leaks) == (5, 0)


# The examples


@pytest.mark.whole("witness")
def test_the_example_models_are_those_that_are_made(tmp_path: Path) -> None:
    runpy.run_path(str(EXAMPLES / "make_models.py"))["main"](tmp_path)
    made = {file.name for file in tmp_path.iterdir()}
    assert made == {file.name for kind in ("glb", "obj", "stl", "ply") for file in EXAMPLES.glob(f"*.{kind}")}
    for name in made:
        for side in EXAMPLES.glob("*.parts.yaml"):
            (tmp_path / side.name).write_text(side.read_text())
        assert read_model(tmp_path / name) == read_model(EXAMPLES / name), name


def test_a_model_that_many_name_is_read_once() -> None:
    folder = Folder(EXAMPLES)
    assert folder.model("brute.glb", "units[0].model") is folder.model("brute.glb", "units[1].model")
    assert folder.model("brute.glb", "", MeshWords(parts={"head": "absent"})).absent == ("head",)
    assert wrong_with(folder.model, "ogre.glb", "units[2].model").startswith("units[2].model: 'ogre.glb' is no file")


# Large models


def test_a_large_model_is_kept_in_clusters_and_loses_no_triangle(read: Read, tmp_path: Path) -> None:
    corners = capsule((0, 0, 0), (0, 0, 0), 15, sides=260, rings=65).corners.astype("<f4").astype(np.float64)
    model = read("ball.stl", stl(corners), "units: mm")
    assert isinstance(model.solid, Bulk)
    assert (len(model.solid), model.closed) == (len(corners), True)
    assert triangles(model.solid.corners[:500]) < triangles(np.rint(corners / 25.4 * GRID) / GRID)
    keep(model, tmp_path / "ball.npz")
    assert load(tmp_path / "ball.npz") == model
    assert load(tmp_path / "none.npz") is None


def test_two_corners_whose_keys_are_equal_are_still_two(monkeypatch: pytest.MonkeyPatch) -> None:
    rows = np.array([[1, 2, 3], [4, 5, 6], [1, 2, 3]])
    for keys in (pieces._keys, lambda rows: np.zeros(len(rows), dtype=np.uint64)):
        monkeypatch.setattr(pieces, "_keys", keys)
        which, first = pieces.numbered(rows)
        assert which[0] == which[2] != which[1]
        assert rows[first][which].tolist() == rows.tolist()


ARROW = np.array([[0, 0, 0], [4, -3, 0], [0, 5, 0], [-4, -3, 0]], dtype=np.float64)
HOLLOW = np.array([[0, 0, 0], [2, 0, 0], [2, 2, 0], [1, 0.5, 0], [0, 2, 0]], dtype=np.float64)


@pytest.mark.parametrize("axes", [(0, 1, 2), (1, 2, 0), (2, 0, 1), (1, 0, 2)])
@pytest.mark.parametrize(("outline", "area"), [(ARROW, 20), (HOLLOW, 2.5)], ids=["arrow", "pentagon"])
def test_a_hollow_face_is_cut_without_leaving_it_in_every_format_wherever_it_begins(
    read: Read, axes: tuple[int, int, int], outline: Corners, area: float
) -> None:
    face = list(range(len(outline)))
    for turn in face:
        there = np.roll(outline[:, list(axes)], turn, axis=0)
        for name, raw in (
            ("there.obj", obj_text(there, [face])),
            ("back.obj", obj_text(there, [face[::-1]])),
            ("text.ply", ply(there, np.array([face]))),
            ("bytes.ply", mixed_ply(there, [face])),
        ):
            corners = read(name, raw).solid.corners
            sides = np.cross(corners[:, 1] - corners[:, 0], corners[:, 2] - corners[:, 0]) / 2
            assert (len(corners), np.abs(sides).sum()) == (len(face) - 2, area)
            assert (np.sign(sides) == np.sign(sides[0])).all()
