"""The exact odds of a program."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from contextvars import ContextVar
from functools import lru_cache
from inspect import signature
from math import comb, lcm
from typing import Any, ParamSpec, TypeVar

from fireline.chance.absorbing import solve
from fireline.chance.dice import Chain, Dice, Die, Program, kept_die
from fireline.chance.dist import Dist, several_of
from fireline.chance.enumeration import Branches, Call, PathEnumerator
from fireline.chance.errors import CallsItself, TooManyPaths, limits

F = TypeVar("F")
P = ParamSpec("P")
T = TypeVar("T")
Share = tuple[int, int]
"""The weight of a path: its number of ways, out of a total."""

REMEMBERED = 1 << 14
"""How many distributions are kept; the least recently used go first."""


def odds(program: Program[P, T], /, *args: P.args, **kwargs: P.kwargs) -> Dist[T]:
    """The exact distribution of a program's outcome: every path counts, and no number is rounded.

    Programs that it calls are weighed once for each set of arguments, and every answer is remembered.
    Raises `TooManyPaths`, `CallsItself`, `TooDeep` or `ImpureProgram` if there is no exact answer.

    >>> from fireline.chance import Dice, chance, d20
    >>> @chance(rule="check")
    ... def passes(dice: Dice, needed: int) -> bool:
    ...     return dice.roll(d20) >= needed
    >>> odds(passes, 15)
    Dist({False: 7/10, True: 3/10})
    """
    try:
        dist = _odds(program, *args, **kwargs)  # type: ignore[arg-type]  # not hashable: see below
    except TypeError:
        _check_hashable(program, args, kwargs)
        raise
    if (asked := _asked.get()) is not None:
        asked.append((dist, (program, args, kwargs)))
    return dist


def program_behind(answer: Callable[[], Dist[Any]]) -> Call:
    """The program behind an answer, with its arguments, for callers that want to throw what was weighed.

    Raises `LookupError` if the answer combines odds instead of being those of one program.
    """
    asked: list[tuple[Dist[Any], Call]] = []
    token = _asked.set(asked)
    try:
        answered = answer()
    finally:
        _asked.reset(token)
    calls = [call for dist, call in asked if dist is answered]
    if calls:
        return calls[-1]
    raise LookupError("these are not the odds of one program")


def forget_odds() -> None:
    """Forget every distribution remembered, as a benchmark of cold answers needs."""
    _odds.cache_clear()


class ExactEnumerator(PathEnumerator[Share]):
    """Takes every path and counts its ways in whole numbers."""

    def throw(self, die: Die[Any], weight: Share) -> Branches[Share]:
        """Every face with its ways."""
        ways, total = weight
        total *= die.sides
        if not die.weights:
            share = (ways, total)
            return [(face, share) for face in die.faces]
        return [(face, (ways * w, total)) for face, w in zip(die.faces, die.weights, strict=True)]

    def call(self, call: Call, weight: Share) -> Branches[Share]:
        """Every outcome with its ways, from the odds of the program called."""
        program, args, kwargs = call
        dist = odds(program, *args, **kwargs)
        ways, total = weight
        total *= dist.denominator
        return [(outcome, (ways * w, total)) for outcome, w in dist.ways()]


class _OddsEnumerator(ExactEnumerator):
    """The same for odds, which show no faces: throws of which one is kept are one throw of a die that falls alike."""

    def kept(self, die: Die[F], count: int, choose: Callable[[Sequence[F]], F]) -> F:
        """The face kept, with the ways of all throws that lead to it."""
        if len(die.faces) ** count > limits().paths:
            return super().kept(die, count, choose)
        alike: Die[F] = kept_die(die, count, choose)
        return self.roll(alike)

    def several(self, program: Program[P, T], count: int, /, *args: P.args, **kwargs: P.kwargs) -> Sequence[T]:
        """The outcomes, one path for all orders of the same ones."""
        return self.run(_several, program, count, *args, **kwargs)


_asked: ContextVar[list[tuple[Dist[Any], Call]] | None] = ContextVar("_asked", default=None)
_under_way: ContextVar[tuple[object, ...]] = ContextVar("_under_way", default=())


# Arguments of different types are kept apart (True is not 1 here), so that an outcome made of an argument
# does not depend on which of the two was asked for first.
@lru_cache(maxsize=REMEMBERED, typed=True)
def _odds(program: Program[..., T], /, *args: Any, **kwargs: Any) -> Dist[T]:
    key = (program, args, kwargs, [*map(type, args), *map(type, kwargs.values())])
    if key in (outer := _under_way.get()):
        raise CallsItself(str(program), program.call(args, kwargs))
    token = _under_way.set((*outer, key))
    try:
        if isinstance(program, Chain):
            return _solve(program, *args, **kwargs)
        if program is _several:
            return _unordered(*args, **kwargs)  # type: ignore[return-value]
        return _weigh((program, args, kwargs))
    finally:
        _under_way.reset(token)


_several: Program[..., Sequence[Any]] = Program(Dice.several, "")
"""A program run several times: thrown one by one, weighed together."""


def _unordered(program: Program[..., T], count: int, /, *args: Any, **kwargs: Any) -> Dist[tuple[T, ...]]:
    one = odds(program, *args, **kwargs)
    if comb(len(one) + count - 1, count) > (budget := limits().paths):
        raise TooManyPaths(str(program), budget)
    return several_of(one, count)


def _solve(chain: Chain[Any, ...], start: Any, /, *args: Any, **kwargs: Any) -> Dist[Any]:
    if chain.repeats is None:
        return Dist.certain(start).until(chain.step, chain.done, *args, **kwargs)
    program, add = chain.repeats
    outcomes = odds(program, *args, **kwargs).ways()

    def one_more(state: Any) -> Iterable[tuple[Any, int]]:
        return [(add(state, outcome, *args, **kwargs), ways) for outcome, ways in outcomes]

    return solve(Dist.certain(start), one_more, chain.done, name=str(chain.step))


def _weigh(call: Call) -> Dist[Any]:
    weights: dict[Any, int] = {}
    common = 1
    for outcome, (ways, total) in _OddsEnumerator(call, (1, 1)).paths():
        if total != common:
            if common % total:
                grown = lcm(common, total)
                weights = {known: weight * (grown // common) for known, weight in weights.items()}
                common = grown
            ways *= common // total  # noqa: PLW2901 - the same ways, counted out of the common number
        try:
            weights[outcome] = weights.get(outcome, 0) + ways
        except TypeError:
            raise TypeError(
                f"{call[0]} ends with {outcome!r}, a {type(outcome).__name__}, which cannot be hashed; "
                "end with a number, a tuple or a frozen dataclass"
            ) from None
    return Dist.from_weights(weights, common)


def _check_hashable(program: Program[..., Any], args: tuple[Any, ...], kwargs: dict[str, Any]) -> None:
    """Raise a `TypeError` that names the argument, if one of them cannot be hashed."""
    names: list[str] = []
    for parameter in [*signature(program.body).parameters.values()][1:]:
        if parameter.kind is parameter.VAR_POSITIONAL:
            names += [f"*{parameter.name}"] * len(args)
        elif parameter.kind is not parameter.KEYWORD_ONLY:
            names.append(parameter.name)
    named = [*zip(names, args, strict=False), *kwargs.items()]
    for name, value in named:
        try:
            hash(value)
        except TypeError:
            raise TypeError(
                f"{program} is asked for odds with {name}={value!r}, a {type(value).__name__}, "
                "which cannot be hashed; give a tuple, a frozenset or a frozen dataclass"
            ) from None
