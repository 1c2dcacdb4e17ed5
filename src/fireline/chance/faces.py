"""Outcomes with the faces that led to them, for events that keep both."""

from __future__ import annotations

from collections import deque
from collections.abc import Mapping
from dataclasses import replace
from functools import lru_cache
from types import MappingProxyType
from typing import Any, ParamSpec, TypeVar

from fireline.chance.dice import Chain, Dice, Die, Program
from fireline.chance.errors import TooManyStates, limits
from fireline.chance.exact import Branches, Call, PathEnumerator
from fireline.chance.thrown import FixedDice, RecordingDice, Step

P = ParamSpec("P")
T = TypeVar("T")
Faces = tuple[Any, ...]
REMEMBERED = 1 << 12


@lru_cache(maxsize=REMEMBERED, typed=True)
def example_faces(program: Program[..., T], /, *args: Any, **kwargs: Any) -> Mapping[T, Faces]:
    """For each outcome, faces in the order thrown that lead to it; as a `FixedDice` they give it again.

    The outcomes are those of `odds`; each gets the first way found.

    >>> from fireline.chance import Dice, chance, d6
    >>> @chance(rule="pair")
    ... def pair(dice: Dice) -> bool:
    ...     return dice.roll(d6) == dice.roll(d6)
    >>> dict(example_faces(pair))
    {True: (1, 1), False: (1, 2)}
    """
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
        for onward, faces in example_faces(chain.step, state, *args, **kwargs).items():
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
        return [(outcome, (*weight, *faces)) for outcome, faces in example_faces(program, *args, **kwargs).items()]


F = TypeVar("F")


def with_faces(dice: Dice, program: Program[P, T], /, *args: P.args, **kwargs: P.kwargs) -> tuple[T, tuple[Any, ...]]:
    """The outcome of a program and the faces it threw, for an event that keeps both.

    Dice that take every path at once show one row of faces for each outcome, always the same one, so that paths with
    the same outcome stay merged. For a program whose `faces_matter`, they take every throw by itself.

    >>> from fireline.chance import FixedDice, chance, d6
    >>> @chance(rule="SKM-2.1")
    ... def hits(dice: Dice, needed: int) -> bool:
    ...     return dice.roll(d6) >= needed
    >>> with_faces(FixedDice(5), hits, 4)
    (True, (5,))
    """
    if isinstance(dice, UnrecordedDice):
        return dice.run(program, *args, **kwargs), ()
    if isinstance(dice, RecordingDice):
        before = len(dice.transcript.throws)
        outcome = dice.run(program, *args, **kwargs)
        return outcome, tuple([throw.face for throw in dice.transcript.throws[before:]])
    if isinstance(dice, PathEnumerator):
        every = program.faces_matter and dice.shows_every_face
        shown: tuple[T, tuple[Any, ...]] = dice.run(_shown(program, every=every), *args, **kwargs)
        return shown
    raise TypeError(f"{type(dice).__name__} shows no faces; events are decided by dice that land or take every path")


def with_step(dice: Dice, program: Program[P, T], /, *args: P.args, **kwargs: P.kwargs) -> tuple[T, Step]:
    """The outcome of a program and the step it was, for an event that keeps who threw what.

    Called between programs, not inside one; otherwise like `with_faces`.
    """
    outcome, faces = with_faces(dice, program, *args, **kwargs)
    if not isinstance(dice, RecordingDice):
        dice = FixedDice(*faces)
        dice.run(program, *args, **kwargs)
    return outcome, dice.transcript.steps[-1]


class WithFaces(Program[..., Any]):
    """A program that ends with the outcome of another and the faces that led to it."""


@lru_cache(maxsize=256)
def _shown(program: Program[..., Any], *, every: bool) -> WithFaces:
    """The program that ends with the outcome of another and its faces; the same object for the same program."""

    def every_throw(dice: Dice, /, *args: Any, **kwargs: Any) -> tuple[Any, tuple[Any, ...]]:
        watched = _Watched(dice)
        outcome = program.body(watched, *args, **kwargs)
        return outcome, tuple(watched.faces)

    def one_for_each(dice: Dice, /, *args: Any, **kwargs: Any) -> tuple[Any, tuple[Any, ...]]:
        outcome = dice.run(program, *args, **kwargs)
        return outcome, example_faces(program, *args, **kwargs)[outcome]

    shown = WithFaces(every_throw if every else one_for_each, program.rule)
    shown.__name__, shown.__qualname__ = program.__name__, f"{program.__qualname__} with its faces"
    return shown


class UnrecordedDice(Dice):
    """Passes every question on and shows no faces, for decisions whose events nobody reads.

    `came_to` holds the outcomes of the programs, in order.
    """

    def __init__(self, dice: Dice) -> None:
        self._dice = dice
        self.came_to: list[Any] = []

    def roll(self, die: Die[F], /) -> F:
        """The face of the dice behind."""
        return self._dice.roll(die)

    def run(self, program: Program[P, T], /, *args: P.args, **kwargs: P.kwargs) -> T:
        """The outcome that the dice behind come to."""
        outcome = self._dice.run(program, *args, **kwargs)
        self.came_to.append(outcome)
        return outcome


class _Watched(Dice):
    """Passes every throw on, of the programs called too, and remembers the faces; no faces stand for others."""

    def __init__(self, dice: Dice) -> None:
        self._dice = dice
        self.faces: list[Any] = []

    def roll(self, die: Die[F], /) -> F:
        """The face of the dice behind, every face for itself."""
        every: Die[F] = _unmerged(die) if die.merged else die
        face = self._dice.roll(every)
        self.faces.append(face)
        return face

    def run(self, program: Program[P, T], /, *args: P.args, **kwargs: P.kwargs) -> T:
        """The outcome of a called program, its throws being throws like any other."""
        return program.body(self, *args, **kwargs)


@lru_cache(maxsize=1024)
def _unmerged(die: Die[F]) -> Die[F]:
    return replace(die, merged=None)
