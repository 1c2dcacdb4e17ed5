"""GLB files: the triangles of glTF 2.0 in its binary form, with the names of their nodes, meshes and materials.

The file is read here and not by trimesh 5, which leaves out skins, sparse numbers and scalings of whole numbers without
a word, makes room for what a file merely claims, and straightens placements that it takes for rotations.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from itertools import count, takewhile
from struct import unpack_from
from typing import Any

import numpy as np
from numpy.typing import NDArray

from fireline.formats.meshes.gltf import (
    FLOAT,
    UNMOVED,
    Gltf,
    Numbers,
    Placement,
    Primitive,
    Skin,
    at,
    by_columns,
    everywhere,
    moved,
    placed,
    read_gltf,
    roots_of,
    times,
)
from fireline.formats.meshes.pieces import Piece, compact, limited
from fireline.formats.parsing import parse_json
from fireline.game.errors import BattleFileError, Code

JSON_LIMIT = 32 * 1024 * 1024
"""The largest description of a scene that is read, in bytes; most of a large one is animations."""
PART_LIMIT = 2_000_000
"""The most things that a description may hold, less its animations: commas and brackets."""
POSED = "It has bones, and stands in the pose that its file keeps them in; no animation is read."

_TOKEN = re.compile(r'"(?:[^"\\]|\\.)*"|[\[\]{}]')
_TRIANGLES, _STRIP, _FAN = 4, 5, 6
_JOINT, _WEIGHT = (5121, 5123), (5126, 5121, 5123)
_SET = re.compile(r"(JOINTS|WEIGHTS)_\d+")


def read_glb(raw: bytes) -> list[Piece]:
    """The pieces of a GLB file as they are placed in its scene, y up; raises `BattleFileError`."""
    description, numbers = _chunks(raw)
    tree = read_gltf(description)
    return list(_pieces(tree, Numbers(tree, numbers)))


def _chunks(raw: bytes) -> tuple[Any, bytes]:
    """The JSON that describes the scene, and the bytes that its numbers are in."""
    if len(raw) < 20 or raw[:4] != b"glTF" or raw[16:20] != b"JSON":
        raise BattleFileError(Code.UNREADABLE, "is no GLB file")
    version, length, size = unpack_from("<3I", raw, 4)
    if version != 2:
        raise BattleFileError(Code.UNSUPPORTED, f"is GLB of version {version}; only version 2 is read")
    end = 20 + size
    if length != len(raw) or end > length:
        raise BattleFileError(
            Code.UNREADABLE, f"is cut off or damaged: it is said to have {max(length, end):,} bytes, not {len(raw):,}"
        )
    limited(size, "bytes of JSON", JSON_LIMIT)
    try:
        text = without(raw[20:end].decode("utf-8"), "animations")
        limited(text.count(",") + text.count("[") + text.count("{"), "things in its JSON", PART_LIMIT)
        description = parse_json(text)
    except UnicodeDecodeError:
        raise BattleFileError(Code.UNREADABLE, "its JSON is not UTF-8 text") from None
    except BattleFileError as wrong:
        raise BattleFileError(wrong.code, f"its JSON {wrong.problem}", wrong.place) from None
    if length < end + 8 or raw[end + 4 : end + 8] != b"BIN\0":
        return description, b""
    (size,) = unpack_from("<I", raw, end)
    return description, raw[end + 8 : end + 8 + size]


def _pieces(tree: Gltf, numbers: Numbers) -> Iterator[Piece]:
    """The triangles of each mesh of the scene, one piece for each material."""
    triangles, world = 0, everywhere(tree) if tree.skins else {}
    for index, node, placement in placed(tree, roots_of(tree)):
        if node.mesh is None:
            continue
        mesh = at(tree.meshes, node.mesh, "meshes")
        place, joints = f"meshes[{node.mesh}]", None
        if node.skin is not None:
            joints = _joints_of(at(tree.skins, node.skin, "skins"), world, numbers, f"skins[{node.skin}]")
        for primitive in mesh.primitives:
            triangles = limited(triangles + 1)  # points and lines take time too
            if primitive.mode not in {_TRIANGLES, _STRIP, _FAN}:
                continue
            points = _shaped(
                _points(primitive, numbers, place), primitive, node.weights or mesh.weights, numbers, place
            )
            order = _order(primitive, len(points), numbers, place)
            triangles = limited(triangles + max(len(order) - 1, 0))
            if joints is not None:
                points = _held(points, primitive, joints, numbers, f"nodes[{index}]")
            else:
                points, order = moved(points, order, placement)
            names = [node.name, mesh.name]
            if primitive.material is not None:
                names.append(at(tree.materials, primitive.material, "materials").name)
            yield Piece(*compact(points, order), tuple(names), note=POSED if joints is not None else "")


def _points(primitive: Primitive, numbers: Numbers, place: str) -> NDArray[np.float64]:
    position = primitive.attributes.get("POSITION")
    if position is None:
        raise BattleFileError(Code.MISSING, "has no POSITION", place)
    return numbers.floats(position, "VEC3")


def _order(primitive: Primitive, points: int, numbers: Numbers, place: str) -> NDArray[np.int64]:
    """The corners of each triangle, in the shape (n, 3)."""
    listed = primitive.indices
    order = np.arange(points) if listed is None else numbers.whole(listed, "SCALAR")[:, 0]
    if order.max() >= points:
        raise BattleFileError(Code.UNKNOWN_NAME, f"refers to corner {order.max():,} of {points:,}", place)
    return _threes(order, primitive.mode, place)


def _threes(order: NDArray[np.int64], mode: int, place: str) -> NDArray[np.int64]:
    """The corners of each triangle, in the shape (n, 3), from a list, a strip or a fan of them."""
    if mode == _TRIANGLES:
        if len(order) % 3:
            raise BattleFileError(Code.MALFORMED, f"has {len(order):,} corners, which is no multiple of three", place)
        return order.reshape(-1, 3)
    n = np.arange(max(len(order) - 2, 0))
    if mode == _STRIP:  # every other triangle runs the other way round
        return order[np.stack([n, n + 1 + n % 2, n + 2 - n % 2], axis=1)]
    return order[np.stack([n + 1, n + 2, n * 0], axis=1)]


def without(text: str, name: str) -> str:
    """A JSON text in which the list or mapping of this name in the outermost mapping is an empty list.

    What is not well-formed stays as it is, for whoever reads the text to refuse.

    >>> without('{"a": [1, {"b": "]"}], "c": {"a": [2]}}', "a")
    '{"a": [], "c": {"a": [2]}}'
    """
    depth, start, wanted, key = 0, None, False, f'"{name}"'
    for token in _TOKEN.finditer(text):
        match token[0]:
            case "[" | "{":
                depth += 1
                if depth == 2 and wanted:
                    start = token.start()
                wanted = False
            case "]" | "}":
                depth -= 1
                if start is not None and depth == 1:
                    return f"{text[:start]}[]{text[token.end() :]}"
            case string:
                wanted = depth == 1 and string == key and text[token.end() : token.end() + 20].lstrip()[:1] == ":"
    return text


# --- figures with bones -------------------------------------------------------------


# A figure stands as its file keeps it: shaped by morph targets first, then held by its joints. That is the pose in
# which the nodes are stored, the rest pose; animations are another matter. A mesh with a skin stands where its joints
# put it, wherever its own node stands, as glTF has it.


def _shaped(
    points: NDArray[np.float64], primitive: Primitive, weights: Sequence[float], numbers: Numbers, place: str
) -> NDArray[np.float64]:
    """The points of a primitive moved by its morph targets, each by its weight."""
    for target, weight in zip(primitive.targets, weights, strict=False):
        if weight and (position := target.get("POSITION")) is not None:
            moves = numbers.floats(position, "VEC3")
            if len(moves) != len(points):
                raise BattleFileError(Code.MALFORMED, "a morph target has another number of corners", place)
            with np.errstate(over="ignore", invalid="ignore"):  # what is not finite is found with all other corners
                points = points + moves * weight
    return points


def _held(
    points: NDArray[np.float64],
    primitive: Primitive,
    joints: Sequence[Placement],
    numbers: Numbers,
    place: str,
) -> NDArray[np.float64]:
    """The points of a primitive where its joints put them, each by its share of the weights.

    A point without any weight goes with the first joint that it names.
    """
    which, shares = _influences(primitive, len(points), numbers, place)
    if which.max() >= len(joints):
        raise BattleFileError(Code.UNKNOWN_NAME, f"is moved by joint {which.max():,} of {len(joints):,}", place)
    matrices = np.array(joints, dtype=np.float64)
    moved = np.zeros_like(points)
    with np.errstate(over="ignore", invalid="ignore"):  # what is not finite is found with all other corners
        total = sum(shares.T, np.zeros(len(points)))
        bare = total == 0
        shares[bare, 0], total[bare] = 1.0, 1.0
        for joint, share in zip(which.T, shares.T / total, strict=True):
            rows = matrices[joint]
            for axis in range(3):
                a, b, c, t = rows[:, axis].T
                moved[:, axis] += share * (points[:, 0] * a + points[:, 1] * b + points[:, 2] * c + t)
    return moved


def _joints_of(skin: Skin, world: Mapping[int, Placement], numbers: Numbers, place: str) -> list[Placement]:
    """Where each joint puts what is bound to it."""
    missing = next((joint for joint in skin.joints if joint not in world), None)
    if missing is not None:
        raise BattleFileError(Code.UNKNOWN_NAME, f"its joint nodes[{missing}] stands nowhere", place)
    if skin.inverse_bind_matrices is None:
        bound = [UNMOVED] * len(skin.joints)
    else:
        columns = numbers.floats(skin.inverse_bind_matrices, "MAT4", FLOAT)
        if len(columns) < len(skin.joints):
            raise BattleFileError(Code.MISSING, f"has {len(columns):,} matrices for {len(skin.joints):,} joints", place)
        bound = [by_columns(one) for one in columns[: len(skin.joints)].tolist()]
    return [times(world[joint], there) for joint, there in zip(skin.joints, bound, strict=True)]


def _influences(
    primitive: Primitive, points: int, numbers: Numbers, place: str
) -> tuple[NDArray[np.int64], NDArray[np.float64]]:
    """The joints of each point and their weights, of all sets that the primitive has."""
    named = {name for name in primitive.attributes if _SET.fullmatch(name)}
    sets = list(takewhile(lambda n: {f"JOINTS_{n}", f"WEIGHTS_{n}"} <= named, count()))
    if not sets or len(named) != 2 * len(sets):
        raise BattleFileError(Code.MISSING, "has a skin, but not joints and weights for each other", place)
    which = [numbers.whole(primitive.attributes[f"JOINTS_{n}"], "VEC4", _JOINT) for n in sets]
    shares = [numbers.floats(primitive.attributes[f"WEIGHTS_{n}"], "VEC4", _WEIGHT) for n in sets]
    if any(len(one) != points for one in (*which, *shares)):
        raise BattleFileError(Code.MALFORMED, "has joints or weights for another number of corners", place)
    return np.concatenate(which, axis=1), np.concatenate(shares, axis=1)
