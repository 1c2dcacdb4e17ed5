"""Workers on this machine: processes, each replaced when it dies."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import replace
from functools import partial
from pathlib import Path
from tempfile import TemporaryDirectory

from fireline.analysis.sweep.crew import Chunk, Done, Lost, Worked
from fireline.analysis.sweep.jobs import Sweep
from fireline.analysis.sweep.work import Unable, work
from fireline.analysis.workers import Came, WorkerDied, Workers


class ProcessPool:
    """A crew of processes on this machine."""

    def __init__(self, sweep: Sweep, workers: int) -> None:
        self.workers = workers
        self._room = TemporaryDirectory(prefix="fireline-sweep-")
        self._pool: Workers[Chunk, Worked] = Workers(workers, _begin, replace(sweep, room=Path(self._room.name)))

    def give(self, chunk: Chunk) -> None:
        """Have a chunk done."""
        self._pool.give(chunk)

    def take(self) -> Iterable[Done | Lost]:
        """Wait until at least one chunk is done, or lost because its worker died."""
        return [_came(one) for one in self._pool.take()]

    def dismiss(self) -> None:
        """End the workers, whatever they do."""
        self._pool.dismiss()
        self._room.cleanup()


def _begin(sweep: Sweep) -> Callable[[Chunk], Worked]:
    """In a worker: what it does with a chunk."""
    return partial(work, sweep)


def _came(one: Came[Chunk, Worked]) -> Done | Lost:
    try:
        return Done.of(one.job, one.result())
    except (WorkerDied, Unable):
        return Lost(one.job)
