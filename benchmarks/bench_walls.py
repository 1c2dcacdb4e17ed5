"""How fast a line is held against drawn walls, exactly, beside shapely's prepared intersection in floats.

Run: python benchmarks/bench_walls.py
"""

from __future__ import annotations

from random import Random
from time import perf_counter
from typing import TYPE_CHECKING

import numpy as np
import shapely

from fireline.geometry.polygons import Walls, flaw, touches

if TYPE_CHECKING:
    from collections.abc import Callable

    from fireline.geometry.polygons import Polygon

SIDE, WALLS, LINES = 720_000, 60, 10_000
LATTICE_CASES = 40_000
GOAL = 15_000


def polygon(random: Random, reach: int, spread: int, corners: int) -> Polygon:
    """A simple polygon somewhere in a square."""
    while True:
        x, y = random.randint(0, reach), random.randint(0, reach)
        away = [(random.randint(-spread, spread), random.randint(-spread, spread)) for _ in range(corners)]
        found = tuple((x + dx, y + dy) for dx, dy in away)
        if not flaw(found):
            return found


def check_lattice() -> int:
    """Show that the two agree where lines run along edges and touch corners."""
    random, done = Random(5), 0  # noqa: S311 - nothing secret
    while done < LATTICE_CASES:
        shape = polygon(random, 0, 5, random.randint(3, 8))
        outline = shapely.Polygon(shape)
        shapely.prepare(outline)
        ends = [tuple(random.randint(-6, 6) for _ in range(4)) for _ in range(20)]
        lines = [(ax, ay, bx, by) for ax, ay, bx, by in ends if (ax, ay) != (bx, by)]
        exact = [touches(line[:2], line[2:], shape) for line in lines]
        peer = [outline.intersects(shapely.LineString([line[:2], line[2:]])) for line in lines]
        assert exact == peer == [Walls((shape,)).block(line[:2], line[2:]) for line in lines]
        done += len(lines)
    return done


def seconds(answer: Callable[[], object], repeats: int = 3) -> float:
    """The best time of several."""
    best = float("inf")
    for _ in range(repeats):
        start = perf_counter()
        answer()
        best = min(best, perf_counter() - start)
    return best


def main() -> None:
    """Print the figures."""
    print(f"{check_lattice():,} lattice cases: 0 disagreements with shapely")
    random = Random(7)  # noqa: S311 - nothing secret
    walls = Walls(tuple(polygon(random, SIDE, 20_000, random.choice((7, 8, 9))) for _ in range(WALLS)))
    edges = sum(map(len, walls.polygons))
    rows = np.random.default_rng(7).integers(0, SIDE, size=(LINES, 4))
    lines = [((ax, ay), (bx, by)) for ax, ay, bx, by in rows.tolist()]
    drawn = shapely.union_all([shapely.Polygon(one) for one in walls.polygons])
    shapely.prepare(drawn)
    peers = [shapely.LineString(line) for line in lines]
    answers = [walls.block(a, b) for a, b in lines]
    assert answers == [bool(drawn.intersects(line)) for line in peers]
    rate = LINES / seconds(lambda: [walls.block(a, b) for a, b in lines])
    peer = LINES / seconds(lambda: [drawn.intersects(line) for line in peers])
    blocked = sum(answers) / LINES
    print(f"{WALLS} polygons, {edges} edges, {blocked:.0%} of the lines blocked; lines a second, one core:")
    print(f"  {rate:>12,.0f}   {rate / peer:.2f} x shapely prepared, one by one ({peer:,.0f})")
    print(f"at least {GOAL:,}: {'yes' if rate >= GOAL else 'NO'}")


if __name__ == "__main__":
    main()
