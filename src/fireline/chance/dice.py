"""Dice, and the programs that throw them: a rule that uses chance, written once as a plain function."""

from __future__ import annotations

from abc import ABC, abstractmethod
from bisect import bisect
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import lru_cache, update_wrapper
from itertools import accumulate, product
from math import prod
from typing import Any, Concatenate, Generic, ParamSpec, TypeVar

from fireline.chance.errors import named

F = TypeVar("F")
P = ParamSpec("P")
T = TypeVar("T")


@dataclass(frozen=True, slots=True)
class Die(Generic[F]):
    """A choice among faces, fair unless it has weights.

    Faces are numbers, names, members of an enum: anything that can be hashed.
    List a face that a die shows several times once, with its weight:

    >>> battle = Die("battle die", ("green", "blue", "red", "leader", "swords", "flag"))
    >>> loaded = Die("loaded die", ("hit", "miss"), weights=(2, 1))
    >>> loaded.probability("hit")
    Fraction(2, 3)

    If some faces are equivalent for the program that throws the die, `merged` is a die with one face for all of them.
    Odds use it instead of this one; it is never thrown.
    """

    name: str
    faces: tuple[F, ...]
    weights: tuple[int, ...] = ()
    merged: Die[F] | None = None

    def __post_init__(self) -> None:
        object.__setattr__(self, "faces", tuple(self.faces))
        object.__setattr__(self, "weights", tuple(self.weights))
        if not self.faces:
            raise ValueError(f"{self.name} has no faces; a die needs at least one")
        if len(set(self.faces)) < len(self.faces):
            twice = next(face for face in self.faces if self.faces.count(face) > 1)
            raise ValueError(f"{self.name} lists {twice!r} more than once; list it once and give it a weight")
        if self.weights and len(self.weights) != len(self.faces):
            raise ValueError(
                f"{self.name} has {len(self.faces)} faces but {len(self.weights)} weights; give each face one"
            )
        for face, weight in zip(self.faces, self.weights, strict=False):
            if not isinstance(weight, int) or isinstance(weight, bool) or weight < 1:
                raise ValueError(f"{self.name} gives {face!r} the weight {weight!r}; weights are whole numbers from 1")

    @property
    def shares(self) -> tuple[int, ...]:
        """How many of the equally likely sides show each face."""
        return self.weights or (1,) * len(self.faces)

    @property
    def sides(self) -> int:
        """How many equally likely sides the die has."""
        return sum(self.weights) or len(self.faces)

    def on_side(self, side: int) -> F:
        """The face on one of these sides, counted from 0."""
        return self.faces[bisect(tuple(accumulate(self.weights)), side) if self.weights else side]

    @property
    def asked(self) -> str:
        """The die as a prompt names it: with the faces to choose from, if they have names."""
        named = [face for face in self.faces if isinstance(face, str)]
        return f"{self.name}: {', '.join(named)}" if len(named) == len(self.faces) else self.name

    def place(self, face: object) -> int:
        """The index of a face; raises `NotOnDie`."""
        try:
            return self.faces.index(face)
        except ValueError:
            raise NotOnDie(face, self) from None

    def probability(self, face: F) -> Fraction:
        """The chance of a face; raises `NotOnDie` for a face that the die does not have."""
        return Fraction(self.shares[self.place(face)], self.sides)


class Unanswered(Exception):
    """The faces laid down have run out: the program waits for a throw of `die`."""

    code = "wrong-dice"

    def __init__(self, die: Die[Any]) -> None:
        super().__init__(die)
        self.die = die

    def __str__(self) -> str:
        return f"no face is left for the throw of {self.die.name}"


class NotOnDie(ValueError):
    """A face was laid down that the die thrown does not have."""

    code = "wrong-dice"

    def __init__(self, face: object, die: Die[Any]) -> None:
        super().__init__(face, die)
        self.face, self.die = face, die

    def __str__(self) -> str:
        return f"{self.face!r} is not on {self.die.name}, which has {named(self.die.faces)}"


d6 = Die("d6", tuple(range(1, 7)))
d10 = Die("d10", tuple(range(1, 11)))
d20 = Die("d20", tuple(range(1, 21)))


