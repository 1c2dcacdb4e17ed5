"""A model as a mesh file gives it: a solid, and what is known of it."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from fireline.geometry.solids import Point3, Solid

TAGS = ("body", "equipment", "pose")
"""What a part of a model may be: part of the body, something worn or carried, or there only by its pose."""


@dataclass(frozen=True, slots=True)
class Model:
    """What a mesh file holds, in the lengths of the file, z up.

    `tags` has one of `TAGS` for each of the solid's parts, `inches` says how long one of the file's units is (None
    where nobody has said), `eyes` where it looks from, `leaks` how many edges belong to one triangle only.
    """

    name: str
    solid: Solid
    tags: tuple[str, ...]
    inches: float | None = None
    eyes: Point3 | None = None
    leaks: int = 0

    def unit(self, scale: float | None) -> float:
        """The inches of one of the file's units: as the scale says, else as the file does, else one."""
        given = self.inches if scale is None else scale
        return 1.0 if given is None else given
