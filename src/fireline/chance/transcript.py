"""What was thrown, under which rule, and with what outcome."""

from __future__ import annotations

from dataclasses import dataclass, field
from fractions import Fraction
from typing import TYPE_CHECKING, Any, NamedTuple

if TYPE_CHECKING:
    from collections.abc import Iterator

    from fireline.chance.dice import Die


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
