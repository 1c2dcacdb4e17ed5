"""Mesh files: what is in them comes through exactly, and what cannot be relied on is refused in one clear line."""

import json
import runpy
import struct
import sys
from collections.abc import Callable, Iterator, Sequence
from contextlib import suppress
from pathlib import Path
from typing import Any
from zipfile import ZIP_STORED

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from numpy.typing import NDArray

from battles import EXAMPLES
from figures_witness import open_edges, volume
from fireline.formats import meshes
from fireline.formats.folder import Folder, keep, load
from fireline.formats.meshes import pieces, plain, read_model
from fireline.formats.meshes.threemf import _placement as placement_of_3mf
from fireline.game.errors import BattleFileError
from fireline.game.modelfacts import MeshWords
from fireline.geometry.bases import Model
from fireline.geometry.bulk import Bulk
from fireline.geometry.measures import GRID
from fireline.geometry.shapes import box, capsule
from fireline.geometry.solids import Solid
from fireline.rulesets.blightmeer.modelfacts import ModelFacts
from fireline.testing.battery.hostile import fuzz
from formats.meshmaking import FACES, TETRAHEDRON, Glb, glb, mesh_xml, model_xml, obj_text, package, ply, stl
from refusing import wrong_with

Read = Callable[..., Model]
Refused = Callable[..., str]
Corners = NDArray[np.float64]

SOLID = TETRAHEDRON[FACES]


@pytest.fixture
def read(tmp_path: Path) -> Read:
    """Read a file of this name and content, with a side file if there is one."""

    def read(name: str, content: bytes | str, side: str | None = None) -> Model:
        file = tmp_path / name
        file.write_bytes(content if isinstance(content, bytes) else content.encode())
        if side is not None:
            (tmp_path / f"{file.stem}.parts.yaml").write_text(side)
        return read_model(file)

    return read


@pytest.fixture
def refused(read: Read, tmp_path: Path) -> Refused:
    """Why a file is not read, less the file's own name; always one line."""

    def refused(name: str, content: bytes | str, side: str | None = None) -> str:
        text = wrong_with(read, name, content, side)
        assert text.isprintable()
        return text.removeprefix(f"{tmp_path / name}: ")

    return refused


def triangles(corners: Corners) -> set[tuple[tuple[float, ...], ...]]:
    """The triangles in no order, each from its lowest corner on, the same way round."""
    rings = [[tuple(float(value) for value in corner) for corner in one] for one in corners]
    turned = [one[one.index(min(one)) :] + one[: one.index(min(one))] for one in rings]
    return {tuple(one) for one in turned}


def stl_text(corners: Corners, name: str = "thing") -> str:
    facets = (
        "facet normal 0 0 0\nouter loop\n"
        + "".join(f"vertex {x} {y} {z}\n" for x, y, z in one.tolist())
        + "endloop\nendfacet\n"
        for one in corners
    )
    return f"solid {name}\n{''.join(facets)}endsolid {name}\n"


NUMBERS = TETRAHEDRON.astype("<f4").tobytes() + FACES.astype("<u2").tobytes()


def tree(**changes: Any) -> dict[str, Any]:
    """The description of a tetrahedron, in which something may be changed."""
    return {
        "asset": {"version": "2.0"},
        "scene": 0,
        "scenes": [{"nodes": [0]}],
        "nodes": [{"mesh": 0, "name": "Figure"}],
        "meshes": [{"name": "Shape", "primitives": [{"attributes": {"POSITION": 0}, "indices": 1}]}],
        "accessors": [
            {"bufferView": 0, "componentType": 5126, "count": 4, "type": "VEC3"},
            {"bufferView": 1, "componentType": 5123, "count": 12, "type": "SCALAR"},
        ],
        "bufferViews": [{"buffer": 0, "byteLength": 48}, {"buffer": 0, "byteOffset": 48, "byteLength": 24}],
        "buffers": [{"byteLength": 72}],
        **changes,
    }


def accessor(**changes: Any) -> dict[str, Any]:
    """The tetrahedron with its corners described otherwise."""
    whole = tree()
    whole["accessors"][0] |= changes
    return whole


def in_fireline(corners: Corners) -> Corners:
    """What is y up and facing +z, z up and facing +x."""
    return corners[..., [2, 0, 1]]


