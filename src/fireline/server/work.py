"""Questions that take a while, answered in other processes: by lanes, so that nobody's analysis makes a player wait.

Within a lane everybody has his turn. How many questions a lane answers at once, how many may wait, for how long, and
how long an answer may take is said here, for every door, and nowhere else.
"""

from __future__ import annotations

import asyncio
import os
import time
from collections import Counter, OrderedDict, deque
from collections.abc import Callable
from dataclasses import dataclass, field
from functools import partial
from math import exp2
from typing import Any, NamedTuple, TypeVar

from fireline.analysis.workers import Worker, WorkerDied, tell
from fireline.questions import Question
from fireline.server.asking import News
from fireline.server.problems import Busy, TooLong
from fireline.server.processes import Pool

T = TypeVar("T")
PATIENCE = 20.0
"""Seconds that a question of play may wait, and that its answer may take, if nothing else is said."""
QUANTUM = 0.2
"""Seconds after which a question of play makes way for others, and goes on behind them."""
STARTING = 60.0
"""Seconds in which a process must have started."""
SLOW = 4
"""How many questions for each place of play may go on behind the others."""
SEAT, STRANGER, BULKY = 0, 1, 2
"""Ranks: a seat at a table goes before somebody who has none, and what is quickly read before what is not."""
LEAST = 0.01
"""Seconds that every answer counts for at least."""
HALF_LIFE = 10.0
"""Seconds in which half of what a client has had is forgotten."""
MOST_KNOWN = 10_000


class Lane(NamedTuple):
    """A sort of questions, and what it may take of the server."""

    name: str
    share: float
    """Of the places that there are, one for each core but one."""
    each: int
    """How many questions of one client may wait."""
    patience: float
    """Seconds that a question may wait."""
    seconds: float
    """Seconds that its answer may take."""
    waiting: int = 64
    """How many questions may wait in all."""
    at_once: int = 1
    """How many answers may be one client's while nobody else waits."""
    behind: bool = True
    """Whether its processes stand behind those of other lanes."""
    quantum: float | None = None
    """Seconds after which a question gives its place to whoever waits and goes on behind, None for never.

    Of too many that do, one of the client who has had most is ended, strangers' first.
    """


PLAY = Lane("play", 1, 16, PATIENCE, PATIENCE, waiting=256, at_once=2, behind=False, quantum=QUANTUM)
"""For tables and single questions about a battle."""
ANALYSIS = Lane("analysis", 1 / 2, 8, 30.0, 60.0)
"""For what takes some seconds."""
LONG = Lane("long", 1, 2, 60.0, 300.0)
"""For what may take minutes."""


def lane_of(question: Question) -> Lane:
    """The lane of a question, as it is declared."""
    if question.is_long:
        return LONG
    return ANALYSIS if question.tag == "analysis" else PLAY


class _Job:
    """A question while a process answers it."""

    def __init__(self, turn: Turn, worker: Worker, question: Callable[[], Any]) -> None:
        self.turn, self.worker, self.question, self.ended = turn, worker, question, False

    def end(self) -> None:
        """End it, since others have waited long enough."""
        self.ended = True
        self.worker.stop()


