"""Blightmeer: exact odds with the unlimited chain, and everything that one shooter sees among 20 models.

Odds are beside icepool's own route for chains without a limit (`map(..., repeat='inf')`, an absorbing Markov chain),
which is given the same lumped states, with and without Advantage. Goals: at most 0.15 ms cold; `targets` for one
shooter among 20 models at most 50 ms warm, beside the same rulings with the view of each target rendered anew.
"""

from __future__ import annotations

import statistics
import time
from collections.abc import Callable
from fractions import Fraction
from functools import partial
from typing import Any

import icepool

import fireline.geometry.rasteriser  # noqa: F401 - the compiled code is there, as in a process that has looked before
from fireline.chance import forget_odds, odds
from fireline.game.battle import Battle
from fireline.geometry.sight import forget_looks
from fireline.rulesets.blightmeer.editions import JANUARY_2026
from fireline.rulesets.blightmeer.pieces import Injury, injury_of
from fireline.rulesets.blightmeer.resolution import Volley, WoundMark, shoot

ODDS_GOAL, TARGETS_GOAL = 0.15, 50.0
RANGED, DEFENCE, INJURY = 14, 15, 2
MODELS = 20


def milliseconds(work: Callable[[], object], *, repeats: int, before: Callable[[], object] = lambda: None) -> float:
    """The median time of one call."""
    times: list[float] = []
    for _ in range(repeats):
        before()
        start = time.perf_counter()
        work()
        times.append(time.perf_counter() - start)
    return statistics.median(times) * 1e3


def with_icepool(wounds: int, advantage: int) -> dict[tuple[int, Injury], Fraction]:
    """Wounds lost and injury by icepool: attack after attack until one is no natural 20, then the random removal."""
    die = icepool.d(20)
    fails = die < DEFENCE

    def step(state: Any) -> Any:
        twenties, last, going = state
        if not going:
            return state

        def attack(face: int) -> Any:
            if face < RANGED:
                return twenties, last, False
            through = face + INJURY
            hit = (min(twenties + 1, wounds), last, True) if face == 20 else (twenties, through, False)
            return icepool.map(lambda failed: hit if failed else (twenties, last, face == 20), fails, star=False)

        return icepool.map(attack, icepool.highest(die, die) if advantage else die)

    def injured(state: Any) -> Any:
        twenties, last, _ = state
        through = twenties + (last > 0)
        if through < wounds:
            return through, Injury.NONE
        worst = injury_of(20 + INJURY)
        if twenties >= wounds or not last:
            return wounds, worst
        return icepool.Die([(wounds, injury_of(last)), *[(wounds, worst)] * (wounds - 1)])

    ends = icepool.map(step, icepool.Die([(0, 0, True)]), repeat="inf", star=False)
    whole = ends.map(injured, star=False)
    return {(lost, injury): Fraction(ways, whole.denominator()) for (lost, injury), ways in whole.items()}


def ours(wounds: int, advantage: int) -> dict[tuple[int, Injury], Fraction]:
    """The same by Fireline."""
    exact = odds(shoot, Volley(JANUARY_2026, RANGED, INJURY, WoundMark(DEFENCE, wounds, advantage=advantage)))
    return dict(exact.map(lambda one: (one.wounds_lost, one.injury)).items())


def skirmish() -> Battle:
    """Two bands of ten on a table with walls and crates."""
    units = [
        {
            "id": f"{side}{n}",
            "side": side,
            "at": [3 + 3.2 * n, (6 if side == "red" else 26) + 2 * (n % 3)],
            "facing": 90 if side == "red" else 270,
            "ranged": 12 + n % 4,
            "defence": 13 + n % 5,
            "morale": 12,
            "wounds": 1 + n % 3,
            "weapon": "Long Bow",
        }
        for side in ("red", "blue")
        for n in range(MODELS // 2)
    ]
    walls = [
        {"id": f"wall {n}", "wall": {"from": [2 + 8 * n, 20], "to": [7 + 8 * n, 21], "height": 1, "thickness": 0.2}}
        for n in range(4)
    ]
    crates = [
        {"id": f"crate {n}", "box": {"at": [6 + 7 * n, 15], "size": [1.5, 1, 0.9], "turn": 25 * n}} for n in range(4)
    ]
    turn = {"side": "red", "number": 2, "first_player": "red"}
    data = {"fireline": 1, "ruleset": "blightmeer@2026-01", "turn": turn, "terrain": walls + crates, "units": units}
    return Battle.read(data)


def main() -> None:
    """Print the figures."""
    for wounds, advantage in ((1, 0), (1, 1), (2, 0), (3, 0)):
        assert ours(wounds, advantage) == with_icepool(wounds, advantage)
        cold = milliseconds(partial(ours, wounds, advantage), repeats=31, before=forget_odds)
        peer = milliseconds(partial(with_icepool, wounds, advantage), repeats=5)
        told = "met" if cold <= ODDS_GOAL else "MISSED"
        name = f"{wounds} Wounds{', Advantage' if advantage else ''}"
        print(f"  odds of a chain, {name}: {cold:6.2f} ms cold, goal {ODDS_GOAL}: {told}")
        print(f"    icepool {peer:7.2f} ms, {peer / cold:.1f} x")

    battle = skirmish()
    targets = sum(1 for _ in battle.targets("red4"))

    def all_targets() -> None:
        list(battle.targets("red4"))

    def forget() -> None:
        forget_looks()
        forget_odds()

    all_targets()
    warm = milliseconds(all_targets, repeats=9)
    again = milliseconds(all_targets, repeats=9, before=forget_looks)
    cold = milliseconds(all_targets, repeats=5, before=forget)
    told = "met" if again <= TARGETS_GOAL else "MISSED"
    print(
        f"  targets of one among {MODELS} models ({targets} enemies): {again:.1f} ms with every view rendered, goal "
        f"{TARGETS_GOAL:.0f}: {told}"
    )
    print(f"    with views remembered {warm:.1f} ms; with views and odds forgotten {cold:.1f} ms")


if __name__ == "__main__":
    main()
