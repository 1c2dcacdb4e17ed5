"""Everybody agrees: over a network that loses, doubles, delays and swaps messages, and at two servers at once."""

from __future__ import annotations

import asyncio
from pathlib import Path
from typing import Any

import httpx
import pytest

from battles import examples
from server.clients import BOW, shoot
from server.faulty import FaultyNetwork
from server.player import Player, everybody
from server.postgres import cluster, free_port
from server.serving import serving
from server.sockets import Open

COMMANDS = 25


@pytest.mark.whole("long")
def test_players_agree_on_every_state_whatever_the_network_does(tmp_path: Path) -> None:
    battle = examples("endless-horizons")["endless-horizons-alley.yaml"]
    with serving(tmp_path / "tables.db") as url:
        table = Open(url, battle)
        network, port = FaultyNetwork(url, seed=5), free_port()
        players = [
            Player(f"http://127.0.0.1:{port}", table.id, table.tokens[seat], seed=n, name=seat)
            for n, seat in enumerate(("blue", "red"))
        ]
        for player in players:
            player.patience = 0.4  # what is lost is said again soon

        async def play() -> None:
            carrying = asyncio.create_task(network.serve(port))
            await asyncio.gather(*(player.play(lambda one: one.answered >= COMMANDS) for player in players))
            head = (await asyncio.to_thread(table.ask, "gm", "GET", "")).json()["head"]
            await asyncio.gather(*(player.catch_up(head) for player in players))
            carrying.cancel()
            await asyncio.gather(carrying, return_exceptions=True)

        asyncio.run(play())
        log = table.ask("gm", "GET", "/events").json()
        assert everybody(players, lambda player: player.events) == log
        for player in players:
            assert all(log[seq - 1]["cmd_id"] == cmd_id for cmd_id, seq in player.acked.items())
            assert player.answered >= COMMANDS
        assert all(network.faults[fault] for fault in ("dropped", "doubled", "delayed", "swapped")), network.faults


@pytest.mark.whole("long")
def test_two_servers_of_one_database_hear_each_other() -> None:
    with cluster() as database:
        address = database.database()
        with serving(address) as one, serving(address) as other:
            here = Open(one, BOW)
            there = here.at(other)

            async def play() -> None:
                async with here.sit("bottom") as bottom, there.sit("top") as top, there.sit("gm") as gm:
                    ack = await bottom.command("a", "command", {"command": shoot("bow", "ax")}, expect=2)
                    while (event := await top.next("event"))["event"]["seq"] < 3:
                        pass
                    assert event["event"]["state"] == ack["result"]["state"]
                    again = await top.command("a", "chat", {"text": "mine"})
                    assert again["why"] == "forbidden"  # this cmd_id was said at the other server
                    answers = await asyncio.gather(
                        *(line.command(f"{name}{n}", "chat", {"text": name}) for n in range(1) for line, name in (
                            (bottom, "b"), (top, "t"), (gm, "g")))
                    )  # fmt: skip
                    assert sorted(answer["seq"] for answer in answers) == [4, 5, 6]
                    for line in (bottom, top, gm):
                        await hear(line, 6)
                    revoke: Any = {"seat": "bottom", "action": "revoke"}
                    assert (await asyncio.to_thread(there.ask, "gm", "POST", "/seats", revoke)).status_code == 200
                    assert (await bottom.closed())[0] == 4403

            asyncio.run(play())
            assert here.ask("top", "GET", "/events").json() == there.ask("top", "GET", "/events").json()
            assert httpx.get(f"{one}/healthz").json() == httpx.get(f"{other}/healthz").json()


async def hear(line: Any, seq: int) -> None:
    """Wait for an event."""
    seen = [text for text in line.heard if f'"seq":{seq},' in text and text.startswith('{"event"')]
    while not seen and (await line.next("event"))["event"]["seq"] < seq:
        pass
