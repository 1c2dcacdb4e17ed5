"""Tables over sockets: what is told to whom, in order, and nothing that one of them does disturbs the others."""

import asyncio
from typing import Any

import pytest
from websockets.exceptions import InvalidStatus

import fireline
from fireline.server.tables.seats import Seat
from fireline.server.tables.telling import MOST_UNREAD, TOO_SLOW, SocketQueue
from server.clients import BOW, shoot
from server.sockets import Line, Open

DUEL = fireline.load("examples/duel-of-ages-tommy-gun.yaml").data()
FIRE = {"command": shoot("bow", "ax")}


@pytest.fixture
def table(url: str) -> Open:
    return Open(url, BOW)


@pytest.fixture(scope="module")
def shared(url: str) -> Open:
    return Open(url, BOW)


async def test_everybody_hears_everything_in_order_and_the_speaker_is_answered_first(table: Open) -> None:
    async with table.sit("bottom") as bottom, table.sit("top") as top, table.sit("spectator") as spectator:
        assert bottom.hello["head"] == 2
        assert bottom.hello["seat"]["sides"] == ["bottom"]
        ack = await bottom.command("a", "command", FIRE, expect=2)
        assert (ack["ack"], ack["seq"]) == ("a", 3)
        first, *others = [await one.event(3) for one in (bottom, top, spectator)]
        assert others == [first, first]
        again = await bottom.command("a", "command", FIRE, expect=2)
        assert again == ack | {"dup": True}
        nack = await top.command("b", "command", FIRE, expect=3)
        assert (nack["why"], nack["problem"]["detail"]) == ("forbidden", "That is for bottom to say.")
        assert (await spectator.chat("psst"))["why"] == "forbidden"
        await top.say({"ping": [1]})
        assert await top.next("pong") == {"pong": [1]}
        presence = await top.next("presence")
        assert presence["presence"]["online"] == {"bottom": 1, "top": 1, "spectator": 1}


async def test_what_is_refused_is_one_problem_over_http_and_on_the_socket(table: Open) -> None:
    async def refused(line: Line, seat: str, kind: str, body: Any, expect: int) -> tuple[str, int]:
        nack = await line.command(f"s{len(line.heard)}", kind, body, expect)
        said = {"cmd_id": f"h{len(line.heard)}", "kind": kind, "body": body, "expect": expect}
        answer = table.ask(seat, "POST", "/commands", said)
        told = answer.json()
        assert (told.pop("nack"), told.pop("why"), told.pop("head")) == (said["cmd_id"], nack["why"], nack["head"])
        assert (nack["problem"], told["status"]) == (told, answer.status_code)
        return nack["why"], answer.status_code

    async with table.sit("bottom") as bottom:
        assert await refused(bottom, "bottom", "command", FIRE, 0) == ("stale", 409)
        assert await refused(bottom, "bottom", "command", {"command": shoot("ax", "bow")}, 2) == ("forbidden", 403)
        assert await refused(bottom, "bottom", "command", {"command": shoot("bow", "nobody")}, 2) == ("bad", 422)
        assert await refused(bottom, "bottom", "nonsense", {}, 2) == ("bad", 422)
        await bottom.command("joins", "dice_value", {"roll": 1, "commit": "0" * 64})
        await bottom.command("fires", "command", FIRE, 3)
        assert await refused(bottom, "bottom", "command", FIRE, 4) == ("illegal", 422)


async def test_who_comes_back_hears_what_he_has_missed_and_nothing_twice(table: Open) -> None:
    async with table.sit("gm") as gm:
        for n in range(5):
            await gm.chat(str(n))
    async with table.sit("top", after=4) as top:
        assert [(await top.next("event"))["event"]["seq"] for _ in range(3)] == [5, 6, 7]
    for after in (7, 99):
        async with table.sit("top", after=after) as top, table.sit("gm", after=7) as gm:
            last = (await gm.chat(f"last {after}"))["seq"]
            assert (await top.next("event"))["event"]["seq"] == last
    async with table.sit("top") as top:
        assert top.hello["head"] == last


@pytest.mark.parametrize(
    "first",
    ["{", '"x"', "[]", '{"auth": 3}', '{"auth": "wrong"}', '{"auth": ""}', '{"cmd_id": "x", "kind": "chat"}', b"\x00"],
)
async def test_who_does_not_say_who_he_is_is_turned_away(first: str | bytes, shared: Open) -> None:
    async with shared.knock(first) as line:
        code, reason = await line.closed()
        assert code == 4401
        assert shared.tokens["gm"] not in reason


async def test_unknown_tables_and_revoked_seats_are_turned_away_at_once(table: Open) -> None:
    other = table.at(table.url)
    other.id = "nowhere"
    async with other.knock({"auth": table.tokens["gm"]}) as line:
        assert (await line.closed())[0] == 4401
    async with table.sit("top") as top, table.sit("gm") as gm:
        answer = await asyncio.to_thread(table.ask, "gm", "POST", "/seats", {"seat": "top", "action": "revoke"})
        assert answer.status_code == 200
        assert (await top.closed())[0] == 4403
        assert (await gm.chat("he is gone"))["ack"]
    async with table.knock({"auth": table.tokens["top"]}) as line:
        assert (await line.closed())[0] == 4403


async def test_a_page_of_another_address_opens_no_socket(shared: Open) -> None:
    with pytest.raises(InvalidStatus) as refused:
        async with shared.connect(origin="http://evil.example"):
            raise AssertionError("it opened")
    assert refused.value.response.status_code == 403
    async with shared.sit("gm", origin=shared.url):
        pass


async def test_too_large_a_message_and_a_flood_are_cut_off_and_disturb_nobody(table: Open) -> None:
    async def pour(line: Line) -> None:
        for n in range(5000):
            await line.say({"ping": n})

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


async def test_who_reads_too_slowly_is_shut_out_and_told_why() -> None:
    line = SocketQueue(Seat("top", ("top",)))
    for n in range(MOST_UNREAD + 5):
        line.tell(str(n))
    assert line.closing is not None
    assert line.closing[0] == TOO_SLOW
    await line.shutting.wait()
    line.shut(4403, "again")
    assert line.closing[0] == TOO_SLOW


async def test_seats_show_each_other_the_heads_that_they_hold(table: Open) -> None:
    async with table.sit("bottom") as bottom, table.sit("top") as top:
        assert bottom.hello["heads"] == {}
        await bottom.say({"head": bottom.hello["note"]})
        assert (await top.next("head"))["head"] == {"seat": "bottom", "note": bottom.hello["note"]}
        await bottom.say({"head": "no head"})
        assert "begins no signed head" in (await bottom.next("error"))["error"]["detail"]
    async with table.sit("gm") as master:
        assert [*master.hello["heads"]] == ["bottom"]


async def test_where_cards_are_hidden_no_bare_hash_is_shown(url: str) -> None:
    table = Open(url, DUEL)
    async with table.sit("gm") as master, table.sit("white") as white:
        await master.say({"head": master.hello["note"]})
        await white.say({"head": white.hello["note"]})
        assert (await master.next("head"))["head"]["seat"] == "white"
    async with table.sit("black") as black:
        assert [*black.hello["heads"]] == ["white"]
