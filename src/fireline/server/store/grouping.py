"""Jobs that are asked for at the same time share one transaction, group after group."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable, Sequence
from contextlib import suppress
from typing import Any, NamedTuple

from fireline.server.store.database import Job
from fireline.server.store.errors import ConnectionLost

MOST = 128
"""How many jobs share one transaction at most."""


class Asked(NamedTuple):
    """A job, and where its answer goes."""

    job: Job
    answer: asyncio.Future[Any]


class Groups:
    """Takes jobs one at a time and has them carried out in groups, in the order in which they came.

    `write` answers a whole group, or raises: then nothing of it was kept, and each is tried by itself, so that what is
    wrong with one is told to nobody else. `ConnectionLost` is told to all of them.
    """

    def __init__(self, write: Callable[[Sequence[Job]], Awaitable[Sequence[Any]]]) -> None:
        self._write = write
        self._waiting: asyncio.Queue[Asked] = asyncio.Queue()
        self._worker: asyncio.Task[None] | None = None

    async def do(self, job: Job) -> Any:
        """What comes of a job, once it is safe; raises what went wrong with it."""
        if self._worker is None:
            self._worker = asyncio.create_task(self._work())
        asked = Asked(job, asyncio.get_running_loop().create_future())
        self._waiting.put_nowait(asked)
        return await asked.answer

    async def close(self) -> None:
        """Carry out what waits, and stop."""
        if self._worker is not None:
            await self._waiting.join()
            self._worker.cancel()
            with suppress(asyncio.CancelledError):
                await self._worker

    async def _work(self) -> None:
        while True:
            group = [await self._waiting.get()]
            while len(group) < MOST and not self._waiting.empty():
                group.append(self._waiting.get_nowait())
            await self._settle(group)
            for _ in group:
                self._waiting.task_done()

    async def _settle(self, group: Sequence[Asked]) -> None:
        try:
            answers = await self._write([one.job for one in group])
        except Exception as wrong:  # noqa: BLE001 - whatever it is, it belongs to the one who asked
            if len(group) == 1 or isinstance(wrong, ConnectionLost):
                for one in group:
                    _tell(one, wrong=wrong)
            else:
                for one in group:
                    await self._settle([one])
        else:
            for one, answer in zip(group, answers, strict=True):
                _tell(one, answer)


def _tell(one: Asked, answer: Any = None, *, wrong: Exception | None = None) -> None:
    if one.answer.done():  # nobody waits for it any more
        return
    if wrong is not None:
        one.answer.set_exception(wrong)
    else:
        one.answer.set_result(answer)
