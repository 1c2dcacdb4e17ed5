"""Tables, and the log of each: one store, whatever database keeps it."""

from __future__ import annotations

import logging
from collections.abc import AsyncIterator, Callable, Iterator, Mapping, Sequence
from contextlib import AbstractAsyncContextManager, contextmanager
from functools import partial
from typing import Any, TypeVar

from fireline.game.errors import BattleFileError, Code
from fireline.server.store import chain
from fireline.server.store.database import Database, Groups, Job, Row, Transaction
from fireline.server.store.rows import (
    PAGE,
    DatabaseError,
    KeptEvent,
    Link,
    LogEnds,
    NewEvent,
    Notice,
    SeatRow,
    TableDamaged,
    TableRow,
    no_such_table,
)
from fireline.server.store.schema import read, read_seed

T = TypeVar("T")
LAST = 2**31 - 1
"""Behind the last number that an event may have."""
log = logging.getLogger("fireline.server")
log.addHandler(logging.NullHandler())  # commands say it by themselves, the server alone has a log


class Store:
    """Tables, and the log of each: append-only, numbered from 1 without a gap, each event chained to the last.

    Whatever a method has answered is safe on disk. All of them raise `DatabaseError` where the database cannot be
    read or written; then nothing of that call was kept. What is read is what was written: where it is not, the table is
    stopped by `TableDamaged`, and the others go on.
    """

    def __init__(self, database: Database) -> None:
        self.address = database.address
        """Where it is kept, as it may be told to people: without a password."""
        self.damaged: dict[str, str] = {}
        """The tables that are stopped until the server starts again, and why."""
        self._database, self._closed = database, False
        self._groups = Groups(database.carry_out)

    def stop(self, table: str, problem: str) -> TableDamaged:
        """Stop a table, and say so in the server's log; gives the error that tells it."""
        self.damaged[table] = problem
        log.error("table %s is stopped: %s", table, problem)
        return TableDamaged(table, problem)

    def check(self) -> None:
        """Raise `DatabaseError` where it is known without asking that nothing can be kept any more."""
        self._database.check()

    async def check_whole(self) -> None:
        """Raise `DatabaseError` where everything was taken out of the database.

        Whatever else is wrong with it is told to whoever reads on.
        """
        try:
            born = await self.links_of("", chain.BORN)
        except BattleFileError:
            return
        if not born:
            problem = "has lost what was written to it, even the link that every database is made with: it was emptied"
            told = f"{problem}; restore a backup with: fireline db restore"
            raise DatabaseError(Code.MISMATCH, told, file=self.address)

    async def close(self) -> None:
        """Finish what was begun and let go of the database; whatever is asked afterwards raises `DatabaseError`."""
        if not self._closed:
            await self._groups.close()
            self._closed = True
            await self._database.close()

    def listen(self) -> AbstractAsyncContextManager[AsyncIterator[Notice]]:
        """News of every append from now on, by this process or another that shares the database.

        Notices of one table that nobody has taken yet merge into the newest. Use it as
        `async with store.listen() as notices: async for notice in notices: ...`, and where that ends in
        `ConnectionLost`, begin again and look at everything once.
        """
        self._check_open()
        return self._database.listen()

    def _check_open(self) -> None:
        if self._closed:
            raise DatabaseError(Code.UNAVAILABLE, "is closed", file=self.address)

    async def _read(self, job: Callable[[Transaction], T]) -> T:
        """What a job reads, all as it is at one moment."""
        self._check_open()
        answers = await self._database.carry_out([job], write=False)
        answer: T = answers[0]
        return answer

    async def _ask(self, said: str, /, **values: Any) -> list[Row]:
        return await self._read(lambda db: db.ask(said, **values))

    async def _do(self, job: Job) -> Any:
        self._check_open()
        return await self._groups.do(job)

    @contextmanager
    def of(self, table: str) -> Iterator[None]:
        """What is kept of a table ("": of none) is read or written: where it is damaged, the table is stopped."""
        if table in self.damaged:
            raise TableDamaged(table, self.damaged[table])
        try:
            yield
        except DatabaseError:
            raise
        except BattleFileError as wrong:
            raise (self.stop(table, str(wrong)) if table else DatabaseError(wrong.code, str(wrong))) from None

    # --- writing ---------------------------------------------------------------------

    async def create(
        self, table: TableRow, first: Sequence[NewEvent], seats: Sequence[SeatRow] = ()
    ) -> tuple[KeptEvent, ...]:
        """Open a table with its first events (at least one) and its seats, all at once."""
        events = (*chain.in_place(chain.prepare(first), 0, chain.genesis(table)),)
        await self.take_in(table, events, seats)
        return events

    async def take_in(
        self,
        table: TableRow,
        events: Sequence[KeptEvent],
        seats: Sequence[SeatRow] = (),
        seeds: Mapping[str, bytes] | None = None,
    ) -> None:
        """Keep a whole table that was exported, its events as they are; what is there is never overwritten.

        Whether they are a chain is for the caller to check (`chain.check_next`).
        """

        def job(db: Transaction) -> None:  # it may be done twice
            if db.again and _is_kept(db, table.id, events):
                return
            if db.ask("table", id=table.id):
                problem = "this table is there already; nothing of it was changed"
                raise DatabaseError(Code.DUPLICATE, problem, table.id)
            db.do("add_table", **table.data(), head_seq=events[-1].seq, head_hash=events[-1].hash)
            _add_events(db, table.id, events)
            for seat in seats:
                _add_seat(db, table.id, seat)
            for commit, seed in (seeds or {}).items():
                _keep_seed(db, table.id, commit, seed)

        await self._do(job)

    async def append(self, table: str, expect: int, *events: NewEvent) -> tuple[KeptEvent, ...] | None:
        """Append events, all of them or none, behind number `expect`, the head that their writer has seen.

        Gives the events as they are kept; None where the log has gone on meanwhile, perhaps by the same command.
        """
        new, tried = chain.prepare(events), list[KeptEvent]()
        with self.of(table):
            return await self._do(lambda db: _append(db, table, expect, new, tried))  # type: ignore[no-any-return]

    async def put_seat(self, table: str, seat: SeatRow) -> None:
        """Add a seat, or replace the one of this name: a new token, and the old one opens nothing more."""

        def job(db: Transaction) -> None:  # it may be done twice
            _head_of(db, table)
            db.do("drop_seat", table_id=table, name=seat.name)
            _add_seat(db, table, seat)

        with self.of(table):
            await self._do(job)

    async def keep_seed(self, table: str, commit: str, seed: bytes) -> None:
        """Keep the secret seed behind a commitment; to be called before the commitment is published.

        A seed that is kept for this commitment stays. Seeds are in no event and no shared export.
        """
        await self._do(lambda db: _keep_seed(db, table, commit, seed))

    async def keep_shot(self, id_: str, body: Mapping[str, Any]) -> None:
        """Keep a shot for its permanent link; one that is there stays as it is."""
        link = chain.NewLink.of_shot(id_, body)

        def job(db: Transaction) -> None:  # it may be done twice
            if not db.ask("shot", key=id_):
                db.do("add_shot", id=id_, body=body)
                db.links.append(link)

        await self._do(job)

    # --- reading ---------------------------------------------------------------------

    async def events(self, table: str, after: int = 0, limit: int = PAGE) -> list[KeptEvent]:
        """The events of a table behind number `after`, in order, at most `limit`; none for an unknown table.

        Each is unchanged and follows the one before it, and the last is the last that was kept.
        """
        after, limit = min(max(after, 0), LAST), min(max(limit, 0), LAST - 1)
        before = 1 if after else 0  # the event before them is read too: the first has to follow it
        asked = {"table_id": table, "after": after - before, "limit": limit + before}
        with self.of(table):
            found, rows = await self._read(lambda db: (db.ask("table", id=table), db.ask("events", **asked)))
            if not found:
                return []
            ends = read(LogEnds, found[0])
            ends.check()
            if after > ends.head_seq:
                problem = f"ends with event {ends.head_seq}, but event {after} was there: the last ones are missing"
                raise BattleFileError(Code.MISMATCH, problem)
            events = [read(KeptEvent, row) for row in rows]
            if not before:
                prev = chain.genesis(read(TableRow, found[0]))
            elif events and events[0].seq == after:
                prev = events.pop(0).hash
            else:
                raise BattleFileError(Code.MISMATCH, f"event {after} is missing")
            for seq, event in enumerate(events, after + 1):
                chain.check_next(event, seq, prev)
                prev = event.hash
            if len(events) < min(limit, ends.head_seq - after):
                raise BattleFileError(Code.MISMATCH, f"event {after + len(events) + 1} is missing")
            return events

    async def count(self, table: str, up_to: int) -> int:
        """How many events a table has up to this number, counted."""
        return int((await self._ask("count", table_id=table, up_to=up_to))[0]["events"])

    async def head(self, table: str) -> int:
        """The number of a table's last event; 0 for an unknown table."""
        with self.of(table):
            rows = await self._ask("ends", id=table)
            return read(LogEnds, rows[0]).head_seq if rows else 0

    async def table(self, id_: str) -> TableRow | None:
        """The table of this id, if there is one."""
        with self.of(id_):
            rows = await self._ask("table", id=id_)
            if not rows:
                return None
            read(LogEnds, rows[0]).check()
            table = read(TableRow, rows[0])
        await self.seats(id_)
        await self.seeds(id_)
        return table

    async def tables(self) -> list[TableRow]:
        """All tables, the oldest first."""
        tables = []
        for row in await self._ask("tables"):
            with self.of(str(row["id"])):
                tables.append(read(TableRow, row))
        return tables

    async def seats(self, table: str) -> list[SeatRow]:
        """The seats of a table, by name, revoked ones too."""
        return await self._written(
            "seats", chain.SEAT, partial(read, SeatRow), lambda seat: chain.NewLink.of_seat(table, seat), table
        )

    async def seeds(self, table: str) -> dict[str, bytes]:
        """The secret seeds of a table by their commitments."""
        return dict(
            await self._written("seeds", chain.SEED, read_seed, lambda one: chain.NewLink.of_seed(table, *one), table)
        )

    async def _written(
        self,
        said: str,
        kind: str,
        read_: Callable[[Mapping[str, Any]], T],
        link: Callable[[T], chain.NewLink],
        table: str = "",
        **key: str,
    ) -> list[T]:
        """Rows that are what the chain of heads says was written last: all of a kind, or that of one key."""
        about, links_of = {"table_id": table, "kind": kind, **key}, "links_of_one" if key else "links_of"
        with self.of(table):
            rows, links = await self._read(lambda db: (db.ask(said, **about), db.ask(links_of, **about)))
            found = [read_(row) for row in rows]
            if problem := chain.difference(kind, (read(Link, one) for one in links), map(link, found)):
                raise BattleFileError(Code.MISMATCH, problem)
            return found

    async def links(self, after: int = 0, limit: int = PAGE) -> list[Link]:
        """The chain of heads behind link number `after`, in order, at most `limit`; see `chain`."""
        return [read(Link, row) for row in await self._ask("links", after=after, limit=limit)]

    async def links_of(self, table: str, kind: str) -> list[Link]:
        """The links of one kind that tell of one table, in order."""
        return [read(Link, row) for row in await self._ask("links_of", table_id=table, kind=kind)]

    async def shot(self, id_: str) -> dict[str, Any] | None:
        """The shot of a permanent link, if there is one."""
        return dict(
            await self._written("shot", chain.SHOT, _shot, lambda one: chain.NewLink.of_shot(*one), key=id_)
        ).get(id_)

    async def shots(self) -> dict[str, dict[str, Any]]:
        """All shots of permanent links."""
        return dict(await self._written("shots", chain.SHOT, _shot, lambda one: chain.NewLink.of_shot(*one)))


