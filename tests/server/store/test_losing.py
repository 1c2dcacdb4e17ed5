"""A connection to PostgreSQL that is lost in the middle: what was kept is answered as kept, and nothing is doubled."""

import asyncio
from collections.abc import Awaitable, Callable, Iterator, Sequence
from contextlib import contextmanager
from typing import Any

import asyncpg
import pytest
from asyncpg.prepared_stmt import PreparedStatement

from fireline.game.errors import Code
from fireline.server.store import rows
from fireline.server.store.database import Groups, Job
from fireline.server.store.opening import open_store
from fireline.server.store.postgres import explained
from fireline.server.store.store import Store
from server.postgres import Cluster
from server.proxy import Proxy
from server.store.events import check_chain, event, table

pytestmark = pytest.mark.whole("postgresql")


@pytest.fixture
def database(postgres: Cluster) -> str:
    return postgres.database()


LOST = [
    ConnectionRefusedError(111, "Connect call failed"),
    ConnectionResetError(104, "Connection reset by peer"),
    TimeoutError(),
    asyncpg.CannotConnectNowError("the database system is starting up"),
    asyncpg.AdminShutdownError("terminating connection due to administrator command"),
    asyncpg.CrashShutdownError("terminating connection because of crash of another server process"),
    asyncpg.ConnectionDoesNotExistError("connection was closed in the middle of operation"),
    asyncpg.InterfaceError("connection is closed"),
    asyncpg.InternalClientError("got result for unknown protocol state 3"),
    asyncpg.TooManyConnectionsError("sorry, too many clients already"),
]


@pytest.mark.parametrize("wrong", LOST, ids=lambda one: type(one).__name__)
def test_every_way_in_which_a_connection_is_lost_is_known(wrong: Exception) -> None:
    with pytest.raises(rows.ConnectionLost) as told, explained("postgresql://db/fireline"):
        raise wrong
    assert told.value.code is Code.UNAVAILABLE
    assert "\n" not in str(told.value)


@pytest.mark.parametrize("wrong", [asyncpg.DiskFullError("no space left"), asyncpg.QueryCanceledError("canceled")])
def test_what_is_wrong_with_the_server_itself_is_not_tried_again(wrong: Exception) -> None:
    with pytest.raises(rows.DatabaseError) as told, explained("postgresql://db/fireline"):
        raise wrong
    assert not isinstance(told.value, rows.ConnectionLost)


@contextmanager
def cut(monkeypatch: pytest.MonkeyPatch, statement: str, *, before: bool, times: int = 1) -> Iterator[list[str]]:
    """Break the connection around a statement, before the server hears of it or after it has carried it out."""
    left, cuts = times, list[str]()

    def breaking(said: Callable[..., Awaitable[Any]]) -> Callable[..., Awaitable[Any]]:
        async def broken(self: Any, *args: Any, **more: Any) -> Any:
            nonlocal left
            connection, query = (self._connection, self._query) if said is fetch else (self, args[0])
            if not left or not query.startswith(statement):
                return await said(self, *args, **more)
            left -= 1
            cuts.append(query)
            if not before:
                await said(self, *args, **more)
            connection.terminate()
            raise asyncpg.ConnectionDoesNotExistError("connection was closed in the middle of operation")

        return broken

    execute, fetch = asyncpg.connection.Connection.execute, PreparedStatement.fetch
    with monkeypatch.context() as patched:
        patched.setattr(asyncpg.connection.Connection, "execute", breaking(execute))
        patched.setattr(PreparedStatement, "fetch", breaking(fetch))
        yield cuts
    assert len(cuts) == times


@pytest.mark.parametrize("before", [True, False], ids=["not kept", "kept"])
@pytest.mark.parametrize("statement", ["BEGIN", "SELECT pg_notify", "COMMIT"])
async def test_an_append_whose_connection_is_lost_is_kept_once(
    store: Store, monkeypatch: pytest.MonkeyPatch, statement: str, *, before: bool
) -> None:
    await store.create(table(), [event()])
    with cut(monkeypatch, statement, before=before):
        answer = await store.append("t1", 1, event(), event("a"), event())
    assert [*(answer or ())] == await store.events("t1", 1)
    assert await store.append("t1", 1, event("a")) is None
    assert await check_chain(store, "t1") == 4


