"""News of tables on its way to whoever listens."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Iterator
from contextlib import contextmanager

from fireline.server.store.rows import Notice


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