ALL = {
    "thing.stl": stl(SOLID),
    "text.stl": stl_text(SOLID).encode(),
    "thing.obj": obj_text(TETRAHEDRON, FACES).encode(),
    "text.ply": ply(TETRAHEDRON, FACES),
    "thing.ply": ply(TETRAHEDRON, FACES, "binary_little_endian"),
    "thing.glb": glb(tree(), NUMBERS),
}


def knight() -> bytes:
    """A GLB file with bones, and a hat on one of them."""
    file = Glb()
    names = {"POSITION": file.put(TETRAHEDRON), "JOINTS_0": file.put([[0, 1, 0, 0]] * 4, "<u1")}
    names["WEIGHTS_0"] = file.put([[0.5, 0.5, 0, 0]] * 4)
    morph = {"indices": {"bufferView": file.view([1], "<u2"), "componentType": 5123}}
    target = {"count": 1, **morph, "values": {"bufferView": file.view([[0, 0, 4]], "<f4")}}
    file.accessors.append({"componentType": 5126, "count": 4, "type": "VEC3", "sparse": target})
    shape = file.mesh(names, targets=[{"POSITION": 3}])
    return file.file(
        nodes=[{"mesh": 0, "skin": 0, "children": [1, 2]}, {"mesh": 1}, {"translation": [8, 0, 0]}],
        meshes=[{**shape, "weights": [0.5]}, {"primitives": []}],
        skins=[{"joints": [1, 2], "inverseBindMatrices": file.put([np.eye(4).reshape(-1)] * 2)}],
        animations=[{"channels": [], "samplers": []}],
    )


def scout() -> bytes:
    """A 3MF file, nothing in it packed, so that what is spoilt is what it says."""
    mesh = mesh_xml(TETRAHEDRON.tolist(), FACES.tolist())
    objects = (
        f'<object id="1">{mesh}</object><object id="2"><components><component objectid="1"/></components></object>'
    )
    return package({"3D/3dmodel.model": model_xml(objects, '<item objectid="2"/>')}, how=ZIP_STORED)


GOOD = {**ALL, "knight.glb": knight(), "scout.3mf": scout()}


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


# GLB


def test_glb_parts_are_placed_by_their_nodes(read: Read) -> None:
    half = 0.5**0.5
    nodes = [
        {"children": [1, 2, 3], "translation": [10, 0, 0], "scale": [2, 2, 2]},
        {"mesh": 0, "name": "Body", "rotation": [0, half, 0, half]},  # a quarter turn about y
        {"mesh": 0, "name": "Sword", "translation": [0, 5, 0], "camera": 0},
        {"children": [4]},
        {"mesh": 0, "name": "Hat", "matrix": [1, 0, 0, 0, 0, 1, 0, 0, 0, 0, -1, 0, 0, 0, 7, 1]},  # mirrored
    ]
    model = read("a.glb", glb(tree(nodes=nodes), NUMBERS), "units: inch")
    x, y, z = SOLID[..., 0], SOLID[..., 1], SOLID[..., 2]
    wanted = [
        np.stack([2 * z + 10, 2 * y, -2 * x], axis=-1),
        np.stack([2 * x + 10, 2 * y + 10, 2 * z], axis=-1),
        np.stack([2 * x + 10, 2 * y, 14 - 2 * z], axis=-1)[:, ::-1],
    ]
    assert model.solid.parts == ("Body", "Sword", "Hat")
    for n, corners in enumerate(wanted):
        assert triangles(model.solid.corners[model.solid.part_of == n]) == triangles(in_fireline(corners))


