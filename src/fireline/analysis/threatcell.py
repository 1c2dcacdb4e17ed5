"""One place of a threat map: the chance there, whether the unit can stand there, and why nobody may shoot at it."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import cached_property
from typing import Any, NamedTuple, overload

from fireline.game.result import Result
from fireline.ruling.prose import listing, percent


@dataclass(frozen=True)
class ThreatCell(Result):
    """One place: the chance, whether the unit can stand or move there, why nobody may shoot at it, and contact."""

    told = "place p=chance stands reach contact safe why"

    place: str
    chance: Fraction
    stands: bool = True
    why: Sequence[str] = ()
    """Put into words when it is read, which takes longer than the chance."""
    contact: tuple[str, ...] = ()
    """The enemies with whom the unit would be in contact there: another danger than fire."""
    reach: bool = False
    """Whether its own move leads there on its turn, or it stands there."""

    @property
    def safe(self) -> bool:
        """Whether the unit can stand there, where nobody of those asked about can hit it and no enemy is in contact."""
        return self.stands and not self.chance and not self.contact

    @property
    def note(self) -> str:
        """What a map shows of the place when you point at it."""
        reasons = " ".join(self.why)
        told = f"{percent(self.chance)} ({self.chance})" if self.stands and not reasons else reasons
        near = f"; in contact with {listing(self.contact)}" if self.contact else ""
        return f"{self.place}: {told}{near}"


class Safest(NamedTuple):
    """The places in reach of a unit where the chance is least, out of contact if any of them is."""

    places: tuple[str, ...]
    p: Fraction


def safest(cells: Iterable[ThreatCell]) -> Safest | None:
    """The safest places that a unit can reach; None where none of these is in reach."""
    reached = [cell for cell in cells if cell.reach and cell.stands]
    if not reached:
        return None
    least = min((bool(cell.contact), cell.chance) for cell in reached)
    return Safest(tuple(cell.place for cell in reached if (bool(cell.contact), cell.chance) == least), least[1])


class ThreatGlimpse(NamedTuple):
    """A place, the chance there, and whether the unit can stand there."""

    place: str
    p: Fraction
    stands: bool


class Sentences(Sequence[str]):
    """Sentences as a tuple has them, made when they are first read; a copy in another process is that tuple."""

    def __init__(self, make: Callable[[], Iterable[str]]) -> None:
        self._make = make

    @cached_property
    def _made(self) -> tuple[str, ...]:
        return tuple(self._make())

    @overload
    def __getitem__(self, number: int) -> str: ...
    @overload
    def __getitem__(self, number: slice) -> tuple[str, ...]: ...
    def __getitem__(self, number: int | slice) -> str | tuple[str, ...]:
        return self._made[number]

    def __len__(self) -> int:
        return len(self._made)

    def __eq__(self, other: object) -> bool:
        return self._made == (other._made if isinstance(other, Sentences) else other)

    def __hash__(self) -> int:
        return hash(self._made)

    def __repr__(self) -> str:
        return repr(self._made)

    def __reduce__(self) -> tuple[Any, ...]:
        return tuple, (self._made,)
