"""One way that the dice of a program can land for each outcome: the proof that it can happen."""

from __future__ import annotations

from collections import deque
from collections.abc import Mapping
from functools import lru_cache
from types import MappingProxyType
from typing import TYPE_CHECKING, Any, ParamSpec, TypeVar

from fireline.chance.enumeration import Branches, Call, PathEnumerator
from fireline.chance.errors import TooManyStates
from fireline.chance.limits import limits
from fireline.chance.program import Chain

if TYPE_CHECKING:
    from fireline.chance.dice import Die
    from fireline.chance.program import Program

P = ParamSpec("P")
T = TypeVar("T")
Faces = tuple[Any, ...]
REMEMBERED = 1 << 12


def example_faces(program: Program[P, T], /, *args: P.args, **kwargs: P.kwargs) -> Mapping[T, Faces]:
    """For each outcome, faces in the order thrown that lead to it; as a `FixedDice` they give it again.

    The outcomes are those of `odds`; each gets the first way found.

    >>> from fireline.chance import Dice, chance, d6
    >>> @chance(rule="pair")
    ... def pair(dice: Dice) -> bool:
    ...     return dice.roll(d6) == dice.roll(d6)
    >>> dict(example_faces(pair))
    {True: (1, 1), False: (1, 2)}
    """
    return _witnesses(program, *args, **kwargs)  # type: ignore[arg-type]  # hashable, as `odds` has found out


@lru_cache(maxsize=REMEMBERED, typed=True)
def _witnesses(program: Program[..., T], /, *args: Any, **kwargs: Any) -> Mapping[T, Faces]:
    if isinstance(program, Chain):
        return MappingProxyType(_to_the_end(program, *args, **kwargs))
    found: dict[T, Faces] = {}
    for outcome, faces in _ExampleEnumerator((program, args, kwargs), ()).paths():
        found.setdefault(outcome, faces)
    return MappingProxyType(found)


def _to_the_end(chain: Chain[Any, ...], start: Any, /, *args: Any, **kwargs: Any) -> dict[Any, Faces]:
    """The fewest steps to each state that is done; the others are walked through once."""
    budget, reached, waiting = limits().states, {start: ()}, deque([start])
    while waiting:
        state = waiting.popleft()
        if chain.done(state):
            continue
        for onward, faces in _witnesses(chain.step, state, *args, **kwargs).items():
            if onward not in reached:
                reached[onward] = (*reached[state], *faces)
                waiting.append(onward)
        if len(reached) > budget:
            raise TooManyStates(str(chain.step), budget)
    return {state: faces for state, faces in reached.items() if chain.done(state)}


class _ExampleEnumerator(PathEnumerator[Faces]):
    """Takes every path; its weight is the faces thrown on it."""

    def throw(self, die: Die[Any], weight: Faces) -> Branches[Faces]:
        return [(face, (*weight, face)) for face in die.faces]

    def call(self, call: Call, weight: Faces) -> Branches[Faces]:
        program, args, kwargs = call
        return [(outcome, (*weight, *faces)) for outcome, faces in _witnesses(program, *args, **kwargs).items()]
