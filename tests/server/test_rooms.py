"""Tables that another server writes to: each catches up by itself, whatever the others and the database do."""

import asyncio
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path
from typing import Any

import pytest

from fireline.game.battle import Battle
from fireline.game.errors import Code
from fireline.server.dice.notes import ServerKey
from fireline.server.store.opening import open_store
from fireline.server.store.rows import ConnectionLost, NewEvent
from fireline.server.store.store import Store
from fireline.server.tables import rooms as tables
from fireline.server.tables.room import Room
from fireline.server.tables.rooms import Rooms
from fireline.server.tables.seats import plan
from fireline.server.work import Work
from server.clients import BOW
from server.sockets import PATIENCE

pytestmark = pytest.mark.usefixtures("at_once")


@pytest.fixture
def at_once(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(tables, "PAUSE", 0)


@pytest.fixture
def store(loop: asyncio.Runner, tmp_path: Path) -> Iterator[Store]:
    opened = loop.run(open_store(str(tmp_path / "tables.db")))
    yield opened
    loop.run(opened.close())


@pytest.fixture
def rooms(loop: asyncio.Runner, store: Store) -> Iterator[Rooms]:
    async def opened(work: Work) -> Rooms:
        return Rooms(store, work, ServerKey(bytes(32)))

    with closing(Work()) as work:
        rooms = loop.run(opened(work))
        yield rooms
        loop.run(rooms.close())


async def opened(rooms: Rooms) -> str:
    battle = Battle.read(BOW)
    table, _ = await rooms.create(
        battle, name="t", settings={"dice": "server", "undo": "consent"}, seats=plan(battle, None)
    )
    return table


async def elsewhere(store: Store, table: str, head: int) -> None:
    """Another server appends to a table."""
    state = Battle.read(BOW).fingerprint
    await store.append(table, head, NewEvent(kind="chat", actor="gm", body={"text": "hi"}, state=state))


async def follows(room: Room, head: int) -> None:
    async with asyncio.timeout(PATIENCE):
        while room.game.head < head:
            await asyncio.sleep(0)


async def found(rooms: Rooms, table: str) -> Room:
    room = await rooms.room(table)
    assert room is not None
    return room


async def test_what_another_server_appends_while_a_table_is_read_is_not_missed(
    rooms: Rooms, store: Store, monkeypatch: pytest.MonkeyPatch
) -> None:
    table = await opened(rooms)
    seats, heard = store.seats, asyncio.Event()

    async def just_then(id_: str) -> Any:
        if not heard.is_set():
            heard.set()
            await elsewhere(store, table, 2)
            for _ in range(5):  # until everybody has heard of it
                await asyncio.sleep(0)
        return await seats(id_)

    monkeypatch.setattr(store, "seats", just_then)
    await follows(await found(rooms, table), 3)


async def test_a_table_that_thinks_holds_up_no_other(rooms: Rooms, store: Store) -> None:
    busy, calm = await opened(rooms), await opened(rooms)
    thinking, other = await found(rooms, busy), await found(rooms, calm)
    async with thinking._lock:
        await elsewhere(store, busy, 2)
        await elsewhere(store, calm, 2)
        await follows(other, 3)
    await follows(thinking, 3)


async def test_a_database_that_is_away_is_asked_again(
    rooms: Rooms, store: Store, monkeypatch: pytest.MonkeyPatch
) -> None:
    table = await opened(rooms)
    room = await found(rooms, table)
    events, asked = store.events, 0

    async def away(*args: Any, **how: Any) -> Any:
        nonlocal asked
        asked += 1
        if asked < 3:
            raise ConnectionLost(Code.UNAVAILABLE, "PostgreSQL: away")
        return await events(*args, **how)

    monkeypatch.setattr(store, "events", away)
    await elsewhere(store, table, 2)
    await follows(room, 3)
    assert asked > 3
