"""Tables in PostgreSQL, shared by as many servers as there are."""

from __future__ import annotations

from collections.abc import AsyncIterator, Mapping, Sequence
from contextlib import asynccontextmanager
from typing import TYPE_CHECKING, Any, Self, TypeAlias

from typing_extensions import override

from fireline.game.errors import Code
from fireline.server.store.chain import Prepared, genesis, in_place, kept, prepare
from fireline.server.store.errors import DatabaseError, NoSuchTable, TableIsThere
from fireline.server.store.heads import Ends, NewLink, chained
from fireline.server.store.hearing import CHANNEL, Ear
from fireline.server.store.postgresserver import (
    PATIENCE,
    SETTINGS,
    connect,
    driver,
    explained,
    revision_of,
    upgrade_postgres,
)
from fireline.server.store.queries import event_values, read_event, seat_values, table_values
from fireline.server.store.rows import Appended, Duplicate, KeptEvent, NewEvent, Notice, SeatRow, Stale, TableRow
from fireline.server.store.schema import TABLES
from fireline.server.store.sqlstore import SqlStore
from fireline.server.store.statements import Statement, statements
from fireline.server.store.upgrading import problem_of

if TYPE_CHECKING:
    from fireline.server.store.address import Address

CONNECTIONS = 10
CHAIN_LOCK = 0x686561647300
"""The lock that whoever puts a link behind the chain of heads holds until its commit."""
Connection: TypeAlias = Any
"""Of asyncpg, which says nothing of its types."""


