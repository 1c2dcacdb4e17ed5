"""How the work is shared out: chunks sized by the clock; a piece that kills its workers is found and left out."""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from itertools import islice

from fireline.analysis.sweep.crew import Chunk, Done, Lost, WorkerPool
from fireline.analysis.sweep.jobs import Piece
from fireline.analysis.workers import MOST_DEATHS
from fireline.game.errors import BattleFileError, Code

CHUNK_SECONDS = 0.5
MOST_PIECES = 20_000
MOST_FAILED = 20
"""How many pieces may fail before something other than the pieces must be wrong."""


@dataclass
class Pace:
    """How many pieces make a chunk of about half a second; only speed depends on it, never a result."""

    size: int = 1

    def saw(self, done: Done) -> None:
        """Learn from a chunk; it never grows more than fourfold at once."""
        fit = int(CHUNK_SECONDS * len(done.chunk) / max(done.seconds, 1e-6))
        self.size = min(max(fit, 1), 4 * len(done.chunk), MOST_PIECES)


@dataclass
class Scheduler:
    """One run of a crew over the remaining pieces; each result is stored as soon as it comes."""

    crew: WorkerPool
    left: int
    keep: Callable[[Done], None]
    pace: Pace = field(default_factory=Pace)
    suspects: deque[Chunk] = field(default_factory=deque)
    """Lost chunks: each is done again alone, so that the next death has a single cause."""
    deaths: dict[Piece, int] = field(default_factory=dict)
    failed: list[Piece] = field(default_factory=list)

    def run(self, pieces: Iterator[Piece]) -> tuple[Piece, ...]:
        """Do all pieces; returns those that failed because every worker died over them."""
        flying = 0
        while True:
            alone = bool(self.suspects) and not flying
            if alone:
                self.crew.give(self.suspects.popleft())
                flying = 1
            elif not self.suspects:
                for chunk in islice(self._chunks(pieces), max(2 * self.crew.workers - flying, 0)):
                    self.crew.give(chunk)
                    flying += 1
            if not flying:
                return tuple(self.failed)
            for one in self.crew.take():
                flying -= 1
                self._took(one, alone=alone)

    def _chunks(self, pieces: Iterator[Piece]) -> Iterator[Chunk]:
        """Chunks as large as the pace says, smaller towards the end so that all workers end together."""
        while chunk := tuple(islice(pieces, min(self.pace.size, max(1, self.left // (3 * self.crew.workers))))):
            self.left -= len(chunk)
            yield chunk

    def _took(self, one: Done | Lost, *, alone: bool) -> None:
        if isinstance(one, Done):
            self.keep(one)
            self.pace.saw(one)
        elif not alone:
            self.suspects.append(one.chunk)
        elif half := len(one.chunk) // 2:
            self.suspects += (one.chunk[:half], one.chunk[half:])
        else:
            self._blame(*one.chunk)

    def _blame(self, piece: Piece) -> None:
        """A piece that was alone when its worker died: again, until it has cost too many."""
        self.deaths[piece] = self.deaths.get(piece, 0) + 1
        if self.deaths[piece] < MOST_DEATHS:
            self.suspects.append((piece,))
            return
        self.failed.append(piece)
        if len(self.failed) > MOST_FAILED:
            raise BattleFileError(
                Code.UNAVAILABLE, f"workers die over every case ({len(self.failed)} cases so far); gave up", "sweep"
            )
