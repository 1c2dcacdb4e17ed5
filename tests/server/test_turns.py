"""Everybody has his turn: whoever asks much waits for himself, and not others for him; nor does the event loop."""

import asyncio
from collections.abc import Callable
from itertools import pairwise
from typing import Any

import pytest

from fireline.server.guard import Rounds
from fireline.server.problems import Busy
from fireline.server.work import Lane, Turn, Turns, _RecentUse

LANE: dict[str, Any] = {"name": "test", "share": 1, "each": 4, "patience": 10.0, "seconds": 10.0}


class Asked:
    """Questions put to a queue, each answered when the test says so; `begun` are those whose turn has come."""

    def __init__(self, turns: Turns) -> None:
        self.turns, self.begun, self._held = turns, list[str](), dict[str, Turn]()

    async def ask(self, name: str, client: str, rank: int = 1) -> asyncio.Task[None]:
        async def wait() -> None:
            self._held[name] = await self.turns.take(client, rank)
            self.begun.append(name)

        task = asyncio.create_task(wait())
        await settle()
        return task

    async def end(self, name: str) -> None:
        self.turns.end(self._held.pop(name))
        await settle()

    async def lend(self, name: str) -> None:
        self.turns.yield_place(self._held[name])
        await settle()


async def settle() -> None:
    for _ in range(5):
        await asyncio.sleep(0)


def queue(most: int, clock: Callable[[], float] = lambda: 0.0, **how: Any) -> Asked:
    """A queue, by default of an hour that never passes."""
    return Asked(Turns(most, Lane(**LANE | how), clock))


async def test_one_client_after_the_other_however_much_one_of_them_asks() -> None:
    asked = queue(most=1)
    for name in ("a1", "a2", "a3", "b1", "c1", "b2"):
        await asked.ask(name, name[0])
    for name in ("a1", "b1", "c1", "a2", "b2", "a3"):
        assert asked.begun[-1] == name
        await asked.end(name)


async def test_a_client_has_one_place_even_where_another_is_free() -> None:
    asked = queue(most=2)
    for name in ("a1", "a2"):
        await asked.ask(name, "a")
    assert asked.begun == ["a1"]
    await asked.ask("b1", "b")
    assert asked.begun == ["a1", "b1"]
    await asked.end("b1")
    assert asked.begun == ["a1", "b1"]
    await asked.end("a1")
    assert asked.begun == ["a1", "b1", "a2"]


async def test_in_play_a_client_may_use_what_nobody_else_wants() -> None:
    asked = queue(most=2, at_once=2)
    for name in ("a1", "a2", "a3", "b1"):
        await asked.ask(name, name[0])
    assert asked.begun == ["a1", "a2"]
    await asked.end("a1")
    assert asked.begun[-1] == "b1"


async def test_who_has_had_least_of_late_is_next() -> None:
    now = [0.0]
    asked = queue(most=1, clock=lambda: now[0])
    await asked.ask("dear", "a")
    await asked.ask("cheap", "b")
    now[0] += 5
    await asked.end("dear")
    now[0] += 0.1
    for name in ("a2", "b2", "b3", "c2"):
        await asked.ask(name, name[0])
    for name in ("cheap", "c2", "b2", "b3", "a2"):
        assert asked.begun[-1] == name
        now[0] += 0.1
        await asked.end(name)
    now[0] += 1000  # long ago
    await asked.ask("x", "x")
    await asked.ask("a3", "a")
    await asked.ask("b4", "b")
    await asked.end("x")
    assert asked.begun[-1] in {"a3", "b4"}


async def test_a_seat_at_a_table_goes_first() -> None:
    asked = queue(most=1)
    await asked.ask("stranger", "a")
    await asked.ask("another", "b")
    await asked.ask("seat", "token", rank=0)
    await asked.end("stranger")
    assert asked.begun == ["stranger", "seat"]


async def test_a_place_that_is_lent_serves_the_next_and_its_client_waits_all_the_same() -> None:
    asked = queue(most=1)
    for name in ("a1", "a2", "b1"):
        await asked.ask(name, name[0])
    await asked.lend("a1")
    assert asked.begun == ["a1", "b1"]
    await asked.end("b1")
    assert asked.begun == ["a1", "b1"]
    await asked.end("a1")
    assert asked.begun == ["a1", "b1", "a2"]
    await asked.end("a2")
    for name in ("c1", "d1"):  # no place was won or lost by that
        await asked.ask(name, name)
    assert asked.begun[-1] == "c1"


