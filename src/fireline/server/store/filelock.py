"""One server at a time writes an SQLite database; the lock goes with its process."""

from __future__ import annotations

import os
from pathlib import Path

from fireline.game.errors import Code
from fireline.server.store.errors import DatabaseError


class FileLock:
    """A lock beside a database file; raises `DatabaseError` where another process holds it."""

    def __init__(self, file: Path) -> None:
        self._handle = -1
        try:
            self._handle = os.open(file.with_name(f"{file.name}.lock"), os.O_RDWR | os.O_CREAT | os.O_CLOEXEC, 0o600)
            _lock(self._handle)
        except OSError as wrong:
            self.release()
            taken = isinstance(wrong, BlockingIOError)
            problem = (
                "is in use by another Fireline server or command; servers that share tables need PostgreSQL"
                if taken
                else f"cannot be opened: {wrong.strerror}"
            )
            raise DatabaseError(Code.UNAVAILABLE, problem, file=str(file)) from None

    def release(self) -> None:
        """Let go of it; the file of the lock stays, for whoever comes next may be waiting for it."""
        if self._handle >= 0:
            os.close(self._handle)
            self._handle = -1


def _lock(handle: int) -> None:
    try:
        import fcntl
    except ImportError:  # not on Windows; there SQLite's own locks keep writers apart, commit by commit
        return
    fcntl.flock(handle, fcntl.LOCK_EX | fcntl.LOCK_NB)
