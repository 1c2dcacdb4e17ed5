"""The best plan of a phase beside a full search without memory, and a threat map beside asking for odds one by one.

Goals: the plan looks at no more than a tenth of the battles that the full search does and is no slower; the map of one
shooter takes at most one and a half times as long a hex as asking for the odds alone, one of five at most 5 ms; of 60
units of Ancients, 20 heroes and 40 models a proven interval within 5 s that narrows while the search goes on.
"""

from __future__ import annotations

import statistics
import sys
import time
from collections.abc import Callable
from fractions import Fraction
from functools import partial
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parents[1] / "tests"))

import crowds
import fireline
from fireline.analysis.goal import Goal
from fireline.analysis.plan import Planner
from fireline.analysis.threatmap import ThreatMap, enemies
from fireline.game.battle import Battle
from fireline.game.command import Shoot
from fireline.game.errors import BattleFileError
from fireline.game.event import enemies_of
from fireline.game.transitions import shot_transitions

FEWER, OF_ONE_BY_ONE, OF_SEVERAL, SECONDS = 10, 1.5, 5.0, 5
EXAMPLE = Path(__file__).parents[1] / "examples" / "ancients-ranged-combat.yaml"
SHOOTERS = ("bow", "horse", "javelins")
GOAL = Goal()


class Search:
    """Every order, every target, every outcome, each battle worked out anew wherever it is met."""

    def __init__(self) -> None:
        self.looked_at = 0

    def value(self, battle: Battle, left: tuple[str, ...]) -> Fraction:
        """The best expected gain of the units left."""
        self.looked_at += 1
        best = Fraction(0)
        for command in battle.legal():
            if isinstance(command, Shoot) and command.shot.shooter in left:
                onward = tuple(unit for unit in left if unit != command.shot.shooter)
                happened = shot_transitions(battle, command.shot)
                later = sum((p * self.value(one.battle, onward) for one, p in happened.items()), Fraction(0))
                counts = enemies_of(battle, command.shot.shooter)
                best = max(best, happened.mean(partial(GOAL.of, counts=counts)) + later)
        return best


def plans(battle: Battle) -> None:
    """The plan beside the full search, which must come to the same."""
    start = time.process_time()
    planner = Planner(battle, GOAL, SHOOTERS)
    assert planner.search()
    planned = time.process_time() - start
    search = Search()
    start = time.process_time()
    truth = search.value(battle, SHOOTERS)
    searched = time.process_time() - start
    assert planner.start.least == planner.start.most == truth
    met = planner.looked_at * FEWER <= search.looked_at and planned <= searched
    print(f"three units, best expected {float(truth):.4f} blocks")
    print(f"  plan         {planner.looked_at:8,} battles looked at {planned:8.2f} s")
    print(f"  full search  {search.looked_at:8,} battles looked at {searched:8.2f} s")
    print(f"  goal: a tenth of the battles, no slower: {'met' if met else 'MISSED'}")
    start = time.process_time()
    whole = Planner(battle, GOAL)
    whole.search()
    all_five = time.process_time() - start
    print(f"  the whole side of five: {whole.looked_at:,} battles, {all_five:.2f} s, exact: {whole.start.known}")


def one_by_one(battle: Battle, target: str, shooter: str) -> list[Fraction]:
    """The map of one shooter as one would ask for it without maps: put the unit there, ask for the odds."""
    places, chances = battle.ruleset.places, list[Fraction]()
    assert places is not None
    for place in places.all(battle.state, target):
        try:
            there = Battle(battle.ruleset, places.put(battle.state, target, place))
        except BattleFileError:
            chances.append(Fraction(0))
            continue
        odds = there.preview(fireline.Shot(shooter, target)).odds
        chances.append(odds.headline.chance if odds else Fraction(0))
    return chances


def milliseconds(work: Callable[[], object], hexes: int) -> float:
    """The median time a hex of nine maps."""
    times: list[float] = []
    for _ in range(9):
        start = time.process_time()
        work()
        times.append(time.process_time() - start)
    return statistics.median(times) / hexes * 1e3


def maps(battle: Battle) -> None:
    """The map of one shooter beside asking one by one, then that of all five with what they leave each other."""
    alone, all_five = (ThreatMap(battle, "warriors", who) for who in (("bow",), enemies(battle, "warriors")))
    hexes = len(alone.everywhere())
    assert one_by_one(battle, "warriors", "bow") == [cell.chance for cell in alone.cells()]
    asked = milliseconds(lambda: one_by_one(battle, "warriors", "bow"), hexes)
    mapped = milliseconds(lambda: list(alone.cells()), hexes)
    several = milliseconds(lambda: list(all_five.cells()), hexes)
    met = "met" if mapped <= OF_ONE_BY_ONE * asked else "MISSED"
    print(f"threat to one unit on {hexes} hexes")
    print(f"  one shooter, odds asked one by one  {asked:6.3f} ms a hex")
    goal = f"goal: at most {OF_ONE_BY_ONE:g} times that: {met}"
    print(f"  one shooter, map with all reasons   {mapped:6.3f} ms a hex   {goal}")
    told = "met" if several <= OF_SEVERAL else "MISSED"
    print(f"  five shooters, what each leaves     {several:6.3f} ms a hex   goal: at most {OF_SEVERAL:g} ms: {told}")


def intervals() -> None:
    """What is proven of the best plan of a large battle after some seconds."""
    print(f"the best plan of a large battle, what is proven after at most {SECONDS} s; goal: a narrower interval")
    for name, battle in (
        ("60 units of Ancients", crowds.ancients(60)),
        ("20 heroes of Duel of Ages", crowds.duel(20)),
        ("40 models of Blightmeer", crowds.blightmeer(40)),
    ):
        start = time.process_time()
        planner = Planner(battle, GOAL)
        whole = planner.start.most - planner.start.least
        planner.look()
        first = time.process_time() - start
        while time.process_time() - start < SECONDS:
            planner.look()
        least, most = planner.start.least, planner.start.most
        told = f"{float(least):.3f} to {float(most):.3f}, {planner.looked_at} battles looked at"
        met = "met" if first <= SECONDS and most - least < whole else "MISSED"
        print(f"  {name:27} first after {first:.2f} s, then {told}: {met}")


if __name__ == "__main__":
    example = fireline.load(EXAMPLE)
    maps(example)
    plans(example)
    intervals()
