"""What was found out about a few things, kept for as long as equal things are asked about."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Generic, TypeVar

K = TypeVar("K")
R = TypeVar("R")
T = TypeVar("T")
MOST_THINGS = 1 << 14
MOST_ANSWERS = 1 << 17


class Notes(dict[K, R]):
    """What a state remembers of itself: left behind when the state is copied, or sent to another process."""

    def __reduce__(self) -> tuple[Any, ...]:
        return Notes, ()


class Kept(Generic[R]):
    """Answers by all that they depend on, so that a change makes anew only the answers that it can change.

    Equal things are made one and the same once (`same`), and from then on told apart by identity, which is quick.
    At most so many things and answers are held, `most` of these; all are forgotten when there are more.

    >>> kept = Kept[str]()
    >>> kept.of((kept.same((1, 2)),), lambda: "worked out"), kept.of((kept.same((1, 2)),), lambda: "again")
    ('worked out', 'worked out')
    """

    def __init__(self, most: int = MOST_ANSWERS) -> None:
        self._most = most
        self._answers: dict[tuple[int, ...], tuple[tuple[object, ...], R]] = {}
        self._met: dict[int, tuple[object, object]] = {}
        self._first: dict[Any, Any] = {}

    def same(self, thing: T) -> T:
        """The first thing met that is equal to this one; it must be hashable."""
        met = self._met.get(id(thing))
        if met is None:
            if len(self._met) >= MOST_THINGS:
                self._met.clear()
                self._first.clear()
            met = self._met[id(thing)] = thing, self._first.setdefault(thing, thing)
        found: T = met[1]  # type: ignore[assignment]
        return found

    def like(self, thing: T) -> T:
        """The same for a thing that was made for this question alone, so that its identity tells nothing later."""
        if len(self._first) >= MOST_THINGS:
            self._met.clear()
            self._first.clear()
        first: T = self._first.setdefault(thing, thing)
        return first

    def of(self, things: tuple[object, ...], work_out: Callable[[], R]) -> R:
        """The answer about these very things, worked out where it is not kept."""
        key = tuple(map(id, things))
        kept = self._answers.get(key)
        if kept is None:
            if len(self._answers) >= self._most:
                self._answers.clear()
            kept = self._answers[key] = things, work_out()  # holds the things, so that no other gets their identity
        return kept[1]

    def forget(self) -> None:
        """Forget everything, as a benchmark of fresh answers needs."""
        self._answers.clear()
        self._met.clear()
        self._first.clear()
