"""A mesh file before it is used: what is said of it beside it, its size and parts, and what its unit may be."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from typing import TYPE_CHECKING, Annotated, Any, Literal, NamedTuple

from pydantic import Field

from fireline.game.entries import FileEntry, Name
from fireline.ruling.prose import listing, plural

if TYPE_CHECKING:
    from fireline.geometry.bases import Model
    from fireline.geometry.solids import Solid

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
    """How high it is."""
    size: BaseSize | None = None
    """Its diameter, or length and width of an oval one."""


class RegionEntry(FileEntry):
    """A box of the file and what is in it."""

    name: Name
    kind: Kind
    """What is in it; only the body can be hit."""
    box: Annotated[list[Corner], Field(min_length=2, max_length=2)]
    """Two opposite corners, in the file's own axes and lengths."""


class MeshWords(FileEntry):
    """What may be said of any mesh file: how large it is, which axes point where, and which of its parts are there.

    `scale` multiplies the unit; where nobody says one, it is the inches of one unit.
    """

    units: Literal["mm", "cm", "m", "inch"] | None = None
    """The unit of its lengths."""
    scale: Annotated[float, Field(gt=0, le=10_000)] | None = None
    """What its lengths are multiplied by."""
    up: Axis | None = None
    """The axis of the file that points up."""
    front: Axis | None = None
    """The axis of the file that points to the front."""
    parts: dict[Name, Kind] = Field(default_factory=dict)
    """What its parts count as, by the name of an object or a material."""
    regions: Annotated[list[RegionEntry], Field(max_length=REGION_LIMIT)] = Field(default_factory=list)
    """Boxes that count as something else than their part."""

    def said(self) -> dict[str, Any]:
        """What is said, less what has its usual value."""
        names = [name for name in SideFile.model_fields if name in type(self).model_fields]
        return self.model_dump(include={*names}, exclude_defaults=True)


class SideFile(MeshWords):
    """What may be said of the mesh file of a figure: also where it looks from, and what it stands on."""

    eyes: Corner | None = None
    """Where it looks from, in the file's own axes and lengths."""
    base: BaseEntry = BaseEntry()

    def but(self, words: MeshWords) -> SideFile:
        """What is said here, but what the words say goes before it; of `parts`, name by name."""
        more = words.said()
        parts = {**self.parts, **more.get("parts", {})}
        return SideFile.model_validate({**self.said(), **more, "parts": parts})


SMALLEST_MM, LARGEST_MM = 15.0, 80.0
"""How high a figure on a base usually is, in millimetres."""
FIGURE_MM, TALLEST_MM = 32.0, 300.0
"""How high a figure is made that a scale is proposed for, and how high a piece of terrain may well be."""
MILLIMETRES = 25.4


class UnitProposal(NamedTuple):
    """A unit that the lengths of a file may have, and how high the model is then, in millimetres."""

    unit: str
    millimetres: float


class ModelPart(NamedTuple):
    """A part of a model: its kind is body, equipment, pose, base or absent; an absent one has no triangles."""

    name: str
    kind: str
    triangles: int


class MeshFacts(NamedTuple):
    """What a mesh file is: lengths are in its own units, z up, facing +x.

    `size` is from back to front, from side to side, and the height; `figure_scale` is the scale that makes a figure of
    32 mm of it.
    """

    triangles: int
    size: Sequence[float]
    inches_per_unit: float | None
    closed: bool
    leaks: int
    crowded: int
    bent: int
    figure_scale: float
    units: Sequence[UnitProposal]
    parts: Sequence[ModelPart]
    notes: Sequence[str]


def proposals(model: Model) -> list[UnitProposal]:
    """The units by which the file's lengths make it as high as a figure on a base, the most usual first.

    Files for printers are in millimetres, so that comes first where more than one fits.
    """
    tall = _tall(model) / model.unit
    found = (UnitProposal(unit, tall * long * MILLIMETRES) for unit, long in INCHES.items())
    return [one for one in found if SMALLEST_MM <= one.millimetres <= LARGEST_MM]


def figure_scale(model: Model) -> float:
    """The scale by which the model is as high as a usual figure."""
    return FIGURE_MM / MILLIMETRES / _tall(model)


def _tall(model: Model) -> float:
    low, high = model.solid.bounds
    return high[2] - low[2] or 1.0


def parts_of(solid: Solid, kinds: Sequence[str], absent: Iterable[str]) -> list[ModelPart]:
    """The parts of a solid with their kinds, and then those that are absent."""
    import numpy as np

    counts = np.bincount(solid.part_of, minlength=len(kinds)).tolist()
    there = [ModelPart(*one) for one in zip(solid.parts, kinds, counts, strict=True)]
    return there + [ModelPart(name, "absent", 0) for name in absent]


def notes(model: Model) -> Iterator[str]:
    """What people should know of a model, a sentence each."""
    yield from model.notes
    lacks = [f"{plural(model.leaks, 'edge')} of one triangle only"] if model.leaks else []
    lacks += [f"{plural(model.crowded, 'edge')} of more than two"] if model.crowded else []
    if lacks:
        yield (
            f"The surface is not that of a solid: {listing(lacks)}. It hides what is behind its triangles, from "
            "both sides, and nothing elsewhere: through a gap one sees."
        )
    if model.bent:
        yield f"{plural(model.bent, 'face')} not flat: the surface folds where it was cut into triangles."
    if model.inches is None:
        yield _about_units(proposals(model))
    elif not SMALLEST_MM <= (tall := _tall(model) * MILLIMETRES) <= TALLEST_MM:
        scale = figure_scale(model)
        made = f"'scale: {scale:.4g}' makes a figure of {FIGURE_MM:g} mm of it"
        yield f"By its units it is {in_millimetres(tall)} high; {made}."


def in_millimetres(length: float) -> str:
    """A length in words, without an exponent.

    >>> in_millimetres(28_000.4), in_millimetres(31.75)
    ('28,000 mm', '31.8 mm')
    """
    return f"{length:,.0f} mm" if length >= 1000 else f"{length:.3g} mm"


def _about_units(fitting: list[UnitProposal]) -> str:
    if not fitting:
        return (
            "The file does not say how long its units are, and none makes a figure of it that is "
            f"{SMALLEST_MM:g} to {LARGEST_MM:g} mm high; give a scale."
        )
    ways = [f"'units: {one.unit}' makes it {one.millimetres:.3g} mm high" for one in fitting]
    return f"The file does not say how long its units are: {listing(ways, last='or')}."


def facts(model: Model) -> MeshFacts:
    """All of it."""
    low, high = model.solid.bounds
    return MeshFacts(
        triangles=len(model.solid),
        size=[(b - a) / model.unit for a, b in zip(low, high, strict=True)],
        inches_per_unit=model.inches,
        closed=model.closed,
        leaks=model.leaks,
        crowded=model.crowded,
        bent=model.bent,
        figure_scale=figure_scale(model),
        units=proposals(model),
        parts=parts_of(model.solid, model.tags, model.absent),
        notes=list(notes(model)),
    )
