"""A rule that uses chance, written once as a plain function."""

from __future__ import annotations

from functools import update_wrapper
from typing import TYPE_CHECKING, Any, Concatenate, Generic, ParamSpec, TypeVar

if TYPE_CHECKING:
    from collections.abc import Callable

    from fireline.chance.dice import Dice

P = ParamSpec("P")
Q = ParamSpec("Q")
R = TypeVar("R")
S = TypeVar("S")
T = TypeVar("T")


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
