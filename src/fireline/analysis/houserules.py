"""What a game would be with a house rule: every shot of its battles before and after."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from fractions import Fraction
from functools import cached_property
from typing import Any, NamedTuple

from fireline.analysis.compare import Problems, left_out
from fireline.analysis.deadline import Deadline, Listener, tell_nobody
from fireline.analysis.policy import everybody
from fireline.game.battle import Battle
from fireline.game.entries import plain
from fireline.game.errors import BattleFileError, Code
from fireline.game.odds import Headline
from fireline.game.registry import ruleset, versions_of
from fireline.game.result import Bar, Result
from fireline.game.ruleset import NO_FILES, Files, Ruleset
from fireline.game.tools import Table
from fireline.ruling.prose import exactly, listing, percent, plural, points

SHOWN = 10
"""Of so many shots that change the bars are shown."""
COLUMNS = ("shot", "battle", "before", "after", "difference")


class NamedBattle(NamedTuple):
    """The data of a battle file, and what it is called."""

    name: str
    data: Mapping[str, Any]
    files: Files = NO_FILES


class ShotChange(Result):
    """One unit's best shot at another, as printed and with the house rule; None where there is no legal one."""

    told = "battle shooter target before after difference"

    battle: str
    shooter: str
    target: str
    titles: tuple[str, str]
    """What people call the two."""
    before: Fraction | None
    after: Fraction | None

    @property
    def difference(self) -> Fraction | None:
        """How much likelier the house rule makes it; None where it is not legal both ways."""
        return None if self.before is None or self.after is None else self.after - self.before

    @property
    def who(self) -> str:
        """Who shoots at whom."""
        return f"{self.titles[0]} at {self.titles[1]}"

    def then(self, told: Callable[[Fraction], str] = percent) -> tuple[str, str]:
        """Both chances in words, the one as printed, then the one with the house rule."""
        before, after = ("no shot" if p is None else told(p) for p in (self.before, self.after))
        return before, after


class HouseRules(Result):
    """Every shot that is legal with or without a house rule, and how its chance changes, exactly."""

    told = (
        "sentence ruleset=rules.id house of shots=count changed mean rise=most_up fall=most_down "
        "allowed forbidden differences battles left_out problems"
    )

    rules: Ruleset[Any, Any, Any]
    house: Mapping[str, float]
    shots: tuple[ShotChange, ...]
    of: str
    """What the chances are of."""
    battles: tuple[str, ...]
    """The battles of which every shot was asked about."""
    left_out: tuple[str, ...]
    """Those for which there was no time."""
    problems: Mapping[str, str]
    """Battles that cannot be played so, with what is wrong with each."""

    @property
    def count(self) -> int:
        """How many shots there are."""
        return len(self.shots)

    @cached_property
    def differences(self) -> tuple[ShotChange, ...]:
        """The shots that change: those that become legal or forbidden, then the largest differences first."""
        changed = [one for one in self.shots if one.before != one.after]
        return tuple(sorted(changed, key=lambda one: -2 if one.difference is None else -abs(one.difference)))

    @property
    def changed(self) -> int:
        """How many shots change."""
        return len(self.differences)

    @property
    def largest(self) -> ShotChange | None:
        """The shot that changes most; None where none does."""
        return next(iter(self.differences), None)

    @property
    def allowed(self) -> int:
        """How many shots become legal."""
        return sum(one.before is None for one in self.shots)

    @property
    def forbidden(self) -> int:
        """How many shots are legal no more."""
        return sum(one.after is None for one in self.shots)

    @cached_property
    def mean(self) -> Fraction | None:
        """The average difference of the shots that are legal both ways; None where there are none."""
        both = [one.difference for one in self.shots if one.difference is not None]
        return sum(both, Fraction(0)) / len(both) if both else None

    @property
    def most_up(self) -> ShotChange | None:
        """The shot that gains most; None where none gains."""
        return self._first(1)

    @property
    def most_down(self) -> ShotChange | None:
        """The shot that loses most; None where none loses."""
        return self._first(-1)

    def _first(self, sign: int) -> ShotChange | None:
        return next((one for one in self.differences if (one.difference or 0) * sign > 0), None)

    @property
    def _rule(self) -> str:
        return listing(f"{address}={value}" for address, value in self.house.items())

    @property
    def sentence(self) -> str:
        """How many shots change, by how much, and which the most."""
        if not self.changed:
            return f"With {self._rule}, none of {plural(self.count, 'shot')} changes."
        ends = [(self.most_up, "the most"), (self.most_down, "the least")]
        told = [f"on average {points(self.mean)} points"] if self.mean is not None else []
        told += [
            f"{name} {points(one.difference)} ({one.who} in {one.battle}, {' to '.join(one.then())})"
            for one, name in ends
            if one and one.difference
        ]
        counts = (self.allowed, "newly legal"), (self.forbidden, "no longer legal")
        told += [f"{n:,} {how}" for n, how in counts if n]
        return f"With {self._rule}, {self.changed:,} of {plural(self.count, 'shot')} change: {'; '.join(told)}."

    def bars(self) -> Iterator[Bar]:
        """The shots that change most."""
        for one in self.differences[:SHOWN]:
            length = None if one.difference is None else float(one.difference)
            gain = "" if one.difference is None else f"{points(one.difference)}: "
            yield Bar(one.who, length, f"{gain}{' to '.join(one.then())}, {one.battle}")

    def notes(self) -> Iterator[str]:
        """What the numbers stand on, and what is not in them."""
        if (more := self.changed - SHOWN) > 0:
            yield f"{more:,} more change less; the exact answer lists all."
        where = plural(len(self.battles), "battle")
        yield f"Everybody's best shot at every enemy, as if on its turn, in {where}; {self.of}. Every chance is exact."
        if self.left_out:
            yield f"There was no time for all of {listing(self.left_out)}; more seconds give more."
        yield from left_out(self.problems)

    def in_full(self) -> Iterator[Table]:
        """Every shot that changes."""
        yield Table(COLUMNS, [self.row(one) for one in self.differences])

    def row(self, one: ShotChange) -> tuple[str, ...]:
        """A shot as a row of a table, its cells as `COLUMNS` name them."""
        apart = "" if one.difference is None else points(one.difference)
        return one.who, one.battle, *one.then(exactly), apart

    @property
    def title(self) -> str:
        """What is changed of which game."""
        return f"{self.rules.name} with {self._rule}"

    def picture(self) -> str:
        """Every shot before and after."""
        from fireline.draw.charts import Changed, draw_changes

        def number(p: Fraction | None) -> float | None:
            return None if p is None else float(p)

        alike = dict[tuple[Fraction | None, Fraction | None], list[ShotChange]]()
        for one in (*self.differences, *(one for one in self.shots if one.before == one.after)):
            alike.setdefault((one.before, one.after), []).append(one)
        dots = [
            Changed(
                number(before),
                number(after),
                len(some),
                f"{plural(len(some), 'shot')}, as {some[0].who} in {some[0].battle}, {' to '.join(some[0].then())}",
            )
            for (before, after), some in alike.items()
        ]
        key = (
            f"{self.of}. A dot is a shot, or as many as its number says; on the line nothing changes; a dot outside "
            "the square has no shot before or no shot after."
        )
        return draw_changes(self.title, key, dots) if dots else ""


