"""Processes that work on a database until they are killed, and tell what was acknowledged."""

import asyncio
from multiprocessing.connection import Connection
from pathlib import Path

import fireline.server.store
from fireline.server.store.opening import open_store
from fireline.server.store.store import Store
from killing import Mortal, steps_in, steps_of_sqlite
from server.store.events import event

CLIENTS = 8
TABLES = 3
STEPS = (steps_in(Path(fireline.server.store.__file__).parent), steps_of_sqlite)


def work(database: str, start: list[int], step: int, told: Connection) -> None:
    """Client n sends its commands from number start[n] on; the process dies at a step after the first answer."""
    Mortal(step, *STEPS, begin=answered)
    asyncio.run(_work(database, start, told))


def make(database: str, step: int, told: Connection) -> None:
    """Make a new database, die at this step, or tell how many steps it took."""
    mortal = Mortal(step, *STEPS)
    asyncio.run(_make(database))
    told.send(mortal.taken)


async def _make(database: str) -> None:
    await (await open_store(database)).close()


async def _work(database: str, start: list[int], told: Connection) -> None:
    store = await open_store(database)
    await asyncio.gather(*(_client(store, who, first, told) for who, first in enumerate(start)))


async def _client(store: Store, who: int, number: int, told: Connection) -> None:
    table, head = f"t{who % TABLES}", 0
    while True:
        sent = event(f"{who}-{number}", who=who, number=number, fill="x" * 300)
        appended = await store.append(table, head, sent)
        if appended is None:
            found = await store.events(table)
            head, kept = found[-1].seq, next((one for one in found if one.cmd_id == sent.cmd_id), None)
        else:
            (kept,) = appended
            head = kept.seq
        if kept is not None:
            told.send((who, number, kept.seq, kept.hash, appended is not None))
            answered()
            number += 1


def answered() -> None:
    """An answer is told: whatever ends this process from here on, somebody has that answer."""
