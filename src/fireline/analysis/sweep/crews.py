"""Who works on a sweep: processes on this machine, or workers on many by Dask distributed."""

from __future__ import annotations

import logging
import pickle
from collections.abc import Iterator, Sequence
from concurrent.futures import CancelledError
from contextlib import contextmanager, suppress
from functools import partial
from typing import TYPE_CHECKING, Any

from fireline.analysis.shared import ChunkResult, begun
from fireline.analysis.sweep.jobs import Piece, Sweep, work
from fireline.analysis.workers import FinishedJob, WorkerDied, Workers
from fireline.extras import need
from fireline.game.errors import BattleFileError, Code
from fireline.game.registry import rules_version

if TYPE_CHECKING:
    from distributed import Future

Chunk = tuple[Piece, ...]
Texts = tuple[str, ...]
"""The answer to each piece of a chunk, as JSON."""
CONNECT_SECONDS = 10
WORKER_SECONDS = 30
RETRIES = 2
"""How often a chunk is tried again if a worker could not do it."""


def processes(sweep: Sweep, workers: int) -> Workers[Chunk, ChunkResult[Texts]]:
    """A crew of so many processes on this machine."""
    return Workers(workers, begun, partial(partial, work, sweep))


class Cluster:
    """A crew of Dask workers."""

    def __init__(self, sweep: Sweep, client: Any, where: str) -> None:
        self._client, self._where = client, where
        with self._reached():
            client.wait_for_workers(1, timeout=WORKER_SECONDS)
            self._sweep = client.submit(_keep, sweep, key=f"fireline-{sweep.digest}", pure=True)
            self._known: set[str] = set()
            self.count = self._threads()
        self._ready: Any = _distributed().as_completed(loop=client.loop)
        self._flying: dict[Future[ChunkResult[Texts]], Chunk] = {}

    def give(self, job: Chunk) -> None:
        """Have a chunk done."""
        with self._reached():
            sealed = pickle.dumps(job)  # Dask looks through what it is given, piece by piece, but for bytes
            future = self._client.submit(_work, self._sweep, sealed, pure=False, retries=RETRIES)
            self._flying[future] = job
            self._ready.add(future)

    def take(self, seconds: float | None = None) -> Sequence[FinishedJob[Chunk, ChunkResult[Texts]]]:
        """Wait until at least one chunk is done or given back; raises `BattleFileError` if the scheduler is gone.

        Where anybody gives `seconds`, it does not wait at all.
        """
        if seconds is not None and not self._ready.has_ready():
            return []
        with self._reached():
            first = next(self._ready)
            self.count = self._threads()  # workers come and go
            return [self._came(one) for one in (first, *self._ready.next_batch(block=False))]

    def _threads(self) -> int:
        """How many chunks the workers do at once; each new one gets the sweep, because Dask sends work to the data."""
        threads = self._client.nthreads()
        if not self._known >= set(threads):
            self._known |= set(threads)
            with suppress(RuntimeError, OSError):  # a worker that has just died; the others fetch it when they need it
                self._client.replicate([self._sweep])
        return max(1, int(sum(threads.values())))

    def _came(self, future: Future[ChunkResult[Texts]]) -> FinishedJob[Chunk, ChunkResult[Texts]]:
        from distributed import KilledWorker

        chunk = self._flying.pop(future)
        try:
            return FinishedJob(chunk, future.result())
        except (KilledWorker, WorkerDied):
            return FinishedJob(chunk, wrong=WorkerDied())

    def dismiss(self) -> None:
        """Leave the cluster."""
        for end in (
            partial(self._client.cancel, list(self._flying)),
            partial(self._client.close, timeout=CONNECT_SECONDS),
        ):
            with suppress(Exception):  # there may be nobody left to say goodbye to
                end()

    @contextmanager
    def _reached(self) -> Iterator[None]:
        """Turn every sign that the scheduler is gone into one line."""
        try:
            yield
        except BattleFileError:
            raise
        except ImportError as wrong:
            problem = f"its workers have no {wrong.name}; they need Fireline, too"
            raise BattleFileError(Code.NOT_INSTALLED, problem, "--cluster") from None
        except (CancelledError, OSError, StopIteration, TimeoutError) as wrong:
            problem = f"the cluster at {self._where} is gone ({type(wrong).__name__}); what was computed is kept"
            problem += ", and --resume goes on from there"
            raise BattleFileError(Code.UNAVAILABLE, problem, "--cluster") from None


def connect(sweep: Sweep, address: str) -> Cluster:
    """A crew of a scheduler's workers; raises `BattleFileError` if the scheduler cannot be reached."""
    distributed = _distributed()
    try:
        client = distributed.Client(address, timeout=CONNECT_SECONDS, set_as_default=False)
    except (OSError, ValueError, TypeError, ImportError) as wrong:
        why = str(wrong).splitlines()[0] if str(wrong) else type(wrong).__name__
        raise BattleFileError(Code.UNAVAILABLE, f"{address} cannot be reached: {why}", "--cluster") from None
    return Cluster(sweep, client, address)


def _distributed() -> Any:
    need("distributed", "cluster", "work is shared out by Dask", "--cluster")
    import distributed

    for name in tuple(logging.root.manager.loggerDict):
        if name.startswith(("distributed", "tornado")):  # what they would say of a lost connection is one line of ours
            logging.getLogger(name).setLevel(logging.CRITICAL + 1)
    return distributed


def _work(sweep: Sweep, sealed: bytes) -> ChunkResult[Texts]:
    """In a worker: a chunk done."""
    chunk: Chunk = pickle.loads(sealed)  # noqa: S301 - Dask unpickles all that it is sent; who reaches it is trusted
    return ChunkResult.by(partial(work, sweep), chunk)


def _keep(sweep: Sweep) -> Sweep:
    """In a worker: the sweep, kept for all chunks; raises `BattleFileError` if the rules here differ."""
    here = rules_version(sweep.packages)
    if here != sweep.rules:
        problem = f"a worker has the rules {here}, but this sweep is of {sweep.rules}"
        raise BattleFileError(Code.MISMATCH, problem, "--cluster")
    return sweep
