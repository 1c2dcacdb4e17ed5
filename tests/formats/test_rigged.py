"""Figures with bones: in their rest pose, with their parts, and nothing believed that a file only claims."""

from typing import Any

import numpy as np
import pytest
from numpy.typing import ArrayLike, NDArray

from fireline.formats.meshes import glb, pieces
from fireline.formats.meshes.glb import without
from fireline.game.errors import Code
from fireline.game.modelfacts import MeshWords
from formats.meshmaking import Glb, Read, Refused, corners_of
from refusing import wrong_with

POINTS = np.array([[0, 0, 0], [1, 0, 0], [0, 1, 0], [0, 0, 1]], dtype=np.float64)
GLTF = (1, 2, 0)
"""The axes of Fireline in the order of the file's own."""
HALF = 0.5**0.5
TURNED = [HALF, 0, 0, HALF]
"""A quarter turn about x: y becomes z, z becomes -y."""


def rigged(
    weights: ArrayLike = ((1, 0, 0, 0),) * 4,
    joints: ArrayLike = ((0, 1, 0, 0),) * 4,
    bind: ArrayLike | None = None,
    kinds: tuple[str, str] = ("<f4", "<u1"),
    **changes: Any,
) -> bytes:
    """A tetrahedron moved by two joints, one below the other, with an unskinned hat on the second."""
    file = Glb()
    attributes = {"POSITION": file.put(POINTS), "JOINTS_0": file.put(joints, kinds[1])}
    attributes["WEIGHTS_0"] = file.put(weights, kinds[0], normalized=kinds[0] != "<f4")
    skin: dict[str, Any] = {"joints": [1, 2]}
    if bind is not None:
        skin["inverseBindMatrices"] = file.put(bind)
    tree: dict[str, Any] = {
        "nodes": [
            {"name": "Knight", "mesh": 0, "skin": 0, "children": [1], "translation": [50, 60, 70]},
            {"name": "root", "children": [2], "translation": [-50, -60, -60]},
            {"name": "hand", "children": [3], "rotation": TURNED},
            {"name": "Hat", "mesh": 1, "translation": [0, 2, 0]},
        ],
        "meshes": [file.mesh(attributes), file.mesh({"POSITION": attributes["POSITION"]})],
        "skins": [skin],
    }
    return file.file(**tree | changes)


def rows(points: NDArray[np.float64]) -> set[tuple[float, ...]]:
    return {tuple(point) for point in (np.round(points, 5) + 0.0).tolist()}


def test_a_skin_is_held_by_its_joints_and_not_by_its_own_node(read: Read) -> None:
    model = read("knight.glb", rigged())  # the joint stands at (0, 0, 10) of the world
    assert corners_of(model, "Knight", GLTF) == rows(POINTS + np.array([0, 0, 10]))
    assert model.notes == ("It has bones, and stands in the pose that its file keeps them in; no animation is read.",)


def test_an_unskinned_part_hangs_on_its_joint(read: Read) -> None:
    turned = (POINTS + np.array([0, 2, 0]))[:, [0, 2, 1]] * [1, -1, 1]
    assert corners_of(read("knight.glb", rigged()), "Hat", GLTF) == rows(turned + np.array([0, 0, 10]))


def test_weights_are_shared_between_joints_and_made_to_sum_to_one(read: Read) -> None:
    turned = POINTS[:, [0, 2, 1]] * [1, -1, 1]
    between = (POINTS + 3 * turned) / 4 + np.array([0, 0, 10])
    for weights, kind in (
        ([[0.25, 0.75, 0, 0]] * 4, "<f4"),
        ([[2, 6, 0, 0]] * 4, "<f4"),
        ([[51, 153, 0, 0]] * 4, "<u1"),
    ):
        assert corners_of(read("knight.glb", rigged(weights, kinds=(kind, "<u2"))), "Knight", GLTF) == rows(between)


