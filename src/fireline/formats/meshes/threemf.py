"""3MF files: what a package of parts says is to be built, in millimetres, z up.

The package is a ZIP archive, read by count, for no size that it states is believed.
"""

from __future__ import annotations

import struct
import zlib
from array import array
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from io import BytesIO
from typing import IO
from xml.parsers import expat
from zipfile import ZIP_DEFLATED, ZIP_STORED, BadZipFile, ZipFile, ZipInfo

import numpy as np
from numpy.typing import NDArray

from fireline.formats.meshes.gltf import UNMOVED, Placement, moved, times
from fireline.formats.meshes.pieces import TRIANGLE_LIMIT, Piece, limited
from fireline.formats.xml import xml_parser
from fireline.game.entries import one_of, shown
from fireline.game.errors import BattleFileError, Code

MILLIMETRES = {
    "micron": 0.001,
    "millimeter": 1.0,
    "centimeter": 10.0,
    "inch": 25.4,
    "foot": 304.8,
    "meter": 1000.0,
}
"""How long the units are that a file may name."""
DEPTH_LIMIT = 30
"""How deep objects may be put together of objects."""
_MADE = "http://schemas.microsoft.com/3dmanufacturing/"
CORE, PRODUCTION = f"{_MADE}core/2015/02", f"{_MADE}production/2015/06"
KNOWN = {CORE, PRODUCTION, f"{_MADE}material/2015/02", f"{_MADE}trianglesets/2021/07"}
"""The extensions that are read, or that say nothing of shapes."""
SUPPORTS = {"support", "solidsupport"}
OBJECT_LIMIT = 10_000
ObjectId = tuple[str, str]
"""The part that an object stands in, and its id there."""

_IS_MODEL = "http://schemas.microsoft.com/3dmanufacturing/2013/01/3dmodel"
_RELATIONSHIP = "http://schemas.openxmlformats.org/package/2006/relationships Relationship"
SUPPORTED = "What only holds it up while it is printed is left out."
ENTRY_LIMIT = 10_000
"""The most files in a package."""
XML_LIMIT = 256 * 1024 * 1024
"""The most bytes of XML that are unpacked of one package."""
CHUNK = 256 * 1024
TAG_LIMIT, NAME_LIMIT, XML_DEPTH = 4 * 1024 * 1024, 100_000, 100
"""The longest tag or comment in bytes, the most names, and how deep elements may be nested: a parser keeps all that."""
DAMAGED = (
    BadZipFile,
    zlib.error,
    struct.error,
    EOFError,
    OSError,
    ValueError,
    RuntimeError,
    LookupError,
    OverflowError,
)
"""What the standard library raises where a package is not what it says."""

Started = Callable[[str, dict[str, str]], None]
"""Is told the name of an element that begins, with its namespace before it, and its attributes."""


def read_3mf(raw: bytes) -> list[Piece]:
    """The pieces of a 3MF file as its build places them, one for each object; raises `BattleFileError`."""
    package = Package(raw)
    return _Build(package, _root(package)).pieces()


def _root(package: Package) -> str:
    """The path of the model that a package is about."""
    found: list[str] = []

    def started(name: str, told: dict[str, str]) -> None:
        if name == _RELATIONSHIP and told.get("Type") == _IS_MODEL:
            found.append(told.get("Target", ""))

    package.parse("/_rels/.rels", started, lambda _: None, {})
    if not found:
        raise BattleFileError(Code.MISSING, "is no 3MF file: its package names no model")
    return found[0] if found[0].startswith("/") else f"/{found[0]}"


