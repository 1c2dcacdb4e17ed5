"""Triangles cut along planes that stand square to an axis, so that a box takes exactly what is in it.

A plane cuts all triangles that it meets, and goes through an edge at one point whichever of the edge's triangles is
cut: what was a closed surface has no gap afterwards. A corner within a step of the grid of a plane is put on it, so
that no sliver is cut off what ends there but for the rounding.
"""

from __future__ import annotations

from collections.abc import Iterator
from itertools import pairwise

import numpy as np
from numpy.typing import NDArray

from fireline.geometry.solids import GRID, Point3, quantise

Corners = NDArray[np.float64]


def divided(corners: Corners, axis: int, at: float) -> tuple[Corners, NDArray[np.intp]]:
    """The triangles, those that a plane meets cut at it, and of each the number of the one that it is a piece of."""
    plane = float(quantise(np.array(at)))
    there = np.where(np.abs(corners[..., axis] - plane) <= 1 / GRID, plane, corners[..., axis])
    corners = np.stack([there if n == axis else corners[..., n] for n in range(3)], axis=-1)
    met = np.asarray((there < plane).any(axis=1) & (there > plane).any(axis=1))
    kept, across = np.flatnonzero(~met), np.flatnonzero(met).tolist()
    pieces = [(piece, n) for n in across for way in (1, -1) for piece in _side(corners[n].tolist(), axis, plane, way)]
    cut = np.array([piece for piece, _ in pieces], dtype=np.float64).reshape(-1, 3, 3)
    numbers = np.array([n for _, n in pieces], dtype=np.intp)
    return np.concatenate([corners[kept], cut]), np.concatenate([kept, numbers])


def within(corners: Corners, low: Point3, high: Point3) -> NDArray[np.bool_]:
    """Which triangles lie in an upright box; its sides belong to it."""
    return np.asarray(((corners >= low) & (corners <= high)).all(axis=(1, 2)))


def _side(triangle: list[list[float]], axis: int, at: float, way: int) -> Iterator[list[Point3]]:
    """The part of a triangle on one side of a plane, below it for a `way` of 1, in triangles that run as it did."""
    ring: list[Point3] = []
    for a, b in pairwise([*triangle, triangle[0]]):
        if (a[axis] - at) * way <= 0:
            ring.append((a[0], a[1], a[2]))
        if (a[axis] - at) * (b[axis] - at) < 0:
            ring.append(_between(min(a, b), max(a, b), axis, at))
    yield from ([ring[0], b, c] for b, c in pairwise(ring[1:]) if len({ring[0], b, c}) == 3)


def _between(a: list[float], b: list[float], axis: int, at: float) -> Point3:
    """Where an edge meets a plane."""
    share = (at - a[axis]) / (b[axis] - a[axis])
    point = quantise(np.array([p + (q - p) * share for p, q in zip(a, b, strict=True)])) + 0.0
    point[axis] = at
    x, y, z = point.tolist()
    return x, y, z
