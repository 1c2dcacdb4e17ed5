"""How long a search may take, and who is told of it on the way."""

from __future__ import annotations

import time
from collections import Counter
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from contextvars import ContextVar
from math import inf
from typing import Any, NamedTuple, TypeVar

USUAL = 5.0
"""Seconds where nobody says how many."""
TO_TELL = 0.3
"""How long it takes to tell an answer, as a part of the wait before its question was asked."""
OFTEN = 100
"""How often somebody is told at the most."""
Known = TypeVar("Known")
Found = TypeVar("Found")
Heard = Callable[[float, Known], object]
"""Told how far a search is, from 0 to 1, and what is known by then."""


class Done(NamedTuple):
    """How many games, trials or cases are done, of how many."""

    done: int
    total: int
    what: str
    """What they are: "games"."""

    @property
    def sentence(self) -> str:
        """The same in words."""
        return f"{self.done:,} of {self.total:,} {self.what}"


_WAITING: ContextVar[float | None] = ContextVar("waiting", default=None)


@contextmanager
def waiting_since(begun: float | None) -> Iterator[None]:
    """Somebody waits since this moment of `time.monotonic`, before any question was asked; None if nobody does."""
    before = _WAITING.set(begun)
    try:
        yield
    finally:
        _WAITING.reset(before)


class Deadline:
    """So many seconds from now, or since a moment of `time.monotonic`, or no end."""

    def __init__(self, seconds: float | None = None, begun: float | None = None) -> None:
        self.seconds = inf if seconds is None else seconds
        self._begun = time.monotonic() if begun is None else begun

    @classmethod
    def of_answer(cls, seconds: float | None = None) -> Deadline:
        """The deadline of a whole answer, which counts from when somebody began to wait: see `waiting_since`."""
        begun = _WAITING.get()
        if begun is None or seconds is None:
            return cls(seconds, begun)
        waited = time.monotonic() - begun
        return cls(max(seconds - TO_TELL * waited, 0.0), begun)

    @property
    def gone(self) -> float:
        """How many seconds have gone by."""
        return time.monotonic() - self._begun

    @property
    def left(self) -> float:
        """How many seconds are left, below 0 once they are over."""
        return self.seconds - self.gone

    @property
    def ends(self) -> bool:
        """Whether there is an end."""
        return self.seconds < inf

    @property
    def share(self) -> float:
        """How much of the time is gone, from 0 to 1."""
        return 1.0 if self.over else 1 - self.left / self.seconds if self.ends else 0.0

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


def hearing(heard: Heard[Found] | None, found: Callable[[Known], Found]) -> Heard[Known] | None:
    """Tells somebody, or nobody, what something comes to while it is worked out."""
    return None if heard is None else lambda share, known: heard(share, found(known))


def counting(heard: Heard[Done] | None, total: int, what: str) -> Heard[Counter[Any]] | None:
    """Tells somebody, or nobody, how many of so many have been counted."""
    return hearing(heard, lambda counted: Done(counted.total(), total, what))
