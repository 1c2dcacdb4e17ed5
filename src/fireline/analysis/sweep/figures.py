"""The figures of a sweep: what a row keeps of an answer, exact or with its interval."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from fractions import Fraction
from math import inf
from statistics import NormalDist
from typing import Any, NamedTuple

from fireline.analysis.intervals import CONFIDENCE, mean_of, wilson
from fireline.analysis.sweep.spec import AskEntry


class Measure(NamedTuple):
    """One number: exact as a fraction, or the share or mean of the trials between two bounds (95 %)."""

    value: Fraction
    low: float | None = None
    high: float | None = None


@dataclass(frozen=True)
class Figure:
    """One number of every row: the headline, the chance of a value, or a mean."""

    kind: str
    of: str = ""
    value: str = ""

    @property
    def column(self) -> str:
        """The name of its column.

        >>> Figure("marginal", "hits", "2").column, Figure("mean", "hits").column
        ('hits=2', 'mean(hits)')
        """
        return {"marginal": f"{self.of}={self.value}", "mean": f"mean({self.of})"}.get(self.kind, self.kind)

    def data(self) -> dict[str, str]:
        """The figure as named in the metadata of a result file."""
        return {"column": self.column, "kind": self.kind, "of": self.of, "value": self.value}

    def measure(self, answer: Mapping[str, Any]) -> Measure | None:
        """This figure in an answer; None if there is none: not legal, or a problem."""
        if "trials" in answer:
            return self._estimate(answer, answer["trials"])
        if self.kind == "headline":
            found = answer["headline"][1] if "headline" in answer else None
        elif self.kind == "mean":
            found = answer["means"][self.of] if "means" in answer else None
        else:
            found = answer["marginals"][self.of].get(self.value, 0) if "marginals" in answer else None
        return None if found is None else Measure(Fraction(found))

    def _estimate(self, answer: Mapping[str, Any], trials: int) -> Measure:
        """The share of trials with its Wilson interval, or their mean with 1.96 standard errors on each side."""
        if self.kind == "mean":
            counts = {int(value): count for value, count in answer["counts"][self.of].items()}
            value, error = mean_of(counts)
            spread = NormalDist().inv_cdf((1 + CONFIDENCE) / 2) * error if error is not None else inf
            return Measure(Fraction(sum(v * n for v, n in counts.items()), trials), value - spread, value + spread)
        count = answer["headline"][1] if self.kind == "headline" else answer["counts"][self.of].get(self.value, 0)
        return Measure(Fraction(count, trials), *wilson(count, trials))


def figures_of(ask: AskEntry, answers: Iterable[Mapping[str, Any]]) -> tuple[Figure, ...]:
    """Every figure asked for; for a marginal, the chance of each value in any of the answers."""
    values: dict[str, set[str]] = {name: set() for name in ask.marginals}
    for answer in answers:
        for name in ask.marginals:
            values[name].update(answer.get("marginals", answer.get("counts", {})).get(name, ()))
    return (
        *((Figure("headline"),) if ask.headline else ()),
        *(Figure("mean", name) for name in ask.means),
        *(Figure("marginal", name, value) for name in ask.marginals for value in sorted(values[name], key=by_size)),
    )


def by_size(value: str) -> tuple[int, int, str]:
    """Numbers by size, "3+" after 3, then words by the alphabet.

    >>> sorted(["10", "none", "2", "3+", "-1", "3"], key=by_size)
    ['-1', '2', '3', '3+', '10', 'none']
    """
    number = value.removesuffix("+").removeprefix("-")
    whole = number.isascii() and number.isdigit()
    return (0, int(value.removesuffix("+")), value) if whole else (1, 0, value)
