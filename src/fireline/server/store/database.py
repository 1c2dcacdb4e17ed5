"""What a store asks of the database that keeps it: statements by name, jobs kept whole or not at all; SQLite's own."""

from __future__ import annotations

import asyncio
from abc import ABC, abstractmethod
from collections.abc import AsyncIterator, Awaitable, Callable, Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from contextlib import AbstractAsyncContextManager, asynccontextmanager, contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, Any, TypeAlias

from sqlalchemy import Engine, NullPool, QueuePool, create_engine
from sqlalchemy.exc import DBAPIError
from typing_extensions import override

from fireline.game.entries import shown
from fireline.game.errors import Code
from fireline.server.store.chain import NewLink, chained
from fireline.server.store.rows import ConnectionLost, DatabaseError, Notice
from fireline.server.store.schema import STATEMENTS
from fireline.server.store.sqlitefile import (
    SQLITE_ERRORS,
    connect,
    explain,
    identity_of,
    lock,
    make_durable,
)

if TYPE_CHECKING:
    import sqlite3

    from sqlalchemy import Connection

Row: TypeAlias = dict[str, Any]
MOST = 128
"""How many jobs share one transaction at most."""


class Transaction:
    """A transaction as its jobs see it: each reads what was there before, and at the end all is written, linked, told.

    So jobs that would get into each other's way break a constraint of the database together, and are tried alone.
    """

    def __init__(self, connection: Connection, *, again: bool = False) -> None:
        self._connection, self.again = connection, again
        """Whether the transaction was tried before and lost, so that nobody knows whether it was kept."""
        self._rows: dict[str, list[Row]] = {said: [] for said in STATEMENTS}
        """What to write, by its statement."""
        self.links: list[NewLink] = []
        """What to put behind the chain of heads."""
        self.news: list[Notice] = []
        """What to tell whoever listens once it is kept."""

    def ask(self, said: str, /, **values: Any) -> list[Row]:
        """The rows that answer a statement."""
        found = self._connection.execute(STATEMENTS[said], values)
        names = (*found.keys(),)
        return [dict(zip(names, row, strict=True)) for row in found]

    def do(self, said: str, /, **values: Any) -> None:
        """Have a row written; raises `DatabaseError` for a text that not every database can hold."""
        for text in values.values():
            if isinstance(text, str) and "\0" in text:
                raise DatabaseError(Code.MALFORMED, f"cannot be kept: {shown(text)} has a character of number 0")
        self._rows[said].append(values)

    def carry_out(self, jobs: Sequence[Job]) -> list[Any]:
        """What comes of jobs; at their end everything is written, the rows of each statement together."""
        answers = [job(self) for job in jobs]
        if self.links:
            rows = self.ask("last_link") or [{"n": 0, "chain": ""}]
            for n, one in enumerate(self.links, rows[0]["n"] + 1):
                rows.append(chained(one, n, rows[-1]["chain"]))
            self._rows["add_link"] = rows[1:]
        for said, rows in self._rows.items():
            if rows:
                self._connection.execute(STATEMENTS[said], rows)
        return answers


Job: TypeAlias = Callable[[Transaction], Any]
"""Reads and writes in a transaction and does nothing else, since it may be tried again."""


class Database(ABC):
    """A database, open; everything raises `DatabaseError` where it cannot be read or written."""

    address: str
    """Where it is, as it may be told to people: without a password."""

    @abstractmethod
    async def carry_out(self, jobs: Sequence[Job], *, write: bool = True) -> list[Any]:
        """What comes of jobs in one transaction, once it is safe; where one raises, nothing of them all is kept.

        There is one transaction that writes at a time, whoever else shares the database. One that only reads finds
        everything as it is at one moment.
        """

    @abstractmethod
    def listen(self) -> AbstractAsyncContextManager[AsyncIterator[Notice]]:
        """News of every append from now on, by this process or another that shares the database."""

    @abstractmethod
    def check(self) -> None:
        """Raise `DatabaseError` where it is known without asking that nothing can be kept any more."""

    @abstractmethod
    async def close(self) -> None:
        """Let go of it."""


# --- jobs that share a transaction ----------------------------------------------------


Asked: TypeAlias = tuple[Job, asyncio.Future[Any]]
"""A job, and where its answer goes."""


class Groups:
    """Takes jobs one at a time and has them carried out in groups, in the order in which they came.

    `write` answers a whole group, or raises: then nothing of it was kept, and each is tried by itself, so that what is
    wrong with one is told to nobody else. `ConnectionLost` is told to all of them.
    """

    def __init__(self, write: Callable[[Sequence[Job]], Awaitable[Sequence[Any]]]) -> None:
        self._write, self._waiting = write, list[Asked]()
        self._worker: asyncio.Task[None] | None = None

    async def do(self, job: Job) -> Any:
        """What comes of a job, once it is safe; raises what went wrong with it."""
        answer = asyncio.get_running_loop().create_future()
        self._waiting.append((job, answer))
        if self._worker is None or self._worker.done():
            self._worker = asyncio.create_task(self._work())
        return await answer

    async def close(self) -> None:
        """Carry out what waits."""
        if self._worker is not None:
            await self._worker

    async def _work(self) -> None:
        while self._waiting:
            group, self._waiting = self._waiting[:MOST], self._waiting[MOST:]
            await self._settle(group)

    async def _settle(self, group: Sequence[Asked]) -> None:
        try:
            answers = await self._write([job for job, _ in group])
        except Exception as wrong:  # noqa: BLE001 - whatever it is, it belongs to the one who asked
            if len(group) > 1 and not isinstance(wrong, ConnectionLost):
                for one in group:
                    await self._settle([one])
                return
            answers = [wrong] * len(group)
        for (_, waits), answer in zip(group, answers, strict=True):
            if not waits.done():  # else nobody waits for it any more
                (waits.set_exception if isinstance(answer, Exception) else waits.set_result)(answer)


