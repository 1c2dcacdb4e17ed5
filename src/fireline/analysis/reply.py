"""A shot and the best reply as one exact value: what the shot gains, minus what the enemy's best shot then costs.

Every shot is weighed first. Then the replies are searched, those to the shot that gains most first, in every battle
that the shot may lead to, the likeliest first. A reply never costs less than nothing, so whenever the search ends, a
shot is worth at most what it gains, less what the replies found so far cost.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field
from fractions import Fraction
from functools import partial
from math import inf
from typing import NamedTuple

from fireline.analysis.deadline import Deadline
from fireline.analysis.goal import Goal
from fireline.analysis.plan import side_to_fire
from fireline.chance import Dist
from fireline.game.battle import Battle
from fireline.game.errors import BattleFileError, Code
from fireline.game.result import Result
from fireline.game.shot import Shot
from fireline.game.transitions import shot_transitions
from fireline.game.ways import legal_shots
from fireline.ruling.prose import listing, plural

NOTHING = Fraction(0)


class Reply(NamedTuple):
    """A best reply, None for none, and the chance that it is the best."""

    shot: Shot | None
    p: Fraction


@dataclass(frozen=True)
class Exchange(Result):
    """A shot and the best single shot of the enemy after it: what each is expected to gain for its own side."""

    told = "shot gain reply reply_least value value_most replies=answers"

    shot: Shot
    gain: Fraction
    reply_least: Fraction = NOTHING
    """What the replies found cost; no less can be expected."""
    answers: tuple[Reply, ...] = ()
    """The best replies found with the chance that each is the best, None for no reply; the likeliest first."""

    @property
    def known(self) -> bool:
        """Whether the best reply was searched in every battle that the shot may lead to."""
        return sum((one.p for one in self.answers), NOTHING) == 1

    @property
    def reply(self) -> Fraction | None:
        """What the best reply is expected to gain; None where it was not searched to the end."""
        return self.reply_least if self.known else None

    @property
    def value(self) -> Fraction | None:
        """What the shot is worth with its reply; None where that is not known."""
        return self.value_most if self.known else None

    @property
    def value_most(self) -> Fraction:
        """The most that the shot can be worth with its reply; its value where that is known."""
        return self.gain - self.reply_least


@dataclass(frozen=True)
class RepliesAnswer(Result):
    """Every shot with the best reply to it: those whose value is known first, the best of each first."""

    told = "ruleset=battle.ruleset.id stands_on=battle.assumptions exact left_out exchanges"

    battle: Battle
    exchanges: tuple[Exchange, ...]
    unweighed: tuple[str, ...] = ()
    """The units whose shots were not all weighed."""

    @property
    def exact(self) -> bool:
        """Whether every shot was weighed and every reply searched."""
        return not self.left_out

    @property
    def left_out(self) -> tuple[str, ...]:
        """What was not searched, as sentences."""
        told, open_ = [], [one for one in self.exchanges if not one.known]
        if self.unweighed:
            told.append(f"Not every shot of {listing(list(map(self.battle.title, self.unweighed)))} was weighed.")
        if open_:
            shots = plural(len(open_), "shot")
            told.append(f"The replies to {shots} were not searched to the end; such a shot is worth at most so much.")
            best = max((one.value_most for one in self.exchanges if one.known), default=None)
            if not self.unweighed and best is not None and best >= max(one.value_most for one in open_):
                told.append("None of them can be better than the first.")
        return tuple(told)


@dataclass
class ReplySearch:
    """Searches for the best reply to every legal shot of these units, or of the side that fires.

    The reply is one shot of any remaining enemy, as if it were its turn to fire, and gains by the same goal. Raises
    `BattleFileError` while an answer is owed.
    """

    battle: Battle
    goal: Goal
    shooters: tuple[str, ...] = ()
    looked_at: int = 0
    """How many battles have been searched for a reply."""
    _found: dict[Shot, Exchange] = field(default_factory=dict)
    _deadline: Deadline = field(default_factory=Deadline)

    def __post_init__(self) -> None:
        if self.battle.owing is not None:
            raise BattleFileError(Code.NOT_NOW, f"{self.battle.owing} owes an answer first", "battle")
        self.battle = self.battle.remembering()
        self.shooters = self.shooters or side_to_fire(self.battle)
        self._unweighed = list(self.shooters)

    @property
    def known(self) -> bool:
        """Whether every value is exact, so that more time finds nothing more."""
        return not self._unweighed and all(one.known for one in self._found.values())

    def answer(self) -> RepliesAnswer:
        """What has been found so far; those whose value is known come first, the best of each first."""
        best_first = sorted(self._found.values(), key=lambda one: (not one.known, -one.value_most))
        return RepliesAnswer(self.battle, tuple(best_first), tuple(self._unweighed))

    def run(
        self,
        budget: int | None = None,
        seconds: float | None = None,
        report: Callable[[float], object] = lambda _: None,
    ) -> RepliesAnswer:
        """Search until every value is known, so many battles are looked at, or so many seconds are over.

        `report` receives now and then which part of that is done.
        """
        self._deadline, most = Deadline(seconds), budget or inf
        try:
            self._weigh(report)
            by_gain = sorted(self._found.values(), key=lambda one: -one.gain)
            for n, one in enumerate(by_gain):
                if not one.known:
                    self._search(one, most, partial(self._tell, report, n, len(by_gain)))
        except _Over:
            pass
        return self.answer()

    def _tell(self, report: Callable[[float], object], done: int, of: int, part: float) -> None:
        report(max((done + part) / of, self._deadline.share))

    def _weigh(self, report: Callable[[float], object]) -> None:
        """What every shot gains by itself."""
        for shooter in tuple(self._unweighed):
            self._in_time()
            for shot in legal_shots(self.battle, (shooter,)):
                if shot not in self._found:
                    self._found[shot] = Exchange(shot, self._gain(self.battle, shot))
                    report(self._deadline.share)
            self._unweighed.remove(shooter)

    def _search(self, one: Exchange, most: float, report: Callable[[float], object]) -> None:
        """The best reply in every battle that a shot may lead to; what was found is kept if the time is over."""
        self._in_time()
        ends = shot_transitions(self.battle, one.shot).map(lambda end: end.battle)
        cost, searched, answers = NOTHING, NOTHING, dict[Shot | None, Fraction]()
        try:
            for end, p in _likeliest_first(ends):
                if self.looked_at >= most:
                    raise _Over
                answer, worth = self._best_reply(end, one.shot.shooter)
                self.looked_at += 1
                cost, searched = cost + p * worth, searched + p
                answers[answer] = answers.get(answer, NOTHING) + p
                report(float(searched))
        finally:
            often = sorted((Reply(*each) for each in answers.items()), key=lambda each: -each.p)
            self._found[one.shot] = Exchange(one.shot, one.gain, cost, tuple(often))

    def _best_reply(self, battle: Battle, shooter: str) -> tuple[Shot | None, Fraction]:
        """The enemy's best shot at anybody, and what it is expected to gain; none if no shot gains anything."""
        chosen, most = None, NOTHING
        for enemy in battle.ruleset.targets(battle.state, shooter):
            self._in_time()
            ready = battle.with_turn_of(enemy)
            for shot in legal_shots(ready, (enemy,)):
                worth = self._gain(ready, shot)
                if worth > most:
                    chosen, most = shot, worth
        return chosen, most

    def _gain(self, battle: Battle, shot: Shot) -> Fraction:
        self._in_time()
        return self.goal.expected(battle, shot)

    def _in_time(self) -> None:
        if self._deadline.over:
            raise _Over


class _Over(Exception):
    """The time is over, or as many battles as may be were looked at."""


def _likeliest_first(battles: Dist[Battle]) -> list[tuple[Battle, Fraction]]:
    return sorted(battles.items(), key=lambda one: -one[1])
