"""How work is shared out: chunks sized by the clock go to a crew; a piece that kills its workers is found and left out.

Simulations share out ranges of trials, sweeps pieces of cases. A crew is processes on this machine (`workers`), this
process itself, or a Dask cluster (`sweep.cluster`).
"""

from __future__ import annotations

import time
from collections import Counter, deque
from collections.abc import Callable, Hashable, Iterator, Sequence
from dataclasses import dataclass, field
from functools import partial
from itertools import islice
from typing import Any, Generic, NamedTuple, Protocol, TypeVar

from fireline.analysis.deadline import Deadline
from fireline.analysis.workers import MOST_DEATHS, Came, WorkerDied, Workers, allowed
from fireline.game.errors import BattleFileError, Code

Piece = TypeVar("Piece")
Answer = TypeVar("Answer")
T = TypeVar("T", bound=Hashable)
CHUNK_SECONDS = 0.5
MOST_PIECES = 20_000
AT_ONCE, MOST_AT_ONCE = 128, 1 << 16
"""How many trials are shared out as one range, and how many trials at most make a chunk. No count depends on either."""
ALONE, WORTH_IT = 0.5, 1.5
"""Seconds after which other processes help, and how many more it must take: to start them takes about one."""
MOST_SINGLE = 100_000
"""Of so many trials each is begun by itself where there is a time at which no more are."""
Trials = Callable[[int, int], Sequence[T]]
"""The results of so many trials, from the first."""
Ranges = tuple[range, ...]


class Worked(NamedTuple, Generic[Answer]):
    """What a worker made of a chunk, and the seconds that it took."""

    answer: Answer
    seconds: float

    @classmethod
    def by(cls, do: Callable[[Any], Answer], chunk: Any) -> Worked[Answer]:
        """A chunk done now."""
        start = time.perf_counter()
        answer = do(chunk)
        return cls(answer, time.perf_counter() - start)


class Crew(Protocol[Piece, Answer]):
    """Workers, wherever they are."""

    count: int
    """How many chunks are worked on at the same time."""

    def give(self, job: tuple[Piece, ...]) -> None:
        """Have a chunk done."""
        ...

    def take(self) -> Sequence[Came[tuple[Piece, ...], Worked[Answer]]]:
        """Wait until at least one of the chunks given is done or lost."""
        ...

    def dismiss(self) -> None:
        """Stop; drop what is not done yet."""
        ...


class Here(Generic[Piece, Answer]):
    """A crew of one: this very process."""

    count = 1

    def __init__(self, do: Callable[[tuple[Piece, ...]], Answer]) -> None:
        self._do, self._given = do, deque[tuple[Piece, ...]]()

    def give(self, job: tuple[Piece, ...]) -> None:
        """Have a chunk done."""
        self._given.append(job)

    def take(self) -> Sequence[Came[tuple[Piece, ...], Worked[Answer]]]:
        """Do the next chunk."""
        chunk = self._given.popleft()
        return [Came(chunk, Worked.by(self._do, chunk))]

    def dismiss(self) -> None:
        """Drop what is not done yet."""
        self._given.clear()


