"""Questions answered in other processes: the same answers, and nobody waits for one that takes too long."""

import asyncio
import os
import time
from collections.abc import Callable, Coroutine, Iterator
from contextlib import closing
from functools import partial
from pathlib import Path
from typing import Any

import pytest

from fireline.analysis.workers import BEHIND
from fireline.game.errors import BattleFileError
from fireline.server.problems import Busy, TooLong
from fireline.server.processes import Pool
from fireline.server.work import Lane, Work
from server import errands
from server.sockets import PATIENCE

LANE = Lane("test", 1 / 2, 4, PATIENCE, PATIENCE, behind=False)
"""A lane of one place where there are two."""
Answer = Callable[..., Coroutine[Any, Any, Any]]


@pytest.fixture
def work() -> Iterator[Work]:
    """Two processes of one's own."""
    with closing(Work(2)) as processes:
        yield processes


@pytest.fixture
def lanes(work: Work) -> Callable[..., Answer]:
    """What answers in a lane that differs from the usual one in this."""
    return lambda **how: partial(work.answer, lane=LANE._replace(**how))


async def test_answers_and_errors_come_from_another_process(lanes: Callable[..., Answer]) -> None:
    answer = lanes()
    assert await answer(errands.double, 21) == 42
    first, second = await answer(errands.own_process), await answer(errands.own_process)
    assert first == second != os.getpid()
    with pytest.raises(BattleFileError, match="here: that is refused"):
        await answer(errands.refuse, "that")
    with pytest.raises(RuntimeError, match="cannot be sent"):
        await answer(errands.nothing_that_can_be_sent)
    assert await answer(errands.own_process) == first


async def test_a_process_that_takes_too_long_or_dies_is_replaced(lanes: Callable[..., Answer]) -> None:
    answer = lanes()
    first = await answer(errands.own_process)
    with pytest.raises(TooLong, match="longer than 1 seconds"):
        await answer(time.sleep, 30, lane=LANE._replace(seconds=1))
    second = await answer(errands.own_process)
    with pytest.raises(TooLong, match="came to an end"):
        await answer(errands.die)
    assert len({first, second, await answer(errands.own_process)}) == 3


async def test_how_long_an_answer_may_take_is_the_operators_to_say() -> None:
    with closing(Work(2, patience=0.5)) as work, pytest.raises(TooLong, match=r"longer than 0\.5 seconds"):
        await work.answer(time.sleep, 30)


async def test_where_no_process_begins_in_time_that_is_said(work: Work, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("fireline.server.work.STARTING", 0)
    monkeypatch.setattr(Pool, "_ready", lambda pool, *, behind: None)
    with pytest.raises(Busy, match="no process of the server has begun within 0 seconds; ask again"):
        await work.answer(errands.double, 21)


async def test_who_goes_away_ends_the_work_and_nobody_elses(lanes: Callable[..., Answer]) -> None:
    answer = lanes(share=1)
    begun, shares = asyncio.Event(), list[float]()

    def heard(news: dict[str, Any]) -> None:
        shares.append(news["progress"])
        begun.set()

    gone = asyncio.create_task(answer(errands.slowly, client="a", heard=heard))
    stays = asyncio.create_task(answer(errands.slowly_and_who, 10, client="b", heard=lambda _: None))
    await begun.wait()
    gone.cancel()
    with pytest.raises(asyncio.CancelledError):
        await gone
    assert await stays != os.getpid()
    assert max(shares) < 1
    assert await answer(errands.double, 1) == 2


async def test_long_work_of_play_makes_way_and_goes_on_behind(tmp_path: Path, lanes: Callable[..., Answer]) -> None:
    answer = lanes(quantum=0.05)
    slow = asyncio.create_task(answer(errands.niceness_once, tmp_path / "now", client="a"))
    await asyncio.sleep(0)  # it asks first
    assert await answer(errands.double, 2, client="b") == 4  # the only place was taken
    assert not slow.done()
    (tmp_path / "now").touch()
    assert await slow == BEHIND


async def test_of_too_many_that_go_on_the_one_is_ended_whose_client_has_had_most(
    monkeypatch: pytest.MonkeyPatch, work: Work
) -> None:
    monkeypatch.setattr("fireline.server.work.SLOW", 1)
    lane = LANE._replace(quantum=0.05)
    answer, turns = partial(work.answer, lane=lane), work.turns(lane)
    turns._clock = lambda: 0.0
    await answer(errands.double, 1, client="greedy")
    modest = asyncio.create_task(answer(time.sleep, 3600, client="modest"))
    await asyncio.sleep(0)  # it asks first
    greedy = asyncio.create_task(answer(time.sleep, 3600, client="greedy"))
    await asyncio.sleep(0)
    while turns.waiting:  # until the first has made way for the second
        await asyncio.sleep(0.01)
    assert await answer(errands.double, 1, client="next") == 2
    with pytest.raises(TooLong, match="while others wait"):
        await asyncio.wait_for(greedy, PATIENCE)
    assert not modest.done()
    modest.cancel()


async def test_a_process_for_long_questions_stands_behind(lanes: Callable[..., Answer]) -> None:
    answer = lanes(behind=True)
    assert await answer(errands.niceness) == BEHIND


async def test_starting_a_process_takes_nothing_of_anybodys_patience(
    monkeypatch: pytest.MonkeyPatch, lanes: Callable[..., Answer]
) -> None:
    take = Pool.take

    async def slowly(self: Pool, *, behind: bool) -> Any:
        await asyncio.sleep(0.3)
        return await take(self, behind=behind)

    monkeypatch.setattr(Pool, "take", slowly)
    assert await lanes(seconds=0.25)(errands.double, 21) == 42