@lru_cache(maxsize=256)
def pick(n: int) -> Die[int]:
    """A fair choice among *n* things, 0 to n - 1, for rules that say "select at random".

    >>> pick(3).faces
    (0, 1, 2)
    """
    if n < 1:
        raise ValueError(f"there is nothing to pick among {n} things")
    return Die(f"1 of {n}", tuple(range(n)))


@lru_cache(maxsize=256)
def kept_die(die: Die[F], count: int, choose: Callable[[Sequence[F]], F]) -> Die[F]:
    """The die that falls as the face kept of so many throws does.

    >>> kept_die(Die("coin", (0, 1)), 2, max).weights
    (1, 3)
    """
    ways: dict[F, int] = {}
    for thrown in product(zip(die.faces, die.shares, strict=True), repeat=count):
        face = choose([one for one, _ in thrown])
        ways[face] = ways.get(face, 0) + prod(share for _, share in thrown)
    return Die(f"{count} {die.name}", tuple(ways), tuple(ways.values()))


class Dice(ABC):
    """The source of faces for a program: thrown dice, faces laid down, or every path at once."""

    @abstractmethod
    def roll(self, die: Die[F], /) -> F:
        """The face of one throw.

        Args:
            die: The die to throw.

        Returns:
            The face that it shows.
        """

    def kept(self, die: Die[F], count: int, choose: Callable[[Sequence[F]], F]) -> F:
        """One face of so many throws of a die: the best with `max`, the worst with `min`.

        Args:
            die: The die to throw.
            count: How many times.
            choose: Which of the faces is kept: `max`, `min`, or a function of them.

        Returns:
            The face that is kept.
        """
        return choose([self.roll(die) for _ in range(count)])

    @abstractmethod
    def run(self, program: Program[P, T], /, *args: P.args, **kwargs: P.kwargs) -> T:
        """Run a whole program; calling the program with these dice does the same.

        Args:
            program: What `@chance` or `@chain` has marked.
            *args: What the program takes besides the dice.
            **kwargs: The same by name.

        Returns:
            The outcome.
        """

    def several(self, program: Program[P, T], count: int, /, *args: P.args, **kwargs: P.kwargs) -> Sequence[T]:
        """Run a program so many times, for a rule that does not ask which outcome came first.

        Args:
            program: What `@chance` or `@chain` has marked.
            count: How many times.
            *args: What the program takes besides the dice.
            **kwargs: The same by name.

        Returns:
            The outcomes, in no particular order.
        """
        return [self.run(program, *args, **kwargs) for _ in range(count)]


Q = ParamSpec("Q")
R = TypeVar("R")
S = TypeVar("S")


class Program(Generic[P, T]):
    """A piece of chance with a name and a rule: thrown, explained, weighed and remembered as one.

    `rule` is the ID of the rule that it carries out; a program with an empty rule uses its caller's. `faces_matter`
    says that its faces do more than lead to its outcome: drawn cards stay drawn. See `with_faces`.
    Two programs are the same only if they are one object; pickling goes by name, as for functions.
    """

    __name__: str
    __qualname__: str

    def __init__(self, body: Callable[Concatenate[Dice, P], T], rule: str, *, faces_matter: bool = False) -> None:
        self.body = body
        self.rule = rule
        self.faces_matter = faces_matter
        update_wrapper(self, body)

    def __call__(self, dice: Dice, /, *args: P.args, **kwargs: P.kwargs) -> T:
        """The outcome that these dice give the program."""
        return dice.run(self, *args, **kwargs)

    def __reduce__(self) -> str:
        return self.__qualname__

    def __str__(self) -> str:
        return f"{self.__name__} ({self.rule})" if self.rule else self.__name__

    def __repr__(self) -> str:
        return f"<program {self}>"

    def call(self, args: tuple[Any, ...], kwargs: dict[str, Any]) -> str:
        """A call of the program as it would be written, without the dice."""
        shown = [*map(repr, args), *(f"{name}={value!r}" for name, value in kwargs.items())]
        return f"{self.__name__}({', '.join(shown)})"


