"""Crews do the work: chunks go to a crew and come back done or lost."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from typing import NamedTuple, Protocol

from fireline.analysis.sweep.jobs import Piece

Chunk = tuple[Piece, ...]
"""Pieces that one worker does one after another."""


class Result(NamedTuple):
    """The result of a piece, as JSON text."""

    job: str
    part: int
    text: str


class Worked(NamedTuple):
    """What a worker sends back for a chunk: the result of each piece, and the seconds; the chunk itself is known."""

    texts: tuple[str, ...]
    seconds: float


@dataclass(frozen=True)
class Done:
    """A chunk that is done, and how many seconds its worker took."""

    chunk: Chunk
    results: tuple[Result, ...]
    seconds: float

    @classmethod
    def of(cls, chunk: Chunk, worked: Worked) -> Done:
        """The chunk with what its worker sent back."""
        told = zip(chunk, worked.texts, strict=True)
        return cls(chunk, tuple(Result(piece.job, piece.part, text) for piece, text in told), worked.seconds)


@dataclass(frozen=True)
class Lost:
    """A chunk that was lost because a worker died."""

    chunk: Chunk


class WorkerPool(Protocol):
    """Workers, wherever they are."""

    @property
    def workers(self) -> int:
        """How many chunks are worked on at the same time."""
        ...

    def give(self, chunk: Chunk) -> None:
        """Have a chunk done."""
        ...

    def take(self) -> Iterable[Done | Lost]:
        """Wait until at least one of the chunks given is done or lost."""
        ...

    def dismiss(self) -> None:
        """Stop; drop what is not done yet."""
        ...