def house_rules(
    game: str,
    house: Mapping[str, float],
    battles: Sequence[NamedBattle],
    *,
    seconds: float | None = None,
    heard: Listener[HouseRules] = tell_nobody,
) -> HouseRules:
    """Ask about every shot of these battles as printed and with other numbers.

    Everybody's best shot at every enemy counts, as if it were its turn, from where everybody stands. Battles of another
    version of the game are played by the rules of this one.

    Args:
        game: The id of the ruleset.
        house: The numbers by their addresses, as a battle file's `house` says them.
        battles: What to ask about, in this order.
        seconds: How long it may take; as long as it needs if nothing is said.
        heard: Told now and then how far it is, from 0 to 1, and what is known.

    Raises:
        BattleFileError: There is no such game or number, a number is out of its bounds, or no battle is of this game.
    """
    rules, deadline, problems = ruleset(game), Deadline.of_answer(seconds, heard), Problems()
    if rules.numbers is None:
        raise BattleFileError(Code.UNSUPPORTED, f"{rules.id} lists no numbers, so it has no house rules", "house")
    read = rules.numbers.house(house)
    house = {address: plain(read.value(address)) for address in house}
    family = rules.id, rules.id.partition("@")[0], *versions_of(rules.id)
    asked = [one for one in battles if one.data.get("ruleset") in family]
    if not asked:
        raise BattleFileError(Code.MISSING, f"there is no battle of {rules.name}", "battles")
    shots, whole, late, name = list[ShotChange](), list[str](), list[str](), ""
    longest = 0.0
    """How many seconds the slowest shooter has taken: none is begun with less left."""

    def so_far() -> HouseRules:
        return HouseRules(rules, house, tuple(shots), name, tuple(whole), tuple(late), problems.told)

    for n, one in enumerate(asked):
        with problems.of(one.name):
            data = {**one.data, "ruleset": rules.id}
            now = Battle.read(data, one.files)
            then = Battle.read({**data, "house": {**data.get("house", {}), **house}}, one.files)
            units = everybody(now)
            for done, shooter in enumerate(units):
                if deadline.left <= longest:
                    late.append(one.name)
                    break
                begun, before, after = deadline.gone, _headlines(now, shooter), _headlines(then, shooter)
                longest = max(longest, deadline.gone - begun)
                for target in dict.fromkeys((*before, *after)):
                    chances = (known[target].chance if target in known else None for known in (before, after))
                    titles = now.title(shooter), now.title(target)
                    shots.append(ShotChange(one.name, shooter, target, titles, *chances))
                name = next((headline.name for headline in before.values()), name)
                deadline.tell((n + done / len(units)) / len(asked), so_far)
            else:
                whole.append(one.name)
    return so_far()


def _headlines(battle: Battle, shooter: str) -> Mapping[str, Headline]:
    """The headline of each target at which this unit may shoot on its turn."""
    return {seen.target: seen.odds.headline for seen in battle.targets(shooter) if seen.odds}