class PostgresStore(SqlStore):
    """Tables in a database of a PostgreSQL server; see `open_store`."""

    def __init__(self, address: Address, pool: Any) -> None:
        super().__init__()
        self.address = str(address)
        self._pool = pool
        self._say: dict[str, Statement] = statements("postgresql")
        self._ear = Ear(lambda: connect(address))

    @classmethod
    async def open(cls, address: Address, *, create: bool) -> Self:
        """The store in this database, its schema made if the database holds nothing; raises `DatabaseError`."""
        with explained(address):
            connection = await connect(address)
            try:
                found = await revision_of(connection)
            finally:
                await connection.close()
            if found == "" and create:
                await upgrade_postgres(address)
            elif problem := problem_of(found):
                raise DatabaseError(Code.UNSUPPORTED, problem, file=str(address))
            pool = await driver().create_pool(
                address.url,
                min_size=1,
                max_size=CONNECTIONS,
                command_timeout=PATIENCE,
                timeout=PATIENCE,
                server_settings=SETTINGS,
            )
        return cls(address, pool)

    @override
    async def create(
        self, table: TableRow, first: Sequence[NewEvent], seats: Sequence[SeatRow] = ()
    ) -> tuple[KeptEvent, ...]:
        rows = [*in_place(prepare(first), table.id, 0, genesis(table))]
        await self._add_table(table, rows, seats, {})
        return tuple(map(kept, rows))

    @override
    async def take_in(
        self,
        table: TableRow,
        events: Sequence[KeptEvent],
        seats: Sequence[SeatRow] = (),
        seeds: Mapping[str, bytes] | None = None,
    ) -> None:
        await self._add_table(table, [event_values(table.id, event) for event in events], seats, seeds or {})

    @override
    async def append_many(self, table: str, expect: int, events: Sequence[NewEvent]) -> Appended | Stale | Duplicate:
        prepared = prepare(events)
        while True:
            try:
                with self._of(table):
                    return await self._append(table, expect, prepared)
            except (
                driver().UniqueViolationError
            ):  # another process was quicker by a hair; now its event is there to be seen
                continue

    @override
    @asynccontextmanager
    async def listen(self) -> AsyncIterator[AsyncIterator[Notice]]:
        self._check_open()
        with explained(self.address):
            await self._ear.open()
        with self._ear.listeners.mailbox() as box:
            yield box.notices()

    @override
    def check(self) -> None:
        """A server on a network is known by asking it."""

    @override
    async def close(self) -> None:
        if not self._closed:
            self._closed = True
            await self._ear.close()
            await self._pool.close()

    @asynccontextmanager
    async def _transaction(self) -> AsyncIterator[Connection]:
        self._check_open()
        with explained(self.address):
            async with self._pool.acquire() as db, db.transaction():
                yield db

    async def _rows(self, db: Connection, said: str, /, **values: Any) -> list[Any]:
        statement = self._say[said]
        found: list[Any] = await db.fetch(statement.sql, *statement.in_order(**values))
        return found

    async def _head(self, db: Connection, table: str) -> Ends:
        found = await self._rows(db, "head", table_id=table)
        if not found:
            raise NoSuchTable(table)
        ends = Ends.of(dict(found[0]))
        ends.check()
        return ends

    async def _link(self, db: Connection, *new: NewLink) -> None:
        """Put links behind the chain of heads: the last thing in a transaction, for here one waits for the other."""
        await db.execute("SELECT pg_advisory_xact_lock($1)", CHAIN_LOCK)
        last = await self._rows(db, "last_link")
        before, chain = last[0] if last else (0, "")
        for n, one in enumerate(new, before + 1):
            row = chained(one, n, chain)
            await self._rows(db, "add_link", **row)
            chain = row["chain"]

    async def _append(self, table: str, expect: int, prepared: Sequence[Prepared]) -> Appended | Stale | Duplicate:
        async with self._transaction() as db:
            head = await self._head(db, table)
            for cmd_id in (one.event.cmd_id for one in prepared if one.event.cmd_id is not None):
                if sent := await self._rows(db, "sent", table_id=table, cmd_id=cmd_id):
                    return Duplicate(read_event(dict(sent[0])))
            if head.last_seq != expect:
                return Stale(head.last_seq)
            rows = [*in_place(prepared, table, head.last_seq, head.last_hash)]
            for row in rows:
                await self._rows(db, "add_event", **row)
            last, hash_ = rows[-1]["seq"], rows[-1]["hash"]
            await self._rows(db, "set_head", table_id=table, to_seq=last, to_hash=hash_)
            await self._notify(db, table, last)
            await self._link(db, NewLink.of_log(table, last, hash_))
        return Appended(tuple(map(kept, rows)))

    async def _add_table(
        self,
        table: TableRow,
        rows: Sequence[Mapping[str, Any]],
        seats: Sequence[SeatRow],
        seeds: Mapping[str, bytes],
    ) -> None:
        try:
            async with self._transaction() as db:
                last, hash_ = rows[-1]["seq"], rows[-1]["hash"]
                links = [NewLink.of_log(table.id, last, hash_), *(NewLink.of_seat(table.id, seat) for seat in seats)]
                links += [NewLink.of_seed(table.id, commit, seed) for commit, seed in seeds.items()]
                await self._rows(db, "add_table", **table_values(table, last, hash_))
                for row in rows:
                    await self._rows(db, "add_event", **row)
                for seat in seats:
                    await self._rows(db, "add_seat", **seat_values(table.id, seat))
                for commit, seed in seeds.items():
                    await self._rows(db, "keep_seed", table_id=table.id, commit_hash=commit, seed=seed)
                await self._notify(db, table.id, last)
                await self._link(db, *links)
        except driver().UniqueViolationError as wrong:
            if wrong.table_name == TABLES.name:
                raise TableIsThere(table.id) from None
            raise DatabaseError(Code.UNAVAILABLE, f"PostgreSQL: {wrong}", file=self.address) from None

    @staticmethod
    async def _notify(db: Connection, table: str, head: int) -> None:
        """News that is heard when, and only if, the transaction commits."""
        await db.execute("SELECT pg_notify($1, $2)", CHANNEL, f"{head} {table}")

    @override
    async def _change(self, said: str, /, *, of: str | None = None, link: NewLink | None = None, **values: Any) -> None:
        statement = self._say[said]
        with self._of(of or ""):
            async with self._transaction() as db:
                if of is not None:
                    await self._head(db, of)
                done = await db.execute(statement.sql, *statement.in_order(**values))
                if link is not None and not done.endswith(" 0"):
                    await self._link(db, link)

    @override
    async def _ask(self, said: str, /, **values: Any) -> Sequence[Mapping[str, Any]]:
        self._check_open()
        statement = self._say[said]
        with explained(self.address):
            return [dict(row) for row in await self._pool.fetch(statement.sql, *statement.in_order(**values))]
