"""The processes of a server: each answers one question at a time, and can be ended without harm to another.

Where the system can, each is copied in 10 ms from one that has everything loaded and no threads; elsewhere each is
started from nothing.
"""

from __future__ import annotations

import asyncio
import os
import threading
from collections.abc import Callable
from concurrent.futures import Future, ThreadPoolExecutor
from contextlib import suppress
from importlib import import_module
from operator import call
from typing import Any

from fireline.analysis.workers import Worker, WorkerDied, fresh
from fireline.game.registry import Registered
from fireline.server.asking import News
from fireline.server.modelfiles import VARIABLE, models_folder

MOST_PIPES = 32
"""How many questions can be with processes at once; far more than there are processes."""
PRELOADED = "fireline.server.preloaded"
"""What a process has loaded before it is asked."""


class Pool:
    """The processes of a server: started when they are needed, kept for the next question, replaced when ended.

    At most so many with nothing to do are kept for play, and as many of those that stand behind.
    """

    def __init__(self, most_idle: int) -> None:
        self._most_idle = most_idle
        self._idle: dict[bool, list[Worker]] = {False: [], True: []}
        self._all: set[Worker] = set()
        self._threads = ThreadPoolExecutor(MOST_PIPES, "worker")
        self._lock, self._closed = threading.Lock(), False
        self._first: Future[None] | None = None

    async def warm(self) -> None:
        """Wait until there was a process; the first who asks has it started."""
        if self._first is None:
            self._first = self._threads.submit(self._spare, behind=False)
        if not self._first.done():
            await asyncio.shield(asyncio.wrap_future(self._first))

    def ask(self, worker: Worker, question: Callable[[], Any], heard: Callable[[News], object]) -> Future[Any]:
        """The answer of a process, waited for in a thread."""
        return self._threads.submit(worker.ask, question, heard)

    async def take(self, *, behind: bool) -> Worker:
        """A process for one question, which may stand behind all others; raises `WorkerDied` where none begins."""
        if (worker := self._ready(behind=behind)) is not None:
            return worker
        starting = asyncio.wrap_future(self._threads.submit(self._started, behind=behind))
        try:
            return await asyncio.shield(starting)
        except asyncio.CancelledError:
            starting.add_done_callback(self._unwanted)
            raise

    def give_back(self, worker: Worker) -> None:
        """Keep a process that has answered for the next question."""
        with self._lock:
            idle = self._idle[worker.is_behind]
            if len(idle) < self._most_idle and not self._closed:
                idle.append(worker)
                return
            self._all.discard(worker)
        worker.stop()

    def stop(self, worker: Worker) -> None:
        """End a process in the middle of something that nobody waits for, and have another ready in its place."""
        self._all.discard(worker)
        worker.stop()
        if not self._closed and not self._idle[worker.is_behind]:
            self._threads.submit(self._spare, behind=worker.is_behind)

    def close(self) -> None:
        """End every process."""
        with self._lock:
            self._closed = True
        for worker in list(self._all):
            worker.stop()
        self._all.clear()
        for idle in self._idle.values():
            idle.clear()
        self._threads.shutdown(wait=False, cancel_futures=True)

    def _ready(self, *, behind: bool) -> Worker | None:
        idle = self._idle[behind]
        with self._lock:
            while idle:
                worker = idle.pop()
                if worker.is_alive:
                    return worker
                self._all.discard(worker)
        return None

    def _unwanted(self, started: asyncio.Future[Worker]) -> None:
        """Whoever asked for a process has gone before it was there."""
        if not started.cancelled() and started.exception() is None:
            self.give_back(started.result())

    def _spare(self, *, behind: bool) -> None:
        with suppress(WorkerDied):  # then the next question starts one
            self.give_back(self._started(behind=behind))

    def _started(self, *, behind: bool) -> Worker:
        """One more, once it has loaded what it needs."""
        try:
            worker = Worker(fresh(PRELOADED), _answering, Registered.here(), str(models_folder()))
        except OSError:
            raise WorkerDied from None
        with self._lock:
            self._all.add(worker)
            closed = self._closed
        if closed:
            worker.stop()
            raise WorkerDied
        worker.ask(bool, bool)
        if behind:
            worker.step_behind()
        return worker


def _answering(_: Registered, models: str) -> Callable[[Callable[[], Any]], Any]:
    """In a process: what answers; the games arrived with the call, and are known by that."""
    os.environ[VARIABLE] = models  # it may be a copy of a process that began before
    import_module(PRELOADED)
    return call
