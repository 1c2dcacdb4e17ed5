"""Dice that land once, and record what happened: laid down beforehand, or thrown from a seed."""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Iterator
from dataclasses import dataclass, field
from fractions import Fraction
from typing import Any, NamedTuple, ParamSpec, TypeVar

from fireline.chance.dice import Dice, Die, Program, Unanswered
from fireline.chance.pcg64 import PCG64


class Throw(NamedTuple):
    """One throw: the die and the face it showed."""

    die: Die[Any]
    face: Any

    def __str__(self) -> str:
        return f"{self.die.name} {self.face}"


@dataclass(slots=True)
class Step:
    """One program that was run: its rule, its name, its own throws, the programs it called, its outcome."""

    rule: str
    what: str
    throws: list[Throw] = field(default_factory=list)
    steps: list[Step] = field(default_factory=list)
    outcome: Any = None
    finished: bool = False
    """False if the faces ran out before there was an outcome."""

    @property
    def faces(self) -> tuple[Any, ...]:
        """The faces of its own throws, in the order thrown."""
        return tuple(throw.face for throw in self.throws)

    def all_steps(self) -> Iterator[Step]:
        """The step itself and every step inside it, in order."""
        yield self
        for step in self.steps:
            yield from step.all_steps()

    @property
    def all_faces(self) -> tuple[Any, ...]:
        """The faces of its throws and then of the throws inside it."""
        return tuple(face for step in self.all_steps() for face in step.faces)

    def lines(self, depth: int = 0) -> Iterator[str]:
        """The step as indented text, the steps inside it below."""
        thrown = f" [{', '.join(map(str, self.throws))}]" if self.throws else ""
        outcome = f" -> {self.outcome}" if self.finished else " (unfinished)"
        yield f"{'  ' * depth}{self.what}{thrown}{outcome}{f'  ({self.rule})' if self.rule else ''}"
        for step in self.steps:
            yield from step.lines(depth + 1)


@dataclass(slots=True)
class Transcript:
    """Everything that one set of dice did: each throw in order, and the tree of programs."""

    throws: list[Throw] = field(default_factory=list)
    steps: list[Step] = field(default_factory=list)

    @property
    def faces(self) -> tuple[Any, ...]:
        """All faces in the order thrown; as a `FixedDice` they give the same result again."""
        return tuple(throw.face for throw in self.throws)

    def data(self) -> list[dict[str, Any]]:
        """Every throw as an event keeps it: the die, its sides, its weights if any, and its face.

        `face` is where the face stands among those of the die, counted from 0, and `shows` is what it shows.
        """
        return [
            {"die": die.name, "sides": die.sides}
            | ({"weights": list(die.weights)} if die.weights else {})
            | {"face": die.place(shown), "shows": str(shown) if isinstance(shown, str) else shown}
            for die, shown in self.throws
        ]

    @property
    def probability(self) -> Fraction:
        """The exact chance of throwing exactly these faces in this order."""
        ways = sides = 1
        for die, face in self.throws:
            ways *= die.shares[die.place(face)]
            sides *= die.sides
        return Fraction(ways, sides)

    def lines(self) -> Iterator[str]:
        """The tree as indented text."""
        for step in self.steps:
            yield from step.lines()


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
        """The face on which one die comes to rest.

        Args:
            die: The die that is thrown.

        Returns:
            The face.
        """

    def roll(self, die: Die[F], /) -> F:
        """Throw one die and record the face.

        Args:
            die: The die to throw.

        Returns:
            The face.
        """
        face = self.land(die)
        throw = Throw(die, face)
        self.transcript.throws.append(throw)
        if self._step is not None:
            self._step.throws.append(throw)
        return face

    def run(self, program: Program[P, T], /, *args: P.args, **kwargs: P.kwargs) -> T:
        """Run a program and record it as one step.

        Args:
            program: What `@chance` or `@chain` has marked.
            *args: What the program takes besides the dice.
            **kwargs: The same by name.

        Returns:
            The outcome.
        """
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
        """The next face laid down, as the die spells it.

        Args:
            die: The die that is thrown.

        Returns:
            The face.

        Raises:
            Unanswered: No face is left.
            NotOnDie: The die has no such face.
        """
        if self._used == len(self._faces):
            raise Unanswered(die)
        face = die.faces[die.place(self._faces[self._used])]
        self._used += 1
        return face

    def assert_used_up(self) -> None:
        """Make sure that the rules asked for every face.

        Raises:
            AssertionError: Faces are left over.
        """
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
        another.

        Args:
            seed: The seed of the game, a whole number from 0.
            number: The number of the event, from 0.

        Returns:
            Dice that throw the same faces on every machine.

        Raises:
            ValueError: One of the two is below 0.
        """
        if seed < 0 or number < 0:
            raise ValueError(f"seed {seed}, event {number}: both are whole numbers from 0")
        return cls(seed, (number,))

    def land(self, die: Die[F]) -> F:
        """The face of an unbiased throw.

        Args:
            die: The die that is thrown.

        Returns:
            The face; each side of the die is equally likely, exactly.
        """
        return die.on_side(self._words.below(die.sides))
