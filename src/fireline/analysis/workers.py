"""Worker processes on this machine: each does one job at a time, and one that dies takes only its own job along.

The pool of the standard library breaks as a whole when one of its processes dies, and may hang or hand a new process
a wrong pipe if it is given work at that moment. Neither it nor the pools of other packages tell how far an answer is.
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
from typing import Any, Generic, NamedTuple, TypeVar, cast

from fireline.game.errors import BattleFileError, Code, sent_on

Job = TypeVar("Job")
Answer = TypeVar("Answer")
MOST_DEATHS = 3
"""How many processes the same work may cost before it is given up."""
BEHIND = 10
"""How far a process that steps behind all others stands there when the processor is given out."""
_PIPE: ContextVar[Connection] = ContextVar("pipe")


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


class WorkerMessage(NamedTuple):
    """What a process says: news on the way, and in the end its answer, or what was raised."""

    value: Any
    wrong: Exception | None = None
    over: bool = True


@dataclass(frozen=True)
class FinishedJob(Generic[Job, Answer]):
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
        self._idle: list[Worker] = []
        self._busy: dict[Connection, tuple[Worker, Job]] = {}
        self._over: list[FinishedJob[Job, Answer]] = []

    def give(self, job: Job) -> None:
        """Have a job done, after those given before; raises `BattleFileError` where no process can be started."""
        self._waiting.append(job)
        self._share_out()

    def take(self, seconds: float | None = None) -> Sequence[FinishedJob[Job, Answer]]:
        """Wait until at least one of the jobs given is over, for so long; nothing if none is left or over by then."""
        ready = wait(list(self._busy), seconds) if self._busy and not self._over else []
        for pipe in cast("list[Connection]", ready):
            worker, job = self._busy.pop(pipe)
            try:
                said: WorkerMessage = pipe.recv()
                self._over.append(FinishedJob(job, said.value, said.wrong))
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
            worker = self._idle.pop() if self._idle else self._started()
            try:
                worker.pipe.send(job)
            except OSError:  # it has died since its last job
                self._lose(worker, job)
            else:
                self._busy[worker.pipe] = worker, job

    def _started(self) -> Worker:
        """One process more; one alone is not waited for while it loads what others would share with it."""
        begin, args = self._begin
        try:
            return Worker(
                multiprocessing.get_context("spawn") if self.count == 1 else fresh(begin.__module__), begin, *args
            )
        except OSError as wrong:
            why = f"no process can be started: {wrong.strerror or wrong}; ask for fewer workers"
            raise BattleFileError(Code.UNAVAILABLE, why, "workers") from None

    def _lose(self, worker: Worker, job: Job) -> None:
        worker.end()
        self._over.append(FinishedJob(job, wrong=WorkerDied()))


class Worker:
    """One process, and the pipe to it: it calls `begin(*args)`, and then what this returns for one job after another.

    It does not outlive the process that started it. Raises `OSError` where it cannot be started.
    """

    def __init__(
        self, context: ForkServerContext | SpawnContext, begin: Callable[..., Callable[[Any], Any]], *args: Any
    ) -> None:
        self.pipe, its = multiprocessing.Pipe()
        self._process: BaseProcess = context.Process(
            target=_serve, args=(its, gc.get_threshold(), begin, args), name="fireline-worker", daemon=True
        )
        try:
            with _uninterrupted():
                self._process.start()
        except (OSError, EOFError) as wrong:  # an early end: what starts processes was itself ended
            self.pipe.close()
            raise OSError(*wrong.args) from None
        finally:
            its.close()  # so that the pipe ends when the process does
        self.is_behind = False

    @property
    def is_alive(self) -> bool:
        """Whether it can be given a job."""
        return self._process.is_alive()

    def ask(self, job: Any, heard: Callable[[Any], object]) -> Any:
        """Wait for what it makes of a job; raises what is raised over it, and `WorkerDied`.

        `heard` is told its news on the way.
        """
        try:
            self.pipe.send(job)
            while not (said := cast("WorkerMessage", self.pipe.recv())).over:
                heard(said.value)
        except (EOFError, OSError):
            self.end()  # not before: the number of its pipe might be another's while it is still read here
            raise WorkerDied from None
        if said.wrong is not None:
            raise said.wrong
        return said.value

    def step_behind(self) -> None:
        """Let every other process go first from now on."""
        self.is_behind = True
        with suppress(OSError, AttributeError):  # it has ended, or the system knows no such thing
            os.setpriority(os.PRIO_PROCESS, self._process.pid or 0, BEHIND)

    def stop(self) -> None:
        """End it at once, whatever it does; whoever asks it is told."""
        self._process.kill()

    def end(self) -> None:
        """End it at once, where nobody asks it."""
        self.stop()
        self._process.join()
        self.pipe.close()


def fresh(module: str) -> ForkServerContext | SpawnContext:
    """Fresh processes that inherit no thread or lock of this one, and have a module loaded where that can be."""
    if "forkserver" not in multiprocessing.get_all_start_methods():
        return multiprocessing.get_context("spawn")
    context = multiprocessing.get_context("forkserver")
    context.set_forkserver_preload([module])
    return context


@contextmanager
def _uninterrupted() -> Iterator[None]:
    """What is started here never hears of Ctrl-C, not even while it loads; this thread hears of it afterwards."""
    if not hasattr(signal, "pthread_sigmask"):
        yield
        return
    from multiprocessing import resource_tracker  # a browser, where this is loaded and starts nothing, has none

    resource_tracker.ensure_running()  # now: when it starts, it lets this thread hear of Ctrl-C again
    before = signal.pthread_sigmask(signal.SIG_BLOCK, [signal.SIGINT])
    try:
        yield
    finally:
        signal.pthread_sigmask(signal.SIG_SETMASK, before)


def tell(news: Any) -> None:
    """In a worker: tell whoever has asked something on the way."""
    _PIPE.get().send(WorkerMessage(news, over=False))


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
    threading.Thread(target=_follow, daemon=True).start()
    _PIPE.set(pipe)
    do: Callable[[Any], Any] | None = None
    with suppress(EOFError, OSError):
        while True:
            job = pipe.recv()
            try:
                do = do or begin(*args)
                said = WorkerMessage(do(job))
            except Exception as wrong:  # noqa: BLE001 - it is raised where the answer is taken
                said = WorkerMessage(None, _sent(wrong))
            try:
                pipe.send(said)
            except (TypeError, AttributeError, ValueError, pickle.PicklingError):  # it is a mistake of ours
                pipe.send(WorkerMessage(None, RuntimeError(f"{said.value!r:.200} cannot be sent")))


def _sent(wrong: Exception) -> Exception:
    """An error as it can be sent, with what led to it; of one that cannot, its words."""
    wrong.add_note(f"in a worker process:\n{traceback.format_exc()}")
    sent_on(wrong)
    try:
        pickle.loads(pickle.dumps(wrong))  # noqa: S301 - our own
    except Exception:  # noqa: BLE001 - pickling calls whatever the error says
        return RuntimeError(f"{type(wrong).__name__}: {wrong}")
    return wrong


def _follow() -> None:
    """A worker that is busy does not outlive a process that was killed."""
    parent = multiprocessing.parent_process()
    if parent is not None:
        parent.join()
        os._exit(1)
