"""Tables and events to fill stores with."""

import asyncio
import sqlite3
from collections.abc import Awaitable, Callable
from contextlib import closing
from pathlib import Path
from typing import Any, TypeVar

from sqlalchemy.ext.asyncio import AsyncEngine, create_async_engine

from fireline.server.store.chain import check_next, genesis
from fireline.server.store.opening import open_store, parse_address
from fireline.server.store.rows import NewEvent, SeatRow, TableRow
from fireline.server.store.store import Store
from server.played import whole_table

T = TypeVar("T")


def table(id_: str = "t1", **settings: Any) -> TableRow:
    return TableRow(id=id_, name=f"Table {id_}", ruleset="ancients", version="0.1.0", settings=settings)


def seat(name: str, token: str, **more: Any) -> SeatRow:
    return SeatRow(name=name, token=token, **more)


def event(cmd_id: str | None = None, kind: str = "chat", **body: Any) -> NewEvent:
    return NewEvent(kind=kind, actor="gm", body=body, state="0" * 64, cmd_id=cmd_id)


def with_store(database: str, work: Callable[[Store], Awaitable[T]], *, write: bool = True) -> T:
    """What some work on a store comes to; the store is closed after it."""

    async def run() -> T:
        store = await open_store(database, write=write)
        try:
            return await work(store)
        finally:
            await store.close()

    return asyncio.run(run())


def made(file: Path, name: str = "t1") -> Path:
    """A database with a table of one event."""
    with_store(str(file), lambda store: store.create(table(name), [event()]))
    return file


async def fill(store: Store) -> None:
    """Two tables at which everything was played, and the link of a shot."""
    await whole_table(store)
    await whole_table(store, "evening-2")
    await store.keep_shot("link", {"shot": 1})


def engine_of(database: str) -> AsyncEngine:
    """SQLAlchemy's way into a PostgreSQL database."""
    from fireline.server.store.postgres import connect  # its library may not be installed

    return create_async_engine("postgresql+asyncpg://", async_creator=lambda: connect(parse_address(database)))


async def say(database: str, statement: str) -> None:
    """Say something to a database behind the store's back."""
    if "://" not in database:
        with closing(sqlite3.connect(database)) as connection, connection:
            connection.execute(statement)
        return
    engine = engine_of(database)
    async with engine.begin() as begun:
        await begun.exec_driver_sql(statement)
    await engine.dispose()


async def check_chain(store: Store, id_: str) -> int:
    """Walk a table's chain from its first event and give its length."""
    row = await store.table(id_)
    assert row is not None
    seq, prev = 0, genesis(row)
    while events := await store.events(id_, seq, 100):
        for one in events:
            check_next(one, seq + 1, prev)
            seq, prev = one.seq, one.hash
    assert seq == await store.head(id_)
    return seq
