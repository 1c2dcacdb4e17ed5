"""A distribution: every outcome with its exact probability."""

from __future__ import annotations

from collections.abc import Callable, ItemsView, Iterator, Mapping, Sequence
from fractions import Fraction
from itertools import combinations_with_replacement
from math import gcd, lcm
from numbers import Rational
from typing import Any, Concatenate, ParamSpec, TypeVar

from fireline.chance.dice import Program

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
    def from_weights(cls, weights: Mapping[T, int], total: int, shared: int = 0) -> Dist[T]:
        """The distribution of outcomes with these numbers of ways.

        Args:
            weights: How many equally likely ways lead to each outcome, from 1.
            total: How many ways there are; they must be all accounted for.
            shared: The greatest common divisor of the weights where it is known: it takes long to find in long numbers.

        Returns:
            The distribution.

        Raises:
            ValueError: The ways do not add up to the total, or an outcome has none.

        >>> Dist.from_weights({"hit": 2, "miss": 4}, 6)
        Dist({'hit': 1/3, 'miss': 2/3})
        """
        dist: Dist[T] = cls.__new__(cls)
        dist._fill(dict(weights), total, shared or gcd(*weights.values()))
        return dist

    @classmethod
    def certain(cls, outcome: T) -> Dist[T]:
        """The distribution of one certain outcome.

        Args:
            outcome: What happens.

        Returns:
            The distribution, with the chance 1.
        """
        dist: Dist[T] = cls.__new__(cls)
        dist._weights, dist._denominator = {outcome: 1}, 1
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

        Args:
            holds: Says of an outcome whether the condition holds.

        Returns:
            The chance, from 0 to 1.

        >>> Dist.from_weights({1: 1, 2: 1, 3: 2}, 4).probability(lambda wounds: wounds > 1)
        Fraction(3, 4)
        """
        ways = sum(weight for outcome, weight in self._weights.items() if holds(outcome))
        return Fraction(ways, self._denominator)

    def at_least(self, least: T) -> Fraction:
        """The chance of this or more, if outcomes have an order.

        Args:
            least: The least outcome that counts.

        Returns:
            The chance, from 0 to 1.
        """
        value: Any = least
        return self.probability(lambda outcome: outcome >= value)

    def mean(self, f: Callable[[T], int | Fraction] | None = None) -> Fraction:
        """The exact average of the outcomes, or of a number for each of them.

        Args:
            f: The number of an outcome; the outcome itself if nothing is said.

        Returns:
            The average.

        Raises:
            TypeError: A number is neither whole nor a Fraction.

        >>> Dist.from_weights({"hit": 1, "miss": 1}, 2).mean({"hit": 3, "miss": 0}.__getitem__)
        Fraction(3, 2)
        """
        total: Any = 0
        for outcome, weight in self._weights.items():
            value = f(outcome) if f else outcome
            if not isinstance(value, Rational):
                raise TypeError(f"{value!r} has no exact average; say which whole number or Fraction belongs to it")
            total += weight * value
        return Fraction(total, self._denominator)

    # --- going on --------------------------------------------------------------------

    def map(self, f: Callable[[T], S]) -> Dist[S]:
        """The distribution of something that follows from the outcome; equal results merge.

        Args:
            f: What follows from an outcome.

        Returns:
            The distribution of the results.

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

    def bind(self, onward: Callable[[T], Dist[S]]) -> Dist[S]:
        """The distribution of what follows from each outcome; equal results merge.

        Args:
            onward: The distribution of what follows from an outcome.

        Returns:
            The distribution of what follows in all.

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

    def total(self: Dist[int], n: int) -> Dist[int]:
        """The distribution of the total of *n* independent outcomes, which are whole numbers.

        Args:
            n: How many outcomes are added up, from 0.

        Returns:
            Each total with its chance.

        Raises:
            ValueError: `n` is too small.
            TypeError: An outcome is no whole number, or stands for that many or more.

        >>> Dist.from_weights({0: 25, 1: 10, 2: 1}, 36).total(2)
        Dist({0: 625/1296, 1: 125/324, 2: 25/216, 3: 5/324, 4: 1/1296})
        """
        _check(self, n)
        ways = {int(outcome): weight for outcome, weight in self.ways()}
        low = min(ways)
        step = gcd(*(outcome - low for outcome in ways)) or 1
        least, whole = n * low, self.denominator**n
        series = [0] * ((max(ways) - low) // step + 1)
        for outcome, weight in ways.items():
            series[(outcome - low) // step] = weight
        found = _power(series, n)
        totals: dict[int, int] = {least + step * place: weight for place, weight in enumerate(found) if weight}
        # The weights of a distribution have no common divisor, so all those of its powers have none (Gauss's lemma).
        # One of the first and the rest divides the first, series[0] ** n, and the denominator's power: far shorter.
        shared = gcd(gcd(series[0], self.denominator) ** n, *totals.values())
        return Dist.from_weights(totals, whole, shared)

    def until(
        self,
        step: Program[Concatenate[T, Q], T],
        done: Callable[[T], object],
        /,
        *args: Q.args,
        **kwargs: Q.kwargs,
    ) -> Dist[T]:
        """The distribution at the end of a chain.

        There is no limit on the number of steps: the chain is solved, not followed.

        Args:
            step: Taken from state to state.
            done: Says of a state whether it is an end.
            *args: What `step` takes besides the dice and the state.
            **kwargs: The same by name.

        Returns:
            Each end with its chance.

        Raises:
            TooManyStates: The chain has more states than are solved.
            NeverEnds: A state cannot reach an end.
        """
        from fireline.chance.absorbing import reach
        from fireline.chance.exact import odds

        def one_step(state: T) -> ItemsView[T, int]:
            return odds(step, state, *args, **kwargs).ways()

        return reach(self, one_step, done, name=str(step)).ends()


class CappedCount(int):
    """The last of a row of counts, which stands for itself and everything above it.

    >>> CappedCount(3), CappedCount(3) == 3
    (3+, True)
    """

    def __repr__(self) -> str:
        return f"{int(self)}+"

    __str__ = __repr__


def _check(dist: Dist[int], n: int) -> None:
    if n < 0:
        raise ValueError(f"the total of {n} outcomes is not known; ask for 0 or more")
    for outcome in dist:
        if not isinstance(outcome, int) or isinstance(outcome, CappedCount):
            raise TypeError(f"{outcome!r} cannot be added up exactly; map the outcomes to whole numbers first")


def _power(series: Sequence[int], n: int) -> list[int]:
    """The coefficients of a polynomial, whose first is not 0, to the n-th power.

    J. C. P. Miller's recurrence, from P Q' = n P' Q for Q = P**n: each coefficient follows from those before it by
    one division of whole numbers, which leaves nothing over.
    """
    head = series[0]
    terms = [(place, weight) for place, weight in enumerate(series) if weight and place]
    power = [head**n]
    for k in range(1, n * (len(series) - 1) + 1):
        found = 0
        for place, weight in terms:
            if place > k:
                break
            found += (place * (n + 1) - k) * weight * power[k - place]
        power.append(found // (k * head))
    return power


def several_of(dist: Dist[T], n: int) -> Dist[tuple[T, ...]]:
    """The distribution of *n* independent outcomes in no order: one order stands for all of the same outcomes.

    >>> several_of(Dist.from_weights({0: 2, 1: 1}, 3), 2)
    Dist({(0, 0): 4/9, (0, 1): 4/9, (1, 1): 1/9})
    """
    weights: dict[tuple[T, ...], int] = {}
    for chosen in combinations_with_replacement(dist.ways(), n):
        ways, alike, before = 1, 0, None
        for place, pair in enumerate(chosen, 1):
            alike = alike + 1 if pair is before else 1
            ways, before = ways * pair[1] * place // alike, pair
        weights[tuple([outcome for outcome, _ in chosen])] = ways
    return Dist.from_weights(weights, dist.denominator**n)
