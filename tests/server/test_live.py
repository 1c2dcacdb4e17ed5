"""Tables over sockets: what is told to whom, and nothing that one of them does disturbs the others."""

from __future__ import annotations

import asyncio
import json
import socket
from collections.abc import Iterator

import pytest
from websockets.exceptions import InvalidStatus

from server.clients import BOW, shoot
from server.serving import serving
from server.sockets import Line, Open

FIRE = {"command": shoot("bow", "ax")}


@pytest.fixture(scope="module")
def url(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    with serving(tmp_path_factory.mktemp("live") / "tables.db") as url:
        yield url


@pytest.fixture(scope="module")
def shared(url: str) -> Open:
    return Open(url, BOW)


def test_everybody_hears_everything_in_order_and_the_speaker_is_answered_first(url: str) -> None:
    table = Open(url, BOW)

    async def play() -> None:
        async with table.sit("bottom") as bottom, table.sit("top") as top, table.sit("spectator") as spectator:
            assert bottom.hello["head"] == 2
            assert bottom.hello["seat"]["sides"] == ["bottom"]
            ack = await bottom.command("a", "command", FIRE, expect=2)
            assert (ack["ack"], ack["seq"]) == ("a", 3)
            told = [await one.next("event") for one in (bottom, top, spectator)]
            while told[1]["event"]["seq"] < 3:
                told[1] = await top.next("event")
            while told[2]["event"]["seq"] < 3:
                told[2] = await spectator.next("event")
            assert told[0] == told[1] == told[2]
            again = await bottom.command("a", "command", FIRE, expect=2)
            assert again == ack | {"dup": True}
            nack = await top.command("b", "command", FIRE, expect=3)
            assert (nack["why"], nack["problem"]["detail"]) == ("forbidden", "That is for bottom to say.")
            assert (await spectator.chat("psst"))["why"] == "forbidden"
            await top.say({"ping": [1]})
            assert await top.next("pong") == {"pong": [1]}
            presence = await top.next("presence")
            assert presence["presence"]["online"] == {"bottom": 1, "top": 1, "spectator": 1}

    asyncio.run(play())


def test_who_comes_back_hears_what_he_has_missed_and_nothing_twice(url: str) -> None:
    table = Open(url, BOW)

    async def play() -> None:
        async with table.sit("gm") as gm:
            for n in range(5):
                await gm.chat(str(n))
        async with table.sit("top", after=4) as top:
            assert [(await top.next("event"))["event"]["seq"] for _ in range(3)] == [5, 6, 7]
        for after in (7, 99):
            async with table.sit("top", after=after) as top, table.sit("gm", after=7) as gm:
                last = (await gm.chat(f"last {after}"))["seq"]
                assert (await top.next("event"))["event"]["seq"] == last
        async with table.connect() as socket:
            line = Line(socket)
            await line.say({"auth": table.tokens["top"]})
            assert (await line.next())["hello"]["head"] == last

    asyncio.run(play())


@pytest.mark.parametrize(
    "first",
    ["{", '"x"', "[]", '{"auth": 3}', '{"auth": "wrong"}', '{"auth": ""}', '{"cmd_id": "x", "kind": "chat"}', b"\x00"],
)
def test_who_does_not_say_who_he_is_is_turned_away(first: str | bytes, shared: Open) -> None:
    async def knock() -> None:
        async with shared.connect() as socket:
            line = Line(socket)
            await line.say(first)
            code, reason = await line.closed()
            assert code == 4401
            assert shared.tokens["gm"] not in reason

    asyncio.run(knock())


def test_unknown_tables_and_revoked_seats_are_turned_away_at_once(url: str) -> None:
    table = Open(url, BOW)

    async def knock() -> None:
        other = table.at(url)
        other.id = "nowhere"
        async with other.connect() as socket:
            line = Line(socket)
            await line.say({"auth": table.tokens["gm"]})
            assert (await line.closed())[0] == 4401
        async with table.sit("top") as top, table.sit("gm") as gm:
            answer = await asyncio.to_thread(table.ask, "gm", "POST", "/seats", {"seat": "top", "action": "revoke"})
            assert answer.status_code == 200
            assert (await top.closed())[0] == 4403
            assert (await gm.chat("he is gone"))["ack"]
        async with table.connect() as socket:
            line = Line(socket)
            await line.say({"auth": table.tokens["top"]})
            assert (await line.closed())[0] == 4403

    asyncio.run(knock())


def test_a_page_of_another_address_opens_no_socket(shared: Open) -> None:
    async def knock() -> None:
        with pytest.raises(InvalidStatus) as refused:
            async with shared.connect(origin="http://evil.example"):
                raise AssertionError("it opened")
        assert refused.value.response.status_code == 403
        async with shared.connect(origin=shared.url) as socket:
            await Line(socket).say({"auth": shared.tokens["gm"]})

    asyncio.run(knock())


def test_too_large_a_message_and_a_flood_are_cut_off_and_disturb_nobody(url: str) -> None:
    table = Open(url, BOW)

    async def disturb() -> None:
        async with table.sit("bottom") as bottom:
            async with table.sit("top") as loud:
                await loud.say("x" * 70_000)
                assert (await loud.closed())[0] == 1009
            async with table.sit("top") as loud:
                flood = asyncio.create_task(pour(loud))
                acks = [await bottom.chat(str(n)) for n in range(10)]
                assert all("ack" in ack for ack in acks)
                code, reason = await loud.closed()
                flood.cancel()
                assert (code, reason) == (4429, "more than 200 messages a second")
            async with table.sit("top") as noisy:
                for _ in range(30):
                    await noisy.say("nonsense")
                assert (await noisy.closed())[0] == 4400
            assert (await bottom.chat("still here"))["ack"]

    async def pour(line: Line) -> None:
        for n in range(5000):
            await line.say({"ping": n})

    asyncio.run(disturb())


@pytest.mark.whole("long")
def test_a_reader_who_reads_too_slowly_is_dropped_and_takes_it_up_again(url: str) -> None:
    table = Open(url, BOW)
    text, each, most = "\N{GAME DIE}" * 1000, 100, 40  # the last word: more than any two ends of a connection hold
    heard = 0

    async def talk(line: Line, name: str, start: int) -> None:
        for n in range(start, start + each):
            await line.say({"cmd_id": f"{name}{n}", "kind": "chat", "body": {"text": text}})
            await line.next("ack")

    async def online() -> dict[str, int]:
        found = (await asyncio.to_thread(table.ask, "gm", "GET", "")).json()
        return {seat["name"]: seat["online"] for seat in found["seats"]}

    async def dawdle() -> None:
        nonlocal heard
        narrow = socket.socket()
        narrow.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 4096)  # before it connects, or the window is wide
        narrow.connect(("127.0.0.1", int(url.rpartition(":")[2])))
        async with table.connect(sock=narrow, max_queue=1, compression=None) as slow:
            await slow.send(json.dumps({"auth": table.tokens["spectator"]}))
            async with table.sit("gm") as a, table.sit("gm") as b, table.sit("bottom") as c, table.sit("top") as d:
                while heard == 0 or ((await online())["spectator"] and heard < most * each * 4):
                    lines = zip((a, b, c, d), "abcd", strict=True)
                    await asyncio.gather(*(talk(line, name, heard) for line, name in lines))
                    heard += 4 * each
                assert await online() == {"gm": 2, "bottom": 1, "top": 1, "spectator": 0}
                assert (await a.chat("others hear everything"))["seq"] == heard + 3
            slow.transport.abort()
        async with table.sit("spectator", after=heard) as back:
            assert (await back.next("event"))["event"]["seq"] == heard + 1

    asyncio.run(dawdle())
