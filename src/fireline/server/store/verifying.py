"""A whole database gone over: every chain, every state, every face whose seed is known, and that nothing is missing."""

from __future__ import annotations

from collections.abc import AsyncIterator
from typing import NamedTuple

from fireline.game.errors import BattleFileError, Code
from fireline.game.files import NO_FILES, Files
from fireline.server.dice.found import Found
from fireline.server.referee import Referee
from fireline.server.store.errors import DatabaseError, TableDamaged
from fireline.server.store.heads import LOG, UPGRADE, check_link
from fireline.server.store.rows import TableRow
from fireline.server.store.store import Store


class Verified(NamedTuple):
    """A table in which everything is as it was written."""

    table: TableRow
    found: Found
    before: int
    """How many of its events were there before the database had a chain of heads: what was there, nobody can say."""


async def verify_store(store: Store, files: Files = NO_FILES) -> AsyncIterator[Verified]:
    """Every table with what was found in it; raises `BattleFileError` naming the first event that differs, and why."""
    try:
        tables = await store.tables()
        for table in tables:
            yield await _verify(store, table, files)
        await store.shots()
        await _go_over_chain(store, {table.id for table in tables})
    except BattleFileError as wrong:
        raise wrong.inside(file=store.address) from None


async def _verify(store: Store, row: TableRow, files: Files) -> Verified:
    try:
        await store.table(row.id)  # with its seats, and where it ends
        referee = Referee(row, await store.seeds(row.id), files)
        links = await store.links_of(row.id, LOG)
        await _go_over(store, row.id, referee, {link.seq: link.hash for link in links})
    except DatabaseError:
        raise
    except BattleFileError as wrong:
        raise TableDamaged(row.id, str(wrong)) from None
    return Verified(row, referee.found, max((link.seq for link in links if link.how == UPGRADE), default=0))


async def _go_over(store: Store, table: str, referee: Referee, heads: dict[int, str]) -> None:
    """Show the referee every event, and see that it is the one that was there when it was the last."""
    seq = 0
    while events := await store.events(table, seq):
        for event in events:
            if heads.pop(event.seq, event.hash) != event.hash:
                problem = f"event {event.seq} is another than the one in the chain of heads"
                raise BattleFileError(Code.MISMATCH, problem)
            referee.take(event)
            seq = event.seq
    if heads or await store.count(table, seq) != seq:
        raise BattleFileError(Code.MISMATCH, "has other events than were written to it")


async def _go_over_chain(store: Store, tables: set[str]) -> None:
    """The chain of heads from its first link to its last; every table that it names is there."""
    n, chain = 0, ""
    while links := await store.links(n):
        for link in links:
            check_link(link, n + 1, chain)
            if link.kind == LOG and link.table_id not in tables:  # it may have been opened since
                if await store.table(link.table_id) is None:
                    raise TableDamaged(link.table_id, "is missing, with all its events")
                tables.add(link.table_id)
            n, chain = link.n, link.chain
