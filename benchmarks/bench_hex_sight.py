"""How fast a hex line of sight is answered, beside the usual walker that rounds sample points.

Run: python benchmarks/bench_hex_sight.py
"""

from __future__ import annotations

from random import Random
from time import perf_counter
from typing import TYPE_CHECKING

from fireline.geometry.hexes import Corners, Edges, Hex, blocks, distance, to_axial, trace

if TYPE_CHECKING:
    from collections.abc import Callable

BOARD = [to_axial(col, row) for row in range(9) for col in range(13 - row % 2)]
ON_BOARD = frozenset(BOARD)
REACH = 6
PAIRS = [(a, b) for a in BOARD for b in BOARD if 1 <= distance(a, b) <= REACH]
MAPS = [frozenset(Random(seed).sample(BOARD, 23)) for seed in range(12)]  # noqa: S311 (nothing secret)
GOAL = 300_000


def rounded_walk_is_clear(a: Hex, b: Hex, obstructed: frozenset[Hex]) -> bool:
    """The peer: N + 1 interpolated points, nudged off the edges and rounded to the nearest hex."""
    n = distance(a, b)
    dq, dr = (b.q - a.q) / n, (b.r - a.r) / n
    for i in range(1, n):
        q, r = a.q + dq * i + 1e-6, a.r + dr * i + 1e-6
        s = -q - r
        rq, rr, rs = round(q), round(r), round(s)
        off_q, off_r, off_s = abs(rq - q), abs(rr - r), abs(rs - s)
        if off_q > off_r and off_q > off_s:
            rq = -rr - rs
        elif off_r > off_s:
            rr = -rq - rs
        if (rq, rr) in obstructed:
            return False
    return True


def per_second(answer: Callable[[], object], repeats: int = 40) -> float:
    """Answers a second over all pairs, the best of several repeats."""
    best = float("inf")
    for _ in range(repeats):
        start = perf_counter()
        answer()
        best = min(best, perf_counter() - start)
    return len(PAIRS) / best


def is_clear(a: Hex, b: Hex, obstructed: frozenset[Hex]) -> bool:
    """Whether nothing blocks the line, the board's edge included."""

    def obstructs(hex_: Hex) -> bool:
        return hex_ in obstructed or hex_ not in ON_BOARD

    return not blocks(trace(a, b), obstructs, edges=Edges.SIDES, corners=Corners.IGNORE)


def main() -> None:
    """Measure, and print the figures."""
    wrong: dict[int, int] = dict.fromkeys((4, REACH), 0)
    for obstructed in MAPS:
        for a, b in PAIRS:
            if rounded_walk_is_clear(a, b, obstructed) != is_clear(a, b, obstructed):
                for reach in wrong:
                    wrong[reach] += distance(a, b) <= reach
    print(f"13x9 odd-r board, 23 hexes obstructed, all {len(PAIRS)} ordered pairs at 1-{REACH} hexes")
    print("traces are cached after first use\n")
    rate = per_second(lambda: [is_clear(a, b, MAPS[0]) for a, b in PAIRS])
    peer = per_second(lambda: [rounded_walk_is_clear(a, b, MAPS[0]) for a, b in PAIRS])
    print(f"{'':60}{'answers/s':>12}{'x peer':>8}")
    print(f"{'blocks(trace(a, b), ...) for each pair':60}{rate:>12,.0f}{rate / peer:>8.1f}")
    print(f"{'peer: lerp-and-round walker, yes/no, for each pair':60}{peer:>12,.0f}{1:>8.1f}\n")
    for reach, count in wrong.items():
        shots = len(MAPS) * sum(distance(a, b) <= reach for a, b in PAIRS)
        print(f"wrong answers of the peer at range <= {reach}: {100 * count / shots:.2f}% of {shots:,} shots")
    print(f"\ngoal {GOAL:>9,}/s {'met' if rate >= GOAL else 'MISSED'}")


if __name__ == "__main__":
    main()
