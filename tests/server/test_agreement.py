"""Everybody agrees: over a network that loses, doubles, delays and swaps messages, and at two servers at once."""

import asyncio
from typing import Any

import httpx
import pytest

from server.clients import BOW, shoot
from server.postgres import cluster
from server.serving import serving
from server.sockets import Open


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
