"""What sharing a sweep out costs: the pool against the bare function, and two Dask workers against one.

The same pieces of work, of half a second a chunk, are done by a sweep's crew and by the bare function in as many plain
processes that each know their share from the start. Both do equal work, and their results are compared. The figures
want a machine that does nothing else; the processor time of sharing out is the same on a busy one.
Goals: the pool takes at most 5% longer; two Dask workers are at least 1.7 times as fast as one.
"""

from __future__ import annotations

import multiprocessing
import os
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from itertools import islice
from pathlib import Path
from typing import Any, cast

from fireline.analysis.shared import CHUNK_SECONDS, ChunkResult, Scheduler
from fireline.analysis.sweep.crews import Cluster, Texts, processes
from fireline.analysis.sweep.jobs import Piece, Sweep, work
from fireline.analysis.sweep.spec import parse_spec
from fireline.analysis.sweep.sweep import SweepCrew

MOST_OVERHEAD, SPEED_UP = 0.05, 1.7
EXAMPLES = Path(__file__).parent.parent / "examples"
SECONDS = 8.0
"""About how long one round of one process is to take."""
ROUNDS = 3
SPEC = """
battle = "ancients-ranged-combat.yaml"
shot = {shooter = "bow", target = "warriors"}
vary."units[bow].moved" = "0..2"
vary."units[warriors].blocks" = "1..4"
vary."units[legion].blocks" = "1..4"
vary."units[riders].blocks" = "1..3"
vary."units[phalanx].blocks" = "1..4"
vary."units[horse].blocks" = "1..3"
vary."units[javelins].blocks" = "1..4"
vary."units[auxilia].blocks" = "1..4"
vary."units[slingers].blocks" = "1..4"
ask = {marginals = ["hits"]}
"""


def pieces_of(asked: Sweep, count: int) -> list[Piece]:
    """The first so many pieces of the sweep."""
    return list(islice(asked.pieces(), count))


def by_crew(crew: SweepCrew, pieces: list[Piece], size: int) -> tuple[float, dict[Piece, str]]:
    """How long a crew that has worked a little takes, from the first chunk given to the last result, and the results.

    The scheduler dismisses the crew at the end.
    """
    kept: dict[Piece, str] = {}
    for n in range(waiting := 2 * crew.count):
        crew.give(tuple(pieces[5 * n : 5 * n + 5]))
    while waiting > 0:
        waiting -= len(crew.take())

    def keep(chunk: tuple[Piece, ...], texts: Texts) -> None:
        kept.update(told(chunk, texts))

    begun = time.perf_counter()
    failed = Scheduler(len(pieces), keep, crew=crew, size=size).run(iter(pieces))
    seconds = time.perf_counter() - begun
    assert not failed
    return seconds, kept


@contextmanager
def by_dask(asked: Sweep, workers: int) -> Iterator[Callable[[], SweepCrew]]:
    """Crews, one after the other, of so many workers of Dask on this machine, one process each."""
    from distributed import Client, LocalCluster

    make: Any = LocalCluster
    with make(n_workers=workers, threads_per_worker=1, host="127.0.0.1", dashboard_address=None) as local:
        yield lambda: Cluster(asked, cast(Any, Client)(local, set_as_default=False), "127.0.0.1")


def told(chunk: tuple[Piece, ...], texts: Texts) -> dict[Piece, str]:
    """The answer to each piece."""
    return dict(zip(chunk, texts, strict=True))


def bare(asked: Sweep, pieces: list[Piece], workers: int) -> tuple[float, dict[Piece, str]]:
    """The same by plain processes, each of which has its share from the start and begins at a word."""
    context = multiprocessing.get_context("spawn")
    queue, barrier = context.SimpleQueue(), context.Barrier(workers + 1)
    shares = [tuple(pieces[n::workers]) for n in range(workers)]
    alone = [context.Process(target=_bare, args=(asked, share, barrier, queue)) for share in shares]
    for process in alone:
        process.start()
    barrier.wait()
    begun = time.perf_counter()
    found = {piece: text for _ in alone for piece, text in queue.get().items()}
    seconds = time.perf_counter() - begun
    for process in alone:
        process.join()
    return seconds, found


def _bare(asked: Sweep, share: tuple[Piece, ...], barrier: object, queue: object) -> None:
    work(asked, share[:5])
    barrier.wait()  # type: ignore[attr-defined]
    queue.put(told(share, work(asked, share)))  # type: ignore[attr-defined]


def main() -> None:
    """Print the figures."""
    workers = min(2, len(os.sched_getaffinity(0)))
    asked = Sweep.load(parse_spec(SPEC, "bench"), EXAMPLES / "spec.toml")
    some = pieces_of(asked, 200)
    work(asked, tuple(some))
    each = ChunkResult.by(lambda chunk: work(asked, chunk), tuple(some)).seconds / len(some)
    pieces, size = pieces_of(asked, int(SECONDS / each)), max(1, int(CHUNK_SECONDS / each))
    print(f"  {len(pieces):,} cases of {1000 * each:.2f} ms, chunks of {size} cases, the best of {ROUNDS} rounds")

    ours, theirs, sharing = [], [], []
    for _ in range(ROUNDS):
        begun = time.process_time()
        seconds, found = by_crew(processes(asked, workers), pieces, size)
        sharing.append(time.process_time() - begun)
        ours.append(seconds)
        seconds, expected = bare(asked, pieces, workers)
        theirs.append(seconds)
        assert found == expected
    overhead = min(ours) / min(theirs) - 1
    verdict = "met" if overhead <= MOST_OVERHEAD else "MISSED"
    print(f"  bare function, {workers} processes: {min(theirs):6.2f} s")
    figures = f"{min(ours):6.2f} s, {overhead:+.1%}; goal {MOST_OVERHEAD:+.0%}: {verdict}"
    print(f"  the pool, {workers} processes:      {figures}")
    share = min(sharing) / (each * len(pieces))
    print(f"  of which sharing out:         {min(sharing):6.2f} s of processor time, {share:.1%} of the work itself")

    seconds_of = {}
    for workers in (1, 2):
        with by_dask(asked, workers) as crew:
            rounds = [by_crew(crew(), pieces, size) for _ in range(ROUNDS)]
        assert all(found == expected for _, found in rounds)
        seconds_of[workers] = min(seconds for seconds, _ in rounds)
    speed_up = seconds_of[1] / seconds_of[2]
    verdict = "met" if speed_up >= SPEED_UP else "MISSED"
    print(f"  Dask, one worker:  {seconds_of[1]:6.2f} s")
    print(f"  Dask, two workers: {seconds_of[2]:6.2f} s, {speed_up:.2f} times as fast; goal {SPEED_UP}: {verdict}")


if __name__ == "__main__":
    main()
