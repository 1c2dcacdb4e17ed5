"""Processes that answer questions, one at a time each, and can be ended at any moment without harm to another.

A pool of the standard library cannot end one of its processes without breaking all, and neither it nor the pools of
other packages tell how far an answer is. Where the system can, each is copied in 10 ms from one that has everything
loaded and no threads; elsewhere each is started from nothing.
"""

from __future__ import annotations

import asyncio
import atexit
import multiprocessing
import os
import signal
import threading
from collections.abc import Callable
from concurrent.futures import Future, ThreadPoolExecutor
from contextlib import suppress
from functools import partial
from importlib import import_module
from multiprocessing.connection import Connection
from multiprocessing.process import BaseProcess
from typing import Any, Literal, NamedTuple

from fireline.analysis.workers import follow, fresh
from fireline.game.registry import Registered
from fireline.server.modelfiles import VARIABLE, models_folder

ENDING = 2.0
"""Seconds in which a process that has nothing to do must have ended."""
BEHIND = 10
"""How far a process for long questions stands behind all others when the processor is given out."""
MOST_PIPES = 32
"""How many questions can be with processes at once; far more than there are processes."""
PRELOADED = "fireline.server.preloaded"
"""What a process has loaded before it is asked."""

News = dict[str, Any]
"""How far an answer is, `progress` from 0 to 1, and what is known of it already."""
Heard = Callable[[News], None]


class Request(NamedTuple):
    """What a process is asked: a function that can be imported, its arguments, and whether to say how far it is."""

    function: Callable[..., Any]
    args: tuple[Any, ...]
    reports: bool


class Reply(NamedTuple):
    """What a process says: its news on the way, its answer, or what was raised."""

    kind: Literal["progress", "answer", "raised"]
    value: Any


class Worker:
    """One process, and the pipe to it."""

    def __init__(self) -> None:
        self._pipe, its = multiprocessing.Pipe()
        told = its, Registered.here(), str(models_folder())
        self._process: BaseProcess = fresh(PRELOADED).Process(target=serve, args=told, name="fireline-worker")
        self._process.start()
        its.close()
        self.behind = False

    @property
    def is_alive(self) -> bool:
        """Whether it can be asked."""
        return self._process.is_alive()

    def wait_ready(self) -> None:
        """Wait until it has loaded what it needs; raises `EOFError` or `OSError` where it comes to its end."""
        self._pipe.recv()

    def ask(self, request: Request, heard: Heard) -> Reply:
        """Wait for the answer; raises `EOFError` or `OSError` where the process comes to its end."""
        try:
            self._pipe.send(request)
            while True:
                reply: Reply = self._pipe.recv()
                if reply.kind != "progress":
                    return reply
                heard(reply.value)
        except (EOFError, OSError):
            self._process.join()
            self._pipe.close()  # not before: its number might be another pipe's while it is still read here
            raise

    def step_behind(self) -> None:
        """Let every other process go first from now on."""
        self.behind = True
        with suppress(OSError, AttributeError):  # it has ended, or the system knows no such thing
            os.setpriority(os.PRIO_PROCESS, self._process.pid or 0, BEHIND)

    def stop(self) -> None:
        """End it at once, whatever it does."""
        self._process.kill()

    def end(self) -> None:
        """Let one that waits for a question come to its end."""
        with suppress(OSError):
            self._pipe.close()
        self._process.join(ENDING)
        self._process.kill()
        self._process.join()


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
        atexit.register(self.close)  # a process left over would keep Python from ending

    async def warm(self) -> None:
        """Wait until there was a process; the first who asks has it started."""
        if self._first is None:
            self._first = self._threads.submit(self._spare, behind=False)
        if not self._first.done():
            await asyncio.shield(asyncio.wrap_future(self._first))

    def ask(self, worker: Worker, request: Request, heard: Heard) -> Future[Reply]:
        """The answer of a process, waited for in a thread."""
        return self._threads.submit(worker.ask, request, heard)

    async def take(self, *, behind: bool) -> Worker:
        """A process for one question, which may stand behind all others."""
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
            idle = self._idle[worker.behind]
            if len(idle) < self._most_idle and not self._closed:
                idle.append(worker)
                return
            self._all.discard(worker)
        worker.stop()

    def stop(self, worker: Worker) -> None:
        """End a process in the middle of something that nobody waits for, and have another ready in its place."""
        self._all.discard(worker)
        worker.stop()
        if not self._closed and not self._idle[worker.behind]:
            self._threads.submit(self._spare, behind=worker.behind)

    def close(self) -> None:
        """End every process."""
        atexit.unregister(self.close)
        with self._lock:
            self._closed = True
        idle = {worker for workers in self._idle.values() for worker in workers}
        for worker in list(self._all):
            worker.end() if worker in idle else worker.stop()
        self._all.clear()
        for workers in self._idle.values():
            workers.clear()
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
        with suppress(OSError, EOFError):  # then the next question starts one
            self.give_back(self._started(behind=behind))

    def _started(self, *, behind: bool) -> Worker:
        worker = Worker()
        with self._lock:
            self._all.add(worker)
            closed = self._closed
        if closed:
            worker.stop()
            raise EOFError
        worker.wait_ready()
        if behind:
            worker.step_behind()
        return worker


def serve(pipe: Connection, games: Registered, models: str) -> None:
    """Answer questions until the other end goes away; the games arrived with the call, and are known by that."""
    os.environ[VARIABLE] = models  # it may be a copy of a process that began before
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # the server says when it is over
    threading.Thread(target=follow, daemon=True).start()
    import_module(PRELOADED)
    with suppress(EOFError, OSError):
        pipe.send(Reply("progress", {"progress": 0.0}))
        while True:
            function, args, reports = pipe.recv()
            more = {"report": partial(_report, pipe)} if reports else {}
            try:
                reply = Reply("answer", function(*args, **more))
            except Exception as wrong:  # noqa: BLE001 - it is raised where it was asked
                reply = Reply("raised", wrong)
            try:
                pipe.send(reply)
            except (TypeError, AttributeError, ValueError):  # what cannot be sent is a mistake of ours
                pipe.send(Reply("raised", RuntimeError(f"{function.__name__}: {reply.value!r:.200} cannot be sent")))


def _report(pipe: Connection, share: float, _so_far: Any = None, /, **known: Any) -> None:
    """Say how far the answer is, and what is known of it already."""
    pipe.send(Reply("progress", {"progress": share, **known}))
