"""A whole database gone over: every chain, every state, every face whose seed is known."""

from __future__ import annotations

from collections.abc import AsyncIterator

from fireline.game.errors import BattleFileError, Code
from fireline.game.files import NO_FILES, Files
from fireline.server.dice.found import Found
from fireline.server.referee import Referee
from fireline.server.store.chain import check_next, genesis
from fireline.server.store.errors import at
from fireline.server.store.interface import Store
from fireline.server.store.rows import TableRow


async def verify_store(store: Store, files: Files = NO_FILES) -> AsyncIterator[tuple[TableRow, Found]]:
    """Every table with what was found in it; raises `BattleFileError` naming the first event that differs, and why."""
    for table in await store.tables():
        try:
            yield table, await _verify(store, table, files)
        except BattleFileError as wrong:
            raise at(f"table {table.id}", wrong).inside(file=store.address) from None


async def _verify(store: Store, table: TableRow, files: Files) -> Found:
    referee = Referee(table, await store.seeds(table.id), files)
    seq, prev = 0, genesis(table)
    while events := await store.events(table.id, seq):
        for event in events:
            check_next(event, seq + 1, prev)
            referee.take(event)
            seq, prev = event.seq, event.hash
    if not seq:
        raise BattleFileError(Code.MISSING, "has no events")
    return referee.found
