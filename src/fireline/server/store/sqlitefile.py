"""An SQLite file: connections as safe as SQLite can be, one server at a time, what stands beside it, what is wrong."""

from __future__ import annotations

import errno
import os
import re
import shutil
import sqlite3
import threading
from collections.abc import Callable
from contextlib import suppress
from dataclasses import dataclass
from datetime import UTC, datetime
from functools import partial
from pathlib import Path
from urllib.parse import quote

from fireline.formats.kinds import BACKUP_ID, same_file
from fireline.formats.writing import hold, sync_folder, write_atomically
from fireline.game.errors import Code
from fireline.server.store.rows import DatabaseError

LEAST_FREE = 128 * 1024
"""A disk with less room than this is full, in bytes."""
WAIT_MS = 5000
"""How long a lock that another program holds is waited for."""
SQLITE_ERRORS = (sqlite3.Error, UnicodeDecodeError)
"""What its module raises, the second where the file is damaged in its own words."""
_PROBLEMS = {
    sqlite3.SQLITE_FULL: (Code.UNWRITABLE, "cannot be written: the disk is full"),
    sqlite3.SQLITE_READONLY: (Code.UNWRITABLE, "may not be written"),
    sqlite3.SQLITE_BUSY: (Code.UNAVAILABLE, "is locked by another program"),
    sqlite3.SQLITE_LOCKED: (Code.UNAVAILABLE, "is locked by another program"),
    sqlite3.SQLITE_IOERR: (Code.UNREADABLE, "cannot be read or written: the disk reports an error"),
    sqlite3.SQLITE_CANTOPEN: (Code.UNREADABLE, "cannot be opened"),
    sqlite3.SQLITE_NOTADB: (Code.UNREADABLE, "is no SQLite database"),
    sqlite3.SQLITE_CORRUPT: (Code.UNREADABLE, "is damaged; restore a backup with: fireline db restore"),
}
BESIDE = ("-wal", "-shm", "-journal")
"""What SQLite keeps beside a database, by how its name goes on."""
MARKER = ".marker"
TOLD = """A Fireline database is kept beside this file, under its name without "{end}".
Should it be gone, this file keeps the server from beginning an empty one in its place.
To begin anew on purpose, remove this file, too.
It is file {number} of its disk; the write-ahead log beside it is of no other file.
"""
Identity = tuple[int, int]
"""The device of a file and its number there: the same for every name that leads to it."""

NO_LOCKS = {errno.ENOSYS, errno.ENOTSUP, errno.EOPNOTSUPP, errno.ENOLCK}
IN_USE = "is in use by another Fireline server or command; servers that share tables need PostgreSQL"
_mine: set[Identity] = set()
"""What this process holds: to open and close such a file once more would take SQLite's own locks from it."""
_guard = threading.Lock()


def explain(file: Path, wrong: BaseException) -> DatabaseError:
    """What SQLite says is wrong with a file, for people."""
    extended = getattr(wrong, "sqlite_errorcode", 0)
    code = sqlite3.SQLITE_FULL if _is_full(file, extended) else extended & 0xFF  # the primary code of an extended one
    if isinstance(wrong, UnicodeDecodeError):  # so Python's module tells of a file in whose words a bit has flipped
        code = sqlite3.SQLITE_CORRUPT
    kind, problem = _PROBLEMS.get(code, (Code.UNREADABLE, f"cannot be used: {wrong}"))
    return DatabaseError(kind, problem, file=str(file))


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
        connection.execute(f"PRAGMA busy_timeout={WAIT_MS}")
        connection.execute("PRAGMA foreign_keys=ON")
        connection.execute("SELECT count(*) FROM sqlite_schema")
        connection.execute(f"PRAGMA query_only={'OFF' if write else 'ON'}")
    except SQLITE_ERRORS:
        connection.close()
        raise
    return connection


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


# --- what stands beside it ------------------------------------------------------------


def beside(file: Path) -> list[Path]:
    """The files that SQLite may keep beside a database."""
    return [Path(f"{file}{end}") for end in BESIDE]


def mark(file: Path) -> None:
    """Leave a sign that there is a database of this name, and which file it is; raises `BattleFileError`."""
    number = file.stat().st_ino  # and not its device, which may have another number when the machine starts again
    if _number_in(marker_of(file)) != number:
        write_atomically(marker_of(file), TOLD.format(end=MARKER, number=number))


