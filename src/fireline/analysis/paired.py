"""Two battles played trial by trial, and whether their results differ by more than chance.

The test is that of paired differences. In every trial, the first battle's number is subtracted from the second's. The
mean of these differences has the standard error s / sqrt(n), where s is their standard deviation (with n - 1), and the
interval is the normal one: mean plus or minus z standard errors. The difference is significant if the interval does not
contain 0. With common dice, the battles share their luck, and the interval is narrower. With separate dice, the pairs
are still independent of each other, and the interval is just as valid.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from functools import partial
from typing import Any

from fireline.analysis.cores import Trials
from fireline.analysis.cores import count_trials as played_on
from fireline.analysis.dicekey import dice_seed
from fireline.analysis.intervals import CONFIDENCE, Interval, mean_of, normal
from fireline.analysis.playing import WON, PhaseResult
from fireline.analysis.policy import policy_of
from fireline.analysis.simulate import check_trials, trials_of
from fireline.game.battle import Battle

Pairs = Counter[tuple[int, int]]
"""How many trials had each pair of numbers, first battle and second battle."""
Key = tuple[str, str, str]
"""Of what kind, who and what of it: ("unit", "bow", "blocks"), ("side", "top", "blocks"), ("phase", "", "shots")."""


@dataclass(frozen=True)
class PairedDifference:
    """One number of both battles: its means, and the mean of the differences, second minus first.

    `chance` says that it is the share of trials in which anything of the kind was lost.
    """

    kind: str
    who: str
    what: str
    chance: bool
    first: float
    second: float
    difference: float
    standard_error: float | None
    interval: Interval | None
    """None for a single trial."""

    @property
    def significant(self) -> bool:
        """Whether the interval leaves out 0."""
        return self.interval is not None and 0.0 not in self.interval

    def data(self) -> dict[str, Any]:
        """The difference as JSON data."""
        return {
            "kind": self.kind,
            "who": self.who,
            "what": self.what,
            "chance": self.chance,
            "first": self.first,
            "second": self.second,
            "difference": self.difference,
            "standard_error": self.standard_error,
            "interval": self.interval._asdict() if self.interval else None,
            "significant": self.significant,
        }


@dataclass(frozen=True)
class PairedResult:
    """Trials of two battles, pair by pair: how they differ, the phase first, then sides, then units."""

    battles: tuple[str, str]
    """The fingerprints of the two."""
    answers: tuple[str, str]
    """Which owed answers were given in each: see `Battle.answers`."""
    seed: int
    policy: str
    common_dice: bool
    first: int
    trials: int
    differences: tuple[PairedDifference, ...]
    turns: int | None = None
    """The most turns of each game; None where one phase was played."""

    @property
    def what(self) -> str:
        """What was played in pairs: phases or games."""
        return "phases" if self.turns is None else "games"

    def data(self) -> dict[str, Any]:
        """The test as JSON data."""
        return {
            "simulated": f"pairs of {self.what}",
            "battles": list(self.battles),
            "answers": list(self.answers),
            "seed": self.seed,
            "policy": self.policy,
            "common_dice": self.common_dice,
            "trials": self.trials,
            "range": [self.first, self.first + self.trials - 1],
            "test": {"method": "paired differences, normal interval", "confidence": CONFIDENCE},
            "differences": [one.data() for one in self.differences],
        } | ({} if self.turns is None else {"turns": self.turns})


def paired(  # noqa: PLR0913 - given by name
    one: Battle,
    other: Battle,
    *,
    phases: int,
    seed: int,
    policies: str = "simple",
    turns: int | None = None,
    first: int = 0,
    common_dice: bool = False,
    workers: int = 1,
    progress: Callable[[int], None] | None = None,
) -> PairedResult:
    """Play phases of two battles, trial by trial; what nobody lost in either is left out.

    With `turns`, whole games of at most so many: see `fireline.analysis.simulate`.

    Raises `BattleFileError` for an unknown policy or side, and if there is nothing to do.
    """
    for battle in (one, other):
        policy_of(policies, battle)
    check_trials(phases, seed, first, turns)
    seeds = [dice_seed(battle, policies, seed, common=common_dice) for battle in (one, other)]
    make = partial(_both, (one, other), policies, seeds, turns)
    total = played_on(make, first, phases, workers=workers, progress=progress)
    return PairedResult(
        battles=(one.fingerprint, other.fingerprint),
        answers=(one.answers, other.answers),
        seed=seed,
        policy=policies,
        common_dice=common_dice,
        first=first,
        trials=phases,
        differences=tuple(_differences(one, other, total, games=turns is not None)),
        turns=turns,
    )


def _both(
    battles: Iterable[Battle], policies: str, seeds: Iterable[int], turns: int | None
) -> Trials[tuple[PhaseResult, PhaseResult]]:
    first, second = (trials_of(battle, policies, seed, turns) for battle, seed in zip(battles, seeds, strict=True))
    return lambda start, trials: [*zip(first(start, trials), second(start, trials), strict=True)]


def _differences(
    one: Battle, other: Battle, total: Counter[tuple[PhaseResult, PhaseResult]], *, games: bool
) -> Iterator[PairedDifference]:
    def side(unit: str) -> str:
        return one.side(unit) or other.side(unit)

    pairs: dict[Key, Pairs] = {}
    told = [(count, [dict(_numbers(played, side, games=games)) for played in pair]) for pair, count in total.items()]
    order = {"phase": 0, "side": 1, "unit": 2}
    keys = {key for _, numbers in told for mine in numbers for key in mine}
    for key in sorted(keys, key=lambda key: (order[key[0]], *key)):
        pairs[key] = Counter()
        for count, (mine, theirs) in told:
            pairs[key][mine.get(key, 0), theirs.get(key, 0)] += count
    for key, found in pairs.items():
        if key[0] == "phase" or any(number > 1 for pair in found for number in pair):
            yield _difference(key, found, chance=False)
        if key[0] != "phase":
            shares: Pairs = Counter()
            for (a, b), count in found.items():
                shares[int(a > 0), int(b > 0)] += count
            yield _difference(key, shares, chance=True)


def _numbers(played: PhaseResult, sides: Callable[[str], str], *, games: bool) -> Iterator[tuple[Key, int]]:
    """The result of a phase: shots and commands, losses by side and by unit; of a game its turns, and who won."""
    yield ("phase", "", "shots"), played.shots
    yield ("phase", "", "commands"), played.commands
    if games:
        yield ("phase", "", "turns"), played.turns
    if played.won:
        yield ("side", played.won, WON), 1
    together: Counter[Key] = Counter()
    for unit, (what, *_), number in played.losses:
        yield ("unit", unit, what), number
        together["side", sides(unit), what] += number
    yield from together.items()


def _difference(key: Key, pairs: Pairs, *, chance: bool) -> PairedDifference:
    """The paired test of one number; sums are whole numbers, divided once."""
    first, second, apart = Counter[int](), Counter[int](), Counter[int]()
    for (a, b), count in pairs.items():
        first[a] += count
        second[b] += count
        apart[b - a] += count
    mean = mean_of(apart)
    return PairedDifference(*key, chance, mean_of(first).value, mean_of(second).value, *mean, normal(mean))