async def test_who_asks_too_much_at_once_is_told_to_ask_again() -> None:
    asked = queue(most=1, each=2)
    for name in ("a1", "a2", "a3"):
        await asked.ask(name, "a")
    with pytest.raises(Busy, match=r"2 of your questions wait already; ask again in 2 seconds") as refused:
        await (await asked.ask("a4", "a"))
    assert refused.value.status == 429


async def test_a_full_queue_makes_room_for_who_has_nothing_in_it() -> None:
    asked = queue(most=1, waiting=3)
    tasks = {name: await asked.ask(name, name[0]) for name in ("x1", "a1", "a2", "a3", "b1")}
    with pytest.raises(Busy):
        await tasks["a3"]  # the last of the longest
    await asked.ask("c1", "c")
    with pytest.raises(Busy):
        await tasks["a2"]
    with pytest.raises(Busy, match="more questions than it can answer") as refused:
        await (await asked.ask("d1", "d"))
    assert refused.value.status == 503
    await asked.ask("seat", "token", rank=0)
    await asked.end("x1")
    assert asked.begun == ["x1", "seat"]


async def test_patience_counts_from_arrival() -> None:
    asked = queue(most=1, patience=0.0)
    held = asked.turns
    await asked.ask("a1", "a")
    late = await asked.ask("b1", "b")
    await asyncio.wait([late])
    with pytest.raises(Busy, match="ask again in"):
        late.result()
    assert held.waiting == 0


async def test_who_goes_away_leaves_no_trace() -> None:
    asked = queue(most=1)
    await asked.ask("a1", "a")
    waiting = await asked.ask("b1", "b")
    waiting.cancel()
    await settle()
    assert asked.turns.waiting == 0
    just = await asked.ask("c1", "c")
    asked.turns.end(asked._held["a1"])
    just.cancel()  # its turn has come, and it has not heard of it
    await settle()
    await asked.ask("d1", "d")
    assert asked.begun == ["a1", "d1"]


async def test_what_a_client_has_had_counts_earlier_answers_and_the_one_that_goes_on() -> None:
    now = 0.0
    turns = Turns(2, Lane(**LANE, at_once=2), lambda: now)
    first = await turns.take("greedy")
    now = 3.0
    turns.end(first)
    greedy, modest = await turns.take("greedy"), await turns.take("modest")
    now = 4.0
    assert turns.recent_use(greedy) > turns.recent_use(modest) == 1.0


def test_of_those_who_had_something_the_earliest_is_forgotten(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("fireline.server.work.MOST_KNOWN", 2)
    had = _RecentUse()
    for client in "abac":
        had.add(client, 1.0, 0.0)
    assert [had.of(client, 0.0) for client in "abc"] == [2.0, 0.0, 1.0]


# --- rounds of the event loop --------------------------------------------------------


async def come(rounds: Rounds, begun: list[int], n: int) -> None:
    await rounds.begin()
    begun.append(n)


async def test_so_many_begin_in_a_round_in_the_order_in_which_they_came() -> None:
    begun, seen, rounds = list[int](), list[int](), Rounds(2)

    async def watch() -> None:
        while len(begun) < 10:
            seen.append(len(begun))
            await asyncio.sleep(0)

    await asyncio.gather(*(come(rounds, begun, n) for n in range(10)), watch())
    assert begun == list(range(10))
    assert max(after - before for before, after in pairwise(seen)) <= 2
    assert len(seen) >= 4


async def test_who_goes_away_takes_nobodys_turn_and_later_rounds_are_as_the_first() -> None:
    begun, rounds = list[int](), Rounds(1)
    tasks = [asyncio.create_task(come(rounds, begun, n)) for n in range(4)]
    await asyncio.sleep(0)
    tasks[1].cancel()
    await asyncio.gather(*tasks, return_exceptions=True)
    await settle()
    await come(rounds, begun, 4)
    assert begun == [0, 2, 3, 4]
