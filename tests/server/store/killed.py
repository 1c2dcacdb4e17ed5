"""A process that appends as fast as it can and tells what was acknowledged, until it is killed."""

from __future__ import annotations

import asyncio
from multiprocessing.connection import Connection

from fireline.server.store import Appended, Duplicate, Stale, Store, open_store
from server.store.events import event

CLIENTS = 8
TABLES = 3


def work(database: str, start: list[int], told: Connection) -> None:
    """Client n sends its commands from number start[n] on, each until it is acknowledged."""
    asyncio.run(_work(database, start, told))


def make(database: str, told: Connection) -> None:
    """Make a new database."""
    told.send("begins")
    asyncio.run(_make(database))


async def _make(database: str) -> None:
    await (await open_store(database)).close()


async def _work(database: str, start: list[int], told: Connection) -> None:
    store = await open_store(database)
    await asyncio.gather(*(_client(store, who, first, told) for who, first in enumerate(start)))


async def _client(store: Store, who: int, number: int, told: Connection) -> None:
    table, head = f"t{who % TABLES}", 0
    while True:
        answer = await store.append(table, head, event(f"{who}-{number}", who=who, number=number, fill="x" * 300))
        if isinstance(answer, Stale):
            head = answer.head
            continue
        kept = answer.event if isinstance(answer, Duplicate) else answer.events[0]
        told.send((who, number, kept.seq, kept.hash, isinstance(answer, Appended)))
        number, head = number + 1, kept.seq
