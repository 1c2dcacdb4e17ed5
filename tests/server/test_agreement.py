"""Two servers of one database agree; `soak/run.py` kills them in the middle of games."""

import asyncio

import httpx
import pytest

from server.clients import BOW, shoot
from server.postgres import cluster
from server.serving import serving
from server.sockets import Open, at_once


@pytest.mark.whole("long")
def test_two_servers_of_one_database_hear_each_other() -> None:
    with cluster() as database:
        address = database.database()
        with serving(address) as one, serving(address) as other:
            here = Open(one, BOW)
            there = here.at(other)

            @at_once
            async def _() -> None:
                async with here.sit("bottom") as bottom, there.sit("top") as top:
                    ack = await bottom.command("a", "command", {"command": shoot("bow", "ax")}, expect=2)
                    assert (await top.event(3))["state"] == ack["result"]["state"]
                    again = await top.command("a", "chat", {"text": "mine"})
                    assert again["why"] == "forbidden"  # this cmd_id was said at the other server
                    revoke = {"seat": "bottom", "action": "revoke"}
                    assert (await asyncio.to_thread(there.ask, "gm", "POST", "/seats", revoke)).status_code == 200
                    assert (await bottom.closed())[0] == 4403

            assert here.ask("top", "GET", "/events").json() == there.ask("top", "GET", "/events").json()
            assert httpx.get(f"{one}/healthz").json() == httpx.get(f"{other}/healthz").json()
