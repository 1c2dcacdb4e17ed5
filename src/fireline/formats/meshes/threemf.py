"""3MF files: what a package of parts says is to be built, in millimetres, z up."""

from __future__ import annotations

from fireline.formats.meshes.nodes import Placement, moved, times
from fireline.formats.meshes.package import Package
from fireline.formats.meshes.pieces import Piece, limited
from fireline.formats.meshes.threemfpart import OBJECT_LIMIT, ModelPart, Use
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
_IS_MODEL = "http://schemas.microsoft.com/3dmanufacturing/2013/01/3dmodel"
_RELATIONSHIP = "http://schemas.openxmlformats.org/package/2006/relationships Relationship"
SUPPORTED = "What only holds it up while it is printed is left out."


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
