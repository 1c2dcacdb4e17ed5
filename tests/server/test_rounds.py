"""However many come at once, what else waits for the event loop has its turn between them."""

from __future__ import annotations

import asyncio
from itertools import pairwise

from fireline.server.rounds import Rounds


def test_so_many_begin_in_a_round_in_the_order_in_which_they_came() -> None:
    begun: list[int] = []
    seen: list[int] = []

    async def come(rounds: Rounds, n: int) -> None:
        await rounds.begin()
        begun.append(n)

    async def watch() -> None:
        while len(begun) < 10:
            seen.append(len(begun))
            await asyncio.sleep(0)

    async def all_of_them() -> None:
        rounds = Rounds(2)
        await asyncio.gather(*(come(rounds, n) for n in range(10)), watch())

    asyncio.run(all_of_them())
    assert begun == list(range(10))
    assert max(after - before for before, after in pairwise(seen)) <= 2
    assert len(seen) >= 4


def test_who_goes_away_takes_nobodys_turn_and_later_rounds_are_as_the_first() -> None:
    begun: list[int] = []

    async def come(rounds: Rounds, n: int) -> None:
        await rounds.begin()
        begun.append(n)

    async def all_of_them() -> None:
        rounds = Rounds(1)
        tasks = [asyncio.create_task(come(rounds, n)) for n in range(4)]
        await asyncio.sleep(0)
        tasks[1].cancel()
        await asyncio.gather(*tasks, return_exceptions=True)
        for _ in range(5):
            await asyncio.sleep(0)
        await come(rounds, 4)

    asyncio.run(all_of_them())
    assert begun == [0, 2, 3, 4]
