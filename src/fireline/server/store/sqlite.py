"""Tables in an SQLite file: one writer, readers beside it, every commit synced to the disk."""

from __future__ import annotations

import asyncio
import sqlite3
import threading
from collections.abc import AsyncIterator, Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor
from contextlib import asynccontextmanager
from functools import partial
from pathlib import Path
from typing import Any

from typing_extensions import override

from fireline.game.errors import Code
from fireline.server.store.chain import Prepared, genesis, in_place, kept, prepare
from fireline.server.store.errors import DatabaseError, NoSuchTable, TableIsThere
from fireline.server.store.heads import Ends, NewLink, chained
from fireline.server.store.locking import check_same, identity_of, lock
from fireline.server.store.notices import Listeners
from fireline.server.store.queries import event_values, read_event, seat_values, table_values
from fireline.server.store.rows import Appended, Duplicate, KeptEvent, NewEvent, Notice, SeatRow, Stale, TableRow
from fireline.server.store.sqlitefile import SQLITE_ERRORS, connect, explain, make_durable, rows_of
from fireline.server.store.sqlstore import SqlStore
from fireline.server.store.statements import Statement, statements
from fireline.server.store.writer import Writer

READERS = 4


class SqliteStore(SqlStore):
    """Tables in one file, for one server process; the file holds the newest schema already (see `open_store`)."""

    def __init__(self, file: Path, *, write: bool = True) -> None:
        super().__init__()
        self.address = str(file)
        self._file = file
        self._say: dict[str, Statement] = statements("sqlite")
        self._lock = lock(file) if write else None
        self._identity = self._lock.identity if self._lock else identity_of(file)
        self._writer_or_none = self._begin_to_write() if write else None
        self._readers = ThreadPoolExecutor(READERS, thread_name_prefix="fireline-reader")
        self._reading = threading.local()
        self._opened: list[sqlite3.Connection] = []
        self._listeners = Listeners()

    @override
    async def create(
        self, table: TableRow, first: Sequence[NewEvent], seats: Sequence[SeatRow] = ()
    ) -> tuple[KeptEvent, ...]:
        rows = [*in_place(prepare(first), table.id, 0, genesis(table))]
        await self._writer.do(lambda db: self._add_table(db, table, rows, seats))
        self._listeners.tell(Notice(table.id, len(rows)))
        return tuple(map(kept, rows))

    @override
    async def append_many(self, table: str, expect: int, events: Sequence[NewEvent]) -> Appended | Stale | Duplicate:
        prepared = prepare(events)
        with self._of(table):
            answer = await self._writer.do(lambda db: self._append(db, table, expect, prepared))
        if isinstance(answer, Appended):
            self._listeners.tell(Notice(table, answer.head))
        return answer

    @override
    async def take_in(
        self,
        table: TableRow,
        events: Sequence[KeptEvent],
        seats: Sequence[SeatRow] = (),
        seeds: Mapping[str, bytes] | None = None,
    ) -> None:
        rows = [event_values(table.id, event) for event in events]

        def job(db: sqlite3.Connection) -> None:
            self._add_table(db, table, rows, seats)
            for commit, seed in (seeds or {}).items():
                self._do(db, "keep_seed", table_id=table.id, commit_hash=commit, seed=seed)
                self._link(db, NewLink.of_seed(table.id, commit, seed))

        await self._writer.do(job)
        self._listeners.tell(Notice(table.id, len(rows)))

    @override
    @asynccontextmanager
    async def listen(self) -> AsyncIterator[AsyncIterator[Notice]]:
        self._check_open()
        with self._listeners.mailbox() as box:
            yield box.notices()

    @override
    async def close(self) -> None:
        if not self._closed:
            self._closed = True
            await asyncio.to_thread(self._shut)

    def _shut(self) -> None:
        self._readers.shutdown()
        for connection in self._opened:
            connection.close()
        if self._writer_or_none is not None:
            self._writer_or_none.close()
        if self._lock is not None:
            self._lock.release()

    def _begin_to_write(self) -> Writer:
        try:
            connection = connect(self._file, write=True)
            make_durable(connection, self._file)
        except (*SQLITE_ERRORS, DatabaseError) as wrong:
            if self._lock is not None:
                self._lock.release()
            raise explain(self._file, wrong) from None
        return Writer(connection, partial(explain, self._file), self.check)

    @override
    def check(self) -> None:
        check_same(self._file, self._identity)

    @property
    def _writer(self) -> Writer:
        self._check_open()
        if self._writer_or_none is None:
            raise DatabaseError(Code.UNWRITABLE, "was opened to be read, not written", file=self.address)
        return self._writer_or_none

    # --- on the writer's thread ------------------------------------------------------

    def _do(self, db: sqlite3.Connection, said: str, /, **values: Any) -> sqlite3.Cursor:
        statement = self._say[said]
        return db.execute(statement.sql, statement.named(**values))

    def _head(self, db: sqlite3.Connection, table: str) -> Ends:
        found = rows_of(self._do(db, "head", table_id=table))
        if not found:
            raise NoSuchTable(table)
        ends = Ends.of(found[0])
        ends.check()
        return ends

    def _link(self, db: sqlite3.Connection, new: NewLink) -> None:
        """Put a link behind the chain of heads."""
        n, chain = self._do(db, "last_link").fetchone() or (0, "")
        self._do(db, "add_link", **chained(new, n + 1, chain))

    def _add_table(
        self, db: sqlite3.Connection, table: TableRow, rows: Sequence[Mapping[str, Any]], seats: Sequence[SeatRow]
    ) -> None:
        if self._do(db, "table", id=table.id).fetchone():
            raise TableIsThere(table.id)
        last, hash_ = rows[-1]["seq"], rows[-1]["hash"]
        self._do(db, "add_table", **table_values(table, last, hash_))
        for row in rows:
            self._do(db, "add_event", **row)
        for seat in seats:
            self._do(db, "add_seat", **seat_values(table.id, seat))
        for link in (NewLink.of_log(table.id, last, hash_), *(NewLink.of_seat(table.id, seat) for seat in seats)):
            self._link(db, link)

    def _append(
        self, db: sqlite3.Connection, table: str, expect: int, prepared: Sequence[Prepared]
    ) -> Appended | Stale | Duplicate:
        head = self._head(db, table)
        for cmd_id in (one.event.cmd_id for one in prepared if one.event.cmd_id is not None):
            if sent := rows_of(self._do(db, "sent", table_id=table, cmd_id=cmd_id)):
                return Duplicate(read_event(sent[0]))
        if head.last_seq != expect:
            return Stale(head.last_seq)
        rows = [*in_place(prepared, table, head.last_seq, head.last_hash)]
        for row in rows:
            self._do(db, "add_event", **row)
        last, hash_ = rows[-1]["seq"], rows[-1]["hash"]
        self._do(db, "set_head", table_id=table, to_seq=last, to_hash=hash_)
        self._link(db, NewLink.of_log(table, last, hash_))
        return Appended(tuple(map(kept, rows)))

    @override
    async def _change(self, said: str, /, *, of: str | None = None, link: NewLink | None = None, **values: Any) -> None:
        def job(db: sqlite3.Connection) -> None:
            if of is not None:
                self._head(db, of)
            if self._do(db, said, **values).rowcount and link is not None:
                self._link(db, link)

        with self._of(of or ""):
            await self._writer.do(job)

    # --- on a reader's thread --------------------------------------------------------

    @override
    async def _ask(self, said: str, /, **values: Any) -> Sequence[Mapping[str, Any]]:
        self._check_open()
        return await asyncio.get_running_loop().run_in_executor(self._readers, self._rows, said, values)

    def _rows(self, said: str, values: Mapping[str, Any]) -> list[dict[str, Any]]:
        """Rows by the connection of this thread, which only reads."""
        try:
            self.check()
            if not hasattr(self._reading, "connection"):
                self._reading.connection = connect(self._file, write=False)
                self._opened.append(self._reading.connection)
                self.check()
            return rows_of(self._do(self._reading.connection, said, **values))
        except SQLITE_ERRORS as wrong:
            raise explain(self._file, wrong) from None
