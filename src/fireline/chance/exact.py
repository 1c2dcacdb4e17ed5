"""The exact odds of a program: every path through it, weighed.

A Python function cannot be stopped halfway and split in two, but it can be run again.  So the explorer gives every
question of the body its first answer; then it runs the body again with the last answer replaced by the next one, and
so on, like an odometer.  Each kind of explorer decides how heavy a branch is and what counts as one question.
"""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextvars import ContextVar
from functools import lru_cache
from inspect import signature
from math import comb, lcm
from typing import Any, Generic, ParamSpec, TypeVar

from fireline.chance.absorbing import reach
from fireline.chance.dice import Chain, Dice, Die, Program, kept_die
from fireline.chance.dist import Dist, several_of
from fireline.chance.errors import CallsItself, ImpureProgram, TooDeep, TooManyPaths, limits

F = TypeVar("F")
P = ParamSpec("P")
T = TypeVar("T")
W = TypeVar("W")

Call = tuple["Program[..., Any]", tuple[Any, ...], dict[str, Any]]
"""A called program and its arguments: one question."""
Branches = list[tuple[Any, W]]
"""The answers to a question, each with the weight of the path that goes on from it."""


class PathEnumerator(Dice, Generic[W]):
    """Dice that take every path through a program, one run of its body for each."""

    shows_every_face = True
    """Whether each throw of a program whose `faces_matter` is a path of its own; else all of an outcome are one."""

    def __init__(self, call: Call, whole: W) -> None:
        self._call = call
        self._weight = whole
        self._asked: list[Die[Any] | Call] = []
        self._given: list[Any] = []
        self._untried: list[list[tuple[Any, W]]] = []
        self._at = 0
        self._checking = False

    @property
    def given(self) -> tuple[Any, ...]:
        """The answers on this path so far."""
        return tuple(self._given)

    @abstractmethod
    def throw(self, die: Die[Any], weight: W) -> Branches[W]:
        """Split the weight of a path among the faces of a die, in their order."""

    @abstractmethod
    def call(self, call: Call, weight: W) -> Branches[W]:
        """Split the weight of a path among the outcomes of a called program."""

    # `_asked` and `_given` are the questions and answers of the path that is being walked, `_untried` the branches left
    # at each; `_at` counts the questions of this run. The first questions of a run were asked before, and are answered
    # as before; whatever asks something else there is not pure.

    def roll(self, die: Die[F], /) -> F:
        """The face on this path."""
        at = self._at
        self._at = at + 1
        face: F
        if at < len(self._asked):
            before = self._asked[at]
            if before is not die and before != die:
                raise self._impure(at, _words(before), _words(die))
            face = self._given[at]
        else:
            if self._checking:
                raise self._impure(at, "the end", _words(die))
            face = self._branch(die, self.throw(die.merged or die, self._weight))
        return face

    def run(self, program: Program[P, T], /, *args: P.args, **kwargs: P.kwargs) -> T:
        """The outcome on this path."""
        at = self._at
        self._at = at + 1
        asked = self._asked
        outcome: T
        if at < len(asked):
            before = asked[at]
            same = type(before) is tuple and before[0] is program and before[1] == args and before[2] == kwargs
            if not same:
                raise self._impure(at, _words(before), _words((program, args, kwargs)))
            outcome = self._given[at]
        else:
            call = (program, args, kwargs)
            if self._checking:
                raise self._impure(at, "the end", _words(call))
            outcome = self._branch(call, self.call(call, self._weight))
        return outcome

    def paths(self) -> Iterator[tuple[Any, W]]:
        """The outcome and the weight of every path."""
        program, args, kwargs = self._call
        body = program.body
        budget = limits().paths
        asked, untried = self._asked, self._untried
        first: tuple[list[Die[Any] | Call], list[Any], Any] = ([], [], None)
        try:
            for number in range(budget):
                self._at = 0
                outcome = body(self, *args, **kwargs)
                if self._at < len(asked):
                    raise self._impure(self._at, _words(asked[self._at]), "the end")
                if not number:
                    first = asked.copy(), self._given.copy(), outcome
                yield outcome, self._weight
                if untried and untried[-1]:
                    self._given[-1], self._weight = untried[-1].pop()
                elif not self._advance():
                    break
            else:
                raise TooManyPaths(str(program), budget)
            self._check(*first)
        except RecursionError:
            raise TooDeep(str(program), _words(self._call)) from None

    def _check(self, asked: list[Die[Any] | Call], given: list[Any], outcome: object) -> None:
        """Walk the first path once more: if the body now does something else, it is not pure."""
        self._asked, self._given, self._checking, self._at = asked, given, True, 0
        program, args, kwargs = self._call
        again = program.body(self, *args, **kwargs)
        if self._at < len(asked):
            raise self._impure(self._at, _words(asked[self._at]), "the end")
        if again is not outcome and again != outcome:
            raise self._impure(self._at, f"the outcome {outcome!r}", f"the outcome {again!r}")

    def _branch(self, question: Die[Any] | Call, branches: Branches[W]) -> Any:
        """Take the first branch of a new question and keep the others for later paths."""
        branches.reverse()  # so that `pop` takes them in their order
        answer, self._weight = branches.pop()
        self._asked.append(question)
        self._given.append(answer)
        self._untried.append(branches)
        return answer

    def _advance(self) -> bool:
        """Turn to the next path; False if there is none."""
        untried = self._untried
        while untried:
            if branches := untried[-1]:
                self._given[-1], self._weight = branches.pop()
                return True
            untried.pop()
            self._asked.pop()
            self._given.pop()
        return False

    def _impure(self, at: int, before: str, now: str) -> ImpureProgram:
        return ImpureProgram(str(self._call[0]), (at + 1, before, now))


def _words(question: Die[Any] | Call) -> str:
    if isinstance(question, Die):
        return f"a throw of {question.name}"
    program, args, kwargs = question
    return program.call(args, kwargs)


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

    return reach(Dist.certain(start), one_more, chain.done, name=str(chain.step)).ends()


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
