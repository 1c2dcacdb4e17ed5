"""A scripted player at a table: resends until acknowledged, takes the game up again, and checks every state."""

from __future__ import annotations

import asyncio
import json
from collections.abc import Callable
from random import Random
from typing import Any

from websockets.asyncio.client import ClientConnection, connect
from websockets.exceptions import WebSocketException

from fireline.questions.answering.overview import speakers
from fireline.server.store.rows import KeptEvent
from fireline.server.tables.game import Replay
from server.clients import logged

PATIENCE = 60.0
"""Seconds after which a player who hears nothing comes back, where nothing is lost on the way."""


class Player:
    """One seat, and everything it has been told, once and in order.

    The battle is folded from the events by the library, so that every state that the server names is checked here.
    """

    def __init__(self, url: str, table: str, token: str, *, seed: int, name: str = "") -> None:
        self.url, self.table, self.token, self.name = url, table, token, name
        self.events: list[dict[str, Any]] = []
        self.replay = Replay()
        self.acked: dict[str, int] = {}
        self.sides: tuple[str, ...] = ()
        self.counts = dict.fromkeys(("connections", "stale", "refused", "again", "late", "torn"), 0)
        self.patience = PATIENCE
        self.stays = 0
        """After how many commands the player leaves and comes back, perhaps to another server; 0: never."""
        self._random = Random(seed)  # noqa: S311 - it chooses commands, it throws no dice
        self._number = 0
        self._waits = 1  # twice as long after each wait in vain, so that a slow machine comes through in the end

    @property
    def head(self) -> int:
        return len(self.events)

    @property
    def answered(self) -> int:
        """How many commands were answered for good."""
        return len(self.acked) + self.counts["refused"]

    async def play(self, enough: Callable[[Player], bool]) -> None:
        """Say commands until it is enough, each until it is answered for good, whatever happens to the server."""
        while not enough(self):
            try:
                await self._session(enough)
            except (OSError, WebSocketException, TimeoutError):
                self.counts["torn"] += 1
                self._waits *= 2
                await asyncio.sleep(0.03 + self._random.random() * 0.05)

    async def catch_up(self, head: int) -> None:
        while self.head < head:
            try:
                async with self._connect() as socket:
                    await self._greet(socket)
                    while self.head < head:
                        self._hear(await self._next(socket), None)
            except (OSError, WebSocketException, TimeoutError):
                await asyncio.sleep(0.05)

    async def _session(self, enough: Callable[[Player], bool]) -> None:
        async with self._connect() as socket:
            await self._greet(socket)
            first = self._number
            while not enough(self) and not 0 < self.stays <= self._number - first:
                said = self._command()
                while not await self._answered(socket, said):
                    said["expect"] = self.head
                self._number += 1

    def _connect(self) -> connect:
        address = f"{self.url.replace('http', 'ws', 1)}/api/v1/tables/{self.table}/live?after={self.head}"
        return connect(address, open_timeout=PATIENCE, close_timeout=0.2, ping_interval=None)

    async def _greet(self, socket: ClientConnection) -> None:
        self.counts["connections"] += 1
        await socket.send(json.dumps({"auth": self.token}))
        hello = (await self._next(socket)).get("hello")
        if hello is None:  # it was lost on the way
            raise TimeoutError
        self.sides = tuple(hello["seat"]["sides"])
        while self.head < hello["head"]:  # one says nothing before one has seen the board
            self._hear(await self._next(socket), None)

    async def _answered(self, socket: ClientConnection, said: dict[str, Any]) -> bool:
        """Say something and wait for its answer; False where the board had changed and it is to be said anew."""
        await socket.send(json.dumps(said))
        while True:
            answer = self._hear(await self._next(socket), said["cmd_id"])
            if answer is not None:
                self._waits = 1
                return answer

    async def _next(self, socket: ClientConnection) -> dict[str, Any]:
        message: dict[str, Any] = json.loads(await asyncio.wait_for(socket.recv(), self.patience * self._waits))
        return message

    def _hear(self, message: dict[str, Any], waiting: str | None) -> bool | None:
        """Take a message in; whether it answers what was said, and how.

        A gap raises `TimeoutError`: the player comes back for what is missing.
        """
        if "event" in message:
            self._event(message["event"])
        elif message.get("ack") == waiting and waiting is not None:
            assert self.acked.get(waiting, message["seq"]) == message["seq"]
            self.acked[waiting] = message["seq"]
            self.counts["again"] += bool(message.get("dup"))
            return True
        elif message.get("nack") == waiting and waiting is not None:
            if message["problem"]["status"] == 503:  # the database is away: nobody knows whether it was kept
                raise TimeoutError
            stale = message["why"] == "stale"
            assert stale or message["why"] == "illegal", message
            self.counts["stale" if stale else "refused"] += 1
            return not stale
        return None

    def _event(self, event: dict[str, Any]) -> None:
        if event["seq"] <= self.head:
            self.counts["late"] += 1
            assert event == self.events[event["seq"] - 1]
            return
        if event["seq"] > self.head + 1:
            raise TimeoutError
        self.replay.take(KeptEvent(**logged(event)))  # raises where the state is another
        assert self.replay.battle.fingerprint == event["state"]
        self.events.append(event)

    def _command(self) -> dict[str, Any]:
        """A command of the game where there is one for this seat, else a word."""
        battle = self.replay.battle
        mine = [
            command
            for command in battle.legal()
            if speakers(battle, command) & set(self.sides) and type(command).__name__ != "EndPhase"
        ]
        said: dict[str, Any] = {"cmd_id": f"{self.name}-{self._number}", "expect": self.head}
        if mine and self._random.random() < 0.5:
            return said | {"kind": "command", "body": {"command": self._random.choice(mine).data()}}
        return said | {"kind": "chat", "body": {"text": f"word {self._number} of {self.name}"}}


def everybody(players: list[Player], told: Callable[[Player], Any]) -> Any:
    """What all players of a table agree on; raises `AssertionError` where they do not."""
    first, *others = [told(player) for player in players]
    assert all(one == first for one in others)
    return first
