"""One table while somebody is there: commands in order, kept before anybody hears of them, then told to all."""

from __future__ import annotations

import asyncio
from collections import Counter, OrderedDict
from collections.abc import Callable, Iterable, Sequence
from functools import partial
from typing import Any, NamedTuple

from fireline.chance.transcript import Transcript
from fireline.game.battle import Battle, PlayResult
from fireline.game.command import Command
from fireline.game.errors import Code
from fireline.server.problems import Problem
from fireline.server.store import Appended, Duplicate, KeptEvent, NewEvent, Stale, Store, TableRow
from fireline.server.tables.deciding import Decider, Decision, Refused, carry_out
from fireline.server.tables.game import Game
from fireline.server.tables.lines import SEAT_SHUT, Line
from fireline.server.tables.said import Said
from fireline.server.tables.seats import Seat
from fireline.server.tables.views import View, told, view_of
from fireline.server.wire import as_json
from fireline.server.work import SEAT, Lane

PRESENCE_EVERY = 1.0
"""Seconds between two words on who is there, however many come and go."""
SMALL = 16 * 1024
"""The largest battle of a quick game that is played on the spot, in bytes."""
TOGETHER = 10
"""How many events are read before others have their turn."""
MOST_TEXTS = 200
"""How many messages are held for whoever is told the same."""


class Acknowledged(NamedTuple):
    """A command was carried out, now or before: the event that it led to."""

    event: KeptEvent
    again: bool


