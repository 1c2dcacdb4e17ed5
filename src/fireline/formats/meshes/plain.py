"""STL, OBJ and PLY files: triangles and faces, in lengths of which they do not say how long they are.

They are read here and not by trimesh 5. Of OBJ it takes corner 0 for the first, counts corners from the end of the file
instead of the face, leaves out lines that begin with a blank, and does not tell which name is an object's and which a
group's; of a binary PLY file it reads every face as long as the first one; of both it cuts hollow faces as if they
bulged. Files of printers are in millimetres, z up, which `game.modelfacts` proposes and nobody assumes.
"""

from __future__ import annotations

import re
import struct
from array import array
from codecs import BOM_UTF8 as BOM
from dataclasses import dataclass, field
from io import BytesIO
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from fireline.formats.meshes.pieces import (
    FACE_LIMIT,
    TRIANGLE_LIMIT,
    Piece,
    as_floats,
    check_corners,
    compact,
    cut,
    heap,
    limited,
)
from fireline.game.entries import shown
from fireline.game.errors import BattleFileError, Code

SOLID_LIMIT = 200
"""The most solids in one STL file of text."""

_HEADER = 84
_ROW = np.dtype([("normal", "<f4", 3), ("corners", "<f4", (3, 3)), ("more", "<u2")])
_SOLID = re.compile(rb"^[ \t]*(end)?solid\b.*$", re.MULTILINE)
_NUMBER = rb"\S{1,40}"
_FACET = re.compile(
    rb"facet\s+normal\s+%(n)s\s+%(n)s\s+%(n)s\s+outer\s+loop\s+" % {b"n": _NUMBER}
    + rb"vertex\s+(%(n)s)\s+(%(n)s)\s+(%(n)s)\s+" % {b"n": _NUMBER} * 3
    + rb"endloop\s+endfacet\s*"
)
_CUT_OFF = "is cut off, or has facets that are no triangles"
HEADER_LIMIT, PROPERTY_LIMIT = 16 * 1024, 40
"""The largest header, in bytes, and the most properties that it may list."""
_FORMATS = {"ascii": "", "binary_little_endian": "<", "binary_big_endian": ">"}
_WHOLE = {"char": "b", "uchar": "B", "short": "h", "ushort": "H", "int": "i", "uint": "I"}
_WHOLE |= {"int8": "b", "uint8": "B", "int16": "h", "uint16": "H", "int32": "i", "uint32": "I"}
_TYPES = _WHOLE | {"float": "f", "double": "d", "float32": "f", "float64": "d"}
_CORNERS = {"vertex_indices", "vertex_index"}
_DAMAGED = "is no PLY file that can be read; it is damaged or cut off"


# --- STL ----------------------------------------------------------------------------


def read_stl(raw: bytes) -> list[Piece]:
    """The one piece of an STL file; raises `BattleFileError`."""
    stated = int.from_bytes(raw[80:84], "little")
    if len(raw) == _HEADER + _ROW.itemsize * stated:
        limited(stated)
        return [heap(as_floats(np.frombuffer(raw, _ROW, offset=_HEADER)["corners"]))]
    if not raw.lstrip().lower().startswith(b"solid"):
        whole = _HEADER + _ROW.itemsize * stated
        wrong = "cut off" if len(raw) < whole else "longer than it states"
        problem = f"is no STL file, or {wrong}: {stated:,} triangles take {whole:,} bytes, and it has {len(raw):,}"
        raise BattleFileError(Code.UNREADABLE, problem)
    return [heap(_triangles_of(raw.lower()))]


def _triangles_of(raw: bytes) -> NDArray[np.float64]:
    """The triangles of a text, in the shape (n, 3, 3)."""
    limited(sum(1 for name in _SOLID.finditer(raw) if name[1]), "solids", SOLID_LIMIT)
    body, numbers, at = _SOLID.sub(b"", raw).strip(), list[bytes](), 0
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


# --- OBJ ----------------------------------------------------------------------------


