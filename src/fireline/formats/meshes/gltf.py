"""The description in a GLB file: glTF 2.0, checked; the numbers that it refers to; and where its nodes stand."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from typing import Annotated, Any, TypeVar

import numpy as np
from numpy.typing import NDArray
from pydantic import ConfigDict, Field
from pydantic.alias_generators import to_camel

from fireline.formats.meshes.pieces import TRIANGLE_LIMIT, as_floats, limited
from fireline.game.entries import FileEntry, read_entry, shown
from fireline.game.errors import BattleFileError, Code

_KNOWN = ("KHR_materials_", "KHR_texture_", "EXT_texture_", "KHR_lights_", "KHR_mesh_quantization")
"""Extensions that say nothing of shapes, and one that lets their numbers be whole."""
_PACKED = {
    "KHR_draco_mesh_compression": "is packed by Draco",
    "EXT_meshopt_compression": "is packed by meshopt",
    "KHR_meshopt_compression": "is packed by meshopt",
}

LIST_LIMIT = 10_000
"""The most nodes, meshes and the like that a file may list."""

T = TypeVar("T")
Count = Annotated[int, Field(ge=0, lt=2**63)]
Things = Annotated[list[T], Field(default_factory=list, max_length=LIST_LIMIT)]


class _Loose(FileEntry):
    """A mapping of glTF; what is not needed of it is passed over."""

    model_config = ConfigDict(extra="ignore", alias_generator=to_camel)


class Asset(_Loose):
    """What version of glTF a file has."""

    version: str


class Source(_Loose):
    """A buffer or an image."""

    uri: str | None = None


class View(_Loose):
    """A stretch of the file's numbers."""

    buffer: Count
    byte_length: Count
    byte_offset: Count = 0
    byte_stride: Count = 0


class SparseNumbers(_Loose):
    """Where the indices or the values of a sparse accessor are."""

    buffer_view: Count
    byte_offset: Count = 0
    component_type: Count = 0


class Sparse(_Loose):
    """Entries of an accessor that are other than the rest says."""

    count: Annotated[int, Field(ge=1, le=3 * TRIANGLE_LIMIT)]
    indices: SparseNumbers
    values: SparseNumbers


class Accessor(_Loose):
    """How a stretch of numbers is to be read."""

    component_type: Count
    count: Annotated[int, Field(ge=1, le=3 * TRIANGLE_LIMIT)]
    type: str
    normalized: bool = False
    buffer_view: Count | None = None
    byte_offset: Count = 0
    sparse: Sparse | None = None


class Primitive(_Loose):
    """Triangles, lines or points of one material."""

    attributes: dict[str, Count]
    indices: Count | None = None
    material: Count | None = None
    mode: Count = 4
    targets: Things[dict[str, Count]]


class Mesh(_Loose):
    """Shapes that stand together."""

    primitives: Annotated[list[Primitive], Field(max_length=LIST_LIMIT)]
    name: str = ""
    weights: Things[float]


class Node(_Loose):
    """A place in the world, with a mesh or with other nodes below it."""

    name: str = ""
    children: Things[Count]
    mesh: Count | None = None
    skin: Count | None = None
    weights: Things[float]
    matrix: Annotated[list[float], Field(min_length=16, max_length=16)] | None = None
    translation: Annotated[list[float], Field(min_length=3, max_length=3)] | None = None
    rotation: Annotated[list[float], Field(min_length=4, max_length=4)] | None = None
    scale: Annotated[list[float], Field(min_length=3, max_length=3)] | None = None


class Skin(_Loose):
    """The joints that move a mesh, and the place of each when the mesh was bound to it."""

    joints: Annotated[list[Count], Field(min_length=1, max_length=LIST_LIMIT)]
    inverse_bind_matrices: Count | None = None


class Material(_Loose):
    """A material, of which only the name is used."""

    name: str = ""


class Scene(_Loose):
    """The nodes that a file shows."""

    nodes: Things[Count]


class Gltf(_Loose):
    """A whole description; accessors and views, which animations have thousands of, are read where they are used."""

    asset: Asset
    extensions_required: Things[str]
    buffers: Things[Source]
    images: Things[Source]
    buffer_views: list[dict[str, Any]] = Field(default_factory=list)
    accessors: list[dict[str, Any]] = Field(default_factory=list)
    materials: Things[Material]
    meshes: Things[Mesh]
    skins: Things[Skin]
    nodes: Things[Node]
    scenes: Things[Scene]
    scene: Count = 0


