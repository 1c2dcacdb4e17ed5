"""GLB files: the triangles of glTF 2.0 in its binary form, with the names of their nodes, meshes and materials.

The file is read here and not by trimesh 5, which leaves out sparse numbers and scalings of whole numbers without a
word, makes room for what a file merely claims, and straightens placements that it takes for rotations.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from struct import unpack_from
from typing import Any

import numpy as np
from numpy.typing import NDArray

from fireline.formats.meshes.gltf import Accessor, Gltf, Placement, Primitive, at, placed, read_gltf
from fireline.formats.meshes.pieces import Piece, limited
from fireline.formats.parsing import parse_json
from fireline.game.entries import read_entry, shown
from fireline.game.errors import BattleFileError, Code

JSON_LIMIT = 2 * 1024 * 1024
"""The largest description of a scene that is read, in bytes."""

_INDICES: dict[int, np.dtype[Any]] = {5121: np.dtype("<u1"), 5123: np.dtype("<u2"), 5125: np.dtype("<u4")}
_FLOATS: dict[int, np.dtype[Any]] = {5126: np.dtype("<f4")}
_WIDTHS = {"SCALAR": 1, "VEC3": 3}
_TRIANGLES, _STRIP, _FAN = 4, 5, 6


def read_glb(raw: bytes) -> list[Piece]:
    """The pieces of a GLB file as they are placed in its scene, y up; raises `BattleFileError`."""
    description, numbers = _chunks(raw)
    return list(_File(read_gltf(description), numbers).pieces())


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
        description = parse_json(raw[20:end].decode("utf-8"))
    except UnicodeDecodeError:
        raise BattleFileError(Code.UNREADABLE, "its JSON is not UTF-8 text") from None
    except BattleFileError as wrong:
        raise BattleFileError(wrong.code, f"its JSON {wrong.problem}", wrong.place) from None
    if length < end + 8 or raw[end + 4 : end + 8] != b"BIN\0":
        return description, b""
    (size,) = unpack_from("<I", raw, end)
    return description, raw[end + 8 : end + 8 + size]


@dataclass(frozen=True)
class _File:
    """A GLB file: its description, and the bytes that its numbers are in."""

    tree: Gltf
    numbers: bytes

    def pieces(self) -> Iterator[Piece]:
        """The triangles of each mesh of the scene, one piece for each material."""
        triangles = 0
        for place, node, placement in placed(self.tree):
            if node.mesh is None:
                continue
            mesh = at(self.tree.meshes, node.mesh, "meshes")
            if node.skin is not None:
                raise BattleFileError(
                    Code.UNSUPPORTED, "is moved by bones, which are not read; export it with its pose applied", place
                )
            if any(mesh.weights) or any(node.weights):
                raise BattleFileError(
                    Code.UNSUPPORTED, "is shaped by morph targets; export it with its shape applied", place
                )
            for primitive in mesh.primitives:
                corners = self._corners(primitive, f"meshes[{node.mesh}]")
                triangles = limited(triangles + max(len(corners), 1))  # points and lines take time too
                names = [node.name, mesh.name]
                if primitive.material is not None:
                    names.append(at(self.tree.materials, primitive.material, "materials").name)
                yield Piece(_moved(corners, placement), tuple(names))

    def _corners(self, primitive: Primitive, place: str) -> NDArray[np.float32]:
        """The triangles of a primitive, in the shape (n, 3, 3); points and lines have none."""
        if primitive.mode not in {_TRIANGLES, _STRIP, _FAN}:
            return np.empty((0, 3, 3), dtype=np.float32)
        position = primitive.attributes.get("POSITION")
        if position is None:
            raise BattleFileError(Code.MISSING, "has no POSITION", place)
        points = self._read(position, "VEC3", _FLOATS)
        if primitive.indices is None:
            order = np.arange(len(points))
        else:
            order = self._read(primitive.indices, "SCALAR", _INDICES)[:, 0].astype(np.int64)
        if order.max() >= len(points):
            raise BattleFileError(Code.UNKNOWN_NAME, f"refers to corner {order.max():,} of {len(points):,}", place)
        return points[_threes(order, primitive.mode, place)]

    def _read(self, index: int, type_: str, kinds: dict[int, np.dtype[Any]]) -> NDArray[Any]:
        """The numbers of an accessor, in the shape (count, width), without a copy."""
        place = f"accessors[{index}]"
        accessor = read_entry(Accessor, at(self.tree.accessors, index, "accessors"), place)
        if accessor.sparse is not None or accessor.buffer_view is None:
            raise BattleFileError(
                Code.UNSUPPORTED, "is sparse or empty, which is not read; export it with all numbers", place
            )
        if accessor.type != type_ or accessor.component_type not in kinds:
            raise BattleFileError(
                Code.UNSUPPORTED, f"{shown(accessor.type)} of {accessor.component_type} cannot be used here", place
            )
        view = at(self.tree.buffer_views, accessor.buffer_view, "bufferViews")
        kind, width = kinds[accessor.component_type], _WIDTHS[type_]
        stride = view.byte_stride or kind.itemsize * width
        end = accessor.byte_offset + stride * (accessor.count - 1) + kind.itemsize * width
        if view.buffer or end > view.byte_length or view.byte_offset + end > len(self.numbers):
            raise BattleFileError(Code.OUT_OF_RANGE, "reaches beyond the numbers that the file has", place)
        start = view.byte_offset + accessor.byte_offset
        return np.ndarray((accessor.count, width), kind, self.numbers, start, (stride, kind.itemsize))


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


def _moved(corners: NDArray[np.float32], placement: Placement) -> NDArray[np.float64]:
    """The corners in their place; a placement that mirrors also turns the triangles round."""
    with np.errstate(over="ignore", invalid="ignore"):  # what is not finite is found with all other corners
        x, y, z = (corners[..., axis].astype(np.float64) for axis in range(3))
        moved = np.stack([x * a + y * b + z * c + t for a, b, c, t in placement], axis=-1)
    (ax, ay, az, _), (bx, by, bz, _), (cx, cy, cz, _) = placement
    mirrors = ax * (by * cz - bz * cy) - ay * (bx * cz - bz * cx) + az * (bx * cy - by * cx) < 0
    return moved[:, ::-1] if mirrors else moved