GOES_ON = b"\v"
"""A blank that stands for the end of a line which the next one goes on with."""


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
    text, number = raw.removeprefix(BOM).replace(b"\r\n", b"\n").replace(b"\\\n", GOES_ON), 1
    for line in BytesIO(text):
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
        number += 1 + line.count(GOES_ON)
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


# --- PLY ----------------------------------------------------------------------------


class Property(NamedTuple):
    """A number of each entry, or a list of them with the type of its length."""

    name: str
    kind: str
    length: str = ""


@dataclass
class Element:
    """What the header says of the corners, or of the faces."""

    count: int
    properties: list[Property] = field(default_factory=list)


def read_ply(raw: bytes) -> list[Piece]:
    """The one piece of a PLY file, binary or text; raises `BattleFileError`."""
    header, end, body = raw.partition(b"end_header")
    if not end or len(header) > HEADER_LIMIT or not header.startswith(b"ply"):
        raise BattleFileError(Code.UNREADABLE, "is no PLY file: it has no header, or one that is too long")
    limited(header.count(b"property"), "properties", PROPERTY_LIMIT)
    try:
        sort, elements = _ply_header(header.decode("utf-8", errors="replace"))
        limited(elements["vertex"].count, "corners", 3 * TRIANGLE_LIMIT)
        limited(elements["face"].count)
        numbers = _Words(body) if not sort else _Bytes(body[body.index(b"\n") + 1 :], sort)
        points, faces = np.empty((0, 3)), (array("q"), array("q"))
        for name, element in elements.items():
            if name == "vertex":
                points = _corners(element, numbers)
            else:
                faces = _corners_of_faces(element, numbers)
    except (KeyError, ValueError, OverflowError, struct.error) as wrong:
        raise wrong if isinstance(wrong, BattleFileError) else BattleFileError(Code.UNREADABLE, _DAMAGED) from None
    order, counts = (np.array(one, dtype=np.int64) for one in faces)
    if len(order) and not 0 <= order.min() <= order.max() < len(points):
        raise BattleFileError(Code.UNKNOWN_NAME, "has a triangle with a corner that is not there")
    limited(int((counts - 2).sum()))
    triangles, bent = cut(points, order, counts)
    return [Piece(*compact(points, triangles), bent=bent)]


def _ply_header(text: str) -> tuple[str, dict[str, Element]]:
    """The order of bytes, "" for text, and the elements in the order in which they stand."""
    order, elements = None, dict[str, Element]()
    properties: list[Property] | None = None
    for line in text.splitlines()[1:]:
        match line.split():
            case ["format", kind, _]:
                order = _FORMATS[kind]
            case ["element", name, count]:
                if name not in {"vertex", "face"}:
                    raise BattleFileError(
                        Code.UNSUPPORTED, f"has the element {shown(name)}, which is not read; allowed: vertex, face"
                    )
                elements[name] = Element(int(count))
                if elements[name].count < 0:
                    raise ValueError(line)
                properties = elements[name].properties
            case ["property", "list", length, kind, name] if properties is not None:
                number = (_WHOLE if name in _CORNERS else _TYPES)[kind]
                properties.append(Property(name, number, _WHOLE[length]))
            case ["property", kind, name] if properties is not None:
                properties.append(Property(name, _TYPES[kind]))
            case [] | ["comment" | "obj_info", *_]:
                pass
            case _:
                raise ValueError(line)
    if order is None:
        raise ValueError("no format")
    return order, elements


def _corners(element: Element, numbers: _Words | _Bytes) -> NDArray[np.float64]:
    kinds, names = "".join(one.kind for one in element.properties), [one.name for one in element.properties]
    axes = [names.index(axis) for axis in "xyz"]
    if any(one.length for one in element.properties):
        raise ValueError("a corner is no list")
    if isinstance(numbers, _Bytes):
        rows = numbers.rows(kinds, element.count)
        return np.stack([as_floats(rows[f"f{axis}"]) for axis in axes], axis=1)
    values = array("d")
    for _ in range(element.count):
        taken = numbers.take(kinds)
        values.extend([taken[axis] for axis in axes])
    return np.array(values).reshape(-1, 3)


