"""A writer that is killed at any step: whatever it acknowledged is there, once, in an unbroken chain."""

import multiprocessing
import signal
from collections.abc import Callable
from contextlib import suppress
from functools import partial
from multiprocessing.context import ForkServerContext
from pathlib import Path
from random import Random
from typing import Any

import pytest

from fireline.server.store.store import Store
from server.store.events import check_chain, event, table, with_store
from server.store.killed import CLIENTS, TABLES, make, work

KILLS = 25
STEPS = (3000, 600, 60, 1)
"""How many steps at most a writer may take once it has had an answer: from many commits to a moment."""
Told = tuple[int, int, int, str, bool]


def forking() -> ForkServerContext:
    """Processes that have everything imported when they begin."""
    context = multiprocessing.get_context("forkserver")
    context.set_forkserver_preload(["server.store.killed", "fireline.server.store.database", "alembic.command"])
    return context


def told_by(work: Callable[..., None], *given: Any) -> tuple[list[Any], int]:
    """What a process told before it came to its end, and how it ended."""
    mine, its = forking().Pipe(duplex=False)
    process = forking().Process(target=work, args=(*given, its), daemon=True)
    process.start()
    its.close()
    told: list[Any] = []
    with suppress(EOFError, OSError):  # all that it had told; a word cut off in the middle tells nothing
        while True:
            told.append(mine.recv())
    process.join()
    assert process.exitcode is not None
    return told, process.exitcode


@pytest.mark.parametrize("kills", [3, pytest.param(KILLS, marks=pytest.mark.whole("kills"))])
def test_whatever_was_acknowledged_before_a_kill_is_there_once(kills: int, database: str) -> None:
    random = Random(1)  # noqa: S311

    @partial(with_store, database)
    async def _(store: Store) -> None:
        for n in range(TABLES):
            await store.create(table(f"t{n}"), [event()])

    start, acknowledged, again = [0] * CLIENTS, {}, 0
    for kill in range(kills):
        step = random.randint(1, STEPS[kill % len(STEPS)])
        told: list[Told]
        told, ended = told_by(work, database, start, step)
        assert ended == -signal.SIGKILL
        for who, number, seq, hash_, new in told:
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
    assert len(acknowledged) >= kills
    assert kept >= len(acknowledged)
    assert again <= kills * CLIENTS


def check_usable(file: Path) -> None:
    async def use(store: Store) -> int:
        await store.create(table(), [event()])
        return await check_chain(store, "t1")

    assert with_store(str(file), use) == 1


def sizes(file: Path) -> tuple[int, ...]:
    """How large a database and its write-ahead log are, -1 where there is none."""
    return tuple(one.stat().st_size if one.exists() else -1 for one in (file, file.with_name(f"{file.name}-wal")))


@pytest.mark.whole("kills")
def test_a_database_whose_making_was_cut_short_is_made_all_the_same(tmp_path: Path) -> None:
    (steps,), ended = told_by(make, str(tmp_path / "whole.db"), 0)
    assert ended == 0
    left = set()
    for kill in range(KILLS):
        file = tmp_path / f"{kill}.db"
        assert told_by(make, str(file), 1 + kill * (steps - 1) // (KILLS - 1)) == ([], -signal.SIGKILL)
        left.add(sizes(file))
        check_usable(file)
    assert (-1, -1) in left, "before there was a file"
    assert len(left) > 3, left
