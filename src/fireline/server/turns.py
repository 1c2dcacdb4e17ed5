"""Whose question is answered next: a few at once, and everybody in turn."""

from __future__ import annotations

import asyncio
import time
from collections import Counter, OrderedDict, deque
from collections.abc import Callable
from dataclasses import dataclass, field
from math import exp2

from fireline.game.errors import Code

AGAIN = 2
"""Seconds after which whoever was not taken may ask again."""
LEAST = 0.01
"""Seconds that every answer counts for at least."""
HALF_LIFE = 10.0
"""Seconds in which half of what a client has had is forgotten."""
MOST_KNOWN = 10_000


class Busy(RuntimeError):
    """The question is not taken: this client asks too much at once (`own`), or everybody together does."""

    code = Code.UNAVAILABLE

    def __init__(self, problem: str = "the server has more questions than it can answer", *, own: bool = False) -> None:
        super().__init__(f"{problem}; ask again in {AGAIN} seconds")
        self.own = own


class TooLong(RuntimeError):
    """A question took longer than it may."""

    code = Code.TOO_LARGE


@dataclass(eq=False, slots=True)
class Turn:
    """The turn of one question: it waits, it is answered, and it is over."""

    client: str
    rank: int
    ready: asyncio.Future[None]
    begun: float | None = None
    holds: bool = field(default=False)
    """Whether it takes one of the places."""


class _Had:
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
    """A queue that is fair to clients: who has had least of late is next, and none has more than a share.

    Args:
        most: How many questions are answered at once.
        at_once: How many of them may be one client's while nobody else waits.
        each: How many questions of one client may wait.
        waiting: How many may wait in all; a client with several makes room for one with none.
        patience: Seconds from its arrival that a question may wait.
        clock: What tells the time, in seconds.
    """

    def __init__(
        self,
        most: int,
        *,
        at_once: int = 1,
        each: int = 4,
        waiting: int = 64,
        patience: float = 10.0,
        clock: Callable[[], float] = time.monotonic,
    ) -> None:
        self.most, self.at_once, self.each, self.patience = most, at_once, each, patience
        self._room, self._free = waiting, most
        self._waiting: dict[str, deque[Turn]] = {}
        self._running: Counter[str] = Counter()
        self._had, self._clock = _Had(), clock

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
            async with asyncio.timeout(self.patience):
                await turn.ready
        except BaseException as wrong:
            self._withdraw(turn)
            if isinstance(wrong, TimeoutError):
                raise Busy from None
            raise
        return turn

    def lend(self, turn: Turn) -> None:
        """Let others have the place of a question that is still being answered."""
        if turn.holds:
            turn.holds = False
            self._free += 1
            self._start()

    def end(self, turn: Turn) -> None:
        """The question is answered, or nobody waits for it any more."""
        if turn.begun is not None:
            now = self._clock()
            self._had.add(turn.client, now - turn.begun, now)
            turn.begun = None
            self._running[turn.client] -= 1
            self._running += Counter()  # whoever runs nothing is not kept
            self.lend(turn)
            self._start()

    def had(self, turn: Turn) -> float:
        """Seconds of answers that the client of a question has had of late, with this one so far."""
        now = self._clock()
        return self._had.of(turn.client, now) + (now - turn.begun if turn.begun is not None else 0.0)

    def _admit(self, turn: Turn) -> None:
        """Let a question wait; raises `Busy`."""
        own = self._waiting.get(turn.client, deque())
        if len(own) >= self.each:
            raise Busy(f"{len(own)} of your questions wait already", own=True)
        if self.waiting >= self._room:
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
        heads = [queue[0] for client, queue in self._waiting.items() if self._running[client] < self.at_once]
        now = self._clock()
        return min(
            heads,
            key=lambda turn: (turn.rank, self._running[turn.client], self._had.of(turn.client, now)),
            default=None,
        )

    def _withdraw(self, turn: Turn) -> None:
        if turn.begun is not None:
            self.end(turn)
        else:
            self._drop(turn)

    def _drop(self, turn: Turn) -> None:
        queue = self._waiting.get(turn.client)
        if queue is not None and turn in queue:
            queue.remove(turn)
            if not queue:
                del self._waiting[turn.client]
