"""One table while somebody is there: commands in order, kept before anybody hears of them, then told to all."""

from __future__ import annotations

import asyncio
from collections import Counter
from collections.abc import Awaitable, Callable, Coroutine, Sequence
from functools import lru_cache, partial
from typing import Any

from fireline.chance.thrown import Transcript
from fireline.game.battle import Battle, PlayResult
from fireline.game.command import Command
from fireline.game.errors import BattleFileError, Code
from fireline.game.result import as_json
from fireline.server.dice.book import Mixing
from fireline.server.dice.hashes import seal
from fireline.server.dice.notes import Head, ServerKey, read_note
from fireline.server.problems import Problem
from fireline.server.store.rows import KeptEvent, TableRow
from fireline.server.store.store import Store
from fireline.server.tables.deciding import Decider
from fireline.server.tables.game import Game
from fireline.server.tables.messages import ClientMessage
from fireline.server.tables.planning import AtTable, carry_out, forbidden
from fireline.server.tables.seats import GM, Seat
from fireline.server.tables.telling import (
    AckMessage,
    HeadMessage,
    NoteMessage,
    Presence,
    PresenceMessage,
    Result,
    ShownHead,
    SocketQueue,
)
from fireline.server.tables.views import View, told, view_of
from fireline.server.work import SEAT, Work

SEAT_SHUT = 4403
"""The code with which a socket is closed whose seat was shut."""
PRESENCE_EVERY = 1.0
"""Seconds between two words on who is there, however many come and go."""
SMALL = 16 * 1024
"""The largest battle of a quick game that is played on the spot, in bytes."""
AWAY_AFTER, AWAY_AT_FIRST = 3.0, 30.0
"""Seconds after which a seat of which everybody has left takes part no more, and after a start of the server."""
TOGETHER = 10
"""How many events are read before others have their turn."""
MOST_TEXTS = 200
"""How many messages are held for whoever is told the same."""


