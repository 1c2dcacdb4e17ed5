"""All tables of a server: opened, found again, kept in step with other servers of the same database, and forgotten."""

from __future__ import annotations

import asyncio
import ctypes
import logging
import secrets
import time
from collections import OrderedDict
from collections.abc import Callable, Iterator
from contextlib import suppress
from typing import Any

from fireline import __version__
from fireline.game.battle import Battle
from fireline.game.errors import BattleFileError, Code
from fireline.server.dice.hashes import commitment, fresh_secret
from fireline.server.dice.notes import ServerKey
from fireline.server.problems import Problem
from fireline.server.store.rows import ConnectionLost, DatabaseError, Notice, TableDamaged, TableRow
from fireline.server.store.store import Store
from fireline.server.tables.planning import LOG_FORMAT, opening, to_keep
from fireline.server.tables.room import Room
from fireline.server.tables.seats import GM, Seat, fresh_token, seat_of, token_hash
from fireline.server.work import Work

EVERY = 30.0
"""Seconds between two looks for what can be given back."""
AFTER = 600.0
"""Seconds after which a table at which nobody sits leaves memory; it is read again when somebody comes."""
MOST_IDLE = 200
"""How many tables at which nobody sits are kept in memory."""
PAUSE = 0.5
"""How long to wait before a database that was away is asked again, in seconds."""
UNKNOWN = {"WWW-Authenticate": "Bearer"}
"""The header of an answer to somebody who has no seat."""
log = logging.getLogger("fireline.server")


async def give_back(anything: Callable[[], bool]) -> None:
    """From time to time, where `anything` has become free, give memory back to the system; goes on for ever."""
    while True:
        await asyncio.sleep(EVERY)
        if anything():
            await asyncio.to_thread(trim)


def trim() -> None:
    """Give back what is free: the GNU C library keeps it otherwise; others do so by themselves."""
    with suppress(OSError, AttributeError):
        ctypes.CDLL(None).malloc_trim(0)


