"""Memory given back: tables at which nobody has been for a while, and what the C library holds of them."""

from __future__ import annotations

import asyncio
import ctypes
import time
from collections.abc import Callable
from contextlib import suppress

EVERY = 30.0
"""Seconds between two looks for what can be given back."""
AFTER = 600.0
"""Seconds after which a table at which nobody sits leaves memory; it is read again when somebody comes."""


class Idle:
    """When each table was last used."""

    def __init__(self, clock: Callable[[], float] = time.monotonic) -> None:
        self._clock, self._used = clock, dict[str, float]()

    def use(self, table: str) -> None:
        """Somebody asks for a table."""
        self._used[table] = self._clock()

    def forget(self, table: str) -> None:
        """A table has left memory."""
        self._used.pop(table, None)

    def long_unused(self) -> list[str]:
        """The tables that nobody has asked for in a while."""
        before = self._clock() - AFTER
        return [table for table, used in self._used.items() if used < before]


async def give_back(anything: Callable[[], bool]) -> None:
    """From time to time, where `anything` has become free, give memory back to the system; goes on for ever."""
    while True:
        await asyncio.sleep(EVERY)
        if anything():
            await asyncio.to_thread(trim)


def trim() -> None:
    """Give back what is free: the GNU C library keeps it otherwise; others do so by themselves."""
    with suppress(OSError, AttributeError):
        ctypes.CDLL(None).malloc_trim(0)
