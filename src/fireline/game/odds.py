"""The odds of a shot as players read them: outcomes, marginals, a headline."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from fractions import Fraction
from functools import cached_property
from operator import attrgetter
from typing import Any, Generic, NamedTuple, Protocol, TypeVar

from fireline.chance import Dist, OrMore
from fireline.ruling import Ruling


class AnyOutcome(Protocol):
    """What a shot may come to in some game: a NamedTuple of plain values."""

    def _asdict(self) -> dict[str, Any]: ...


OutcomeT = TypeVar("OutcomeT", bound=AnyOutcome)


class Headline(NamedTuple):
    """The one chance a player asks for first, in words and as an exact fraction."""

    name: str
    chance: Fraction


@dataclass(frozen=True)
class Odds(Generic[OutcomeT]):
    """The exact distribution of a shot's outcomes.

    `ruling` is the ruling they stand on. An outcome is a NamedTuple; `marginal` gives the distribution of one
    of its fields.
    """

    ruling: Ruling
    outcomes: Dist[OutcomeT]
    headline: Headline

    def marginal(self, name: str) -> Dist[Any]:
        """The distribution of one field of the outcomes; raises `KeyError` for a field they do not have."""
        return self.marginals[name]

    @cached_property
    def marginals(self) -> Mapping[str, Dist[Any]]:
        """The distribution of every field by its name."""
        names = next(iter(self.outcomes))._asdict()
        return {name: self.outcomes.map(attrgetter(name)) for name in names}

    def data(self) -> dict[str, Any]:
        """The odds as they stand in a JSON answer: exact fractions as text, reduced."""
        return {
            "headline": {"name": self.headline.name, "p": str(self.headline.chance)},
            "outcomes": [{"p": str(p)} | _plain(outcome) for outcome, p in self.outcomes.items()],
            "marginals": {
                name: {_key(value): str(p) for value, p in sorted(dist.items())}
                for name, dist in self.marginals.items()
            },
        }


def _plain(outcome: AnyOutcome) -> dict[str, Any]:
    """The fields of an outcome; a count of "that many or more" as text."""
    return {name: str(value) if isinstance(value, OrMore) else value for name, value in outcome._asdict().items()}


def _key(value: object) -> str:
    return str(value).lower() if isinstance(value, bool) else str(value)
