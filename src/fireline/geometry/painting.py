"""Pictures of solids as an eye sees them: what is where, how far, and how light."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from math import inf

import numpy as np
from numpy.typing import NDArray

from fireline.geometry.solids import Solid
from fireline.geometry.view import View, minus, plus, unit


@dataclass(frozen=True, slots=True)
class Painted:
    """A picture of solids, arrays of the shape (size, size) with the top row first.

    `solid` is the number of the solid that is seen in a pixel, -1 for none, and `part` the number of its part, -1 for
    none; `depth` is how far it is along the view, infinite for nothing; `shade` how light it is, from 0 to 1, 0 for
    nothing.
    """

    solid: NDArray[np.int64]
    part: NDArray[np.int64]
    depth: NDArray[np.float64]
    shade: NDArray[np.float64]


def paint(view: View, solids: Sequence[Solid], size: int) -> Painted:
    """What the eye sees of some solids in a window of `size` x `size` pixels, lit from above its left shoulder."""
    nearness, codes = np.zeros((size, size)), np.full((size, size), -1, dtype=np.int32)
    starts = [0]
    for solid in solids:
        solid.draw(view.camera(), nearness, codes, starts[-1], 1)
        starts.append(starts[-1] + len(solid))
    part_of = np.concatenate([*(solid.part_of for solid in solids), [-1]])
    shades = np.concatenate([*(_shades(block, view) for solid in solids for block in solid.blocks()), [0.0]])
    nothing = codes < 0
    number = np.searchsorted(np.array(starts), codes, side="right") - 1
    depth = np.full((size, size), inf)
    depth[~nothing] = 1 / nearness[~nothing]
    return Painted(number, part_of[codes], depth, shades[codes])


def _shades(corners: NDArray[np.float64], view: View) -> NDArray[np.float64]:
    """How light each triangle is on the side that the eye sees."""
    a, b, c = (corners[:, k] - np.array(view.eye) for k in range(3))
    x, y, z = (_crossed(b - a, c - a, axis) for axis in range(3))
    length = np.sqrt(x * x + y * y + z * z)
    towards_eye = np.sign(-(x * a[:, 0] + y * a[:, 1] + z * a[:, 2])) / np.where(length > 0, length, 1)
    light = unit(plus(plus(minus(view.up, view.forward), view.right, -0.5), view.up, 0.5))
    lit = (x * light[0] + y * light[1] + z * light[2]) * towards_eye
    shades: NDArray[np.float64] = 0.35 + 0.65 * np.clip(lit, 0.0, 1.0)
    return shades


def _crossed(a: NDArray[np.float64], b: NDArray[np.float64], axis: int) -> NDArray[np.float64]:
    j, k = (axis + 1) % 3, (axis + 2) % 3
    crossed: NDArray[np.float64] = a[:, j] * b[:, k] - a[:, k] * b[:, j]
    return crossed
