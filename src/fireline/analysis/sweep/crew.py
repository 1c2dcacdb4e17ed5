"""Who does the work: chunks go to a crew, and come back done or lost."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from typing import NamedTuple, Protocol

from fireline.analysis.sweep.jobs import Piece

Chunk = tuple[Piece, ...]
"""Pieces that one worker does one after the other."""


class Result(NamedTuple):
    """What came of a piece, as JSON text."""

    job: str
    part: int
    text: str


@dataclass(frozen=True)
class Done:
    """A chunk that is done, and how many seconds its worker took."""

    chunk: Chunk
    results: tuple[Result, ...]
    seconds: float


@dataclass(frozen=True)
class Lost:
    """A chunk whose worker died over it, or while others did."""

    chunk: Chunk


class Crew(Protocol):
    """Workers, wherever they are."""

    @property
    def hands(self) -> int:
        """How many chunks are worked on at the same time."""
        ...

    def give(self, chunk: Chunk) -> None:
        """Have a chunk done."""
        ...

    def take(self) -> Iterable[Done | Lost]:
        """Wait until at least one of the chunks given is done or lost."""
        ...

    def dismiss(self) -> None:
        """Nothing more is to be done; what is not done by now is dropped."""
        ...
