"""A network between a player and a server that drops, doubles, delays and reorders what is said."""

from __future__ import annotations

import asyncio
from contextlib import suppress
from random import Random

from websockets.asyncio.client import connect
from websockets.asyncio.server import ServerConnection, serve
from websockets.exceptions import ConnectionClosed

DROPS, DOUBLES, DELAYS, SWAPS, CUTS = 0.05, 0.08, 0.1, 0.08, 0.01


class FaultyNetwork:
    """Stands before a server's sockets; the first message of each goes through, so that everybody may sit down."""

    def __init__(self, server: str, seed: int) -> None:
        self.server = server.replace("http", "ws", 1)
        self.faults = dict.fromkeys(("dropped", "doubled", "delayed", "swapped", "cut"), 0)
        self._random = Random(seed)  # noqa: S311 - when something goes wrong

    async def pass_on(self, near: ServerConnection) -> None:
        """One connection, with all that happens to it."""
        assert near.request is not None
        async with connect(self.server + near.request.path, ping_interval=None, close_timeout=0.2) as far:
            await far.send(await near.recv())
            there = asyncio.create_task(self._carry(near, far))
            back = asyncio.create_task(self._carry(far, near))
            await asyncio.wait({there, back}, return_when=asyncio.FIRST_COMPLETED)
            for task in (there, back):
                task.cancel()
            with suppress(ConnectionClosed):
                await near.close(1011)

    async def _carry(self, source: object, target: object) -> None:
        held: list[str | bytes] = []
        with suppress(ConnectionClosed):
            async for message in source:  # type: ignore[attr-defined]
                fate = self._random.random()
                if fate < CUTS:
                    self.faults["cut"] += 1
                    return
                if (fate := fate - CUTS) < DROPS:
                    self.faults["dropped"] += 1
                    continue
                if (fate := fate - DROPS) < SWAPS and not held:
                    self.faults["swapped"] += 1
                    held.append(message)
                    continue
                if (fate := fate - SWAPS) < DELAYS:
                    self.faults["delayed"] += 1
                    await asyncio.sleep(self._random.random() * 0.05)
                await target.send(message)  # type: ignore[attr-defined]
                if DELAYS <= fate < DELAYS + DOUBLES:
                    self.faults["doubled"] += 1
                    await target.send(message)  # type: ignore[attr-defined]
                while held:
                    await target.send(held.pop())  # type: ignore[attr-defined]

    async def serve(self, port: int) -> None:
        """Carry messages until cancelled."""
        async with serve(self.pass_on, "127.0.0.1", port, ping_interval=None, close_timeout=0.2):
            await asyncio.get_running_loop().create_future()
