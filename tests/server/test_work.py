"""Questions answered in other processes: the same answers, and nobody waits for one that takes too long."""

import asyncio
import os
import time
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest

from fireline.game.errors import BattleFileError
from fireline.server import work
from fireline.server.processes import BEHIND, Pool
from fireline.server.turns import TooLong, Turns
from fireline.server.work import Lane, Lanes
from server import errands
from server.sockets import PATIENCE


@pytest.fixture
def lanes() -> Iterator[Callable[..., Lane]]:
    """Makes lanes with processes of their own."""
    pools = list[Pool]()

    def lane(most: int = 1, **how: Any) -> Lane:
        pools.append(Pool(2))
        given = {name: how.pop(name) for name in ("at_once", "each", "patience", "clock") if name in how}
        return Lane(pools[-1], Turns(most, **given), **how)

    yield lane
    for pool in pools:
        pool.close()


async def test_answers_and_errors_come_from_another_process(lanes: Callable[..., Lane]) -> None:
    lane = lanes()
    assert await lane.answer(errands.double, 21) == 42
    first, second = await lane.answer(errands.own_process), await lane.answer(errands.own_process)
    assert first == second != os.getpid()
    with pytest.raises(BattleFileError, match="here: that is refused"):
        await lane.answer(errands.refuse, "that")
    with pytest.raises(RuntimeError, match="cannot be sent"):
        await lane.answer(errands.nothing_that_can_be_sent)
    assert await lane.answer(errands.own_process) == first


async def test_a_process_that_takes_too_long_or_dies_is_replaced(lanes: Callable[..., Lane]) -> None:
    lane = lanes()
    first = await lane.answer(errands.own_process)
    with pytest.raises(TooLong, match="longer than 1 seconds"):
        await lane.answer(time.sleep, 30, seconds=1)
    second = await lane.answer(errands.own_process)
    with pytest.raises(TooLong, match="came to an end"):
        await lane.answer(errands.die)
    assert len({first, second, await lane.answer(errands.own_process)}) == 3


async def test_how_long_an_answer_may_take_is_the_operators_to_say() -> None:
    lanes = Lanes(2, patience=0.5)
    try:
        with pytest.raises(TooLong, match=r"longer than 0\.5 seconds"):
            await lanes.play.answer(time.sleep, 30)
    finally:
        lanes.close()


async def test_who_goes_away_ends_the_work_and_nobody_elses(lanes: Callable[..., Lane]) -> None:
    lane = lanes(most=2)
    begun, shares = asyncio.Event(), list[float]()

    def heard(news: dict[str, Any]) -> None:
        shares.append(news["progress"])
        begun.set()

    gone = asyncio.create_task(lane.answer(errands.slowly, client="a", heard=heard))
    stays = asyncio.create_task(lane.answer(errands.slowly_and_who, 10, client="b", heard=lambda _: None))
    await begun.wait()
    gone.cancel()
    with pytest.raises(asyncio.CancelledError):
        await gone
    assert await stays != os.getpid()
    assert max(shares) < 1
    assert await lane.answer(errands.double, 1) == 2


async def test_long_work_of_play_makes_way_and_goes_on_behind(tmp_path: Path, lanes: Callable[..., Lane]) -> None:
    lane = lanes(quantum=0.05, patience=PATIENCE)
    slow = asyncio.create_task(lane.answer(errands.niceness_once, tmp_path / "now", client="a", seconds=PATIENCE))
    await asyncio.sleep(0)  # it asks first
    assert await lane.answer(errands.double, 2, client="b", seconds=PATIENCE) == 4  # the only place was taken
    assert not slow.done()
    (tmp_path / "now").touch()
    assert await slow == BEHIND


async def test_of_too_many_that_go_on_the_one_is_ended_whose_client_has_had_most(
    monkeypatch: pytest.MonkeyPatch, lanes: Callable[..., Lane]
) -> None:
    monkeypatch.setattr(work, "SLOW", 1)
    lane = lanes(quantum=0.05, patience=PATIENCE, clock=lambda: 0.0)
    await lane.answer(errands.double, 1, client="greedy")
    modest = asyncio.create_task(lane.answer(time.sleep, 3600, client="modest", seconds=3600))
    await asyncio.sleep(0)  # it asks first
    greedy = asyncio.create_task(lane.answer(time.sleep, 3600, client="greedy", seconds=3600))
    await asyncio.sleep(0)
    while lane._turns.waiting:  # until the first has made way for the second
        await asyncio.sleep(0.01)
    assert await lane.answer(errands.double, 1, client="next", seconds=PATIENCE) == 2
    with pytest.raises(TooLong, match="while others wait"):
        await asyncio.wait_for(greedy, PATIENCE)
    assert not modest.done()
    modest.cancel()


async def test_a_process_for_long_questions_stands_behind(lanes: Callable[..., Lane]) -> None:
    lane = lanes(behind=True)
    assert await lane.answer(errands.niceness) == BEHIND


async def test_starting_a_process_takes_nothing_of_anybodys_patience(
    monkeypatch: pytest.MonkeyPatch, lanes: Callable[..., Lane]
) -> None:
    take = Pool.take

    async def slowly(self: Pool, *, behind: bool) -> Any:
        await asyncio.sleep(0.3)
        return await take(self, behind=behind)

    monkeypatch.setattr(Pool, "take", slowly)
    lane = lanes(patience=PATIENCE)
    await lane.answer(errands.double, 1)
    lane._patience = 0.25
    assert await lane.answer(errands.double, 21) == 42