class Work:
    """The processes of a server, and the questions that wait for them.

    `patience` is the seconds that a question of play may wait, and that its answer may take.
    """

    def __init__(self, cores: int = 0, *, patience: float = PATIENCE) -> None:
        self._places = max(2, (cores or os.cpu_count() or 2) - 1)
        self._pool, self._play = Pool(self._places), PLAY._replace(patience=patience, seconds=patience)
        self._turns: dict[Lane, Turns] = {}
        self._slow: list[_Job] = []
        self._spot = {rank: asyncio.Lock() for rank in (SEAT, STRANGER)}
        self.ready = asyncio.Event()
        """Whether questions are answered at once: games and processes are there."""
        self.warm, self.close = self._pool.warm, self._pool.close

    def turns(self, lane: Lane) -> Turns:
        """Who is next in a lane."""
        lane = self._play if lane is PLAY else lane
        if lane not in self._turns:
            self._turns[lane] = Turns(max(1, int(self._places * lane.share)), lane)
        return self._turns[lane]

    async def on_the_spot(self, function: Callable[..., T], *args: Any, rank: int = STRANGER) -> T:
        """What a function answers that takes a millisecond or a few; between two of them all else has its turn."""
        async with self._spot[rank]:
            await asyncio.sleep(0)
            return function(*args)

    async def answer(
        self,
        function: Callable[..., Any],
        *args: Any,
        lane: Lane = PLAY,
        client: str = "",
        rank: int = STRANGER,
        heard: Callable[[News], object] | None = None,
    ) -> Any:
        """What the function answers; raises what it raises, `Busy`, and `TooLong`.

        `client` asks; `heard` is told how far the answer is, and the function takes who is told last. Whoever cancels
        this ends the process with it.
        """
        lane = self._play if lane is PLAY else lane
        seconds, turns = lane.seconds, self.turns(lane)
        await self._pool.warm()  # nobody's patience counts before there is anybody to answer
        turn = await turns.take(client, rank)
        try:
            job = _Job(turn, await self._worker(lane), partial(function, *args, *([] if heard is None else [tell])))
            async with asyncio.timeout(seconds):
                return await self._watched(job, lane, heard)
        except TimeoutError:
            raise TooLong(f"the answer takes longer than {seconds:g} seconds; ask a smaller question") from None
        except WorkerDied:
            raise TooLong("the process that was to answer came to an end; ask again") from None
        finally:
            turns.end(turn)

    async def _worker(self, lane: Lane) -> Worker:
        try:
            async with asyncio.timeout(STARTING):
                return await self._pool.take(behind=lane.behind)
        except TimeoutError:
            raise Busy(f"no process of the server has begun within {STARTING:g} seconds") from None

    async def _watched(self, job: _Job, lane: Lane, heard: Callable[[News], object] | None) -> Any:
        loop, leave = asyncio.get_running_loop(), self._pool.give_back

        def told(news: News) -> None:
            if heard is not None:
                loop.call_soon_threadsafe(heard, news)

        watch = asyncio.create_task(self._hurry(job, self.turns(lane), lane.quantum)) if lane.quantum else None
        try:
            return await asyncio.wrap_future(self._pool.ask(job.worker, job.question, told))
        except asyncio.CancelledError:
            leave = self._pool.stop
            raise
        except WorkerDied:
            leave = self._pool.stop
            if job.ended:
                raise TooLong("the answer takes too long while others wait; ask again, or a smaller question") from None
            raise
        finally:
            if watch is not None:
                watch.cancel()
            if job in self._slow:
                self._slow.remove(job)
            leave(job.worker)

    async def _hurry(self, job: _Job, turns: Turns, quantum: float) -> None:
        """Let others have the place of a question that goes on and on, once somebody waits for it."""
        await asyncio.sleep(quantum)
        while not turns.waiting:
            await asyncio.sleep(quantum / 10)
        self._slow.append(job)
        if len(self._slow) > SLOW * turns.most:
            ended = max(self._slow, key=lambda one: (one.turn.rank, turns.recent_use(one.turn)))
            self._slow.remove(ended)
            ended.end()
        job.worker.step_behind()
        turns.yield_place(job.turn)


# --- whose question is answered next --------------------------------------------------


@dataclass(eq=False, slots=True)
class Turn:
    """The turn of one question: it waits, it is answered, and it is over."""

    client: str
    rank: int
    ready: asyncio.Future[None]
    begun: float | None = None
    holds: bool = field(default=False)
    """Whether it takes one of the places."""


