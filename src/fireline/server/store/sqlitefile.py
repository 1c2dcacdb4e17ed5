"""Connections to an SQLite file, each as safe as SQLite can be, and what is wrong with a file in one line."""

from __future__ import annotations

import shutil
import sqlite3
from contextlib import suppress
from pathlib import Path
from typing import Any, TypeAlias
from urllib.parse import quote

from fireline.formats.kinds import BACKUP_ID
from fireline.game.errors import Code
from fireline.server.store.errors import DatabaseError
from fireline.server.store.traces import check_log

LEAST_FREE = 128 * 1024
"""A disk with less room than this is full, in bytes."""
WAIT_MS = 5000
"""How long a lock that another program holds is waited for."""
SQLITE_ERRORS = (sqlite3.Error, UnicodeDecodeError)
"""What its module raises, the second where the file is damaged in its own words."""
_PROBLEMS = {
    sqlite3.SQLITE_FULL: "cannot be written: the disk is full",
    sqlite3.SQLITE_BUSY: "is locked by another program",
    sqlite3.SQLITE_LOCKED: "is locked by another program",
    sqlite3.SQLITE_IOERR: "cannot be read or written: the disk reports an error",
    sqlite3.SQLITE_READONLY: "may not be written",
    sqlite3.SQLITE_CANTOPEN: "cannot be opened",
    sqlite3.SQLITE_NOTADB: "is no SQLite database",
    sqlite3.SQLITE_CORRUPT: "is damaged; restore a backup with: fireline db restore",
}

_CODES = {
    sqlite3.SQLITE_FULL: Code.UNWRITABLE,
    sqlite3.SQLITE_READONLY: Code.UNWRITABLE,
    sqlite3.SQLITE_BUSY: Code.UNAVAILABLE,
    sqlite3.SQLITE_LOCKED: Code.UNAVAILABLE,
}


Wrong: TypeAlias = sqlite3.Error | UnicodeDecodeError | DatabaseError


def explain(file: Path, wrong: Wrong) -> DatabaseError:
    """What SQLite says is wrong with a file, for people."""
    if isinstance(wrong, DatabaseError):
        return wrong
    if isinstance(wrong, UnicodeDecodeError):  # so Python's module tells of a file in whose words a bit has flipped
        return DatabaseError(Code.UNREADABLE, _PROBLEMS[sqlite3.SQLITE_CORRUPT], file=str(file))
    extended = getattr(wrong, "sqlite_errorcode", 0)
    code = sqlite3.SQLITE_FULL if _is_full(file, extended) else extended & 0xFF  # the primary code of an extended one
    kind = _CODES.get(code, Code.UNREADABLE)
    return DatabaseError(kind, _PROBLEMS.get(code, f"cannot be used: {wrong}"), file=str(file))


def _is_full(file: Path, extended: int) -> bool:
    """Whether what SQLite calls an error of the disk comes of a full one: it says so of its own files alone."""
    if extended & 0xFF != sqlite3.SQLITE_IOERR:
        return False
    with suppress(OSError):
        return extended == sqlite3.SQLITE_IOERR_SHMSIZE or shutil.disk_usage(file.parent).free < LEAST_FREE
    return False


def connect(file: Path, *, write: bool) -> sqlite3.Connection:
    """A connection to a file that is there; raises `sqlite3.Error`, and `DatabaseError` as `check_log` does.

    One that is not to write still mends what a kill left half done, so it opens the file as a writer would.
    """
    check_log(file)
    connection = sqlite3.connect(
        f"file:{quote(str(file.absolute()))}?mode=rw", uri=True, isolation_level=None, check_same_thread=False
    )
    try:
        connection.row_factory = sqlite3.Row
        connection.execute(f"PRAGMA busy_timeout={WAIT_MS}")
        connection.execute("PRAGMA foreign_keys=ON")
        connection.execute("SELECT count(*) FROM sqlite_schema")
        connection.execute(f"PRAGMA query_only={'OFF' if write else 'ON'}")
    except SQLITE_ERRORS:
        connection.close()
        raise
    return connection


def rows_of(cursor: sqlite3.Cursor) -> list[dict[str, Any]]:
    """All rows by their columns, as the program spells them; in a damaged file a letter may have become a large one."""
    names = [one[0].lower() for one in cursor.description]
    return [dict(zip(names, row, strict=True)) for row in cursor]


def make_durable(connection: sqlite3.Connection, file: Path) -> None:
    """Turn on the write-ahead log, synced at every commit; raises `DatabaseError` where the disk cannot have it.

    A backup that is opened to be written is no backup any more.
    """
    mode = connection.execute("PRAGMA journal_mode=WAL").fetchone()[0]
    if mode != "wal":
        problem = (
            f"cannot have a write-ahead log here (journal mode {mode}); keep it on a local disk, not on a network drive"
        )
        raise DatabaseError(Code.UNSUPPORTED, problem, file=str(file))
    connection.execute("PRAGMA synchronous=FULL")
    if connection.execute("PRAGMA synchronous").fetchone()[0] != 2:
        raise DatabaseError(
            Code.UNSUPPORTED, "cannot be made safe against a power cut: synchronous=FULL is refused", file=str(file)
        )
    if connection.execute("PRAGMA application_id").fetchone()[0] == BACKUP_ID:
        connection.execute("PRAGMA application_id=0")


def revision_of(connection: sqlite3.Connection) -> str | None:
    """The revision of the schema in a database, if it holds one; "" for one that holds nothing at all."""
    names = {name for (name,) in connection.execute("SELECT name FROM sqlite_schema WHERE type = 'table'")}
    if "alembic_version" not in names:
        return None if names else ""
    row = connection.execute("SELECT version_num FROM alembic_version").fetchone()
    return row[0] if row else None
