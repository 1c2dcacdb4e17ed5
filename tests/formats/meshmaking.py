"""Mesh files made for tests, from the documents of their formats."""

import json
import struct
import zipfile
from collections.abc import Callable, Iterable, Mapping, Sequence
from io import BytesIO
from typing import Any

import numpy as np
from numpy.typing import ArrayLike, NDArray

from fireline.geometry.bases import Model

CORE = "http://schemas.microsoft.com/3dmanufacturing/core/2015/02"
PRODUCTION = "http://schemas.microsoft.com/3dmanufacturing/production/2015/06"
RELS = (
    '<?xml version="1.0"?><Relationships xmlns="http://schemas.openxmlformats.org/package/2006/relationships">'
    '<Relationship Id="r" Target="/3D/3dmodel.model" Type="http://schemas.microsoft.com/3dmanufacturing/2013/01/3dmodel"/>'
    "</Relationships>"
)
TETRAHEDRON = np.array([[0, 0, 0], [4, 0, 0], [0, 3, 0], [0, 0, 2]], dtype=np.float64)
FACES = np.array([[0, 2, 1], [0, 1, 3], [0, 3, 2], [1, 2, 3]])
SOLID = TETRAHEDRON[FACES]
TYPES = {"<f4": 5126, "<u1": 5121, "<u2": 5123, "<u4": 5125, "<i1": 5120, "<i2": 5122}
Corners = NDArray[np.float64]
Read = Callable[..., Model]
Refused = Callable[..., str]
WIDTHS = {1: "SCALAR", 3: "VEC3", 4: "VEC4", 16: "MAT4"}


class Glb:
    """A GLB file put together number by number."""

    def __init__(self) -> None:
        self.numbers = b""
        self.accessors: list[dict[str, Any]] = []
        self.views: list[dict[str, Any]] = []

    def view(self, values: ArrayLike, kind: str) -> int:
        """Numbers in a view of their own."""
        raw = np.asarray(values).astype(kind).tobytes()
        self.views.append({"buffer": 0, "byteOffset": len(self.numbers), "byteLength": len(raw)})
        self.numbers += raw + b"\0" * (-len(raw) % 4)
        return len(self.views) - 1

    def put(self, values: ArrayLike, kind: str = "<f4", **more: Any) -> int:
        """An accessor of these numbers, a row for each entry."""
        rows = np.asarray(values)
        width = 1 if rows.ndim == 1 else rows.shape[1]
        told = {"bufferView": self.view(rows, kind), "componentType": TYPES[kind], "count": len(rows)}
        self.accessors.append(told | {"type": WIDTHS[width]} | more)
        return len(self.accessors) - 1

    def mesh(self, attributes: Mapping[str, int], **more: Any) -> dict[str, Any]:
        """A mesh of these attributes, its faces those of the tetrahedron."""
        primitive = {"attributes": attributes, "indices": self.put(FACES.reshape(-1), "<u2"), **more}
        return {"name": "Knight", "primitives": [primitive]}

    def file(self, **tree: Any) -> bytes:
        """The file, with whatever else its description says."""
        whole = {
            "asset": {"version": "2.0"},
            "scenes": [{"nodes": [0]}],
            "accessors": self.accessors,
            "bufferViews": self.views,
            "buffers": [{"byteLength": len(self.numbers)}],
        } | tree
        return glb(whole, self.numbers)


def glb(tree: dict[str, Any] | str, numbers: bytes = b"") -> bytes:
    """A GLB file of a description and its numbers."""
    text = (tree if isinstance(tree, str) else json.dumps(tree)).encode()
    text += b" " * (-len(text) % 4)
    chunk = struct.pack("<I4s", len(numbers), b"BIN\0") + numbers
    return struct.pack("<4s3I4s", b"glTF", 2, 20 + len(text) + len(chunk), len(text), b"JSON") + text + chunk


def mesh_xml(points: Sequence[Sequence[float]], faces: Sequence[Sequence[int]]) -> str:
    """The mesh of a 3MF object."""
    vertices = "".join(f'<vertex x="{x}" y="{y}" z="{z}"/>' for x, y, z in points)
    triangles = "".join(f'<triangle v1="{a}" v2="{b}" v3="{c}"/>' for a, b, c in faces)
    return f"<mesh><vertices>{vertices}</vertices><triangles>{triangles}</triangles></mesh>"


def model_xml(resources: str, build: str = "", more: str = 'unit="millimeter"') -> str:
    """A model part of a 3MF package."""
    named = f'xmlns="{CORE}" xmlns:p="{PRODUCTION}"'
    return (
        f'<?xml version="1.0"?><model {named} {more}><resources>{resources}</resources><build>{build}</build></model>'
    )


