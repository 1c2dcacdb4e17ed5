"""STL files, binary or text.

The format does not say which triangles belong to which part, nor how long its units are. Files of printers are in
millimetres, z up, which `game.modelfacts` proposes and nobody assumes.
"""

from __future__ import annotations

import re

import numpy as np
from numpy.typing import NDArray

from fireline.formats.meshes.pieces import Piece, as_floats, heap, limited
from fireline.game.errors import BattleFileError, Code

SOLID_LIMIT = 200
"""The most solids in one STL file of text."""

_HEADER = 84
_TRIANGLE = np.dtype([("normal", "<f4", 3), ("corners", "<f4", (3, 3)), ("more", "<u2")])
_NAME = re.compile(rb"^[ \t]*(end)?solid\b.*$", re.MULTILINE)
_NUMBER = rb"\S{1,40}"
_FACET = re.compile(
    rb"facet\s+normal\s+%(n)s\s+%(n)s\s+%(n)s\s+outer\s+loop\s+" % {b"n": _NUMBER}
    + rb"vertex\s+(%(n)s)\s+(%(n)s)\s+(%(n)s)\s+" % {b"n": _NUMBER} * 3
    + rb"endloop\s+endfacet\s*"
)
_CUT_OFF = "is cut off, or has facets that are no triangles"


def read_stl(raw: bytes) -> list[Piece]:
    """The one piece of an STL file; raises `BattleFileError`."""
    stated = int.from_bytes(raw[80:84], "little")
    if len(raw) == _HEADER + _TRIANGLE.itemsize * stated:
        limited(stated)
        return [heap(as_floats(np.frombuffer(raw, _TRIANGLE, offset=_HEADER)["corners"]))]
    if not raw.lstrip().lower().startswith(b"solid"):
        raise BattleFileError(
            Code.UNREADABLE, f"is no STL file, or cut off: it states {stated:,} triangles in {len(raw):,} bytes"
        )
    return [heap(_text(raw.lower()))]


def _text(raw: bytes) -> NDArray[np.float64]:
    """The triangles of a text, in the shape (n, 3, 3)."""
    limited(sum(1 for name in _NAME.finditer(raw) if name[1]), "solids", SOLID_LIMIT)
    body, numbers, at = _NAME.sub(b"", raw).strip(), list[bytes](), 0
    limited(body.count(b"endfacet"))
    while at < len(body):
        if (facet := _FACET.match(body, at)) is None:
            raise BattleFileError(Code.UNREADABLE, _CUT_OFF)
        numbers.extend(facet.groups())
        at = facet.end()
    try:
        corners = np.array(numbers, dtype="S").astype(np.float64)
    except ValueError:
        raise BattleFileError(Code.UNREADABLE, "is no STL file that can be read: a corner is no number") from None
    return corners.reshape(-1, 3, 3)
