"""How work is shared out: chunks sized by the clock; what a worker that dies had is done again, once.

Trials, the places of a map and the cases of a sweep are pieces. This process does them, other processes beside it
(`workers`), or a crew alone: processes on this machine or a Dask cluster (`sweep.crews`). An answer depends on the
pieces only, never on who did them.
"""

from __future__ import annotations

import time
from collections import Counter, deque
from collections.abc import Callable, Hashable, Iterator, Sequence
from dataclasses import dataclass, field
from functools import partial
from itertools import islice
from typing import Any, Generic, NamedTuple, Protocol, TypeVar

from fireline.analysis.deadline import Deadline, OutOfTime, given_up_after
from fireline.analysis.workers import MOST_DEATHS, FinishedJob, WorkerDied, Workers, allowed
from fireline.game.errors import BattleFileError, Code
from fireline.ruling import nothing_set_aside

Piece = TypeVar("Piece")
Answer = TypeVar("Answer")
T = TypeVar("T", bound=Hashable)
CHUNK_SECONDS = 0.5
PART = 20
"""This process does chunks so many times smaller, so that others need not wait for it, nor whoever is told."""
MOST_PIECES = 20_000
AT_ONCE, MOST_AT_ONCE = 128, 1 << 16
"""How many trials make a piece where there are many, and how many at most make a chunk. No count depends on either."""
MOST_SINGLE = 100_000
"""Of so many trials each is a piece by itself."""
ALONE, WORTH_IT = 0.5, 1.5
"""Seconds after which other processes help, and how many more it must take: to start them takes about one."""
Trials = Callable[[int, int], Sequence[T]]
"""The results of so many trials, from the first."""
Ranges = tuple[range, ...]


class ChunkResult(NamedTuple, Generic[Answer]):
    """What a worker made of a chunk, and the seconds that it took."""

    answer: Answer
    seconds: float

    @classmethod
    def by(cls, do: Callable[[Any], Answer], chunk: Any) -> ChunkResult[Answer]:
        """A chunk done now."""
        start = time.perf_counter()
        answer = do(chunk)
        return cls(answer, time.perf_counter() - start)


class Crew(Protocol[Piece, Answer]):
    """Other workers, wherever they are."""

    count: int
    """How many chunks are worked on at the same time."""

    def give(self, job: tuple[Piece, ...]) -> None:
        """Have a chunk done."""
        ...

    def take(self, seconds: float | None = None) -> Sequence[FinishedJob[tuple[Piece, ...], ChunkResult[Answer]]]:
        """Wait until at least one of the chunks given is done or lost, or for so long."""
        ...

    def dismiss(self) -> None:
        """Stop; drop what is not done yet."""
        ...


