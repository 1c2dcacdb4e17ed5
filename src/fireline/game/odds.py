"""The odds of a shot as players read them: outcomes, marginals, a headline."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from fractions import Fraction
from functools import cached_property, partial
from itertools import groupby
from operator import attrgetter
from typing import TYPE_CHECKING, Any, Generic, NamedTuple, Protocol

from typing_extensions import TypeVar

from fireline.chance import Dist
from fireline.game.event import Ledger
from fireline.game.result import Bar, Result
from fireline.game.tools import Table
from fireline.ruling import Ruling
from fireline.ruling.prose import average, exactly, minus, percent, plural
from fireline.ruling.told import key_of, tells

if TYPE_CHECKING:
    from fireline.game.attack import Attack


class AnyOutcome(Protocol):
    """The outcome of a shot in some game: a NamedTuple of plain values."""

    def _asdict(self) -> dict[str, Any]: ...


class Outcome(AnyOutcome, Protocol):
    """One outcome of a shot, with fields by name, such as `outcome.hits`; each game has its own fields.

    `Odds.marginals` lists them; `Odds.marginal` and `Odds.numeric_marginal` return each with its own type.
    """

    def __getattr__(self, name: str, /) -> Any: ...


class Span(NamedTuple):
    """The least and the greatest chance of something."""

    least: Fraction
    most: Fraction


Bounds = Mapping[str, Mapping[Any, Span]]
"""The chances of each value of each marginal, as far as other players' answers can move them."""
OutcomeT = TypeVar("OutcomeT", bound=AnyOutcome, default=Outcome)
Value = int | str
"""A field of an outcome: a number, a boolean, a capped count or a word."""


@tells("name p=chance of?")
class Headline(NamedTuple):
    """The one chance a player asks for first, in words and as an exact fraction."""

    name: str
    chance: Fraction
    of: str = ""
    """The marginal that it comes from."""


@tells("answer *headline")
class Way(NamedTuple):
    """An answer that may be given before the dice are thrown, and the headline that the odds then have."""

    answer: str
    headline: Headline


class Expected(NamedTuple):
    """An exact average, and what of."""

    of: str
    mean: Fraction


def expected(outcomes: Dist[Any], headline: Headline) -> Expected | None:
    """The average of what the headline speaks of, or else of what outcomes name first; None where that is no number."""
    names = next(iter(outcomes))._asdict()
    name = headline.of if headline.of in names else next(iter(names))
    numbers = outcomes.map(attrgetter(name))
    return Expected(name, numbers.mean()) if _is_counted(numbers) else None


@tells("p *outcome")
class OutcomeLine(NamedTuple):
    """An outcome: its chance, and the fields of it by the game's names."""

    p: Fraction
    outcome: Any


