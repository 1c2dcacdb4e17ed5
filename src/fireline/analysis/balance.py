"""Balance a battle: the value of one field at which a side wins as often as asked, by games on the same dice."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from fractions import Fraction
from functools import cached_property
from itertools import pairwise
from typing import Any

from fireline.analysis.axes import Axis, read_rising
from fireline.analysis.compare import Problems, left_out
from fireline.analysis.contest import Contest, GamesResult, Playing, contest, gained
from fireline.analysis.deadline import Listener, tell_nobody
from fireline.analysis.intervals import Interval, Method
from fireline.analysis.paths import FieldPath
from fireline.analysis.solve import around, read_goal
from fireline.analysis.vary import Change, Variant
from fireline.game.battle import Battle
from fireline.game.entries import one_of
from fireline.game.errors import BattleFileError, Code
from fireline.game.result import Bar, Result
from fireline.game.tools import Table
from fireline.ruling.prose import listing, percent, share_of
from fireline.ruling.told import key_of

MOST_BATTLES = 40
"""The most values that are played."""
TRIED = 5
"""How many whole numbers are tried where nobody says which."""


class Level(Result):
    """One value of the field, and how often the side wins with it."""

    told = "value won share interval gain"

    value: Any
    won: int
    share: float | None
    """None without a game."""
    interval: Interval | None
    """Where the chance to win lies."""
    gain: Interval | None
    """Where the difference to the battle as it is lies; None where there is none."""

    @property
    def rate(self) -> str:
        """The win rate with its interval, in percent."""
        if self.share is None or self.interval is None:
            return "no game"
        return f"{share_of(self.share)} [{100 * self.interval.low:.1f}, {100 * self.interval.high:.1f}]"


class Balance(GamesResult):
    """How often a side wins with each value of a field, and at which values as often as asked."""

    told = (
        "sentence ruleset=rules field=axis.name path=axis.path side is=goal games drawn unfinished seed=how.seed "
        "policy=how.policies turns=how.turns begins=how.begins intervals now levels nearest possible crossings "
        "verdict goes_on problems"
    )
    ends_of = slice(1, None)

    rules: str
    stands_on: str
    """Which answers are given."""
    axis: Axis
    side: str
    goal: Fraction
    goes_on: bool
    """Whether the field can have more values than were tried."""
    problems: Mapping[str, str]
    """Values that the battle cannot have, with what is wrong with each."""

    @property
    def intervals(self) -> Method:
        """How the intervals are made."""
        return self.played.method

    @cached_property
    def now(self) -> Level:
        """The battle as it is."""
        return self._level(0, None)

    @cached_property
    def levels(self) -> tuple[Level, ...]:
        """Every value in order."""
        return tuple(self._level(number, value) for number, value in enumerate(self.axis.values, 1))

    def _level(self, number: int, value: Any) -> Level:
        played, side = self.played, self.side
        gain = played.gain(number, 0, side) if number else None
        return Level(value, played.won(number, side), self.share(number, side), played.interval(number, side), gain)

    @property
    def nearest(self) -> Level:
        """The value whose win rate is nearest to the one asked for; the first of several."""
        return min(self.levels, key=lambda one: abs((one.share or 0.0) - float(self.goal)))

    @property
    def possible(self) -> tuple[Any, ...]:
        """The values with which the win rate may be the one asked for; () of too few games."""
        told = self.levels if self.enough else ()
        return tuple(one.value for one in told if one.interval is not None and float(self.goal) in one.interval)

    @property
    def crossings(self) -> tuple[tuple[Any, Any], ...]:
        """Each pair of neighbouring values of which one is surely below the win rate asked for and one above."""
        sides = [(one.value, self._surely(one)) for one in (self.levels if self.enough else ())]
        return tuple((a, b) for (a, below), (b, above) in pairwise(sides) if below * above < 0)

    def _surely(self, level: Level) -> int:
        """-1 if the chance to win is surely below the goal, 1 if it is above, 0 if nobody knows."""
        low, high = level.interval or (0.0, 1.0)
        return (low > self.goal) - (high < self.goal)

    @property
    def verdict(self) -> str:
        """What the games say: "few", "none" of the values fits, one is "found", or it is "open" between several."""
        if not self.enough:
            return "few"
        return ("none", "found")[len(self.possible)] if len(self.possible) < 2 else "open"

    @property
    def sentence(self) -> str:
        """What to change, with its interval, and what the games do not tell apart."""
        if self.verdict == "few":
            return self.few
        name, near, asked = self.axis.name, self.nearest, f"{self.side} wins {percent(self.goal)} of the games"
        wins = f"{name} {key_of(near.value)} {self.side} wins {near.rate} of the games"
        if self.verdict == "none":
            between = [f"{key_of(a)} and {key_of(b)}" for a, b in self.crossings]
            crossed = f" It is crossed between {listing(between)}." if between else ""
            return f"With none of these values {asked}; the nearest: with {wins}.{crossed}"
        others = [key_of(value) for value in self.possible if value != near.value]
        open_ = f" The games do not rule out {listing(others)}." if others else ""
        return f"With {wins}; {percent(self.goal)} is asked for.{open_}"

    def bars(self) -> Iterator[Bar]:
        """How often the side wins with each value."""
        yield Bar("the battle as it is", self.now.share, self.now.rate)
        for one in self.levels:
            fits = ", may be it" if one.value in self.possible else ""
            yield Bar(f"{self.axis.name} {key_of(one.value)}", one.share, one.rate + fits)

    def notes(self) -> Iterator[str]:
        """Which games these are, and what was left out."""
        more = " The field can have more values than these." if self.goes_on else ""
        yield self._stands_on(self.intervals, "; differences by Newcombe") + more
        yield self._not_won()
        yield from left_out(self.problems)
        yield self.stands_on

    def in_full(self) -> Iterator[Table]:
        """Every win rate, and how far it is from that of the battle as it is."""
        rows = [("as it is", self.now.rate, "", "")]
        for one in self.levels:
            fits = "may be it" if one.value in self.possible else ""
            rows.append((key_of(one.value), one.rate, gained(one.gain), fits))
        yield Table((self.axis.name, "wins", "gained on the battle as it is", ""), rows)

    def picture(self) -> str:
        """The win rates with their intervals as a curve."""
        from fireline.draw.charts import Dot, draw_curve

        dots = [
            Dot(
                key_of(one.value),
                one.share,
                one is self.nearest,
                f"{self.axis.name} {key_of(one.value)}: {one.rate}",
                one.interval,
            )
            for one in self.levels
        ]
        title = f"How often {self.side} wins by {self.axis.name}"
        return draw_curve(title, self.axis.name, dots, float(self.goal))


def balance(
    variant: Variant,
    field: str,
    side: str,
    goal: str | Fraction = "1/2",
    *,
    over: str = "",
    how: Playing | None = None,
    heard: Listener[Balance] = tell_nobody,
) -> Balance:
    """Find the values of a field with which a side wins so many of its games.

    Every value is played with the same dice. All intervals hold together in 95 of 100 cases, so no value is ruled out
    because there are many. A game that nobody wins is not won. A chance of one shot needs no games: see `solve`.

    Args:
        variant: The battle.
        field: The path of a field, "units[bow].blocks" or "house[CCA-4.1.held]".
        side: Whose win rate it is.
        goal: The win rate asked for: a fraction, a decimal or a percentage.
        over: The values to try, "1..4" or "E5|E6"; five around its value if nothing is said.
        how: How the games are played; 5 seconds if nothing is said.
        heard: Told now and then how far it is, from 0 to 1, and what is known.

    Returns:
        Each value with its win rate and interval, which values may be it, and a verdict: `few` under 30 games.

    Raises:
        BattleFileError: There is no such field or side, or no value that the battle can have.

    >>> from fireline.analysis.vary import vary
    >>> park = vary("ancients-ranged-combat")
    >>> balance(park, "units[bow].blocks", "bottom", over="1..3", how=Playing(games=4, turns=1)).verdict
    'few'
    """
    how, asked = how or Playing(), read_goal(goal, "win rate")
    one_of(side, variant.battle.sides_in_play, "side of this battle", "side")
    path = FieldPath.read(field)
    if len(path.parts) < 2:
        problem = f"{field} is no path; name what it belongs to, e.g. units[bow].{field}"
        raise BattleFileError(Code.MALFORMED, problem, "field")
    values, goes_on = (read_rising(over, "over"), False) if over else around(variant, str(path), TRIED)
    known, problems = _battles(variant, path, values)
    axis = Axis.of(field, path, (value for value, _ in known))

    def found(played: Contest) -> Balance:
        rules, stands_on = variant.battle.ruleset.id, variant.battle.assumptions
        return Balance(how, played, rules, stands_on, axis, side, asked, goes_on, problems.told)

    return found(contest([variant.battle, *(battle for _, battle in known)], how, heard, found))


def _battles(variant: Variant, path: FieldPath, values: Sequence[Any]) -> tuple[list[tuple[Any, Battle]], Problems]:
    """The battle with each value that it can have, and what is wrong with the others."""
    if len(values) > MOST_BATTLES:
        problem = f"{len(values):,} values are too many for games; give up to {MOST_BATTLES}, or a step"
        raise BattleFileError(Code.TOO_LARGE, problem, "over")
    known, problems = list[tuple[Any, Battle]](), Problems()
    for value in values:
        with problems.of(str(value)):
            known.append((value, variant.put(Change(path, value)).battle))
    problems.raise_unless(bool(known))
    return known, problems