# --- news for whoever listens ---------------------------------------------------------


class Mailbox:
    """The news that one listener has not taken yet, the newest of each table."""

    def __init__(self) -> None:
        self._waiting: dict[str | None, int] = {}
        self._filled = asyncio.Event()
        self._wrong: DatabaseError | None = None

    def put(self, notice: Notice) -> None:
        """Add news; it takes the place of older news of its table."""
        self._waiting[notice.table] = max(notice.head, self._waiting.get(notice.table, 0))
        self._filled.set()

    def fail(self, wrong: DatabaseError) -> None:
        """No more news come: told to whoever waits for some."""
        self._wrong = wrong
        self._filled.set()

    async def notices(self) -> AsyncIterator[Notice]:
        """The news as it comes, without end; raises `ConnectionLost` where no more can come."""
        while True:
            await self._filled.wait()
            if self._wrong is not None:
                raise self._wrong
            table = next(iter(self._waiting))
            head = self._waiting.pop(table)
            if not self._waiting:
                self._filled.clear()
            yield Notice(table, head)


# --- an SQLite file: one writer, readers beside it, every commit synced to the disk ------


READERS = 4


class SqliteFile(Database):
    """A file, for one server process; it holds the newest schema already (see `open_store`)."""

    def __init__(self, file: Path, *, write: bool = True) -> None:
        self.address = str(file)
        self._file, self._may_write = file, write
        self._lock = lock(file) if write else None
        self._identity = self._lock.identity if self._lock else identity_of(file)
        self._engine = engine_of(
            file, write=write, poolclass=QueuePool, pool_size=READERS + 1, max_overflow=0, pool_use_lifo=True
        )
        self._writer = ThreadPoolExecutor(1, thread_name_prefix="fireline-writer")
        self._readers = ThreadPoolExecutor(READERS, thread_name_prefix="fireline-reader")
        self._listeners: set[Mailbox] = set()
        try:
            with explained(file):
                self._engine.connect().close()
        except DatabaseError:
            self._shut()
            raise

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
    async def carry_out(self, jobs: Sequence[Job], *, write: bool = True) -> list[Any]:
        if write and not self._may_write:
            raise DatabaseError(Code.UNWRITABLE, "was opened to be read, not written", file=self.address)
        threads = self._writer if write else self._readers
        answers, news = await asyncio.get_running_loop().run_in_executor(threads, self._together, jobs, write)
        for notice in news:
            for box in self._listeners:
                box.put(notice)
        return answers

    def _together(self, jobs: Sequence[Job], write: bool) -> tuple[list[Any], list[Notice]]:  # noqa: FBT001
        """Jobs in one transaction, on a thread for them."""
        self.check()
        with explained(self._file), self._engine.connect() as connection:
            self.check()
            connection.exec_driver_sql("BEGIN IMMEDIATE" if write else "BEGIN")
            db = Transaction(connection)
            answers = db.carry_out(jobs)
            connection.commit()
        self.check()
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
        self._engine.dispose()
        if self._lock is not None:
            self._lock.release()


def engine_of(file: Path, *, write: bool, **pool: Any) -> Engine:
    """SQLAlchemy's way into a file that is there; whoever is to write it begins each transaction himself."""

    def connected() -> sqlite3.Connection:
        connection = connect(file, write=write)
        if write:
            try:
                make_durable(connection, file)
            except BaseException:
                connection.close()
                raise
        return connection

    return create_engine("sqlite://", creator=connected, **{"poolclass": NullPool, **pool})


@contextmanager
def reading(file: Path) -> Iterator[Connection]:
    """A connection that reads a file, and is closed at the end; raises `DatabaseError`."""
    with explained(file), engine_of(file, write=False).connect() as connection:
        yield connection


@contextmanager
def writing(file: Path) -> Iterator[Connection]:
    """A transaction of its own that writes a file; raises `DatabaseError`."""
    with explained(file), engine_of(file, write=True).begin() as connection:
        connection.exec_driver_sql("BEGIN IMMEDIATE")
        yield connection


@contextmanager
def explained(file: Path) -> Iterator[None]:
    """What SQLite says is wrong with a file, for people, as it says it itself or by SQLAlchemy."""
    try:
        yield
    except (DBAPIError, *SQLITE_ERRORS) as wrong:
        raise explain(file, getattr(wrong, "orig", None) or wrong) from None
