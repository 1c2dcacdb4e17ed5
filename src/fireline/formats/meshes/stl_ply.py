"""STL and PLY files, read by trimesh; what it would leave out without a word is counted.

Neither format says which triangles belong to which part. trimesh is given the bytes alone, and nothing with which it
could open another file.
"""

from __future__ import annotations

import logging
import re
import warnings
from io import BytesIO
from typing import TYPE_CHECKING, Literal

import numpy as np
from numpy.typing import NDArray

from fireline.formats.meshes.pieces import TRIANGLE_LIMIT, Piece, limited
from fireline.game.entries import shown
from fireline.game.errors import BattleFileError, Code

if TYPE_CHECKING:
    from trimesh import Trimesh

SOLID_LIMIT = 200
"""The most solids in one STL file of text."""
HEADER_LIMIT, PROPERTY_LIMIT = 16 * 1024, 40
"""The largest header of a PLY file, in bytes, and the most properties that it may list."""

_STL_HEADER, _STL_TRIANGLE = 84, 50
_STL_NAME = re.compile(rb"^(\s*(?:end)?solid)\b.*$", re.IGNORECASE | re.MULTILINE)

logging.getLogger("trimesh").addHandler(logging.NullHandler())  # else what it notes goes to the terminal


def read_stl(raw: bytes) -> list[Piece]:
    """The one piece of an STL file, binary or text; raises `BattleFileError`."""
    stated = int.from_bytes(raw[80:84], "little")
    if len(raw) == _STL_HEADER + _STL_TRIANGLE * stated:
        limited(stated)
    elif not raw.lstrip().lower().startswith(b"solid"):
        raise BattleFileError(
            Code.UNREADABLE, f"is no STL file, or cut off: it states {stated:,} triangles in {len(raw):,} bytes"
        )
    else:
        raw = _STL_NAME.sub(rb"\1", raw.lower())  # trimesh would look for triangles in the names too
        limited(raw.count(b"endsolid"), "solids", SOLID_LIMIT)
        stated = limited(raw.count(b"endfacet"))
    corners, _, _ = _read(raw, "stl")
    if len(corners) != stated:
        raise BattleFileError(Code.UNREADABLE, "is cut off, or has facets that are no triangles")
    return [Piece(corners)]


def read_ply(raw: bytes) -> list[Piece]:
    """The one piece of a PLY file, binary or text; raises `BattleFileError`."""
    header, end, _ = raw.partition(b"end_header")
    if not end or len(header) > HEADER_LIMIT:
        raise BattleFileError(Code.UNREADABLE, "is no PLY file: it has no header, or one that is too long")
    limited(header.count(b"property"), "properties", PROPERTY_LIMIT)
    stated = {"vertex": 0, "face": 0}
    for element, count in re.findall(rb"^element[ \t]+(\S+)[ \t]+(\d{1,18})\s*$", header, re.MULTILINE):
        kind = element.decode("utf-8", errors="replace")
        if kind not in stated:
            raise BattleFileError(
                Code.UNSUPPORTED, f"has the element {shown(kind)}, which is not read; allowed: vertex, face"
            )
        stated[kind] = int(count)
    limited(stated["vertex"], "corners", 3 * TRIANGLE_LIMIT)
    if not limited(stated["face"]):
        return []
    corners, points, sizes = _read(raw, "ply")
    if (points, len(sizes)) != (stated["vertex"], stated["face"]) or len(corners) != sum(size - 2 for size in sizes):
        raise BattleFileError(
            Code.UNREADABLE, "is cut off, or has faces that cannot be cut into triangles; export it in triangles"
        )
    limited(len(corners))
    return [Piece(corners)]


def _sizes(mesh: Trimesh) -> list[int]:
    """How many corners each face of a PLY file has: those of more than three are cut into triangles."""
    raw = mesh.metadata.get("_ply_raw", {}).get("face", {}).get("data", {})
    if isinstance(raw, np.ndarray):  # of a binary file, in which all faces have as many
        return raw[raw.dtype.names[0]]["f0"].tolist() if raw.dtype.names else []
    return [len(face) for faces in list(raw.values())[:1] for face in faces]


def _read(raw: bytes, kind: Literal["stl", "ply"]) -> tuple[NDArray[np.float64], int, list[int]]:
    """The triangles of a file, in the shape (n, 3, 3), how many corners it lists, and how many each face has."""
    import trimesh

    try:
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")
            warnings.simplefilter("error", DeprecationWarning)  # older numpy: text that is no number
            scene = trimesh.load_scene(
                BytesIO(raw), file_type=kind, process=False, skip_materials=True, fix_texture=False
            )
            meshes = [mesh for mesh in scene.geometry.values() if isinstance(mesh, trimesh.Trimesh)]
            listed = [(np.array(mesh.vertices, dtype=np.float64), np.array(mesh.faces)) for mesh in meshes]
    except Exception:  # noqa: BLE001 - whatever trimesh, numpy and struct raise, the file is what is wrong
        raise BattleFileError(
            Code.UNREADABLE, f"is no {kind.upper()} file that can be read; it is damaged or cut off"
        ) from None
    if any(faces.min(initial=0) < 0 or faces.max(initial=-1) >= len(points) for points, faces in listed):
        raise BattleFileError(Code.UNKNOWN_NAME, "has a triangle with a corner that is not there")
    corners = [points[faces] for points, faces in listed if faces.shape[1:] == (3,)]
    sizes = [size for mesh in meshes for size in _sizes(mesh)]
    return np.concatenate([np.empty((0, 3, 3)), *corners]), sum(len(points) for points, _ in listed), sizes
