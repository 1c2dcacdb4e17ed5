"""The parts of a model: what a file's names say of them, and the side file that says more.

A side file stands beside a mesh file: `brute.parts.yaml` beside `brute.stl`. Everything in it may be left out:

    units: mm                        # what the file's lengths are: mm, cm, m or inch
    scale: 1.5                       # how many times as large it is; without a unit the inches of one unit
    up: z                            # which of the file's axes points up, and
    front: -y                        # which way the model faces
    eyes: [0, -4.5, 29]              # where it looks from, in the file's own axes and lengths
    parts: {Club: equipment}         # body, equipment, pose, base or absent, by the name of an object or a material
    base: {height: 3, size: 32}      # millimetres on the table: all below the height is base, and distances are
                                     # measured from its size, one number for a round base, [length, width] for an oval
    regions:                         # boxes from corner to corner, in the file's own axes and lengths
      - {name: sword, kind: equipment, box: [[2, -9, 4], [6, -5, 30]]}
"""

from __future__ import annotations

import os
import re
from collections.abc import Collection, Iterable, Mapping, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple

import numpy as np

from fireline.formats.meshes.pieces import limited
from fireline.formats.parsing import read_data
from fireline.game.entries import NAME_LIMIT, one_of, read_entry, shown
from fireline.game.errors import BattleFileError, Code
from fireline.game.modelfacts import ABSENT, MeshWords, SideFile
from fireline.geometry.solids import divided, within

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from fireline.geometry.solids import Point3

_WORD = re.compile(r"[A-Z]?[a-z]+|[A-Z]+")


def read_side_file(mesh: Path, up: str, names: Collection[str], words: MeshWords | None) -> SideFile:
    """What is said of a mesh file: in its side file, if there is one, and in `words`, which go before it.

    `up` is the mesh file's usual axis, `names` are those that can have a tag. Raises `BattleFileError`, which names the
    side file where that is wrong.
    """
    file, side = mesh.with_name(f"{mesh.stem}.parts.yaml"), SideFile()
    if os.path.lexists(file):
        try:
            side = read_entry(SideFile, read_data(_found(file)))
            _check(side, up, names)
        except BattleFileError as wrong:
            where = f"{wrong.place}: " if wrong.place else ""
            raise BattleFileError(wrong.code, f"{shown(file.name)}: {where}{wrong.problem}") from None
    if words is None or not words.said():
        return side
    _check(words, up, names)
    both = side.but(words)
    axes(both.up or up, both.front)
    return both


def _check(words: MeshWords, up: str, names: Collection[str]) -> None:
    axes(words.up or up, words.front)
    for name in words.parts:
        one_of(name, names, "name in the mesh file", "parts")
    for n, region in enumerate(words.regions):
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
    is the last word, before `body`. Where no name has one, the part has the first name and is of the body. What any of
    its names says is absent, is.

    >>> part_and_tag(["Figure", "Sword_equipment.001"], {}), part_and_tag(["Figure", "Purpose"], {})
    (('Sword_equipment.001', 'equipment'), ('Figure', 'body'))
    """
    known = names_of(names)
    for name in known:
        if told.get(name) == ABSENT:
            return name, ABSENT
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


class Region(NamedTuple):
    """A box along the axes of a model, and what is in it."""

    name: str
    tag: str
    low: Point3
    high: Point3


def carve(
    corners: NDArray[np.float64], part_of: NDArray[np.int64], tags: Mapping[str, str], regions: Sequence[Region]
) -> tuple[NDArray[np.float64], NDArray[np.int64], dict[str, str]]:
    """The triangles, their parts and the tags of these with every region a part of its own.

    Triangles that reach out of a box are cut at its sides. What lies in two boxes belongs to the first. Raises
    `BattleFileError` for a region that is empty, or whose name another part has.
    """
    for region in regions:
        for axis, at in (*enumerate(region.low), *enumerate(region.high)):
            corners, pieces = divided(corners, axis, at)
            part_of = part_of[pieces]
            limited(len(corners))
    free, part_of, named = np.full(len(corners), fill_value=True), part_of.copy(), dict(tags)
    for n, region in enumerate(regions):
        place = f"regions[{n}]"
        if region.name in tags or named.get(region.name, region.tag) != region.tag:
            raise BattleFileError(
                Code.DUPLICATE, f"{shown(region.name)} is the name of another part already", f"{place}.name"
            )
        named[region.name] = region.tag
        inside = within(corners, region.low, region.high) & free
        if not inside.any():
            raise BattleFileError(
                Code.MALFORMED, f"nothing of the model is in the box of {shown(region.name)}", f"{place}.box"
            )
        part_of[inside] = list(named).index(region.name)
        free &= ~inside
    return corners, part_of, named
