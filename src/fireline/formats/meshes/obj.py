"""OBJ files: corners, faces, and the names of objects, groups and materials.

No other line of the format is followed, so that no file leads to another one. The file is read here, for trimesh 5
takes corner 0 for the first, counts corners from the end of the file instead of the face, leaves out lines that begin
with a blank, cuts hollow faces as if they bulged, and does not tell which name is an object's and which a group's.
"""

from __future__ import annotations

from collections import Counter

import numpy as np

from fireline.formats.meshes.faces import FACE_LIMIT, Triangle, cut, is_bent
from fireline.formats.meshes.pieces import TRIANGLE_LIMIT, Piece, limited
from fireline.game.entries import shown
from fireline.game.errors import BattleFileError, Code
from fireline.geometry.solids import Point3


def read_obj(raw: bytes) -> list[Piece]:
    """The pieces of an OBJ file, one for each object, group and material; raises `BattleFileError` with the line."""
    points: list[Point3] = []
    names = {"o": "", "g": "", "usemtl": ""}
    pieces: dict[tuple[str, ...], list[Triangle]] = {}
    bent: Counter[tuple[str, ...]] = Counter()
    triangles = 0
    text = raw.decode("utf-8-sig", errors="replace").replace("\r\n", "\n").replace("\\\n", " ")
    for number, line in enumerate(text.split("\n"), 1):
        try:
            match line.partition("#")[0].split():
                case ["v", *values]:
                    points.append(_point(values))
                    limited(len(points), "corners", 3 * TRIANGLE_LIMIT)
                case ["f", *references]:
                    face = [points[_index(one, len(points))] for one in references[: FACE_LIMIT + 1]]
                    triangles = limited(triangles + len(those := cut(face)))
                    bent[key := tuple(names.values())] += is_bent(face)
                    pieces.setdefault(key, []).extend(those)
                case ["o", *words]:
                    names |= {"o": " ".join(words), "g": ""}
                case ["g" | "usemtl" as kind, *words]:
                    names[kind] = " ".join(words)
        except BattleFileError as wrong:
            raise wrong.inside(f"line {number}") from None
    return [Piece(np.array(those), named, bent[named]) for named, those in pieces.items()]


def _point(values: list[str]) -> Point3:
    try:
        x, y, z = (float(value) for value in values[:3])
    except ValueError:
        raise BattleFileError(
            Code.MALFORMED, f"{shown(' '.join(values))} is no corner; three numbers are needed"
        ) from None
    return (x, y, z)


def _index(reference: str, known: int) -> int:
    """Where a corner of a face stands in the list; written as its number, or counted back from the latest."""
    try:
        number = int(reference.partition("/")[0])
    except ValueError:
        raise BattleFileError(Code.MALFORMED, f"{shown(reference)} is no corner's number") from None
    index = number - 1 if number > 0 else known + number
    if number == 0 or not 0 <= index < known:
        raise BattleFileError(Code.UNKNOWN_NAME, f"there is no corner {number}; {known:,} stand before this line")
    return index
