"""The log of a table in memory: the last events as they are, all others packed and unpacked when they are asked for."""

from __future__ import annotations

import pickle
import zlib
from collections import OrderedDict
from collections.abc import Callable, Iterator, Sequence
from typing import NamedTuple, overload

from fireline.game.battle import Battle
from fireline.server.store import KeptEvent

BLOCK = 50
"""How many events are packed together."""
RECENT = BLOCK
"""How many of the last events are held as they are, at least."""
UNPACKED = 4
"""How many blocks that were asked for are held unpacked."""

After = Callable[[KeptEvent, Battle], Battle]
"""The battle after an event that takes nothing back, from the battle before it."""


class LoggedEvent(NamedTuple):
    """An event of the log with the battle before it (None: it is the first) and after it."""

    event: KeptEvent
    before: Battle | None
    after: Battle


class History(Sequence[LoggedEvent]):
    """The events of a table in order, a few hundred bytes each however many there are.

    `after` is asked for the battles of packed events alone.
    """

    def __init__(self, after: After) -> None:
        self._after = after
        self._packed: list[bytes] = []
        self._recent: list[LoggedEvent] = []
        self._unpacked: OrderedDict[int, list[LoggedEvent]] = OrderedDict()

    def append(self, event: LoggedEvent) -> None:
        """The next event."""
        self._recent.append(event)
        if len(self._recent) >= RECENT + BLOCK:
            self._packed.append(_packed(self._recent[:BLOCK]))
            del self._recent[:BLOCK]

    def __len__(self) -> int:
        return BLOCK * len(self._packed) + len(self._recent)

    @overload
    def __getitem__(self, n: int) -> LoggedEvent: ...
    @overload
    def __getitem__(self, n: slice) -> list[LoggedEvent]: ...
    def __getitem__(self, n: int | slice) -> LoggedEvent | list[LoggedEvent]:
        if isinstance(n, slice):
            return [self[k] for k in range(*n.indices(len(self)))]
        n += len(self) if n < 0 else 0
        if not 0 <= n < len(self):
            raise IndexError(n)
        block, at = divmod(n, BLOCK)
        return self._block(block)[at] if block < len(self._packed) else self._recent[n - BLOCK * len(self._packed)]

    def __iter__(self) -> Iterator[LoggedEvent]:
        return (self[n] for n in range(len(self)))

    def _block(self, number: int) -> list[LoggedEvent]:
        found = self._unpacked.get(number)
        if found is None:
            found = self._unpacked[number] = self._unpack(number)
            if len(self._unpacked) > UNPACKED:
                self._unpacked.popitem(last=False)
        self._unpacked.move_to_end(number)
        return found

    def _unpack(self, number: int) -> list[LoggedEvent]:
        battles: dict[int, Battle]
        events: list[KeptEvent]
        before, battles, events = pickle.loads(zlib.decompress(self._packed[number]))  # noqa: S301 - packed here
        found: list[LoggedEvent] = []
        for event in events:
            after = battles.get(event.seq)
            if after is None and "undoes" in event.body:
                after = found[event.body["undoes"] - events[0].seq].before
            if after is None:
                after = self._after(event, before)
            found.append(LoggedEvent(event, before, after))
            before = after
        return found


def _packed(block: list[LoggedEvent]) -> bytes:
    """Some events, with every battle that they do not tell: the first, and those brought back from before."""
    first = block[0]
    battles = {first.event.seq: first.after} if first.before is None else {}
    for one in block:
        if one.event.body.get("undoes", first.event.seq + 1) <= first.event.seq:
            battles[one.event.seq] = one.after
    return zlib.compress(pickle.dumps((first.before, battles, [one.event for one in block])), 1)
