"""What the databases have in common: every question, and every change that is one statement."""

from __future__ import annotations

import json
from abc import abstractmethod
from collections.abc import Mapping, Sequence
from typing import Any

from typing_extensions import override

from fireline.game.errors import Code
from fireline.server.store.chain import as_it_is, kept
from fireline.server.store.errors import DatabaseError
from fireline.server.store.interface import PAGE, Store
from fireline.server.store.queries import read_seat, read_table, seat_values
from fireline.server.store.rows import KeptEvent, SeatRow, Snapshot, TableRow

LAST = 2**31 - 1
"""Behind the last number that an event may have."""


class SqlStore(Store):
    """A store that is asked by the statements of `statements.statements`, by their names."""

    _closed = False

    @abstractmethod
    async def _ask(self, said: str, /, **values: Any) -> Sequence[Mapping[str, Any]]:
        """The rows that answer a statement; raises `DatabaseError`."""

    @abstractmethod
    async def _change(self, said: str, /, *, of: str | None = None, **values: Any) -> int:
        """How many rows a statement has changed, safe on disk; raises `NoSuchTable` unless `of` is a table."""

    def _check_open(self) -> None:
        if self._closed:
            raise DatabaseError(Code.UNAVAILABLE, "is closed", file=self.address)

    @override
    async def put_seat(self, table: str, seat: SeatRow) -> None:
        await self._change("put_seat", of=table, **seat_values(table, seat))

    @override
    async def revoke_seat(self, table: str, name: str) -> bool:
        changed = await self._change("revoke_seat", table_id=table, seat=name)
        return changed > 0 or any(seat.name == name for seat in await self.seats(table))

    @override
    async def keep_seed(self, table: str, commit: str, seed: bytes) -> None:
        await self._change("keep_seed", table_id=table, commit_hash=commit, seed=seed)

    @override
    async def keep_snapshot(self, table: str, seq: int, state: Mapping[str, Any]) -> None:
        await self._change("keep_snapshot", of=table, table_id=table, seq=seq, state=as_it_is(state))

    @override
    async def keep_shot(self, id_: str, body: Mapping[str, Any]) -> None:
        await self._change("keep_shot", id=id_, body=as_it_is(body))

    @override
    async def events(self, table: str, after: int = 0, limit: int = PAGE) -> list[KeptEvent]:
        numbers = {"after": min(max(after, 0), LAST), "limit": min(max(limit, 0), LAST)}
        return [kept(row) for row in await self._ask("events", table_id=table, **numbers)]

    @override
    async def head(self, table: str) -> int:
        rows = await self._ask("head", table_id=table)
        return int(rows[0]["seq"]) if rows else 0

    @override
    async def table(self, id_: str) -> TableRow | None:
        rows = await self._ask("table", id=id_)
        return read_table(rows[0]) if rows else None

    @override
    async def tables(self) -> list[TableRow]:
        return [read_table(row) for row in await self._ask("tables")]

    @override
    async def seats(self, table: str) -> list[SeatRow]:
        return [read_seat(row) for row in await self._ask("seats", table_id=table)]

    @override
    async def seeds(self, table: str) -> dict[str, bytes]:
        return {row["commit_hash"]: bytes(row["seed"]) for row in await self._ask("seeds", table_id=table)}

    @override
    async def latest_snapshot(self, table: str, up_to: int | None = None) -> Snapshot | None:
        rows = await self._ask("snapshot", table_id=table, up_to=LAST if up_to is None else up_to)
        return Snapshot(rows[0]["seq"], json.loads(rows[0]["state"])) if rows else None

    @override
    async def shot(self, id_: str) -> dict[str, Any] | None:
        rows = await self._ask("shot", id=id_)
        return json.loads(rows[0]["body"]) if rows else None

    @override
    async def shots(self) -> dict[str, dict[str, Any]]:
        return {row["id"]: json.loads(row["body"]) for row in await self._ask("shots")}