def read_gltf(description: object) -> Gltf:
    """The description, if this file alone gives its shapes; raises `BattleFileError`."""
    tree = read_entry(Gltf, description)
    if not tree.asset.version.startswith("2."):
        raise BattleFileError(
            Code.UNSUPPORTED, f"is glTF {shown(tree.asset.version)}; only version 2 is read", "asset.version"
        )
    for kind, sources in (("buffers", tree.buffers), ("images", tree.images)):
        for n, source in enumerate(sources):
            if source.uri is not None:
                raise BattleFileError(
                    Code.UNSUPPORTED, "refers to another file; export the model with everything in it", f"{kind}[{n}]"
                )
    for name in tree.extensions_required:
        if not name.startswith(_KNOWN):
            what = f"{_PACKED[name]} ({name})" if name in _PACKED else f"needs {shown(name)}"
            raise BattleFileError(
                Code.UNSUPPORTED, f"{what}, which is not read; export it without", "extensionsRequired"
            )
    below = [child for node in tree.nodes for child in node.children]
    if tree.scenes:
        below += at(tree.scenes, tree.scene, "scenes").nodes
    if len(below) != len(set(below)):
        raise BattleFileError(Code.MALFORMED, "a node stands in two places, or below itself", "nodes")
    return tree


def at(things: Sequence[T], index: int, kind: str) -> T:
    """The thing that a number refers to; raises `BattleFileError`."""
    if index >= len(things):
        raise BattleFileError(Code.UNKNOWN_NAME, f"{kind}[{index}] is referred to, but not there")
    return things[index]


# --- numbers ------------------------------------------------------------------------


NUMBER_LIMIT = 30 * TRIANGLE_LIMIT
"""The most numbers that are read out of one file: one accessor may be named any number of times."""

_TYPES: dict[int, np.dtype[Any]] = {
    5120: np.dtype("<i1"),
    5121: np.dtype("<u1"),
    5122: np.dtype("<i2"),
    5123: np.dtype("<u2"),
    5125: np.dtype("<u4"),
    5126: np.dtype("<f4"),
}
_WIDTHS = {"SCALAR": 1, "VEC3": 3, "VEC4": 4, "MAT4": 16}
SMALL, UNSIGNED, FLOAT = (5120, 5121, 5122, 5123), (5121, 5123, 5125), (5126,)


@dataclass
class Numbers:
    """The bytes of a file that its accessors read, and how many numbers have been read."""

    tree: Gltf
    raw: bytes
    _read: int = field(default=0, init=False)

    def floats(self, index: int, type_: str, kinds: tuple[int, ...] = (*FLOAT, *SMALL)) -> NDArray[np.float64]:
        """Numbers in the shape (count, width); whole ones as they are, or as parts of the largest if `normalized`."""
        accessor, found = self._accessor(index, type_, kinds)
        if not accessor.normalized or found.dtype.kind == "f":
            return as_floats(found)
        return np.maximum(found / np.float64(np.iinfo(found.dtype).max), -1.0)

    def whole(self, index: int, type_: str, kinds: tuple[int, ...] = UNSIGNED) -> NDArray[np.int64]:
        """Whole numbers in the shape (count, width)."""
        return self._accessor(index, type_, kinds)[1].astype(np.int64)

    def _accessor(self, index: int, type_: str, kinds: tuple[int, ...]) -> tuple[Accessor, NDArray[Any]]:
        place = f"accessors[{index}]"
        accessor = read_entry(Accessor, at(self.tree.accessors, index, "accessors"), place)
        if accessor.type != type_ or accessor.component_type not in kinds:
            raise BattleFileError(
                Code.UNSUPPORTED, f"{shown(accessor.type)} of {accessor.component_type} cannot be used here", place
            )
        kind, width = _TYPES[accessor.component_type], _WIDTHS[type_]
        self._read = limited(self._read + accessor.count * width, "numbers", NUMBER_LIMIT)
        if accessor.buffer_view is None:
            found: NDArray[Any] = np.zeros((accessor.count, width), kind)
        else:
            found = self._stretch(accessor.buffer_view, accessor.byte_offset, accessor.count, width, kind, place)
        if (sparse := accessor.sparse) is not None:
            limited(sparse.count, "sparse entries", accessor.count)
            which = self._sparse(sparse.indices, sparse.count, 1, sparse.indices.component_type, place)[:, 0]
            if which.max() >= accessor.count:
                raise BattleFileError(Code.UNKNOWN_NAME, f"changes entry {which.max():,} of {accessor.count:,}", place)
            found = found.copy()
            found[which] = self._sparse(sparse.values, sparse.count, width, accessor.component_type, place)
        return accessor, found

    def _sparse(self, told: SparseNumbers, count: int, width: int, type_: int, place: str) -> NDArray[Any]:
        if width == 1 and type_ not in UNSIGNED:
            raise BattleFileError(Code.UNSUPPORTED, f"indices of {type_} cannot be used here", place)
        return self._stretch(told.buffer_view, told.byte_offset, count, width, _TYPES[type_], place)

    def _stretch(
        self, view_index: int, offset: int, count: int, width: int, kind: np.dtype[Any], place: str
    ) -> NDArray[Any]:
        """So many rows of so many numbers out of a view, without a copy."""
        view = read_entry(View, at(self.tree.buffer_views, view_index, "bufferViews"), f"bufferViews[{view_index}]")
        stride = view.byte_stride or kind.itemsize * width
        end = offset + stride * (count - 1) + kind.itemsize * width
        if view.buffer or end > view.byte_length or view.byte_offset + end > len(self.raw):
            raise BattleFileError(Code.OUT_OF_RANGE, "reaches beyond the numbers that the file has", place)
        return np.ndarray((count, width), kind, self.raw, view.byte_offset + offset, (stride, kind.itemsize))


