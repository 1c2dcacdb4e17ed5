"""A shot and the best reply as one exact value: what the shot gains, minus what the enemy's best shot then costs.

Every shot is weighed first. Then the replies are searched, those to the shot that gains most first, in every battle
that the shot may lead to, the likeliest first. A reply never costs less than nothing, so whenever the search ends, a
shot is worth at most what it gains, less what the replies found so far cost.
"""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import suppress
from dataclasses import dataclass, field
from fractions import Fraction
from math import inf
from operator import itemgetter
from typing import NamedTuple

from fireline.analysis.deadline import Deadline, Listener, OutOfTime, tell_nobody
from fireline.analysis.plan import Search
from fireline.game.battle import Battle
from fireline.game.command import Shoot, Shot
from fireline.game.result import Bar, Result
from fireline.game.tools import Table
from fireline.game.transitions import shot_transitions
from fireline.game.ways import legal_shots
from fireline.ruling.prose import average, listing, minus, percent, plural

NOTHING = Fraction(0)


class Reply(NamedTuple):
    """A best reply, None for none, and the chance that it is the best."""

    shot: Shot | None
    p: Fraction


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


class RepliesAnswer(Result):
    """Every shot with the best reply to it: those whose value is known first, the best of each first."""

    told = "sentence ruleset=battle.ruleset.id stands_on=battle.assumptions exact left_out exchanges"

    battle: Battle
    shooters: tuple[str, ...]
    """Whose shots are weighed."""
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

    @property
    def sentence(self) -> str:
        """The shot that is worth most after the best reply."""
        best = max(self.exchanges, key=lambda one: one.value_most, default=None)
        if best is None:
            return "Nobody may fire." if self.exact else "No shot was weighed."
        most = "" if best.known else "at most "
        reply = f", the reply costs {average(best.reply_least)}" if best.known else ""
        worth = f"{most}{minus(average(best.value_most))} (it gains {minus(average(best.gain))}{reply})"
        return f"After the best reply this is worth most: {self._shot(best)}, {worth}."

    def _shot(self, one: Exchange) -> str:
        return self.battle.ruleset.label(self.battle.state, Shoot(one.shot))

    def _reply(self, one: Exchange) -> str:
        """The likeliest of the best replies."""
        if not one.answers:
            return "not searched"
        likeliest, chance = one.answers[0]
        title = self.battle.title
        reply = f"{title(likeliest.shooter)} at {title(likeliest.target)}" if likeliest else "none"
        return reply if chance == 1 else f"{reply} ({percent(chance)} of the time)"

    def bars(self) -> Iterator[Bar]:
        """What each shot is worth, and the reply to it."""
        for one in self.exchanges:
            most = "" if one.known else "at most "
            worth = f"{most}{minus(average(one.value_most))}; reply: {self._reply(one)}"
            yield Bar(self._shot(one), float(one.value_most), worth)

    def notes(self) -> Iterator[str]:
        """Whose shots these are, what a reply is, and what was not searched."""
        yield f"Planned for: {listing(self.shooters) or 'nobody'}."
        yield "The reply is the enemy's best single shot in the battle after this one."
        yield from (f"Left out (more seconds or a larger budget give more): {sentence}" for sentence in self.left_out)
        yield self.battle.assumptions

    def in_full(self) -> Iterator[Table]:
        """What each shot gains, and what the reply costs."""
        rows = []
        for one in self.exchanges:
            least, most = ("", "") if one.known else ("at least ", "at most ")
            figures = _number(one.gain), least + _number(one.reply_least), most + _number(one.value_most)
            rows.append((self._shot(one), *figures, self._reply(one)))
        yield Table(("shot", "gains", "reply costs", "value", "the reply"), rows)

    def picture(self) -> str:
        """What each shot is worth after the best reply, as bars; what is not known exactly, up to what it gains."""
        from fireline.draw.charts import draw_gains

        key = "expected: what a shot gains by the goal, less what the best reply costs"
        return draw_gains("What shots are worth after the best reply", key, self.bars())


