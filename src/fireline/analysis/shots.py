"""One shot taken many times: how often each outcome came, beside its exact odds; and a single one, thrown die by die.

The counts are drawn from the exact odds in one multinomial draw. The dice of a single shot are its own: it is none of
those that were counted.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping
from fractions import Fraction
from typing import Any, NamedTuple

from fireline.analysis.intervals import Method, wilson
from fireline.analysis.simulate import dice_seed
from fireline.analysis.simulated import BETWEEN, COMMON, share
from fireline.chance import CappedCount, Dist, Transcript
from fireline.chance.counter import MASK, CounterDice
from fireline.chance.thrown import PCG64
from fireline.chance.trials import share_out
from fireline.game.battle import Battle
from fireline.game.command import Shot
from fireline.game.errors import BattleFileError, Code, IllegalShot
from fireline.game.odds import Odds
from fireline.game.registry import ruleset
from fireline.game.result import Bar, Result
from fireline.ruling.prose import exactly, percent, plural
from fireline.ruling.told import key_of

MOST_SHOTS = 10**15
"""The most shots: every reader of JSON has such numbers without rounding."""
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


class ShotCounts(Result):
    """One shot taken many times, each time in the battle as it stands: each outcome counted, beside its exact odds."""

    told = (
        "simulated=what sentence ruleset shot seed common_dice shots interval outcomes=counted "
        "marginals=counted_marginals totals"
    )

    ruleset: str
    shot: Shot
    odds: Odds[Any]
    seed: int
    shots: int
    counts: Mapping[Any, int]
    common_dice: bool = False
    """Whether the seed alone decides, the same in every battle and for every shot."""
    stands_on: str = ""
    """What the odds stand on, as a sentence."""

    what = "shots"

    def marginal(self, name: str) -> Counter[Any]:
        """The counts of one field of the outcomes."""
        counts: Counter[Any] = Counter()
        for outcome, count in self.counts.items():
            counts[getattr(outcome, name)] += count
        return counts

    @property
    def headline(self) -> int:
        """How many of the shots came to the headline."""
        outcomes = Dist.from_weights({outcome: n for outcome, n in self.counts.items() if n}, self.shots)
        return int(ruleset(self.ruleset).headline(outcomes).chance * self.shots)

    @property
    def totals(self) -> dict[str, Total]:
        """The totals of the numeric fields; none for more shots than can be weighed exactly."""
        totals = dict[str, Total]()
        for name, dist in self.odds.marginals.items() if self.shots <= MOST_TOTALLED else ():
            if len(dist) > 1 and all(type(value) is int for value in dist):
                found = sum(value * count for value, count in self.marginal(name).items())
                exact = self.odds.numeric_marginal(name).total(self.shots)
                totals[name] = Total(found, exact.mean(), exact.at_least(found), 1 - exact.at_least(found + 1))
        return totals

    @property
    def sentence(self) -> str:
        """How many of the shots came to the headline, beside its exact chance."""
        headline, title = self.odds.headline, self.odds.ruling.title
        counted = f"{share(self.headline, self.shots)} of {plural(self.shots, 'shot')}"
        return f"{title}: {headline.name} in {counted}; its chance is {percent(headline.chance)}."

    @property
    def interval(self) -> Method:
        """How the intervals of shares are made."""
        return Method("Wilson")

    @property
    def counted(self) -> list[dict[str, Any]]:
        """Every outcome: its exact chance, how often it came, with the interval of that share."""
        every = self.odds.outcomes.items()
        return [self._count(self.counts.get(outcome, 0), p) | outcome_data(outcome) for outcome, p in every]

    @property
    def counted_marginals(self) -> dict[str, dict[str, dict[str, Any]]]:
        """The same of every value of every marginal."""
        return {
            name: {key_of(value): self._count(count, p) for value, count, p in values}
            for name, values in self._marginals
        }

    @property
    def _marginals(self) -> Iterator[tuple[str, list[tuple[Any, int, Fraction]]]]:
        """Of every marginal each value, how often it came, and its exact chance."""
        for name, dist in self.odds.marginals.items():
            counts = self.marginal(name)
            yield name, [(value, counts[value], p) for value, p in sorted(dist.items())]

    def _count(self, count: int, p: Fraction) -> dict[str, Any]:
        return {"p": p, "count": count, "share": count / self.shots, **wilson(count, self.shots)._asdict()}

    def bars(self) -> Iterator[Bar]:
        """How often each value came, beside its exact chance."""
        for name, values in self._marginals:
            for value, count, p in values if len(values) > 1 else ():
                told = f"{share(count, self.shots)}; exactly {exactly(p)}"
                said = f"{name} {key_of(value)}".replace("_", " ")
                yield Bar(said, count / self.shots, told, wilson(count, self.shots))

    def notes(self) -> Iterator[str]:
        """What the numbers come to in all, and how they are counted again."""
        for name, total in self.totals.items():
            least, most = percent(total.so_many_or_more), percent(total.so_many_or_fewer)
            more = f"this many or more {least}, this many or fewer {most} (exact)"
            yield f"{name.replace('_', ' ')} in all: {total.found:,}; {float(total.mean):.2f} expected; {more}"
        yield f"Simulated, the counts drawn from the exact odds; in brackets the {BETWEEN}."
        yield f"Seed {self.seed} gives the same counts again, and with the number of a trial that shot, die by die."
        yield self.stands_on
        yield COMMON if self.common_dice else ""

    def picture(self) -> str:
        """How often each value came, as bars with their intervals."""
        from fireline.draw.charts import draw_gains

        key = f"{plural(self.shots, 'shot')}; the lines are the {BETWEEN}"
        return draw_gains(self.odds.ruling.title, key, self.bars(), chances=True)


def count_shots(battle: Battle, shot: Shot, *, shots: int, seed: int, common_dice: bool = False) -> ShotCounts:
    """Take one shot many times and count the outcomes, in one exact draw from its odds.

    The same seed gives the same counts on every machine. Each battle and each shot has a draw of its own, unless the
    dice are common. Raises `IllegalShot`, and `BattleFileError` for numbers out of range.
    """
    if not 0 < shots <= MOST_SHOTS or seed < 0:
        problem = f"{shots} shots of seed {seed} cannot be taken; give 1 to {MOST_SHOTS:,} shots, and a seed from 0"
        raise BattleFileError(Code.OUT_OF_RANGE, problem, "shots")
    odds = battle.odds(shot)
    words = PCG64(dice_seed(battle, shot, seed, common=common_dice))
    counts = Counter(dict(share_out(words, shots, odds.outcomes.ways(), odds.outcomes.denominator)))
    return ShotCounts(battle.ruleset.id, shot, odds, seed, shots, counts, common_dice, battle.assumptions)


class ThrownShot(NamedTuple):
    """One shot with the dice of a trial: its outcome, and what the dice did."""

    outcome: Any
    transcript: Transcript


def throw_shot(battle: Battle, shot: Shot, seed: int, trial: int, *, common_dice: bool = False) -> ThrownShot:
    """Throw a shot with the dice of a trial, the same ones for this seed and trial whenever you ask.

    Raises `IllegalShot` and `BattleFileError`.
    """
    if not 0 <= trial <= MASK or seed < 0:
        problem = f"{trial} is no trial of seed {seed}; both are whole numbers from 0"
        raise BattleFileError(Code.OUT_OF_RANGE, problem, "trial")
    seen = battle.preview(shot)
    if not seen.ruling.legal:
        raise IllegalShot(seen.ruling)
    program, args, kwargs = seen.attack.call()
    dice = CounterDice(dice_seed(battle, shot, seed, common=common_dice), trial)
    return ThrownShot(program(dice, *args, **kwargs), dice.transcript)


def outcome_data(outcome: Any) -> dict[str, Any]:
    """The fields of an outcome as JSON data; a count of "that many or more" as text."""
    return {name: str(value) if isinstance(value, CappedCount) else value for name, value in outcome._asdict().items()}