def check_log(file: Path) -> None:
    """Raise `DatabaseError` where the write-ahead log beside a database is of another file that had its name.

    SQLite would take its rows for rows of this one.
    """
    log, marker = Path(f"{os.path.realpath(file)}-wal"), marker_of(file)
    with suppress(OSError):
        if log.stat().st_size and _number_in(marker) not in {None, file.stat().st_ino}:
            problem = (
                f"the write-ahead log beside it is of another file that had its name; to put a database in the place "
                f"of another use fireline db restore. If this file is whole, move {log.name} away; if the two belong "
                f"together and were moved here, remove {marker.name}"
            )
            raise DatabaseError(Code.MISMATCH, problem, file=str(file))


def _number_in(marker: Path) -> int | None:
    """Which file the database was when it was last opened to be written, if that is known."""
    with suppress(OSError, ValueError):
        found = re.search(r"file (\d+) of its disk", marker.read_text(encoding="utf-8"))
        return int(found[1]) if found else None
    return None


def marker_of(file: Path) -> Path:
    """The sign that there is, or was, a database of this name: beside the file that links lead to."""
    return Path(f"{os.path.realpath(file)}{MARKER}")


def check_first(file: Path) -> None:
    """Raise `DatabaseError` where a database was that is gone: it is not begun again as an empty one."""
    real = Path(os.path.realpath(file))
    traces = [marker_of(file)] if real.exists() else [marker_of(file), *beside(real)]  # a new one is begun beside some
    left = [one for one in traces if one.exists()]
    if left:
        problem = (
            f"there was a database here, and it is gone ({left[0].name} is left of it); put it back, or restore a "
            f"backup with: fireline db restore. To begin anew remove {' and '.join(one.name for one in left)}"
        )
        raise DatabaseError(Code.NOT_FOUND, problem, file=str(file))


def new_name_for(file: Path) -> Path:
    """The name under which a database is kept that makes room for a backup: it tells when."""
    return file.with_name(f"{file.name}.before-{datetime.now(UTC).strftime('%Y%m%dT%H%M%S%f')}")


def undo_restore(file: Path) -> None:
    """Take away the second name of a database that was to make room for a backup, when that was cut short."""
    real = Path(os.path.realpath(file))
    with suppress(OSError):
        if real.stat().st_nlink == 1:
            return
    for kept in real.parent.glob(f"{real.name}.before-*"):
        if not same_file(kept, real):
            continue
        with suppress(OSError):
            if (log := Path(f"{kept}-wal")).exists() and not Path(f"{real}-wal").exists():
                log.rename(f"{real}-wal")
            kept.unlink()
            sync_folder(real.parent)


# --- one server at a time -------------------------------------------------------------


@dataclass(frozen=True)
class Held:
    """A database file that nobody else may write until it is released, by whatever thread."""

    identity: Identity
    let_go: Callable[[], None]

    def release(self) -> None:
        """Let others have it; to be called when every connection is closed."""
        with _guard:
            if self.identity in _mine:
                _mine.discard(self.identity)
                self.let_go()


def lock(file: Path) -> Held:
    """Hold a database file; raises `DatabaseError` where another does, and where it cannot be opened.

    The lock is on the file itself, so it holds through hard and symbolic links. Where the system has no such locks it
    is on a file beside it, and a database with a second name is refused.
    """
    with _guard:
        try:
            held = _lock(file)
        except OSError as wrong:
            raise DatabaseError(Code.UNREADABLE, f"cannot be opened: {wrong.strerror}", file=str(file)) from None
        _mine.add(held.identity)
    undo_restore(file)
    return held


def identity_of(file: Path) -> Identity:
    """Which file a name leads to; raises `OSError`."""
    found = file.stat()
    return found.st_dev, found.st_ino


def _lock(file: Path) -> Held:
    while True:
        identity = identity_of(file)
        if identity in _mine:
            raise DatabaseError(Code.UNAVAILABLE, IN_USE, file=str(file))
        try:
            handle = hold(file)
        except OSError as wrong:
            if wrong.errno in NO_LOCKS:
                return _lock_beside(file, identity)
            raise
        if handle is None:
            raise DatabaseError(Code.UNAVAILABLE, IN_USE, file=str(file))
        if identity_of(file) == identity:  # and not replaced while it was being opened
            return Held(identity, partial(os.close, handle))
        os.close(handle)


def _lock_beside(file: Path, identity: Identity) -> Held:
    from filelock import FileLock, Timeout

    real = Path(os.path.realpath(file))
    undo_restore(real)
    if real.stat().st_nlink > 1:
        problem = "has a second name (a hard link), and here only one name can be locked; remove the other"
        raise DatabaseError(Code.UNAVAILABLE, problem, file=str(file))
    beside = FileLock(real.with_name(f"{real.name}.lock"), mode=0o600, thread_local=False, blocking=False)
    try:
        beside.acquire()
    except Timeout:
        raise DatabaseError(Code.UNAVAILABLE, IN_USE, file=str(file)) from None
    return Held(identity, beside.release)
