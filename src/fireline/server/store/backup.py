"""Backups of a whole database, and their way back; what was there before is never destroyed."""

from __future__ import annotations

import asyncio
import os
import shutil
from collections.abc import AsyncIterator
from contextlib import closing, suppress
from pathlib import Path

from fireline.formats.kinds import BACKUP, BACKUP_ID, DATABASE, kind_of
from fireline.formats.writing import new_file, sync, sync_folder
from fireline.game.errors import BattleFileError, Code
from fireline.server.store.database import explained, reading
from fireline.server.store.jsonl import export_all, import_file
from fireline.server.store.opening import default_database, open_store, parse_address
from fireline.server.store.rows import DatabaseError
from fireline.server.store.schema import check, revision_of
from fireline.server.store.sqlitefile import BESIDE, SQLITE_ERRORS, beside, connect, lock, mark, new_name_for


async def back_up(database: str | None, out: Path) -> None:
    """Write everything that a database holds into one file, also while a server goes on writing the database.

    An SQLite database is backed up as one; a PostgreSQL database as JSON Lines. Raises `BattleFileError`.
    """
    address = parse_address(database or default_database())
    if address.file is not None:
        if not address.file.exists():
            raise DatabaseError(Code.NOT_FOUND, "there is no database", file=str(address))
        with new_file(out) as fresh:
            await asyncio.to_thread(_copy, address.file, fresh, BACKUP_ID)
        return
    store = await open_store(database, write=False)
    try:
        await write_lines(export_all(store, private=True), out)
    finally:
        await store.close()


async def write_lines(lines: AsyncIterator[str], out: Path) -> None:
    """Write an export, whole or not at all; raises `BattleFileError`."""
    with new_file(out) as fresh, fresh.open("w", encoding="utf-8", newline="\n") as stream:
        async for line in lines:
            stream.write(line)


async def restore(backup: Path, database: str | None) -> Path | None:
    """Put a backup in the place of a database; gives where the database that was there is kept now, if there was one.

    A PostgreSQL database must hold no tables. Raises `BattleFileError`; then everything is as it was before.
    """
    address = parse_address(database or default_database())
    sqlite_backup = kind_of(backup) in {BACKUP, DATABASE}
    if address.file is None:
        if sqlite_backup:
            problem = "is an SQLite database; write its tables with fireline db export --all, then import them"
            raise BattleFileError(Code.UNSUPPORTED, problem, file=str(backup))
        await _fill(backup, database)
        return None
    file = Path(os.path.realpath(address.file))
    kept = new_name_for(file) if any(one.exists() for one in (file, *beside(file))) else None
    held = lock(file) if file.exists() else None
    try:
        with new_file(file, put=lambda fresh, name: _put(fresh, name, kept)) as fresh:
            if sqlite_backup:
                await asyncio.to_thread(_copy, backup, fresh, 0)
            else:
                await _fill(backup, str(fresh))
        mark(file)
        return kept
    finally:
        if held:
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


def _copy(file: Path, copy: Path, mark_as: int) -> None:
    """A copy of a database as it is at one moment, without what other commits write meanwhile; marked as what it is."""
    with reading(file) as source:
        found = revision_of(source)
        check(found, file, older=bool(found))
        told = source.exec_driver_sql("PRAGMA quick_check(1)").scalar_one()
        if told != "ok":
            raise DatabaseError(Code.UNREADABLE, f"is damaged: {' '.join(told.split())}", file=str(file))
        source.exec_driver_sql("PRAGMA query_only=OFF")  # it writes nothing but the copy
        source.exec_driver_sql("VACUUM INTO ?", (str(copy),))
    with explained(copy), closing(connect(copy, write=True)) as made:
        made.execute(f"PRAGMA application_id={mark_as}")


def _put(fresh: Path, file: Path, kept: Path | None) -> None:
    """Let a new database take the place of the old one, which gets a second name first: either is there at any moment.

    The write-ahead log of the old one goes before the new one comes: else SQLite would read the old rows from it.
    """
    sync(fresh)
    if kept is not None and file.exists():
        with (
            suppress(*SQLITE_ERRORS, DatabaseError),
            closing(connect(file, write=True)) as connection,
        ):  # it may be too damaged for it
            connection.execute("PRAGMA wal_checkpoint(TRUNCATE)")
        _second_name(file, kept, fresh.parent)
    if kept is not None:
        for end in BESIDE:
            if (part := Path(f"{file}{end}")).exists():
                part.rename(f"{kept}{end}")
        sync_folder(file.parent)
    if file.exists():
        fresh.replace(file)
    else:
        _second_name(fresh, file, fresh.parent)  # it replaces nothing that somebody has made meanwhile
    sync_folder(file.parent)


def _second_name(file: Path, kept: Path, folder: Path) -> None:
    """The same file under another name; a copy of it where the disk knows no second names."""
    try:
        os.link(file, kept)
    except FileExistsError:
        raise
    except OSError:
        copy = Path(shutil.copy2(file, folder / "old"))
        sync(copy)
        copy.rename(kept)
    sync_folder(file.parent)
