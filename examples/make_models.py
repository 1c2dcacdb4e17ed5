"""The example models made anew: a tower and a brute as GLB, a scout as STL.

Run it from the project's folder: `python examples/make_models.py`

A model faces +x and stands on z = 0. The brute is in metres, as GLB wants; the tower is in inches and the scout in
millimetres, as their side files say, `tower.parts.yaml` and `scout.parts.yaml`. What the parts of a GLB file are called
says what they are: a name with the word `equipment` or `pose` is that, any other is the body. STL files have no names;
the whole scout is body.
"""

from __future__ import annotations

import sys
from collections.abc import Iterable
from pathlib import Path

import numpy as np
import trimesh

from fireline.geometry.outlines import Point2, cos_sin
from fireline.geometry.shapes import capsule, cylinder, frustum, prism
from fireline.geometry.solids import Solid, join

HERE = Path(__file__).parent
INCH_IN_METRES = 0.0254
PLATFORM = 3.0
"""The height of the tower's platform, in inches."""


def tower() -> list[Solid]:
    """A ruined round tower, 5 inches high: a doorway in front, a platform inside, a broken crown."""
    base = prism(wall(2.0, 1.55, 22, 338), 2.0, "base")
    storey = prism(wall(1.95, 1.5, -170, 170), 1.6, "storey", bottom=2.0)
    crown = [
        prism(wall(1.9, 1.45, 40, 250), 0.5, "crown", bottom=3.6),
        prism(wall(1.85, 1.4, 75, 215), 0.5, "broken crown", bottom=4.1),
        prism(wall(1.8, 1.35, 100, 165), 0.4, "last stones", bottom=4.6),
    ]
    return [base, storey, *crown, cylinder(1.7, 0.25, "platform").placed((0, 0, PLATFORM - 0.25))]


def wall(outer: float, inner: float, start: int, end: int) -> list[Point2]:
    """The outline of a round wall, counterclockwise from one angle to another, in steps of about 9 degrees."""
    steps = round((end - start) / 9)
    turns = [cos_sin(start + (end - start) * n / steps) for n in range(steps + 1)]
    return [(outer * cos, outer * sin) for cos, sin in turns] + [(inner * cos, inner * sin) for cos, sin in turns[::-1]]


def brute() -> list[Solid]:
    """A hulking figure, 2.4 inches from foot to crown, with one arm and a club raised; the cloak hangs behind."""
    torso = join([capsule((0, -0.22, 1.2), (0, 0.22, 1.2), 0.36), capsule((0.05, -0.3, 1.65), (0.05, 0.3, 1.65), 0.38)])
    arm = [capsule((0.05, 0.55, 1.75), (0.2, 0.78, 1.2), 0.17), capsule((0.2, 0.78, 1.2), (0.5, 0.72, 0.85), 0.15)]
    raised = [
        capsule((0.05, -0.55, 1.75), (0.1, -0.85, 2.2), 0.17),
        capsule((0.1, -0.85, 2.2), (0.3, -0.75, 2.6), 0.15),
    ]
    club = [capsule((0.1, -0.8, 2.7), (0.7, -0.65, 2.55), 0.07), capsule((0.7, -0.65, 2.55), (1.25, -0.5, 2.4), 0.16)]
    cloak = frustum(crescent(0.62, 0.75), crescent(0.45, 0.5), 1.7, bottom=0.15)
    return [
        capsule((0.22, 0, 2.16), (0.18, 0, 2.14), 0.23).as_one("head"),
        torso.as_one("torso"),
        join(arm).as_one("left arm"),
        leg(0.27).as_one("left leg"),
        leg(-0.27).as_one("right leg"),
        join(raised).as_one("raised_arm_pose"),
        join(club).as_one("club_equipment"),
        cloak.as_one("cloak_equipment"),
    ]


def leg(y: float) -> Solid:
    """A thick leg and its foot."""
    return join(
        [capsule((0, y, 1.0), (0.05, y * 1.3, 0.2), 0.2), capsule((0, y * 1.3, 0.13), (0.3, y * 1.4, 0.13), 0.13)]
    )


def crescent(depth: float, width: float) -> list[Point2]:
    """A thin curved outline behind the figure, open to the front."""
    turns = [cos_sin(90 + 18 * n) for n in range(11)]
    outer = [(depth * cos, width * sin) for cos, sin in turns]
    return outer + [(0.9 * x, 0.9 * y) for x, y in reversed(outer)]


def scout() -> Solid:
    """A small figure with a drawn bow, 30 millimetres high, in millimetres."""
    body = [
        capsule((0.5, 0, 27.5), (0, 0, 27.3), 2.4),
        capsule((0, 0, 15), (0, 0, 22), 3),
        capsule((0, 1.6, 14), (0.5, 2.2, 2), 1.5),
        capsule((0.3, 2.2, 1), (3.2, 2.6, 1), 1),
        capsule((0, -1.6, 14), (-2, -2.6, 2), 1.5),
        capsule((-2.2, -2.7, 1), (0.4, -3.6, 1), 1),
        capsule((0, 2.5, 22.5), (9, 2.2, 23), 1.1),
        capsule((0, -2.5, 22.5), (-3, -5, 22), 1.2),
        capsule((-3, -5, 22), (2, -1.5, 23.2), 1),
    ]
    bow = [
        capsule((7, 2.2, 34), (9.5, 2.2, 28), 0.5),
        capsule((9.5, 2.2, 28), (9.5, 2.2, 18), 0.55),
        capsule((9.5, 2.2, 18), (7, 2.2, 12), 0.5),
    ]
    return join([*body, *bow])


def write_glb(file: Path, parts: Iterable[Solid], unit: float) -> None:
    """Write the parts as GLB, y up and facing +z as the format wants; `unit` is an inch in the file's lengths."""
    scene = trimesh.Scene()
    for part in parts:
        (name,) = part.parts
        scene.add_geometry(mesh(part.mapped([(1, 1), (2, 1), (0, 1)]), unit), node_name=name, geom_name=name)
    scene.export(file, include_normals=False)  # type: ignore[no-untyped-call]


def mesh(solid: Solid, unit: float = 1.0) -> trimesh.Trimesh:
    """The solid with each corner listed once, as trimesh wants it."""
    corners, faces = np.unique(solid.corners.reshape(-1, 3), axis=0, return_inverse=True)
    return trimesh.Trimesh(corners * unit, faces.reshape(-1, 3), process=False)


def main(folder: Path = HERE) -> None:
    """Write the models."""
    write_glb(folder / "tower.glb", tower(), 1.0)
    write_glb(folder / "brute.glb", brute(), INCH_IN_METRES)
    mesh(scout()).export(folder / "scout.stl")


if __name__ == "__main__":
    main(*map(Path, sys.argv[1:]))
