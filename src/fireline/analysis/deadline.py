"""How long a search may take, and who is told of it on the way."""

from __future__ import annotations

import time
from collections.abc import Callable
from math import inf
from typing import TypeVar

USUAL = 5.0
"""Seconds where nobody says how many."""
OFTEN = 100
"""How often somebody is told at the most."""
Known = TypeVar("Known")
Heard = Callable[[float, Known], object]
"""Told how far a search is, from 0 to 1, and what is known by then."""


class Deadline:
    """So many seconds from now, or no end."""

    def __init__(self, seconds: float | None = None) -> None:
        self.seconds = inf if seconds is None else seconds
        self._begun = time.monotonic()

    @property
    def gone(self) -> float:
        """How many seconds have gone by."""
        return time.monotonic() - self._begun

    @property
    def left(self) -> float:
        """How many seconds are left, below 0 once they are over."""
        return self.seconds - self.gone

    @property
    def share(self) -> float:
        """How much of the time is gone, from 0 to 1."""
        return 1.0 if self.over else 1 - self.left / self.seconds if self.seconds < inf else 0.0

    @property
    def over(self) -> bool:
        """Whether no time is left."""
        return self.left <= 0


def seldom(heard: Heard[Known] | None) -> Callable[[float, Callable[[], Known]], None]:
    """Tells somebody, or nobody, each hundredth of a search and its end; what is known is put together only then."""
    next_at = 0.0

    def tell(share: float, known: Callable[[], Known]) -> None:
        nonlocal next_at
        if heard is not None and (share >= next_at or share == 1):
            next_at = share + 1 / OFTEN
            heard(share, known())

    return tell
