"""Workers on this machine: a pool of processes, restarted when one of them dies."""

from __future__ import annotations

import multiprocessing
import os
import signal
import threading
from collections.abc import Iterable
from concurrent.futures import FIRST_COMPLETED, Future, ProcessPoolExecutor, wait
from concurrent.futures.process import BrokenProcessPool
from multiprocessing.context import BaseContext

from fireline.analysis.sweep.crew import Chunk, Done, Lost, Worked
from fireline.analysis.sweep.jobs import Sweep
from fireline.analysis.sweep.work import Unable, work

_sweep: list[Sweep] = []
"""In a worker: the sweep it works for."""


def cores() -> int:
    """How many cores this process may use."""
    return len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1


class ProcessPool:
    """A crew of processes on this machine."""

    def __init__(self, sweep: Sweep, workers: int) -> None:
        self.workers = workers
        self._sweep = sweep
        self._flying: dict[Future[Worked], Chunk] = {}
        self._pool = self._new()

    def _new(self) -> ProcessPoolExecutor:
        return ProcessPoolExecutor(self.workers, _context(), initializer=_begin, initargs=(self._sweep,))

    def give(self, chunk: Chunk) -> None:
        """Have a chunk done."""
        try:
            future = self._pool.submit(_work, chunk)
        except BrokenProcessPool:  # nobody has taken the news yet
            future = Future()
            future.set_exception(BrokenProcessPool())
        self._flying[future] = chunk

    def take(self) -> Iterable[Done | Lost]:
        """Wait until at least one chunk is done; if a worker died, all chunks in progress are lost."""
        ready, _ = wait(self._flying, return_when=FIRST_COMPLETED)
        if any(isinstance(one.exception(), BrokenProcessPool) for one in ready):
            wait(self._flying)
            ready = set(self._flying)
            self._pool.shutdown()
            self._pool = self._new()
        return [self._came(one) for one in ready]

    def _came(self, future: Future[Worked]) -> Done | Lost:
        chunk = self._flying.pop(future)
        try:
            return Done.of(chunk, future.result())
        except (BrokenProcessPool, Unable):
            return Lost(chunk)

    def dismiss(self) -> None:
        """End the workers; each finishes its chunk of about half a second and drops it."""
        self._pool.shutdown(cancel_futures=True)


def _context() -> BaseContext:
    """Fresh processes that inherit no thread or lock of this one."""
    if "forkserver" not in multiprocessing.get_all_start_methods():
        return multiprocessing.get_context("spawn")
    context = multiprocessing.get_context("forkserver")
    context.set_forkserver_preload([__name__])
    return context


def _begin(sweep: Sweep) -> None:
    """Start a worker: it leaves Ctrl-C to the process that started it and does not outlive that process."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    _sweep[:] = [sweep]
    threading.Thread(target=_follow, daemon=True).start()


def _follow() -> None:
    parent = multiprocessing.parent_process()
    if parent is not None:
        parent.join()
        os._exit(1)


def _work(chunk: Chunk) -> Worked:
    return work(_sweep[0], chunk)
