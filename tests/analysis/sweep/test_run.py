"""How work is shared out, and what becomes of work that kills its workers."""

from collections import Counter
from collections.abc import Callable
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from fireline.analysis.deadline import Done
from fireline.analysis.shared import ChunkResult, Scheduler
from fireline.analysis.sweep.jobs import Piece, Sweep
from fireline.analysis.sweep.sweep import MOST_FAILED, sweep
from fireline.analysis.workers import MOST_DEATHS, FinishedJob, WorkerDied
from fireline.game.errors import BattleFileError
from sweeping import PHASES, SHOT, Alone, swept, written

pytestmark = pytest.mark.usefixtures("plain_tables")


Chunk = tuple[Piece, ...]


class Mortal:
    """A crew whose workers die over some pieces, and take with them whatever else is in the air."""

    def __init__(self, workers: int, deadly: set[int], seconds: float, once: set[int]) -> None:
        self.count, self.deadly, self.seconds, self.once = workers, deadly, seconds, set(once)
        self.air: list[Chunk] = []
        self.tried: Counter[int] = Counter()

    def give(self, job: Chunk) -> None:
        self.air.append(job)
        assert len(self.air) <= 2 * self.count

    def take(self, seconds: float | None = None) -> list[FinishedJob[Chunk, ChunkResult[None]]]:
        assert seconds is None
        chunk, *rest = self.air
        numbers = {piece.case for piece in chunk}
        self.tried.update(numbers)
        if numbers & (self.deadly | self.once):
            self.once -= numbers
            self.air = []
            return [FinishedJob(one, wrong=WorkerDied()) for one in (chunk, *rest)]
        self.air = rest
        return [FinishedJob(chunk, ChunkResult(None, self.seconds * len(chunk)))]

    def dismiss(self) -> None:
        self.air = []


def pieces(count: int) -> list[Piece]:
    return [Piece(n, 0) for n in range(count)]


@given(
    count=st.integers(0, 300),
    workers=st.integers(1, 5),
    deadly=st.sets(st.integers(0, 299), max_size=5),
    once=st.sets(st.integers(0, 299), max_size=5),
    seconds=st.sampled_from([0.0, 0.001, 0.02, 3.0]),
)
def test_everything_is_done_once_but_what_kills(
    count: int, workers: int, deadly: set[int], once: set[int], seconds: float
) -> None:
    done: Counter[int] = Counter()
    crew = Mortal(workers, deadly, seconds, once)

    def keep(chunk: Chunk, _: None) -> None:
        done.update(piece.case for piece in chunk)

    failed = Scheduler(count, keep, crew=crew, may_fail=MOST_FAILED).run(iter(pieces(count)))
    assert {piece.case for piece in failed} == deadly & set(range(count))
    assert done == Counter(set(range(count)) - deadly)
    assert all(crew.tried[number] >= MOST_DEATHS for number in deadly & set(range(count)))


def test_a_crew_that_dies_over_everything_is_given_up() -> None:
    crew = Mortal(1, {0}, 0.0, set())
    assert Scheduler(1, lambda *_: None, crew=crew).run(iter(pieces(1))) == tuple(pieces(1))
    assert crew.tried[0] == 1 + MOST_DEATHS, "once with the others, then alone"
    crew = Mortal(2, set(range(100)), 0.0, set())
    failed = Scheduler(100, lambda *_: None, crew=crew, may_fail=MOST_FAILED).run(iter(pieces(100)))
    assert len(failed) == MOST_FAILED + 1


def test_a_sweep_whose_every_case_kills_ends_with_one_line(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("fireline.analysis.sweep.sweep.MOST_FAILED", 3)
    with pytest.raises(BattleFileError, match=r"sweep: workers die over every case \(4 cases so far\); gave up"):
        swept(written(tmp_path, SHOT), tmp_path / "out.parquet", deadly(set(range(9))))


@pytest.mark.parametrize(("seconds", "size"), [(0.0, 40), (0.001, 40), (0.05, 10), (9.0, 1)])
def test_chunks_come_to_half_a_second_and_grow_step_by_step(seconds: float, size: int) -> None:
    shift: Scheduler[Piece, None] = Scheduler(10, lambda *_: None)
    shift.took(FinishedJob(tuple(pieces(10)), ChunkResult(None, 10 * seconds)))
    assert shift.size == size


def test_a_lost_case_stands_in_the_table_and_is_tried_again_by_the_next_run(tmp_path: Path) -> None:
    spec, out = written(tmp_path, SHOT), tmp_path / "out.parquet"
    whole = tmp_path / "whole.parquet"
    swept(spec, whole)
    told = swept(spec, out, deadly({4}))
    assert told.failed == (5,)
    assert told.problems == {5: "every worker that tried this case died over it"}
    assert out.read_bytes() != whole.read_bytes()
    again = swept(spec, out, resume=True)
    assert (again.failed, again.taken_up) == ((), 8)
    assert out.read_bytes() == whole.read_bytes()
    assert sorted(file.name for file in tmp_path.glob("out*")) == ["out.parquet"]


@pytest.mark.parametrize(
    ("more", "begun"), [("", (9, "cases")), ("exact = false\ntrials = 7\n", (63, "shots")), (None, (240, "phases"))]
)
def test_progress_tells_all_that_is_done(more: str | None, begun: tuple[int, str], tmp_path: Path) -> None:
    heard, text = list[Done](), PHASES if more is None else SHOT + more
    out = tmp_path / "out.parquet"
    sweep(written(tmp_path, text), out, crew=Alone, workers=1, heard=lambda _, done: heard.append(done))
    total, unit = begun
    assert heard[0] == (0, total, unit)
    assert heard[-1] == (total, total, unit)
    assert [done for done, *_ in heard] == sorted(done for done, *_ in heard)


def deadly(numbers: set[int]) -> Callable[[Sweep], Alone]:
    return lambda asked: Alone(asked, numbers)