class Odds(Result, Generic[OutcomeT]):
    """The exact distribution of a shot's outcomes: Fractions that add up to 1.

    `ruling` is the ruling behind them. An outcome is a NamedTuple; `marginal` returns the distribution of one of its
    fields. A notebook shows the odds as a table with bars.
    """

    told = (
        "headline expected? range? answers has_answers house? losses=ledger.losses? net=ledger.harm? "
        "bounds=told_bounds? ways=told_ways? outcomes=lines marginals=in_order at_least?"
    )

    ruling: Ruling
    outcomes: Dist[OutcomeT]
    headline: Headline
    attack: Attack | None = None
    """The attack behind the odds; `answers` and `bounds` come from it."""

    def marginal(self, name: str) -> Dist[Value]:
        """The distribution of one field of the outcomes.

        Args:
            name: The field, one of `marginals`: "hits", "eliminated".

        Returns:
            Each value with its chance.

        Raises:
            KeyError: The outcomes do not have the field.
        """
        return self.marginals[name]

    def numeric_marginal(self, name: str) -> Dist[int]:
        """The distribution of a field whose values are whole numbers, for `at_least`, `mean` and arithmetic.

        Args:
            name: The field, one of `marginals`: "hits".

        Returns:
            Each number with its chance.

        Raises:
            KeyError: The outcomes do not have the field.
            TypeError: Its values are words.
        """
        return self.marginals[name].map(partial(_number, name))

    @cached_property
    def marginals(self) -> Mapping[str, Dist[Value]]:
        """The distribution of every field by its name, the headline's first."""
        names = next(iter(self.outcomes))._asdict()
        first = [name for name in names if name == self.headline.of]
        return {name: self.outcomes.map(attrgetter(name)) for name in dict.fromkeys((*first, *names))}

    @property
    def means(self) -> Mapping[str, Fraction]:
        """The exact average of every field that has one, by its name: none of "3 or more" and of words."""
        every = self.marginals.items()
        return {name: dist.mean() for name, dist in every if _is_counted(dist)}

    @property
    def expected(self) -> Expected | None:
        """The average of what the headline speaks of, None where that is no plain number."""
        return expected(self.outcomes, self.headline)

    @property
    def answers(self) -> str:
        """Which answers of other players the odds assume, as a sentence."""
        return self.attack.answers if self.attack else ""

    @property
    def has_answers(self) -> bool:
        """Whether they stand on an answer that somebody chooses, or that the shot declares."""
        return self.attack is not None and self.attack.depends

    @property
    def ways(self) -> tuple[Way, ...]:
        """Each answer that can be given before the dice fall, in words, with the headline that the odds then have."""
        return self.attack.ways if self.attack else ()

    @property
    def ledger(self) -> Ledger | None:
        """What the attack costs every unit of either side when it is over; None in a game that counts no losses."""
        return self.attack.ledger if self.attack else None

    @property
    def house(self) -> str:
        """The addresses of the house rules that move the odds, or what the attack costs; "" for none."""
        return ", ".join(self.attack.house) if self.attack else ""

    @property
    def bounds(self) -> Bounds:
        """The least and the greatest chance of each value of each marginal that other legal answers can reach.

        Empty if nobody has a choice.
        """
        return self.attack.bounds if self.attack else {}

    @property
    def range(self) -> Span | None:
        """The least and the greatest chance of the headline that other legal answers can reach; None where it stays.

        The headline is the chance of one value of its marginal, or the chance of any other value.
        """
        for value, span in self.bounds.get(self.headline.of, {}).items():
            chance = self.marginals[self.headline.of].get(value, Fraction(0))
            if self.headline.chance in {chance, 1 - chance} and span.least < span.most:
                return span if chance == self.headline.chance else Span(1 - span.most, 1 - span.least)
        return None

    @property
    def sentence(self) -> str:
        """The chance that a player asks for first."""
        return f"{self.ruling.title}: {self.headline.name}, {percent(self.headline.chance)}."

    def bars(self) -> Iterator[Bar]:
        """The chance of each value of the headline's marginal."""
        name, dist = next(iter(self.marginals.items()))
        yield Bar(spelled(name), None, "")
        yield from (Bar(spelled(value), float(p), percent(p)) for value, p in sorted(dist.items()))

    def notes(self) -> Iterator[str]:
        """The other marginals, who else may lose something, and what the odds stand on."""
        _, *others = self.marginals
        yield from (self.spread(name) for name in others if len(self.marginals[name]) > 1)
        ledger = self.ledger
        if ledger and self.attack and (hurt := ledger.others(self.attack.shot.target)):
            for unit, lines in groupby(hurt, key=attrgetter("unit")):
                yield f"{ledger.units[unit][1]} may lose something too: {'; '.join(one.told() for one in lines)}."
            yield f"Net, enemies' losses minus one's own: {average(ledger.net)} {ledger.measure}."
        if self.house:
            yield f"House rules move these odds: {self.house}."
        if self.has_answers:
            yield self.answers
            yield from (f"{answer}: {headline.name} {percent(headline.chance)}." for answer, headline in self.ways)
            if not self.ways and self.range:
                least, most = map(percent, self.range)
                yield f"Other answers make it {least} to {most}."

    def in_full(self) -> Iterator[Table]:
        """Every marginal, what everybody may lose, and how far other answers move the chances."""
        sums = self.at_least or {}
        for name, dist in self.marginals.items():
            rows = [
                (spelled(value), exactly(p), exactly(sums[name][value]) if name in sums else "")
                for value, p in sorted(dist.items())
            ]
            yield Table((spelled(name), "chance", "at least"), rows)
        if self.ledger:
            losses = [(self.ledger.units[one.unit][1], one.told(exactly)) for one in self.ledger.lines]
            net = f"{average(self.ledger.net)} {self.ledger.measure} ({minus(str(self.ledger.net))})"
            yield Table(("who", "may lose"), [*losses, ("net, enemies' losses minus one's own", net)])
        spans = [
            (f"{spelled(name)} {spelled(value)}", exactly(span.least), exactly(span.most))
            for name, each in self.bounds.items()
            for value, span in sorted(each.items())
            if span.least < span.most
        ]
        if spans:
            yield Table(("by other answers", "at least", "at most"), spans)

    def spread(self, name: str, told: Callable[[Fraction], str] = percent) -> str:
        """Say one marginal in a line: each value with its chance.

        Args:
            name: The field, one of `marginals`.
            told: How a chance is put into words.

        Returns:
            The line: "hits: 0 69.4%, 1 27.8%, 2 2.8%".
        """
        chances = (f"{spelled(value)} {told(p)}" for value, p in sorted(self.marginals[name].items()))
        return f"{spelled(name)}: {', '.join(chances)}"

    def __repr__(self) -> str:
        chance = self.headline.chance
        return f"<Odds {self.headline.name}: {exactly(chance)}, {plural(len(self.outcomes), 'outcome')}>"

    def _repr_html_(self) -> str:
        from html import escape

        title = f"{self.headline.name}: {exactly(self.headline.chance)}"
        open_ = [(name, dist) for name, dist in self.marginals.items() if len(dist) > 1]
        rows = "".join(
            _row(escape(name.replace("_", " ")), escape(key_of(value)), p)
            for name, dist in open_
            for value, p in sorted(dist.items())
        )
        answers = self.answers if self.has_answers else ""
        return f"<div><strong>{escape(title)}</strong><table>{rows}</table>{escape(answers)}</div>"

    @property
    def lines(self) -> tuple[OutcomeLine, ...]:
        """Every outcome with its chance."""
        return tuple(OutcomeLine(p, outcome) for outcome, p in self.outcomes.items())

    @property
    def in_order(self) -> Mapping[str, Mapping[Value, Fraction]]:
        """The chances of each value of each marginal, the values in order."""
        return {name: dict(sorted(dist.items())) for name, dist in self.marginals.items()}

    @property
    def at_least(self) -> Mapping[str, Mapping[Value, Fraction]] | None:
        """Of each marginal that counts something: the chances of each number or more; None where none does."""
        counts = {
            name: {number: dist.at_least(number) for number in sorted(dist)}
            for name, dist in self.marginals.items()
            if all(isinstance(value, int) and not isinstance(value, bool) for value in dist)
        }
        return counts or None

    @property
    def told_bounds(self) -> Mapping[str, Mapping[Value, tuple[Fraction, Fraction]]] | None:
        """How far other lawful answers move the chances: the least and the greatest; None where nobody has a choice."""
        bounds = self.bounds.items()
        return {
            name: {value: (span.least, span.most) for value, span in sorted(spans.items())} for name, spans in bounds
        } or None

    @property
    def told_ways(self) -> tuple[Way, ...] | None:
        """The answers that may be given before the dice are thrown; None where there are none."""
        return self.ways or None


def spelled(value: object) -> str:
    """A marginal, or a value of one, as people read it.

    >>> spelled("blocks_lost"), spelled(True), spelled(2)
    ('blocks lost', 'yes', '2')
    """
    return ("no", "yes")[value] if isinstance(value, bool) else str(value).replace("_", " ")


def _is_counted(values: Dist[Any]) -> bool:
    """Whether they are all plain whole numbers, which neither words nor truths are."""
    return all(type(value) is int for value in values)


def _number(name: str, value: Value) -> int:
    if not isinstance(value, int):
        raise TypeError(f"{name} may be {value!r}, which is no number; ask for the marginal")
    return value


def _row(name: str, value: str, p: Fraction) -> str:
    """A row of a notebook's table: the bar is as long as the chance, the fraction is exact."""
    bar = f'<div style="background:#4878a8;height:0.8em;width:{float(100 * p):.1f}px"></div>'
    cells = "".join(f"<td>{text}</td>" for text in (name, value, percent(p), str(p)))
    return f"<tr>{cells}<td>{bar}</td></tr>"
