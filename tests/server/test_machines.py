"""Two servers share one PostgreSQL behind a proxy; each of the three dies again and again, and nothing is lost."""

from __future__ import annotations

import asyncio
from random import Random

import pytest

from fireline.cli import run
from server.machines import Marks, check, dying, failing, machines, open_tables, proxy_of, seated
from server.postgres import cluster

pytestmark = pytest.mark.whole("kills")

KILLS = 6
"""How often each server dies."""
STEPS = 3000
"""Calls and returns within a server's code, from its first command on: some ten commands."""
FAILURES = ("immediate", "kill", "fast")
EVERY = 15
"""Commands answered between two failures of the database."""
COMMANDS = 20


def test_whatever_dies_every_command_counts_once_and_all_boards_are_one(capsys: pytest.CaptureFixture[str]) -> None:
    with cluster() as database, machines(address := database.database(), 2) as servers:

        async def play() -> None:
            for server in servers:
                await asyncio.to_thread(server.start)
            async with proxy_of(servers).running() as proxy:
                tables = await asyncio.to_thread(open_tables, proxy.url, 2)
                players = seated(proxy.url, tables)
                for server in servers:
                    await asyncio.to_thread(server.kill)
                marks, random = Marks(players, COMMANDS), Random(11)  # noqa: S311 - the step at which one dies
                games = asyncio.gather(*(player.play(marks.enough) for player in players))
                await asyncio.gather(
                    *(dying(server, [random.randint(1, STEPS) for _ in range(KILLS)]) for server in servers),
                    failing(database, marks, EVERY, FAILURES),
                )
                marks.over = True
                await games
                assert await check(tables, players, servers) > COMMANDS * len(tables)  # some commands are refused
                assert all(proxy.passed[server.port] >= KILLS for server in servers)
                assert sum(player.counts["torn"] for player in players) >= KILLS

        asyncio.run(play())
        assert run(["db", "verify", "--database", address]) == 0
    capsys.readouterr()
