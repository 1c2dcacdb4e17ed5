"""Exact odds of one shot, cold and warm, beside icepool and dyce computing the same distribution.

Goals: at most 100 microseconds cold (nothing cached of the programs) and 5 warm, and cold ten times as quick as icepool
and dyce.
"""

from __future__ import annotations

import statistics
import time
import warnings
from collections.abc import Callable
from fractions import Fraction
from typing import Any

import icepool
from dyce import H, expand

from fireline.chance import forget_odds, odds
from fireline.rulesets.ancients.pieces import Symbol
from fireline.rulesets.ancients.resolution import Outcome, Volley, fire

COLD_GOAL, WARM_GOAL, PEERS_GOAL = 100.0, 5.0, 10.0
SHOT = Volley(dice=2, hits_on=Symbol.GREEN, blocks=2, leader=True)


def microseconds(work: Callable[[], object], *, repeats: int, before: Callable[[], object] = lambda: None) -> float:
    """The median time of one call."""
    times: list[float] = []
    for _ in range(repeats):
        before()
        start = time.perf_counter()
        work()
        times.append(time.perf_counter() - start)
    return statistics.median(times) * 1e6


def with_icepool() -> dict[Outcome, Fraction]:
    """The distribution by icepool, as its users would write it: a vector a die, summed, then mapped."""
    die = icepool.Die({icepool.Vector((1, 0)): 1, icepool.Vector((0, 1)): 1, icepool.Vector((0, 0)): 4})

    def after(rolled: Any) -> Any:
        hits, flags = rolled
        if not hits:
            return hits, False, False, 0, flags
        gone = hits >= SHOT.blocks
        killed = icepool.Die({True: 1, False: 5 if gone else 35})
        return icepool.tupleize(hits, gone, killed, min(hits, SHOT.blocks), flags)

    whole = (SHOT.dice @ die).map(after, star=False)
    return {Outcome(*outcome): Fraction(ways, whole.denominator()) for outcome, ways in whole.items()}


def with_dyce() -> dict[Outcome, Fraction]:
    """The distribution by dyce: hits count 1 and flags 10, then each sum is expanded."""

    def after(rolled: Any) -> Any:
        flags, hits = divmod(rolled.outcome, 10)
        gone = hits >= SHOT.blocks
        if not hits:
            return H({(hits, gone, False, 0, flags): 1})
        lost = min(hits, SHOT.blocks)
        return H({(hits, gone, True, lost, flags): 1, (hits, gone, False, lost, flags): 5 if gone else 35})

    with warnings.catch_warnings():
        warnings.simplefilter("ignore")  # dyce calls expand experimental
        whole = expand(after, SHOT.dice @ H({1: 1, 10: 1, 0: 4}))
    return {Outcome(*outcome): Fraction(ways, whole.total) for outcome, ways in whole.items()}


def main() -> None:
    """Print the figures."""
    ours = odds(fire, SHOT)
    cold = microseconds(lambda: odds(fire, SHOT), repeats=300, before=forget_odds)
    warm = microseconds(lambda: odds(fire, SHOT), repeats=3000)
    print("two dice at green, two blocks, a leader attached")
    report("cold", cold, COLD_GOAL)
    report("warm", warm, WARM_GOAL)
    for name, peer in (("icepool", with_icepool), ("dyce", with_dyce)):
        assert peer() == dict(ours), f"{name} disagrees"
        took = microseconds(peer, repeats=100)
        met = "met" if took / cold >= PEERS_GOAL else "MISSED"
        times = f"{took / cold:6.1f} x ours cold, goal {PEERS_GOAL:g}: {met}; {took / warm:8.1f} x ours warm"
        print(f"  {name}: {took:9.1f} us = {times}")


def report(name: str, took: float, goal: float) -> None:
    """One figure beside its goal."""
    print(f"  {name}: {took:9.2f} us, goal {goal:g}: {'met' if took <= goal else 'MISSED'}")


if __name__ == "__main__":
    main()
