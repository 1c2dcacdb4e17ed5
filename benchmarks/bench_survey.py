"""Everything that may be said in large battles: cold, and after one shot, beside asking for every shot alone.

Goals, of processor time on one core: Ancients of 500 units 0.5 s and 50 ms, Endless Horizons of 200 people 0.3 s and
30 ms, Duel of Ages of 100 heroes on 400 spaces 0.5 s and 50 ms, Blightmeer of 100 models among 60 pieces of terrain
2 s and 0.3 s.  The exponent says how the cold time grows with the units, boards growing with them; it should be no
more than that of the commands.  Before anything is timed, a smaller battle is judged shot by shot, and the answers
must be the same.
"""

from __future__ import annotations

import sys
import time
from collections.abc import Callable
from math import log
from pathlib import Path
from statistics import median
from typing import NamedTuple

sys.path.insert(0, str(Path(__file__).parents[1] / "tests"))

import crowds
from fireline.game.battle import Battle
from fireline.game.command import Shoot
from fireline.geometry.hexes import forget_lines
from fireline.geometry.sight import forget_looks


class Case(NamedTuple):
    """A game with the sizes it is timed at; the goals in seconds are for the size `of`."""

    name: str
    battle: Callable[[int], Battle]
    sizes: tuple[int, ...]
    small: int
    of: int
    cold: float
    after: float


CASES = (
    Case("ancients", crowds.ancients, (50, 200, 500, 1000), 60, 500, 0.5, 0.05),
    Case("endless-horizons", crowds.endless_horizons, (50, 100, 200), 24, 200, 0.3, 0.03),
    Case("duel-of-ages", crowds.duel, (10, 50, 100), 24, 100, 0.5, 0.05),
    Case("blightmeer", crowds.blightmeer, (10, 40, 100, 200), 16, 100, 2.0, 0.3),
)


def one_by_one(battle: Battle) -> float:
    """The time to judge every shot alone; the survey must have found the same ones."""
    start = time.process_time()
    legal = [one.shot for one in battle.survey() if not one.refusals]
    spent = time.process_time() - start
    assert list(battle.survey().legal) == legal
    return spent


def after_a_shot(battle: Battle) -> Battle:
    """The battle after its first legal shot and the answers to it."""
    shot = next(command for command in battle.legal() if isinstance(command, Shoot))
    return battle.shoot(shot.shot, seed=1).battle


def seconds(battle: Battle) -> tuple[float, int]:
    """How long all commands take, and how many they are."""
    start = time.process_time()
    commands = battle.legal()
    return time.process_time() - start, len(commands)


def recording(case: Case) -> tuple[float, float]:
    """How many times as long rules take while what they read is written down: one ruling, and all commands.

    The median of rounds by turns, each of a battle that nobody has asked about, with nothing to look up.
    """
    found: list[tuple[float, float]] = []
    for n in range(15):
        one, all_ = [0.0, 0.0], [0.0, 0.0]
        for remembers in (n % 2, 1 - n % 2):
            plain = case.battle(case.small)
            shot = plain.survey().legal[0]
            battle = plain.remembering() if remembers else plain
            forget_lines()
            forget_looks()
            start = time.process_time()
            battle.ask("one", lambda asked, shot=shot: asked.check(shot).legal)  # type: ignore[misc]
            one[remembers] = time.process_time() - start
            forget_lines()
            forget_looks()
            all_[remembers], _ = seconds(battle)
        found.append((one[1] / one[0], all_[1] / all_[0]))
    ruling, commands = map(median, zip(*found, strict=True))
    return ruling, commands


def told(case: Case) -> bool:
    """The figures of one game; whether its goals are met."""
    seconds(case.battle(case.small))  # what is compiled or imported once
    alone = one_by_one(case.battle(case.small))
    together, _ = seconds(case.battle(case.small))
    print(f"{case.name}: shot by shot with {case.small} units {alone:.3f} s, at once {together:.4f} s")
    ruling, commands_ = recording(case)
    print(f"  writing down what rules read: one ruling {ruling:.2f} times, all commands {commands_:.2f} times")
    found: list[tuple[int, float, int]] = []
    met = True
    for size in case.sizes:
        battle = case.battle(size)
        forget_lines()
        forget_looks()
        cold, commands = seconds(battle)
        after, _ = seconds(after_a_shot(battle))
        found.append((size, cold, commands))
        line = f"  {size:5,} units {commands:7,} commands   cold {cold:7.3f} s   after one shot {after:7.4f} s"
        if size == case.of:
            both = cold <= case.cold and after <= case.after
            met = met and both
            line += f"   goals {case.cold:g} s and {case.after:g} s: {'met' if both else 'MISSED'}"
        print(line)
    few, many = found[-2:]
    time_grows, commands_grow = (log(many[n] / few[n]) / log(many[0] / few[0]) for n in (1, 2))
    print(f"  exponent from {few[0]} to {many[0]} units: time {time_grows:.1f}, commands {commands_grow:.1f}")
    return met


if __name__ == "__main__":
    chosen = [case for case in CASES if case.name in sys.argv[1:] or not sys.argv[1:]]
    print("goals:", "met" if all(list(map(told, chosen))) else "MISSED")
