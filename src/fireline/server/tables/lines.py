"""The line to one socket: what it is told, in order; who reads too slowly is dropped and comes back."""

from __future__ import annotations

import asyncio
from collections import deque

from fireline.server.tables.seats import Seat

MOST_UNREAD = 512
"""How many messages may wait for one socket."""
TOO_SLOW, SEAT_SHUT, TABLE_GONE = 4408, 4403, 4410
"""Codes with which a socket is closed."""


class SocketQueue:
    """Messages on their way to one socket."""

    def __init__(self, seat: Seat) -> None:
        self.seat = seat
        self.gives = False
        """Whether the seat's own values for the dice come through here."""
        self.closing: tuple[int, str] | None = None
        """Why the socket is to be closed, once it is."""
        self._unread: deque[str] = deque()
        self._news, self._shut = asyncio.Event(), asyncio.Event()

    def tell(self, message: str) -> None:
        """Put a message behind those that wait."""
        if self.closing is None:
            self._unread.append(message)
            if len(self._unread) > MOST_UNREAD:
                self.shut(TOO_SLOW, "you read too slowly; come back with ?after= the last event that you have")
            self._news.set()

    def shut(self, code: int, reason: str) -> None:
        """Have the socket closed; what waits is not sent any more."""
        if self.closing is None:
            self.closing = code, reason
        self._shut.set()
        self._unread.clear()
        self._news.set()

    async def wait_shut(self) -> None:
        """Wait until the socket is to be closed."""
        await self._shut.wait()

    async def next(self) -> str | None:
        """The next message, waiting for it; None when the socket is to be closed."""
        while not self._unread and self.closing is None:
            self._news.clear()
            await self._news.wait()
        return self._unread.popleft() if self._unread else None
