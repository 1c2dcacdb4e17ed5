"""What is seen of figures in space: how fast, how exact, and how soon, beside the same rays cast by Embree.

20 figures, all alike, and 10 boxes stand on a table of 24 x 24 inches, and each figure looks at each other. A second
way to the same shares is one ray through each pixel, cast by Embree through scenes that were built before the clock
ran; a finer grid of such rays, 768 x 768, is what both are measured against.

Run: python benchmarks/bench_figures.py
"""

from __future__ import annotations

import os
import statistics
import subprocess
import sys
import time
from dataclasses import dataclass
from functools import cached_property
from math import hypot
from random import Random
from typing import TYPE_CHECKING

import numpy as np
from embreex.mesh_construction import TriangleMesh
from embreex.rtcore_scene import EmbreeScene

from fireline.geometry.outlines import cos_sin
from fireline.geometry.shapes import box, capsule
from fireline.geometry.sight import Crowd, balls_of, forget_looks
from fireline.geometry.solids import Point3, Solid, join
from fireline.geometry.view import COARSE, View

if TYPE_CHECKING:
    from collections.abc import Callable

    from numpy.typing import NDArray

FIGURES, BOXES, TABLE = 20, 10, 24.0
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
LOOK_GOALS = {5120: 1.0, 1024: 0.5}
"""Milliseconds for one look by the triangles of a figure."""
PAIRS_GOAL, MEAN_GOAL, MOST_GOAL, COLD_GOAL = 0.5, 0.2, 1.5, 2.0
FINEST = 768
COLD = """
from fireline.geometry.shapes import box
from fireline.geometry.sight import look
print(look((0, 0, 1), box((1, 1, 1)).placed((10, 0, 0)), [("wall", box((1, 9, 1)).placed((5, 4.5, 0)))]).share)
"""
COMPILED = {key: value for key, value in os.environ.items() if key != "PYTHONDONTWRITEBYTECODE"}
"""An installed package has its bytecode compiled; without this a checkout would be compiled at every start."""


@dataclass(frozen=True)
class Scene:
    """Figures with their eyes, and everything that stands on the table, the figures first."""

    eyes: list[Point3]
    solids: list[tuple[str, Solid]]

    @property
    def pairs(self) -> list[tuple[int, int]]:
        """Who looks at whom."""
        return [(i, j) for i in range(FIGURES) for j in range(FIGURES) if i != j]

    @cached_property
    def crowd(self) -> Crowd:
        """Everything on the table as a battle looks past it."""
        names, solids = zip(*self.solids, strict=True)
        return Crowd(names, balls_of(solids), solids.__getitem__)

    def look(self, pair: tuple[int, int]) -> float:
        """The share that one figure sees of another."""
        i, j = pair
        absent = [self.solids[k][0] for k in pair]
        return float(self.crowd.look(self.eyes[i], self.solids[j][1], absent.__contains__).share)

    def looks(self) -> list[float]:
        """The shares that all see of all, looked at anew."""
        forget_looks()
        return [self.look(pair) for pair in self.pairs]


def strewn(sides: int, rings: int, seed: int = 0) -> Scene:
    """Figures of rods with so many sides and rings, and boxes between them."""
    random = Random(seed)  # noqa: S311 (nothing secret)
    model = join([capsule(start, end, radius, name, sides, rings) for name, (start, end, radius) in LIMBS.items()])
    at: list[tuple[float, float]] = []
    while len(at) < FIGURES:
        x, y = random.uniform(1, TABLE - 1), random.uniform(1, TABLE - 1)
        if all(hypot(x - a, y - b) > 1 for a, b in at):
            at.append((x, y))
    scene = Scene([], [])
    for x, y in at:
        turn = random.uniform(0, 360)
        cos, sin = cos_sin(turn)
        scene.eyes.append((x + 0.06 * cos, y + 0.06 * sin, 0.93))
        scene.solids.append((f"figure {len(scene.solids)}", model.placed((x, y, 0), turn)))
    while len(scene.solids) < FIGURES + BOXES:
        x, y = random.uniform(2, TABLE - 2), random.uniform(2, TABLE - 2)
        if all(hypot(x - a, y - b) > 1.9 for a, b in at):
            size = (random.uniform(0.5, 3), random.uniform(0.2, 1), random.uniform(0.3, 1.5))
            scene.solids.append((f"box {len(scene.solids)}", box(size).placed((x, y, 0), random.uniform(0, 180))))
    return scene