@pytest.mark.whole("witness")
@given(
    st.lists(
        st.tuples(
            st.tuples(*[st.integers(-9, 9)] * 3),
            st.tuples(*[st.integers(-5, 5)] * 4).filter(any),
            st.tuples(*[st.sampled_from([-2, 0.5, 1, 3])] * 3),
        ),
        min_size=1,
        max_size=5,
    )
)
@settings(max_examples=60)
def test_nodes_below_nodes_stand_where_trimesh_says(
    tmp_path_factory: pytest.TempPathFactory, chain: list[tuple[tuple[float, ...], ...]]
) -> None:
    import trimesh

    nodes: list[dict[str, Any]] = [
        {"translation": move, "rotation": [n / sum(m * m for m in turn) ** 0.5 for n in turn], "scale": scale}
        for move, turn, scale in chain
    ]
    for n, node in enumerate(nodes):
        node.update({"children": [n + 1]} if n + 1 < len(nodes) else {"mesh": 0})
    file = tmp_path_factory.mktemp("nodes") / "a.glb"
    file.write_bytes(glb(tree(nodes=nodes), NUMBERS))
    witness = trimesh.load_scene(file, process=False).to_mesh()
    model = read_model(file)
    corners = np.sort(model.solid.corners.reshape(-1, 3), axis=0) / model.unit
    assert np.abs(corners - np.sort(in_fireline(witness.triangles).reshape(-1, 3), axis=0)).max() < 1e-3


def test_a_glb_part_is_named_by_node_mesh_or_material(read: Read) -> None:
    whole = tree(
        nodes=[{"mesh": 0, "name": "Figure"}, {"mesh": 1}, {"mesh": 2}],
        scenes=[{"nodes": [0, 1, 2]}],
        materials=[{"name": "skin"}, {"name": "Steel equipment"}],
        meshes=[
            {"primitives": [{"attributes": {"POSITION": 0}, "indices": 1, "material": m} for m in (0, 1)]},
            {"name": "RaisedPose", "primitives": [{"attributes": {"POSITION": 0}, "indices": 1, "material": 1}]},
            {"primitives": [{"attributes": {"POSITION": 0}, "indices": 1}]},
        ],
    )
    model = read("a.glb", glb(whole, NUMBERS))
    assert dict(zip(model.solid.parts, model.tags, strict=True)) == {
        "Figure": "body",
        "Steel equipment": "equipment",
        "RaisedPose": "pose",
        "body": "body",
    }


def test_glb_strips_and_fans_are_triangles(read: Read) -> None:
    square = np.array([[0, 0, 0], [1, 0, 0], [0, 1, 0], [1, 1, 0]], dtype="<f4")
    for mode, order in ((5, [0, 1, 2, 3]), (6, [0, 1, 3, 2])):
        whole = tree(
            meshes=[{"primitives": [{"attributes": {"POSITION": 0}, "indices": 1, "mode": mode}]}],
            accessors=[
                {"bufferView": 0, "componentType": 5126, "count": 4, "type": "VEC3"},
                {"bufferView": 1, "componentType": 5121, "count": 4, "type": "SCALAR"},
            ],
        )
        model = read("a.glb", glb(whole, square.tobytes() + bytes(order)), "units: inch")
        first, second, third = (model.solid.corners[:, n] for n in range(3))
        sides = np.cross(second - first, third - first)
        assert len(model.solid) == 2
        assert sides.tolist() == [[1, 0, 0]] * 2  # both face the way that +z became
        assert model.leaks == 4


def test_glb_extensions_that_say_nothing_of_shapes_are_passed_over(read: Read) -> None:
    whole = tree(extensionsRequired=["KHR_materials_unlit", "KHR_texture_transform"], extras={"by": [{"a": 1}]})
    assert len(read("a.glb", glb(whole, NUMBERS)).solid) == 4


def test_glb_numbers_may_lie_apart_and_lines_are_no_triangles(read: Read) -> None:
    rows = np.concatenate([TETRAHEDRON, TETRAHEDRON + 100], axis=1).astype("<f4").tobytes()
    whole = tree(
        bufferViews=[
            {"buffer": 0, "byteOffset": 4, "byteLength": 92, "byteStride": 24},
            {"buffer": 0, "byteOffset": 100, "byteLength": 24},
        ],
        meshes=[
            {
                "primitives": [
                    {"attributes": {"POSITION": 0}, "mode": 1},
                    {"attributes": {"POSITION": 0, "NORMAL": 77}, "indices": 1},
                ]
            }
        ],
    )
    model = read("a.glb", glb(whole, b"...." + rows + FACES.astype("<u2").tobytes()), "units: inch")
    assert triangles(model.solid.corners) == triangles(in_fireline(SOLID))