@dataclass
class Scheduler(Generic[Piece, Answer]):
    """One run of a crew over pieces; `keep` receives each chunk with its answer as soon as it comes."""

    crew: Crew[Piece, Answer]
    left: int
    keep: Callable[[tuple[Piece, ...], Answer], None]
    size: int = 1
    """How many pieces make a chunk of about half a second; only speed depends on it, never a result."""
    most: int = MOST_PIECES
    ahead: int = 2
    """How many chunks each worker has at most, so that it need not wait for the next."""
    deadline: Deadline | None = None
    """No chunk is begun that would not be done by then, as far as those before it tell."""
    each: float = 0.0
    """How many seconds a piece has taken on average; 0 where none is done."""
    done: int = 0
    """How many pieces are done."""
    may_fail: int = 0
    """How many pieces may fail before something other than the pieces must be wrong, so that no more is done."""
    suspects: deque[tuple[Piece, ...]] = field(default_factory=deque)
    """Lost chunks: each is done again alone, so that the next death has a single cause."""
    deaths: dict[Piece, int] = field(default_factory=dict)
    failed: list[Piece] = field(default_factory=list)

    def run(self, pieces: Iterator[Piece]) -> tuple[Piece, ...]:
        """Do all pieces; returns those that failed because every worker died over them."""
        flying = 0
        while True:
            alone = bool(self.suspects) and not flying
            if alone:
                self.crew.give(self.suspects.popleft())
                flying = 1
            elif not self.suspects:
                for chunk in islice(self._chunks(pieces), max(self.ahead * self.crew.count - flying, 0)):
                    self.crew.give(chunk)
                    flying += 1
            if not flying or len(self.failed) > self.may_fail:
                return tuple(self.failed)
            for came in self.crew.take():
                flying -= 1
                self.took(came, alone=alone)

    def took(self, came: Came[tuple[Piece, ...], Worked[Answer]], *, alone: bool) -> None:
        """Keep what has been done, and learn from how long it took; raises what was raised over it."""
        try:
            answer, seconds = came.result()
        except WorkerDied:
            return self._lost(came.job, alone=alone)
        self.keep(came.job, answer)
        self.done += len(came.job)
        self.each += (seconds - len(came.job) * self.each) / self.done
        fit = int(CHUNK_SECONDS * len(came.job) / max(seconds, 1e-6))
        self.size = min(max(fit, 1), 4 * len(came.job), self.most)
        return None

    def _chunks(self, pieces: Iterator[Piece]) -> Iterator[tuple[Piece, ...]]:
        """Chunks of that size, smaller towards the end so that all workers end together."""
        while chunk := tuple(islice(pieces, min(self.size, self._fair, self._in_time))):
            self.left -= len(chunk)
            yield chunk

    @property
    def _fair(self) -> int:
        """How many pieces leave enough for the other workers."""
        return max(1, self.left // (3 * self.crew.count))

    @property
    def _in_time(self) -> int:
        """How many pieces take half of the time that is left, one if it takes all of it, 0 if it takes more."""
        if self.deadline is None or not self.each:
            return self.most
        fit = self.deadline.left / self.each
        return max(int(fit / 2), int(fit >= 1))

    def _lost(self, chunk: tuple[Piece, ...], *, alone: bool) -> None:
        if not alone:
            self.suspects.append(chunk)
        elif half := len(chunk) // 2:
            self.suspects += (chunk[:half], chunk[half:])
        else:
            self._blame(*chunk)

    def _blame(self, piece: Piece) -> None:
        """A piece that was alone when its worker died: again, until it has cost too many."""
        self.deaths[piece] = self.deaths.get(piece, 0) + 1
        if self.deaths[piece] < MOST_DEATHS:
            self.suspects.append((piece,))
        else:
            self.failed.append(piece)


# --- trials, counted ------------------------------------------------------------------------


def count_trials(
    make: Callable[[], Trials[T]],
    first: int,
    trials: int,
    *,
    workers: int | None = 1,
    seconds: float | None = None,
    progress: Callable[[int], None] | None = None,
) -> Counter[T]:
    """Count the results of a number of trials; the same on any number of `workers` (processes).

    Where nobody says how many, this process begins alone and the others follow where it takes longer.
    Every worker makes its own player with `make`; what a worker that dies had begun is played again. No more are begun
    than end within so many `seconds`, as those before them tell; all that are begun count, so that long ones are left
    out no more often than short ones. They are the first ones, at least one. `progress` receives the number of further
    trials played. Raises `BattleFileError` where workers die over the same trials again and again.
    """
    deadline, total, each = Deadline.of_answer(seconds), Counter[T](), 0.0
    crew: Crew[range, Counter[T]]
    if workers is not None and workers > 1:
        crew = Workers[Any, Any](workers, _player, make)
    else:
        do = partial(_counted, make())
        crew = Here(do)
        if workers is None and allowed() > 1:
            alone = Deadline(min(ALONE, deadline.left))
            total += _count(crew, range(first, first + trials), alone, each, progress)
            each = alone.gone / total.total()
            if min(each * (trials - total.total()), deadline.left) > WORTH_IT:
                crew = Beside(do, Workers(allowed() - 1, _player, make))
    left = range(first + total.total(), first + trials)
    if left and not (total and deadline.left < each):
        total += _count(crew, left, None if seconds is None else deadline, each, progress)
    return total


def _count(
    crew: Crew[range, Counter[T]],
    trials: range,
    deadline: Deadline | None,
    each: float,
    progress: Callable[[int], None] | None,
) -> Counter[T]:
    """Count the results of these trials by a crew; each trial has taken so many seconds before."""
    total: Counter[T] = Counter()

    def keep(_: Ranges, counted: Counter[T]) -> None:
        total.update(counted)
        if progress is not None:
            progress(counted.total())

    step = AT_ONCE if deadline is None or len(trials) > MOST_SINGLE else 1
    ranges = [trials[n : n + step] for n in range(0, len(trials), step)]
    try:
        failed = Scheduler(
            crew,
            len(ranges),
            keep,
            size=max(int(CHUNK_SECONDS / (each * step)), 1) if each else 1,
            most=MOST_AT_ONCE // step,
            ahead=2 if deadline is None else 1,
            deadline=deadline,
            each=each * step,
        ).run(iter(ranges))
    finally:
        crew.dismiss()
    if failed:
        why = (
            f"{MOST_DEATHS} processes died over trials {failed[0][0]:,} to {failed[0][-1]:,}; they were killed, ran "
            'out of memory, or a program of your own starts them outside of `if __name__ == "__main__":`'
        )
        raise BattleFileError(Code.UNAVAILABLE, why, "workers")
    return total


class Beside(Generic[T]):
    """A crew of this process and of others, which work while it does: it does its own chunks range by range."""

    def __init__(self, do: Callable[[Ranges], Counter[T]], others: Workers[Ranges, Worked[Counter[T]]]) -> None:
        self._do, self._others, self.count = do, others, 1 + others.count
        self._given, self._left = deque[Ranges](), deque[range]()
        self._counted, self._seconds = Counter[T](), 0.0
        """What this process has made of the first chunk, which it has begun if some of its ranges are left."""

    def give(self, job: Ranges) -> None:
        """Have a chunk done."""
        self._given.append(job)
        self._share_out()

    def take(self) -> Sequence[Came[Ranges, Worked[Counter[T]]]]:
        """Work until a chunk is done, here or elsewhere."""
        while self._given:
            if not self._left:
                self._left, self._counted, self._seconds = deque(self._given[0]), Counter(), 0.0
            while self._left:
                done = Worked.by(self._do, (self._left.popleft(),))
                self._counted.update(done.answer)
                self._seconds += done.seconds
                if self._left and (over := self._others.take(0)):
                    return over
            return [Came(self._given.popleft(), Worked(self._counted, self._seconds))]
        return self._others.take()

    def dismiss(self) -> None:
        """Stop; drop what is not done yet."""
        self._given.clear()
        self._others.dismiss()

    def _share_out(self) -> None:
        """Others get what this process has not begun."""
        while len(self._given) > (1 if self._left else 0) and self._others.free:
            self._others.give(self._given.pop())


def _player(make: Callable[[], Trials[T]]) -> Callable[[Ranges], Worked[Counter[T]]]:
    """In a worker: what it does with ranges of trials."""
    return partial(Worked.by, partial(_counted, make()))


def _counted(play: Trials[T], ranges: Ranges) -> Counter[T]:
    """The results of ranges that follow each other, counted."""
    results = play(ranges[0][0], ranges[-1][-1] + 1 - ranges[0][0])
    told_apart = {id(one): one for one in results}
    counted: Counter[T] = Counter()
    for same, times in Counter(map(id, results)).items():  # most are the same objects, which are counted quickly
        counted[told_apart[same]] += times
    return counted
