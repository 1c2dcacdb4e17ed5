"""Figures in space for tests, and what is seen of them told in two other ways: by rays, and by silhouettes.

Neither way shares anything with the rasteriser but the view: where the eye is, and the axes of its window.
"""

from collections import Counter
from collections.abc import Iterator, Sequence
from fractions import Fraction
from itertools import pairwise
from math import hypot
from random import Random
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray
from shapely import MultiPoint, Polygon, union_all
from shapely.geometry.base import BaseGeometry

from fireline.geometry.outlines import cos_sin
from fireline.geometry.shapes import box, capsule
from fireline.geometry.solids import Point3, Solid, join
from fireline.geometry.view import View

Named = tuple[str, Solid]
LIMBS = {
    "head": ((0, 0, 0.86), (0, 0, 0.93), 0.075),
    "torso": ((0, 0, 0.55), (0, 0, 0.74), 0.14),
    "hips": ((-0.05, 0, 0.48), (0.05, 0, 0.48), 0.11),
    "left arm": ((0, 0.17, 0.74), (0.1, 0.26, 0.48), 0.045),
    "right arm": ((0, -0.17, 0.74), (0.22, -0.14, 0.6), 0.045),
    "left leg": ((0, 0.08, 0.45), (0.02, 0.11, 0.06), 0.06),
    "right leg": ((0, -0.08, 0.45), (-0.02, -0.11, 0.06), 0.06),
    "club": ((0.1, -0.05, 0.6), (0.48, -0.1, 0.62), 0.02),
}


def figure(sides: int = 8, rings: int = 4) -> Solid:
    """A figure of eight rods with round ends, each a convex part of its own."""
    return join([capsule(start, end, radius, name, sides, rings) for name, (start, end, radius) in LIMBS.items()])


class Look(NamedTuple):
    """A scene: an eye, a body and what may stand before it."""

    eye: Point3
    target: Solid
    blockers: list[Named]


def looks(seed: int, figures: int = 20, boxes: int = 10, table: float = 24) -> list[Look]:
    """Figures and boxes strewn over a table; each figure looks at each other."""
    random, model = Random(seed), figure()  # noqa: S311 (nothing secret)
    at: list[tuple[float, float]] = []
    while len(at) < figures:
        x, y = random.uniform(1, table - 1), random.uniform(1, table - 1)
        if all(hypot(x - a, y - b) > 1 for a, b in at):
            at.append((x, y))
    solids, eyes = list[Named](), list[Point3]()
    for x, y in at:
        turn = random.uniform(0, 360)
        cos, sin = cos_sin(turn)
        solids.append((f"figure {len(solids)}", model.placed((x, y, 0), turn)))
        eyes.append((x + 0.06 * cos, y + 0.06 * sin, 0.93))
    while len(solids) < figures + boxes:
        x, y = random.uniform(2, table - 2), random.uniform(2, table - 2)
        if all(hypot(x - a, y - b) > 1.9 for a, b in at):
            size = (random.uniform(0.5, 3), random.uniform(0.2, 1), random.uniform(0.3, 1.5))
            solids.append((f"box {len(solids)}", box(size).placed((x, y, 0), random.uniform(0, 180))))
    return [
        Look(eyes[i], solids[j][1], [one for k, one in enumerate(solids) if k not in {i, j}])
        for i in range(figures)
        for j in range(figures)
        if i != j
    ]


# --- surfaces -------------------------------------------------------------------------------


def volume(solid: Solid) -> Fraction:
    """The exact volume within triangles that are counterclockwise seen from outside; negative for inside out."""
    total = Fraction(0)
    for triangle in solid.corners.tolist():
        (ax, ay, az), (bx, by, bz), (cx, cy, cz) = (tuple(map(Fraction, corner)) for corner in triangle)
        total += ax * (by * cz - bz * cy) + ay * (bz * cx - bx * cz) + az * (bx * cy - by * cx)
    return total / 6


