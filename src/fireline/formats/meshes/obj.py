"""OBJ files: corners, faces, and the names of objects, groups and materials.

No other line of the format is followed, so that no file leads to another one. The file is read here, for trimesh 5
takes corner 0 for the first, counts corners from the end of the file instead of the face, leaves out lines that begin
with a blank, cuts hollow faces as if they bulged, and does not tell which name is an object's and which a group's.
"""

from __future__ import annotations

from array import array
from codecs import BOM_UTF8 as BOM
from io import BytesIO

import numpy as np
from numpy.typing import NDArray

from fireline.formats.meshes.faces import check_corners, cut
from fireline.formats.meshes.pieces import TRIANGLE_LIMIT, Piece, compact, limited
from fireline.game.entries import shown
from fireline.game.errors import BattleFileError, Code


class _Faces:
    """The faces of one object, group and material: their corners one after the other, and how many each has."""

    def __init__(self) -> None:
        self.order, self.counts = array("q"), array("q")


def read_obj(raw: bytes) -> list[Piece]:
    """The pieces of an OBJ file, one for each object, group and material; raises `BattleFileError` with the line."""
    numbers = array("d")
    names = {"o": "", "g": "", "usemtl": ""}
    found: dict[tuple[str, ...], _Faces] = {}
    faces, triangles, points = _Faces(), 0, 0
    text = raw.removeprefix(BOM).replace(b"\r\n", b"\n").replace(b"\\\n", b" ")
    for number, line in enumerate(BytesIO(text), 1):
        try:
            match line.partition(b"#")[0].split():
                case [b"v", *values]:
                    numbers.extend(_point(values))
                    points = limited(points + 1, "corners", 3 * TRIANGLE_LIMIT)
                case [b"f", *references]:
                    count = check_corners(len(references))
                    faces.order.extend([_index(one, points) for one in references])
                    faces.counts.append(count)
                    triangles = limited(triangles + count - 2)
                case [b"o" | b"g" | b"usemtl" as kind, *words]:
                    names |= ({"g": ""} if kind == b"o" else {}) | {kind.decode(): _text(words)}
                    faces = found.setdefault(tuple(names.values()), _Faces())
        except BattleFileError as wrong:
            raise wrong.inside(f"line {number}") from None
        if faces.counts and not found:
            found[tuple(names.values())] = faces
    corners = np.array(numbers, dtype=np.float64).reshape(-1, 3)
    return [_piece(corners, those, named) for named, those in found.items() if those.counts]


def _piece(points: NDArray[np.float64], those: _Faces, names: tuple[str, ...]) -> Piece:
    faces, bent = cut(points, np.array(those.order, dtype=np.int64), np.array(those.counts, dtype=np.int64))
    return Piece(*compact(points, faces), names, bent)


def _point(values: list[bytes]) -> tuple[float, float, float]:
    try:
        x, y, z = (float(value) for value in values[:3])
    except ValueError:
        raise BattleFileError(
            Code.MALFORMED, f"{shown(_text(values))} is no corner; three numbers are needed"
        ) from None
    return (x, y, z)


def _index(reference: bytes, known: int) -> int:
    """Where a corner of a face stands in the list; written as its number, or counted back from the latest."""
    try:
        number = int(reference.partition(b"/")[0])
    except ValueError:
        raise BattleFileError(Code.MALFORMED, f"{shown(_text([reference]))} is no corner's number") from None
    index = number - 1 if number > 0 else known + number
    if number == 0 or not 0 <= index < known:
        raise BattleFileError(Code.UNKNOWN_NAME, f"there is no corner {number}; {known:,} stand before this line")
    return index


def _text(words: list[bytes]) -> str:
    return b" ".join(words).decode("utf-8", errors="replace")
