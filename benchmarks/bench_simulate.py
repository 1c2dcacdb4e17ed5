"""Simulation: shots thrown die by die, split up by their odds, added up exactly; and whole phases.

Each figure stands beside a peer in the same run: the same shot in vectorised numpy and in plain Python, icepool for
totals, phases played command by command through `Battle.play`.  Both sides agree before they are timed.

Goals: dice 40 times numpy on one core, 1.8 times that on two; a billion shots by odds in a millisecond; a total of 60
shots 20 times icepool, capped at 5 in 50 microseconds; 20,000 phases a second of the example of Ancients, 10,000 with
24 units, 1,000 with 60, and 200 of the village of Blightmeer.
"""

from __future__ import annotations

import statistics
import sys
import time
from collections import Counter
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from fractions import Fraction
from functools import partial
from pathlib import Path
from random import Random
from typing import Any

import icepool
import numpy as np
from numpy.typing import NDArray

sys.path.insert(0, str(Path(__file__).parents[1] / "tests"))

import crowds
import fireline
from fireline.analysis.playing import PhaseResult, Player, narrate_phase
from fireline.analysis.policy import POLICIES
from fireline.analysis.simulate import simulate
from fireline.chance import Dist, odds
from fireline.chance.counting import count
from fireline.chance.tables import Table
from fireline.chance.totals import total_of
from fireline.chance.trials import share_out
from fireline.game.battle import Battle
from fireline.rulesets.blightmeer.editions import JANUARY_2026, JULY_2026
from fireline.rulesets.blightmeer.pieces import Injury
from fireline.rulesets.blightmeer.resolution import AttackResult, Volley, WoundMark, shoot

EXAMPLES = Path(__file__).parents[1] / "examples"
BLOCK = 1 << 16
RANGED, DEFENCE = 12, 14
JULY = Volley(JULY_2026, ranged=RANGED, injury=0, target=WoundMark(DEFENCE, wounds=3, advantage=1))
JANUARY = Volley(JANUARY_2026, ranged=RANGED, injury=0, target=WoundMark(DEFENCE, wounds=3, advantage=1))
TRIALS, NUMPY_TRIALS, PYTHON_TRIALS = 1 << 28, 1 << 23, 1 << 17


# --- the same shot by hand: 12 or more with Advantage, three Wounds, Defence 14 -------


