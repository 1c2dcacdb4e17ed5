"""One model part of a 3MF package: its objects, and what of them is to be built."""

from __future__ import annotations

from array import array
from dataclasses import dataclass, field

import numpy as np
from numpy.typing import NDArray

from fireline.formats.meshes.nodes import UNMOVED, Placement
from fireline.formats.meshes.package import Package
from fireline.formats.meshes.pieces import TRIANGLE_LIMIT, limited
from fireline.game.entries import shown
from fireline.game.errors import BattleFileError, Code

_MADE = "http://schemas.microsoft.com/3dmanufacturing/"
CORE, PRODUCTION = f"{_MADE}core/2015/02", f"{_MADE}production/2015/06"
KNOWN = {CORE, PRODUCTION, f"{_MADE}material/2015/02", f"{_MADE}trianglesets/2021/07"}
"""The extensions that are read, or that say nothing of shapes."""
SUPPORTS = {"support", "solidsupport"}
OBJECT_LIMIT = 10_000

ObjectId = tuple[str, str]
"""The part that an object stands in, and its id there."""


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
                self._check(told.get("requiredextensions", ""))

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

    def _check(self, required: str) -> None:
        for prefix in required.split():
            if (uri := self._prefixes.get(prefix, prefix)) not in KNOWN:
                raise BattleFileError(Code.UNSUPPORTED, f"needs the extension {shown(uri)}, which is not read")


def _placement(text: str | None) -> Placement:
    """Twelve numbers that move a row of x, y, z and 1, row by row."""
    if text is None:
        return UNMOVED
    m = [float(word) for word in text.split()]
    if len(m) != 12:
        raise BattleFileError(Code.MALFORMED, f"{shown(text)} is no placement; twelve numbers are needed")
    return (m[0], m[3], m[6], m[9]), (m[1], m[4], m[7], m[10]), (m[2], m[5], m[8], m[11])
