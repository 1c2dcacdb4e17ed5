"""What the databases have in common: every question, and every change that is one statement."""

from __future__ import annotations

import asyncio
import logging
from abc import abstractmethod
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from typing import Any, TypeVar

from typing_extensions import override

from fireline.game.errors import BattleFileError, Code
from fireline.server.store.chain import as_it_is, check_next, genesis
from fireline.server.store.errors import DatabaseError, TableDamaged
from fireline.server.store.heads import SEAT, SEED, SHOT, Ends, Link, NewLink, difference
from fireline.server.store.interface import PAGE, Store
from fireline.server.store.queries import (
    read_event,
    read_json,
    read_link,
    read_seat,
    read_seed,
    read_table,
    seat_values,
)
from fireline.server.store.rows import KeptEvent, SeatRow, Snapshot, TableRow

T = TypeVar("T")
LAST = 2**31 - 1
"""Behind the last number that an event may have."""
TRIES = 4
"""How often what is kept and the chain of heads are read until they agree: another server may write in between."""
log = logging.getLogger("fireline.server")
log.addHandler(logging.NullHandler())  # commands say it by themselves, the server alone has a log


class SqlStore(Store):
    """A store that is asked by the statements of `statements.statements`, by their names."""

    _closed = False

    def __init__(self) -> None:
        self.damaged = {}

    @abstractmethod
    async def _ask(self, said: str, /, **values: Any) -> Sequence[Mapping[str, Any]]:
        """The rows that answer a statement; raises `DatabaseError`."""

    @abstractmethod
    async def _change(self, said: str, /, *, of: str | None = None, link: NewLink | None = None, **values: Any) -> None:
        """Carry out a statement, safe on disk, and where it changed anything put a link behind the chain of heads.

        Raises `NoSuchTable` unless `of` is a table.
        """

    def _check_open(self) -> None:
        if self._closed:
            raise DatabaseError(Code.UNAVAILABLE, "is closed", file=self.address)

    @override
    def stop(self, table: str, problem: str) -> TableDamaged:
        self.damaged[table] = problem
        log.error("table %s is stopped: %s", table, problem)
        return TableDamaged(table, problem)

    @contextmanager
    def _of(self, table: str) -> Iterator[None]:
        """What is kept of a table is read or written on: where it is damaged, the table is stopped."""
        if table in self.damaged:
            raise TableDamaged(table, self.damaged[table])
        try:
            yield
        except DatabaseError:
            raise
        except BattleFileError as wrong:
            raise self.stop(table, str(wrong)) from None

    @override
    async def put_seat(self, table: str, seat: SeatRow) -> None:
        await self._change("put_seat", of=table, link=NewLink.of_seat(table, seat), **seat_values(table, seat))

    @override
    async def keep_seed(self, table: str, commit: str, seed: bytes) -> None:
        link = NewLink.of_seed(table, commit, seed)
        await self._change("keep_seed", link=link, table_id=table, commit_hash=commit, seed=seed)

    @override
    async def keep_snapshot(self, table: str, seq: int, state: Mapping[str, Any]) -> None:
        await self._change("keep_snapshot", of=table, table_id=table, seq=seq, state=as_it_is(state))

    @override
    async def keep_shot(self, id_: str, body: Mapping[str, Any]) -> None:
        text = as_it_is(body)
        await self._change("keep_shot", link=NewLink.of_shot(id_, text), id=id_, body=text)

    @override
    async def events(self, table: str, after: int = 0, limit: int = PAGE) -> list[KeptEvent]:
        after, limit = min(max(after, 0), LAST), min(max(limit, 0), LAST - 1)
        with self._of(table):
            found = await self._ask("table", id=table)  # before the events: they may become more, never fewer
            if not found:
                return []
            ends = Ends.of(found[0])
            ends.check()
            if after > ends.head_seq:
                problem = f"ends with event {ends.head_seq}, but event {after} was there: the last ones are missing"
                raise BattleFileError(Code.MISMATCH, problem)
            before = 1 if after else 0  # the event before them is read too: the first has to follow it
            rows = await self._ask("events", table_id=table, after=after - before, limit=limit + before)
            events = [read_event(row) for row in rows]
            if not before:
                prev = genesis(read_table(found[0]))
            elif events and events[0].seq == after:
                prev = events.pop(0).hash
            else:
                raise BattleFileError(Code.MISMATCH, f"event {after} is missing")
            for seq, event in enumerate(events, after + 1):
                check_next(event, seq, prev)
                prev = event.hash
            if len(events) < min(limit, ends.head_seq - after):
                raise BattleFileError(Code.MISMATCH, f"event {after + len(events) + 1} is missing")
            return events

    @override
    async def count(self, table: str, up_to: int) -> int:
        return int((await self._ask("count", table_id=table, up_to=up_to))[0]["events"])

    @override
    async def head(self, table: str) -> int:
        with self._of(table):
            rows = await self._ask("table", id=table)
            return Ends.of(rows[0]).head_seq if rows else 0

    @override
    async def table(self, id_: str) -> TableRow | None:
        with self._of(id_):
            rows = await self._ask("table", id=id_)
            if not rows:
                return None
            Ends.of(rows[0]).check()
            table = read_table(rows[0])
        await self.seats(id_)
        await self.seeds(id_)
        return table

    @override
    async def tables(self) -> list[TableRow]:
        tables = []
        for row in await self._ask("tables"):
            with self._of(str(row["id"])):
                tables.append(read_table(row))
        return tables

    @override
    async def seats(self, table: str) -> list[SeatRow]:
        return await self._agreed("seats", table, SEAT, read_seat, lambda seat: NewLink.of_seat(table, seat))

    @override
    async def seeds(self, table: str) -> dict[str, bytes]:
        return dict(await self._agreed("seeds", table, SEED, read_seed, lambda one: NewLink.of_seed(table, *one)))

    async def _agreed(
        self, said: str, table: str, kind: str, read: Callable[[Mapping[str, Any]], T], link: Callable[[T], NewLink]
    ) -> list[T]:
        """Rows of a table, once they are what the chain of heads says was written."""
        with self._of(table):
            problem = ""
            for again in range(TRIES):
                await asyncio.sleep(0.02 * again)
                found = [read(row) for row in await self._ask(said, table_id=table)]
                problem = difference(kind, await self.links_of(table, kind), map(link, found))
                if not problem:
                    return found
            raise BattleFileError(Code.MISMATCH, problem)

    @override
    async def links(self, after: int = 0, limit: int = PAGE) -> list[Link]:
        return [read_link(row) for row in await self._ask("links", after=after, limit=limit)]

    @override
    async def links_of(self, table: str, kind: str) -> list[Link]:
        return [read_link(row) for row in await self._ask("links_of", table_id=table, kind=kind)]

    @override
    async def latest_snapshot(self, table: str, up_to: int | None = None) -> Snapshot | None:
        rows = await self._ask("snapshot", table_id=table, up_to=LAST if up_to is None else up_to)
        return Snapshot(rows[0]["seq"], read_json(rows[0]["state"], "a snapshot")) if rows else None

    @override
    async def shot(self, id_: str) -> dict[str, Any] | None:
        rows = await self._ask("shot", id=id_)
        links = await self._ask("shot_links", key=id_)
        return self._shot(rows[0], [read_link(link) for link in links]) if rows else None

    @override
    async def shots(self) -> dict[str, dict[str, Any]]:
        known = {link.key for link in await self.links_of("", SHOT)}  # before the shots: they may become more
        rows = {str(row["id"]): row for row in await self._ask("shots")}
        if lost := known - rows.keys():
            raise DatabaseError(Code.MISMATCH, "was kept under a permanent link, and is missing", f"shot {min(lost)}")
        links: dict[str, list[Link]] = {}
        for link in await self.links_of("", SHOT):
            links.setdefault(link.key, []).append(link)
        return {id_: self._shot(row, links.get(id_, [])) for id_, row in rows.items()}

    @staticmethod
    def _shot(row: Mapping[str, Any], links: Sequence[Link]) -> dict[str, Any]:
        """A shot as it was kept; raises `DatabaseError`."""
        place = f"shot {row['id']}"
        try:
            body = read_json(row["body"], "what is kept")
        except BattleFileError as wrong:
            raise DatabaseError(wrong.code, wrong.problem, place) from None
        if problem := difference(SHOT, links, [NewLink.of_shot(str(row["id"]), row["body"])]):
            raise DatabaseError(Code.MISMATCH, problem, place)
        return body
