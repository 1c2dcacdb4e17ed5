"""What is said of a mesh file beside it: in its side file, or where a battle file names it."""

from __future__ import annotations

from typing import Annotated, Any, Literal

from pydantic import Field

from fireline.game.entries import FileEntry, Name

INCHES = {"mm": 1 / 25.4, "cm": 1 / 2.54, "m": 1 / 0.0254, "inch": 1.0}
"""How long a unit is, in inches."""
FARTHEST = 1_000_000.0
"""The farthest from its origin that anything in a mesh file may lie, in the file's lengths."""
REGION_LIMIT = 50
ABSENT = "absent"
"""The kind of a part that is left out, such as the second of two shields, or what held up a print."""

Axis = Literal["x", "y", "z", "+x", "+y", "+z", "-x", "-y", "-z"]
Coordinate = Annotated[float, Field(ge=-FARTHEST, le=FARTHEST)]
Corner = Annotated[list[Coordinate], Field(min_length=3, max_length=3)]
Kind = Literal["body", "equipment", "pose", "base", "absent"]
Diameter = Annotated[float, Field(ge=5, le=500)]
"""Of a base, in millimetres."""
BaseSize = Diameter | Annotated[list[Diameter], Field(min_length=2, max_length=2)]


class BaseEntry(FileEntry):
    """The base of a model, in millimetres on the table, whatever its scale."""

    height: Annotated[float, Field(gt=0, le=1000)] | None = None
    size: BaseSize | None = None


class RegionEntry(FileEntry):
    """A box of the file and what is in it."""

    name: Name
    kind: Kind
    box: Annotated[list[Corner], Field(min_length=2, max_length=2)]


class MeshWords(FileEntry):
    """What may be said of any mesh file: how large it is, which axes point where, and which of its parts are there.

    `scale` multiplies the unit; where nobody says one, it is the inches of one unit.
    """

    units: Literal["mm", "cm", "m", "inch"] | None = None
    scale: Annotated[float, Field(gt=0, le=10_000)] | None = None
    up: Axis | None = None
    front: Axis | None = None
    parts: dict[Name, Kind] = Field(default_factory=dict)
    regions: Annotated[list[RegionEntry], Field(max_length=REGION_LIMIT)] = Field(default_factory=list)

    def said(self) -> dict[str, Any]:
        """What is said, less what has its usual value."""
        names = [name for name in SideFile.model_fields if name in type(self).model_fields]
        return self.model_dump(include={*names}, exclude_defaults=True)


class SideFile(MeshWords):
    """What may be said of the mesh file of a figure: also where it looks from, and what it stands on."""

    eyes: Corner | None = None
    base: BaseEntry = BaseEntry()

    def but(self, words: MeshWords) -> SideFile:
        """What is said here, but what the words say goes before it; of `parts`, name by name."""
        more = words.said()
        parts = {**self.parts, **more.get("parts", {})}
        return SideFile.model_validate({**self.said(), **more, "parts": parts})