def _corners_of_faces(element: Element, numbers: _Words | _Bytes) -> tuple[array[int], array[int]]:
    """The corners of all faces by their numbers, and how many each has; what else is said of them is passed over."""
    order, counts = array("q"), array("q")
    if isinstance(numbers, _Bytes) and (rows := _alike(element, numbers)) is not None:
        return array("q", rows.tobytes()), array("q", np.full(len(rows), rows.shape[1], dtype="q").tobytes())
    for _ in range(element.count):
        count = 0
        for one in element.properties:
            many = int(numbers.take(one.length)[0]) if one.length else 1
            values = numbers.take(one.kind * limited(many, "entries in a list", FACE_LIMIT))
            if one.name in _CORNERS and one.length:
                order.extend([int(value) for value in values])
                count = many
        counts.append(check_corners(count))
    return order, counts


def _alike(element: Element, numbers: _Bytes) -> NDArray[np.int64] | None:
    """The corners of faces that all have as many, a row for each, where nothing but the corners is a list."""
    lists = [n for n, one in enumerate(element.properties) if one.length]
    if len(lists) != 1 or element.properties[lists[0]].name not in _CORNERS or not element.count:
        return None
    before = "".join(one.kind for one in element.properties[: lists[0]])
    corners, after = element.properties[lists[0]], element.properties[lists[0] + 1 :]
    many = check_corners(int(numbers.peek(before + corners.length)[-1]))
    kinds = before + corners.length + corners.kind * many + "".join(one.kind for one in after)
    if not numbers.fits(kinds, element.count):
        return None
    start = numbers.at
    rows = numbers.rows(kinds, element.count)
    if (rows[f"f{len(before)}"] != many).any():
        numbers.at = start
        return None
    return np.stack([rows[f"f{len(before) + 1 + n}"].astype(np.int64) for n in range(many)], axis=1)


class _Words:
    """The numbers of a text, one after the other."""

    def __init__(self, body: bytes) -> None:
        self._words = re.finditer(rb"\S+", body)

    def take(self, kinds: str) -> list[float]:
        """The next numbers, whole ones but for those of the kinds f and d."""
        try:
            return [(float if kind in "fd" else int)(next(self._words)[0]) for kind in kinds]
        except StopIteration:
            raise BattleFileError(Code.UNREADABLE, "is cut off: it states more corners or faces than it has") from None


class _Bytes:
    """The numbers of a binary file, one after the other."""

    def __init__(self, body: bytes, order: str) -> None:
        self._body, self._order, self.at = body, order, 0

    def peek(self, kinds: str) -> tuple[float, ...]:
        """The next numbers, of these kinds, which are still the next afterwards."""
        return struct.unpack_from(self._order + kinds, self._body, self.at)

    def take(self, kinds: str) -> tuple[float, ...]:
        """The next numbers, of these kinds."""
        values = self.peek(kinds)
        self.at += struct.calcsize(self._order + kinds)
        return values

    def rows(self, kinds: str, count: int) -> NDArray[Any]:
        """So many rows of numbers of these kinds, as fields f0, f1 and so on; raises `ValueError` for too few."""
        kind = self._row(kinds)
        found = np.frombuffer(self._body, kind, count, self.at) if count else np.empty(0, kind)
        self.at += kind.itemsize * count
        return found

    def fits(self, kinds: str, count: int) -> bool:
        """Whether there are so many rows of these kinds."""
        return self.at + self._row(kinds).itemsize * count <= len(self._body)

    def _row(self, kinds: str) -> np.dtype[Any]:
        order = self._order if self._order in "<>" else "="
        return np.dtype([(f"f{n}", order + kind) for n, kind in enumerate(kinds)])
