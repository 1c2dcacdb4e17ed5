"""The server dies again and again in the middle of games; nothing that was acknowledged is lost or doubled."""

from __future__ import annotations

import asyncio
from collections.abc import Iterator
from pathlib import Path
from random import Random
from typing import Any

import httpx
import pytest

from fireline.cli import run
from server.player import Player, everybody
from server.postgres import cluster, free_port
from server.serving import Zygote

pytestmark = pytest.mark.whole("kills")

KILLS = 20
COMMANDS = 20
STEPS = 4000
"""Calls and returns within the server's code, from the first command on: some ten commands of eight players."""


@pytest.fixture(params=["sqlite", "postgresql"])
def database(request: pytest.FixtureRequest, tmp_path: Path) -> Iterator[str]:
    if request.param == "sqlite":
        yield str(tmp_path / "tables.db")
        return
    with cluster() as server:
        yield server.database()


def open_tables(url: str, battle: dict[str, Any], count: int) -> list[dict[str, Any]]:
    with httpx.Client(base_url=url, timeout=20) as client:
        return [client.post("/api/v1/tables", json={"battle": battle}).json() for _ in range(count)]


async def play_under_fire(server: Zygote, tables: list[dict[str, Any]]) -> list[Player]:
    players = [
        Player(server.url, table["table"], seat["token"], seed=n, name=f"{table['table'][:4]}-{seat['seat']}")
        for n, table in enumerate(tables)
        for seat in table["seats"][1:3]
    ]
    random, kills = Random(7), 0  # noqa: S311 - the step at which it dies
    games = asyncio.gather(
        *(player.play(lambda one: kills == KILLS and one.answered >= COMMANDS) for player in players)
    )
    while kills < KILLS:
        await asyncio.to_thread(server.start, random.randint(1, STEPS))
        await asyncio.to_thread(server.dies)
        kills += 1
    await asyncio.to_thread(server.start)
    await games
    return players


def test_every_acknowledged_command_is_there_exactly_once(
    database: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    from battles import examples

    battle = examples("endless-horizons")["endless-horizons-alley.yaml"]
    server = Zygote(free_port(), database)
    try:
        server.start()
        tables = open_tables(server.url, battle, 4)
        server.kill()
        players = asyncio.run(play_under_fire(server, tables))
        for n, table in enumerate(tables):
            here = players[2 * n : 2 * n + 2]
            gm = {"Authorization": f"Bearer {table['seats'][0]['token']}"}
            log = httpx.get(f"{server.url}/api/v1/tables/{table['table']}/events", headers=gm).json()
            assert [event["seq"] for event in log] == [*range(1, len(log) + 1)]
            by_command = [event["cmd_id"] for event in log if event["cmd_id"]]
            assert len(by_command) == len(set(by_command))
            for player in here:
                for cmd_id, seq in player.acked.items():
                    assert log[seq - 1]["cmd_id"] == cmd_id
            asyncio.run(both_catch_up(here, len(log)))
            assert everybody(here, lambda player: player.events) == log
        assert sum(player.counts["torn"] for player in players) >= KILLS // 2
    finally:
        server.close()
    assert run(["db", "verify", "--database", database]) == 0, capsys.readouterr().err
    capsys.readouterr()


async def both_catch_up(players: list[Player], head: int) -> None:
    await asyncio.gather(*(player.catch_up(head) for player in players))
