"""What every database of tables can do, whatever keeps it."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import AsyncIterator, Mapping, Sequence
from contextlib import AbstractAsyncContextManager
from typing import Any

from fireline.server.store.errors import TableDamaged
from fireline.server.store.heads import Link
from fireline.server.store.rows import (
    Appended,
    Duplicate,
    KeptEvent,
    NewEvent,
    Notice,
    SeatRow,
    Snapshot,
    Stale,
    TableRow,
)

PAGE = 1000
"""How many events are read at once unless somebody asks for more or fewer."""


class Store(ABC):
    """Tables, and the log of each: append-only, numbered from 1 without a gap, each event chained to the last.

    Whatever a method has answered is safe on disk. All of them raise `DatabaseError` where the database cannot be
    read or written; then nothing of that call was kept. What is read is what was written: where it is not, the table is
    stopped by `TableDamaged`, and the others go on.
    """

    address: str
    """Where it is kept, as it may be told to people: without a password."""
    damaged: dict[str, str]
    """The tables that are stopped until the server starts again, and why."""

    @abstractmethod
    def stop(self, table: str, problem: str) -> TableDamaged:
        """Stop a table, and say so in the server's log; gives the error that tells it."""

    @abstractmethod
    async def create(
        self, table: TableRow, first: Sequence[NewEvent], seats: Sequence[SeatRow] = ()
    ) -> tuple[KeptEvent, ...]:
        """Open a table with its first events (at least one) and its seats, all at once.

        Raises `TableIsThere`.
        """

    async def append(self, table: str, expect: int, event: NewEvent) -> Appended | Stale | Duplicate:
        """Append one event behind number `expect`, the head that its writer has seen.

        Raises `NoSuchTable`.
        """
        return await self.append_many(table, expect, [event])

    @abstractmethod
    async def append_many(self, table: str, expect: int, events: Sequence[NewEvent]) -> Appended | Stale | Duplicate:
        """Append several events one after the other, all of them or none.

        Whether one of their `cmd_id` is there already is asked before `expect` is: who sends a command again may not
        know how far the log has gone. Raises `NoSuchTable`.
        """

    @abstractmethod
    async def take_in(
        self,
        table: TableRow,
        events: Sequence[KeptEvent],
        seats: Sequence[SeatRow] = (),
        seeds: Mapping[str, bytes] | None = None,
    ) -> None:
        """Keep a whole table that was exported, its events as they are; raises `TableIsThere`.

        Whether they are a chain is for the caller to check (`chain.check_next`).
        """

    @abstractmethod
    async def events(self, table: str, after: int = 0, limit: int = PAGE) -> list[KeptEvent]:
        """The events of a table behind number `after`, in order, at most `limit`; none for an unknown table.

        Each is unchanged and follows the one before it, and the last is the last that was kept.
        """

    @abstractmethod
    async def count(self, table: str, up_to: int) -> int:
        """How many events a table has up to this number, counted."""

    @abstractmethod
    async def links(self, after: int = 0, limit: int = PAGE) -> list[Link]:
        """The chain of heads behind link number `after`, in order, at most `limit`; see `heads`."""

    @abstractmethod
    async def links_of(self, table: str, kind: str) -> list[Link]:
        """The links of one kind that tell of one table, in order."""

    @abstractmethod
    async def head(self, table: str) -> int:
        """The number of a table's last event; 0 for an unknown table."""

    @abstractmethod
    async def table(self, id_: str) -> TableRow | None:
        """The table of this id, if there is one."""

    @abstractmethod
    async def tables(self) -> list[TableRow]:
        """All tables, the oldest first."""

    @abstractmethod
    async def seats(self, table: str) -> list[SeatRow]:
        """The seats of a table, by name, revoked ones too."""

    @abstractmethod
    async def put_seat(self, table: str, seat: SeatRow) -> None:
        """Add a seat, or replace the one of this name: a new token, and the old one opens nothing more.

        Raises `NoSuchTable`.
        """

    @abstractmethod
    async def keep_seed(self, table: str, commit: str, seed: bytes) -> None:
        """Keep the secret seed behind a commitment; to be called before the commitment is published.

        A seed that is kept for this commitment stays. Seeds are in no event and no shared export.
        """

    @abstractmethod
    async def seeds(self, table: str) -> dict[str, bytes]:
        """The secret seeds of a table by their commitments."""

    @abstractmethod
    async def keep_snapshot(self, table: str, seq: int, state: Mapping[str, Any]) -> None:
        """Keep the battle after an event, to spare a replay; a cache and never the truth."""

    @abstractmethod
    async def latest_snapshot(self, table: str, up_to: int | None = None) -> Snapshot | None:
        """The last snapshot at or before an event, or of all."""

    @abstractmethod
    async def keep_shot(self, id_: str, body: Mapping[str, Any]) -> None:
        """Keep a shot for its permanent link; one that is there stays as it is."""

    @abstractmethod
    async def shot(self, id_: str) -> dict[str, Any] | None:
        """The shot of a permanent link, if there is one."""

    @abstractmethod
    async def shots(self) -> dict[str, dict[str, Any]]:
        """All shots of permanent links."""

    @abstractmethod
    def listen(self) -> AbstractAsyncContextManager[AsyncIterator[Notice]]:
        """News of every append from now on, by this process or another that shares the database.

        Notices of one table that nobody has taken yet merge into the newest. Use it as
        `async with store.listen() as notices: async for notice in notices: ...`.
        """

    @abstractmethod
    def check(self) -> None:
        """Raise `DatabaseError` where it is known without asking that nothing can be kept any more."""

    @abstractmethod
    async def close(self) -> None:
        """Finish what was begun and let go of the database; whatever is asked afterwards raises `DatabaseError`."""