class _Build:
    """What is to be built, with every part read once."""

    def __init__(self, package: Package, root: str) -> None:
        self._package, self._root = package, ModelPart(package, root)
        self._parts = {root.lower(): self._root}
        self._uses, self._triangles, self._supports = 0, 0, False

    def pieces(self) -> list[Piece]:
        unit = one_of(self._root.unit, MILLIMETRES, "unit of a 3MF file", "unit")
        long = MILLIMETRES[unit]
        scaled: Placement = ((long, 0.0, 0.0, 0.0), (0.0, long, 0.0, 0.0), (0.0, 0.0, long, 0.0))
        found: list[Piece] = []
        for item in self._root.items:
            self._add(found, item, scaled, ())
        note = SUPPORTED if self._supports else ""
        return [Piece(one.points, one.faces, one.names, note=note) for one in found]

    def _add(self, found: list[Piece], use: Use, outer: Placement, above: tuple[str, ...]) -> None:
        """The pieces of an object where it is put, with the names of those that it is a part of."""
        self._uses = limited(self._uses + 1, "objects put together", OBJECT_LIMIT)
        if len(above) >= DEPTH_LIMIT:
            raise BattleFileError(Code.MALFORMED, f"has objects in each other more than {DEPTH_LIMIT} deep")
        one, placement = self._part(use.of[0]).objects.get(use.of[1]), times(outer, use.placement)
        if one is None:
            raise BattleFileError(Code.UNKNOWN_NAME, f"the object {shown(use.of[1])} is put somewhere, but not there")
        if one.support:
            self._supports = True
            return
        names = (one.name, *above)
        points, faces = one.mesh()
        if len(faces):
            self._triangles = limited(self._triangles + len(faces))
            found.append(Piece(*moved(points, faces, placement), names))
        for component in one.components:
            self._add(found, component, placement, names)

    def _part(self, path: str) -> ModelPart:
        if (part := self._parts.get(path.lower())) is None:
            part = self._parts[path.lower()] = ModelPart(self._package, path)
        return part


@dataclass
class Use:
    """An object put somewhere."""

    of: ObjectId
    placement: Placement


@dataclass
class Object:
    """A mesh, or other objects put together."""

    name: str
    support: bool
    numbers: array[float] = field(default_factory=lambda: array("d"))
    corners: array[int] = field(default_factory=lambda: array("q"))
    components: list[Use] = field(default_factory=list)

    def mesh(self) -> tuple[NDArray[np.float64], NDArray[np.int64]]:
        """Its points, and the corners of its triangles; raises `BattleFileError`."""
        points, faces = np.array(self.numbers).reshape(-1, 3), np.array(self.corners, dtype=np.int64).reshape(-1, 3)
        if len(faces) and not 0 <= faces.min() <= faces.max() < len(points):
            raise BattleFileError(
                Code.UNKNOWN_NAME, f"{shown(self.name)} has a triangle with a corner that is not there"
            )
        return points, faces


