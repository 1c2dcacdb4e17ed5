"""How everything about the whole board grows with the battle, drawn as curves in benchmarks/growth.svg.

Processor time in units of a fixed piece of plain Python (`plain`, about a second), by the number of units, boards
growing with them: all commands of a new battle and after one shot, the verbs of everybody, what the page shows once the
commands are known, and the threat to one unit on every place. Beside them the pairs of enemies in range, drawn from the
same point as the commands: what grows no more steeply than that grows no faster than there is to judge. Diamonds are
the goals. What takes longer than the limit is not waited for: its curve ends with an arrow.

Run: python benchmarks/bench_scale.py, or make bench-scale
"""

from __future__ import annotations

import signal
import sys
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from functools import cache
from pathlib import Path
from typing import Any, NamedTuple

sys.path.insert(0, str(Path(__file__).parents[1] / "tests"))

import crowds
from fireline.analysis.threat import threat
from fireline.game.battle import Battle
from fireline.game.command import Shoot
from fireline.game.legal import legal
from fireline.geometry.hexes import distance, forget_lines
from fireline.geometry.sight import forget_looks
from fireline.questions.answering.overview import ReadAnswer
from fireline.rulesets.blightmeer.shot import distance as gap
from growth import Curve, Panel, draw

PICTURE = Path(__file__).parent / "growth.svg"
LIMIT = 12.0
"""Seconds of processor time after which a question is given up."""
SHORTEST = 1e-5
"""Less than that a clock may tell as nothing at all, which no scale of powers can show."""
NAMES = {
    "cold": "all commands",
    "may": "verbs of everybody",
    "after": "after one shot",
    "overview": "page overview",
    "threat": "threat map",
}


class Case(NamedTuple):
    """A game, the sizes it is measured at, its pairs in range, and its goals in seconds by question and size."""

    name: str
    battle: Callable[..., Battle]
    sizes: tuple[int, ...]
    in_range: Callable[[Any], int]
    goals: dict[str, tuple[int, float]]


class TooLong(Exception):
    """A question that was given up."""


def ancients_in_range(state: Any) -> int:
    """Enemies no more hexes away than missiles fly."""
    units = state.units
    return sum(
        a.side is not b.side and distance(a.hex, b.hex) <= a.type.range for a in units if a.type.fires for b in units
    )


def endless_in_range(state: Any) -> int:
    """Enemies no farther than the effective range of the weapon in hand."""
    return sum(
        distance.squared <= a.weapon.model.effective_range**2
        for a in state.units
        for b in state.enemies(a)
        if a.weapon and (distance := state.distance(a, b))
    )


def duel_in_range(state: Any) -> int:
    """Enemies no more spaces away than any weapon reaches."""
    reach = {hero.id: max(weapon.max_range for weapon in hero.weapons) for hero in state.heroes}
    heroes = state.heroes
    return sum(a.team is not b.team and distance(a.space, b.space) <= reach[a.id] for a in heroes for b in heroes)


def blightmeer_in_range(state: Any) -> int:
    """Enemies no farther from base to base than the weapon reaches."""
    units = state.units
    return sum(a.side != b.side and gap(state, a, b).within(a.weapon.range) for a in units if a.weapon for b in units)


CASES = (
    Case(
        "ancients",
        crowds.ancients,
        (50, 200, 500, 1000),
        ancients_in_range,
        {"cold": (500, 0.5), "after": (500, 0.05), "overview": (500, 0.3), "threat": (500, 2.0)},
    ),
    Case(
        "endless-horizons",
        crowds.endless_horizons,
        (50, 100, 200),
        endless_in_range,
        {"cold": (200, 2.0), "may": (200, 2.0), "overview": (200, 2.0), "threat": (200, 5.0)},
    ),
    Case(
        "duel-of-ages",
        crowds.duel,
        (10, 50, 100),
        duel_in_range,
        {"cold": (100, 0.5), "after": (100, 0.05), "threat": (100, 2.0)},
    ),
    Case(
        "blightmeer",
        crowds.blightmeer,
        (10, 40, 100, 200),
        blightmeer_in_range,
        {"cold": (100, 2.0), "after": (100, 0.3), "threat": (40, 10.0)},
    ),
)


@contextmanager
def limited(seconds: float) -> Iterator[None]:
    """Raise `TooLong` once the block has taken so much processor time."""

    def give_up(*_: object) -> None:
        raise TooLong

    signal.signal(signal.SIGVTALRM, give_up)
    signal.setitimer(signal.ITIMER_VIRTUAL, seconds)
    try:
        yield
    finally:
        signal.setitimer(signal.ITIMER_VIRTUAL, 0)


@cache
def plain() -> float:
    """The seconds of processor time of a fixed piece of plain Python on this machine."""
    start = time.process_time()
    sum(n & 7 for n in range(20_000_000))
    return time.process_time() - start


def seconds(ask: Callable[[], object]) -> float | None:
    """The processor time that an answer takes, in units of `plain`; None if it is more than the limit."""
    start = time.process_time()
    try:
        with limited(LIMIT):
            ask()
    except TooLong:
        return None
    return max((time.process_time() - start) / plain(), SHORTEST)


def measured(battle: Battle) -> dict[str, float | None]:
    """Every question about a battle that nobody has asked about before."""
    forget_lines()
    forget_looks()
    found = {"cold": seconds(battle.legal), "may": seconds(lambda: legal(battle))}
    shot = next((command.shot for command in battle.legal() if isinstance(command, Shoot)), None)
    if shot is not None:
        after = battle.shoot(shot, seed=1).battle
        found["after"] = seconds(after.legal)
    found["overview"] = seconds(ReadAnswer(battle).data)
    target = next(unit for unit in battle.units if unit.side != battle.side(battle.ruleset.shooters(battle.state)[0]))
    found["threat"] = seconds(lambda: list(threat(battle, target.id).cells()))
    return found


def panel(case: Case) -> Panel:
    """The curves of one game, printed as they are found."""
    measured(case.battle(case.sizes[0], seed=2))  # what is imported or compiled once
    curves: dict[str, dict[int, float | None]] = {name: {} for name in NAMES}
    pairs: dict[int, int] = {}
    for size in case.sizes:
        battle = case.battle(size)
        pairs[size] = case.in_range(battle.state)
        gone = {name for name, known in curves.items() if None in known.values()}
        for name, taken in measured(battle).items():
            if name in gone:
                continue
            curves[name][size] = taken
            told = f"more than {LIMIT:g} s" if taken is None else f"{taken:8.4f} s"
            at, goal = case.goals.get(name, (0, 0.0))
            judged = f"   goal {goal:g} s: {'met' if taken is not None and taken <= goal else 'MISSED'}"
            print(
                f"  {case.name:17} {size:5,} units  {NAMES[name]:20} {told}{judged if at == size else ''}", flush=True
            )
        print(f"  {case.name:17} {size:5,} units  {pairs[size]:,} pairs in range", flush=True)
    begun = curves["cold"][case.sizes[0]] or LIMIT
    beside = {size: begun * number / pairs[case.sizes[0]] for size, number in pairs.items()}
    lines = [Curve(NAMES[name], known, case.goals.get(name)) for name, known in curves.items()]
    return Panel(case.name, LIMIT, (*lines, Curve("pairs in range", beside, None, dashed=True)))


if __name__ == "__main__":
    PICTURE.write_text(draw([panel(case) for case in CASES]), encoding="utf-8")
