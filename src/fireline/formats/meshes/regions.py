"""Regions: boxes in which a mesh in one piece is something else, cut out of it exactly."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, NamedTuple

import numpy as np

from fireline.formats.meshes.pieces import limited
from fireline.game.entries import shown
from fireline.game.errors import BattleFileError, Code
from fireline.geometry.solids import divided, within

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from fireline.geometry.solids import Point3


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