class ModelPart:
    """A model part as it is read, element after element; raises `BattleFileError`."""

    def __init__(self, package: Package, path: str) -> None:
        self.path, self.unit = path, "millimeter"
        self.objects: dict[str, Object] = {}
        self.items: list[Use] = []
        self._prefixes: dict[str, str] = {}
        self._inside: Object | None = None
        try:
            package.parse(path, self._started, self._ended, self._prefixes)
        except (KeyError, ValueError, OverflowError) as wrong:
            if isinstance(wrong, BattleFileError):
                raise
            raise BattleFileError(Code.MALFORMED, f"{shown(path)}: a number or a name is missing or wrong") from None

    def _started(self, name: str, told: dict[str, str]) -> None:
        within = self._inside
        match name.removeprefix(f"{CORE} "):
            case "vertex" if within:
                within.numbers.extend((float(told["x"]), float(told["y"]), float(told["z"])))
                limited(len(within.numbers), "numbers", 9 * TRIANGLE_LIMIT)
            case "triangle" if within:
                within.corners.extend((int(told["v1"]), int(told["v2"]), int(told["v3"])))
                limited(len(within.corners) // 3)
            case "component" if within:
                within.components.append(self._use(told))
                limited(len(within.components), "components", OBJECT_LIMIT)
            case "item":
                self.items.append(self._use(told))
                limited(len(self.items), "items", OBJECT_LIMIT)
            case "object":
                self._begin(told)
            case "model":
                self.unit = told.get("unit", self.unit)
                for prefix in told.get("requiredextensions", "").split():
                    if (uri := self._prefixes.get(prefix, prefix)) not in KNOWN:
                        problem = f"needs the extension {shown(uri)}, which is not read"
                        raise BattleFileError(Code.UNSUPPORTED, problem)

    def _ended(self, name: str) -> None:
        if name == f"{CORE} object":
            self._inside = None

    def _begin(self, told: dict[str, str]) -> None:
        if (id_ := told["id"]) in self.objects:
            raise BattleFileError(Code.DUPLICATE, f"two objects of {shown(self.path)} have the id {shown(id_)}")
        limited(len(self.objects) + 1, "objects", OBJECT_LIMIT)
        name = told.get("name") or told.get("partnumber") or f"object {id_}"
        self._inside = self.objects[id_] = Object(name, told.get("type") in SUPPORTS)

    def _use(self, told: dict[str, str]) -> Use:
        path = told.get(f"{PRODUCTION} path", self.path)
        return Use((path, told["objectid"]), _placement(told.get("transform")))


def _placement(text: str | None) -> Placement:
    """Twelve numbers that move a row of x, y, z and 1, row by row."""
    if text is None:
        return UNMOVED
    m = [float(word) for word in text.split()]
    if len(m) != 12:
        raise BattleFileError(Code.MALFORMED, f"{shown(text)} is no placement; twelve numbers are needed")
    return (m[0], m[3], m[6], m[9]), (m[1], m[4], m[7], m[10]), (m[2], m[5], m[8], m[11])


# --- the package --------------------------------------------------------------------


class Package:
    """A package, and how much of it has been unpacked; raises `BattleFileError` for what is none."""

    def __init__(self, raw: bytes) -> None:
        try:
            self._zip = ZipFile(BytesIO(raw))
        except DAMAGED:
            raise BattleFileError(Code.UNREADABLE, "is no 3MF file, or cut off") from None
        limited(len(self._zip.infolist()), "files in its package", ENTRY_LIMIT)
        self._names = {f"/{info.filename}".lower(): info for info in self._zip.infolist()}
        self._unpacked = 0

    def parse(self, name: str, started: Started, ended: Callable[[str], None], prefixes: dict[str, str]) -> None:
        """Read one XML part, `prefixes` filled with the namespaces it declares; raises `BattleFileError`."""
        info = self._names.get(name.lower())
        if info is None:
            raise BattleFileError(Code.NOT_FOUND, f"{shown(name)} is not in its package")
        if info.compress_type not in {ZIP_STORED, ZIP_DEFLATED} or info.flag_bits & 1:
            raise BattleFileError(Code.UNSUPPORTED, f"{shown(name)} is encrypted, or packed in an unusual way")
        parser = xml_parser(namespace_separator=" ")
        parser.StartNamespaceDeclHandler = lambda prefix, uri: prefixes.update({prefix or "": uri or ""})
        depth = fed = 0

        def begin(tag: str, told: dict[str, str]) -> None:
            nonlocal depth
            depth = limited(depth + 1, "elements in each other", XML_DEPTH)
            started(tag, told)

        def end(tag: str) -> None:
            nonlocal depth
            depth -= 1
            ended(tag)

        parser.StartElementHandler, parser.EndElementHandler = begin, end
        try:
            for chunk in self._chunks(info, name):
                parser.Parse(chunk)
                fed += len(chunk)
                limited(fed - parser.CurrentByteIndex, "bytes in one tag", TAG_LIMIT)
                limited(len(parser.intern), "names in its XML", NAME_LIMIT)
            parser.Parse(b"", True)  # noqa: FBT003 - expat's signature
        except expat.ExpatError as wrong:
            told = f"is no well-formed XML in line {wrong.lineno}"
            raise BattleFileError(Code.UNREADABLE, f"{shown(name)} {told}") from None

    def _chunks(self, info: ZipInfo, name: str) -> Iterator[bytes]:
        """What a file of the package holds, piece by piece, counted as it is unpacked."""
        try:
            stream = self._zip.open(info)
        except DAMAGED:
            raise BattleFileError(Code.UNREADABLE, f"{shown(name)} is damaged, or cut off") from None
        with stream:
            while chunk := _next(stream, name):
                self._unpacked += len(chunk)
                if self._unpacked > XML_LIMIT:
                    most = XML_LIMIT // 1024**2
                    raise BattleFileError(Code.TOO_LARGE, f"has more than {most} MiB of XML when it is unpacked")
                yield chunk


def _next(stream: IO[bytes], name: str) -> bytes:
    try:
        return stream.read(CHUNK)
    except DAMAGED:
        raise BattleFileError(Code.UNREADABLE, f"{shown(name)} is damaged, or cut off") from None
