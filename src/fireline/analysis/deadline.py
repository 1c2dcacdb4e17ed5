"""How long a search may take, and who is told of it on the way."""

from __future__ import annotations

import time
from collections import Counter
from collections.abc import Callable, Iterator
from contextlib import AbstractContextManager, contextmanager
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
Held = TypeVar("Held")
Listener = Callable[[float, Known], object]
"""Told how far a search is, from 0 to 1, and what is known by then."""


def tell_nobody(share: float, known: Any = None) -> None:
    """Tell nobody how far a search is."""


class Done(NamedTuple):
    """How many games, trials or cases are done, of how many."""

    done: int
    total: int
    what: str
    """What they are: "games"."""

    @classmethod
    def of(cls, total: int, what: str) -> Callable[[Counter[Any]], Done]:
        """How many of so many have been counted."""
        return lambda counted: cls(counted.total(), total, what)

    @property
    def sentence(self) -> str:
        """The same in words."""
        return f"{self.done:,} of {self.total:,} {self.what}"


_WAITING: ContextVar[float | None] = ContextVar("waiting", default=None)
_UNTIL: ContextVar[Deadline | None] = ContextVar("until", default=None)
GRACE = 1.0
"""Seconds more for what is begun first, so that there is an answer where it is nearly done."""


class OutOfTime(Exception):
    """The time is over, and what was begun is given up."""


@contextmanager
def _holding(variable: ContextVar[Held], value: Held) -> Iterator[None]:
    before = variable.set(value)
    try:
        yield
    finally:
        variable.reset(before)


def given_up_after(deadline: Deadline | None) -> AbstractContextManager[None]:
    """What is done in here may be given up once this deadline, and `GRACE`, is over; never where there is none."""
    return _holding(_UNTIL, deadline)


def go_on() -> None:
    """Raise `OutOfTime` where what is being done is to be given up."""
    until = _UNTIL.get()
    if until is not None and until.left < -GRACE:
        raise OutOfTime


def waiting_since(begun: float | None) -> AbstractContextManager[None]:
    """Somebody waits since this moment of `time.monotonic`, before any question was asked; None if nobody does."""
    return _holding(_WAITING, begun)


class Deadline:
    """So many seconds from now, or since a moment of `time.monotonic`, or no end; and who is told on the way."""

    def __init__(
        self, seconds: float | None = None, begun: float | None = None, heard: Listener[Any] = tell_nobody
    ) -> None:
        self.seconds = inf if seconds is None else seconds
        self._begun = time.monotonic() if begun is None else begun
        self._heard, self._next = heard, 0.0

    @classmethod
    def of_answer(cls, seconds: float | None = None, heard: Listener[Any] = tell_nobody) -> Deadline:
        """The deadline of a whole answer, which counts from when somebody began to wait: see `waiting_since`."""
        begun = _WAITING.get()
        if begun is not None and seconds is not None:
            seconds = max(seconds - TO_TELL * (time.monotonic() - begun), 0.0)
        return cls(seconds, begun, heard)

    def __reduce__(self) -> tuple[Any, ...]:
        return Deadline, (self.seconds, self._begun)  # another process tells nobody

    def tell(self, share: float, known: Callable[[], Any]) -> None:
        """Tell the share that is done, or gone of the time, each hundredth; what is known is put together only then."""
        share = min(max(share, self.share), 1.0)
        if self._heard is not tell_nobody and (share >= self._next or share == 1):
            self._next = share + 1 / OFTEN
            self._heard(share, known())

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
