"""An SQLite file as a database: one writer, readers beside it, every commit synced to the disk."""

from __future__ import annotations

import asyncio
import sqlite3
import threading
from collections.abc import AsyncIterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any

from typing_extensions import override

from fireline.game.errors import Code
from fireline.server.store.database import Database, Job, Mailbox, Row, Transaction
from fireline.server.store.rows import DatabaseError, Notice
from fireline.server.store.schema import statements
from fireline.server.store.sqlitefile import (
    SQLITE_ERRORS,
    connect,
    explain,
    identity_of,
    lock,
    make_durable,
)

READERS = 4


class SqliteFile(Database):
    """A file, for one server process; it holds the newest schema already (see `open_store`)."""

    def __init__(self, file: Path, *, write: bool = True) -> None:
        self.address = str(file)
        self._file, self._say = file, statements("sqlite")
        self._lock = lock(file) if write else None
        self._identity = self._lock.identity if self._lock else identity_of(file)
        self._connection = self._connected() if write else None
        self._writer = ThreadPoolExecutor(1, thread_name_prefix="fireline-writer")
        self._readers = ThreadPoolExecutor(READERS, thread_name_prefix="fireline-reader")
        self._reading = threading.local()
        self._opened: list[sqlite3.Connection] = []
        self._listeners: set[Mailbox] = set()

    def _connected(self) -> sqlite3.Connection:
        """The connection that writes."""
        try:
            connection = connect(self._file, write=True)
            make_durable(connection, self._file)
        except (*SQLITE_ERRORS, DatabaseError) as wrong:
            if self._lock is not None:
                self._lock.release()
            raise explain(self._file, wrong) from None
        return connection

    @override
    def check(self) -> None:
        """Whether this is still the file that was opened."""
        try:
            found = self._file.stat()
            same = (found.st_dev, found.st_ino) == self._identity
        except OSError:
            same = False
        if not same:
            problem = "was replaced or removed while it was in use, so nothing more is kept; start the server again"
            raise DatabaseError(Code.UNAVAILABLE, problem, file=self.address)

    @override
    async def ask(self, said: str, /, **values: Any) -> list[Row]:
        return await asyncio.get_running_loop().run_in_executor(self._readers, self._rows, said, values)

    def _rows(self, said: str, values: dict[str, Any]) -> list[Row]:
        """Rows by the connection of this thread, which only reads."""
        try:
            self.check()
            if not hasattr(self._reading, "connection"):
                self._reading.connection = connect(self._file, write=False)
                self._opened.append(self._reading.connection)
                self.check()
            return _rows_of(self._reading.connection.execute(self._say[said].sql, self._say[said].values(**values)))
        except SQLITE_ERRORS as wrong:
            raise explain(self._file, wrong) from None

    @override
    async def write(self, jobs: Sequence[Job]) -> list[Any]:
        if self._connection is None:
            raise DatabaseError(Code.UNWRITABLE, "was opened to be read, not written", file=self.address)
        writing = asyncio.get_running_loop().run_in_executor(self._writer, self._together, self._connection, jobs)
        answers, news = await writing
        for notice in news:
            for box in self._listeners:
                box.put(notice)
        return answers

    def _together(self, connection: sqlite3.Connection, jobs: Sequence[Job]) -> tuple[list[Any], list[Notice]]:
        """Jobs in one transaction, on the writer's thread."""
        try:
            self.check()
            with connection:  # at its end it commits, or rolls back
                connection.execute("BEGIN IMMEDIATE")
                db = Transaction(
                    self._say,
                    lambda sql, values: _rows_of(connection.execute(sql, values)),
                    lambda sql, values: connection.execute(sql, values).rowcount,
                )
                answers = db.carry_out(jobs)
            self.check()
        except SQLITE_ERRORS as wrong:
            raise explain(self._file, wrong) from None
        return answers, db.news

    @override
    @asynccontextmanager
    async def listen(self) -> AsyncIterator[AsyncIterator[Notice]]:
        self._listeners.add(box := Mailbox())
        try:
            yield box.notices()
        finally:
            self._listeners.discard(box)

    @override
    async def close(self) -> None:
        await asyncio.to_thread(self._shut)

    def _shut(self) -> None:
        self._writer.shutdown()
        self._readers.shutdown()
        for connection in (*self._opened, *filter(None, [self._connection])):
            connection.close()
        if self._lock is not None:
            self._lock.release()


def _rows_of(cursor: sqlite3.Cursor) -> list[dict[str, Any]]:
    """All rows by their columns, as the program spells them; in a damaged file a letter may have become a large one."""
    names = [one[0].lower() for one in cursor.description]
    return [dict(zip(names, row, strict=True)) for row in cursor]
