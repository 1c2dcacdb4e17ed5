"""Appends that are asked for at the same time are carried out together, group after group."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable, Iterable, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass, field
from typing import Any

from fireline.game.errors import BattleFileError
from fireline.server.store.chain import Prepared, in_place, kept
from fireline.server.store.errors import ConnectionLost, NoSuchTable
from fireline.server.store.heads import Ends
from fireline.server.store.rows import Appended, Duplicate, Stale

MOST = 64
"""How many appends share one transaction at most."""
Answer = Appended | Duplicate | Stale | BattleFileError


@dataclass(eq=False)
class Append:
    """An append that was asked for; `rows` are those that it last tried to keep."""

    table: str
    expect: int
    prepared: Sequence[Prepared]
    answer: asyncio.Future[Appended | Duplicate | Stale]
    rows: list[dict[str, Any]] = field(default_factory=list)

    @property
    def cmd_ids(self) -> list[str]:
        """The commands that its events carry."""
        return [one.event.cmd_id for one in self.prepared if one.event.cmd_id is not None]


class Heads:
    """How far some tables have come, and which commands they have: enough to say what comes of appends to them.

    `last` are the last events of the tables with the heads that stand in the rows of the tables, `sent` the rows of all
    commands that are there already.
    """

    def __init__(self, last: Iterable[Mapping[str, Any]], sent: Iterable[Mapping[str, Any]]) -> None:
        self._last = {row["table_id"]: Ends.of(_ends(row)) for row in last}
        self._sent = {(row["table_id"], row["cmd_id"]): row for row in sent}

    def append(self, one: Append) -> Answer:
        """What comes of an append behind those before it; where it fits, its `rows` are to be kept."""
        last = self._last.get(one.table)
        if last is None:
            return NoSuchTable(one.table)
        try:
            last.check()
        except BattleFileError as wrong:
            return wrong
        for cmd_id in one.cmd_ids:
            if (sent := self._sent.get((one.table, cmd_id))) is not None:
                return Duplicate(kept(sent))
        if last.last_seq != one.expect:
            return Stale(last.last_seq)
        one.rows = [*in_place(one.prepared, one.table, last.last_seq, last.last_hash)]
        now = one.rows[-1]
        self._last[one.table] = Ends.of(_ends(now | {"head_seq": now["seq"], "head_hash": now["hash"]}))
        self._sent |= {(one.table, row["cmd_id"]): row for row in one.rows if row["cmd_id"] is not None}
        return Appended(tuple(map(kept, one.rows)))


def _ends(row: Mapping[str, Any]) -> dict[str, Any]:
    """The last event of a table and the head in its row, by the names that `Ends` knows."""
    told = {name: row[name] for name in ("head_seq", "head_hash")}
    return told | {"last_seq": row["seq"], "last_hash": row["hash"]}


class Appends:
    """Takes appends one at a time and has them carried out in groups, one group after the other.

    `carry_out` answers a whole group, in order, or raises: then nothing of it was kept, and each is tried by itself,
    so that what is wrong with one is told to nobody else. `ConnectionLost` is told to all of them.
    """

    def __init__(self, carry_out: Callable[[Sequence[Append]], Awaitable[Sequence[Answer]]]) -> None:
        self._carry_out = carry_out
        self._waiting: asyncio.Queue[Append] = asyncio.Queue()
        self._worker: asyncio.Task[None] | None = None

    async def append(self, table: str, expect: int, prepared: Sequence[Prepared]) -> Appended | Duplicate | Stale:
        """What comes of an append, once it is safe; raises what went wrong with it."""
        if self._worker is None:
            self._worker = asyncio.create_task(self._work())
        one = Append(table, expect, prepared, asyncio.get_running_loop().create_future())
        self._waiting.put_nowait(one)
        return await one.answer

    async def close(self) -> None:
        """Carry out what waits, and stop."""
        if self._worker is not None:
            await self._waiting.join()
            self._worker.cancel()
            with suppress(asyncio.CancelledError):
                await self._worker

    async def _work(self) -> None:
        while True:
            group = [await self._waiting.get()]
            while len(group) < MOST and not self._waiting.empty():
                group.append(self._waiting.get_nowait())
            # Two servers that write to the same tables take them in the same order, so neither waits for the other.
            await self._settle(sorted(group, key=lambda one: one.table))
            for _ in group:
                self._waiting.task_done()

    async def _settle(self, group: Sequence[Append]) -> None:
        try:
            answers = await self._carry_out(group)
        except Exception as wrong:  # noqa: BLE001 - whatever it is, it belongs to the one who asked
            if len(group) == 1 or isinstance(wrong, ConnectionLost):
                for one in group:
                    _tell(one, wrong)
            else:
                for one in group:
                    await self._settle([one])
        else:
            for one, answer in zip(group, answers, strict=True):
                _tell(one, answer)


def _tell(one: Append, answer: Answer | Exception) -> None:
    if one.answer.done():  # nobody waits for it any more
        return
    if isinstance(answer, Exception):
        one.answer.set_exception(answer)
    else:
        one.answer.set_result(answer)
