"""Worker processes on this machine: each does one job at a time, and one that dies takes only its own job along.

The pool of the standard library breaks as a whole when one of its processes dies, and may hang or hand a new process
a wrong pipe if it is given work at that moment.
"""

from __future__ import annotations

import gc
import multiprocessing
import os
import pickle
import signal
import threading
import traceback
from collections import deque
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager, suppress
from contextvars import ContextVar
from dataclasses import dataclass
from multiprocessing.connection import Connection, wait
from multiprocessing.context import ForkServerContext, SpawnContext
from multiprocessing.process import BaseProcess
from typing import Any, Generic, TypeVar, cast

from fireline.game.errors import BattleFileError, Code

Job = TypeVar("Job")
Answer = TypeVar("Answer")
MOST_DEATHS = 3
"""How many processes the same work may cost before it is given up."""


def cores() -> int:
    """How many cores this process may use."""
    return len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1


_ALLOWED: ContextVar[int] = ContextVar("allowed", default=1)


def allowed() -> int:
    """How many processes may play where nobody says: this one alone, unless somebody is `using_every_core`."""
    return _ALLOWED.get()


@contextmanager
def using_every_core() -> Iterator[None]:
    """Let as many processes play as there are cores; a server, whose processes are shared, does not."""
    before = _ALLOWED.set(cores())
    try:
        yield
    finally:
        _ALLOWED.reset(before)


class WorkerDied(Exception):
    """A process came to its end over a job (it was killed, ran out of memory, could not start), or could not do it."""


@dataclass(frozen=True)
class Came(Generic[Job, Answer]):
    """A job that is over, and its answer or what was raised over it."""

    job: Job
    answer: Answer | None = None
    wrong: BaseException | None = None

    def result(self) -> Answer:
        """The answer; raises what was raised in the worker, or `WorkerDied`."""
        if self.wrong is not None:
            raise self.wrong
        return self.answer  # type: ignore[return-value] # None only where that is the answer


class Workers(Generic[Job, Answer]):
    """So many processes, started when there is work for them and replaced when they die.

    Each calls `begin(*args)` once, in itself, and then the function that this returns for every job. Jobs, answers and
    arguments are pickled.
    """

    def __init__(self, count: int, begin: Callable[..., Callable[[Job], Answer]], *args: Any) -> None:
        self.count = count
        self._begin = (begin, args)
        self._waiting: deque[Job] = deque()
        self._idle: list[_Worker] = []
        self._busy: dict[Connection, tuple[_Worker, Job]] = {}
        self._over: list[Came[Job, Answer]] = []

    def give(self, job: Job) -> None:
        """Have a job done, after those given before; raises `BattleFileError` where no process can be started."""
        self._waiting.append(job)
        self._share_out()

    def take(self, seconds: float | None = None) -> Sequence[Came[Job, Answer]]:
        """Wait until at least one of the jobs given is over, for so long; nothing if none is left or over by then."""
        ready = wait(list(self._busy), seconds) if self._busy and not self._over else []
        for pipe in cast("list[Connection]", ready):
            worker, job = self._busy.pop(pipe)
            try:
                self._over.append(Came(job, *pipe.recv()))
            except (EOFError, OSError):
                self._lose(worker, job)
            else:
                self._idle.append(worker)
        self._share_out()
        over, self._over = self._over, []
        return over

    def dismiss(self) -> None:
        """End every process at once; what is not done is dropped."""
        for worker in (*self._idle, *(worker for worker, _ in self._busy.values())):
            worker.end()
        self._idle, self._busy = [], {}
        self._waiting.clear()

    def _share_out(self) -> None:
        while self._waiting and (self._idle or len(self._busy) < self.count):
            job = self._waiting.popleft()
            worker = self._idle.pop() if self._idle else _Worker.start(*self._begin, alone=self.count == 1)
            try:
                worker.pipe.send(job)
            except OSError:  # it has died since its last job
                self._lose(worker, job)
            else:
                self._busy[worker.pipe] = worker, job

    def _lose(self, worker: _Worker, job: Job) -> None:
        worker.end()
        self._over.append(Came(job, wrong=WorkerDied()))


@dataclass(frozen=True)
class _Worker:
    """One process, and the pipe to it."""

    process: BaseProcess
    pipe: Connection

    @classmethod
    def start(cls, begin: Callable[..., Any], args: tuple[Any, ...], *, alone: bool) -> _Worker:
        """One worker more; one that is `alone` is not waited for while it loads what others would share with it."""
        mine, its = multiprocessing.Pipe()
        context = multiprocessing.get_context("spawn") if alone else fresh(begin.__module__)
        process = context.Process(
            target=_serve, args=(its, gc.get_threshold(), begin, args), name="fireline-worker", daemon=True
        )
        try:
            process.start()
        except OSError as wrong:
            mine.close()
            why = f"no process can be started: {wrong.strerror or wrong}; ask for fewer workers"
            raise BattleFileError(Code.UNAVAILABLE, why, "workers") from None
        finally:
            its.close()  # so that the pipe ends when the process does
        return cls(process, mine)

    def end(self) -> None:
        self.process.kill()
        self.process.join()
        self.pipe.close()


def fresh(module: str) -> ForkServerContext | SpawnContext:
    """Fresh processes that inherit no thread or lock of this one, and have a module loaded where that can be."""
    if "forkserver" not in multiprocessing.get_all_start_methods():
        return multiprocessing.get_context("spawn")
    context = multiprocessing.get_context("forkserver")
    context.set_forkserver_preload([module])
    return context


def _serve(
    pipe: Connection,
    seldom: tuple[int, int, int],
    begin: Callable[..., Callable[[Any], Any]],
    args: tuple[Any, ...],
) -> None:
    """In a worker: do jobs until the other end goes away; Ctrl-C is left to the process that started this one.

    It looks for garbage as seldom as that process does.
    """
    gc.set_threshold(*seldom)
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    threading.Thread(target=follow, daemon=True).start()
    do: Callable[[Any], Any] | None = None
    with suppress(EOFError, OSError):
        while True:
            job = pipe.recv()
            try:
                do = do or begin(*args)
                came: tuple[Any, Exception | None] = do(job), None
            except Exception as wrong:  # noqa: BLE001 - it is raised where the answer is taken
                came = None, _sent(wrong)
            pipe.send(came)


def _sent(wrong: Exception) -> Exception:
    """An error as it can be sent, with what led to it; of one that cannot, its words."""
    wrong.add_note(f"in a worker process:\n{traceback.format_exc()}")
    try:
        pickle.loads(pickle.dumps(wrong))  # noqa: S301 - our own
    except Exception:  # noqa: BLE001 - pickling calls whatever the error says
        return RuntimeError(f"{type(wrong).__name__}: {wrong}")
    return wrong


def follow() -> None:
    """A worker that is busy does not outlive a process that was killed."""
    parent = multiprocessing.parent_process()
    if parent is not None:
        parent.join()
        os._exit(1)
