"""The one thread that writes an SQLite database; what is asked at the same time is made safe by one commit."""

from __future__ import annotations

import asyncio
import sqlite3
import threading
from collections.abc import Callable
from contextlib import suppress
from queue import Empty, SimpleQueue
from typing import Any, NamedTuple, TypeVar

from fireline.game.errors import Code
from fireline.server.store.errors import DatabaseError
from fireline.server.store.sqlitefile import SQLITE_ERRORS, Wrong

T = TypeVar("T")
Job = Callable[[sqlite3.Connection], Any]
MOST = 256
"""How many jobs share one commit at most."""


class PendingWrite(NamedTuple):
    """A job, and where its answer goes."""

    job: Job
    future: asyncio.Future[Any]
    loop: asyncio.AbstractEventLoop


class Answer(NamedTuple):
    """What came of a job: a value, or what went wrong."""

    asked: PendingWrite
    value: Any = None
    wrong: BaseException | None = None


class Writer:
    """Carries out jobs on one connection, as many as wait in one transaction.

    A job that raises leaves nothing behind and disturbs no other: all of them are carried out once more, each in a
    savepoint of its own. So a job may be called twice, and does nothing but read and write the database. Where the
    transaction itself fails (a full disk, say), every job in it is refused and nothing of them is kept. Answers are
    given after the commit. Before it and after it `check` looks whether this is still the database, and raises
    `DatabaseError` if not.
    """

    def __init__(
        self,
        connection: sqlite3.Connection,
        explain: Callable[[Wrong], DatabaseError],
        check: Callable[[], None] = lambda: None,
    ) -> None:
        self._connection, self._explain, self._check = connection, explain, check
        self._queue: SimpleQueue[PendingWrite | None] = SimpleQueue()
        self._shut = threading.Lock()
        self._closed = False
        self._thread = threading.Thread(target=self._run, name="fireline-writer", daemon=True)
        self._thread.start()

    async def do(self, job: Callable[[sqlite3.Connection], T]) -> T:
        """The answer of a job, once it is safe on disk."""
        loop = asyncio.get_running_loop()
        future: asyncio.Future[T] = loop.create_future()
        with self._shut:
            if self._closed:
                raise DatabaseError(Code.UNAVAILABLE, "is closed")
            self._queue.put(PendingWrite(job, future, loop))
        return await future

    def close(self) -> None:
        """Carry out what waits, then stop and close the connection."""
        with self._shut:
            if not self._closed:
                self._closed = True
                self._queue.put(None)
        self._thread.join()

    def _run(self) -> None:
        going = True
        while going:
            batch = [self._queue.get()]
            with suppress(Empty):
                while len(batch) < MOST:
                    batch.append(self._queue.get_nowait())
            jobs = [asked for asked in batch if asked is not None]
            going = len(jobs) == len(batch)
            if jobs:
                self._tell(self._carry_out(jobs))
        self._connection.close()

    def _carry_out(self, jobs: list[PendingWrite]) -> list[Answer]:
        try:
            self._check()
            answers = self._together(jobs) or self._apart(jobs)
            self._connection.execute("COMMIT")
            self._check()
        except (*SQLITE_ERRORS, DatabaseError) as wrong:
            with suppress(sqlite3.Error):  # some errors have rolled it back already
                self._connection.execute("ROLLBACK")
            return [Answer(asked, wrong=self._explain(wrong)) for asked in jobs]
        return answers

    def _together(self, jobs: list[PendingWrite]) -> list[Answer] | None:
        """All jobs in one transaction; None, and none begun, where one of them raises."""
        self._connection.execute("BEGIN IMMEDIATE")
        try:
            return [Answer(asked, asked.job(self._connection)) for asked in jobs]
        except sqlite3.IntegrityError:
            pass
        except SQLITE_ERRORS:
            raise
        except Exception:  # noqa: BLE001, S110 - whoever asked is told of it when it is raised apart from the others
            pass
        self._connection.execute("ROLLBACK")
        return None

    def _apart(self, jobs: list[PendingWrite]) -> list[Answer]:
        """The same, where one that raises is taken back alone."""
        self._connection.execute("BEGIN IMMEDIATE")
        return [self._try(asked) for asked in jobs]

    def _try(self, asked: PendingWrite) -> Answer:
        """One job in its savepoint; raises `sqlite3.Error` only where the whole transaction is lost."""
        self._connection.execute("SAVEPOINT job")
        try:
            answer = Answer(asked, asked.job(self._connection))
        except sqlite3.IntegrityError as wrong:
            answer = Answer(asked, wrong=self._explain(wrong))
            self._connection.execute("ROLLBACK TO job")
        except SQLITE_ERRORS:
            raise
        except Exception as wrong:  # noqa: BLE001 - whatever it is, it belongs to the one who asked
            answer = Answer(asked, wrong=wrong)
            self._connection.execute("ROLLBACK TO job")
        self._connection.execute("RELEASE job")
        return answer

    @staticmethod
    def _tell(answers: list[Answer]) -> None:
        for loop in {id(one.asked.loop): one.asked.loop for one in answers}.values():
            with suppress(RuntimeError):  # a loop that is closed asks for nothing any more
                loop.call_soon_threadsafe(_settle, [one for one in answers if one.asked.loop is loop])


def _settle(answers: list[Answer]) -> None:
    for asked, value, wrong in answers:
        if asked.future.done():  # nobody waits for it any more
            continue
        if wrong is None:
            asked.future.set_result(value)
        else:
            asked.future.set_exception(wrong)
