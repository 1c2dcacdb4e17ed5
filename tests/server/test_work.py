"""Questions answered in other processes: the same answers, and nobody waits for one that takes too long."""

from __future__ import annotations

import asyncio
import json
import os
import time
from collections.abc import Callable
from contextlib import aclosing
from typing import Any

import pytest

from battles import examples
from fireline.game.errors import BattleFileError, Code
from fireline.server import analysing, answering
from fireline.server.scene import scene
from fireline.server.work import Busy, TooLong, Workers
from server.clients import API, BOW, SHOT, Client


def double(number: int) -> int:
    return 2 * number


def refuse(word: str) -> None:
    raise BattleFileError(Code.UNKNOWN_NAME, f"{word} is refused", "here")


def own_process() -> int:
    return os.getpid()


def slowly(report: Callable[[float], None]) -> int:
    for n in range(200):
        report(n / 200)
        time.sleep(0.05)
    return os.getpid()


def die() -> None:
    os._exit(1)


def nothing_that_can_be_sent() -> Any:
    return lambda: None


async def with_workers(use: Callable[[Workers], Any]) -> Any:
    workers = Workers(most=1)
    try:
        return await use(workers)
    finally:
        workers.close()


def test_answers_and_errors_come_from_another_process() -> None:
    async def use(workers: Workers) -> None:
        assert await workers.answer(double, 21) == 42
        first, second = await workers.answer(own_process), await workers.answer(own_process)
        assert first == second != os.getpid()
        with pytest.raises(BattleFileError, match="here: that is refused"):
            await workers.answer(refuse, "that")
        with pytest.raises(RuntimeError, match="cannot be sent"):
            await workers.answer(nothing_that_can_be_sent)
        assert await workers.answer(own_process) == first

    asyncio.run(with_workers(use))


def test_a_process_that_takes_too_long_or_dies_is_replaced() -> None:
    async def use(workers: Workers) -> None:
        first = await workers.answer(own_process)
        with pytest.raises(TooLong, match="longer than 1 seconds"):
            await workers.answer(time.sleep, 30, seconds=1)
        second = await workers.answer(own_process)
        with pytest.raises(TooLong, match="came to an end"):
            await workers.answer(die)
        assert len({first, second, await workers.answer(own_process)}) == 3

    asyncio.run(with_workers(use))


def test_who_goes_away_ends_the_work() -> None:
    async def use(workers: Workers) -> None:
        first = await workers.answer(own_process)
        async with aclosing(workers.words(slowly, reports=True)) as words:
            async for word in words:
                assert word.kind == "progress"
                if word.value > 0.01:
                    break
        with pytest.raises(ProcessLookupError):
            os.kill(first, 0)
        assert await workers.answer(double, 1) == 2

    asyncio.run(with_workers(use))


def test_too_many_questions_are_turned_away(monkeypatch: pytest.MonkeyPatch) -> None:
    async def use(workers: Workers) -> None:
        monkeypatch.setattr("fireline.server.work.MOST_WAITING", 2)
        answers = [asyncio.create_task(workers.answer(double, n)) for n in range(6)]
        done = await asyncio.gather(*answers, return_exceptions=True)
        assert sum(isinstance(one, Busy) for one in done) >= 3
        assert [one for one in done if not isinstance(one, Busy)] == [0, 2, 4][: sum(isinstance(o, int) for o in done)]

    asyncio.run(with_workers(use))


BOTH: dict[str, tuple[Callable[..., Any], dict[str, Any]]] = {
    "targets": (answering.targets, {"shooter": "bow"}),
    "read": (answering.read, {"text": None, "name": None}),
    "play": (answering.play, {"command": {"command": "EndPhase"}, "seed": 3, "dice": None}),
    "picture": (answering.picture, {"shot": SHOT, "kind": "board"}),
    "compare": (analysing.compare, {"shot": SHOT, "columns": [{"label": None, "changes": {"units[bow].moved": 1}}]}),
    "worth": (analysing.worth, {"shot": SHOT}),
}


@pytest.mark.parametrize("name", BOTH)
def test_here_and_in_another_process_the_answer_is_the_same(name: str, client: Client) -> None:
    function, asked = BOTH[name]
    here = function({"battle": BOW, "team": None, **asked})
    there = client.post(f"{API}/{name}", json={"battle": BOW, **asked})
    assert (there.text if name == "picture" else there.json()) == (here if name == "picture" else _plain(here))


@pytest.mark.parametrize(
    ("function", "asked"),
    [
        (analysing.threat, {"unit": "bow", "direction": "against", "shooters": None, "at_least": None, "target": None}),
        (analysing.simulate, {"phases": 3, "seed": 1, "policies": "simple", "common_dice": False, "against": None}),
    ],
)
def test_long_answers_say_how_far_they_are(function: Callable[..., Any], asked: dict[str, Any]) -> None:
    shares: list[float] = []
    assert function({"battle": BOW, "team": None, **asked}, report=shares.append)
    assert (shares[0], shares[-1]) == (0.0, 1.0)


def test_a_table_in_three_dimensions_is_the_same_here() -> None:
    village = examples("blightmeer@2026-07")["blightmeer-village.yaml"]
    told = scene({"battle": village, "team": None})
    assert {solid["kind"] for solid in told["solids"]} == {"unit", "terrain"}
    with pytest.raises(BattleFileError, match="three dimensions"):
        scene({"battle": BOW, "team": None})


def _plain(answer: Any) -> Any:
    return json.loads(json.dumps(answer))