class Rays:
    """The peer: Embree with a scene for each figure alone, and one for each shooter of all but him."""

    def __init__(self, scene: Scene) -> None:
        self.scene = scene
        solids = [solid for _, solid in scene.solids]
        self.alone = [_built([solid]) for solid in solids[:FIGURES]]
        self.others = [_built(solids[:i] + solids[i + 1 :]) for i in range(FIGURES)]
        self.starts = [np.cumsum([0, *(len(s) for s in solids[:i] + solids[i + 1 :])]) for i in range(FIGURES)]

    def look(self, pair: tuple[int, int], size: int = COARSE) -> float:
        """The share that one figure sees of another, by a ray through each pixel of the same window."""
        i, j = pair
        view = View.on(self.scene.eyes[i], self.scene.solids[j][1], tilted=True)
        rim = (np.arange(size) + 0.5) / size * 2 - 1
        right, up, forward = (np.array(axis) for axis in (view.right, view.up, view.forward))
        across, up_and_down = rim * view.half * right[:, None], -rim * view.half * up[:, None]
        ways = (forward + across.T[None] + up_and_down.T[:, None]).reshape(-1, 3).astype(np.float32)
        eyes = np.broadcast_to(np.array(view.eye, dtype=np.float32), ways.shape).copy()
        there = self.alone[j].run(eyes, ways) >= 0
        first = self.others[i].run(eyes, ways)
        start = self.starts[i][j - (j > i)]
        seen = there & (first >= start) & (first < start + len(self.scene.solids[j][1]))
        return float(seen.sum() / there.sum())


def _built(solids: list[Solid]) -> EmbreeScene:
    scene = EmbreeScene(robust=True)
    points = np.concatenate([solid.corners for solid in solids]).reshape(-1, 3).astype(np.float32)
    TriangleMesh(scene, points, np.arange(len(points), dtype=np.int32).reshape(-1, 3))
    scene.run(np.zeros((1, 3), np.float32), np.ones((1, 3), np.float32))  # it is built at the first ray
    return scene


def seconds(answer: Callable[[], object], repeats: int) -> float:
    """The best time of several."""
    best = float("inf")
    for _ in range(repeats):
        start = time.perf_counter()
        answer()
        best = min(best, time.perf_counter() - start)
    return best


def met(value: float, goal: float) -> str:
    """Whether a figure is as small as it should be."""
    return f"goal {goal:g}: {'met' if value <= goal else 'MISSED'}"


def print_speed(scene: Scene, rays: Rays) -> None:
    """Time all pairs, ours and the peer's."""
    triangles = len(scene.solids[0][1])
    mine = seconds(scene.looks, 7)
    peer = seconds(lambda: [rays.look(pair) for pair in scene.pairs], 2)
    each, each_peer = 1000 * mine / len(scene.pairs), 1000 * peer / len(scene.pairs)
    print(f"figures of {triangles:,} triangles, {len(scene.pairs)} looks")
    print(f"  one look:                {each:6.3f} ms, {met(each, LOOK_GOALS[triangles])}")
    print(f"  peer, for the same rays: {each_peer:6.3f} ms, {each_peer / each:.1f} x as long")
    if triangles == min(LOOK_GOALS):
        print(f"  all pairs:               {mine:6.3f} s, {met(mine, PAIRS_GOAL)}")


def print_accuracy(scene: Scene, rays: Rays) -> None:
    """Compare all pairs with rays on a far finer grid."""
    true = np.array([rays.look(pair, FINEST) for pair in scene.pairs])
    partly = (true > 0) & (true < 1)
    print(
        f"against {FINEST} x {FINEST} rays: {partly.sum()} of {len(true)} partly seen, {(true == 0).sum()} not at all"
    )
    for name, shares in (
        ("ours", np.array([scene.look(pair) for pair in scene.pairs])),
        ("peer", np.array([rays.look(pair) for pair in scene.pairs])),
    ):
        errors: NDArray[np.float64] = 100 * np.abs(shares - true)
        mean, most = float(errors[partly].mean()), float(errors.max())
        wrong = int(((shares > 0) != (true > 0)).sum())
        print(f"  {name}: error {mean:.3f} points on average, {met(mean, MEAN_GOAL)}")
        print(f"        {most:.3f} at most, {met(most, MOST_GOAL)}; line of sight wrong in {wrong}, {met(wrong, 0)}")


def print_start() -> None:
    """Time the first answer of a fresh process, whose machine code is kept already."""

    def process(code: str) -> float:
        command = [sys.executable, "-c", code]
        times = [
            seconds(lambda: subprocess.run(command, check=True, stdout=subprocess.DEVNULL, env=COMPILED), 1)
            for _ in range(6)
        ]
        return statistics.median(times[1:])

    cold, library = process(COLD), process("import numba")
    print("a fresh process")
    print(f"  to the first answer:     {cold:6.3f} s, {met(cold, COLD_GOAL)}")
    print(f"  import numba alone:      {library:6.3f} s")


def main() -> None:
    """Measure, and print the figures."""
    fine, plain = strewn(16, 10), strewn(8, 4)
    print_speed(fine, Rays(fine))
    rays = Rays(plain)
    print_speed(plain, rays)
    print_accuracy(plain, rays)
    print_start()


if __name__ == "__main__":
    main()