def open_edges(solid: Solid) -> Counter[tuple[Point3, Point3]]:
    """The edges that are not used once in each direction: none in a closed surface."""
    used = Counter(
        edge
        for triangle in solid.corners.tolist()
        for edge in pairwise([tuple(corner) for corner in (*triangle, triangle[0])])
    )
    return Counter({(a, b): n for (a, b), n in used.items() if n != 1 or used[b, a] != 1})


# --- rays -----------------------------------------------------------------------------------


def by_rays(view: View, size: int, target: Solid, blockers: Sequence[Named]) -> tuple[int, int]:
    """How many pixels a body has and how many are seen: a ray through the centre of each, cast by Embree."""
    rim = (np.arange(size) + 0.5) / size * 2 - 1
    across, down = np.meshgrid(rim * view.half, rim * view.half)
    right, up, forward = (np.array(axis) for axis in (view.right, view.up, view.forward))
    ways = (forward + across[..., None] * right - down[..., None] * up).reshape(-1, 3)
    body = _depths(view, ways, [target])
    before = _depths(view, ways, [solid for _, solid in blockers])
    there = np.isfinite(body)
    return int(there.sum()), int((there & ~(before < body)).sum())


def _depths(view: View, ways: NDArray[np.float64], solids: Sequence[Solid]) -> NDArray[np.float64]:
    """How deep along the view each ray from the eye meets the solids, infinite where it meets none."""
    from embreex.mesh_construction import TriangleMesh
    from embreex.rtcore_scene import EmbreeScene

    depths = np.full(len(ways), np.inf)
    if solids:
        scene = EmbreeScene(robust=True)
        triangles = np.concatenate([solid.corners for solid in solids]) - np.array(view.eye)
        points = np.ascontiguousarray(triangles.reshape(-1, 3).astype(np.float32))
        TriangleMesh(scene, points, np.arange(len(points), dtype=np.int32).reshape(-1, 3))
        hit: dict[str, Any] = scene.run(np.zeros((len(ways), 3), np.float32), ways.astype(np.float32), output=1)
        met = hit["primID"] >= 0
        depths[met] = hit["tfar"][met]
    return depths


# --- silhouettes ----------------------------------------------------------------------------


def by_silhouettes(view: View, target: Solid, blockers: Sequence[Named]) -> float | None:
    """The share of a body that is seen, from the exact outlines of convex parts.

    None where outlines cannot tell: a part that would hide some of the body is not wholly before it.
    """
    body = [_before(view, part) for part in _parts(target)]
    silhouette = union_all([_outline(part) for part in body])
    nearest, farthest = (float(way([way(part[:, 2]) for part in body])) for way in (np.min, np.max))
    before: list[BaseGeometry] = []
    for part in (_before(view, part) for _, solid in blockers for part in _parts(solid)):
        x, y, z = part[:, 0], part[:, 1], part[:, 2]
        wide = z * view.half
        aside = any(bool(out.all()) for out in (x > wide, x < -wide, y > wide, y < -wide))
        if aside or z.min() >= farthest:
            continue
        if z.min() <= 0:
            return None
        outline = _outline(part)
        if outline.intersects(silhouette):
            if z.max() > nearest:
                return None
            before.append(outline)
    return float(silhouette.difference(union_all(before)).area / silhouette.area)


def _parts(solid: Solid) -> Iterator[NDArray[np.float64]]:
    for part in range(len(solid.parts)):
        yield solid.corners[solid.part_of == part].reshape(-1, 3)


def _before(view: View, points: NDArray[np.float64]) -> NDArray[np.float64]:
    """Points as the view has them: right, up, depth."""
    away = points - np.array(view.eye)
    return np.stack([away @ np.array(axis) for axis in (view.right, view.up, view.forward)], axis=1)


def _outline(points: NDArray[np.float64]) -> Polygon:
    hull = MultiPoint(points[:, :2] / points[:, 2:]).convex_hull
    assert isinstance(hull, Polygon)
    return hull
