"""One server at a time writes an SQLite database, by whatever name; the lock goes with its process."""

from __future__ import annotations

import errno
import os
import threading
from collections.abc import Callable
from dataclasses import dataclass
from functools import partial
from pathlib import Path

from fireline.formats.writing import hold
from fireline.game.errors import Code
from fireline.server.store.errors import DatabaseError
from fireline.server.store.traces import undo_restore

Identity = tuple[int, int]
"""The device of a file and its number there: the same for every name that leads to it."""

NO_LOCKS = {errno.ENOSYS, errno.ENOTSUP, errno.EOPNOTSUPP, errno.ENOLCK}
IN_USE = "is in use by another Fireline server or command; servers that share tables need PostgreSQL"
_mine: set[Identity] = set()
"""What this process holds: to open and close such a file once more would take SQLite's own locks from it."""
_guard = threading.Lock()


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


def check_same(file: Path, identity: Identity) -> None:
    """Raise `DatabaseError` where a name leads to another file than it did, or to none."""
    try:
        same = identity_of(file) == identity
    except OSError:
        same = False
    if not same:
        problem = "was replaced or removed while it was in use, so nothing more is kept; start the server again"
        raise DatabaseError(Code.UNAVAILABLE, problem, file=str(file))


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
