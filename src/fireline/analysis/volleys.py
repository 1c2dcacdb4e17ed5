"""One shot taken many times: its outcomes counted, thrown die by die or split by the exact odds."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from fractions import Fraction
from functools import lru_cache
from typing import Any, NamedTuple

from fireline.analysis.dicekey import dice_seed
from fireline.analysis.intervals import CONFIDENCE, wilson
from fireline.chance import CappedCount, Dist, Program
from fireline.chance.counter import MASK
from fireline.chance.tables import Rethrown, Table
from fireline.extras import need
from fireline.game.battle import Battle
from fireline.game.entries import one_of
from fireline.game.errors import BattleFileError, Code
from fireline.game.odds import Odds, key_of
from fireline.game.preview import ShotPreview
from fireline.game.shot import Shot

METHODS = ("dice", "odds")
MOST_SHOTS = 10**15
"""The most shots that can be counted without rounding."""
MOST_TOTALLED = 500
"""The most shots for which the exact distribution of the total is worked out."""


class Total(NamedTuple):
    """The total of a number over all shots, its mean, and the exact chances of at least and at most this many."""

    found: int
    mean: Fraction
    so_many_or_more: Fraction
    so_many_or_fewer: Fraction

    def data(self) -> dict[str, Any]:
        """The total as JSON data; chances are decimals, because the fractions have hundreds of digits."""
        return {
            "found": self.found,
            "mean": str(self.mean),
            "so_many_or_more": float(self.so_many_or_more),
            "so_many_or_fewer": float(self.so_many_or_fewer),
        }


@dataclass(frozen=True)
class Volleys:
    """One shot taken many times, each time in the battle as it stands: the count of each outcome beside its exact odds.

    `method` "dice": every die of every shot was thrown, and any shot can be replayed alone. "odds": the shots were
    split among the outcomes by their exact odds, which gives counts with the same distribution.
    """

    ruleset: str
    shot: Shot
    odds: Odds[Any]
    method: str
    seed: int
    first: int
    shots: int
    counts: Mapping[Any, int]
    common_dice: bool = False
    """Whether the dice are those of the seed alone, the same in every battle and for every shot."""

    def marginal(self, name: str) -> Counter[Any]:
        """The counts of one field of the outcomes."""
        counts: Counter[Any] = Counter()
        for outcome, count in self.counts.items():
            counts[getattr(outcome, name)] += count
        return counts

    @property
    def totals(self) -> dict[str, Total]:
        """The totals of the numeric fields; none for more shots than can be weighed exactly."""
        if self.shots > MOST_TOTALLED:
            return {}
        numbers = {
            name: self.odds.numeric_marginal(name)
            for name, dist in self.odds.marginals.items()
            if len(dist) > 1 and all(type(value) is int for value in dist)
        }
        return {name: self._total(name, dist) for name, dist in numbers.items()}

    def _total(self, name: str, dist: Dist[int]) -> Total:
        found = sum(value * count for value, count in self.marginal(name).items())
        exact = dist.total(self.shots)
        return Total(found, exact.mean(), exact.at_least(found), 1 - exact.at_least(found + 1))

    def data(self) -> dict[str, Any]:
        """The counts as JSON data, each with its share, the interval of that, and the exact chance."""
        return {
            "simulated": "shots",
            "ruleset": self.ruleset,
            "shot": self.shot.data(),
            "method": self.method,
            "seed": self.seed,
            "common_dice": self.common_dice,
            "shots": self.shots,
            "range": [self.first, self.first + self.shots - 1],
            "interval": {"method": "Wilson", "confidence": CONFIDENCE},
            "outcomes": [
                {"p": str(p), **self._count(self.counts.get(outcome, 0))} | plain_outcome(outcome)
                for outcome, p in self.odds.outcomes.items()
            ],
            "marginals": {
                name: {
                    key_of(value): {"p": str(p), **self._count(self.marginal(name)[value])}
                    for value, p in sorted(dist.items())
                }
                for name, dist in self.odds.marginals.items()
            },
            "totals": {name: total.data() for name, total in self.totals.items()},
        }

    def _count(self, count: int) -> dict[str, Any]:
        return {"count": count, "share": count / self.shots, **wilson(count, self.shots)._asdict()}


def take(  # noqa: PLR0913 - given by name
    battle: Battle,
    shot: Shot,
    *,
    shots: int,
    seed: int,
    method: str = "dice",
    first: int = 0,
    common_dice: bool = False,
    threads: int = 1,
    progress: Callable[[int], None] | None = None,
) -> Volleys:
    """Take one shot many times, trials `first`, `first` + 1, ..., and count the outcomes.

    The same seed gives the same counts with any number of `threads`. Each battle and each shot has its own dice, unless
    they are common. Raises `IllegalShot`, and `BattleFileError` for numbers of shots out of range.
    """
    one_of(method, METHODS, "method", "method")
    if not 0 < shots <= MOST_SHOTS or first < 0 or first + shots - 1 > MASK or seed < 0:
        problem = f"{shots} shots from trial {first} cannot be taken; give 1 to {MOST_SHOTS:,}, from 0"
        raise BattleFileError(Code.OUT_OF_RANGE, problem, "trials")
    odds, own = battle.odds(shot), dice_seed(battle, shot, seed, common=common_dice)
    if method == "odds":
        counts = _split(odds.outcomes, shots, own)
    else:
        need("numba", "fast", "shots by the million are thrown by compiled code", "simulate")
        from fireline.chance.counting import count

        counts = count(_table(battle, shot), own, first, shots, threads=threads, progress=progress)
    return Volleys(battle.ruleset.id, shot, odds, method, seed, first, shots, counts, common_dice)


def rethrow(battle: Battle, shot: Shot, seed: int, trial: int, *, common_dice: bool = False) -> Rethrown[Any]:
    """Replay one of the shots alone, with every face; raises `IllegalShot` and `BattleFileError`."""
    if not 0 <= trial <= MASK or seed < 0:
        raise BattleFileError(Code.OUT_OF_RANGE, f"{trial} is no trial; trials are whole numbers from 0", "trial")
    battle.odds(shot)
    return _table(battle, shot).rethrow(dice_seed(battle, shot, seed, common=common_dice), trial)


def _table(battle: Battle, shot: Shot) -> Table[Any]:
    """The compiled program of a legal shot, the same that its odds come from."""
    program, args, kwargs = ShotPreview(battle, shot).attack.call()
    return _compiled(program, *args, **kwargs)


@lru_cache(maxsize=32, typed=True)
def _compiled(program: Program[..., Any], /, *args: Any, **kwargs: Any) -> Table[Any]:
    return Table(program, *args, **kwargs)


def _split(dist: Dist[Any], shots: int, seed: int) -> Counter[Any]:
    """A multinomial draw by exact odds."""
    need("numpy", "fast", "shots are split up among the outcomes by numpy", "simulate")
    import numpy as np

    from fireline.chance.trials import share_out

    rng = np.random.Generator(np.random.PCG64(seed))
    return Counter(dict(share_out(rng, shots, dist.ways(), dist.denominator)))


def plain_outcome(outcome: Any) -> dict[str, Any]:
    """The fields of an outcome as JSON data; a count of "that many or more" as text."""
    return {name: str(value) if isinstance(value, CappedCount) else value for name, value in outcome._asdict().items()}
