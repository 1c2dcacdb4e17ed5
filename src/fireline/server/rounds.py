"""A few at a time: however many come at once, the event loop is soon back at whatever else waits for it."""

from __future__ import annotations

import asyncio
from collections import deque


class Rounds:
    """At most so many begin in one round of the event loop; the others wait for the next, first come, first served."""

    def __init__(self, most: int) -> None:
        self._most, self._begun = most, 0
        self._waiting: deque[asyncio.Future[None]] = deque()
        self._scheduled = False

    async def begin(self) -> None:
        """Wait until it is one's turn."""
        loop = asyncio.get_running_loop()
        if not self._scheduled:
            self._scheduled = True
            loop.call_soon(self._next_round)
        if self._begun < self._most:
            self._begun += 1
            return
        turn = loop.create_future()
        self._waiting.append(turn)
        await turn

    def _next_round(self) -> None:
        self._begun = 0
        while self._waiting and self._begun < self._most:
            turn = self._waiting.popleft()
            if not turn.done():  # else whoever waited has gone
                turn.set_result(None)
                self._begun += 1
        self._scheduled = self._begun > 0
        if self._scheduled:
            asyncio.get_running_loop().call_soon(self._next_round)
