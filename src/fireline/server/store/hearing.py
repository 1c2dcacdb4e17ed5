"""News from a PostgreSQL server: one connection that listens, and is made again when it breaks."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable
from contextlib import suppress
from typing import Any

from fireline.server.store.notices import Listeners
from fireline.server.store.rows import Notice

CHANNEL = "fireline"
PAUSE = 0.5
"""How long to wait before the connection is tried again, in seconds."""


class Ear:
    """Hears the news of every server on the database and hands it to the listeners of this process."""

    def __init__(self, connect: Callable[[], Awaitable[Any]]) -> None:
        self.listeners = Listeners()
        self._connect = connect
        self._connection: Any = None
        self._again: asyncio.Task[None] | None = None
        self._opening = asyncio.Lock()

    async def open(self) -> None:
        """Listen from now on."""
        async with self._opening:
            if self._connection is None and self._again is None:
                await self._listen()

    async def close(self) -> None:
        """Listen no more."""
        connection, self._connection = self._connection, None
        if self._again is not None:
            self._again.cancel()
            with suppress(asyncio.CancelledError):
                await self._again
        if connection is not None:
            await connection.close()

    async def _listen(self) -> None:
        connection = await self._connect()
        connection.add_termination_listener(self._lost)
        await connection.add_listener(CHANNEL, self._heard)
        self._connection = connection

    def _heard(self, *message: Any) -> None:
        head, _, table = message[-1].partition(" ")
        self.listeners.tell(Notice(table, int(head)))

    def _lost(self, connection: object) -> None:
        if connection is self._connection:  # not one that was closed on purpose
            self._connection = None
            self._again = asyncio.get_running_loop().create_task(self._listen_again())

    async def _listen_again(self) -> None:
        while self._connection is None:
            try:
                await self._listen()
            except Exception:  # noqa: BLE001 - whatever keeps the server from answering, it is tried again
                await asyncio.sleep(PAUSE)
        self._again = None
        self.listeners.tell(Notice(None, 0))  # what was said meanwhile was not heard
