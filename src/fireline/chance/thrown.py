"""Dice that land once, and record what happened: laid down beforehand, or thrown from a seed."""

from __future__ import annotations

from abc import abstractmethod
from bisect import bisect
from itertools import accumulate
from typing import TYPE_CHECKING, Any, ParamSpec, TypeVar

from fireline.chance.dice import Dice, Die
from fireline.chance.errors import Unanswered
from fireline.chance.pcg64 import PCG64
from fireline.chance.transcript import Step, Throw, Transcript

if TYPE_CHECKING:
    from fireline.chance.program import Program

F = TypeVar("F")
P = ParamSpec("P")
T = TypeVar("T")


class RecordingDice(Dice):
    """Dice that land once; `transcript` records what they did."""

    def __init__(self) -> None:
        self.transcript = Transcript()
        self._step: Step | None = None

    @abstractmethod
    def land(self, die: Die[F]) -> F:
        """The face on which one die comes to rest."""

    def roll(self, die: Die[F], /) -> F:
        """Throw one die and record the face."""
        face = self.land(die)
        throw = Throw(die, face)
        self.transcript.throws.append(throw)
        if self._step is not None:
            self._step.throws.append(throw)
        return face

    def run(self, program: Program[P, T], /, *args: P.args, **kwargs: P.kwargs) -> T:
        """Run a program and record it as one step."""
        outer = self._step
        step = Step(program.rule or (outer.rule if outer else ""), program.__name__)
        (outer or self.transcript).steps.append(step)
        self._step = step
        try:
            step.outcome = outcome = program.body(self, *args, **kwargs)
            step.finished = True
        finally:
            self._step = outer
        return outcome


class FixedDice(RecordingDice):
    """Faces laid down beforehand: by a test, by a replay, or by real dice on a table.

    Raises `Unanswered` when a program asks for more, `NotOnDie` for a face that the die thrown lacks.

    >>> from fireline.chance import d6, d20
    >>> dice = FixedDice(3, 17)
    >>> dice.roll(d6), dice.roll(d20), dice.left
    (3, 17, ())
    """

    def __init__(self, *faces: object) -> None:
        super().__init__()
        self._faces = faces
        self._used = 0

    @property
    def left(self) -> tuple[Any, ...]:
        """The faces not yet thrown."""
        return self._faces[self._used :]

    def land(self, die: Die[F]) -> F:
        """The next face laid down, as the die spells it; raises `Unanswered` if none is left, and `NotOnDie`."""
        if self._used == len(self._faces):
            raise Unanswered(die)
        face = die.faces[die.place(self._faces[self._used])]
        self._used += 1
        return face

    def assert_used_up(self) -> None:
        """Raise `AssertionError` if faces are left that no rule asked for."""
        if self.left:
            raise AssertionError(
                f"{len(self.left)} of {len(self._faces)} faces were never thrown: {', '.join(map(repr, self.left))}"
            )


class SeededDice(RecordingDice):
    """Seeded dice: the same seed gives the same faces, on every machine and in every release.

    Dice with one seed but different spawn keys are independent. Raises `ValueError` for a seed below 0.

    >>> dice = SeededDice(7)
    >>> from fireline.chance import d6
    >>> [dice.roll(d6) for _ in range(5)]
    [4, 6, 3, 1, 2]
    """

    def __init__(self, seed: int, spawn_key: tuple[int, ...] = ()) -> None:
        super().__init__()
        self._words = PCG64(seed, spawn_key)

    @classmethod
    def for_event(cls, seed: int, number: int) -> SeededDice:
        """The dice of one event of a game. Each event has its own stream, so an extra throw in one shifts no face in
        another; raises `ValueError` for a seed or a number below 0.
        """
        if seed < 0 or number < 0:
            raise ValueError(f"seed {seed}, event {number}: both are whole numbers from 0")
        return cls(seed, (number,))

    def land(self, die: Die[F]) -> F:
        """The face of an unbiased throw."""
        side = self._words.below(die.sides)
        return die.faces[bisect(tuple(accumulate(die.weights)), side) if die.weights else side]
