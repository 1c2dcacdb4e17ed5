"""Questions answered in other processes: the same answers, and nobody waits for one that takes too long."""

from __future__ import annotations

import asyncio
import importlib
import os
import re
import subprocess
import sys
import time
from collections.abc import Callable
from operator import attrgetter
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

ASKING = [
    *(f"fireline.server.tables.{name}" for name in ("routes", "answers", "room")),
    *(f"fireline.server.api.{name}" for name in ("library", "models", "pictures", "shots")),
    "fireline.server.services",
]
"""Modules that ask a lane."""
ASKED = re.compile(r"(?:lane|lanes\.\w+)\.answer\(\s*((?!function|asking\.\w+, \w+, )[a-z]\w*(?:\.\w+)?)")
"""What they ask."""


def lane(most: int = 1, **how: Any) -> tuple[Pool, Lane]:
    pool = Pool(2)
    turns = Turns(most, **{name: how.pop(name) for name in ("at_once", "each", "patience", "clock") if name in how})
    return pool, Lane(pool, turns, **how)


async def with_lane(use: Callable[[Lane], Any], **how: Any) -> Any:
    pool, one = lane(**how)
    try:
        return await use(one)
    finally:
        pool.close()


def test_answers_and_errors_come_from_another_process() -> None:
    async def use(lane: Lane) -> None:
        assert await lane.answer(errands.double, 21) == 42
        first, second = await lane.answer(errands.own_process), await lane.answer(errands.own_process)
        assert first == second != os.getpid()
        with pytest.raises(BattleFileError, match="here: that is refused"):
            await lane.answer(errands.refuse, "that")
        with pytest.raises(RuntimeError, match="cannot be sent"):
            await lane.answer(errands.nothing_that_can_be_sent)
        assert await lane.answer(errands.own_process) == first

    asyncio.run(with_lane(use))


def test_a_process_that_takes_too_long_or_dies_is_replaced() -> None:
    async def use(lane: Lane) -> None:
        first = await lane.answer(errands.own_process)
        with pytest.raises(TooLong, match="longer than 1 seconds"):
            await lane.answer(time.sleep, 30, seconds=1)
        second = await lane.answer(errands.own_process)
        with pytest.raises(TooLong, match="came to an end"):
            await lane.answer(errands.die)
        assert len({first, second, await lane.answer(errands.own_process)}) == 3

    asyncio.run(with_lane(use))


def test_how_long_an_answer_may_take_is_the_operators_to_say() -> None:
    async def use() -> None:
        lanes = Lanes(2, patience=0.5)
        try:
            with pytest.raises(TooLong, match=r"longer than 0\.5 seconds"):
                await lanes.play.answer(time.sleep, 30)
        finally:
            lanes.close()

    asyncio.run(use())


def test_who_goes_away_ends_the_work_and_nobody_elses() -> None:
    async def use(lane: Lane) -> None:
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

    asyncio.run(with_lane(use, most=2))


def test_long_work_of_play_makes_way_and_goes_on_behind(tmp_path: Path) -> None:
    async def use(lane: Lane) -> None:
        slow = asyncio.create_task(lane.answer(errands.niceness_once, tmp_path / "now", client="a", seconds=PATIENCE))
        await asyncio.sleep(0)  # it asks first
        assert await lane.answer(errands.double, 2, client="b", seconds=PATIENCE) == 4  # the only place was taken
        assert not slow.done()
        (tmp_path / "now").touch()
        assert await slow == BEHIND

    asyncio.run(with_lane(use, quantum=0.05, patience=PATIENCE))


def test_of_many_that_go_on_and_on_the_first_is_ended_when_others_wait(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(work, "SLOW", 1)

    async def use(lane: Lane) -> None:
        first, second = (
            asyncio.create_task(lane.answer(time.sleep, 3600, client=name, seconds=3600)) for name in ("a", "b")
        )
        await asyncio.sleep(0)  # they ask first
        assert await lane.answer(errands.double, 2, client="c", seconds=PATIENCE) == 4
        with pytest.raises(TooLong, match="while others wait"):
            await first
        assert not second.done()
        second.cancel()

    asyncio.run(with_lane(use, quantum=0.05, patience=PATIENCE))


def test_of_too_many_that_go_on_the_one_is_ended_whose_client_has_had_most(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(work, "SLOW", 1)

    async def use(lane: Lane) -> None:
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

    asyncio.run(with_lane(use, quantum=0.05, patience=PATIENCE, clock=lambda: 0.0))


@pytest.mark.whole("long")
def test_whatever_a_lane_is_asked_has_been_loaded_by_a_process_that_is_copied() -> None:
    loads = "import sys, fireline.server.preloaded; print(*sys.modules)"
    loaded = subprocess.run([sys.executable, "-c", loads], capture_output=True, text=True, check=True).stdout.split()
    asked = {
        function.__module__
        for module in map(importlib.import_module, ASKING)
        for name in ASKED.findall(Path(str(module.__file__)).read_text())
        if callable(function := attrgetter(name)(module)) and hasattr(function, "__module__")
    }
    assert len(asked) >= 5
    assert asked <= set(loaded)


def test_a_process_for_long_questions_stands_behind() -> None:
    async def use(lane: Lane) -> None:
        assert await lane.answer(errands.niceness) == BEHIND

    asyncio.run(with_lane(use, behind=True))
