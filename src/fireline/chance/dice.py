"""A die, and the dice that a rule asks to be thrown."""

from __future__ import annotations

from abc import ABC, abstractmethod
from dataclasses import dataclass
from fractions import Fraction
from functools import lru_cache
from itertools import product
from math import prod
from typing import TYPE_CHECKING, Generic, ParamSpec, TypeVar

from fireline.chance.errors import NotOnDie

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from fireline.chance.program import Program

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
        """The face of one throw."""

    def kept(self, die: Die[F], count: int, choose: Callable[[Sequence[F]], F]) -> F:
        """One face of so many throws of a die: the best with `max`, the worst with `min`."""
        return choose([self.roll(die) for _ in range(count)])

    @abstractmethod
    def run(self, program: Program[P, T], /, *args: P.args, **kwargs: P.kwargs) -> T:
        """The outcome of a whole program; calling the program with these dice does the same."""

    def several(self, program: Program[P, T], count: int, /, *args: P.args, **kwargs: P.kwargs) -> Sequence[T]:
        """The outcomes of a program run so many times, for a rule that does not ask which of them came first."""
        return [self.run(program, *args, **kwargs) for _ in range(count)]