@pytest.mark.parametrize(
    ("whole", "why"),
    [
        (tree(buffers=[{"uri": "other.bin", "byteLength": 72}]), "buffers[0]: refers to another file"),
        (tree(buffers=[{"uri": "data:;base64,AAAA", "byteLength": 3}]), "buffers[0]: refers to another file"),
        (tree(images=[{"uri": "http://example.org/a.png"}]), "images[0]: refers to another file"),
        (tree(extensionsRequired=["KHR_draco_mesh_compression"]), "is packed by Draco (KHR_draco_mesh_compression), w"),
        (tree(asset={"version": "1.0"}), "asset.version: is glTF '1.0'; only version 2 is read"),
        (tree(nodes=[{"mesh": 0, "skin": 0}]), "skins[0] is referred to, but not there"),
        (tree(nodes=[{"mesh": 3}]), "meshes[3] is referred to, but not there"),
        (tree(nodes=[{"children": [0], "mesh": 0}]), "nodes: a node stands in two places, or below itself"),
        (tree(nodes=[{"mesh": 0, "rotation": [0, 0, 0, 0]}]), "nodes[0]: its rotation is all zeros"),
        (tree(nodes=[{"mesh": 0, "matrix": [1.0] * 16}]), "nodes[0]: its matrix is no placement"),
        (tree(nodes=[{"mesh": 0, "scale": [1e30, 1e30, 1e30]}]), "more than 1,000,000 units from the origin"),
        (tree(nodes=[{"mesh": 0, "scale": [0, 0, 0]}]), "is smaller than 0.001 inches"),
        (tree(nodes=[{"mesh": 0, "rotation": [1e-160, 0, 0, 0]}]), "one of its numbers is not finite"),
        (tree(scene=4), "scenes[4] is referred to, but not there"),
        (tree(scenes=[]), "has no triangles"),
        (tree(meshes=[{"primitives": [{"attributes": {}}]}]), "meshes[0]: has no POSITION"),
        (tree(meshes=[{"primitives": [{"attributes": {"POSITION": 0}}]}]), "which is no multiple of three"),
        (tree(meshes=[{"primitives": [{"attributes": {"POSITION": 0}, "mode": 1}]}]), "has no triangles"),
        (tree(accessors="many"), "accessors: 'many' is not a list"),
        (tree(nodes=[{}] * 10_001), "nodes: has 10001 entries; at most 10000"),
        (accessor(count=10**12), "accessors[0].count: 1000000000000 is too large; at most 6000000"),
        (accessor(count=-4), "accessors[0].count: -4 is too small; at least 1"),
        (accessor(count=3), "meshes[0]: refers to corner 3 of 3"),
        (accessor(count=5), "accessors[0]: reaches beyond the numbers that the file has"),
        (accessor(byteOffset=2**62), "accessors[0]: reaches beyond the numbers that the file has"),
        (accessor(sparse={"count": 1}), "accessors[0].sparse.indices: is missing"),
        (accessor(bufferView=None), "is smaller than 0.001 inches"),
        (accessor(componentType=5124), "accessors[0]: 'VEC3' of 5124 cannot be used here"),
        (tree(bufferViews=[{"buffer": 0, "byteLength": 2**40}] * 2), "'SCALAR'"),
        (
            tree(bufferViews=[{"buffer": 0, "byteLength": 96, "byteStride": 10**30}] * 2),
            f"bufferViews[0].byteStride: {10**30} is too large; less than {2**63}",
        ),
    ],
)
def test_a_glb_file_that_cannot_be_relied_on_is_refused(refused: Refused, whole: dict[str, Any], why: str) -> None:
    if why == "'SCALAR'":  # both accessors read the corners: what they are read as is no corner's number
        assert "refers to corner" in refused("a.glb", glb(whole, NUMBERS))
    else:
        assert why in refused("a.glb", glb(whole, NUMBERS))


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
        ("a.glb", b"glTF", "is no GLB file"),
        ("a.glb", b"", "is no GLB file"),
        ("a.glb", struct.pack("<4s3I4s", b"glTF", 1, 20, 0, b"JSON"), "is GLB of version 1; only version 2 is read"),
        ("a.glb", glb(tree(), NUMBERS)[:-1], "is cut off or damaged"),
        (
            "a.glb",
            struct.pack("<4s3I4s", b"glTF", 2, 20, 2**32 - 1, b"JSON"),
            "is said to have 4,294,967,315 bytes, not 20",
        ),
        ("a.glb", glb("{" + " " * 2**25 + "}"), "bytes of JSON; at most 33,554,432 are read"),
        ("a.glb", glb("{"), "its JSON is not well-formed JSON"),
        ("a.glb", glb("[" * 100_000), "its JSON is nested deeper than 30"),
        ("a.glb", glb('{"asset": {"version": "2.0"}, "scene": NaN}'), "its JSON NaN is not a number that can be used"),
        (
            "a.glb",
            b"glTF" + struct.pack("<2I", 2, 24) + struct.pack("<I4s", 4, b"JSON") + b"\xff{} ",
            "its JSON is not UTF-8 t",
        ),
        ("a.glb", glb("[]"), "[] is not a mapping of keys to values"),
        ("a.glb", glb("{}"), "asset: is missing"),
        ("a.glb", glb({"asset": {"version": "2.0"}}), "has no triangles"),
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
        ("a.ply", ply(TETRAHEDRON, FACES)[:-12], "is cut off"),
        ("a.ply", ply(TETRAHEDRON, FACES, "binary_little_endian", (4, -1)), "is no PLY file that can be read"),
        ("a.ply", ply(TETRAHEDRON, FACES).replace(b"list uchar int", b"list uchar float"), "is no PLY file that can"),
        ("a.ply", ply(TETRAHEDRON, FACES).replace(b"list uchar int", b"list float int"), "is no PLY file that can"),
        ("a.ply", ply(TETRAHEDRON, FACES).replace(b"3 0 2", b"3 0 2" + b"0" * 30, 1), "is no PLY file that can be"),
        ("a.ply", ply(TETRAHEDRON, FACES, "binary_little_endian")[:-1], "is no PLY file that can be read"),
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


