"""Plain solids: boxes, prisms, frustums, cylinders and capsules.  Lengths are inches, z points up."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import pairwise

import numpy as np
from numpy.typing import NDArray

from fireline.geometry.outlines import Point2, area, cos_sin
from fireline.geometry.solids import Point3, Solid, quantise


def box(size: Point3, part: str = "body") -> Solid:
    """A box standing on the origin: the centre of its footprint is (0, 0), its bottom at 0."""
    x, y, z = size[0] / 2, size[1] / 2, size[2]
    return prism([(-x, -y), (x, -y), (x, y), (-x, y)], z, part)


def prism(outline: Sequence[Point2], height: float, part: str = "body", bottom: float = 0.0) -> Solid:
    """An upright prism over a simple polygon, given in either direction; its walls rise from `bottom` by `height`."""
    return frustum(outline, outline, height, part, bottom)


def frustum(
    foot: Sequence[Point2], top: Sequence[Point2], height: float, part: str = "body", bottom: float = 0.0
) -> Solid:
    """A solid whose flat sides lead from one outline up to another with as many corners, `height` above it."""
    if area(tuple(foot)) < 0:
        foot, top = foot[::-1], top[::-1]
    low = [(x, y, bottom) for x, y in foot]
    high = [(x, y, bottom + height) for x, y in top]
    faces = [(high[a], high[b], high[c]) for a, b, c in triangulate(top)]
    faces += [(low[c], low[b], low[a]) for a, b, c in triangulate(foot)]
    for n in range(len(foot)):
        a, b = n, (n + 1) % len(foot)
        faces += [(low[a], low[b], high[b]), (low[a], high[b], high[a])]
    return _without_slivers(Solid.of(np.array(faces), part))


def triangulate(outline: Sequence[Point2]) -> list[tuple[int, int, int]]:
    """A simple polygon, counterclockwise, cut into counterclockwise triangles of its corners' numbers."""
    import mapbox_earcut

    points = np.array(outline, dtype=np.float64)
    cut = mapbox_earcut.triangulate_float64(points, np.array([len(points)], dtype=np.uint32)).reshape(-1, 3).tolist()
    return [(a, b, c) if area((outline[a], outline[b], outline[c])) > 0 else (a, c, b) for a, b, c in cut]


def cylinder(radius: float, height: float, part: str = "body", sides: int = 24) -> Solid:
    """An upright cylinder standing on the origin."""
    return prism(_circle(radius, sides), height, part)


def capsule(start: Point3, end: Point3, radius: float, part: str = "body", sides: int = 12, rings: int = 3) -> Solid:
    """A rod with round ends: all points within `radius` of the line from `start` to `end`.

    `rings` counts the circles of each round end. With `start` and `end` on one point of the grid it is a ball.
    """
    a, b = np.array(start, dtype=np.float64), np.array(end, dtype=np.float64)
    along = _unit(b - a) if (quantise(a) != quantise(b)).any() else np.array([0.0, 0.0, 1.0])
    side = _unit(_cross(along, np.array([1.0, 0.0, 0.0] if abs(along[0]) < 0.9 else [0.0, 1.0, 0.0])))
    third = _cross(along, side)
    levels = []
    for centre, steps in ((a, range(-rings, 1)), (b, range(rings + 1))):
        for step in steps:
            cos, sin = cos_sin(90 * step / rings)
            levels.append((centre + along * (radius * sin), radius * cos))
    circle = _circle(1.0, sides)
    grid = [[centre + side * (x * r) + third * (y * r) for x, y in circle] for centre, r in levels]
    faces = []
    for below, above in pairwise(grid):
        for n in range(sides):
            m = (n + 1) % sides
            faces += [(below[n], below[m], above[m]), (below[n], above[m], above[n])]
    return _without_slivers(Solid.of(np.array(faces), part))


def _without_slivers(solid: Solid) -> Solid:
    """The solid without triangles that two equal corners make a line."""
    p = solid.corners
    thin = (p[:, 0] == p[:, 1]).all(axis=1) | (p[:, 1] == p[:, 2]).all(axis=1) | (p[:, 2] == p[:, 0]).all(axis=1)
    return Solid(p[~thin], solid.part_of[~thin], solid.parts)


def _circle(radius: float, sides: int) -> list[Point2]:
    turns = (cos_sin(360 * n / sides) for n in range(sides))
    return [(radius * cos, radius * sin) for cos, sin in turns]


# numpy's own products may use other instructions, and so round differently, from machine to machine.
def _cross(a: NDArray[np.float64], b: NDArray[np.float64]) -> NDArray[np.float64]:
    return np.array([a[1] * b[2] - a[2] * b[1], a[2] * b[0] - a[0] * b[2], a[0] * b[1] - a[1] * b[0]])


def _unit(v: NDArray[np.float64]) -> NDArray[np.float64]:
    length: np.float64 = np.sqrt(v[0] * v[0] + v[1] * v[1] + v[2] * v[2])
    return v / length
