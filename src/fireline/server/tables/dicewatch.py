"""Time at a table's dice: seats of which everybody has left, rolls that wait, and whoever waits for them."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Coroutine
from typing import Any

from fireline.server.dice.book import Mixing

AWAY_AFTER, AWAY_AT_FIRST = 3.0, 30.0
"""Seconds after which a seat of which everybody has left takes part no more, and after a start of the server."""


class DiceWatch:
    """Says when a seat is away and when patience with silent seats is at an end.

    `away` takes the seats; `impatient` is called `patience` seconds after a roll was declared, never where it is None.
    """

    def __init__(
        self,
        away: Callable[[frozenset[str]], Coroutine[Any, Any, None]],
        impatient: Callable[[int], Coroutine[Any, Any, None]],
        patience: int | None,
    ) -> None:
        self._away, self._impatient, self._patience = away, impatient, patience
        self._leaving: dict[str, asyncio.TimerHandle] = {}
        self._left: set[str] = set()
        self._waiting: tuple[int, asyncio.TimerHandle] | None = None
        self._news = asyncio.Event()
        self._tasks: set[asyncio.Task[None]] = set()

    @property
    def gone(self) -> frozenset[str]:
        """The seats that have left just now: they take part in no roll that is declared from here on."""
        return frozenset(self._left)

    def began(self, mixing: Mixing) -> None:
        """The table was read: whoever takes part has to come back."""
        for seat in mixing.standing:
            self._leave_soon(seat, AWAY_AT_FIRST)

    def left(self, seat: str) -> None:
        """The last socket is gone that gave the values of a seat."""
        self._left.add(seat)
        self._leave_soon(seat, AWAY_AFTER)

    def back(self, seat: str) -> None:
        """A seat gives its values again."""
        self._left.discard(seat)
        if (timer := self._leaving.pop(seat, None)) is not None:
            timer.cancel()

    def say_who_left(self) -> None:
        """Somebody asks for dice and expects seats that have left: say so at once."""
        for seat in self.gone:
            self._say_away(seat)

    def changed(self, mixing: Mixing) -> None:
        """Something was appended."""
        self._news.set()
        roll = mixing.declared.roll if mixing.declared else 0
        if self._waiting is not None and self._waiting[0] != roll:
            self._waiting[1].cancel()
            self._waiting = None
        if roll and self._waiting is None and self._patience is not None:
            timer = asyncio.get_running_loop().call_later(self._patience, self._lose_patience, roll)
            self._waiting = roll, timer

    async def wait(self, ready: Callable[[], bool], seconds: float) -> None:
        """Wait until something is so after an event, but not for ever."""
        try:
            async with asyncio.timeout(seconds):
                while not ready():
                    self._news.clear()
                    await self._news.wait()
        except TimeoutError:
            return

    def _leave_soon(self, seat: str, seconds: float) -> None:
        if (timer := self._leaving.get(seat)) is not None:
            timer.cancel()
        self._leaving[seat] = asyncio.get_running_loop().call_later(seconds, self._say_away, seat)

    def _say_away(self, seat: str) -> None:
        self.back(seat)
        self._start(self._away(frozenset({seat})))

    def _lose_patience(self, roll: int) -> None:
        self._start(self._impatient(roll))

    def _start(self, work: Coroutine[Any, Any, None]) -> None:
        task = asyncio.create_task(work)
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)
