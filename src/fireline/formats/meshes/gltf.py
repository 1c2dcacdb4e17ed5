"""The description in a GLB file: glTF 2.0, checked, and where its nodes stand in the world."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Annotated, Any, TypeVar

from pydantic import ConfigDict, Field
from pydantic.alias_generators import to_camel

from fireline.formats.meshes.pieces import TRIANGLE_LIMIT
from fireline.game.entries import FileEntry, read_entry, shown
from fireline.game.errors import BattleFileError, Code

_HARMLESS = ("KHR_materials_", "KHR_texture_", "EXT_texture_", "KHR_lights_")
"""Extensions that say nothing of shapes."""

LIST_LIMIT = 10_000
"""The most nodes, meshes and the like that a file may list."""

T = TypeVar("T")
Count = Annotated[int, Field(ge=0)]
Things = Annotated[list[T], Field(default_factory=list, max_length=LIST_LIMIT)]

Row = tuple[float, float, float, float]
Placement = tuple[Row, Row, Row]
"""The first three rows of a 4 by 4 matrix that places points; the fourth is always 0 0 0 1."""

_UNMOVED: Placement = ((1.0, 0.0, 0.0, 0.0), (0.0, 1.0, 0.0, 0.0), (0.0, 0.0, 1.0, 0.0))


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


class Accessor(_Loose):
    """How a stretch of numbers is to be read."""

    component_type: int
    count: Annotated[int, Field(ge=1, le=3 * TRIANGLE_LIMIT)]
    type: str
    buffer_view: Count | None = None
    byte_offset: Count = 0
    sparse: dict[str, Any] | None = None


class Primitive(_Loose):
    """Triangles, lines or points of one material."""

    attributes: dict[str, Count]
    indices: Count | None = None
    material: Count | None = None
    mode: Count = 4


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


class Material(_Loose):
    """A material, of which only the name is used."""

    name: str = ""


class Scene(_Loose):
    """The nodes that a file shows."""

    nodes: Things[Count]


class Gltf(_Loose):
    """A whole description."""

    asset: Asset
    extensions_required: Things[str]
    buffers: Things[Source]
    images: Things[Source]
    buffer_views: Things[View]
    accessors: list[dict[str, Any]] = Field(default_factory=list)
    materials: Things[Material]
    meshes: Things[Mesh]
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
        if not name.startswith(_HARMLESS):
            raise BattleFileError(
                Code.UNSUPPORTED, f"needs {shown(name)}, which is not read; export it without", "extensionsRequired"
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


def placed(tree: Gltf) -> Iterator[tuple[str, Node, Placement]]:
    """The nodes of the scene: where each stands in the file, and in the world."""
    roots = at(tree.scenes, tree.scene, "scenes").nodes if tree.scenes else []
    waiting = [(root, _UNMOVED) for root in reversed(roots)]
    while waiting:
        index, outer = waiting.pop()
        node = at(tree.nodes, index, "nodes")
        place = f"nodes[{index}]"
        placement = _times(outer, _placement(node, place))
        yield place, node, placement
        waiting += [(child, placement) for child in reversed(node.children)]


def _placement(node: Node, place: str) -> Placement:
    """Where a node stands below its parent."""
    if (m := node.matrix) is not None:
        if (m[3], m[7], m[11], m[15]) != (0, 0, 0, 1):
            raise BattleFileError(Code.MALFORMED, "its matrix is no placement", place)
        return (m[0], m[4], m[8], m[12]), (m[1], m[5], m[9], m[13]), (m[2], m[6], m[10], m[14])
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


# Plain sums of plain products: a library's matrices may round differently from machine to machine.
def _times(outer: Placement, inner: Placement) -> Placement:
    (ax, ay, az, at), (bx, by, bz, bt), (cx, cy, cz, ct) = inner

    def row(x: float, y: float, z: float, t: float) -> Row:
        return (
            x * ax + y * bx + z * cx,
            x * ay + y * by + z * cy,
            x * az + y * bz + z * cz,
            x * at + y * bt + z * ct + t,
        )

    return row(*outer[0]), row(*outer[1]), row(*outer[2])