@dataclass
class Scheduler(Generic[Piece, Answer]):
    """One run over pieces; `keep` receives each chunk with its answer as soon as it comes, every piece once."""

    left: int
    """How many pieces nobody has begun."""
    keep: Callable[[tuple[Piece, ...], Answer], None]
    here: Callable[[tuple[Piece, ...]], Answer] | None = None
    """What this process does with a chunk; None where it leaves everything to the crew."""
    crew: Crew[Piece, Answer] | None = None
    call: Callable[[], Crew[Piece, Answer]] | None = None
    """Gets a crew for this process where it takes long alone."""
    size: int = 1
    """How many pieces make a chunk of about half a second; only speed depends on it, never a result."""
    most: int = MOST_PIECES
    deadline: Deadline = field(default_factory=Deadline)
    """No chunk but the first is begun that would not be done by then, as far as those before it tell; the first may be
    given up (`given_up_after`)."""
    may_fail: int = 0
    """How many pieces may fail before something other than the pieces must be wrong, so that no more is done."""
    each: float = 0.0
    """How many seconds a piece has taken on average; 0 where none is done."""
    done: int = 0
    """How many pieces are done."""
    suspects: deque[tuple[Piece, ...]] = field(default_factory=deque)
    """Lost chunks: the crew does each again while it does nothing else, so that the next death has a single cause."""
    deaths: dict[Piece, int] = field(default_factory=dict)
    failed: list[Piece] = field(default_factory=list)
    _flying: int = 0
    _alone: bool = False
    """Whether what the crew does is one suspect."""
    _begun: Deadline = field(default_factory=Deadline)

    def run(self, pieces: Iterator[Piece]) -> tuple[Piece, ...]:
        """Do all pieces, or those for which there is time; returns those that failed: every worker died over them.

        None fails where this process works, too: it goes on alone.
        """
        try:
            while len(self.failed) <= self.may_fail:
                self._get_help()
                self._give(pieces)
                if mine := self._mine(pieces):
                    self._learn(mine, self._worked(mine))
                elif not self._flying:
                    break
                if self.crew is not None and self._flying:
                    for came in self.crew.take(0 if mine else None):
                        self._flying -= 1
                        self.took(came)
        finally:
            self._dismiss()
        return tuple(self.failed)

    def took(self, came: FinishedJob[tuple[Piece, ...], ChunkResult[Answer]]) -> None:
        """Keep what the crew has done, or see to what it has lost; raises what was raised over it."""
        try:
            worked = came.result()
        except WorkerDied:
            self._lost(came.job)
        else:
            self._learn(came.job, worked)

    def _learn(self, chunk: tuple[Piece, ...], worked: ChunkResult[Answer]) -> None:
        """Keep an answer, and learn from how long it took."""
        self.done += len(chunk)
        self.each += (worked.seconds - len(chunk) * self.each) / self.done
        fit = int(CHUNK_SECONDS * len(chunk) / max(worked.seconds, 1e-6))
        self.size = min(max(fit, 1), 4 * max(len(chunk), self.size), self.most)
        self.keep(chunk, worked.answer)

    def _get_help(self) -> None:
        """Get a crew once this process has worked for a while and has as much to do still."""
        if self.call is None or not self.done or self._begun.gone <= ALONE:
            return
        if min(self.each * self.left, self.deadline.left) > WORTH_IT:
            self.crew, self.call = self.call(), None

    def _give(self, pieces: Iterator[Piece]) -> None:
        """Give the crew what it has room for: two chunks each where it need not end in time, or a suspect alone."""
        if self.crew is None:
            return
        if self.suspects:
            if not self._flying:
                self.crew.give(self.suspects.popleft())
                self._flying, self._alone = 1, True
            return
        self._alone = False
        ahead = 2 if self.here is None and not self.deadline.ends else 1
        while self._flying < ahead * self.crew.count and (chunk := self._chunk(pieces, self.size)):
            self.crew.give(chunk)
            self._flying += 1

    def _mine(self, pieces: Iterator[Piece]) -> tuple[Piece, ...]:
        """What this process does next: what a crew that is gone has lost, or a small chunk."""
        if self.here is None:
            return ()
        if self.crew is None and self.suspects:
            return self.suspects.popleft()
        return self._chunk(pieces, max(self.size // PART, 1))

    def _chunk(self, pieces: Iterator[Piece], size: int) -> tuple[Piece, ...]:
        """The next pieces, fewer towards the end so that all workers end together; none where there is no time."""
        chunk = tuple(islice(pieces, min(size, self._fair, self._in_time)))
        self.left -= len(chunk)
        return chunk

    @property
    def _fair(self) -> int:
        """How many pieces leave enough for the other workers."""
        count = (self.crew.count if self.crew else 0) + (self.here is not None)
        return max(1, self.left // (3 * count)) if count > 1 else self.most

    @property
    def _in_time(self) -> int:
        """How many pieces take half of the time that is left, one if it takes all of it, 0 if it takes more."""
        if not self.deadline.ends or not self.each:
            return self.most
        fit = self.deadline.left / self.each
        return max(int(fit / 2), int(fit >= 1))

    def _worked(self, chunk: tuple[Piece, ...]) -> ChunkResult[Answer]:
        """A chunk done by this process; the first of all may be given up when the time is over."""
        assert self.here is not None, "who does nothing has no chunk of its own"  # noqa: S101
        with given_up_after(None if self.done else self.deadline):
            return ChunkResult.by(self.here, chunk)

    def _lost(self, chunk: tuple[Piece, ...]) -> None:
        if not self._alone:
            self.suspects.append(chunk)
        elif half := len(chunk) // 2:
            self.suspects.extendleft((chunk[half:], chunk[:half]))
        else:
            self._blame(*chunk)

    def _blame(self, piece: Piece) -> None:
        """A piece that was alone when its worker died: again, until it has cost too many."""
        self.deaths[piece] = self.deaths.get(piece, 0) + 1
        if self.deaths[piece] == MOST_DEATHS and self.here is None:
            self.failed.append(piece)
            return
        self.suspects.appendleft((piece,))
        if self.deaths[piece] == MOST_DEATHS:
            self._dismiss()

    def _dismiss(self) -> None:
        if self.crew is not None:
            self.crew.dismiss()
        self.crew = None


def share_out(
    make: Callable[[], Callable[[tuple[Piece, ...]], Answer]],
    pieces: Iterator[Piece],
    keep: Callable[[tuple[Piece, ...], Answer], None],
    *,
    left: int,
    workers: int | None = None,
    deadline: Deadline | None = None,
    most: int = MOST_PIECES,
) -> tuple[Piece, ...]:
    """Have pieces done by what `make` makes in each process; `keep` receives the answers.

    Args:
        make: Makes what does a chunk, and keeps what it has met; it is pickled.
        pieces: What is to be done, in order.
        keep: Told each chunk and its answer.
        left: How many pieces there are.
        workers: How many processes work; None for this one and, where it takes longer, as many as
            `workers.allowed` says.
        deadline: When it has to be over. All pieces that are begun are done; the first may be given up by whoever does
            it (`deadline.go_on`).
        most: How many pieces make a chunk at most.

    Returns:
        The pieces over which every worker died; none where this process works.

    Raises:
        OutOfTime: The first piece was given up.
    """
    shift = Scheduler(left, keep, most=most, deadline=deadline or Deadline())
    if workers is not None and workers > 1:
        shift.crew = Workers(workers, partial(begun, make))
    else:
        shift.here = make()
        others = allowed() - 1 if workers is None and nothing_set_aside() else 0
        shift.call = partial(Workers, others, partial(begun, make)) if others else None
    return shift.run(pieces)


def begun(make: Callable[[], Callable[[Any], Answer]]) -> Callable[[Any], ChunkResult[Answer]]:
    """In a worker: what it does with chunks."""
    return partial(ChunkResult.by, make())


# --- trials, counted ------------------------------------------------------------------------


def count_trials(
    make: Callable[[], Trials[T]],
    first: int,
    trials: int,
    *,
    together: int = 1,
    workers: int | None = 1,
    deadline: Deadline | None = None,
    known: Callable[[Counter[T]], Any] = Counter.copy,
) -> Counter[T]:
    """Count the results of a number of trials; the same on any number of `workers` (processes): see `share_out`.

    Every worker makes its own player with `make`; what a worker that dies had begun is played again. No more are begun
    than end by the deadline, as those before them tell; all that are begun count, so that long ones are left out no
    more often than short ones. They are the first ones; there is none where the first was given up. So many trials
    `together` are played all or none. The deadline tells how far it is, and what is `known` by the counts so far.
    Raises `BattleFileError` where workers die over the same trials again and again.
    """
    total, deadline = Counter[T](), deadline or Deadline()
    every, step = range(first, first + trials), together * (AT_ONCE if trials > MOST_SINGLE else 1)
    played = 0

    def keep(ranges: Ranges, counted: Counter[T]) -> None:
        nonlocal played
        total.update(counted)
        played += sum(map(len, ranges))
        deadline.tell(played / trials, lambda: known(total))

    try:
        failed = share_out(
            partial(_counter, make),
            (every[n : n + step] for n in range(0, trials, step)),
            keep,
            left=-(-trials // step),
            workers=workers,
            deadline=deadline,
            most=max(MOST_AT_ONCE // step, 1),
        )
    except OutOfTime:
        return total
    if failed:
        why = (
            f"{MOST_DEATHS} processes died over trials {failed[0][0]:,} to {failed[0][-1]:,}; they were killed, ran "
            'out of memory, or a program of your own starts them outside of `if __name__ == "__main__":`'
        )
        raise BattleFileError(Code.UNAVAILABLE, why, "workers")
    return total


def _counter(make: Callable[[], Trials[T]]) -> Callable[[Ranges], Counter[T]]:
    """What a process does with ranges of trials."""
    return partial(_counted, make())


def _counted(play: Trials[T], ranges: Ranges) -> Counter[T]:
    """The results of ranges that follow each other, counted."""
    results = play(ranges[0][0], ranges[-1][-1] + 1 - ranges[0][0])
    told_apart = {id(one): one for one in results}
    counted: Counter[T] = Counter()
    for same, times in Counter(map(id, results)).items():  # most are the same objects, which are counted quickly
        counted[told_apart[same]] += times
    return counted
