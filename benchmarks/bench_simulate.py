"""Simulation: one shot counted by its exact odds, totals added up exactly; and whole phases.

Each figure stands beside a peer in the same run: numpy's multinomial draw for counts, icepool for totals, phases played
command by command through `Battle.play`.  Both sides agree before they are timed.

Goals: a billion shots in 10 milliseconds, and in no more than twice the time of a thousand; a total of 60 shots 20
times icepool, capped at 5 in 50 microseconds; 20,000 phases a second of the example of Ancients, 10,000 with 24 units,
1,000 with 60, and 200 of the village of Blightmeer.
"""

from __future__ import annotations

import statistics
import sys
import time
from collections import Counter
from collections.abc import Callable
from fractions import Fraction
from functools import partial
from pathlib import Path
from random import Random
from typing import Any, TypeVar

import icepool
import numpy as np

sys.path.insert(0, str(Path(__file__).parents[1] / "tests"))

import crowds
import fireline
from fireline.analysis.playing import PhaseResult, Player, narrate_phase
from fireline.analysis.policy import POLICIES
from fireline.analysis.simulate import simulate
from fireline.chance import Dist, odds
from fireline.chance.thrown import PCG64
from fireline.chance.trials import share_out
from fireline.game.battle import Battle
from fireline.rulesets.blightmeer.editions import JULY_2026
from fireline.rulesets.blightmeer.resolution import Volley, WoundMark, shoot

EXAMPLES = Path(__file__).parents[1] / "examples"
JULY = Volley(JULY_2026, ranged=12, injury=0, target=WoundMark(14, wounds=3, advantage=1))
T = TypeVar("T")


def check(counts: Counter[Any], exact: Dist[Any]) -> None:
    """Both sides count the same shot: no outcome is further from its chance than five standard errors."""
    trials = counts.total()
    assert counts.keys() <= exact.keys(), counts.keys() - exact.keys()
    for outcome, p in exact.items():
        assert abs(counts[outcome] - trials * p) < 5 * float(trials * p * (1 - p)) ** 0.5 + 5, outcome


# --- timing --------------------------------------------------------------------------


def seconds(work: Callable[[], object], repeats: int = 5) -> float:
    """The least time of one call: what the core can do when nobody else wants it."""
    times: list[float] = []
    for _ in range(repeats):
        start = time.perf_counter()
        work()
        times.append(time.perf_counter() - start)
    return min(times)


def report(name: str, value: float, unit: str, goal: float | None = None, *, least: bool = True) -> None:
    """One figure, beside its goal if it has one."""
    verdict = ""
    if goal is not None:
        met = value >= goal if least else value <= goal
        verdict = f"  goal {'at least' if least else 'at most'} {goal:g}: {'met' if met else 'MISSED'}"
    print(f"  {name:<58} {value:12,.2f} {unit}{verdict}")


def shots() -> None:
    """One shot a billion times, and a thousand times, drawn from its odds."""
    print("one Blightmeer shot, July 2026, counted by its exact odds")
    exact, rng = odds(shoot, JULY), np.random.Generator(np.random.PCG64(1))
    chances = [float(p) for p in exact.values()]
    check(ours(exact, 10**9), exact)
    check(Counter(dict(zip(exact, rng.multinomial(10**9, chances).tolist(), strict=True))), exact)
    peer = statistics.median(seconds(lambda: rng.multinomial(10**9, chances), 1) for _ in range(99)) * 1e6
    many = statistics.median(seconds(lambda: ours(exact, 10**9), 1) for _ in range(99)) * 1e3
    few = statistics.median(seconds(lambda: ours(exact, 1000), 1) for _ in range(99)) * 1e3
    report(f"numpy, a billion shots, chances rounded, {len(exact)} outcomes", peer, "us")
    report("ours, a billion shots", many, "ms", 10, least=False)
    report("ours, a thousand shots", few, "ms")
    report("ours, a billion against a thousand", many / few, "times", 2, least=False)


def ours(exact: Dist[T], trials: int) -> Counter[T]:
    """Trials of these odds, counted."""
    return Counter(dict(share_out(PCG64(1), trials, exact.ways(), exact.denominator)))


def totals() -> None:
    """The exact total of 60 shots."""
    random = Random(65)  # noqa: S311 - weights to compute with
    weights = {0: random.getrandbits(65) | 1, 1: random.getrandbits(65), 2: random.getrandbits(63), 3: 1}
    die = Dist.from_weights(weights, sum(weights.values()))
    print("the exact total of 60 shots, weights of about 65 bits, 0 to 3 each")
    whole = 60 @ icepool.Die(weights)
    assert dict(die.total(60)) == {one: Fraction(n, whole.denominator()) for one, n in whole.items()}
    ours = statistics.median(seconds(lambda: die.total(60), 1) for _ in range(49)) * 1e6
    peer = statistics.median(seconds(lambda: 60 @ icepool.Die(weights), 1) for _ in range(9)) * 1e6
    report("icepool, n @ die, a fresh die", peer, "us")
    report("ours", ours, "us")
    report("ours against icepool", peer / ours, "times", 20)


def phases() -> None:
    """Whole phases by the simple policy, from the first trial of a battle that nobody has played."""
    print("whole phases by the simple policy, from the first")
    for name, battle, trials, goal in (
        ("ancients-ranged-combat", example("ancients-ranged-combat"), 2_000, 20_000),
        ("ancients-ranged-combat", example("ancients-ranged-combat"), 100_000, 20_000),
        ("ancients-leaders", example("ancients-leaders"), 20_000, None),
        ("24 units of Ancients", crowds.ancients(24), 2_000, 10_000),
        ("60 units of Ancients", crowds.ancients(60), 1_000, 1_000),
        ("blightmeer-protect", example("blightmeer-protect"), 20_000, None),
        ("blightmeer-village", example("blightmeer-village"), 1_000, 200),
        ("endless-horizons-alley", example("endless-horizons-alley"), 2_000, None),
    ):
        player = Player(battle, POLICIES["simple"])
        assert [player.play(1, trial) for trial in range(20)] == told_all(battle, 20)
        naive = 20 / seconds(partial(told_all, battle, 20), 2)
        ours = trials / seconds(partial(simulate, battle, phases=trials, seed=1), 1)
        report(f"{name}: Battle.play, command by command", naive, "phases/s")
        report(f"{name}: ours, {trials:,} phases", ours, f"phases/s, {ours / naive:.0f} times", goal)


def games() -> None:
    """Whole games by the simple policy."""
    print("whole games of at most 8 turns by the simple policy, from the first")
    for name in ("ancients-ranged-combat", "duel-of-ages-tommy-gun", "blightmeer-village", "endless-horizons-alley"):
        took = seconds(partial(simulate, example(name), phases=100, turns=8, seed=1), 1)
        report(f"{name}: 100 games", 100 / took, "games/s")


def told_all(battle: Battle, trials: int) -> list[PhaseResult]:
    """The results of phases played as at the table."""
    return [narrate_phase(battle, POLICIES["simple"], 1, trial).played for trial in range(trials)]


def example(name: str) -> Battle:
    """An example battle."""
    return fireline.load(EXAMPLES / f"{name}.yaml")


def main() -> None:
    """Print the figures."""
    shots()
    totals()
    phases()
    games()


if __name__ == "__main__":
    main()
