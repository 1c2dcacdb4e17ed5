"""How often each face of a die came in a game, and how often it was expected."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from fractions import Fraction
from typing import Any

from fireline.chance import Die, Throw
from fireline.chance.trials import chi_square_tail
from fireline.game.result import Result
from fireline.ruling.prose import plural

ENOUGH = 5
"""The chi-square test is shown if each face was expected this often."""
FEW_FACES = 10


class FaceTally(Result):
    """How often a face came, and how often it was expected."""

    face: str
    count: int
    expected: Fraction


class DiceTally(Result):
    """One kind of die of one player: how often each face came, and how often it was expected."""

    told = "sentence who die=die.name thrown faces chi_square=square approximate_p"

    who: str
    die: Die[Any]
    counts: tuple[int, ...]

    @property
    def thrown(self) -> int:
        """How many were thrown."""
        return sum(self.counts)

    @property
    def due(self) -> tuple[Fraction, ...]:
        """How often each face was expected, exactly."""
        return tuple(Fraction(self.thrown * share, self.die.sides) for share in self.die.shares)

    @property
    def faces(self) -> tuple[FaceTally, ...]:
        """Every face with its counts."""
        rows = zip(self.die.faces, self.counts, self.due, strict=True)
        return tuple(FaceTally(str(face), count, due) for face, count, due in rows)

    @property
    def square(self) -> Fraction:
        """The statistic of the chi-square test, exactly."""
        pairs = zip(self.counts, self.due, strict=True)
        return sum(((count - due) ** 2 / due for count, due in pairs), Fraction(0))

    @property
    def approximate_p(self) -> float | None:
        """The approximate chance of faces at least this uneven, by the chi-square test; None for too few throws."""
        if len(self.counts) < 2 or min(self.due) < ENOUGH:
            return None
        return chi_square_tail(float(self.square), len(self.counts) - 1)

    @property
    def sentence(self) -> str:
        """How often each face came, if the faces are few, and how often each was expected."""
        name = self.die.name
        many = f"{name.removesuffix('die')}dice" if name.endswith("die") else f"{name}s"
        told = [f"{self.who}: {plural(self.thrown, name, many)} thrown"]
        if len(self.counts) <= FEW_FACES:
            faces = zip(self.die.faces, self.counts, strict=True)
            told.append(", ".join(f"{face}: {count}" for face, count in faces))
        told.append(f"{float(self.due[0]):.1f} of each face expected")
        if self.approximate_p is not None:
            told.append(f"fair dice are as uneven in about {self.approximate_p:.0%} of games")
        return f"{'; '.join(told)}."


def tallies(throws: Iterable[tuple[str, Throw]]) -> tuple[DiceTally, ...]:
    """The faces by player and die, without cards, since each draw is from another deck."""
    kinds: dict[tuple[str, Die[Any]], Counter[Any]] = {}
    for who, (die, face) in throws:
        if not die.weights and not die.merged and not die.name.startswith("card"):
            kinds.setdefault((who, die), Counter())[face] += 1
    return tuple(DiceTally(who, die, tuple(faces[face] for face in die.faces)) for (who, die), faces in kinds.items())
