"""GLB files: where nodes put what, and what cannot be relied on is refused in one clear line."""

import struct
from typing import Any

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from fireline.formats.meshes import read_model
from fireline.formats.meshes.gltf import moved
from formats.meshmaking import FACES, NUMBERS, SOLID, TETRAHEDRON, Read, Refused, glb, in_fireline, tree, triangles


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
    assert (model.solid.parts, model.notes) == (("Body", "Sword", "Hat"), ())
    for n, corners in enumerate(wanted):
        assert triangles(model.solid.corners[model.solid.part_of == n]) == triangles(in_fireline(corners))


@given(st.tuples(*[st.tuples(*[st.integers(-9, 9)] * 4)] * 3))
def test_a_placement_that_mirrors_turns_the_triangles_round(placement: Any) -> None:
    _, order = moved(np.eye(3), np.array([[0, 1, 2]]), placement)
    volume = round(np.linalg.det([row[:3] for row in placement]))  # a whole number, and far below where doubles err
    assert order.tolist() == ([[2, 1, 0]] if volume < 0 else [[0, 1, 2]])


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


def accessor(**changes: Any) -> dict[str, Any]:
    """The tetrahedron with its corners described otherwise."""
    whole = tree()
    whole["accessors"][0] |= changes
    return whole


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


@pytest.mark.parametrize(
    ("content", "why"),
    [
        (b"glTF", "is no GLB file"),
        (b"", "is no GLB file"),
        (struct.pack("<4s3I4s", b"glTF", 1, 20, 0, b"JSON"), "is GLB of version 1; only version 2 is read"),
        (glb(tree(), NUMBERS)[:-1], "is cut off or damaged"),
        (
            struct.pack("<4s3I4s", b"glTF", 2, 20, 2**32 - 1, b"JSON"),
            "is said to have 4,294,967,315 bytes, not 20",
        ),
        (glb("{" + " " * 2**25 + "}"), "bytes of JSON; at most 33,554,432 are read"),
        (glb("{"), "its JSON is not well-formed JSON"),
        (glb("[" * 100_000), "its JSON is nested deeper than 30"),
        (glb('{"asset": {"version": "2.0"}, "scene": NaN}'), "its JSON NaN is not a number that can be used"),
        (struct.pack("<4s3I4s", b"glTF", 2, 24, 4, b"JSON") + b"\xff{} ", "its JSON is not UTF-8 t"),
        (glb("[]"), "[] is not a mapping of keys to values"),
        (glb("{}"), "asset: is missing"),
        (glb({"asset": {"version": "2.0"}}), "has no triangles"),
    ],
)
def test_a_file_that_is_none_is_refused(refused: Refused, content: bytes, why: str) -> None:
    assert why in refused("a.glb", content)
