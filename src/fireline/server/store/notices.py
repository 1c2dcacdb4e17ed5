"""News of tables on its way to whoever listens; from a PostgreSQL server by a connection of its own."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Awaitable, Callable, Iterator
from contextlib import contextmanager, suppress
from typing import Any

from fireline.server.store.rows import Notice

CHANNEL = "fireline"
PAUSE = 0.5
"""How long to wait before the connection is tried again, in seconds."""
PING = 10.0
"""How long the server may say nothing before it is asked whether it is there, and may take to answer, in seconds."""


class Mailbox:
    """The news that one listener has not taken yet, the newest of each table."""

    def __init__(self) -> None:
        self._waiting: dict[str | None, int] = {}
        self._filled = asyncio.Event()

    def put(self, notice: Notice) -> None:
        """Add news; it takes the place of older news of its table."""
        self._waiting[notice.table] = max(notice.head, self._waiting.get(notice.table, 0))
        self._filled.set()

    async def notices(self) -> AsyncIterator[Notice]:
        """The news as it comes, without end."""
        while True:
            await self._filled.wait()
            table = next(iter(self._waiting))
            head = self._waiting.pop(table)
            if not self._waiting:
                self._filled.clear()
            yield Notice(table, head)


class Listeners:
    """Everyone who listens in this process."""

    def __init__(self) -> None:
        self._boxes: set[Mailbox] = set()

    def tell(self, notice: Notice) -> None:
        """Give news to everyone."""
        for box in self._boxes:
            box.put(notice)

    @contextmanager
    def mailbox(self) -> Iterator[Mailbox]:
        """A mailbox that is filled for as long as it is used."""
        box = Mailbox()
        self._boxes.add(box)
        try:
            yield box
        finally:
            self._boxes.discard(box)


class Ear:
    """Hears the news of every server on the database and hands it to the listeners of this process."""

    def __init__(self, connect: Callable[[], Awaitable[Any]]) -> None:
        self.listeners = Listeners()
        self._connect = connect
        self._task: asyncio.Task[None] | None = None
        self._opening = asyncio.Lock()

    async def open(self) -> None:
        """Listen from now on; raises what keeps the first connection from being made."""
        async with self._opening:
            if self._task is None:
                self._task = asyncio.create_task(self._listen(await self._connected()))

    async def close(self) -> None:
        """Listen no more."""
        if self._task is not None:
            self._task.cancel()
            with suppress(asyncio.CancelledError):
                await self._task

    async def _connected(self) -> tuple[Any, asyncio.Event]:
        """A connection that listens, and what tells that it broke."""
        connection, broken = await self._connect(), asyncio.Event()
        connection.add_termination_listener(lambda _: broken.set())
        try:
            await connection.add_listener(CHANNEL, self._heard)
        except BaseException:
            connection.terminate()
            raise
        return connection, broken

    def _heard(self, *message: Any) -> None:
        head, _, table = message[-1].partition(" ")
        self.listeners.tell(Notice(table, int(head)))

    async def _listen(self, listening: tuple[Any, asyncio.Event]) -> None:
        while True:
            try:
                await _watch(*listening)
            finally:
                listening[0].terminate()
            listening = await self._connected_again()
            self.listeners.tell(Notice(None, 0))  # what was said meanwhile was not heard

    async def _connected_again(self) -> tuple[Any, asyncio.Event]:
        while True:
            with suppress(Exception):  # whatever keeps the server from answering, it is tried again
                return await self._connected()
            await asyncio.sleep(PAUSE)


async def _watch(connection: Any, broken: asyncio.Event) -> None:
    """Wait until a connection breaks, or does not answer: a network that is gone tells nobody."""
    while not broken.is_set():
        try:
            await asyncio.wait_for(broken.wait(), PING)
        except TimeoutError:
            try:
                await connection.execute("SELECT 1", timeout=PING)
            except Exception:  # noqa: BLE001 - however it fails, it is made anew
                return