def package(files: Mapping[str, str | bytes], *, rels: str = RELS, how: int = zipfile.ZIP_DEFLATED) -> bytes:
    """A 3MF package of these files, one that says which is the model included."""
    out = BytesIO()
    with zipfile.ZipFile(out, "w", how) as made:
        for name, content in {"_rels/.rels": rels, **files}.items():
            made.writestr(name, content)
    return out.getvalue()


def stl(corners: Corners, stated: int | None = None) -> bytes:
    """A binary STL file."""
    body = b"".join(struct.pack("<12fH", 0, 0, 0, *map(float, one.reshape(-1)), 0) for one in corners)
    return b"\0" * 80 + struct.pack("<I", len(corners) if stated is None else stated) + body


def ply(points: Corners, faces: NDArray[np.int64], kind: str = "ascii", stated: tuple[int, int] | None = None) -> bytes:
    """A PLY file, of text or in 32 bits."""
    corners, count = stated or (len(points), len(faces))
    header = (
        f"ply\nformat {kind} 1.0\nelement vertex {corners}\nproperty float x\nproperty float y\nproperty float z\n"
        f"element face {count}\nproperty list uchar int vertex_indices\nend_header\n"
    )
    if kind == "ascii":
        rows = [*points.tolist(), *([len(face), *face] for face in faces.tolist())]
        return (header + "".join(" ".join(map(str, row)) + "\n" for row in rows)).encode()
    body = points.astype("<f4").tobytes() + b"".join(struct.pack("<B3i", 3, *face) for face in faces.tolist())
    return header.encode() + body


def obj_text(points: Corners, faces: Iterable[Iterable[int]]) -> str:
    """An OBJ file."""
    lines = [f"v {x} {y} {z}" for x, y, z in points.tolist()]
    return "\n".join([*lines, *("f " + " ".join(str(n + 1) for n in face) for face in faces), ""])


def corners_of(model: Model, part: str, axes: tuple[int, int, int] = (0, 1, 2)) -> set[tuple[float, ...]]:
    """The corners of a part in the file's lengths to a ten thousandth, its axes in this order."""
    points = model.solid.corners[model.solid.part_of == model.solid.parts.index(part)].reshape(-1, 3) / model.unit
    return {tuple(point) for point in (np.round(points[:, axes], 4) + 0.0).tolist()}


def triangles(corners: Corners) -> set[tuple[tuple[float, ...], ...]]:
    """The triangles in no order, each from its lowest corner on, the same way round."""
    rings = [[tuple(float(value) for value in corner) for corner in one] for one in corners]
    turned = [one[one.index(min(one)) :] + one[: one.index(min(one))] for one in rings]
    return {tuple(one) for one in turned}


def stl_text(corners: Corners, name: str = "thing") -> str:
    """An STL file of text."""
    facets = (
        "facet normal 0 0 0\nouter loop\n"
        + "".join(f"vertex {x} {y} {z}\n" for x, y, z in one.tolist())
        + "endloop\nendfacet\n"
        for one in corners
    )
    return f"solid {name}\n{''.join(facets)}endsolid {name}\n"


def in_fireline(corners: Corners) -> Corners:
    """What is y up and facing +z, z up and facing +x."""
    return corners[..., [2, 0, 1]]


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


def mixed_ply(points: Corners, faces: Sequence[Sequence[int]], order: str = "<") -> bytes:
    """A binary file whose faces have as many corners as they like, and a list more each."""
    kind = {"<": "binary_little_endian", ">": "binary_big_endian"}[order]
    header = ply(points, np.array(faces[:0]), kind, (len(points), len(faces))).partition(b"end_header")[0]
    header += b"property list uchar float texcoord\nend_header\n"
    body = points.astype(f"{order}f4").tobytes()
    for face in faces:
        body += struct.pack(f"{order}B{len(face)}iB2f", len(face), *face, 2, 0.5, 0.25)
    return header + body


NUMBERS = TETRAHEDRON.astype("<f4").tobytes() + FACES.astype("<u2").tobytes()
CORNERS = "v 0 0 0\nv 4 0 0\nv 0 3 0\nv 0 0 2\n"
PIECE = "f -4 -2 -3\nf -4 -3 -1\nf -4 -1 -2\nf -3 -2 -1\n"
"""Four corners of an OBJ file, and the tetrahedron of the last four."""
ALL = {
    "thing.stl": stl(SOLID),
    "text.stl": stl_text(SOLID).encode(),
    "thing.obj": obj_text(TETRAHEDRON, FACES).encode(),
    "text.ply": ply(TETRAHEDRON, FACES),
    "thing.ply": ply(TETRAHEDRON, FACES, "binary_little_endian"),
    "thing.glb": glb(tree(), NUMBERS),
}