# --- where nodes stand in the world ------------------------------------------------------


Row = tuple[float, float, float, float]
Placement = tuple[Row, Row, Row]
"""The first three rows of a 4 by 4 matrix that places points; the fourth is always 0 0 0 1."""

UNMOVED: Placement = ((1.0, 0.0, 0.0, 0.0), (0.0, 1.0, 0.0, 0.0), (0.0, 0.0, 1.0, 0.0))


def roots_of(tree: Gltf) -> list[int]:
    """The nodes that the scene shows, less what is below them."""
    return at(tree.scenes, tree.scene, "scenes").nodes if tree.scenes else []


def placed(tree: Gltf, roots: Sequence[int]) -> Iterator[tuple[int, Node, Placement]]:
    """Each of these nodes and of those below them: its number, the node, and where it stands in the world."""
    waiting = [(root, UNMOVED) for root in reversed(roots)]
    while waiting:
        index, outer = waiting.pop()
        node = at(tree.nodes, index, "nodes")
        placement = times(outer, _placement(node, f"nodes[{index}]"))
        yield index, node, placement
        waiting += [(child, placement) for child in reversed(node.children)]


def everywhere(tree: Gltf) -> dict[int, Placement]:
    """Where every node of the file stands, in the scene or not; those that are below themselves stand nowhere."""
    below = {child for node in tree.nodes for child in node.children}
    roots = [index for index in range(len(tree.nodes)) if index not in below]
    return {index: placement for index, _, placement in placed(tree, roots)}


def _placement(node: Node, place: str) -> Placement:
    """Where a node stands below its parent."""
    if (m := node.matrix) is not None:
        if (m[3], m[7], m[11], m[15]) != (0, 0, 0, 1):
            raise BattleFileError(Code.MALFORMED, "its matrix is no placement", place)
        return by_columns(m)
    x, y, z, w = node.rotation or (0.0, 0.0, 0.0, 1.0)
    a, b, c = node.scale or (1.0, 1.0, 1.0)
    tx, ty, tz = node.translation or (0.0, 0.0, 0.0)
    length = x * x + y * y + z * z + w * w
    if not length:
        raise BattleFileError(Code.MALFORMED, "its rotation is all zeros", place)
    s = 2 / length
    return (
        ((1 - s * (y * y + z * z)) * a, s * (x * y - z * w) * b, s * (x * z + y * w) * c, tx),
        (s * (x * y + z * w) * a, (1 - s * (x * x + z * z)) * b, s * (y * z - x * w) * c, ty),
        (s * (x * z - y * w) * a, s * (y * z + x * w) * b, (1 - s * (x * x + y * y)) * c, tz),
    )


def by_columns(m: Sequence[float]) -> Placement:
    """A matrix stored by columns; its last row, which is 0 0 0 1 by the format, is not looked at."""
    return (m[0], m[4], m[8], m[12]), (m[1], m[5], m[9], m[13]), (m[2], m[6], m[10], m[14])


# Plain sums of plain products: a library's matrices may round differently from machine to machine.
def times(outer: Placement, inner: Placement) -> Placement:
    """The placement that moves points by the inner one first, then by the outer one."""
    (ax, ay, az, at), (bx, by, bz, bt), (cx, cy, cz, ct) = inner

    def row(x: float, y: float, z: float, t: float) -> Row:
        return (
            x * ax + y * bx + z * cx,
            x * ay + y * by + z * cy,
            x * az + y * bz + z * cz,
            x * at + y * bt + z * ct + t,
        )

    return row(*outer[0]), row(*outer[1]), row(*outer[2])


def moved(
    points: NDArray[np.float64], order: NDArray[np.int64], placement: Placement
) -> tuple[NDArray[np.float64], NDArray[np.int64]]:
    """The corners in their place; a placement that mirrors also turns the triangles round."""
    with np.errstate(over="ignore", invalid="ignore"):  # what is not finite is found with all other corners
        x, y, z = points.T
        moved = np.stack([x * a + y * b + z * c + t for a, b, c, t in placement], axis=-1)
    (ax, ay, az, _), (bx, by, bz, _), (cx, cy, cz, _) = placement
    mirrors = ax * (by * cz - bz * cy) - ay * (bx * cz - bz * cx) + az * (bx * cy - by * cx) < 0
    return moved, order[:, ::-1] if mirrors else order