def by_numpy(rng: np.random.Generator, trials: int) -> Counter[AttackResult]:
    """The shot of July 2026 as a vectorised simulation: every attack of every trial, its saves, one attack more."""
    codes = np.zeros(64, np.int64)
    for begin in range(0, trials, BLOCK):
        size = min(BLOCK, trials - begin)
        face = np.maximum(rng.integers(1, 21, size, np.uint8), rng.integers(1, 21, size, np.uint8))
        hits = (face >= RANGED).astype(np.uint8)
        through = hits & failed(rng.integers(1, 21, size, np.uint8))
        again = np.flatnonzero(face == 20)
        more = np.maximum(rng.integers(1, 21, len(again), np.uint8), rng.integers(1, 21, len(again), np.uint8))
        hit = (more >= RANGED).astype(np.uint8)
        hits[again] += hit
        through[again] += hit & failed(rng.integers(1, 21, len(again), np.uint8))
        codes += np.bincount(hits * 8 + through, minlength=64)
    found = {AttackResult(int(code % 8), Injury.NONE, int(code // 8)): int(n) for code, n in enumerate(codes) if n}
    return Counter(found)


def failed(face: NDArray[np.uint8]) -> NDArray[np.uint8]:
    """Defence Checks that fail; natural 1 to 4 always do."""
    return (face < DEFENCE).astype(np.uint8)


def by_python(random: Random, trials: int) -> Counter[AttackResult]:
    """The same trial by trial."""
    found: Counter[AttackResult] = Counter()
    for _ in range(trials):
        hits = through = 0
        for attack in range(2):
            face = max(random.randint(1, 20), random.randint(1, 20))
            if face >= RANGED:
                hits += 1
                through += random.randint(1, 20) < DEFENCE
            if face < 20 or attack:
                break
        found[AttackResult(through, Injury.NONE, hits)] += 1
    return found


def check(counts: Counter[Any], exact: Dist[Any]) -> None:
    """Both sides simulate the same shot: no outcome is further from its chance than five standard errors."""
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


def processor(work: Callable[[], object]) -> float:
    """The processor time of one call, of all its threads: what others do at the same time hardly changes it."""
    start = time.process_time()
    work()
    return time.process_time() - start


def report(name: str, value: float, unit: str, goal: float | None = None, *, least: bool = True) -> None:
    """One figure, beside its goal if it has one."""
    verdict = ""
    if goal is not None:
        met = value >= goal if least else value <= goal
        verdict = f"  goal {'at least' if least else 'at most'} {goal:g}: {'met' if met else 'MISSED'}"
    print(f"  {name:<58} {value:12,.2f} {unit}{verdict}")


def dice() -> None:
    """Every die of every shot."""
    print("one Blightmeer shot, July 2026, every die thrown, outcomes counted")
    exact, table = odds(shoot, JULY), Table(shoot, JULY)
    rng, random = np.random.Generator(np.random.SFC64(1)), Random(1)  # noqa: S311 - a peer
    check(count(table, 1, 0, NUMPY_TRIALS), exact)
    check(by_numpy(rng, NUMPY_TRIALS), exact)
    check(by_python(random, PYTHON_TRIALS), exact)
    ours = TRIALS / seconds(lambda: count(table, 1, 0, TRIALS)) / 1e6
    two = TRIALS / seconds(lambda: count(table, 1, 0, TRIALS, threads=2)) / 1e6
    numpy_ = NUMPY_TRIALS / seconds(lambda: by_numpy(rng, NUMPY_TRIALS)) / 1e6
    python = PYTHON_TRIALS / seconds(lambda: by_python(random, PYTHON_TRIALS), 3) / 1e6
    report("plain Python", python, "M shots/s")
    report("numpy, vectorised, SFC64", numpy_, "M shots/s")
    report("ours, one core", ours, "M shots/s")
    report("ours against numpy", ours / numpy_, "times", 40)
    report("ours, two cores against one", two / ours, "times", 1.8)
    report("two cores against one, nothing shared at all", raw_scaling(), "times (what the machine gives now)")
    idle = processor(lambda: count(table, 1, 0, TRIALS)) / processor(lambda: count(table, 1, 0, TRIALS, threads=2))
    report("ours, two cores by processor time", 2 * idle, "times (estimated: as if nobody else used the machine)")
    january = Table(shoot, JANUARY)
    check(count(january, 1, 0, NUMPY_TRIALS), odds(shoot, JANUARY))
    rate = TRIALS / seconds(lambda: count(january, 1, 0, TRIALS), 3) / 1e6
    report("January 2026, a chain without limit, one core", rate, "M shots/s")
    slow = 1 << 22
    rate = slow / seconds(lambda: count(table, 1, 0, slow, by="numpy"), 3) / 1e6
    report("the same table in numpy", rate, "M shots/s")
    rate = PYTHON_TRIALS / seconds(lambda: count(table, 1, 0, PYTHON_TRIALS, by="python"), 3) / 1e6
    report("the same table in Python", rate, "M shots/s")
    alone = seconds(lambda: table.rethrow(1, 123_456_789), 50) * 1e6
    report("one shot of them thrown again alone", alone, "us")
    compiled = statistics.median(seconds(lambda: Table(shoot, JULY), 1) for _ in range(9)) * 1e3
    report("compiling the table", compiled, "ms")


def raw_scaling() -> float:
    """How much faster two threads count than one, where they share nothing: the kernel with one threshold."""
    from fireline.chance import kernel

    key, bounds = np.uint64(1), np.array([1 << 63, ((1 << 32) - 1) << 32, (1 << 64) - 1], np.uint64)
    leads, starts = np.array([-1, -1, -1], np.int64), np.array([0, 3], np.int64)

    def work(part: int) -> None:
        kernel.count(key, np.uint64(part * TRIALS), TRIALS, 2, bounds, leads, starts, np.zeros(1, np.int64))

    with ThreadPoolExecutor(2) as pool:
        return 2 * seconds(lambda: work(0)) / seconds(lambda: list(pool.map(work, range(2))))


def split_up() -> None:
    """A billion shots by their odds."""
    print("a billion shots, split up by the exact odds")
    exact, rng = odds(shoot, JULY), np.random.Generator(np.random.PCG64(1))
    took = statistics.median(
        seconds(lambda: list(share_out(rng, 10**9, exact.ways(), exact.denominator)), 1) for _ in range(99)
    )
    report("ours", took * 1e3, "ms", 1, least=False)


def totals() -> None:
    """The exact total of 60 shots."""
    random = Random(65)  # noqa: S311 - weights to compute with
    weights = {0: random.getrandbits(65) | 1, 1: random.getrandbits(65), 2: random.getrandbits(63), 3: 1}
    die = Dist.from_weights(weights, sum(weights.values()))
    print("the exact total of 60 shots, weights of about 65 bits, 0 to 3 each")
    whole = 60 @ icepool.Die(weights)
    assert dict(total_of(die, 60)) == {one: Fraction(n, whole.denominator()) for one, n in whole.items()}
    ours = statistics.median(seconds(lambda: total_of(die, 60), 1) for _ in range(49)) * 1e6
    peer = statistics.median(seconds(lambda: 60 @ icepool.Die(weights), 1) for _ in range(9)) * 1e6
    capped = statistics.median(seconds(lambda: total_of(die, 60, 5), 1) for _ in range(299)) * 1e6
    report("icepool, n @ die, a fresh die", peer, "us")
    report("ours", ours, "us")
    report("ours against icepool", peer / ours, "times", 20)
    report("ours, capped at 5", capped, "us", 50, least=False)


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
    dice()
    split_up()
    totals()
    phases()
    games()


if __name__ == "__main__":
    main()
