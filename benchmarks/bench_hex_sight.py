"""How fast a hex line of sight is answered, beside the usual walker that rounds sample points.

Run: python benchmarks/bench_hex_sight.py
"""

from __future__ import annotations

from random import Random
from time import perf_counter
from typing import TYPE_CHECKING

from fireline.geometry.hexes import Hex, Layout, distance, trace
from fireline.geometry.hexsight import Corners, Edges, Enclosed, blocks
from fireline.geometry.hextable import SightTable

if TYPE_CHECKING:
    from collections.abc import Callable

BOARD = [Layout.ODD_R.to_axial(col, row) for row in range(9) for col in range(13 - row % 2)]
ON_BOARD = frozenset(BOARD)
REACH = 6
PAIRS = [(a, b) for a in BOARD for b in BOARD if 1 <= distance(a, b) <= REACH]
MAPS = [frozenset(Random(seed).sample(BOARD, 23)) for seed in range(12)]  # noqa: S311 (nothing secret)
EXPLAINED_GOAL, YES_NO_GOAL = 300_000, 5_000_000


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


def wrong_walks(table: SightTable) -> dict[int, int]:
    """Shows that the table agrees with the explained answer everywhere; counts where the peer does not."""
    wrong: dict[int, int] = dict.fromkeys((4, REACH), 0)
    for obstructed in MAPS:
        mask, enclosed = table.mask(obstructed), Enclosed(ON_BOARD, obstructed)
        seen = {(a, b) for a in BOARD for b in table.seen(a, mask, REACH)}
        for a, b in PAIRS:
            right = not blocks(trace(a, b), enclosed, edges=Edges.SIDES, corners=Corners.IGNORE)
            assert table.clear(a, b, mask) == right == ((a, b) in seen)
            if rounded_walk_is_clear(a, b, obstructed) != right:
                for reach in wrong:
                    wrong[reach] += distance(a, b) <= reach
    return wrong


def print_rates(table: SightTable) -> list[str]:
    """Print how many answers a second each way of asking gives; the lines that say which goals are met."""
    obstructed = MAPS[0]
    mask, enclosed = table.mask(obstructed), Enclosed(ON_BOARD, obstructed)

    def explained() -> None:
        for a, b in PAIRS:
            blocks(trace(a, b), enclosed, edges=Edges.SIDES, corners=Corners.IGNORE)

    def one_by_one() -> None:
        clear = table.clear
        for a, b in PAIRS:
            clear(a, b, mask)

    def by_shooter() -> None:
        for a in BOARD:
            table.seen(a, mask, REACH)

    def walked() -> None:
        for a, b in PAIRS:
            rounded_walk_is_clear(a, b, obstructed)

    peer = per_second(walked)
    print(f"{'':60}{'answers/s':>12}{'x peer':>8}")
    verdicts = []
    for name, loop, goal in (
        ("explained: blocks(trace(a, b), ...) for each pair", explained, EXPLAINED_GOAL),
        ("yes/no, one by one: table.clear(a, b, mask) for each pair", one_by_one, None),
        (f"yes/no, all from a hex: table.seen(a, mask, {REACH})", by_shooter, YES_NO_GOAL),
    ):
        rate = per_second(loop)
        print(f"{name:60}{rate:>12,.0f}{rate / peer:>8.1f}")
        if goal is not None:
            verdicts.append(f"goal {goal:>9,}/s {'met   ' if rate >= goal else 'MISSED'} {name}")
    print(f"{'peer: lerp-and-round walker, yes/no, for each pair':60}{peer:>12,.0f}{1:>8.1f}\n")
    return verdicts


def main() -> None:
    """Measure, and print the figures."""
    table = SightTable(BOARD, edges=Edges.SIDES, corners=Corners.IGNORE)
    start = perf_counter()
    for a in BOARD:
        table.seen(a, 0, REACH)
    built = perf_counter() - start
    wrong = wrong_walks(table)
    print(f"13x9 odd-r board, 23 hexes obstructed, all {len(PAIRS)} ordered pairs at 1-{REACH} hexes")
    print(f"the table's lines were prepared once in {1000 * built:.0f} ms; traces are cached after first use\n")
    verdicts = print_rates(table)
    for reach, count in wrong.items():
        shots = len(MAPS) * sum(distance(a, b) <= reach for a, b in PAIRS)
        print(f"wrong answers of the peer at range <= {reach}: {100 * count / shots:.2f} % of {shots:,} shots")
    print("\n".join(["", *verdicts]))


if __name__ == "__main__":
    main()
