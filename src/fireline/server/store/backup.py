"""Backups of a whole database, and their way back; what was there before is never destroyed."""

from __future__ import annotations

import asyncio
import os
import sqlite3
import tempfile
from collections.abc import AsyncIterator, Iterator
from contextlib import closing, contextmanager, suppress
from datetime import UTC, datetime
from pathlib import Path

from fireline.formats.battlefile import sync_folder
from fireline.game.errors import BattleFileError, Code
from fireline.server.store.address import default_database, parse_address
from fireline.server.store.errors import DatabaseError
from fireline.server.store.jsonl import export_all, import_file
from fireline.server.store.locking import lock
from fireline.server.store.opening import open_store
from fireline.server.store.sqlitefile import connect, explain, revision_of
from fireline.server.store.upgrading import is_older, problem_of

MAGIC = b"SQLite format 3\0"
BESIDE = ("", "-wal", "-shm")
"""A database file, and what SQLite keeps beside it."""


@contextmanager
def new_file(out: Path) -> Iterator[Path]:
    """A file beside `out` that takes its place when all went well, readable to its owner alone.

    Raises `BattleFileError` where it cannot be written.
    """
    temporary = None
    try:
        handle, name = tempfile.mkstemp(dir=out.parent, prefix=f".{out.name[:60]}.", suffix=".tmp")
        os.close(handle)
        temporary = Path(name)
        yield temporary
        _sync(temporary)
        temporary.replace(out)
        temporary = None
        sync_folder(out.parent)
    except OSError as wrong:
        raise BattleFileError(Code.UNWRITABLE, f"cannot be written: {wrong.strerror}", file=str(out)) from None
    finally:
        if temporary:
            for end in (*BESIDE, ".lock"):
                Path(f"{temporary}{end}").unlink(missing_ok=True)


async def back_up(database: str | None, out: Path) -> None:
    """Write everything that a database holds into one file, also while a server goes on writing the database.

    An SQLite database is backed up as one; a PostgreSQL database as JSON Lines. Raises `BattleFileError`.
    """
    address = parse_address(database or default_database())
    if address.file is not None:
        if not address.file.exists():
            raise DatabaseError(Code.NOT_FOUND, "there is no database", file=str(address))
        with new_file(out) as temporary:
            await asyncio.to_thread(_copy, address.file, temporary)
        return
    store = await open_store(database, write=False)
    try:
        await write_lines(export_all(store, private=True), out)
    finally:
        await store.close()


async def write_lines(lines: AsyncIterator[str], out: Path) -> None:
    """Write an export, whole or not at all; raises `BattleFileError`."""
    with new_file(out) as temporary, temporary.open("w", encoding="utf-8", newline="\n") as stream:
        async for line in lines:
            stream.write(line)


async def restore(backup: Path, database: str | None) -> Path | None:
    """Put a backup in the place of a database; gives where the database that was there is kept now, if there was one.

    A PostgreSQL database must hold no tables. Raises `BattleFileError`; then everything is as it was before.
    """
    address = parse_address(database or default_database())
    sqlite_backup = _is_sqlite(backup)
    if address.file is None:
        if sqlite_backup:
            problem = "is an SQLite database; write its tables with fireline db export --all, then import them"
            raise BattleFileError(Code.UNSUPPORTED, problem, file=str(backup))
        await _fill(backup, database)
        return None
    held = lock(address.file)
    try:
        with new_file(address.file) as temporary:
            if sqlite_backup:
                await asyncio.to_thread(_copy, backup, temporary)
            else:
                await _fill(backup, str(temporary))
                Path(f"{temporary}.lock").unlink(missing_ok=True)
            return _aside(address.file)
    finally:
        held.release()


async def _fill(backup: Path, database: str | None) -> None:
    store = await open_store(database)
    try:
        if await store.tables():
            raise DatabaseError(
                Code.UNWRITABLE, "holds tables already; restore into an empty database", file=store.address
            )
        await import_file(store, backup)
    finally:
        await store.close()


def _copy(file: Path, copy: Path) -> None:
    """A copy of a database as it is at one moment, without what other commits write meanwhile."""
    try:
        with closing(connect(file, write=False)) as source:
            found = revision_of(source)
            if (problem := problem_of(found)) and (not found or not is_older(found)):
                raise DatabaseError(Code.UNSUPPORTED, problem, file=str(file))
            _check_whole(source, file)
            source.execute("PRAGMA query_only=OFF")  # it writes nothing but the copy
            source.execute("VACUUM INTO ?", (str(copy),))
    except sqlite3.Error as wrong:
        raise explain(file, wrong) from None


def _check_whole(connection: sqlite3.Connection, file: Path) -> None:
    told = connection.execute("PRAGMA quick_check(1)").fetchone()[0]
    if told != "ok":
        raise DatabaseError(Code.UNREADABLE, f"is damaged: {' '.join(told.split())}", file=str(file))


def _aside(file: Path) -> Path | None:
    """Move a database out of the way, with what stands beside it, under a name that tells when."""
    if not file.exists():
        return None
    with suppress(sqlite3.Error), closing(connect(file, write=True)) as connection:  # it may be too damaged for that
        connection.execute("PRAGMA wal_checkpoint(TRUNCATE)")
    moment = datetime.now(UTC).strftime("%Y%m%dT%H%M%S%f")
    kept = file.with_name(f"{file.name}.before-{moment}")
    for end in BESIDE:
        if (part := Path(f"{file}{end}")).exists():
            part.rename(f"{kept}{end}")
    return kept


def _is_sqlite(file: Path) -> bool:
    try:
        with file.open("rb") as stream:
            return stream.read(len(MAGIC)) == MAGIC
    except OSError as wrong:
        raise BattleFileError(Code.UNREADABLE, f"cannot be read: {wrong.strerror}", file=str(file)) from None


def _sync(file: Path) -> None:
    handle = os.open(file, os.O_RDWR)
    try:
        os.fsync(handle)
    finally:
        os.close(handle)