def test_a_second_set_of_joints_counts_too(read: Read) -> None:
    file = Glb()
    names = {"POSITION": file.put(POINTS)}
    for n, joint in enumerate((0, 1)):
        names[f"JOINTS_{n}"] = file.put([[joint, 0, 0, 0]] * 4, "<u1")
        names[f"WEIGHTS_{n}"] = file.put([[0.5, 0, 0, 0]] * 4)
    raw = file.file(
        nodes=[{"mesh": 0, "skin": 0, "children": [1, 2]}, {}, {"translation": [8, 0, 0]}],
        meshes=[file.mesh(names)],
        skins=[{"joints": [1, 2]}],
    )
    assert corners_of(read("knight.glb", raw), "Knight", GLTF) == rows(POINTS + np.array([4, 0, 0]))


def test_inverse_bind_matrices_come_before_the_joints(read: Read) -> None:
    moved = np.eye(4)
    moved[:3, 3] = [0, 0, -10]
    model = read("knight.glb", rigged(bind=[moved.T.reshape(-1), np.eye(4).reshape(-1)]))
    assert corners_of(model, "Knight", GLTF) == rows(POINTS)


def test_a_corner_without_weight_goes_with_the_first_joint_it_names(read: Read) -> None:
    model = read("knight.glb", rigged([[0, 0, 0, 0]] * 4, [[1, 0, 0, 0]] * 4))
    assert corners_of(model, "Knight", GLTF) == rows(POINTS[:, [0, 2, 1]] * [1, -1, 1] + np.array([0, 0, 10]))


@pytest.mark.parametrize("sparse", [False, True])
@pytest.mark.parametrize("by", ["mesh", "node"])
def test_morph_targets_shape_by_their_weights(read: Read, by: str, sparse: bool) -> None:
    file = Glb()
    moves = np.zeros((4, 3))
    moves[3] = [0, 0, 4]
    if sparse:
        told = {"count": 1, "indices": {"bufferView": file.view([3], "<u2"), "componentType": 5123}}
        told["values"] = {"bufferView": file.view([[0, 0, 4]], "<f4")}
        file.accessors.append({"componentType": 5126, "count": 4, "type": "VEC3", "sparse": told})
        target = 0
    else:
        target = file.put(moves)
    mesh = file.mesh({"POSITION": file.put(POINTS)}, targets=[{"NORMAL": 99}, {"POSITION": target}])
    mesh["weights"], node = [1, 0.5], dict[str, Any](mesh=0)
    if by == "node":
        mesh["weights"], node["weights"] = [9, 9], [0, 0.5]
    model = read("knight.glb", file.file(nodes=[node], meshes=[mesh]))
    assert corners_of(model, "Knight", GLTF) == rows(POINTS + moves / 2)


def test_a_sparse_number_behind_the_last_is_refused(refused: Refused) -> None:
    file = Glb()
    told = {"count": 1, "indices": {"bufferView": file.view([4], "<u2"), "componentType": 5123}}
    file.put(POINTS, sparse=told | {"values": {"bufferView": file.view([[0, 0, 4]], "<f4")}})
    raw = file.file(nodes=[{"mesh": 0}], meshes=[{"primitives": [{"attributes": {"POSITION": 0}}]}])
    assert "accessors[0]: changes entry 4 of 4" in refused("a.glb", raw, code=Code.UNKNOWN_NAME)


@pytest.mark.parametrize(("kind", "normalized", "by"), [("<i2", False, 1), ("<u1", False, 1), ("<i1", True, 127)])
def test_corners_may_be_whole_numbers(read: Read, kind: str, normalized: bool, by: float) -> None:
    file = Glb()
    attributes = {"POSITION": file.put(POINTS * 100, kind, normalized=normalized)}
    raw = file.file(
        nodes=[{"mesh": 0, "scale": [by, by, by]}],
        meshes=[file.mesh(attributes)],
        extensionsRequired=["KHR_mesh_quantization"],
    )
    assert corners_of(read("knight.glb", raw), "Knight", GLTF) == rows(POINTS * 100)