def mixed_ply(points: Corners, faces: Sequence[Sequence[int]], order: str = "<") -> bytes:
    """A binary file whose faces have as many corners as they like, and a list more each."""
    kind = {"<": "binary_little_endian", ">": "binary_big_endian"}[order]
    header = ply(points, np.array(faces[:0]), kind, (len(points), len(faces))).partition(b"end_header")[0]
    header += b"property list uchar float texcoord\nend_header\n"
    body = points.astype(f"{order}f4").tobytes()
    for face in faces:
        body += struct.pack(f"{order}B{len(face)}iB2f", len(face), *face, 2, 0.5, 0.25)
    return header + body


@pytest.mark.parametrize("order", "<>")
def test_a_binary_ply_file_may_mix_triangles_and_quads(read: Read, order: str) -> None:
    model = read("a.ply", mixed_ply(PYRAMID, MIXED, order))
    assert (len(model.solid), model.closed, model.bent) == (6, True, 0)
    assert triangles(model.solid.corners) == triangles(read("b.obj", obj_text(PYRAMID, MIXED)).solid.corners)
    assert model.solid.corners.reshape(-1, 3).max() == 4


def test_a_bent_face_is_told(read: Read) -> None:
    roof = PYRAMID.copy()
    roof[2, 2] = -1
    for name, content in (("b.ply", mixed_ply(roof, MIXED)), ("b.obj", obj_text(roof, MIXED))):
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


# Names and side files


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
        ("base: {height: 0}", "base.height: 0 is too small; more than 0"),
        ("base: {size: 2}", "base.size: 2 is too small; at least 5"),
        ("base: {hight: 3}", "base: unknown key 'hight'; did you mean 'height'?"),
        ("regions: [{name: a, kind: sword, box: [[0,0,0],[1,1,1]]}]", "regions[0].kind: 'sword' is not body, equipmen"),
        ("regions: [{name: a, kind: pose, box: [[0,0,0],[1,1,0]]}]", "regions[0].box: is no box: its first corner has"),
        ("regions: [{name: a, kind: pose, box: [[9,9,9],[10,10,10]]}]", "regions[0].box: nothing of the model is in"),
        ("regions: [{name: body, kind: pose, box: [[0,0,0],[1,1,1]]}]", "'body' is the name of another part already"),
        ("regions: [{name: a, kind: base, box: [[-9,-9,-9],[99,99,99]]}]", "has no body: every part of it"),
    ],
)
def test_a_base_or_region_that_is_wrong_is_named(refused: Refused, side: str, why: str) -> None:
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


# Hostile files

_opened: list[str] | None = None


