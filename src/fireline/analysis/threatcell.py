"""What a threat map says of its places: the safest in reach, and reasons that are put into words when they are read."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from fractions import Fraction
from functools import cached_property
from typing import Any, NamedTuple, overload

from fireline.game.drawing import ThreatCell


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
