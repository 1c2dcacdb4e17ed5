"""Answers end in time, and what they count does not depend on which games are long."""

import time
from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from types import SimpleNamespace
from typing import Any

import pytest

from fireline.analysis import contest as contests
from fireline.analysis import shared
from fireline.analysis.contest import Playing, contest
from fireline.analysis.deadline import Deadline, waiting_since
from fireline.analysis.shared import Trials, count_trials
from fireline.analysis.vary import vary
from fireline.analysis.workers import FinishedJob
from fireline.formats.parsing import parse
from fireline.game.registry import starter


class Clock:
    """Time that goes by only where it is said."""

    def __init__(self, monkeypatch: pytest.MonkeyPatch) -> None:
        self.now = 100.0
        monkeypatch.setattr(time, "monotonic", lambda: self.now)
        monkeypatch.setattr(time, "perf_counter", lambda: self.now)

    def trials(self, seconds: float) -> Callable[[], Trials[int]]:
        """Trials of so many seconds, each of which is its own result; the seventh takes five times as long."""

        def play(first: int, count: int) -> list[int]:
            self.now += sum(seconds * (5 if number == 6 else 1) for number in range(first, first + count))
            return [*range(first, first + count)]

        return lambda: play


def test_trials_end_before_the_time_is_up_and_all_that_are_begun_count(monkeypatch: pytest.MonkeyPatch) -> None:
    clock = Clock(monkeypatch)
    found = count_trials(clock.trials(0.25), 0, 1000, deadline=Deadline(4.0))
    assert 4 / 2 <= clock.now - 100 <= 4, "no trial is begun that would not be over"
    assert found == Counter(range(len(found))), "the first ones, the long one among them"
    assert 6 in found
    assert count_trials(clock.trials(9.0), 0, 1000, deadline=Deadline(4.0)) == Counter([0]), "at least one"


def test_who_waits_since_the_start_of_a_program_waits_no_longer_than_he_says(monkeypatch: pytest.MonkeyPatch) -> None:
    clock = Clock(monkeypatch)
    with waiting_since(98.5):
        deadline = Deadline.of_answer(5.0)
        assert deadline.gone == 1.5
        assert deadline.left == pytest.approx(5 - 1.5 - 0.3 * 1.5), "a part is kept for telling the answer"
        count_trials(clock.trials(0.25), 0, 1000, deadline=Deadline.of_answer(5.0))
        assert 101.5 < clock.now <= 103.5
        assert Deadline.of_answer(1.0).over
    assert Deadline.of_answer(5.0).left == 5.0


@pytest.mark.parametrize("slow", [1, 5])
def test_a_round_is_begun_only_if_there_is_time_and_then_counts(monkeypatch: pytest.MonkeyPatch, slow: int) -> None:
    clock = Clock(monkeypatch)

    def played(*_: Any) -> Callable[[int, int], Sequence[Any]]:
        def play(first: int, count: int) -> list[Any]:
            clock.now += sum(0.1 * (slow if number % 7 == 6 else 1) for number in range(first, first + count))
            return [
                SimpleNamespace(winner="long" if number % 7 == 6 else "short") for number in range(first, first + count)
            ]

        return play

    monkeypatch.setattr(contests, "trials_of", played)
    battle = vary(parse(starter("ancients"))).battle
    found = contest([battle], Playing(seconds=4.0))
    assert clock.now <= 104
    assert Counter(found.winners[0]) == Counter("long" if n % 7 == 6 else "short" for n in range(found.games))
    assert found.games * 0.1 * (6 + slow) / 7 > 2


class Other:
    """Another process that is done with each job after so many looks."""

    count = 1

    def __init__(self, looks: int) -> None:
        self.looks, self.job = looks, tuple[range, ...]()
        self._left: Iterator[int] = iter(())

    def give(self, job: tuple[range, ...]) -> None:
        self.job, self._left = job, iter(range(self.looks))

    def take(self, seconds: float | None = None) -> list[FinishedJob[Any, Any]]:
        if not self.job or (seconds == 0 and next(self._left, None) is not None):
            return []
        job, self.job = self.job, ()
        return [FinishedJob(job, shared.ChunkResult(Counter(n for one in job for n in one), 0.5))]

    def dismiss(self) -> None:
        self.job = ()


@pytest.mark.parametrize("looks", [0, 1, 3, 100])
def test_this_process_and_another_do_every_trial_once(looks: int) -> None:
    done = Counter[int]()
    pieces: Iterator[range] = iter([range(n, n + 2) for n in range(0, 200, 2)])
    shared.Scheduler[range, Counter[int]](
        100,
        lambda _, counted: done.update(counted),
        here=lambda some: Counter(n for one in some for n in one),
        crew=Other(looks),
        most=8,
    ).run(pieces)
    assert done == Counter(range(200))