class Room:
    """A table: its game, its seats, and the lines to everybody who is there."""

    def __init__(self, store: Store, lane: Lane, row: TableRow) -> None:
        self.row, self.game, self.seats = row, Game(), list[Seat]()
        self.lines: set[Line] = set()
        self._store, self._lane = store, lane
        self._lock = asyncio.Lock()
        self._seeds: dict[str, bytes] = {}
        self._texts: OrderedDict[tuple[int, View], str] = OrderedDict()
        self._told: tuple[int, View, dict[str, Any]] = 0, None, {}
        self._presence: asyncio.TimerHandle | None = None

    async def load(self) -> None:
        """Read the table as it is kept."""
        async with self._lock:
            await self._catch_up()
            await self._read_seats()

    # --- commands --------------------------------------------------------------------

    async def say(self, seat: Seat, said: Said, first: Callable[[Acknowledged], None] = lambda _: None) -> Acknowledged:
        """Carry out a command of a seat, once; `first` hears that it is kept before everybody hears of it.

        Raises `Refused`.
        """
        async with self._lock:
            while True:
                if (before := self.game.by_command.get(said.cmd_id)) is not None:
                    done = self._again(seat, self.game.log[before - 1].event)
                    first(done)
                    return done
                decision = await self._decide(seat, said)
                for commit, seed in decision.seeds.items():
                    await self._store.keep_seed(self.row.id, commit, seed)
                answer = await self._store.append_many(
                    self.row.id, self.game.head, list(_new(decision, seat, said.cmd_id))
                )
                match answer:
                    case Appended(events):
                        self._seeds |= decision.seeds
                        for event, planned in zip(events, decision.events, strict=True):
                            self.game.take(event, planned.after)
                        done = Acknowledged(events[-1], again=False)
                        first(done)
                        self._tell(events)
                        return done
                    case Duplicate() | Stale():  # another process was quicker
                        await self._catch_up()

    def _again(self, seat: Seat, event: KeptEvent) -> Acknowledged:
        if event.actor != seat.name:
            problem = Problem(403, Code.FORBIDDEN, "This cmd_id is another seat's.", kind="forbidden")
            raise Refused("forbidden", problem)
        return Acknowledged(event, again=True)

    async def _decide(self, seat: Seat, said: Said) -> Decision:
        if self.game.book.commit and self.game.book.commit not in self._seeds:
            self._seeds = await self._store.seeds(self.row.id)
        decider = Decider(
            self.row.id,
            self.game,
            seat,
            settings=self.row.settings,
            seeds=self._seeds,
            players=frozenset(one.name for one in self.seats if one.sides and not one.revoked and not one.is_gm),
            play=partial(self._play, seat),
        )
        return await decider.decide(said)

    async def _play(self, seat: Seat, battle: Battle, command: Command, fresh: Any) -> tuple[PlayResult, Transcript]:
        how: dict[str, Any] = {"client": seat.token, "rank": SEAT}
        if battle.ruleset.quick and self.game.size <= SMALL:
            return await self._lane.on_the_spot(carry_out, battle, command, fresh, **how)
        played: tuple[PlayResult, Transcript] = await self._lane.answer(carry_out, battle, command, fresh, **how)
        return played

    # --- what others did -------------------------------------------------------------

    async def catch_up(self, head: int) -> None:
        """Take in what another process has appended, as far as a head and further."""
        if self.game.head < head:
            async with self._lock:
                await self._catch_up()

    async def _catch_up(self) -> None:
        while events := await self._store.events(self.row.id, after=self.game.head):
            for event in events:
                self._take(event)
                if not event.seq % TOGETHER:
                    await asyncio.sleep(0)  # a long log is read while others play
                if event.kind == "seats":
                    await self._read_seats()

    def _take(self, event: KeptEvent, after: Battle | None = None) -> None:
        self.game.take(event, after)
        self._tell([event])

    def _tell(self, events: Sequence[KeptEvent]) -> None:
        for event in events:
            for line in self.lines:
                line.tell(self.text(event.seq, line.view))

    # --- seats -----------------------------------------------------------------------

    async def change_seat(self, by: Seat, seat: Seat, action: str) -> None:
        """Keep a seat that was added, rotated or revoked, and say so in the log."""
        async with self._lock:
            await self._catch_up()
            await self._store.put_seat(self.row.id, seat.row())
            body = {"seat": seat.name, "action": action, "sides": list(seat.sides)}
            while True:
                new = NewEvent(kind="seats", actor=by.name, body=body, state=self.game.state)
                answer = await self._store.append(self.row.id, self.game.head, new)
                if isinstance(answer, Appended):
                    self._take(answer.events[0], self.game.battle)
                    break
                await self._catch_up()
            await self._read_seats()

    async def _read_seats(self) -> None:
        self.seats = [Seat.of(row) for row in await self._store.seats(self.row.id)]
        good = {seat.token for seat in self.seats if not seat.revoked}
        for line in list(self.lines):
            if line.seat.token not in good:
                line.shut(SEAT_SHUT, "this seat's link is no longer good")

    # --- who is there ----------------------------------------------------------------

    def enter(self, line: Line) -> None:
        """Somebody is there."""
        self.lines.add(line)
        self._presence_soon()

    def leave(self, line: Line) -> None:
        """Somebody has gone."""
        self.lines.discard(line)
        self._presence_soon()

    def online(self) -> dict[str, int]:
        """How many sockets each seat has."""
        return dict(Counter(line.seat.name for line in self.lines))

    def _presence_soon(self) -> None:
        if self._presence is None:
            self._presence = asyncio.get_running_loop().call_later(PRESENCE_EVERY, self._tell_presence)

    def _tell_presence(self) -> None:
        self._presence = None
        text = as_json({"presence": {"online": self.online()}}).decode()
        for line in self.lines:
            line.tell(text)

    # --- what is told ----------------------------------------------------------------

    def view(self, seat: Seat) -> View:
        """What a seat may see; everything once the game has been revealed."""
        return None if self.game.revealed else view_of(seat, self.game.log[0].after)

    def told(self, seq: int, view: View) -> dict[str, Any]:
        """An event as a view tells it."""
        if self._told[:2] != (seq, view):  # who said a command is answered, and then everybody is told
            one = self.game.log[seq - 1]
            self._told = seq, view, told(one.event, one.before, one.after, view)
        return self._told[2]

    def text(self, seq: int, view: View) -> str:
        """An event as a message of the socket, written once for everybody of one view."""
        key = seq, view
        if key not in self._texts:
            self._texts[key] = as_json({"event": self.told(seq, view)}).decode()
            if len(self._texts) > MOST_TEXTS:
                self._texts.popitem(last=False)
        return self._texts[key]


def _new(decision: Decision, seat: Seat, cmd_id: str) -> Iterable[NewEvent]:
    """The events of a decision; the last one carries the command's id."""
    for event in decision.events:
        id_ = cmd_id if event is decision.events[-1] else None
        yield NewEvent(kind=event.kind, actor=seat.name, body=event.body, state=event.state, cmd_id=id_)
