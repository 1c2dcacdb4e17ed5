"""A plain reverse proxy: each connection goes to the next server that takes it, and every byte is passed on."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Sequence
from contextlib import asynccontextmanager, suppress

from server.postgres import free_port


class Proxy:
    """Stands before servers at these ports; `port` is its own."""

    def __init__(self, ports: Sequence[int]) -> None:
        self.port, self.ports = free_port(), [*ports]
        self.passed = dict.fromkeys(ports, 0)
        """How many connections each server has taken."""
        self._moving = asyncio.Event()
        self._moving.set()
        self._turn = 0
        self._serving = set[asyncio.Task[None]]()

    @property
    def url(self) -> str:
        return f"http://127.0.0.1:{self.port}"

    def freeze(self) -> None:
        """Pass nothing on any more over the connections there are, and close none: a network that is gone."""
        self._moving.clear()
        self._moving = asyncio.Event()
        self._moving.set()

    @asynccontextmanager
    async def running(self) -> AsyncIterator[Proxy]:
        server = await asyncio.start_server(self._serve, "127.0.0.1", self.port)
        try:
            yield self
        finally:
            server.close()
            for task in self._serving:
                task.cancel()
            await asyncio.gather(*self._serving)

    async def _serve(self, near: asyncio.StreamReader, back: asyncio.StreamWriter) -> None:
        serving = asyncio.create_task(self._pass_on(near, back))
        self._serving.add(serving)
        serving.add_done_callback(self._serving.discard)

    async def _pass_on(self, near: asyncio.StreamReader, back: asyncio.StreamWriter) -> None:
        moving = self._moving
        with suppress(OSError, asyncio.CancelledError):  # no server takes it, or the proxy ends
            far, there = await self._next()
            ways = [asyncio.create_task(_carry(*way, moving)) for way in ((near, there), (far, back))]
            try:
                await asyncio.wait(ways, return_when=asyncio.FIRST_COMPLETED)
            finally:
                for way in ways:
                    way.cancel()
                there.close()
        back.close()

    async def _next(self) -> tuple[asyncio.StreamReader, asyncio.StreamWriter]:
        """A connection to the server whose turn it is, or to the one after it."""
        self._turn += 1
        for n in range(len(self.ports)):
            port = self.ports[(self._turn + n) % len(self.ports)]
            with suppress(OSError):
                found = await asyncio.open_connection("127.0.0.1", port)
                self.passed[port] += 1
                return found
        raise ConnectionRefusedError


async def _carry(source: asyncio.StreamReader, target: asyncio.StreamWriter, moving: asyncio.Event) -> None:
    with suppress(OSError):
        while text := await source.read(65536):
            await moving.wait()
            target.write(text)
            await target.drain()