def _watch(event: str, given: tuple[Any, ...]) -> None:
    if _opened is not None and (
        event == "open" or event.startswith(("socket.", "subprocess.", "os.system", "os.exec"))
    ):
        _opened.append(str(given[0]) if event == "open" else event)


@pytest.fixture(scope="module")
def opened() -> Iterator[Callable[[Path], list[str]]]:
    """What is opened while a file is read."""
    global _opened  # noqa: PLW0603 - Python keeps what listens to it for ever
    sys.addaudithook(_watch)

    def opened(file: Path) -> list[str]:
        global _opened  # noqa: PLW0603
        seen: list[str] = []
        for _ in range(2):  # the first time, modules may be loaded
            seen = _opened = []
            with suppress(BattleFileError):
                read_model(file)
            _opened = None
        return seen

    yield opened
    _opened = None


@pytest.mark.parametrize(
    ("name", "content"),
    [
        ("a.obj", b"mtllib ../../etc/passwd\nmtllib a.mtl\ncall evil.obj\ncsh touch x\n" + ALL["thing.obj"]),
        ("a.ply", ALL["text.ply"].replace(b"element v", b"comment TextureFile a.mtl\nelement v")),
        ("b.ply", ALL["thing.ply"].replace(b"element v", b"comment TextureFile /etc/passwd\nelement v")),
        ("a.glb", glb(tree(buffers=[{"uri": "a.mtl", "byteLength": 72}]), NUMBERS)),
        ("b.glb", glb(tree(images=[{"uri": "http://localhost/a.png"}]), NUMBERS)),
        ("a.stl", ALL["text.stl"]),
        ("b.stl", ALL["thing.stl"]),
    ],
)
def test_no_other_file_is_opened(
    opened: Callable[[Path], list[str]], tmp_path: Path, name: str, content: bytes
) -> None:
    (tmp_path / "a.mtl").write_text("newmtl skin\nmap_Kd a.png\n")
    file = tmp_path / name
    file.write_bytes(content)
    assert opened(file) == [str(file)]


@pytest.fixture(scope="module")
def scratch(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return tmp_path_factory.mktemp("spoilt")


@st.composite
def spoilt(draw: st.DrawFn) -> tuple[str, bytes]:
    """A good file with bytes changed, put in or taken out, or cut off."""
    name = draw(st.sampled_from(sorted(GOOD)))
    raw = bytearray(GOOD[name])
    for _ in range(draw(st.integers(0, 6))):
        at = draw(st.integers(0, len(raw)))
        match draw(st.sampled_from(["flip", "put", "take", "number"])):
            case "flip" if at < len(raw):
                raw[at] ^= 1 << draw(st.integers(0, 7))
            case "put":
                raw[at:at] = draw(st.binary(max_size=6))
            case "take":
                del raw[at : at + draw(st.integers(1, 9))]
            case _:
                raw[at : at + 1] = draw(st.sampled_from([b"-", b"9", b"99999999999", b"1e999", b"nan", b"\xff" * 4]))
    return name, bytes(raw[: draw(st.integers(0, len(raw)))] if draw(st.booleans()) else raw)


@fuzz("meshes", 500)
@given(spoilt())
def test_of_a_spoilt_file_comes_a_model_or_one_line(scratch: Path, file: tuple[str, bytes]) -> None:
    name, content = file
    path = scratch / name
    path.write_bytes(content)
    said, model = "", None
    try:
        model = read_model(path)
    except BattleFileError as wrong:
        said = wrong.problem
    assert said.isprintable()
    assert len(said) < 300
    assert bool(said) == (model is None)
    if model is not None:
        assert len(model.solid)
        assert np.isfinite(model.solid.corners).all()
        assert set(model.solid.part_of.tolist()) == set(range(len(model.tags)))


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


def test_a_placement_of_3mf_moves_a_row_of_three_numbers_and_1() -> None:
    written = [[2, 3, 5], [7, 11, 13], [17, 19, 23], [29, 31, 37]]
    rows = placement_of_3mf(" ".join(str(number) for row in written for number in row))
    point = (1, 10, 100, 1)
    moved = [sum(p * row[axis] for p, row in zip(point, written, strict=True)) for axis in range(3)]
    assert [sum(p * number for p, number in zip(point, row, strict=True)) for row in rows] == moved
