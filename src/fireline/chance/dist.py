"""A distribution: every outcome with its exact probability."""

from __future__ import annotations

from collections.abc import Callable, ItemsView, Iterator, Mapping
from fractions import Fraction
from math import gcd, lcm
from numbers import Rational
from typing import TYPE_CHECKING, Any, Concatenate, ParamSpec, TypeVar

if TYPE_CHECKING:
    from fireline.chance.program import Program

T = TypeVar("T")
S = TypeVar("S")
Q = ParamSpec("Q")


class Dist(Mapping[T, Fraction]):
    """What can happen: a mapping from each outcome to its exact probability.

    The probabilities are Fractions (else `TypeError`), more than 0, and add up to 1, exactly (else `ValueError`).
    Outcomes are in the order in which they were first met.  Impossible outcomes are not included:
    use `dist.get(outcome, 0)` or `probability`.

    >>> Dist({"hit": Fraction(1, 3), "miss": Fraction(2, 3)})
    Dist({'hit': 1/3, 'miss': 2/3})
    """

    __slots__ = ("_denominator", "_weights")

    _weights: dict[T, int]
    _denominator: int

    def __init__(self, probabilities: Mapping[T, Fraction | int]) -> None:
        for outcome, p in probabilities.items():
            if not isinstance(p, Rational):
                raise TypeError(f"the probability of {outcome!r} is {p!r}; give an exact Fraction")
        common = lcm(*(p.denominator for p in probabilities.values()))
        weights = {outcome: p.numerator * (common // p.denominator) for outcome, p in probabilities.items() if p}
        self._fill(weights, common, gcd(*weights.values()))

    @classmethod
    def from_weights(cls, weights: Mapping[T, int], total: int) -> Dist[T]:
        """The distribution of outcomes with these numbers of ways, out of *total*.

        >>> Dist.from_weights({"hit": 2, "miss": 4}, 6)
        Dist({'hit': 1/3, 'miss': 2/3})
        """
        dist: Dist[T] = cls.__new__(cls)
        dist._fill(dict(weights), total, gcd(*weights.values()))
        return dist

    @classmethod
    def certain(cls, outcome: T) -> Dist[T]:
        """The distribution of one certain outcome."""
        dist: Dist[T] = cls.__new__(cls)
        dist._weights, dist._denominator = {outcome: 1}, 1
        return dist

    @classmethod
    def in_lowest_terms(cls, weights: Mapping[T, int], total: int) -> Dist[T]:
        """The same where it is known that the ways have no common divisor, which takes long to find in long numbers."""
        dist: Dist[T] = cls.__new__(cls)
        dist._fill(dict(weights), total, 1)
        return dist

    def _fill(self, weights: dict[T, int], total: int, shared: int) -> None:
        if (found := sum(weights.values())) != total or total < 1:
            raise ValueError(f"the probabilities add up to {Fraction(found, total or 1)}, not to 1")
        if min(weights.values()) < 1:
            impossible = next(outcome for outcome, weight in weights.items() if weight < 1)
            raise ValueError(
                f"{impossible!r} has the probability {Fraction(weights[impossible], total)}, not more than 0"
            )
        self._weights = {outcome: weight // shared for outcome, weight in weights.items()} if shared > 1 else weights
        self._denominator = total // shared

    def ways(self) -> ItemsView[T, int]:
        """Each outcome with how many of `denominator` equally likely ways lead to it."""
        return self._weights.items()

    @property
    def denominator(self) -> int:
        """The smallest number of equally likely ways that tells the outcomes apart."""
        return self._denominator

    # --- reading ---------------------------------------------------------------------

    def __getitem__(self, outcome: T) -> Fraction:
        return Fraction(self._weights[outcome], self._denominator)

    def __iter__(self) -> Iterator[T]:
        return iter(self._weights)

    def __len__(self) -> int:
        return len(self._weights)

    def __contains__(self, outcome: object) -> bool:
        return outcome in self._weights

    def __eq__(self, other: object) -> bool:
        if isinstance(other, Dist):
            return self._denominator == other._denominator and self._weights == other._weights
        if isinstance(other, Mapping):
            return dict(self.items()) == dict(other.items())
        return NotImplemented

    def __hash__(self) -> int:
        return hash((self._denominator, frozenset(self._weights.items())))

    def __repr__(self) -> str:
        return "Dist({" + ", ".join(f"{outcome!r}: {p}" for outcome, p in self.items()) + "})"

    def probability(self, holds: Callable[[T], object]) -> Fraction:
        """The chance that a condition holds for the outcome.

        >>> Dist.from_weights({1: 1, 2: 1, 3: 2}, 4).probability(lambda wounds: wounds > 1)
        Fraction(3, 4)
        """
        ways = sum(weight for outcome, weight in self._weights.items() if holds(outcome))
        return Fraction(ways, self._denominator)

    def at_least(self, least: T) -> Fraction:
        """The chance of this or more, if outcomes have an order."""
        value: Any = least
        return self.probability(lambda outcome: outcome >= value)

    def mean(self, f: Callable[[T], int | Fraction] | None = None) -> Fraction:
        """The exact average of the outcomes, or of a number for each of them.

        Raises `TypeError` unless that is a whole number or a Fraction.

        >>> Dist.from_weights({"hit": 1, "miss": 1}, 2).mean({"hit": 3, "miss": 0}.__getitem__)
        Fraction(3, 2)
        """
        total: Any = 0
        for outcome, weight in self._weights.items():
            value = f(outcome) if f else outcome
            if not isinstance(value, Rational):
                raise TypeError(f"{value!r} has no exact average; say which whole number or Fraction belongs to it")
            total += weight * value
        return Fraction(total) / self._denominator

    # --- going on --------------------------------------------------------------------

    def map(self, f: Callable[[T], S]) -> Dist[S]:
        """The distribution of something that follows from the outcome; equal results merge.

        >>> Dist.from_weights({1: 1, 2: 1, 3: 2}, 4).map(lambda wounds: wounds >= 2)
        Dist({False: 1/4, True: 3/4})
        """
        if self._denominator == 1:  # what is certain is asked about most often
            return Dist.certain(*map(f, self._weights))
        weights: dict[S, int] = {}
        for outcome, weight in self._weights.items():
            result = f(outcome)
            weights[result] = weights.get(result, 0) + weight
        return Dist.from_weights(weights, self._denominator)

    def then(self, program: Program[Concatenate[T, Q], S], *args: Q.args, **kwargs: Q.kwargs) -> Dist[S]:
        """The distribution after one more program, whose first argument is the outcome so far.

        For a long row of steps, call `then` once per step: equal states merge after each.
        """
        from fireline.chance.exact import odds

        return self.bind(lambda outcome: odds(program, outcome, *args, **kwargs))

    def bind(self, onward: Callable[[T], Dist[S]]) -> Dist[S]:
        """The distribution of what follows from each outcome; equal results merge.

        >>> coin = Dist.from_weights({0: 1, 1: 1}, 2)
        >>> coin.bind(lambda heads: coin.map(lambda more: heads + more))
        Dist({0: 1/4, 1: 1/2, 2: 1/4})
        """
        steps = [(weight, onward(outcome)) for outcome, weight in self._weights.items()]
        common = lcm(*(step.denominator for _, step in steps))
        weights: dict[S, int] = {}
        for weight, step in steps:
            scale = weight * (common // step.denominator)
            for result, ways in step.ways():
                weights[result] = weights.get(result, 0) + ways * scale
        return Dist.from_weights(weights, self._denominator * common)

    def total(self: Dist[int], n: int, cap: int | None = None) -> Dist[int]:
        """The distribution of the total of *n* independent outcomes: see `fireline.chance.totals.total_of`.

        >>> Dist.from_weights({0: 1, 1: 1}, 2).total(3)
        Dist({0: 1/8, 1: 3/8, 2: 3/8, 3: 1/8})
        """
        from fireline.chance.totals import total_of

        return total_of(self, n, cap)

    def until(
        self,
        step: Program[Concatenate[T, Q], T],
        done: Callable[[T], object],
        /,
        *args: Q.args,
        **kwargs: Q.kwargs,
    ) -> Dist[T]:
        """The distribution at the end of a chain: *step* is taken from state to state until *done* holds.

        There is no limit on the number of steps: the chain is solved, not followed.  It must have finitely many states
        (`TooManyStates`), and each of them must be able to reach an end (`NeverEnds`).
        """
        from fireline.chance.absorbing import solve
        from fireline.chance.exact import odds

        def one_step(state: T) -> ItemsView[T, int]:
            return odds(step, state, *args, **kwargs).ways()

        return solve(self, one_step, done, name=str(step))