def _number(value: Fraction) -> str:
    return f"{minus(f'{float(value):.4f}')} ({minus(str(value))})"


@dataclass
class ReplySearch(Search):
    """Searches for the best reply to every legal shot of these units, or of the side that fires.

    The reply is one shot of any remaining enemy, as if it were its turn to fire, and gains by the same goal.
    """

    _found: dict[Shot, Exchange] = field(default_factory=dict)
    _deadline: Deadline = field(default_factory=Deadline)

    def __post_init__(self) -> None:
        super().__post_init__()
        self._unweighed = list(self.shooters)

    @property
    def known(self) -> bool:
        """Whether every value is exact, so that more time finds nothing more."""
        return not self._unweighed and all(one.known for one in self._found.values())

    def answer(self) -> RepliesAnswer:
        """What has been found so far; those whose value is known come first, the best of each first."""
        best_first = sorted(self._found.values(), key=lambda one: (not one.known, -one.value_most))
        return RepliesAnswer(self.battle, self.shooters, tuple(best_first), tuple(self._unweighed))

    def run(
        self, budget: int | None = None, seconds: float | None = None, heard: Listener[ReplySearch] = tell_nobody
    ) -> RepliesAnswer:
        """Search until every value is known, so many battles are looked at, or so many seconds are over.

        `heard` is told now and then which part of that is done, from 0 to 1.
        """
        self._deadline, most = Deadline(seconds, heard=heard), budget or inf
        with suppress(OutOfTime):
            self._weigh()
            by_gain = sorted(self._found.values(), key=lambda one: -one.gain)
            for n, one in enumerate(by_gain):
                if not one.known:
                    self._search(one, most, n / len(by_gain), 1 / len(by_gain))
        return self.answer()

    def _weigh(self) -> None:
        """What every shot gains by itself."""
        for shooter in tuple(self._unweighed):
            self._in_time()
            for shot in legal_shots(self.battle, (shooter,)):
                if shot not in self._found:
                    self._found[shot] = Exchange(shot, self._gain(self.battle, shot))
                    self._deadline.tell(0.0, lambda: self)
            self._unweighed.remove(shooter)

    def _search(self, one: Exchange, most: float, done: float, part: float) -> None:
        """The best reply in every battle that a shot may lead to; what was found is kept if the time is over.

        So much of the search was `done` before, and this is such a `part` of it.
        """
        self._in_time()
        ends = shot_transitions(self.battle, one.shot).map(lambda end: end.battle)
        cost, searched, answers = NOTHING, NOTHING, dict[Shot | None, Fraction]()
        try:
            for end, p in sorted(ends.items(), key=lambda one: -one[1]):
                if self.looked_at >= most:
                    raise OutOfTime
                answer, worth = self._best_reply(end, one.shot.shooter)
                self.looked_at += 1
                cost, searched = cost + p * worth, searched + p
                answers[answer] = answers.get(answer, NOTHING) + p
                self._deadline.tell(done + part * float(searched), lambda: self)
        finally:
            often = sorted((Reply(*each) for each in answers.items()), key=lambda each: -each.p)
            self._found[one.shot] = Exchange(one.shot, one.gain, cost, tuple(often))

    def _best_reply(self, battle: Battle, shooter: str) -> tuple[Shot | None, Fraction]:
        """The enemy's best shot at anybody, and what it is expected to gain; none if no shot gains anything."""
        found: list[tuple[Shot | None, Fraction]] = [(None, NOTHING)]
        for enemy in battle.ruleset.targets(battle.state, shooter):
            self._in_time()
            ready = battle.with_turn_of(enemy)
            found += [(shot, self._gain(ready, shot)) for shot in legal_shots(ready, (enemy,))]
        return max(found, key=itemgetter(1))

    def _gain(self, battle: Battle, shot: Shot) -> Fraction:
        self._in_time()
        return self.goal.expected(battle, shot)

    def _in_time(self) -> None:
        if self._deadline.over:
            raise OutOfTime
