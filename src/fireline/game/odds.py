"""The odds of a shot as players read them: outcomes, marginals, a headline."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from fractions import Fraction
from functools import cached_property
from operator import attrgetter
from typing import TYPE_CHECKING, Any, Generic, NamedTuple, Protocol, TypeVar

from fireline.chance import Dist, OrMore
from fireline.ruling import Ruling

if TYPE_CHECKING:
    from fireline.game.attack import Attack


class AnyOutcome(Protocol):
    """What a shot may come to in some game: a NamedTuple of plain values."""

    def _asdict(self) -> dict[str, Any]: ...


class Span(NamedTuple):
    """The least and the greatest chance of something."""

    least: Fraction
    most: Fraction


Bounds = Mapping[str, Mapping[Any, Span]]
"""The chances of each value of each marginal, as far as answers of other players move them."""
OutcomeT = TypeVar("OutcomeT", bound=AnyOutcome)


class Headline(NamedTuple):
    """The one chance a player asks for first, in words and as an exact fraction."""

    name: str
    chance: Fraction
    of: str = ""
    """The marginal that it is read from."""


@dataclass(frozen=True)
class Odds(Generic[OutcomeT]):
    """The exact distribution of a shot's outcomes.

    `ruling` is the ruling they stand on. An outcome is a NamedTuple; `marginal` gives the distribution of one
    of its fields.
    """

    ruling: Ruling
    outcomes: Dist[OutcomeT]
    headline: Headline
    attack: Attack | None = None
    """The attack that they are the odds of, for what they stand on: `answers` and `bounds`."""

    def marginal(self, name: str) -> Dist[Any]:
        """The distribution of one field of the outcomes; raises `KeyError` for a field they do not have."""
        return self.marginals[name]

    @cached_property
    def marginals(self) -> Mapping[str, Dist[Any]]:
        """The distribution of every field by its name, the headline's first."""
        names = next(iter(self.outcomes))._asdict()
        first = [name for name in names if name == self.headline.of]
        return {name: self.outcomes.map(attrgetter(name)) for name in dict.fromkeys((*first, *names))}

    @property
    def answers(self) -> str:
        """Which answers of other players the odds stand on, as a sentence."""
        return self.attack.answers if self.attack else ""

    @property
    def ways(self) -> tuple[tuple[str, Headline], ...]:
        """Each answer that may be given before the dice fall, in words, with the headline that the odds then have."""
        return self.attack.ways if self.attack else ()

    @property
    def bounds(self) -> Bounds:
        """The least and the greatest chance of each value of each marginal that other lawful answers reach.

        Empty where nobody has a choice.
        """
        return self.attack.bounds if self.attack else {}

    @property
    def hangs(self) -> bool:
        """Whether other lawful answers would move the headline."""
        return any(span.least < span.most for span in self.bounds.get(self.headline.of, {}).values())

    def data(self) -> dict[str, Any]:
        """The odds as they stand in a JSON answer: exact fractions as text, reduced."""
        return {
            "headline": _headline(self.headline),
            "answers": self.answers,
            **({"bounds": _spans(self.bounds)} if self.bounds else {}),
            **({"ways": [{"answer": said} | _headline(one) for said, one in self.ways]} if self.ways else {}),
            "outcomes": [{"p": str(p)} | _plain(outcome) for outcome, p in self.outcomes.items()],
            "marginals": {
                name: {_key(value): str(p) for value, p in sorted(dist.items())}
                for name, dist in self.marginals.items()
            },
        }


def _plain(outcome: AnyOutcome) -> dict[str, Any]:
    """The fields of an outcome; a count of "that many or more" as text."""
    return {name: str(value) if isinstance(value, OrMore) else value for name, value in outcome._asdict().items()}


def _headline(headline: Headline) -> dict[str, str]:
    return {"name": headline.name, "p": str(headline.chance), "of": headline.of}


def _spans(bounds: Bounds) -> dict[str, dict[str, list[str]]]:
    return {
        name: {_key(value): [str(span.least), str(span.most)] for value, span in sorted(spans.items())}
        for name, spans in bounds.items()
    }


def _key(value: object) -> str:
    return str(value).lower() if isinstance(value, bool) else str(value)
