"""A PostgreSQL server: connections, the schema it holds, and what is wrong with it in one line."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from typing import TYPE_CHECKING, Any

from fireline.extras import need
from fireline.game.errors import Code
from fireline.server.store.errors import ConnectionLost, DatabaseError
from fireline.server.store.upgrading import is_older, migrate, problem_of

if TYPE_CHECKING:
    from fireline.server.store.address import Address

PATIENCE = 30.0
"""How long the server may take to answer, in seconds."""
SETTINGS = {"synchronous_commit": "on", "application_name": "fireline"}
UPGRADE_LOCK = 0x666972656C696E65
"""The lock that whoever upgrades the schema holds: "fireline" in letters."""


def driver() -> Any:
    """The library asyncpg; raises `BattleFileError` where it is not installed."""
    need("asyncpg", "postgres", "PostgreSQL is spoken to by asyncpg", "--database")
    import asyncpg

    return asyncpg


@contextmanager
def explained(address: object) -> Iterator[None]:
    """What goes wrong with the server, in one line; a conflict of two writers is for the caller.

    Where the connection was lost, that is `ConnectionLost`.
    """
    asyncpg = driver()
    try:
        yield
    except asyncpg.UniqueViolationError:
        raise
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
    """A connection to the server."""
    return await driver().connect(address.url, timeout=PATIENCE, server_settings=SETTINGS)


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
            if (problem := problem_of(found)) and not is_older(found):
                raise DatabaseError(Code.UNSUPPORTED, problem, file=str(address))
            engine = create_async_engine("postgresql+asyncpg://", async_creator=lambda: connect(address))
            async with engine.begin() as begun:
                await begun.run_sync(migrate)
            await engine.dispose()
        finally:
            await lock.close()
    return found or None