class Room:
    """A table: its game, its seats, and the lines to everybody who is there."""

    def __init__(self, store: Store, work: Work, row: TableRow, key: ServerKey) -> None:
        self.row, self.game, self.seats, self.key = row, Game(row.id), list[Seat](), key
        self.lines: set[SocketQueue] = set()
        self.heads: dict[str, str] = {}
        """The last head that each seat has shown."""
        self._store, self._work = store, work
        self._lock = asyncio.Lock()
        self._seeds: dict[str, bytes] = {}
        self._told = lru_cache(1)(lambda seq, view: told(self.game, seq, view))  # who speaks hears it first, then all
        self._text = lru_cache(MOST_TEXTS)(lambda *of: as_json({"event": self._told(*of)}).decode())
        self._presence: asyncio.TimerHandle | None = None
        self.dice = DiceWatch(self._away, self._impatient, row.settings.get("patience"))

    async def load(self) -> None:
        """Read the table as it is kept."""
        async with self._lock:
            await self._catch_up()
            await self._read_seats()
            self._seeds = await self._store.seeds(self.row.id)
        self.dice.began(self.game.book.mixing)

    # --- commands --------------------------------------------------------------------

    async def say(
        self, seat: Seat, said: ClientMessage, first: Callable[[AckMessage], None] = lambda _: None
    ) -> AckMessage:
        """Carry out a command of a seat, once; `first` hears the answer, that it is kept, before everybody hears of it.

        Raises `Problem`.
        """
        async with self._lock:
            events: Sequence[KeptEvent] | None = None
            while (before := self._event_of(said.cmd_id)) is None and events is None:
                events = await self._kept(partial(self._decide, said), seat, said.cmd_id)
            if before is not None and before.actor != seat.name:
                raise forbidden("This cmd_id is another seat's.")
            event = self._event_of(said.cmd_id) or self.game.log[-1].event
            first(done := self._answer(seat, said, event, again=events is None))
            self._tell(events or ())
            return done

    async def say_to_the_end(self, seat: Seat, said: ClientMessage, patience: float) -> AckMessage:
        """The same, but where dice are declared, wait for a while until they are thrown."""
        done = await self.say(seat, said)

        def last() -> KeptEvent:
            return self._event_of(said.cmd_id) or self.game.log[done.seq - 1].event

        if "declared" not in last().body:
            return done
        await self.dice.wait(lambda: "declared" not in last().body, patience)
        return self._answer(seat, said, last(), again=bool(done.dup))

    def _answer(self, seat: Seat, said: ClientMessage, event: KeptEvent, *, again: bool) -> AckMessage:
        """The answer to a command that was carried out, the same however often it is sent."""
        told = self.told(event.seq, seat)
        known = {**told["body"], **told.get("shown", {}), "kind": told["kind"], "state": told["state"]}
        result = Result(**{key: known[key] for key in Result.model_fields if key in known})
        return AckMessage(ack=said.cmd_id, seq=event.seq, result=result, **({"dup": True} if again else {}))

    def _event_of(self, cmd_id: str) -> KeptEvent | None:
        """The event that a command led to, None where there is none yet."""
        seq = self.game.by_command.get(cmd_id)
        return None if seq is None else self.game.log[seq - 1].event

    async def _decide(self, said: ClientMessage, decider: Decider) -> None:
        seat = decider.seat
        if self.game.closed and said.kind in seat.may and said.kind not in seat.may_now(closed=True):
            raise forbidden("Something is hidden here, so the secret of the dice is told when the game is revealed.")
        try:
            await decider.decide(said)
        except Problem as wrong:
            if wrong.kind == "stale":
                self.dice.say_who_left()
            raise

    async def _kept(
        self, act: Callable[[Decider], Awaitable[None]], by: Seat, cmd_id: str | None = None
    ) -> Sequence[KeptEvent] | None:
        """What is kept of an act; None where another process was quicker, whose events are taken in."""
        if self.game.book.commit and self.game.book.commit not in self._seeds:
            self._seeds = await self._store.seeds(self.row.id)
        sitting = {one.name: one.sides for one in self.seats if not one.revoked}
        table = AtTable(self.row.settings, self._seeds, sitting, self.dice.gone)
        decider = Decider(table, self.game, by, partial(self._play, by))
        await act(decider)
        if not decider.planned:
            return ()
        for commit, seed in decider.new_seeds.items():
            await self._store.keep_seed(self.row.id, commit, seed)
        events = await self._store.append(self.row.id, self.game.head, *decider.to_keep(cmd_id))
        if events is None:
            await self._catch_up()
            return None
        self._seeds |= decider.new_seeds
        for event, planned in zip(events, decider.planned, strict=True):
            self.game.take(event, planned.after)
        self.dice.changed(self.game.book.mixing)
        return events

    async def _play(self, seat: Seat, battle: Battle, command: Command, fresh: Any) -> tuple[PlayResult, Transcript]:
        how: dict[str, Any] = {"client": seat.token, "rank": SEAT}
        if battle.ruleset.quick and self.game.size <= SMALL:
            return await self._work.on_the_spot(carry_out, battle, command, fresh, rank=SEAT)
        played: tuple[PlayResult, Transcript] = await self._work.answer(carry_out, battle, command, fresh, **how)
        return played

    # --- dice that wait --------------------------------------------------------------

    async def _away(self, seats: frozenset[str]) -> None:
        """Say that seats take no part in the dice any more, where they still do."""
        async with self._lock:
            await self._by_itself(lambda decider: decider.leave(seats))

    async def _impatient(self, roll: int) -> None:
        """Go on without the seats that have been silent for as long as the table waits."""

        async def go_on(decider: Decider) -> None:
            declared = self.game.book.mixing.declared
            if declared is not None and declared.roll == roll:
                await decider.go_on(f"silent for {self.row.settings['patience']} s", [])

        async with self._lock:
            await self._by_itself(go_on)

    async def _by_itself(self, act: Callable[[Decider], Awaitable[None]], by: Seat | None = None) -> None:
        """Keep and tell what comes of something that no command said, decided anew where others were quicker.

        Whoever asks holds the lock.
        """
        while (events := await self._kept(act, by or Seat(GM, self.game.battle.every_side))) is None:
            pass
        self._tell(events)

    # --- what others did -------------------------------------------------------------

    async def catch_up(self, head: int) -> None:
        """Take in what another process has appended, as far as a head and further."""
        if self.game.head < head:
            async with self._lock:
                await self._catch_up()

    async def _catch_up(self) -> None:
        while events := await self._store.events(self.row.id, after=self.game.head):
            for event in events:
                self.game.take(event)
                self._tell([event])
                if not event.seq % TOGETHER:
                    await asyncio.sleep(0)  # a long log is read while others play
                if event.kind == "seats":
                    await self._read_seats()
            self.dice.changed(self.game.book.mixing)

    def _tell(self, events: Sequence[KeptEvent]) -> None:
        for event in events:
            for line in self.lines:
                line.tell(self.text(event.seq, line.seat))
        if any("throws" in event.body for event in events):
            for line in self.lines:
                if (note := self.note(line.seat)) is not None:
                    line.tell(NoteMessage(note=note).text())

    # --- seats -----------------------------------------------------------------------

    async def change_seat(self, by: Seat, seat: Seat, action: str) -> None:
        """Keep a seat that was added, rotated or revoked, and say so in the log."""
        async with self._lock:
            await self._catch_up()
            await self._store.put_seat(self.row.id, seat.row())
            await self._by_itself(lambda decider: decider.change_seat(seat.name, seat.sides, action), by)
            await self._read_seats()

    async def _read_seats(self) -> None:
        self.seats = [Seat.of(row) for row in await self._store.seats(self.row.id)]
        good = {seat.token for seat in self.seats if not seat.revoked}
        for line in list(self.lines):
            if line.seat.token not in good:
                line.shut(SEAT_SHUT, "this seat's link is no longer good")

    # --- who is there ----------------------------------------------------------------

    def enter(self, line: SocketQueue) -> None:
        """Somebody is there."""
        self.lines.add(line)
        self._presence_soon()

    def gives(self, line: SocketQueue) -> None:
        """From here on a socket gives the values of its seat."""
        line.gives = True
        self.dice.back(line.seat.name)

    def leave(self, line: SocketQueue) -> None:
        """Somebody has gone."""
        self.lines.discard(line)
        if line.gives and not any(one.gives and one.seat.name == line.seat.name for one in self.lines):
            self.dice.left(line.seat.name)
        self._presence_soon()

    def online(self) -> dict[str, int]:
        """How many sockets each seat has."""
        return dict(Counter(line.seat.name for line in self.lines))

    def _presence_soon(self) -> None:
        if self._presence is None:
            self._presence = asyncio.get_running_loop().call_later(PRESENCE_EVERY, self._tell_presence)

    def _tell_presence(self) -> None:
        self._presence = None
        text = PresenceMessage(presence=Presence(online=self.online())).text()
        for line in self.lines:
            line.tell(text)

    # --- what is told ----------------------------------------------------------------

    def view(self, seat: Seat, seq: int | None = None) -> View:
        """What a seat may see, now or of an event."""
        return view_of(seat, self.game, seq)

    def told(self, seq: int, seat: Seat) -> dict[str, Any]:
        """An event as a seat is told it."""
        return self._told(seq, self.view(seat, seq))

    def note(self, seat: Seat) -> str | None:
        """How far the log goes, signed for a seat to keep; None where the hash may not be told and nothing seals it."""
        last, commit = self.game.log[-1].event, self.game.book.commit
        if self.view(seat).is_whole:
            return self.key.sign(Head(self.row.id, last.seq, last.hash, seat=seat.name))
        if commit not in self._seeds:
            return None
        sealed = seal(self._seeds[commit], self.row.id, last.seq, last.hash)
        return self.key.sign(Head(self.row.id, last.seq, sealed, sealed=True, seat=seat.name))

    def show_head(self, line: SocketQueue, note: str) -> None:
        """Show everybody a head that a seat holds, whatever it says; raises `BattleFileError` for none of this table.

        It is for the others to compare it with what they have heard: it may be of a game that this server lost.
        """
        head = read_note(note).head
        if head.table != self.row.id:
            raise BattleFileError(Code.MISMATCH, "is of another table", "head")
        if self.game.closed and not head.sealed:
            return  # the hash would let hidden cards be guessed at
        self.heads[line.seat.name] = note
        text = HeadMessage(head=ShownHead(seat=line.seat.name, note=note)).text()
        for other in self.lines:
            if other is not line:
                other.tell(text)

    def text(self, seq: int, seat: Seat) -> str:
        """An event as a message of the socket, written once for everybody who sees the same."""
        return self._text(seq, self.view(seat, seq))


