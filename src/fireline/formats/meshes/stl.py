"""STL files, read by trimesh; what it would leave out without a word is counted.

The format does not say which triangles belong to which part. trimesh is given the bytes alone, and nothing with which
it could open another file.
"""

from __future__ import annotations

import logging
import re
import warnings
from io import BytesIO

import numpy as np
from numpy.typing import NDArray

from fireline.formats.meshes.pieces import Piece, limited
from fireline.game.errors import BattleFileError, Code

SOLID_LIMIT = 200
"""The most solids in one STL file of text."""

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
    corners = _read(raw)
    if len(corners) != stated:
        raise BattleFileError(Code.UNREADABLE, "is cut off, or has facets that are no triangles")
    return [Piece(corners)]


def _read(raw: bytes) -> NDArray[np.float64]:
    """The triangles of a file, in the shape (n, 3, 3)."""
    import trimesh

    try:
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")
            warnings.simplefilter("error", DeprecationWarning)  # older numpy: text that is no number
            scene = trimesh.load_scene(BytesIO(raw), file_type="stl", process=False)
            meshes = [mesh for mesh in scene.geometry.values() if isinstance(mesh, trimesh.Trimesh)]
            listed = [np.array(mesh.vertices, dtype=np.float64)[np.array(mesh.faces)] for mesh in meshes]
    except Exception:  # noqa: BLE001 - whatever trimesh, numpy and struct raise, the file is what is wrong
        raise BattleFileError(Code.UNREADABLE, "is no STL file that can be read; it is damaged or cut off") from None
    return np.concatenate([np.empty((0, 3, 3)), *listed])