class _RecentUse:
    """How many seconds of answers each client has had of late."""

    def __init__(self) -> None:
        self._of: OrderedDict[str, tuple[float, float]] = OrderedDict()

    def add(self, client: str, seconds: float, now: float) -> None:
        """A client was answered."""
        self._of[client] = self.of(client, now) + max(LEAST, seconds), now
        self._of.move_to_end(client)
        if len(self._of) > MOST_KNOWN:
            self._of.popitem(last=False)

    def of(self, client: str, now: float) -> float:
        """What a client has had; older answers count for less."""
        seconds, then = self._of.get(client, (0.0, now))
        return seconds * exp2((then - now) / HALF_LIFE)


class Turns:
    """The queue of a lane, fair to clients: who has had least of late is next, and none has more than a share.

    Args:
        most: How many questions are answered at once.
        lane: What is said of the lane; of too many that wait a client with several makes room for one with none.
        clock: What tells the time, in seconds.
    """

    def __init__(self, most: int, lane: Lane, clock: Callable[[], float] = time.monotonic) -> None:
        self.most, self._lane, self._free = most, lane, most
        self._waiting: dict[str, deque[Turn]] = {}
        self._running: Counter[str] = Counter()
        self._recent, self._clock = _RecentUse(), clock

    @property
    def waiting(self) -> int:
        """How many questions wait."""
        return sum(map(len, self._waiting.values()))

    async def take(self, client: str, rank: int = 1) -> Turn:
        """Wait for a turn; those of a lower rank come first. Raises `Busy`."""
        turn = Turn(client, rank, asyncio.get_running_loop().create_future())
        self._admit(turn)
        self._start()
        try:
            async with asyncio.timeout(self._lane.patience):
                await turn.ready
        except BaseException as wrong:
            (self._drop if turn.begun is None else self.end)(turn)
            if isinstance(wrong, TimeoutError):
                raise Busy from None
            raise
        return turn

    def yield_place(self, turn: Turn) -> None:
        """Let others have the place of a question that goes on being answered."""
        if turn.holds:
            turn.holds = False
            self._free += 1
            self._start()

    def end(self, turn: Turn) -> None:
        """The question is answered, or nobody waits for it any more."""
        if turn.begun is not None:
            now = self._clock()
            self._recent.add(turn.client, now - turn.begun, now)
            turn.begun = None
            self._running[turn.client] -= 1
            self._running += Counter()  # whoever runs nothing is not kept
            self.yield_place(turn)
            self._start()

    def recent_use(self, turn: Turn) -> float:
        """Seconds of answers that the client of a question has had of late, with this one so far."""
        now = self._clock()
        return self._recent.of(turn.client, now) + (now - turn.begun if turn.begun is not None else 0.0)

    def _admit(self, turn: Turn) -> None:
        """Let a question wait; raises `Busy`."""
        own = self._waiting.get(turn.client, deque())
        if len(own) >= self._lane.each:
            raise Busy(f"{len(own)} of your questions wait already", own=True)
        if self.waiting >= self._lane.waiting:
            longest = max(self._waiting.values(), key=lambda queue: (queue[-1].rank, len(queue)))
            if (longest[-1].rank, len(longest)) <= (turn.rank, len(own) + 1):
                raise Busy
            last = longest[-1]
            self._drop(last)
            last.ready.set_exception(Busy(own=True))
        self._waiting.setdefault(turn.client, deque()).append(turn)

    def _start(self) -> None:
        while self._free and (turn := self._next()) is not None:
            self._drop(turn)
            if not turn.ready.done():  # else it has just been withdrawn
                self._free -= 1
                self._running[turn.client] += 1
                turn.begun, turn.holds = self._clock(), True
                turn.ready.set_result(None)

    def _next(self) -> Turn | None:
        heads = [queue[0] for client, queue in self._waiting.items() if self._running[client] < self._lane.at_once]
        now = self._clock()
        return min(
            heads,
            key=lambda turn: (turn.rank, self._running[turn.client], self._recent.of(turn.client, now)),
            default=None,
        )

    def _drop(self, turn: Turn) -> None:
        queue = self._waiting.get(turn.client)
        if queue is not None and turn in queue:
            queue.remove(turn)
            if not queue:
                del self._waiting[turn.client]
