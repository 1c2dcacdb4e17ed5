"""All tables of a server: opened, found again, and kept in step with other servers of the same database."""

from __future__ import annotations

import asyncio
import logging
import secrets
from collections import OrderedDict
from contextlib import suppress
from typing import Any

from fireline import __version__
from fireline.game.battle import Battle
from fireline.game.errors import BattleFileError
from fireline.game.log import fingerprint
from fireline.server.dice.keys import ServerKey
from fireline.server.proof import commitment, fresh_server_seed
from fireline.server.store import DatabaseError, NewEvent, Store, TableRow
from fireline.server.tables.room import Room
from fireline.server.tables.seats import GM, Seat, fresh_token, token_hash
from fireline.server.work import Workers

MOST_IDLE = 200
"""How many tables at which nobody sits are kept in memory."""
log = logging.getLogger("fireline.server")


class Rooms:
    """The tables of a server."""

    def __init__(self, store: Store, workers: Workers, key: ServerKey) -> None:
        self._store, self._workers, self._key = store, workers, key
        self._rooms: OrderedDict[str, asyncio.Task[Room | None]] = OrderedDict()
        self._listening = asyncio.create_task(self._listen())

    async def create(
        self, battle: Battle, *, name: str, settings: dict[str, Any], seats: list[Seat]
    ) -> tuple[str, dict[str, str]]:
        """Open a table; gives its id, and the token of every seat by the seat's name.

        Among its settings are `dice`, `undo`, and `patience`, if the table does not wait for silent seats for ever.
        """
        table = secrets.token_urlsafe(12)
        tokens = {seat.name: fresh_token() for seat in seats}
        rows = [Seat(seat.name, seat.sides, token_hash(tokens[seat.name])).row() for seat in seats]
        body: dict[str, Any] = {
            "battle": battle.data(),
            "name": name,
            **settings,
            "seats": [{"name": seat.name, "sides": list(seat.sides)} for seat in seats],
        }
        row = TableRow(id=table, name=name, ruleset=battle.ruleset.id, version=__version__, settings=settings)
        first = NewEvent(kind="start", actor=GM, body=body, state=fingerprint(battle))
        await self._store.create(row, [first], rows)
        if settings["dice"] == "server":
            seed = fresh_server_seed()
            await self._store.keep_seed(table, commitment(seed), seed)
            committed = NewEvent(kind="commit", actor=GM, body={"commit": commitment(seed)}, state=first.state)
            await self._store.append(table, 1, committed)
        return table, tokens

    async def room(self, table: str) -> Room | None:
        """The table of this id, read when it is first asked for."""
        task = self._rooms.get(table)
        if task is None:
            task = self._rooms[table] = asyncio.create_task(self._load(table))
            await self._make_room()
        self._rooms.move_to_end(table)
        try:
            room = await asyncio.shield(task)
        except BattleFileError as wrong:
            self._rooms.pop(table, None)
            raise DatabaseError(
                wrong.code, wrong.problem, ": ".join(filter(None, (f"table {table}", wrong.place)))
            ) from None
        if room is None:
            self._rooms.pop(table, None)
        return room

    async def close(self) -> None:
        """Let go of everything."""
        self._listening.cancel()
        with suppress(asyncio.CancelledError):
            await self._listening

    async def _load(self, table: str) -> Room | None:
        row = await self._store.table(table)
        if row is None:
            return None
        room = Room(self._store, self._workers, row, self._key)
        await room.load()
        return room

    async def _make_room(self) -> None:
        """Forget the tables at which nobody has been for longest."""
        idle = [
            id_ for id_, task in self._rooms.items() if task.done() and not (task.exception() or _busy(task.result()))
        ]
        for id_ in idle[: max(0, len(idle) - MOST_IDLE)]:
            del self._rooms[id_]

    async def _listen(self) -> None:
        """Hear what other servers of the database append."""
        async with self._store.listen() as notices:
            async for notice in notices:
                for id_, task in list(self._rooms.items()):
                    if notice.table not in {None, id_} or not task.done() or task.exception():
                        continue
                    room = task.result()
                    if room is not None:
                        try:
                            await room.catch_up(notice.head if notice.table else room.game.head + 1)
                        except BattleFileError as wrong:
                            log.warning("table %s: %s", id_, wrong)


def _busy(room: Room | None) -> bool:
    return room is not None and bool(room.lines)
