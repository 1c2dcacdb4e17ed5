"""Three editions over a grid: Ranged 2 to 20 against Defence 2 to 20, every cell exact, from a cold start.

Goal: the whole command `fireline compare --grid`, 1083 shots from the start of Python to the last line, in less than
half a second. Beside it icepool works out the same 1083 chances in this process; both sides are shown to agree first.
"""

from __future__ import annotations

import os
import statistics
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable
from fractions import Fraction
from pathlib import Path

import icepool

from fireline import Shot
from fireline.analysis.grid import ComparisonGrid, grid
from fireline.analysis.vary import vary
from fireline.chance import forget_odds

GOAL = 0.5
REPEATS = 7
EDITIONS = ("2025-11", "2026-01", "2026-07")
STATS = range(2, 21)
AXES = "ranged=2..20,defence=2..20"
FIRELINE = Path(sys.executable).parent / "fireline"
COMPILED = {key: value for key, value in os.environ.items() if key != "PYTHONDONTWRITEBYTECODE"}
"""As an installed package has it; see bench_start."""
TEXT = """\
fireline: 1
ruleset: blightmeer@2025-11
turn: {side: red, number: 3, first_player: blue}
units:
  - {id: archer, side: red, at: [10, 8], facing: 90, ranged: 14, weapon: Long Bow}
  - {id: warrior, side: blue, at: [10, 20], facing: 270, defence: 10}
"""
BATTLE = {
    "fireline": 1,
    "ruleset": "blightmeer@2025-11",
    "turn": {"side": "red", "number": 3, "first_player": "blue"},
    "units": [
        {"id": "archer", "side": "red", "at": [10, 8], "facing": 90, "ranged": 14, "weapon": "Long Bow"},
        {"id": "warrior", "side": "blue", "at": [10, 20], "facing": 270, "defence": 10},
    ],
}


def passes(face: int, needed: int, floor: int, *, twenty: bool = True) -> bool:
    """Whether a natural roll passes a check, by the rules once more."""
    return face > floor and ((twenty and face == 20) or face >= needed)


def first(ranged: int, defence: int) -> icepool.Die[bool]:
    """2025-11: a natural 20 calls for two Defence Checks."""
    fails = icepool.d20.map(lambda face: not passes(face, defence, 1))

    def attack(face: int) -> icepool.Die[bool] | bool:
        hits = 2 if face == 20 else int(passes(face, ranged, 1))
        return (hits @ fails).map(lambda failed: failed > 0) if hits else False

    return icepool.d20.map(attack)


def chain(ranged: int, defence: int) -> icepool.Die[bool]:
    """2026-01: a natural 20 gives one more attack, without limit; a chain whose end is asked for."""
    fails = icepool.d20.map(lambda face: not passes(face, defence, 1))

    def step(state: str) -> icepool.Die[str] | str:
        if state != "again":
            return state

        def attack(face: int) -> icepool.Die[str] | str:
            missed = "again" if face == 20 else "no"
            return fails.map({True: "yes", False: missed}) if passes(face, ranged, 1) else missed

        return icepool.d20.map(attack)

    return icepool.Die(["again"]).map(step, repeat="inf").map(lambda state: state == "yes")


def once(ranged: int, defence: int) -> icepool.Die[bool]:
    """2026-07: a 20, hit or miss, gives one more attack; 1 to 4 always fail."""
    fails = icepool.d20.map(lambda face: not passes(face, defence, 4))

    def attack(face: int, *, more: bool) -> icepool.Die[bool] | bool:
        hit = fails if passes(face, ranged, 4, twenty=False) else icepool.Die([False])
        if more and face == 20:
            return icepool.map(lambda one, other: one or other, hit, icepool.d20.map(attack, more=False))
        return hit

    return icepool.d20.map(attack, more=True)


def by_icepool() -> list[tuple[Fraction, ...]]:
    """The chance to hurt in every cell, by every edition."""
    sides: tuple[Callable[[int, int], icepool.Die[bool]], ...] = (first, chain, once)
    return [tuple(Fraction(side(ranged, defence).mean()) for side in sides) for ranged in STATS for defence in STATS]


def by_fireline() -> ComparisonGrid:
    """The same grid."""
    shot = vary(BATTLE, shot=Shot("archer", "warrior"))
    return grid(*(shot.vary(f"edition={edition}") for edition in EDITIONS), axes=AXES)


def cold() -> list[float]:
    """Seconds of the whole command, several times, after one that is not counted."""
    times: list[float] = []
    with tempfile.TemporaryDirectory() as folder:
        file = Path(folder) / "battle.yaml"
        file.write_text(TEXT)
        columns = [word for edition in EDITIONS[1:] for word in ("--edition", edition)]
        command = [str(FIRELINE), "compare", str(file), "-s", "archer", "-t", "warrior", *columns, "--grid", AXES]
        for _ in range(REPEATS + 1):
            start = time.perf_counter()
            subprocess.run(command, check=True, stdout=subprocess.DEVNULL, env=COMPILED)
            times.append(time.perf_counter() - start)
    return times[1:]


def seconds(work: Callable[[], object]) -> float:
    """The seconds that some work takes."""
    start = time.perf_counter()
    work()
    return time.perf_counter() - start


def main() -> None:
    """Print the figures."""
    theirs = by_icepool()
    assert [cell.figures for cell in by_fireline().cells] == theirs
    print(f"  {len(theirs)} cells by {len(EDITIONS)} editions: Fireline and icepool agree in every one")
    times = cold()
    median, best = statistics.median(times), min(times)
    met = "met" if median < GOAL else "MISSED"
    print(f"  cold fireline compare --grid:   {median:6.2f} s (best {best:.2f} s), goal {GOAL:g}: {met}")
    forget_odds()
    ours, peer = seconds(by_fireline), seconds(by_icepool)
    print(f"  the grid alone, nothing known:  {ours:6.2f} s; icepool {peer:.2f} s, {peer / ours:.1f} x")


if __name__ == "__main__":
    main()
