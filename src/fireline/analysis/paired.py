"""Two battles played trial by trial, and whether their results differ by more than chance.

The test is that of paired differences. In every trial, the first battle's number is subtracted from the second's. The
mean of these differences has the standard error s / sqrt(n), where s is their standard deviation (with n - 1). The
interval of an average is the normal one, mean plus or minus z standard errors; that of a chance is Newcombe's, as
wherever chances are compared pair by pair. The difference is significant if the interval does not contain 0 and there
are 30 pairs or more. With common dice, the battles share
their luck, and the interval is narrower. With separate dice, the pairs are still independent of each other, and the
interval is just as valid.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator
from dataclasses import field
from functools import partial
from math import hypot

from fireline.analysis.compare import terms_of
from fireline.analysis.deadline import Deadline, Done, Listener, tell_nobody
from fireline.analysis.intervals import CONFIDENCE, FEWEST, Interval, Method, mean_of, newcombe, normal
from fireline.analysis.playing import WON, Key, PhaseResult
from fireline.analysis.policy import everybody, policy_of
from fireline.analysis.shared import Trials, count_trials
from fireline.analysis.simulate import check_played, check_trials, dice_seed, trials_of
from fireline.analysis.simulated import TrialsResult
from fireline.game.battle import Battle
from fireline.game.result import Bar, Result
from fireline.game.tools import Table
from fireline.ruling.prose import apart, minus, plural, share_of

NAMED = 3
"""How many differences are named in a sentence."""
Pairs = Counter[tuple[int, int]]
"""How many trials had each pair of numbers, first battle and second battle."""


class PairedDifference(Result):
    """One number of both battles: its means, and the mean of the differences, second minus first.

    `chance` says that it is the share of trials in which anything of the kind was lost.
    """

    told = "kind who what chance first second difference standard_error own_dice_error interval significant"

    kind: str
    who: str
    what: str
    chance: bool
    first: float
    second: float
    difference: float
    standard_error: float | None
    own_dice_error: float | None
    """The standard error of as many trials of each battle if none of them were paired."""
    interval: Interval | None
    """None for a single trial."""
    pairs: int
    title: str = field(default="", compare=False)
    """Whose number it is, as people call it."""

    @property
    def width(self) -> float | None:
        """How wide its interval is beside the one without pairs; None where nothing varies."""
        return self.standard_error / self.own_dice_error if self.standard_error and self.own_dice_error else None

    @property
    def significant(self) -> bool:
        """Whether the interval leaves out 0, of so many pairs that it can be trusted."""
        return self.interval is not None and 0.0 not in self.interval and self.pairs >= FEWEST

    @property
    def weight(self) -> float:
        """How many standard errors the difference is from 0."""
        return abs(self.difference) / self.standard_error if self.standard_error else 0.0

    @property
    def sentence(self) -> str:
        """The difference in words."""
        return f"{self.title}, {self.counted} {self.apart}"

    @property
    def counted(self) -> str:
        """What is counted, in words."""
        if not self.chance:
            return f"{self.what} on average"
        return self.what if self.what == WON else f"any {self.what}"

    @property
    def apart(self) -> str:
        """How far the two are from each other, in words."""
        return f"{apart(self.difference)} points" if self.chance else minus(f"{self.difference:+.3f}")

    @property
    def both(self) -> tuple[str, str]:
        """The number in the first battle and in the second, in words."""
        first, second = (share_of(one) if self.chance else f"{one:.3f}" for one in (self.first, self.second))
        return first, second

    @property
    def between(self) -> str:
        """The interval of the difference, in words."""
        if self.interval is None:
            return "none for one trial"
        if not self.standard_error:
            return "they never differ"
        scale, places = (100, 1) if self.chance else (1, 3)
        low, high = (minus(f"{scale * end:.{places}f}") for end in self.interval)
        return f"{low} to {high}"


class PairedResult(TrialsResult, kw_only=True):
    """Trials of two battles, pair by pair: how they differ, the phase first, then sides, then units."""

    told = "simulated sentence battles answers seed policy common_dice trials asked range test differences turns?"

    battles: tuple[str, str]
    """The fingerprints of the two."""
    answers: tuple[str, str]
    """Which owed answers were given in each: see `Battle.answers`."""
    differences: tuple[PairedDifference, ...]
    named: tuple[str, str] = field(default=("the first", "the second"), compare=False)
    """What the two battles are called."""

    @property
    def simulated(self) -> str:
        """What was played, in words."""
        return f"pairs of {self.what}"

    @property
    def sentence(self) -> str:
        """Where the two differ by more than chance, the largest differences first."""
        pairs = plural(self.trials, f"pair of {self.what}", self.simulated)
        found = sorted((one for one in self.differences if one.significant), key=lambda one: -one.weight)
        said = f"In {pairs} nothing differs by more than chance."
        if found:
            some = "; ".join(one.sentence for one in found[:NAMED])
            more = f"; {len(found) - NAMED} more" if len(found) > NAMED else ""
            said = f"In {pairs} these differ by more than chance, second less first: {some}{more}."
        return said + self._cut_short(self.simulated)

    @property
    def test(self) -> Method:
        """How the intervals of the differences are made."""
        return Method("paired differences: Newcombe for chances, normal for averages")

    def bars(self) -> Iterator[Bar]:
        """Every difference of chances with its interval, then the averages."""
        for one in sorted(self.differences, key=lambda one: not one.chance):
            length, sure = one.difference if one.chance else None, ", significant" if one.significant else ""
            told = f"{' to '.join(one.both)}: {one.apart} [{one.between}]{sure}"
            yield Bar(f"{one.title}, {one.counted}", length, told, one.interval if one.chance else None)

    def notes(self) -> Iterator[str]:
        """Which trials these are, what is significant, and what the two share."""
        first, last = self.range
        dice = "dice in common" if self.common_dice else "dice of their own"
        yield f"From {self.named[0]} to {self.named[1]}: policy {self.policy}, {dice}."
        yield f"Trials {first:,} to {last:,} of seed {self.seed}; that seed gives the same counts again."
        verdicts = f"of fewer than {FEWEST} pairs nothing is called significant"
        if self.trials >= FEWEST:
            verdicts = (
                "significant if it leaves out 0. Each line is a separate test: if nothing differs, "
                "expect one in twenty to be called significant"
            )
        yield (
            "Simulated: the mean of the differences, trial by trial, second minus first, in brackets its "
            f"{CONFIDENCE * 100:.0f}% interval, of an average the normal one, of a chance Newcombe's; {verdicts}."
        )
        yield self.stands_on
        if self.common_dice:
            yield "Both threw the same dice: rolls with the same number in a trial share their faces."
        widths = [one.width for one in self.differences if one.width is not None]
        if self.common_dice and widths:
            least, most = f"{min(widths):.2f}", f"{max(widths):.2f}"
            yield f"Beside dice of their own this makes the standard errors {least} to {most} times as large."

    def in_full(self) -> Iterator[Table]:
        """Every number of both, and how far they are from each other."""
        rows = [
            (one.title, one.counted, *one.both, one.apart, one.between, "yes" if one.significant else "no")
            for one in self.differences
        ]
        yield Table(("", "", *self.named, "difference", f"{CONFIDENCE * 100:.0f}% interval", "significant"), rows)

    def picture(self) -> str:
        """The differences of chances as bars with their intervals."""
        from fireline.draw.charts import draw_gains

        key = f"from {self.named[0]} to {self.named[1]}: {self.trials:,} {self.simulated}, in points"
        return draw_gains("What differs", key, self.bars())


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
    workers: int | None = 1,
    seconds: float | None = None,
    heard: Listener[Done] = tell_nobody,
) -> PairedResult:
    """Play phases of two battles, trial by trial; what nobody lost in either is left out.

    With `turns`, whole games of at most so many; with `seconds`, no more are begun after them: see
    `fireline.analysis.simulate`.

    Raises `BattleFileError` for an unknown policy or side, if there is nothing to do, and if no trial is over in time.
    """
    for battle in (one, other):
        policy_of(policies, battle)
    check_trials(phases, seed, first, turns)
    seeds = [dice_seed(battle, policies, seed, common=common_dice) for battle in (one, other)]
    make = partial(_both, (one, other), policies, seeds, turns)
    deadline, what = Deadline.of_answer(seconds, heard), "pairs of phases" if turns is None else "pairs of games"
    total = count_trials(make, first, phases, workers=workers, deadline=deadline, known=Done.of(phases, what))
    check_played(total, what, seconds)
    return PairedResult(
        battles=(one.fingerprint, other.fingerprint),
        answers=(one.answers, other.answers),
        seed=seed,
        policy=policies,
        common_dice=common_dice,
        first=first,
        trials=total.total(),
        asked=phases,
        spent=deadline.gone,
        differences=tuple(_differences(one, other, total, games=turns is not None)),
        turns=turns,
        stands_on=terms_of((("First", one), ("Second", other))),
    )


def _both(
    battles: Iterable[Battle], policies: str, seeds: Iterable[int], turns: int | None
) -> Trials[tuple[PhaseResult, PhaseResult]]:
    first, second = (trials_of(battle, policies, seed, turns) for battle, seed in zip(battles, seeds, strict=True))
    return lambda start, trials: [*zip(first(start, trials), second(start, trials), strict=True)]


def _differences(
    one: Battle, other: Battle, total: Counter[tuple[PhaseResult, PhaseResult]], *, games: bool
) -> Iterator[PairedDifference]:
    def numbers(pair: tuple[PhaseResult, PhaseResult]) -> list[dict[Key, int]]:
        both = zip(pair, (one, other), strict=True)
        return [dict(played.numbers(battle.side, games=games)) for played, battle in both]

    pairs: dict[Key, Pairs] = {}
    counted = [(count, numbers(pair)) for pair, count in total.items()]
    order = {"phase": 0, "side": 1, "unit": 2}
    keys = {key for _, numbers in counted for mine in numbers for key in mine}
    for key in sorted(keys, key=lambda key: (order[key[0]], *key)):
        pairs[key] = Counter()
        for count, (mine, theirs) in counted:
            pairs[key][mine.get(key, 0), theirs.get(key, 0)] += count
    for key, found in pairs.items():
        title = _titled((one, other), key, "the game" if games else "the phase")
        if key[0] == "phase" or any(number > 1 for pair in found for number in pair):
            yield _difference(key, found, title, chance=False)
        if key[0] != "phase":
            shares: Pairs = Counter()
            for (a, b), count in found.items():
                shares[int(a > 0), int(b > 0)] += count
            yield _difference(key, shares, title, chance=True)


def _titled(battles: Iterable[Battle], key: Key, whole: str) -> str:
    """Whose number it is, as people call it."""
    kind, who, _ = key
    if kind == "unit":
        return next((battle.title(who) for battle in battles if who in everybody(battle)), who)
    return whole if kind == "phase" else f"side {who}" if who else "nobody's"


def _difference(key: Key, pairs: Pairs, title: str, *, chance: bool) -> PairedDifference:
    """The paired test of one number; sums are whole numbers, divided once."""
    first, second, differences = Counter[int](), Counter[int](), Counter[int]()
    for (a, b), count in pairs.items():
        first[a] += count
        second[b] += count
        differences[b - a] += count
    mean = mean_of(differences)
    interval = normal(mean)
    if interval is not None and chance:
        interval = newcombe(pairs[1, 1], pairs[0, 1], pairs[1, 0], pairs.total())
    one, other = mean_of(first), mean_of(second)
    own = None if mean.standard_error is None else hypot(one.standard_error or 0.0, other.standard_error or 0.0)
    return PairedDifference(*key, chance, one.value, other.value, *mean, own, interval, pairs.total(), title)
