"""Tables in PostgreSQL, shared by as many servers as there are."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Awaitable, Callable, Iterable, Mapping, Sequence
from contextlib import asynccontextmanager, suppress
from typing import TYPE_CHECKING, Any, Self, TypeAlias, TypeVar

from typing_extensions import override

from fireline.game.errors import Code
from fireline.server.store.chain import genesis, in_place, kept, prepare
from fireline.server.store.errors import ConnectionLost, DatabaseError, NoSuchTable, TableIsThere
from fireline.server.store.grouping import Answer, Append, Appends, Heads
from fireline.server.store.heads import Ends, NewLink, chained
from fireline.server.store.hearing import CHANNEL, Ear
from fireline.server.store.postgresserver import (
    PATIENCE,
    SETTINGS,
    connect,
    driver,
    explained,
    is_lost,
    revision_of,
    upgrade_postgres,
)
from fireline.server.store.queries import event_values, seat_values, table_values
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
PERSISTENCE, PAUSE = 10.0, 0.1
"""How long a lost connection is replaced before that is told, and how long to wait between two tries, in seconds."""
FAREWELL = 5.0
"""How long the server may take to part, in seconds."""
T = TypeVar("T")
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
        self._appends = Appends(self._append_group)

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
                min_size=0,
                max_size=CONNECTIONS,
                command_timeout=PATIENCE,
                timeout=PATIENCE,
                server_settings=SETTINGS,
                reset=_left_as_it_is,
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
        self._check_open()
        prepared = prepare(events)
        with self._of(table):
            return await self._appends.append(table, expect, prepared)

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
            await self._appends.close()
            self._closed = True
            await self._ear.close()
            with suppress(DatabaseError), explained(self.address):
                await asyncio.wait_for(self._pool.close(), FAREWELL)  # else it ends every connection without a word

    async def _surely(self, job: Callable[[Connection, bool], Awaitable[T]]) -> T:
        """What comes of a job on a connection, done again on another where that is lost; then the job is told so.

        Nobody knows whether what was lost was kept, so a job that must not be done twice looks first.
        """
        loop, again = asyncio.get_running_loop(), False
        until = loop.time() + PERSISTENCE
        while True:
            self._check_open()
            try:
                async with self._connection() as db:
                    return await job(db, again)
            except ConnectionLost:
                if loop.time() > until:
                    raise
            again = True
            await asyncio.sleep(PAUSE)

    @asynccontextmanager
    async def _connection(self) -> AsyncIterator[Connection]:
        with explained(self.address):
            async with self._pool.acquire() as db:
                try:
                    yield db
                except Exception as wrong:
                    if is_lost(wrong):
                        db.terminate()  # else a broken one might go back into the pool
                    raise

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
        rows = []
        for n, one in enumerate(new, before + 1):
            rows.append(chained(one, n, chain))
            chain = rows[-1]["chain"]
        await self._many(db, "add_link", rows)

    async def _many(self, db: Connection, said: str, rows: Iterable[Mapping[str, Any]]) -> None:
        statement = self._say[said]
        await db.executemany(statement.sql, [statement.in_order(**row) for row in rows])

    async def _append_group(self, group: Sequence[Append]) -> list[Answer]:
        """Carry out appends in one transaction, with one word to the other servers."""

        async def job(db: Connection, again: bool) -> list[Answer]:  # noqa: FBT001 - as `_surely` calls it
            before = [one for one in group if again and await self._is_kept(db, one.rows)]
            async with db.transaction():
                answers = await self._append_all(db, [one for one in group if one not in before])
            return [Appended(tuple(map(kept, one.rows))) if one in before else answers[one] for one in group]

        while True:
            try:
                return await self._surely(job)
            except driver().UniqueViolationError:  # another process was quicker by a hair
                if len(group) > 1:
                    raise

    async def _append_all(self, db: Connection, group: Sequence[Append]) -> dict[Append, Answer]:
        said = [(one.table, cmd_id) for one in group for cmd_id in one.cmd_ids]
        last = await self._rows(db, "last_of", tables=[*{one.table for one in group}])
        # Asked after that, so that a command which another server appends meanwhile is a duplicate and not stale.
        sent = await self._rows(db, "all_sent", tables=[table for table, _ in said], cmd_ids=[id_ for _, id_ in said])
        log = Heads(last, map(dict, sent))
        answers: dict[Append, Answer] = {one: log.append(one) for one in group}
        kept_now = [one for one, answer in answers.items() if isinstance(answer, Appended)]
        if kept_now:
            heads = [NewLink.of_log(one.table, one.rows[-1]["seq"], one.rows[-1]["hash"]) for one in kept_now]
            await self._many(db, "add_event", [row for one in kept_now for row in one.rows])
            await self._many(db, "set_head", [{"table_id": n.table, "to_seq": n.seq, "to_hash": n.hash} for n in heads])
            await self._notify(db, *(f"{head.seq} {head.table}" for head in heads))
            await self._link(db, *heads)
        return answers

    async def _is_kept(self, db: Connection, rows: Sequence[Mapping[str, Any]]) -> bool:
        """Whether a transaction whose end nobody heard has kept these events; their hashes tell them from others."""
        if not rows:  # none was tried before
            return False
        place = {"table_id": rows[0]["table_id"], "after": rows[0]["seq"] - 1, "limit": len(rows)}
        found = await self._rows(db, "events", **place)
        return [row["hash"] for row in found] == [row["hash"] for row in rows]

    async def _add_table(
        self,
        table: TableRow,
        rows: Sequence[Mapping[str, Any]],
        seats: Sequence[SeatRow],
        seeds: Mapping[str, bytes],
    ) -> None:
        async def job(db: Connection, again: bool) -> None:  # noqa: FBT001 - as `_surely` calls it
            if again and await self._is_kept(db, rows):
                return
            async with db.transaction():
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
                await self._notify(db, f"{last} {table.id}")
                await self._link(db, *links)

        try:
            await self._surely(job)
        except driver().UniqueViolationError as wrong:
            if wrong.table_name == TABLES.name:
                raise TableIsThere(table.id) from None
            raise DatabaseError(Code.UNAVAILABLE, f"PostgreSQL: {wrong}", file=self.address) from None

    @staticmethod
    async def _notify(db: Connection, *news: str) -> None:
        """News that is heard when, and only if, the transaction commits."""
        await db.execute("SELECT pg_notify($1, news) FROM unnest($2::text[]) AS news", CHANNEL, news)

    @override
    async def _change(self, said: str, /, *, of: str | None = None, link: NewLink | None = None, **values: Any) -> None:
        statement = self._say[said]

        async def job(db: Connection, _: bool) -> None:  # noqa: FBT001 - every change may be made twice
            async with db.transaction():
                if of is not None:
                    await self._head(db, of)
                done = await db.execute(statement.sql, *statement.in_order(**values))
                if link is not None and not done.endswith(" 0"):
                    await self._link(db, link)

        with self._of(of or ""):
            await self._surely(job)

    @override
    async def _ask(self, said: str, /, **values: Any) -> Sequence[Mapping[str, Any]]:
        async def job(db: Connection, _: bool) -> list[dict[str, Any]]:  # noqa: FBT001 - as `_surely` calls it
            return [dict(row) for row in await self._rows(db, said, **values)]

        return await self._surely(job)


async def _left_as_it_is(_: Connection) -> None:
    """A connection has nothing to forget: no statement here changes it, and news come by another."""
