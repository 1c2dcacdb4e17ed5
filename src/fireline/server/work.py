"""Long questions are answered in processes of their own: they stall nobody, and can be stopped at any moment."""

from __future__ import annotations

import asyncio
import atexit
import multiprocessing
import os
import signal
from collections.abc import AsyncGenerator, Callable
from concurrent.futures import ThreadPoolExecutor
from contextlib import suppress
from dataclasses import dataclass
from multiprocessing.connection import Connection
from multiprocessing.process import BaseProcess
from typing import Any, Literal, NamedTuple

from fireline.game.errors import Code
from fireline.game.registry import Registered

PATIENCE = 20.0
"""Seconds that a question may take if nothing else is said."""
ENDING = 2.0
"""Seconds in which a process that has nothing to do must have ended."""
MOST_WAITING = 64
"""How many questions may wait for a free process."""

Report = Callable[[float], None]


class Busy(RuntimeError):
    """Too many questions wait already."""

    code = Code.UNAVAILABLE


class TooLong(RuntimeError):
    """A question took longer than it may."""

    code = Code.TOO_LARGE


class Word(NamedTuple):
    """What a process says: how far it is (0 to 1), its answer, or what was raised."""

    kind: Literal["progress", "answer", "raised"]
    value: Any


@dataclass(frozen=True)
class _Worker:
    process: BaseProcess
    pipe: Connection

    def end(self) -> None:
        """Let one that waits for a question come to its end."""
        self.pipe.close()
        self.process.join(ENDING)
        self.stop()

    def stop(self) -> None:
        """End one at once, whatever it does."""
        with suppress(OSError):
            self.pipe.close()
        self.process.kill()
        self.process.join()


class Workers:
    """A few processes, started when first needed, each answering one question at a time.

    A question is a function that can be imported, and its arguments; whoever no longer waits for the answer ends
    the process with it.
    """

    def __init__(self, most: int = 0) -> None:
        self.most = most or max(2, (os.cpu_count() or 2) - 1)
        self._idle: list[_Worker] = []
        self._free = asyncio.Semaphore(self.most)
        self._threads = ThreadPoolExecutor(self.most + 1, "worker")
        self._all: set[_Worker] = set()
        self._waiting = 0
        atexit.register(self.close)  # a process left over would keep Python from ending

    async def answer(self, function: Callable[..., Any], *args: Any, seconds: float = PATIENCE) -> Any:
        """What the function answers; raises what it raises, `Busy`, and `TooLong`."""
        answer: Any = None
        async for word in self.words(function, *args, seconds=seconds):
            answer = word.value
        return answer

    async def words(
        self, function: Callable[..., Any], *args: Any, seconds: float = PATIENCE, reports: bool = False
    ) -> AsyncGenerator[Word, None]:
        """Every word on the way to an answer, the answer last; `reports` hands the function a `report`, too."""
        if self._waiting >= MOST_WAITING:
            raise Busy("the server has more questions than it can answer; ask again in a moment")
        self._waiting += 1
        try:
            await self._free.acquire()
        finally:
            self._waiting -= 1
        worker, done = None, False
        try:
            async with asyncio.timeout(seconds):
                worker = await self._in_thread(self._take)
                await self._in_thread(worker.pipe.send, (function, args, reports))
                while not done:
                    word: Word = await self._in_thread(worker.pipe.recv)
                    done = word.kind != "progress"
                    if word.kind == "raised":
                        raise word.value
                    yield word
        except TimeoutError:
            raise TooLong(f"the answer takes longer than {seconds:g} seconds; ask a smaller question") from None
        except (EOFError, OSError):
            raise TooLong("the process that was to answer came to an end; ask again") from None
        finally:
            self._give_back(worker, well=done)
            self._free.release()

    def close(self) -> None:
        """End every process."""
        atexit.unregister(self.close)
        for worker in self._all:
            worker.end() if worker in self._idle else worker.stop()
        self._all.clear()
        self._idle.clear()
        self._threads.shutdown(wait=False, cancel_futures=True)

    async def _in_thread(self, function: Callable[..., Any], *args: Any) -> Any:
        return await asyncio.get_running_loop().run_in_executor(self._threads, function, *args)

    def _take(self) -> _Worker:
        while self._idle:
            worker = self._idle.pop()
            if worker.process.is_alive():
                return worker
            self._all.discard(worker)
        context = multiprocessing.get_context("spawn")
        mine, its = context.Pipe()
        process = context.Process(target=serve, args=(its, Registered.here()), name="fireline-worker")
        process.start()
        its.close()
        worker = _Worker(process, mine)
        self._all.add(worker)
        return worker

    def _give_back(self, worker: _Worker | None, *, well: bool) -> None:
        if worker is None:
            return
        if well:
            self._idle.append(worker)
        else:  # it is in the middle of something that nobody waits for
            self._all.discard(worker)
            worker.stop()


def serve(pipe: Connection, games: Registered) -> None:
    """Answer questions until the other end goes away; the games arrived with the call, and are known by that."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # the server says when it is over
    with suppress(EOFError, OSError):
        while True:
            function, args, reports = pipe.recv()
            more = {"report": lambda share: pipe.send(Word("progress", share))} if reports else {}
            try:
                word = Word("answer", function(*args, **more))
            except Exception as wrong:  # noqa: BLE001 - it is raised where it was asked
                word = Word("raised", wrong)
            try:
                pipe.send(word)
            except (TypeError, AttributeError, ValueError):  # what cannot be sent is a mistake of ours
                pipe.send(Word("raised", RuntimeError(f"{function.__name__}: {word.value!r:.200} cannot be sent")))
