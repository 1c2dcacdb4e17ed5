"""Opening a database: which one is meant, found or made, and of the schema that this program knows."""

from __future__ import annotations

import asyncio
import os
from pathlib import Path
from typing import TYPE_CHECKING
from urllib.parse import urlsplit

from fireline.extras import need
from fireline.formats.writing import sweep, unwritable
from fireline.game.entries import shown
from fireline.game.errors import Code
from fireline.server.store.rows import Address, DatabaseError
from fireline.server.store.sqlitefile import (
    check_first,
    lock,
    mark,
)

if TYPE_CHECKING:
    from fireline.server.store.database import SqliteFile
    from fireline.server.store.store import Store

VARIABLE = "FIRELINE_DATABASE"
SCHEMES = "a file, sqlite:///FILE or postgresql://USER@HOST/NAME"


def default_database() -> str:
    """The database that is meant when none is named: $FIRELINE_DATABASE, or a file in the user's data folder."""
    return os.environ.get(VARIABLE) or str(data_folder() / "fireline.db")


def data_folder() -> Path:
    """Where programs keep a user's data on this system, in a folder of Fireline's own."""
    from platformdirs import user_data_path

    return user_data_path("fireline", appauthor=False)


def parse_address(given: str) -> Address:
    """The database that a text names; raises `DatabaseError`.

    >>> parse_address("sqlite:///games.db").file
    PosixPath('games.db')
    >>> str(parse_address("postgresql://me:secret@db.example/fireline"))
    'postgresql://me@db.example/fireline'
    """
    scheme, named_scheme, rest = given.partition("://")
    if not named_scheme:
        scheme, rest = "sqlite", f"/{given}"
    if scheme in {"postgresql", "postgres"}:
        try:
            named = bool(urlsplit(given).path.strip("/"))
        except ValueError:
            named = False
        if not named:
            raise DatabaseError(Code.MISSING, f"names no database on the server; allowed: {SCHEMES}", "--database")
        return Address(None, f"postgresql://{rest}")
    if scheme != "sqlite":
        raise DatabaseError(
            Code.UNSUPPORTED,
            f"{shown(f'{scheme}://')} is no kind of database that is known; allowed: {SCHEMES}",
            "--database",
        )
    name = rest.removeprefix("/")
    if not name or name == ":memory:" or "\0" in name:
        raise DatabaseError(Code.MISSING, f"names no file to keep games in; allowed: {SCHEMES}", "--database")
    return Address(Path(name).expanduser(), "")


async def open_store(database: str | None = None, *, write: bool = True, create: bool = True) -> Store:
    """The database of this address (`parse_address`), or the usual one; a new one is made unless `create` is False.

    A file is written by one process at a time; without `write` it is only read, also beside a running server. Where
    something tells that there was a database of this name (`check_first`), no new one is made.
    Raises `DatabaseError` for one that cannot be opened, and where its schema is older or newer than this program's.
    """
    check_installed()
    address = parse_address(database or default_database())
    from fireline.server.store.store import Store

    if address.file is None:
        _check_postgres()
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
        _check_postgres()
        from fireline.server.store.postgres import upgrade_postgres

        return await upgrade_postgres(address), REVISION
    return await asyncio.to_thread(_upgrade_file, address.file), REVISION


def check_installed() -> None:
    """Raise `BattleFileError` where the libraries of the server are not installed."""
    for name in ("sqlalchemy", "alembic", "platformdirs", "nacl"):
        need(name, "server", f"tables are kept with {name}", "--database")


def _check_postgres() -> None:
    for name in ("asyncpg", "greenlet"):  # which SQLAlchemy looks for as it is imported
        need(name, "postgres", f"PostgreSQL is spoken to with {name}", "--database")


def _open_file(file: Path, *, write: bool, create: bool) -> SqliteFile:
    from fireline.server.store.database import SqliteFile, reading
    from fireline.server.store.schema import check, revision_of

    if not file.exists():
        if not create:
            raise DatabaseError(Code.NOT_FOUND, "there is no database", file=str(file))
        _make(file, folder=True)
    with reading(file) as connection:
        found = revision_of(connection)
    if found == "" and create:  # made just now, or by a process that was killed before it could go on
        check_first(file)
        _upgrade_file(file)
    else:
        check(found, file)
    database = SqliteFile(file, write=write)
    if write:
        with unwritable(file):
            sweep(file.parent)
            mark(file)
    return database


def _make(file: Path, *, folder: bool = False) -> None:
    """A file with nothing in it, for nobody else to read: tokens and seeds are going to be in it."""
    try:
        if folder:
            file.parent.mkdir(parents=True, exist_ok=True)
        check_first(file)
        file.touch(mode=0o600)
    except OSError as wrong:
        reason = "its folder is a file" if isinstance(wrong, FileExistsError) else wrong.strerror
        raise DatabaseError(Code.UNWRITABLE, f"cannot be made: {reason}", file=str(file)) from None


def _upgrade_file(file: Path) -> str | None:
    """Run the migrations on a file, in one transaction, and give the revision it had."""
    from fireline.server.store.database import reading, writing
    from fireline.server.store.schema import bring_up, check, revision_of

    if not file.exists():
        _make(file)
    held = lock(file)
    try:
        with reading(file) as connection:
            check(revision_of(connection), file, older=True)
        with writing(file) as connection:
            return bring_up(connection, file)
    finally:
        held.release()
