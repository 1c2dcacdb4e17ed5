"""Opening a database: found or made, and of the schema that this program knows."""

from __future__ import annotations

import asyncio
import sqlite3
from contextlib import closing
from pathlib import Path
from typing import TYPE_CHECKING

from fireline.extras import need
from fireline.formats.writing import sweep, unwritable
from fireline.game.errors import Code
from fireline.server.store.address import default_database, parse_address
from fireline.server.store.errors import DatabaseError
from fireline.server.store.locking import lock
from fireline.server.store.traces import check_first, mark

if TYPE_CHECKING:
    from fireline.server.store.sqlite import SqliteFile
    from fireline.server.store.store import Store


async def open_store(database: str | None = None, *, write: bool = True, create: bool = True) -> Store:
    """The database of this address (`parse_address`), or the usual one; a new one is made unless `create` is False.

    A file is written by one process at a time; without `write` it is only read, also beside a running server. Where
    something tells that there was a database of this name (`traces`), no new one is made.
    Raises `DatabaseError` for one that cannot be opened, and where its schema is older or newer than this program's.
    """
    check_installed()
    address = parse_address(database or default_database())
    from fireline.server.store.store import Store

    if address.file is None:
        from fireline.server.store.postgres import PostgresServer

        store = Store(await PostgresServer.open(address, create=create and write))
    else:
        store = Store(await asyncio.to_thread(_open_file, address.file, write=write, create=create and write))
    try:
        await store.check_whole()
    except BaseException:
        await store.close()
        raise
    return store


async def upgrade(database: str | None = None) -> tuple[str | None, str]:
    """Bring a database to this program's schema; gives the revision it had (None: it held nothing) and has now.

    Raises `DatabaseError`.
    """
    check_installed()
    from fireline.server.store.schema import REVISION

    address = parse_address(database or default_database())
    if address.file is None:
        from fireline.server.store.postgres import upgrade_postgres

        return await upgrade_postgres(address), REVISION
    return await asyncio.to_thread(_upgrade_file, address.file), REVISION


def check_installed() -> None:
    """Raise `BattleFileError` where the libraries of the server are not installed."""
    for name in ("sqlalchemy", "alembic", "platformdirs", "nacl"):
        need(name, "server", f"tables are kept with {name}", "--database")


def _open_file(file: Path, *, write: bool, create: bool) -> SqliteFile:
    from fireline.server.store.sqlite import SqliteFile
    from fireline.server.store.sqlitefile import SQLITE_ERRORS, connect, explain, revision_of
    from fireline.server.store.upgrading import problem_of

    if not file.exists():
        if not create:
            raise DatabaseError(Code.NOT_FOUND, "there is no database", file=str(file))
        _make_folder(file)
        _make(file)
    try:
        with closing(connect(file, write=False)) as connection:
            found = revision_of(connection)
    except SQLITE_ERRORS as wrong:
        raise explain(file, wrong) from None
    if found == "" and create:  # made just now, or by a process that was killed before it could go on
        check_first(file)
        _upgrade_file(file)
    elif problem := problem_of(found):
        raise DatabaseError(Code.UNSUPPORTED, problem, file=str(file))
    database = SqliteFile(file, write=write)
    if write:
        with unwritable(file):
            sweep(file.parent)
            mark(file)
    return database


def _make_folder(file: Path) -> None:
    try:
        file.parent.mkdir(parents=True, exist_ok=True)
    except OSError as wrong:
        raise _not_made(file, wrong) from None


def _make(file: Path) -> None:
    """A file with nothing in it, for nobody else to read: tokens and seeds are going to be in it."""
    check_first(file)
    try:
        file.touch(mode=0o600)
    except OSError as wrong:
        raise _not_made(file, wrong) from None


def _not_made(file: Path, wrong: OSError) -> DatabaseError:
    reason = "its folder is a file" if isinstance(wrong, FileExistsError) else wrong.strerror
    return DatabaseError(Code.UNWRITABLE, f"cannot be made: {reason}", file=str(file))


def _upgrade_file(file: Path) -> str | None:
    """Run the migrations on a file, in one transaction, and give the revision it had."""
    from sqlalchemy import create_engine
    from sqlalchemy.event import listens_for
    from sqlalchemy.exc import DBAPIError
    from sqlalchemy.pool import StaticPool

    from fireline.server.store.sqlitefile import SQLITE_ERRORS, connect, explain, make_durable, revision_of
    from fireline.server.store.upgrading import is_older, migrate, problem_of

    if not file.exists():
        _make(file)
    held = lock(file)
    try:
        with closing(connect(file, write=True)) as connection:
            found = revision_of(connection)
            if (problem := problem_of(found)) and not is_older(found):
                raise DatabaseError(Code.UNSUPPORTED, problem, file=str(file))
            make_durable(connection, file)
            connection.row_factory = None
            engine = create_engine("sqlite://", creator=lambda: connection, poolclass=StaticPool)
            listens_for(engine, "begin")(lambda begun: begun.exec_driver_sql("BEGIN IMMEDIATE"))
            with engine.begin() as begun:
                migrate(begun)
            engine.dispose()
    except SQLITE_ERRORS as wrong:
        raise explain(file, wrong) from None
    except DBAPIError as wrong:
        if isinstance(wrong.orig, sqlite3.Error):  # the same, as SQLAlchemy wraps it
            raise explain(file, wrong.orig) from None
        raise
    finally:
        held.release()
    return found or None
