"""Many writers at once: exactly one wins each number, each command counts once, news reach everybody."""

import asyncio
from random import Random

import pytest

from fireline.server.store.opening import open_store
from fireline.server.store.rows import DatabaseError, Notice
from fireline.server.store.store import Store
from server.sockets import PATIENCE
from server.store.events import check_chain, event, table

WRITERS, COMMANDS = 6, 8


async def test_of_writers_with_the_same_head_exactly_one_wins_and_the_same_command_is_kept_once(store: Store) -> None:
    await store.create(table(), [event()])
    for head in range(1, 6):
        answers = await asyncio.gather(*(store.append("t1", head, event(f"{head}-{n}")) for n in range(10)))
        assert [one.seq for kept in answers if kept for one in kept] == [head + 1]
    assert await check_chain(store, "t1") == 6
    answers = await asyncio.gather(*(store.append("t1", 6, event("same", n=n)) for n in range(10)))
    (kept,) = await store.events("t1", 6)
    assert [one for one in answers if one is not None] == [(kept,)]


async def write(store: Store, who: int, random: Random) -> list[str]:
    """A client: sends its commands at the head it knows, again where it was stale, some of them twice."""
    sent, head = [], 1
    for n in range(COMMANDS):
        cmd_id = f"{who}-{n}"
        while (kept := await store.append("t1", head, event(cmd_id, who=who, n=n))) is None:
            head = await store.head("t1")
        head = kept[-1].seq
        sent.append(cmd_id)
        if random.random() < 0.3:
            assert await store.append("t1", head - 1, event(cmd_id)) is None
    return sent


@pytest.mark.whole("long")
async def test_every_command_of_many_clients_is_there_once_and_in_the_order_each_sent_them(store: Store) -> None:
    await store.create(table(), [event()])
    sent = await asyncio.gather(*(write(store, who, Random(who)) for who in range(WRITERS)))  # noqa: S311
    assert await check_chain(store, "t1") == 1 + WRITERS * COMMANDS
    kept = [one.cmd_id for one in await store.events("t1", 1)]
    for who, mine in enumerate(sent):
        assert [cmd_id for cmd_id in kept if cmd_id and cmd_id.startswith(f"{who}-")] == mine


async def hear(store: Store, ready: asyncio.Event, head: int) -> list[Notice]:
    """The news of a store until a table has come so far."""
    heard: list[Notice] = []
    async with store.listen() as notices:
        ready.set()
        async for notice in notices:
            heard.append(notice)
            if notice.head >= head:
                break
    return heard


async def test_news_of_appends_reach_who_listens(store: Store) -> None:
    await store.create(table(), [event()])
    ready = asyncio.Event()
    hearing = asyncio.create_task(hear(store, ready, 4))
    await ready.wait()
    await store.append("t1", 1, event())
    assert await store.append("t1", 1, event()) is None  # no news
    await store.append("t1", 2, event(), event())
    heard = await asyncio.wait_for(hearing, PATIENCE)
    assert heard[-1] == Notice("t1", 4)
    assert {notice.table for notice in heard} == {"t1"}
    assert [notice.head for notice in heard] in ([2, 4], [4])


@pytest.mark.whole("postgresql")
@pytest.mark.parametrize("address", ["postgresql://fireline@127.0.0.1:1/none", "postgresql://127.0.0.1:1/none?x=y"])
def test_a_server_that_does_not_answer_is_one_line(address: str) -> None:
    with pytest.raises(DatabaseError, match=r"^postgresql://\S+: PostgreSQL: .*[Cc]onnect") as wrong:
        asyncio.run(open_store(address))
    assert "\n" not in str(wrong.value)
