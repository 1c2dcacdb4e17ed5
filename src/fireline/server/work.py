"""Questions that take a while, answered in other processes: one lane for play, others for what takes long.

So nobody who asks for the longest analysis makes a player wait, and within a lane everybody has his turn.
"""

from __future__ import annotations

import asyncio
import os
from collections.abc import Callable
from typing import Any, TypeVar

from fireline.server.limits import PATIENCE
from fireline.server.processes import Heard, News, Pool, Reply, Request, Worker
from fireline.server.turns import TooLong, Turn, Turns

T = TypeVar("T")
QUANTUM = 0.2
"""Seconds after which a question of play makes way for others, and goes on behind them."""
STARTING = 60.0
"""Seconds in which a process must have started."""
SLOW = 4
"""How many questions for each place of play may go on behind the others."""
SEAT, STRANGER, BULKY = 0, 1, 2
"""Ranks: a seat at a table goes before somebody who has none, and what is quickly read before what is not."""


class _Job:
    """A question while a process answers it."""

    def __init__(self, turn: Turn, worker: Worker) -> None:
        self.turn, self.worker, self.ended = turn, worker, False

    def end(self) -> None:
        """End it, since others have waited long enough."""
        self.ended = True
        self.worker.stop()


class Lane:
    """Some of the processes, and the queue before them.

    Args:
        pool: Where processes come from.
        turns: Who is next.
        behind: Whether its processes stand behind those of other lanes.
        quantum: Seconds after which a question gives its place to whoever waits and goes on `behind`; of too many that
            do, one of the client who has had most is ended, strangers' first. None for never.
        patience: Seconds that an answer may take if nothing else is said.
    """

    def __init__(
        self,
        pool: Pool,
        turns: Turns,
        *,
        behind: bool = False,
        quantum: float | None = None,
        patience: float = PATIENCE,
    ) -> None:
        self._pool, self._turns, self._behind, self._quantum = pool, turns, behind, quantum
        self._patience = patience
        self._slow: list[_Job] = []
        self._spot = {rank: asyncio.Lock() for rank in (SEAT, STRANGER)}

    async def on_the_spot(self, function: Callable[..., T], *args: Any, rank: int = STRANGER) -> T:
        """What a function answers that takes a millisecond or a few; between two of them all else has its turn."""
        async with self._spot[rank]:
            await asyncio.sleep(0)
            return function(*args)

    async def answer(
        self,
        function: Callable[..., Any],
        *args: Any,
        client: str = "",
        rank: int = STRANGER,
        seconds: float | None = None,
        heard: Heard | None = None,
    ) -> Any:
        """What the function answers; raises what it raises, `Busy`, and `TooLong`.

        `client` asks; `heard` is told how far the answer is, and then the function gets a `report`. Whoever cancels
        this ends the process with it.
        """
        seconds = seconds or self._patience
        await self._pool.warm()  # nobody's patience counts before there is anybody to answer
        turn = await self._turns.take(client, rank)
        try:
            async with asyncio.timeout(STARTING):
                worker = await self._pool.take(behind=self._behind)
            async with asyncio.timeout(seconds):
                reply = await self._watched(_Job(turn, worker), Request(function, args, heard is not None), heard)
        except TimeoutError:
            raise TooLong(f"the answer takes longer than {seconds:g} seconds; ask a smaller question") from None
        except (EOFError, OSError):
            raise TooLong("the process that was to answer came to an end; ask again") from None
        finally:
            self._turns.end(turn)
        if reply.kind == "raised":
            raise reply.value
        return reply.value

    async def _watched(self, job: _Job, request: Request, heard: Heard | None) -> Reply:
        loop, done = asyncio.get_running_loop(), False

        def told(news: News) -> None:
            if heard is not None:
                loop.call_soon_threadsafe(heard, news)

        watch = asyncio.create_task(self._hurry(job, self._quantum)) if self._quantum else None
        try:
            reply = await asyncio.wrap_future(self._pool.ask(job.worker, request, told))
            done = True
        except (EOFError, OSError):
            if job.ended:
                raise TooLong("the answer takes too long while others wait; ask again, or a smaller question") from None
            raise
        finally:
            if watch is not None:
                watch.cancel()
            if job in self._slow:
                self._slow.remove(job)
            (self._pool.give_back if done else self._pool.stop)(job.worker)
        return reply

    async def _hurry(self, job: _Job, quantum: float) -> None:
        """Let others have the place of a question that goes on and on, once somebody waits for it."""
        await asyncio.sleep(quantum)
        while not self._turns.waiting:
            await asyncio.sleep(quantum / 10)
        self._slow.append(job)
        if len(self._slow) > SLOW * self._turns.most:
            ended = max(self._slow, key=lambda one: (one.turn.rank, self._turns.had(one.turn)))
            self._slow.remove(ended)
            ended.end()
        job.worker.step_behind()
        self._turns.lend(job.turn)


class Lanes:
    """All lanes of a server.

    `play` is for tables and single questions about a battle, `analysis` for what takes some seconds, `long` for what
    may take minutes. `patience` is the seconds that a question of play may wait, and that its answer may take.
    """

    def __init__(self, cores: int = 0, *, patience: float = PATIENCE) -> None:
        cores = cores or os.cpu_count() or 2
        few = max(2, cores - 1)
        self._pool = Pool(few)
        turns = Turns(few, at_once=2, each=16, waiting=256, patience=patience)
        self.play = Lane(self._pool, turns, quantum=QUANTUM, patience=patience)
        self.analysis = Lane(self._pool, Turns(max(1, few // 2), each=8, patience=30.0), behind=True)
        self.long = Lane(self._pool, Turns(few, each=2, patience=60.0), behind=True)
        self.warm, self.close = self._pool.warm, self._pool.close
