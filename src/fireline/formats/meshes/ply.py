"""PLY files, binary and text: corners, and faces of any number of them.

The file is read here, for trimesh 5 reads every face of a binary file as long as the first one, and cuts hollow faces
as if they bulged.
"""

from __future__ import annotations

import struct
from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import NamedTuple

import numpy as np

from fireline.formats.meshes.faces import FACE_LIMIT, cut, is_bent
from fireline.formats.meshes.pieces import TRIANGLE_LIMIT, Piece, limited
from fireline.game.entries import shown
from fireline.game.errors import BattleFileError, Code
from fireline.geometry.solids import Point3

HEADER_LIMIT, PROPERTY_LIMIT = 16 * 1024, 40
"""The largest header, in bytes, and the most properties that it may list."""
FORMATS = {"ascii": "", "binary_little_endian": "<", "binary_big_endian": ">"}
TYPES = {"char": "b", "uchar": "B", "short": "h", "ushort": "H", "int": "i", "uint": "I", "float": "f", "double": "d"}
TYPES |= {"int8": "b", "uint8": "B", "int16": "h", "uint16": "H", "int32": "i", "uint32": "I"}
TYPES |= {"float32": "f", "float64": "d"}
CORNERS = {"vertex_indices", "vertex_index"}
DAMAGED = "is no PLY file that can be read; it is damaged or cut off"


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
        order, elements = _header(header.decode("utf-8", errors="replace"))
        limited(elements["vertex"].count, "corners", 3 * TRIANGLE_LIMIT)
        limited(elements["face"].count)
        numbers = _Words(body) if not order else _Bytes(body[body.index(b"\n") + 1 :], order)
        points, faces = list[Point3](), list[list[int]]()
        for name, element in elements.items():
            if name == "vertex":
                points = list(_points(element, numbers))
            else:
                faces = list(_faces(element, numbers))
    except (KeyError, ValueError, struct.error) as wrong:
        raise wrong if isinstance(wrong, BattleFileError) else BattleFileError(Code.UNREADABLE, DAMAGED) from None
    if any(not 0 <= corner < len(points) for face in faces for corner in face):
        raise BattleFileError(Code.UNKNOWN_NAME, "has a triangle with a corner that is not there")
    triangles, bent = [], 0
    for face in faces:
        corners = [points[number] for number in face]
        triangles += cut(corners)
        bent += is_bent(corners)
        limited(len(triangles))
    return [Piece(np.array(triangles).reshape(-1, 3, 3), bent=bent)]


def _header(text: str) -> tuple[str, dict[str, Element]]:
    """The order of bytes, "" for text, and the elements in the order in which they stand."""
    order, elements = None, dict[str, Element]()
    for line in text.splitlines()[1:]:
        match line.split():
            case ["format", kind, _]:
                order = FORMATS[kind]
            case ["element", name, count]:
                if name not in {"vertex", "face"}:
                    raise BattleFileError(
                        Code.UNSUPPORTED, f"has the element {shown(name)}, which is not read; allowed: vertex, face"
                    )
                elements[name] = Element(int(count))
            case ["property", "list", length, kind, name]:
                [*elements.values()][-1].properties.append(Property(name, TYPES[kind], TYPES[length]))
            case ["property", kind, name]:
                [*elements.values()][-1].properties.append(Property(name, TYPES[kind]))
            case [] | ["comment" | "obj_info", *_]:
                pass
            case _:
                raise ValueError(line)
    if order is None:
        raise ValueError("no format")
    return order, elements


def _points(element: Element, numbers: _Words | _Bytes) -> Iterator[Point3]:
    kinds, names = "".join(one.kind for one in element.properties), [one.name for one in element.properties]
    x, y, z = (names.index(axis) for axis in "xyz")
    if any(one.length for one in element.properties):
        raise ValueError("a corner is no list")
    for _ in range(element.count):
        values = numbers.take(kinds)
        yield (float(values[x]), float(values[y]), float(values[z]))


def _faces(element: Element, numbers: _Words | _Bytes) -> Iterator[list[int]]:
    """The corners of each face by their numbers; what else is said of it is passed over."""
    for _ in range(element.count):
        corners: list[int] = []
        for one in element.properties:
            count = int(numbers.take(one.length)[0]) if one.length else 1
            values = numbers.take(one.kind * limited(count, "entries in a list", FACE_LIMIT))
            if one.name in CORNERS and one.length:
                corners = [int(value) for value in values]
        yield corners


class _Words:
    """The numbers of a text, one after the other."""

    def __init__(self, body: bytes) -> None:
        self._words = iter(body.split())

    def take(self, kinds: str) -> list[float]:
        """The next numbers, whole ones but for those of the kinds f and d."""
        try:
            return [(float if kind in "fd" else int)(next(self._words)) for kind in kinds]
        except StopIteration:
            raise BattleFileError(Code.UNREADABLE, "is cut off: it states more corners or faces than it has") from None


class _Bytes:
    """The numbers of a binary file, one after the other."""

    def __init__(self, body: bytes, order: str) -> None:
        self._body, self._order, self._at = body, order, 0

    def take(self, kinds: str) -> tuple[float, ...]:
        """The next numbers, of these kinds."""
        values = struct.unpack_from(self._order + kinds, self._body, self._at)
        self._at += struct.calcsize(self._order + kinds)
        return values
