"""One server at a time writes an SQLite database; the lock goes with its process."""

from __future__ import annotations

from pathlib import Path

from filelock import BaseFileLock, FileLock, Timeout

from fireline.game.errors import Code
from fireline.server.store.errors import DatabaseError


def lock(file: Path) -> BaseFileLock:
    """The lock beside a database file, held until its `release`, by whatever thread.

    Raises `DatabaseError` where another process holds it, and where it cannot be opened.
    """
    beside = FileLock(file.with_name(f"{file.name}.lock"), mode=0o600, thread_local=False, blocking=False)
    try:
        file.parent.stat()  # a folder that is not there is no folder to make by mistake, as acquiring would
        beside.acquire()
    except Timeout:
        problem = "is in use by another Fireline server or command; servers that share tables need PostgreSQL"
        raise DatabaseError(Code.UNAVAILABLE, problem, file=str(file)) from None
    except OSError as wrong:
        raise DatabaseError(Code.UNREADABLE, f"cannot be opened: {wrong.strerror}", file=str(file)) from None
    return beside
