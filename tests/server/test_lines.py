"""The line to one socket: in order, bounded, and closed with its reason."""

from __future__ import annotations

import asyncio

from fireline.game.errors import Code
from fireline.server.problems import Problem, problem_of
from fireline.server.tables.lines import MOST_UNREAD, TOO_SLOW, SocketQueue
from fireline.server.tables.seats import Seat


def test_messages_come_in_order_and_one_waits_for_the_next() -> None:
    async def use() -> None:
        line = SocketQueue(Seat("top", ("top",)), None)
        waiting = asyncio.create_task(line.next())
        await asyncio.sleep(0)
        line.tell("a")
        line.tell("b")
        assert [await waiting, await line.next()] == ["a", "b"]

    asyncio.run(use())


def test_who_reads_too_slowly_is_shut_out_and_told_why() -> None:
    async def use() -> None:
        line = SocketQueue(Seat("top", ("top",)), None)
        for n in range(MOST_UNREAD + 5):
            line.tell(str(n))
        assert line.closing is not None
        assert line.closing[0] == TOO_SLOW
        await line.wait_shut()
        assert await line.next() is None
        line.shut(4403, "again")
        assert line.closing[0] == TOO_SLOW

    asyncio.run(use())


def test_a_mistake_of_ours_is_told_without_its_insides() -> None:
    told = problem_of(ValueError("a secret")).data()
    assert (told["status"], told["type"]) == (500, "urn:fireline:bug")
    assert "secret" not in told["detail"]
    same = Problem(404, Code.NOT_FOUND, "gone")
    assert problem_of(same) is same
