"""A PostgreSQL server as a database, shared by as many servers as there are."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Iterator, Sequence
from contextlib import asynccontextmanager, contextmanager, suppress
from functools import partial
from typing import TYPE_CHECKING, Any, Self

import asyncpg
from sqlalchemy import NullPool, func, select
from sqlalchemy.exc import DBAPIError
from sqlalchemy.ext.asyncio import AsyncEngine, create_async_engine
from typing_extensions import override

from fireline.game.errors import Code
from fireline.server.store.database import Database, Job, Mailbox, Transaction
from fireline.server.store.rows import ConnectionLost, DatabaseError, Notice
from fireline.server.store.schema import bring_up, check, revision_of

if TYPE_CHECKING:
    from sqlalchemy import Connection

    from fireline.server.store.rows import Address

PATIENCE = 30
"""How long the server may take to answer, in seconds."""
SETTINGS = {"synchronous_commit": "on", "application_name": "fireline"}
CONNECTIONS = 10
AGE = 300
"""How old a connection may become before another takes its place, in seconds."""
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


class PostgresServer(Database):
    """A database of a PostgreSQL server; see `open_store`."""

    def __init__(self, address: Address) -> None:
        self.address, self._where = str(address), address
        self._engine = engine_of(address, pool_size=CONNECTIONS, max_overflow=0, pool_timeout=None, pool_recycle=AGE)
        self._reading = self._engine.execution_options(isolation_level="REPEATABLE READ")

    @classmethod
    async def open(cls, address: Address, *, create: bool) -> Self:
        """The database at this address, its schema made if it holds nothing; raises `DatabaseError`."""
        with explained(address):
            engine = engine_of(address)
            async with engine.connect() as connection:
                found = await connection.run_sync(revision_of)
        if found == "" and create:
            await upgrade_postgres(address)
        else:
            check(found, address)
        return cls(address)

    @override
    async def carry_out(self, jobs: Sequence[Job], *, write: bool = True) -> list[Any]:
        """The same, done again on another connection where one is lost; then the jobs are told so.

        Nobody knows whether what was lost was kept, so a job that must not be done twice looks first.
        """
        loop, again = asyncio.get_running_loop(), False
        until = loop.time() + PERSISTENCE
        while True:
            try:
                with explained(self.address):
                    return await self._together(jobs, write=write, again=again)
            except ConnectionLost:
                if loop.time() > until:
                    raise
            again = True
            await asyncio.sleep(PAUSE)

    async def _together(self, jobs: Sequence[Job], *, write: bool, again: bool) -> list[Any]:
        def done(db: Connection) -> list[Any]:
            if write:
                db.execute(select(func.pg_advisory_xact_lock(WRITE_LOCK)))
            transaction = Transaction(db, again=again)
            answers = transaction.carry_out(jobs)
            for one in transaction.news:  # heard when, and only if, the transaction commits
                db.execute(select(func.pg_notify(CHANNEL, f"{one.head} {one.table}")))
            db.commit()
            return answers

        async with (self._engine if write else self._reading).connect() as db:
            try:
                return await db.run_sync(done)
            except Exception as wrong:
                if is_lost(wrong):
                    await db.invalidate()  # else a broken one might go back into the pool
                raise

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

    async def _watch(self, connection: Any, box: Mailbox) -> None:
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
            await asyncio.wait_for(self._engine.dispose(), FAREWELL)  # else it ends every connection without a word


@contextmanager
def explained(address: object) -> Iterator[None]:
    """What goes wrong with the server, in one line; where the connection was lost, that is `ConnectionLost`."""
    try:
        yield
    except TimeoutError:
        raise ConnectionLost(Code.UNAVAILABLE, "the PostgreSQL server does not answer", file=str(address)) from None
    except (DBAPIError, asyncpg.PostgresError, asyncpg.InterfaceError, asyncpg.InternalClientError, OSError) as wrong:
        told = " ".join(str(_cause(wrong)).split()) or type(wrong).__name__
        kind = ConnectionLost if is_lost(wrong) else DatabaseError
        raise kind(Code.UNAVAILABLE, f"PostgreSQL: {told}", file=str(address)) from None


def _cause(wrong: Exception) -> BaseException:
    """What the driver says, where SQLAlchemy tells it."""
    return ((wrong.orig and wrong.orig.__cause__) or wrong) if isinstance(wrong, DBAPIError) else wrong


def is_lost(wrong: Exception) -> bool:
    """Whether an error says that the connection broke or could not be made now, and may be made later.

    A driver whose connection breaks in the middle of an answer may lose its way: then it says `InternalClientError`.
    """
    cause = _cause(wrong)
    if isinstance(cause, (asyncpg.QueryCanceledError, asyncpg.DatabaseDroppedError)):
        return False
    broken = (asyncpg.PostgresConnectionError, asyncpg.InterfaceError, asyncpg.InternalClientError, OSError)
    away = (asyncpg.OperatorInterventionError, asyncpg.TooManyConnectionsError)
    return isinstance(cause, broken + away)


async def connect(address: Address, **more: Any) -> Any:
    """A connection to the server; raises `DatabaseError` for an address that is none."""
    try:
        return await asyncpg.connect(address.url, timeout=PATIENCE, server_settings=SETTINGS, **more)
    except ValueError:  # it tells what it could not read, which may be a part of the password
        problem = "is no address of a PostgreSQL server, such as postgresql://USER:PASSWORD@HOST:5432/NAME"
        raise DatabaseError(Code.MALFORMED, problem, "--database") from None


def engine_of(address: Address, **pool: Any) -> AsyncEngine:
    """SQLAlchemy's way into the database."""
    waiting = {"command_timeout": PATIENCE} if pool else {}  # an upgrade takes as long as it takes
    connected = partial(connect, address, **waiting)
    how = pool or {"poolclass": NullPool}
    return create_async_engine("postgresql+asyncpg://", async_creator=connected, **how)


async def upgrade_postgres(address: Address) -> str | None:
    """Bring the database to this program's schema, and give the revision it had; raises `DatabaseError`."""
    with explained(address):
        async with engine_of(address).begin() as begun:
            await begun.execute(select(func.pg_advisory_xact_lock(UPGRADE_LOCK)))  # servers that start together
            return await begun.run_sync(bring_up, address)
