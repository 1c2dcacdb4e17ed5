"""A writer that is killed at any moment: whatever it acknowledged is there, once, in an unbroken chain."""

from __future__ import annotations

import multiprocessing
import time
from multiprocessing.context import ForkServerContext
from pathlib import Path
from random import Random

from fireline.server.store import Store
from server.store.events import check_chain, event, table, with_store
from server.store.killed import CLIENTS, TABLES, make, work

KILLS = 25
Told = tuple[int, int, int, str, bool]


def forking() -> ForkServerContext:
    """Processes that have everything imported when they begin."""
    context = multiprocessing.get_context("forkserver")
    context.set_forkserver_preload(["server.store.killed", "fireline.server.store.sqlite", "alembic.command"])
    return context


def run_and_kill(database: str, start: list[int], random: Random) -> list[Told]:
    """What a writer acknowledged before it was killed."""
    context = forking()
    mine, its = context.Pipe(duplex=False)
    writer = context.Process(target=work, args=(database, start, its), daemon=True)
    writer.start()
    its.close()
    told: list[Told] = [mine.recv()]  # it is at work
    wait = random.choice([0.0, 0.005, 0.03, 0.1])
    until = time.monotonic() + wait * random.random()
    while time.monotonic() < until:
        if mine.poll(0.001):
            told.append(mine.recv())
    writer.kill()
    try:
        while True:
            told.append(mine.recv())
    except (EOFError, OSError):  # all that it had told; a word cut off in the middle tells nothing
        writer.join()
    assert writer.exitcode == -9
    return told


def test_whatever_was_acknowledged_before_a_kill_is_there_once(database: str) -> None:
    random = Random(database[:6])  # noqa: S311

    async def prepare(store: Store) -> None:
        for n in range(TABLES):
            await store.create(table(f"t{n}"), [event()])

    with_store(database, prepare)
    start, acknowledged, again = [0] * CLIENTS, {}, 0
    for _ in range(KILLS):
        for who, number, seq, hash_, new in run_and_kill(database, start, random):
            assert (who, number) not in acknowledged
            acknowledged[who, number] = (seq, hash_)
            start[who] = number + 1
            again += not new

    async def check(store: Store) -> int:
        kept = 0
        for n in range(TABLES):
            length = await check_chain(store, f"t{n}")
            events = await store.events(f"t{n}", 1, length)
            sent = {(one.body["who"], one.body["number"]): (one.seq, one.hash) for one in events}
            assert len(sent) == len(events) == length - 1
            mine = {key: value for key, value in acknowledged.items() if key[0] % TABLES == n}
            assert {key: sent.get(key) for key in mine} == mine
            for who in range(n, CLIENTS, TABLES):
                numbers = [one.body["number"] for one in events if one.body["who"] == who]
                assert numbers == list(range(len(numbers)))  # in the order sent, none left out
                assert start[who] <= len(numbers) <= start[who] + 1  # one may have been kept and not acknowledged
            kept += len(events)
        return kept

    kept = with_store(database, check)
    assert len(acknowledged) >= KILLS
    assert kept >= len(acknowledged)
    assert again <= KILLS * CLIENTS


def test_a_database_whose_making_was_cut_short_is_made_all_the_same(tmp_path: Path) -> None:
    random, context, left = Random(7), forking(), set()  # noqa: S311
    for n in range(KILLS):
        file = tmp_path / f"{n}.db"
        mine, its = context.Pipe(duplex=False)
        maker = context.Process(target=make, args=(str(file), its), daemon=True)
        maker.start()
        mine.recv()
        time.sleep(random.random() * 0.12)
        maker.kill()
        maker.join()
        left.add(file.stat().st_size if file.exists() else -1)

        async def use(store: Store) -> int:
            await store.create(table(), [event()])
            return await check_chain(store, "t1")

        assert with_store(str(file), use) == 1
    assert len(left) > 1, "every process was killed at the same moment"
