"""The parts of a model: what a file's names say of them, and the side file that says more.

A side file stands beside a mesh file: `brute.parts.yaml` beside `brute.stl`. Everything in it may be left out:

    units: mm                        # what the file's lengths are: mm, cm, m or inch
    up: z                            # which of the file's axes points up, and
    front: -y                        # which way the model faces
    eyes: [0, -4.5, 29]              # where it looks from, in the file's own axes and lengths
    parts: {Club: equipment}         # body, equipment, pose or base, by the name of an object, a group or a material
    base: {height: 3, size: 32}      # millimetres: all below the height is base, and distances are measured from its
                                     # size, one number for a round base, [length, width] for an oval one
    regions:                         # boxes from corner to corner, in the file's own axes and lengths
      - {name: sword, kind: equipment, box: [[2, -9, 4], [6, -5, 30]]}
"""

from __future__ import annotations

import os
import re
from collections.abc import Collection, Iterable, Mapping
from pathlib import Path
from typing import Annotated, Literal

from pydantic import Field

from fireline.formats.parsing import read_data
from fireline.game.entries import NAME_LIMIT, FileEntry, Name, one_of, read_entry, shown
from fireline.game.errors import BattleFileError, Code

INCHES = {"mm": 1 / 25.4, "cm": 1 / 2.54, "m": 1 / 0.0254, "inch": 1.0}
"""How long a unit is, in inches."""
FARTHEST = 1_000_000.0
"""The farthest from its origin that anything in a mesh file may lie, in the file's lengths."""
REGION_LIMIT = 50

_WORD = re.compile(r"[A-Z]?[a-z]+|[A-Z]+")

Axis = Literal["x", "y", "z", "+x", "+y", "+z", "-x", "-y", "-z"]
Coordinate = Annotated[float, Field(ge=-FARTHEST, le=FARTHEST)]
Corner = Annotated[list[Coordinate], Field(min_length=3, max_length=3)]
Kind = Literal["body", "equipment", "pose", "base"]
Diameter = Annotated[float, Field(ge=5, le=500)]
"""Of a base, in millimetres."""
BaseSize = Diameter | Annotated[list[Diameter], Field(min_length=2, max_length=2)]


class BaseEntry(FileEntry):
    """The base of a model, in millimetres."""

    height: Annotated[float, Field(gt=0, le=1000)] | None = None
    size: BaseSize | None = None


class RegionEntry(FileEntry):
    """A box of the file and what is in it."""

    name: Name
    kind: Kind
    box: Annotated[list[Corner], Field(min_length=2, max_length=2)]


class SideFile(FileEntry):
    """What a side file says of a mesh file."""

    units: Literal["mm", "cm", "m", "inch"] | None = None
    up: Axis | None = None
    front: Axis | None = None
    eyes: Corner | None = None
    parts: dict[Name, Kind] = Field(default_factory=dict)
    base: BaseEntry = BaseEntry()
    regions: Annotated[list[RegionEntry], Field(max_length=REGION_LIMIT)] = Field(default_factory=list)


def read_side_file(mesh: Path, up: str, names: Collection[str]) -> SideFile:
    """What the side file of a mesh file says, if there is one; raises `BattleFileError` naming it.

    `up` is the mesh file's usual axis, `names` are those that can have a tag.
    """
    file = mesh.with_name(f"{mesh.stem}.parts.yaml")
    if not os.path.lexists(file):
        return SideFile()
    try:
        side = read_entry(SideFile, read_data(_found(file)))
        axes(side.up or up, side.front)
        for name in side.parts:
            one_of(name, names, "name in the mesh file", "parts")
        _check_boxes(side)
    except BattleFileError as wrong:
        where = f"{wrong.place}: " if wrong.place else ""
        raise BattleFileError(wrong.code, f"{shown(file.name)}: {where}{wrong.problem}") from None
    return side


def _check_boxes(side: SideFile) -> None:
    for n, region in enumerate(side.regions):
        if any(a >= b for a, b in zip(*region.box, strict=True)):
            problem = "is no box: its first corner has the lower numbers, its second the higher"
            raise BattleFileError(Code.MALFORMED, problem, f"regions[{n}].box")


def _found(file: Path) -> Path:
    """The file itself, which no link leads to from its folder to the outside."""
    try:
        real = file.resolve()
        inside = real.is_relative_to(file.parent.resolve())
        found = real.is_file()
    except (OSError, RuntimeError):
        raise BattleFileError(Code.NOT_FOUND, "is no file") from None
    if not inside:
        raise BattleFileError(Code.FORBIDDEN, "leads out of the folder of its mesh file")
    if not found:
        raise BattleFileError(Code.NOT_FOUND, "is no file")
    return real


def part_and_tag(names: Iterable[str], told: Mapping[str, str]) -> tuple[str, str]:
    """The part that something belongs to by its names, outermost first, and the part's tag.

    The first name that has a tag is the part's: told of it, or a word in it, `equipment` or `pose` before `base`, which
    is the last word, before `body`. Where no name has one, the part has the first name and is of the body.

    >>> part_and_tag(["Figure", "Sword_equipment.001"], {}), part_and_tag(["Figure", "Purpose"], {})
    (('Sword_equipment.001', 'equipment'), ('Figure', 'body'))
    """
    known = names_of(names)
    for name in known:
        tag = told.get(name) or _tag_in(name)
        if tag:
            return name, tag
    return known[0], "body"


def names_of(names: Iterable[str]) -> list[str]:
    """Those of the names that say something, fit to be shown; `body` where there is none."""
    return [clean for clean in map(clean_name, names) if clean] or ["body"]


def clean_name(text: str) -> str:
    """A name from a file without characters that cannot be shown, and no longer than a name may be."""
    return " ".join("".join(c if c.isprintable() else " " for c in text).split())[:NAME_LIMIT].rstrip()


def _tag_in(name: str) -> str | None:
    words: list[str] = [word.lower() for word in _WORD.findall(name)]
    for word in words:
        if word in {"equipment", "pose"}:
            return word
    return "base" if words[-1:] == ["base"] else "body" if "body" in words else None


def axes(up: str, front: str | None) -> list[tuple[int, int]]:
    """For front, left and up, the file's axis and its sign; raises `BattleFileError` where front runs along up.

    Where no front is given it is the next axis after up: +z over y, as in glTF, and +x over z.

    >>> axes("y", None)
    [(2, 1), (0, 1), (1, 1)]
    """
    top, sign = _axis(up)
    ahead, way = _axis(front) if front else ((top + 1) % 3, 1)
    if ahead == top:
        raise BattleFileError(Code.MALFORMED, f"{shown(front)} runs along {shown(up)}, which is up", "front")
    left = (3 - top - ahead, sign * way * (1 if (ahead - top) % 3 == 1 else -1))
    return [(ahead, way), left, (top, sign)]


def _axis(text: str) -> tuple[int, int]:
    return "xyz".index(text[-1]), -1 if text[0] == "-" else 1