def _shot(row: Mapping[str, Any]) -> tuple[str, dict[str, Any]]:
    """The id of a shot, and what is kept of it."""
    return str(row["id"]), row["body"]


# --- what is written in one transaction -----------------------------------------------


def _append(
    db: Transaction, table: str, expect: int, new: Sequence[NewEvent], tried: list[KeptEvent]
) -> tuple[KeptEvent, ...] | None:
    """Append where the log ends as expected.

    `tried` is filled with what is written: where the connection breaks at the commit, hashes tell whether it was kept.
    """
    if db.again and tried and _is_kept(db, table, tried):
        return (*tried,)
    head = _head_of(db, table)
    if head.last_seq != expect:
        return None
    tried[:] = chain.in_place(new, head.last_seq, head.last_hash)
    last = _add_events(db, table, tried)
    db.do("set_head", table_id=table, to_seq=last.seq, to_hash=last.hash)
    return (*tried,)


def _add_events(db: Transaction, table: str, events: Sequence[KeptEvent]) -> KeptEvent:
    """Write events, and where the log ends now; gives the last of them."""
    for event in events:
        db.do("add_event", table_id=table, **event.data())
    last = events[-1]
    db.links.append(chain.NewLink.of_log(table, last.seq, last.hash))
    db.news.append(Notice(table, last.seq))
    return last


def _add_seat(db: Transaction, table: str, seat: SeatRow) -> None:
    """Write a seat."""
    db.do("add_seat", table_id=table, **seat.data())
    db.links.append(chain.NewLink.of_seat(table, seat))


def _keep_seed(db: Transaction, table: str, commit: str, seed: bytes) -> None:
    """Write a seed, unless one stands behind its commitment."""
    if all(row["commit_hash"] != commit for row in db.ask("seeds", table_id=table)):
        db.do("add_seed", table_id=table, commit_hash=commit, seed=seed)
        db.links.append(chain.NewLink.of_seed(table, commit, seed))


def _head_of(db: Transaction, table: str) -> LogEnds:
    """Where a table ends; raises `DatabaseError` for one that there is not."""
    found = db.ask("ends", id=table)
    if not found:
        raise no_such_table(table)
    ends = read(LogEnds, found[0])
    ends.check()
    return ends


def _is_kept(db: Transaction, table: str, events: Sequence[KeptEvent]) -> bool:
    """Whether these events were kept, by a transaction whose commit was never confirmed."""
    found = db.ask("events", table_id=table, after=events[0].seq - 1, limit=len(events))
    return [row["hash"] for row in found] == [event.hash for event in events]
