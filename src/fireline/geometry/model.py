"""A model as a mesh file gives it: a solid, and what is known of it."""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from fireline.geometry.solids import Point3, Solid

MM = Fraction(10, 254)
"""A millimetre in inches."""
TAGS = ("body", "equipment", "pose", "base")
"""What a part of a model may be: of the body, worn or carried, there only by its pose, or what the model stands on."""


@dataclass(frozen=True, slots=True)
class Model:
    """What a mesh file holds, z up, in inches; in the file's own lengths where nobody says how long these are.

    `tags` has one of `TAGS` for each of the solid's parts, `inches` says how long one of the file's units is on the
    table (None where nobody has said), `eyes` where it looks from. `leaks` counts the edges that belong to one triangle
    only, `crowded` those that belong to more than two of a part, `bent` the faces of the file that were not flat, so
    that it shows where they were cut into triangles. `base_height` and `base_size` are in millimetres on the table: how
    high the base at its foot is that no part says, 0 for none, and the length and width of the base. `absent` are the
    parts that the file holds and the model leaves out, `notes` sentences that people should know of it.
    """

    name: str
    solid: Solid
    tags: tuple[str, ...]
    inches: float | None = None
    eyes: Point3 | None = None
    leaks: int = 0
    crowded: int = 0
    bent: int = 0
    base_height: float = 0.0
    base_size: tuple[float, float] | None = None
    absent: tuple[str, ...] = ()
    notes: tuple[str, ...] = ()

    @property
    def unit(self) -> float:
        """The length of one of the file's units in the lengths given here."""
        return 1.0 if self.inches is None else self.inches

    @property
    def closed(self) -> bool:
        """Whether its surface is that of a solid: every edge between two triangles."""
        return not (self.leaks or self.crowded)