@pytest.mark.parametrize("before", [True, False], ids=["not kept", "kept"])
async def test_a_group_whose_connection_is_lost_is_answered_one_by_one(
    store: Store, monkeypatch: pytest.MonkeyPatch, *, before: bool
) -> None:
    for name in ("t1", "t2", "t3"):
        await store.create(table(name), [event("old")])
    with cut(monkeypatch, "COMMIT", before=before, times=2):
        answers = await asyncio.gather(
            store.append("t1", 1, event("new")),
            store.append("t1", 2, event("newer")),
            store.append("t2", 1, event("old")),
            store.append("t2", 9, event("new")),
            store.append("t3", 1, event()),
            store.append("none", 1, event()),
            return_exceptions=True,
        )
    assert [*map(type, answers)] == [tuple, tuple, rows.DatabaseError, type(None), tuple, rows.DatabaseError]
    assert [await check_chain(store, name) for name in ("t1", "t2", "t3")] == [3, 1, 2]


@pytest.mark.parametrize("before", [True, False], ids=["not kept", "kept"])
async def test_a_table_is_opened_once_however_often_its_connection_is_lost(
    store: Store, monkeypatch: pytest.MonkeyPatch, *, before: bool
) -> None:
    with cut(monkeypatch, "COMMIT", before=before):
        await store.create(table(), [event()], [rows.SeatRow(name="gm", token="0" * 64)])
    assert await check_chain(store, "t1") == 1
    assert [seat.name for seat in await store.seats("t1")] == ["gm"]
    with pytest.raises(rows.DatabaseError, match="is there already"):
        await store.create(table(), [event("another")])


async def test_an_append_waits_for_a_server_that_is_started_again(postgres: Cluster, store: Store) -> None:
    await store.create(table(), [event()])
    await asyncio.to_thread(postgres.stop)
    waiting = [asyncio.create_task(store.append("t1", 1, event("a"))), asyncio.create_task(store.head("t1"))]
    await asyncio.sleep(0)
    await asyncio.to_thread(postgres.start)
    appended, head = await asyncio.gather(*waiting)
    assert appended
    assert head in {1, 2}


async def test_what_is_wrong_with_one_job_is_told_to_nobody_else() -> None:
    groups: list[list[str]] = []

    async def write(group: Sequence[Job]) -> list[str]:
        groups.append([one(None) for one in group])  # type: ignore[arg-type]
        if "bad" in groups[-1]:
            raise rows.DatabaseError(Code.UNAVAILABLE, "PostgreSQL: bad")
        if "away" in groups[-1]:
            raise rows.ConnectionLost(Code.UNAVAILABLE, "PostgreSQL: away")
        return groups[-1]

    jobs = Groups(write)
    asked = [jobs.do(lambda _, name=name: name) for name in ("c", "bad", "a")]  # type: ignore[misc]
    answers = await asyncio.gather(*asked, return_exceptions=True)
    assert [answers[0], type(answers[1]), answers[2]] == ["c", rows.DatabaseError, "a"]
    assert groups == [["c", "bad", "a"], ["c"], ["bad"], ["a"]]
    asked = [jobs.do(lambda _, name=name: name) for name in ("c", "away", "a")]  # type: ignore[misc]
    answers = await asyncio.gather(*asked, return_exceptions=True)
    assert [*map(type, answers)] == [rows.ConnectionLost] * 3
    assert groups[4:] == [["c", "away", "a"]]
    await jobs.close()


async def test_a_network_that_is_gone_without_a_word_is_noticed(
    postgres: Cluster, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("fireline.server.store.postgres.PING", 0.2)
    monkeypatch.setattr("fireline.server.store.postgres.FAREWELL", 0.2)
    address = postgres.database()
    async with Proxy([postgres.port]).running() as network:
        here = await open_store(address)
        there = await open_store(address.replace(f":{postgres.port}/", f":{network.port}/"))
        await here.create(table(), [event()])
        async with there.listen() as news:
            await here.append("t1", 1, event())
            assert await anext(news) == rows.Notice("t1", 2)
            network.freeze()
            await here.append("t1", 2, event())
            with pytest.raises(rows.ConnectionLost, match="no news come any more"):
                await anext(news)
        async with there.listen() as news:
            await here.append("t1", 3, event())
            assert await anext(news) == rows.Notice("t1", 4)
        await here.close()
        await there.close()
