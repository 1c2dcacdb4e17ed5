"""A PostgreSQL server as a database, shared by as many servers as there are."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Awaitable, Callable, Iterator, Sequence
from contextlib import asynccontextmanager, contextmanager, suppress
from typing import TYPE_CHECKING, Any, Self, TypeAlias, TypeVar

from sqlalchemy.util import await_only, greenlet_spawn
from typing_extensions import override

from fireline.extras import need
from fireline.game.errors import Code
from fireline.server.store.database import Database, Job, Mailbox, Row, Transaction
from fireline.server.store.rows import ConnectionLost, DatabaseError, Notice
from fireline.server.store.schema import check, migrate, statements

if TYPE_CHECKING:
    from fireline.server.store.rows import Address

PATIENCE = 30.0
"""How long the server may take to answer, in seconds."""
SETTINGS = {"synchronous_commit": "on", "application_name": "fireline"}
CONNECTIONS = 10
UPGRADE_LOCK = 0x666972656C696E65
"""The lock that whoever upgrades the schema holds: "fireline" in letters."""
WRITE_LOCK = 0x686561647300
"""The lock that whoever writes holds until its commit: so the chain of heads has one end, and no two writers meet."""
PERSISTENCE, PAUSE = 10.0, 0.1
"""How long a lost connection is replaced before that is told, and how long to wait between two tries, in seconds."""
FAREWELL = 5.0
"""How long the server may take to part, in seconds."""
CHANNEL = "fireline"
"""Where news of tables are told."""
PING = 10.0
"""How long the server may say nothing before it is asked whether it is there, and may take to answer, in seconds."""
T = TypeVar("T")
Connection: TypeAlias = Any
"""Of asyncpg, which says nothing of its types."""


class PostgresServer(Database):
    """A database of a PostgreSQL server; see `open_store`."""

    def __init__(self, address: Address, pool: Any) -> None:
        self.address, self._where = str(address), address
        self._pool, self._say = pool, statements("postgresql")

    @classmethod
    async def open(cls, address: Address, *, create: bool) -> Self:
        """The database at this address, its schema made if it holds nothing; raises `DatabaseError`."""
        with explained(address):
            connection = await connect(address)
            try:
                found = await revision_of(connection)
            finally:
                await connection.close()
            if found == "" and create:
                await upgrade_postgres(address)
            else:
                check(found, address)
            pool = await driver().create_pool(
                address.url,
                min_size=0,
                max_size=CONNECTIONS,
                command_timeout=PATIENCE,
                timeout=PATIENCE,
                server_settings=SETTINGS,
                reset=_left_as_it_is,
            )
        return cls(address, pool)

    @override
    async def ask(self, said: str, /, **values: Any) -> list[Row]:
        async def fetched(db: Connection, _: bool) -> list[Row]:  # noqa: FBT001 - as `_surely` calls it
            return _rows(await db.fetch(self._say[said].sql, *self._say[said].values(**values)))

        return await self._surely(fetched)

    @override
    async def write(self, jobs: Sequence[Job]) -> list[Any]:
        async def together(db: Connection, again: bool) -> list[Any]:  # noqa: FBT001 - as `_surely` calls it
            async with db.transaction():
                await db.execute("SELECT pg_advisory_xact_lock($1)", WRITE_LOCK)
                writing = Transaction(
                    self._say,
                    lambda sql, values: _rows(await_only(db.fetch(sql, *values))),  # it waits for each answer in place
                    lambda sql, values: int(await_only(db.execute(sql, *values)).rpartition(" ")[2]),
                    again=again,
                )
                answers = await greenlet_spawn(writing.carry_out, jobs)
                if writing.news:  # heard when, and only if, the transaction commits
                    said = [f"{one.head} {one.table}" for one in writing.news]
                    await db.execute("SELECT pg_notify($1, news) FROM unnest($2::text[]) AS news", CHANNEL, said)
                return answers

        return await self._surely(together)

    @override
    @asynccontextmanager
    async def listen(self) -> AsyncIterator[AsyncIterator[Notice]]:
        box = Mailbox()

        def heard(*message: Any) -> None:
            head, _, table = message[-1].partition(" ")
            box.put(Notice(table, int(head)))

        with explained(self.address):
            connection = await connect(self._where)
        watching = asyncio.create_task(self._watch(connection, box))
        try:
            with explained(self.address):
                await connection.add_listener(CHANNEL, heard)
            yield box.notices()
        finally:
            watching.cancel()
            connection.terminate()

    async def _watch(self, connection: Connection, box: Mailbox) -> None:
        """Ask a connection again and again whether it is there, for a network that is gone tells nobody."""
        broken = asyncio.Event()
        connection.add_termination_listener(lambda _: broken.set())
        with suppress(Exception):  # however it fails, no news come any more
            while not broken.is_set():
                with suppress(TimeoutError):
                    await asyncio.wait_for(broken.wait(), PING)
                await connection.execute("SELECT 1", timeout=PING)
        box.fail(ConnectionLost(Code.UNAVAILABLE, "PostgreSQL: no news come any more", file=self.address))

    @override
    def check(self) -> None:
        """A server on a network is known by asking it."""

    @override
    async def close(self) -> None:
        with suppress(DatabaseError), explained(self.address):
            await asyncio.wait_for(self._pool.close(), FAREWELL)  # else it ends every connection without a word

    async def _surely(self, job: Callable[[Connection, bool], Awaitable[T]]) -> T:
        """What comes of a job on a connection, done again on another where that is lost; then the job is told so.

        Nobody knows whether what was lost was kept, so a job that must not be done twice looks first.
        """
        loop, again = asyncio.get_running_loop(), False
        until = loop.time() + PERSISTENCE
        while True:
            try:
                async with self._connected() as db:
                    return await job(db, again)
            except ConnectionLost:
                if loop.time() > until:
                    raise
            again = True
            await asyncio.sleep(PAUSE)

    @asynccontextmanager
    async def _connected(self) -> AsyncIterator[Connection]:
        with explained(self.address):
            async with self._pool.acquire() as db:
                try:
                    yield db
                except Exception as wrong:
                    if is_lost(wrong):
                        db.terminate()  # else a broken one might go back into the pool
                    raise


def _rows(found: Sequence[Any]) -> list[Row]:
    return [dict(row) for row in found]


async def _left_as_it_is(_: Connection) -> None:
    """A connection has nothing to forget: no statement here changes it, and news come by another."""


def driver() -> Any:
    """The library asyncpg; raises `BattleFileError` where it is not installed."""
    need("asyncpg", "postgres", "PostgreSQL is spoken to by asyncpg", "--database")
    import asyncpg

    return asyncpg


@contextmanager
def explained(address: object) -> Iterator[None]:
    """What goes wrong with the server, in one line; where the connection was lost, that is `ConnectionLost`."""
    asyncpg = driver()
    try:
        yield
    except TimeoutError:
        raise ConnectionLost(Code.UNAVAILABLE, "the PostgreSQL server does not answer", file=str(address)) from None
    except (asyncpg.PostgresError, asyncpg.InterfaceError, asyncpg.InternalClientError, OSError) as wrong:
        told = " ".join(str(wrong).split()) or type(wrong).__name__
        kind = ConnectionLost if is_lost(wrong) else DatabaseError
        raise kind(Code.UNAVAILABLE, f"PostgreSQL: {told}", file=str(address)) from None


def is_lost(wrong: Exception) -> bool:
    """Whether an error says that the connection broke or could not be made now, and may be made later.

    A driver whose connection breaks in the middle of an answer may lose its way: then it says `InternalClientError`.
    """
    asyncpg = driver()
    if isinstance(wrong, (asyncpg.QueryCanceledError, asyncpg.DatabaseDroppedError)):
        return False
    broken = (asyncpg.PostgresConnectionError, asyncpg.InterfaceError, asyncpg.InternalClientError, OSError)
    away = (asyncpg.OperatorInterventionError, asyncpg.TooManyConnectionsError)
    return isinstance(wrong, broken + away)


async def connect(address: Address) -> Any:
    """A connection to the server; raises `DatabaseError` for an address that is none."""
    try:
        return await driver().connect(address.url, timeout=PATIENCE, server_settings=SETTINGS)
    except ValueError:  # it tells what it could not read, which may be a part of the password
        problem = "is no address of a PostgreSQL server, such as postgresql://USER:PASSWORD@HOST:5432/NAME"
        raise DatabaseError(Code.MALFORMED, problem, "--database") from None


async def revision_of(connection: Any) -> str | None:
    """The revision of the schema in the database, if it holds one; "" where it holds no table at all."""
    if await connection.fetchval("SELECT to_regclass('alembic_version')") is None:
        names = "SELECT count(*) FROM pg_tables WHERE schemaname = current_schema()"
        return None if await connection.fetchval(names) else ""
    found: str | None = await connection.fetchval("SELECT version_num FROM alembic_version")
    return found


async def upgrade_postgres(address: Address) -> str | None:
    """Bring the database to this program's schema, and give the revision it had; raises `DatabaseError`."""
    from sqlalchemy.ext.asyncio import create_async_engine

    with explained(address):
        lock = await connect(address)
        try:
            await lock.execute("SELECT pg_advisory_lock($1)", UPGRADE_LOCK)  # servers that start at the same time
            found = await revision_of(lock)
            check(found, address, older=True)
            engine = create_async_engine("postgresql+asyncpg://", async_creator=lambda: connect(address))
            async with engine.begin() as begun:
                await begun.run_sync(migrate)
            await engine.dispose()
        finally:
            await lock.close()
    return found or None