class Chain(Program[Concatenate[S, Q], S]):
    """A program that takes one step from state to state until it is done, with no limit on how often.

    A throw goes on as long as the dice say; the odds are solved (`Dist.until`), never cut off. `repeats` is the program
    that every step throws, whatever the state, with what adds its outcome to a state in odds: see `repeated`.
    """

    repeats: tuple[Program[Q, Any], Callable[Concatenate[S, Any, Q], S]] | None = None

    def __init__(self, body: Callable[Concatenate[Dice, S, Q], S], rule: str, done: Callable[[S], object]) -> None:
        def to_the_end(dice: Dice, state: S, /, *args: Q.args, **kwargs: Q.kwargs) -> S:
            while not done(state):
                state = self.step(dice, state, *args, **kwargs)
            return state

        # `body` is one step; what is thrown is the loop, what is weighed is the step (`self.step`).
        super().__init__(to_the_end, rule)  # pyright: ignore[reportArgumentType]  # the state is handed on by its place
        update_wrapper(self, body)
        self.step = Program(body, rule)
        self.step.__qualname__ = f"{body.__qualname__}.step"  # so that a pickle of the step finds it
        self.done = done


def chain(*, rule: str, done: Callable[[S], object]) -> Callable[[Callable[Concatenate[Dice, S, Q], S]], Chain[S, Q]]:
    """Mark a function as one step of a chain: it takes the dice and a state, and returns the next state.

    >>> from fireline.chance import Dice, FixedDice, chain, d6, odds
    >>> @chain(rule="sixes", done=lambda state: not state[1])
    ... def sixes(dice: Dice, state: tuple[bool, bool]) -> tuple[bool, bool]:
    ...     face = dice.roll(d6)
    ...     return (state[0] or face == 5, face == 6)  # a six is thrown again
    >>> sixes(FixedDice(6, 6, 5), (False, True))
    (True, False)
    >>> odds(sixes, (False, True))
    Dist({(False, False): 4/5, (True, False): 1/5})
    """

    def mark(body: Callable[Concatenate[Dice, S, Q], S]) -> Chain[S, Q]:
        return Chain(body, rule, done)

    return mark


def repeated(
    program: Program[Q, R],
    *,
    rule: str,
    done: Callable[[S], object],
    alike: Callable[Concatenate[S, Q], S] | None = None,
) -> Callable[[Callable[Concatenate[S, R, Q], S]], Chain[S, Q]]:
    """Mark a function as what one more run of a program adds to the state of a chain: it returns the next state.

    It takes the state, the outcome, and the arguments of the program, which are those of the chain behind its state.
    Odds weigh the program once for all steps. Where states come to the same for whoever asks, `alike` returns the one
    that stands for them in odds, so that there are fewer to solve; no throw sees it.

    >>> from fireline.chance import Dice, FixedDice, chance, d6, odds
    >>> @chance(rule="six")
    ... def face(dice: Dice) -> int:
    ...     return dice.roll(d6)
    >>> @repeated(face, rule="sixes", done=lambda last: 0 < last < 6)
    ... def sixes(last: int, face: int) -> int:
    ...     return face
    >>> sixes(FixedDice(6, 6, 5), 0), len(odds(sixes, 0))
    (5, 5)
    """

    def mark(add: Callable[Concatenate[S, R, Q], S]) -> Chain[S, Q]:
        def one_more(dice: Dice, state: S, /, *args: Q.args, **kwargs: Q.kwargs) -> S:
            return add(state, program(dice, *args, **kwargs), *args, **kwargs)

        marked: Chain[S, Q] = Chain(update_wrapper(one_more, add), rule, done)
        marked.repeats = program, add if alike is None else _merging(add, alike)
        return marked

    return mark


def _merging(
    add: Callable[Concatenate[S, R, Q], S], alike: Callable[Concatenate[S, Q], S]
) -> Callable[Concatenate[S, R, Q], S]:
    def merged(state: S, outcome: R, /, *args: Q.args, **kwargs: Q.kwargs) -> S:
        return alike(add(state, outcome, *args, **kwargs), *args, **kwargs)

    return merged


def chance(*, rule: str, faces_matter: bool = False) -> Callable[[Callable[Concatenate[Dice, P], T]], Program[P, T]]:
    """Mark a function as the program that carries out a rule.

    Its first argument is the dice.  The other arguments and the outcome must be hashable, and it must depend on nothing
    else.  The smaller the outcome, the more paths merge, so return only what the caller needs.
    """

    def mark(body: Callable[Concatenate[Dice, P], T]) -> Program[P, T]:
        return Program(body, rule, faces_matter=faces_matter)

    return mark
