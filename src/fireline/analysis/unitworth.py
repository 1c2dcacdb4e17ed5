"""What a unit is worth: the win rate that it adds to its side, by games with it and without it on the same dice."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from functools import cached_property

from fireline.analysis.contest import Contest, GamesResult, Playing, contest, gained
from fireline.analysis.deadline import Listener, tell_nobody
from fireline.analysis.intervals import Interval, Method
from fireline.analysis.paths import FieldPath, Gone
from fireline.analysis.vary import Change, Variant, entry_of
from fireline.game.battle import Battle
from fireline.game.commandtext import unit_meant
from fireline.game.entries import one_of
from fireline.game.errors import BattleFileError, Code
from fireline.game.result import Bar, Result
from fireline.game.ruleset import UnitView
from fireline.game.tools import Table
from fireline.ruling.prose import apart, plural, share_of


class UnitWorth(Result):
    """How often the side of a unit wins with it and without it."""

    told = "unit=view.id side=view.side points=view.points with=share without adds interval per_point sure"

    view: UnitView
    share: float | None
    """None without a game."""
    without: float | None
    interval: Interval | None
    """Where the difference lies."""
    enough: bool
    """Whether there were games enough to conclude anything."""

    @property
    def side(self) -> str:
        """Whose win rate it is: that of its side, or its own where it is of none."""
        return self.view.side or self.view.id

    @property
    def adds(self) -> float | None:
        """The win rate that the unit adds."""
        return None if self.share is None or self.without is None else self.share - self.without

    @property
    def per_point(self) -> float | None:
        """The win rate that it adds for each of its points; None where the battle file does not say them."""
        return None if self.adds is None or not self.view.points else self.adds / self.view.points

    @property
    def sure(self) -> bool:
        """Whether the games tell its worth from nothing."""
        return self.enough and self.interval is not None and 0.0 not in self.interval

    @property
    def text(self) -> str:
        """What it adds, in words."""
        if self.adds is None or self.interval is None:
            return "unknown"
        return f"{apart(self.adds)} points [{gained(self.interval)}]"


class UnitsWorth(GamesResult):
    """What units are worth to their sides, those that add most first."""

    told = (
        "sentence ruleset=battle.ruleset.id games drawn unfinished seed=how.seed policy=how.policies turns=how.turns "
        "begins=how.begins intervals enough units dearest"
    )
    ends_of = slice(1)

    battle: Battle
    asked: tuple[UnitView, ...]

    @property
    def intervals(self) -> Method:
        """How the intervals are made."""
        return Method(f"Newcombe, paired, Bonferroni over {len(self.asked)}")

    @cached_property
    def units(self) -> tuple[UnitWorth, ...]:
        """Each unit, those that add most first."""
        every = [self._unit(number, view) for number, view in enumerate(self.asked, 1)]
        return tuple(sorted(every, key=lambda one: -(one.adds or 0.0)))

    def _unit(self, number: int, view: UnitView) -> UnitWorth:
        side = view.side or view.id
        with_it, without_it = (self.share(n, side) for n in (0, number))
        return UnitWorth(view, with_it, without_it, self.played.gain(0, number, side), self.enough)

    @property
    def dearest(self) -> str | None:
        """The unit that adds least for its points; None where fewer than two have any, or of too few games."""
        priced = [one for one in self.units if one.per_point is not None]
        if not self.enough or len(priced) < 2:
            return None
        return min(priced, key=lambda one: one.per_point or 0.0).view.id

    @property
    def sentence(self) -> str:
        """Who adds most and least, and who is the dearest for what it adds."""
        if not self.enough:
            return self.few
        first, last = self.units[0], self.units[-1]
        told = [f"{self._title(first)} adds {first.text} to the win rate of {first.side}"]
        if len(self.units) > 1:
            told.append(f"{self._title(last)} adds {last.text} to that of {last.side}")
        if self.dearest is not None:
            told.append(f"for its points {self.battle.title(self.dearest)} adds least")
        return f"{'; '.join(told)}."

    def _title(self, one: UnitWorth) -> str:
        return self.battle.title(one.view.id)

    def bars(self) -> Iterator[Bar]:
        """What each unit adds."""
        return (Bar(self._title(one), one.adds, f"{one.text} for {one.side}", one.interval) for one in self.units)

    def notes(self) -> Iterator[str]:
        """Which games these are."""
        yield self._stands_on(self.intervals)
        yield self._not_won("the games with every unit")
        yield self.battle.assumptions

    def in_full(self) -> Iterator[Table]:
        """The win rates with each unit and without it, and what it costs."""
        priced = any(one.view.points is not None for one in self.units)
        prices = ("points", "for 100 points") if priced else ()
        rows = [
            (
                self._title(one),
                one.side,
                *("no game" if share is None else share_of(share) for share in (one.share, one.without)),
                one.text,
                *((_price(one), "" if one.per_point is None else apart(100 * one.per_point)) if priced else ()),
                "yes" if one.sure else "no",
            )
            for one in self.units
        ]
        yield Table(("unit", "side", "wins", "without it", "it adds", *prices, "told from nothing"), rows)

    def picture(self) -> str:
        """What each unit adds as bars with their intervals."""
        from fireline.draw.charts import draw_gains

        key = f"points that each unit adds to the win rate of its side; {plural(self.games, 'game')} of each"
        return draw_gains("What units are worth", key, self.bars())


def _price(one: UnitWorth) -> str:
    return "" if one.view.points is None else f"{one.view.points:,}"


def units_worth(
    variant: Variant,
    units: Sequence[str] = (),
    *,
    how: Playing | None = None,
    heard: Listener[UnitsWorth] = tell_nobody,
) -> UnitsWorth:
    """Say what units are worth: each by games with everybody, and without it alone, on the same dice.

    The difference of the two win rates is that of pairs of games, with the interval of Newcombe: see `newcombe`. All
    of them hold together in 95 of 100 cases. Where nobody of its side is left without it, its side loses every game.

    Args:
        variant: The battle.
        units: The units, by their ids, places or what they are called; everybody in play if nobody is named.
        how: How the games are played; 5 seconds if nothing is said.
        heard: Told now and then how far it is, from 0 to 1, and what is known.

    Returns:
        The units, the one that adds most first; no verdict under 30 games.

    Raises:
        BattleFileError: There is no such unit, or nobody is in play.

    >>> from fireline.analysis.vary import vary
    >>> ford = vary("ancients-ranged-combat")
    >>> units_worth(ford, ["bow"], how=Playing(games=2, turns=1)).units[0].adds
    0.0
    """
    how, battle = how or Playing(), variant.battle
    named, known = dict.fromkeys(unit_meant(battle, one) for one in units), [one.id for one in battle.units]
    for one in named:
        one_of(one, known, "unit of this battle", "units")
    asked = tuple(one for one in battle.units if (one.id in named if named else not one.out))
    if not asked:
        raise BattleFileError(Code.MISSING, "there is nobody in play", "units")
    sides = Counter(one.side or one.id for one in battle.units if not one.out)
    alone = [not one.out and sides[one.side or one.id] == 1 for one in asked]

    def found(played: Contest) -> UnitsWorth:
        lost, rest = (None,) * played.games, iter(played.winners[1:])  # whoever wins, this side does not
        winners = (played.winners[0], *(lost if last else next(rest) for last in alone))
        return UnitsWorth(how, Contest(winners, len(winners), played.enough_after), battle, asked)

    others = (one.id for one, last in zip(asked, alone, strict=True) if not last)
    return found(contest([battle, *(without(variant, one).battle for one in others)], how, heard, found))


def without(variant: Variant, unit: str) -> Variant:
    """The same battle without a unit, and without what else names it; raises `BattleFileError`."""
    battle = variant.battle
    editing, data = battle.ruleset.editing, battle.data()
    released = data if editing is None else editing.released(data, unit)
    path = FieldPath.read(entry_of(released, unit))
    return Variant(released, files=variant.files, answers=variant.answers).put(Change(path, Gone.GONE))