def test_parts_are_switched_off_by_what_is_said_beside_the_file(read: Read) -> None:
    whole = read("knight.glb", rigged())
    assert (whole.solid.parts, whole.absent) == (("Knight", "Hat"), ())
    without_hat = read("knight.glb", rigged(), words=MeshWords(parts={"Hat": "absent"}))
    assert (without_hat.solid.parts, without_hat.absent, len(without_hat.solid)) == (("Knight",), ("Hat",), 4)
    side = "parts: {Hat: absent, Knight: body}"
    assert read("knight.glb", rigged(), side).absent == ("Hat",)
    assert read("knight.glb", rigged(), side, MeshWords(parts={"Hat": "equipment"})).tags == ("body", "equipment")
    none = MeshWords(parts={"Hat": "absent", "Knight": "absent"})
    assert "each is absent" in wrong_with(read, "knight.glb", rigged(), side, none)
    said = wrong_with(read, "knight.glb", rigged(), side, MeshWords(parts={"Hatt": "absent"}))
    assert "'Hatt' is no name in the mesh file; did you mean 'Hat'" in said


@pytest.mark.parametrize(
    ("raw", "code", "why"),
    [
        (rigged(joints=[[5, 0, 0, 0]] * 4), Code.UNKNOWN_NAME, "is moved by joint 5 of 2"),
        (rigged(skins=[{"joints": [1, 77]}]), Code.UNKNOWN_NAME, "skins[0]: its joint nodes[77] stands nowhere"),
        (rigged(skins=[{"joints": []}]), Code.OUT_OF_RANGE, "skins[0].joints: "),
        (rigged(bind=[np.eye(4).reshape(-1)]), Code.MISSING, "skins[0]: has 1 matrices for 2 joints"),
        (rigged([[np.nan, 0, 0, 0]] * 4), Code.MALFORMED, "one of its numbers is not finite"),
        (rigged([[np.inf, -np.inf, 0, 0]] * 4), Code.MALFORMED, "one of its numbers is not finite"),
        (rigged([[1, 0, 0, 0]] * 3), Code.MALFORMED, "joints or weights for another number of corners"),
        (
            rigged([[1, 0, 0, 0]] * 4, [[0.0, 0, 0, 0]] * 4, kinds=("<f4", "<f4")),
            Code.UNSUPPORTED,
            "of 5126 cannot be used",
        ),
        (rigged(extensionsRequired=["EXT_meshopt_compression"]), Code.UNSUPPORTED, "is packed by meshopt"),
        (
            rigged(nodes=[{"mesh": 0, "skin": 0}, {"children": [2]}, {"children": [1]}]),
            Code.UNKNOWN_NAME,
            "stands nowhere",
        ),
    ],
)
def test_bones_that_cannot_be_relied_on_are_refused(refused: Refused, raw: bytes, code: Code, why: str) -> None:
    assert why in refused("knight.glb", raw, code=code)


def test_a_number_of_a_file_is_read_only_so_often(refused: Refused, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("fireline.formats.meshes.gltf.NUMBER_LIMIT", 40)
    assert "numbers; at most 40 are read" in refused("knight.glb", rigged())


def test_animations_are_passed_over_before_they_are_built(
    read: Read, refused: Refused, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(glb, "PART_LIMIT", 500)
    channel = {"sampler": 0, "target": {"node": 1, "path": "translation"}, "extras": {"]}": '"'}}
    animated = rigged(animations=[{"channels": [channel] * 500, "samplers": []}])
    assert corners_of(read("knight.glb", animated), "Knight", GLTF) == rows(POINTS + np.array([0, 0, 10]))
    assert "things in its JSON; at most 500 are read" in refused("knight.glb", rigged(extras=[channel] * 500))


@pytest.mark.parametrize(
    "text",
    ['{"animations": 5}', '{"animations": [', "[]", '{"a": {"animations": [1]}}', '{"b": "animations", "c": [2]}'],
)
def test_what_is_no_list_of_animations_stays(text: str) -> None:
    assert without(text, "animations") == text


def test_points_that_no_triangle_has_are_not_asked_about(read: Read) -> None:
    file = Glb()
    mesh = file.mesh({"POSITION": file.put(np.concatenate([POINTS, [[np.nan, 1e9, 0]]]))})
    assert corners_of(read("knight.glb", file.file(nodes=[{"mesh": 0}], meshes=[mesh])), "Knight", GLTF) == rows(POINTS)
    assert pieces.TRIANGLE_LIMIT == 2_000_000