# --- time at the dice -----------------------------------------------------------------


class DiceWatch:
    """Says when a seat is away and when patience with silent seats is at an end.

    `away` takes the seats; `impatient` is called `patience` seconds after a roll was declared, never where it is None.
    """

    def __init__(
        self,
        away: Callable[[frozenset[str]], Coroutine[Any, Any, None]],
        impatient: Callable[[int], Coroutine[Any, Any, None]],
        patience: int | None,
    ) -> None:
        self._away, self._impatient, self._patience = away, impatient, patience
        self._leaving: dict[str, asyncio.TimerHandle] = {}
        self._left: set[str] = set()
        self._waiting: tuple[int, asyncio.TimerHandle] | None = None
        self._news = asyncio.Event()
        self._tasks: set[asyncio.Task[None]] = set()

    @property
    def gone(self) -> frozenset[str]:
        """The seats that have left just now: they take part in no roll that is declared from here on."""
        return frozenset(self._left)

    def began(self, mixing: Mixing) -> None:
        """The table was read: whoever takes part has to come back."""
        for seat in mixing.standing:
            self._leave_soon(seat, AWAY_AT_FIRST)

    def left(self, seat: str) -> None:
        """The last socket is gone that gave the values of a seat."""
        self._left.add(seat)
        self._leave_soon(seat, AWAY_AFTER)

    def back(self, seat: str) -> None:
        """A seat gives its values again."""
        self._left.discard(seat)
        if (timer := self._leaving.pop(seat, None)) is not None:
            timer.cancel()

    def say_who_left(self) -> None:
        """Somebody asks for dice and expects seats that have left: say so at once."""
        for seat in self.gone:
            self._say_away(seat)

    def changed(self, mixing: Mixing) -> None:
        """Something was appended."""
        self._news.set()
        roll = mixing.declared.roll if mixing.declared else 0
        if self._waiting is not None and self._waiting[0] != roll:
            self._waiting[1].cancel()
            self._waiting = None
        if roll and self._waiting is None and self._patience is not None:
            timer = asyncio.get_running_loop().call_later(self._patience, lambda: self._start(self._impatient(roll)))
            self._waiting = roll, timer

    async def wait(self, ready: Callable[[], bool], seconds: float) -> None:
        """Wait until something is so after an event, but not for ever."""
        try:
            async with asyncio.timeout(seconds):
                while not ready():
                    self._news.clear()
                    await self._news.wait()
        except TimeoutError:
            return

    def _leave_soon(self, seat: str, seconds: float) -> None:
        if (timer := self._leaving.get(seat)) is not None:
            timer.cancel()
        self._leaving[seat] = asyncio.get_running_loop().call_later(seconds, self._say_away, seat)

    def _say_away(self, seat: str) -> None:
        self.back(seat)
        self._start(self._away(frozenset({seat})))

    def _start(self, work: Coroutine[Any, Any, None]) -> None:
        task = asyncio.create_task(work)
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)
