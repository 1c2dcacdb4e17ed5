"""The places of a threat map shared out: every core helps where they take long."""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Iterator, Sequence
from dataclasses import replace
from typing import Protocol

from fireline.analysis.deadline import Deadline
from fireline.analysis.shared import ALONE, WORTH_IT
from fireline.analysis.threatcell import Sentences
from fireline.analysis.workers import WorkerDied, Workers, allowed
from fireline.game.drawing import ThreatCell
from fireline.ruling import all_stand

CHUNK_SECONDS = 0.25
"""About so long another process works before it tells what it has found."""
Places = tuple[str, ...]
Found = list[tuple[ThreatCell, bool]]
"""Places, and of each whether its reasons are still to be put into words."""


class Asked(Protocol):
    """A map whose places are worked out one by one."""

    def cell(self, place: str) -> ThreatCell:
        """One place with its chance."""
        ...


def worked_out(asked: Asked, places: Sequence[str], deadline: Deadline) -> Iterator[ThreatCell]:
    """The places while there is time, and at least the first; in their order, or nearly where other processes help."""
    left, others = deque(places), allowed() > 1 and all_stand()
    begun = Deadline() if others else deadline
    while left and (len(left) == len(places) or not deadline.over):
        done = len(places) - len(left)
        if others and done and begun.gone > ALONE:
            each = begun.gone / done
            if min(each * len(left), deadline.left) > WORTH_IT:
                yield from _with_others(asked, left, deadline, max(int(CHUNK_SECONDS / each), 1))
                return
        yield asked.cell(left.popleft())


def _with_others(asked: Asked, left: deque[str], deadline: Deadline, chunk: int) -> Iterator[ThreatCell]:
    """The same, this process place by place and the others so many at once."""
    crew, away = Workers[Places, Found](allowed() - 1, _begun, asked), 0
    try:
        while away or (left and not deadline.over):
            more = bool(left) and not deadline.over
            while more and left and crew.free:
                crew.give(tuple(left.popleft() for _ in range(min(chunk, len(left)))))
                away += 1
            over = crew.take(0 if more and left else None)
            away -= len(over)
            for came in over:
                try:
                    found = came.result()
                except WorkerDied:
                    yield from map(asked.cell, came.job)
                else:
                    yield from (_with_reasons(asked, cell) if later else cell for cell, later in found)
            if more and left and not over:
                yield asked.cell(left.popleft())
    finally:
        crew.dismiss()


def _with_reasons(asked: Asked, cell: ThreatCell) -> ThreatCell:
    """A place whose reasons are put into words here, when they are read."""
    return replace(cell, why=Sentences(lambda: asked.cell(cell.place).why))


def _begun(asked: Asked) -> Callable[[Places], Found]:
    """In another process: what it does with places."""
    return lambda places: [_sent(asked.cell(place)) for place in places]


def _sent(cell: ThreatCell) -> tuple[ThreatCell, bool]:
    later = isinstance(cell.why, Sentences)
    return (replace(cell, why=()) if later else cell), later
