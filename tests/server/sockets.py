"""Sockets of a table, as tests use them."""

from __future__ import annotations

import asyncio
import json
from collections.abc import AsyncIterator, Callable, Coroutine
from contextlib import asynccontextmanager
from itertools import count
from typing import Any

import httpx
from websockets.asyncio.client import ClientConnection, connect
from websockets.exceptions import ConnectionClosed

API = "/api/v1"
PATIENCE = 120.0
"""Seconds after which a test that waits for something fails; nothing that it shows depends on them."""
NUMBERS = count()


def at_once(work: Callable[[], Coroutine[Any, Any, None]]) -> None:
    """Do some work in a loop of its own, where it is written down."""
    asyncio.run(work())


class Open:
    """A table opened on a server that runs elsewhere."""

    def __init__(self, url: str, battle: dict[str, Any], **how: Any) -> None:
        self.url = url
        opened = httpx.post(f"{url}{API}/tables", json={"battle": battle, **how}, timeout=30).json()
        self.id: str = opened["table"]
        self.tokens: dict[str, str] = {seat["seat"]: seat["token"] for seat in opened["seats"]}

    def at(self, url: str) -> Open:
        """The same table on another server of the same database."""
        other = object.__new__(Open)
        other.url, other.id, other.tokens = url, self.id, self.tokens
        return other

    def ask(self, seat: str, method: str, path: str, body: Any = None) -> httpx.Response:
        """What a seat asks over HTTP."""
        headers = {"Authorization": f"Bearer {self.tokens[seat]}"}
        return httpx.request(method, f"{self.url}{API}/tables/{self.id}{path}", json=body, headers=headers, timeout=30)

    def connect(self, after: int = 0, **how: Any) -> connect:
        """A socket on which nobody has said who he is."""
        address = f"{self.url.replace('http', 'ws', 1)}{API}/tables/{self.id}/live?after={after}"
        return connect(address, max_size=None, **how)

    @asynccontextmanager
    async def knock(self, first: Any, after: int = 0, **how: Any) -> AsyncIterator[Line]:
        """A socket on which this is said first."""
        async with self.connect(after, **how) as socket:
            line = Line(socket)
            await line.say(first)
            yield line

    @asynccontextmanager
    async def sit(self, seat: str, after: int = 0, **how: Any) -> AsyncIterator[Line]:
        """A socket of a seat, greeted."""
        async with self.knock({"auth": self.tokens[seat]}, after, **how) as line:
            line.hello = (await line.next("hello"))["hello"]
            yield line


class Line:
    """A socket of a seat; `heard` is every message so far, as text."""

    def __init__(self, socket: ClientConnection) -> None:
        self.socket, self.heard, self.hello = socket, list[str](), dict[str, Any]()

    async def say(self, message: Any) -> None:
        await self.socket.send(message if isinstance(message, str | bytes) else json.dumps(message))

    async def next(self, *kinds: str) -> dict[str, Any]:
        """The next message of one of these kinds; others are passed over."""
        while True:
            text = await asyncio.wait_for(self.socket.recv(), PATIENCE)
            assert isinstance(text, str)
            self.heard.append(text)
            message: dict[str, Any] = json.loads(text)
            if not kinds or set(kinds) & set(message):
                return message

    async def event(self, seq: int) -> dict[str, Any]:
        """An event, once it is heard; those before it are passed over."""
        while (event := await self.next("event"))["event"]["seq"] < seq:
            pass
        found: dict[str, Any] = event["event"]
        return found

    async def command(self, cmd_id: str, kind: str, body: Any, expect: int | None = None) -> dict[str, Any]:
        await self.say({"cmd_id": cmd_id, "kind": kind, "body": body} | ({} if expect is None else {"expect": expect}))
        while True:
            answer = await self.next("ack", "nack")
            if cmd_id in {answer.get("ack"), answer.get("nack")}:
                return answer

    async def chat(self, text: str) -> dict[str, Any]:
        return await self.command(f"chat-{next(NUMBERS)}", "chat", {"text": text})

    async def closed(self) -> tuple[int, str]:
        """Wait for the server to hang up; code and reason."""
        while True:
            try:
                await asyncio.wait_for(self.socket.recv(), PATIENCE)
            except (ConnectionClosed, OSError):
                return self.socket.close_code or 0, self.socket.close_reason or ""
