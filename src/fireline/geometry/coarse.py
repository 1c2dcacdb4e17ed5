"""Solids made coarse for screens: corners of one cell become one of them, so that none moves farther than is told.

Nothing is ruled by what comes out: a hole or a rod narrower than a cell may close or vanish.
"""

from __future__ import annotations

from math import sqrt
from typing import NamedTuple

import numpy as np

from fireline.geometry.bulk import Bulk
from fireline.geometry.solids import Solid

FINEST = 1 / 256
"""The first cell that is tried, as a part of the solid's longest side; each further one is longer."""


class Coarse(NamedTuple):
    """A solid for a screen, and how far in inches a corner of it may be from where it belongs, 0 for exact."""

    solid: Solid
    error: float


def coarse(solid: Solid, most: int) -> Coarse:
    """The solid itself if it has at most so many triangles, else one of no more."""
    if len(solid) <= most or not isinstance(solid, Bulk):
        return Coarse(solid, 0.0)
    points, (low, high) = solid.points, solid.bounds
    cell = max(b - a for a, b in zip(low, high, strict=True)) * FINEST
    while True:
        cells = ((points - np.array(low)) / cell).astype(np.int64)
        keys = (cells[:, 0] << 42) | (cells[:, 1] << 21) | cells[:, 2]
        _, first, which = np.unique(keys, return_index=True, return_inverse=True)
        if len(first) <= most:  # a surface has about twice as many triangles as corners
            faces = which.reshape(-1)[solid.faces].astype(np.int64)
            a, b, c = np.sort(faces, axis=1).T
            real = np.flatnonzero((a != b) & (b != c))
            rows = (a[real] << 42) | (b[real] << 21) | c[real]
            real = real[np.sort(np.unique(rows, return_index=True)[1])]
            if len(real) <= most:
                return Coarse(Solid(points[first[faces[real]]], solid.part_of[real], solid.parts), cell * sqrt(3))
        cell *= max(1.2, sqrt(2 * len(first) / most))