class Rooms:
    """The tables of a server."""

    def __init__(self, store: Store, work: Work, key: ServerKey) -> None:
        self._store, self._work, self._key = store, work, key
        self._rooms: OrderedDict[str, asyncio.Task[Room | None]] = OrderedDict()
        self._used: dict[str, float] = {}
        """When somebody last asked for each table."""
        self._sockets = 0
        self._following = set[asyncio.Task[None]]()
        self._tasks = [asyncio.create_task(self._listen()), asyncio.create_task(give_back(self.tidy))]

    async def create(
        self, battle: Battle, *, name: str, settings: dict[str, Any], seats: list[Seat]
    ) -> tuple[str, dict[str, str]]:
        """Open a table; gives its id, and the token of every seat by the seat's name.

        Among its settings are `dice`, `undo`, and `patience`, if the table does not wait for silent seats for ever.
        """
        table = secrets.token_urlsafe(12)
        tokens = {seat.name: fresh_token() for seat in seats}
        rows = [Seat(seat.name, seat.sides, token_hash(tokens[seat.name])).row() for seat in seats]
        settings = settings | {
            "log": LOG_FORMAT,
            "seats": [{"name": one.name, "sides": list(one.sides)} for one in seats],
        }
        row = TableRow(id=table, name=name, ruleset=battle.ruleset.id, version=__version__, settings=settings)
        kind, body, *_ = opening(battle, name, settings)
        first, state = [to_keep(kind, GM, body, battle.fingerprint)], battle.fingerprint
        if settings["dice"] == "server":
            seed = fresh_secret()
            await self._store.keep_seed(table, commitment(seed), seed)
            first.append(to_keep("commit", GM, {"commit": commitment(seed)}, state))
        await self._store.create(row, first, rows)
        return table, tokens

    async def room(self, table: str) -> Room | None:
        """The table of this id, read when it is first asked for; raises `TableDamaged` for one that is stopped."""
        if table in self._store.damaged:
            self._rooms.pop(table, None)
            raise TableDamaged(table, self._store.damaged[table])
        task = self._rooms.get(table)
        if task is None:
            task = self._rooms[table] = asyncio.create_task(self._load(table))
            self._make_room()
        self._rooms.move_to_end(table)
        self._used[table] = time.monotonic()
        try:
            room = await asyncio.shield(task)
        except DatabaseError:
            self._forget(table)
            raise
        if room is None:
            self._forget(table)
        return room

    async def seat(self, table: str, token: str) -> tuple[Room, Seat]:
        """The table of this id, and the seat that a token opens; raises `Problem`, and what `room` raises."""
        room = await self.room(table)
        seat = seat_of(token, room.seats) if room else None
        if room is None or seat is None:  # who has no seat is not told whether there is such a table
            raise Problem(401, Code.FORBIDDEN, "no seat of such a table has this token", headers=UNKNOWN)
        if seat.revoked:
            why = "this seat's link is no longer good; ask the game master for a new one"
            raise Problem(403, Code.FORBIDDEN, why, kind="revoked")
        return room, seat

    async def close(self) -> None:
        """Let go of everything."""
        for task in (*self._tasks, *self._following):
            task.cancel()
            with suppress(asyncio.CancelledError):
                await task

    async def _load(self, table: str) -> Room | None:
        row = await self._store.table(table)
        if row is None:
            return None
        room = Room(self._store, self._work, row, self._key)
        try:
            with self._store.of(table):
                await room.load()
        except BattleFileError:
            raise
        except Exception as wrong:  # whatever stands in its events, it stops this table and no other
            log.exception("table %s", table)
            raise self._store.stop(table, f"cannot be read ({type(wrong).__name__})") from None
        return room

    def _make_room(self) -> None:
        """Forget the tables at which nobody has been for longest."""
        idle = [id_ for id_ in self._rooms if not self._is_busy(id_)]
        for id_ in idle[: max(0, len(idle) - MOST_IDLE)]:
            self._forget(id_)

    def tidy(self) -> bool:
        """Forget the tables that nobody has used for a while; whether anything has become free since the last time."""
        before = time.monotonic() - AFTER
        unused = [id_ for id_, used in self._used.items() if used < before and not self._is_busy(id_)]
        for id_ in unused:
            self._forget(id_)
        had, self._sockets = self._sockets, sum(len(room.lines) for room in self._loaded())
        return bool(unused) or self._sockets < had

    def _forget(self, table: str) -> None:
        self._rooms.pop(table, None)
        self._used.pop(table, None)

    def _is_busy(self, table: str) -> bool:
        """Whether somebody sits at a table, or it is being read."""
        task = self._rooms.get(table)
        if task is None or (task.done() and task.exception()):
            return False
        return not task.done() or ((room := task.result()) is not None and bool(room.lines))

    def _loaded(self) -> Iterator[Room]:
        """The tables in memory."""
        for task in self._rooms.values():
            if task.done() and not task.exception() and (room := task.result()) is not None:
                yield room

    async def _listen(self) -> None:
        """Hear what other servers of the database append, for as long as this one runs."""
        while True:
            try:
                async with self._store.listen() as notices:
                    self._pass_on(Notice(None, 0))  # tables that were read before it began to listen
                    async for notice in notices:
                        self._pass_on(notice)
            except DatabaseError as wrong:  # it begins again, and looks at every table once
                log.warning("%s", wrong)
            await asyncio.sleep(PAUSE)

    def _pass_on(self, notice: Notice) -> None:
        """Have the tables catch up that a notice is for: each by itself, so that none waits for another."""
        for id_ in [*self._rooms] if notice.table is None else [notice.table]:
            if (loading := self._rooms.get(id_)) is not None:
                following = asyncio.create_task(self._follow(id_, loading, notice))
                self._following.add(following)
                following.add_done_callback(self._following.discard)

    async def _follow(self, id_: str, loading: asyncio.Task[Room | None], notice: Notice) -> None:
        try:
            room = await asyncio.shield(loading)  # it may have been read just before what the notice is of
        except BattleFileError:  # told to whoever asked for it; it is read anew for whoever asks next
            return
        while room is not None:
            try:
                with self._store.of(id_):
                    await room.catch_up(notice.head if notice.table else room.game.head + 1)
            except ConnectionLost as wrong:
                log.warning("table %s: %s", id_, wrong)
                await asyncio.sleep(PAUSE)
                continue
            except DatabaseError as wrong:
                log.warning("table %s: %s", id_, wrong)
            return
