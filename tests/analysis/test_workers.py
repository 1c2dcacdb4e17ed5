"""Worker processes: one that dies takes only its own job along, whatever it was doing."""

import errno
import multiprocessing
import multiprocessing.process
import os
import signal
import time
from collections.abc import Callable, Iterator
from functools import partial
from multiprocessing import forkserver
from pathlib import Path
from typing import Any

import pytest

from fireline.analysis import shared
from fireline.analysis.deadline import Deadline
from fireline.analysis.shared import Trials, count_trials
from fireline.analysis.workers import WorkerDied, Workers
from fireline.game.errors import BattleFileError
from sweeping import wait_for_the_end_of

Jobs = Workers[tuple[str, Any], Any]


class Unspeakable(Exception):
    """An error that cannot be made again from what it says of itself."""

    def __init__(self, one: int, other: int) -> None:
        super().__init__(f"{one} and {other}")


def does(greeting: str) -> Callable[[tuple[str, Any]], Any]:
    """In a worker: what it does with a job."""
    return partial(done, greeting)


def done(greeting: str, job: tuple[str, Any]) -> Any:
    what, detail = job
    if what == "die":
        os.kill(os.getpid(), signal.SIGKILL)
    if what == "die once" and not Path(detail).exists():
        Path(detail).touch()
        os.kill(os.getpid(), signal.SIGKILL)
    if what == "wait":
        while not Path(detail).exists():
            time.sleep(0.01)
    if what == "fail":
        raise ValueError(detail)
    if what == "deaf":
        return signal.SIGINT in signal.pthread_sigmask(signal.SIG_BLOCK, []), os.getpid()
    if what == "unspeakable":
        raise Unspeakable(1, 2)
    return greeting, os.getpid()


@pytest.fixture(autouse=True, scope="module")
def begun_anew() -> Iterator[None]:
    """A server of processes for this module: one that other tests began cannot import it, nor end while they use it."""
    own = forkserver.ForkServer()
    with pytest.MonkeyPatch.context() as patched:
        for name in ("ensure_running", "connect_to_new_process", "set_forkserver_preload"):
            patched.setattr(forkserver, name, getattr(own, name))
        yield


@pytest.fixture
def two() -> Iterator[Jobs]:
    pool: Jobs = Workers(2, does, "hello")
    yield pool
    pool.dismiss()


def one(pool: Jobs) -> Any:
    (came,) = pool.take()
    return came


def test_a_worker_that_dies_takes_only_its_own_job_along(two: Jobs, tmp_path: Path) -> None:
    two.give(("wait", tmp_path / "go"))
    two.give(("die", None))
    two.give(("greet", 1))
    died = one(two)
    assert died.job == ("die", None)
    with pytest.raises(WorkerDied):
        died.result()
    greeted = one(two)
    assert greeted.job == ("greet", 1), "the next job has gone to another worker, while the first still waits"
    (tmp_path / "go").touch()
    waited = one(two)
    assert waited.job[0] == "wait"
    assert waited.result()[0] == "hello"
    assert waited.result()[1] != greeted.result()[1]
    assert two.take() == [], "no job is left"


def test_whoever_loads_for_a_worker_does_not_hear_of_an_interrupt_and_this_process_does(two: Jobs) -> None:
    two.give(("deaf", None))
    assert one(two).result()[0], "a worker is a copy of who has loaded for it, and so is what it hears"
    assert signal.SIGINT not in signal.pthread_sigmask(signal.SIG_BLOCK, [])


def test_a_worker_whose_starter_ends_meanwhile_could_not_be_started(two: Jobs, monkeypatch: pytest.MonkeyPatch) -> None:
    def ended(_: int) -> int:
        raise EOFError("unexpected EOF")

    monkeypatch.setattr(forkserver, "read_signed", ended)
    with pytest.raises(BattleFileError, match=r"^workers: no process can be started: unexpected EOF; ask for fewer"):
        two.give(("greet", 1))


def test_workers_die_and_are_replaced_again_and_again_without_a_word(
    two: Jobs, capfd: pytest.CaptureFixture[str]
) -> None:
    for number in range(12):
        two.give(("die" if number % 2 else "greet", number))
    came = [came for _ in range(12) for came in two.take()]
    assert sorted(one.job[1] for one in came) == list(range(12))
    assert [one.wrong is None for one in sorted(came, key=lambda one: one.job[1])] == [True, False] * 6
    assert capfd.readouterr() == ("", "")


def test_what_is_raised_comes_back_and_workers_die_and_are_replaced_again_and_again(two: Jobs) -> None:
    two.give(("fail", "so it is"))
    failed = one(two)
    with pytest.raises(ValueError, match=r"^so it is\n") as caught:
        failed.result()
    assert "in a worker process" in caught.value.__notes__[0]
    assert "raise ValueError(detail)" in caught.value.__notes__[0]
    two.give(("unspeakable", None))
    with pytest.raises(RuntimeError, match=r"^Unspeakable: 1 and 2$"):
        one(two).result()
    two.give(("greet", 1))
    assert one(two).result()[0] == "hello"
    two.give(("greet", 1))
    _, first = one(two).result()
    os.kill(first, signal.SIGKILL)
    wait_for_the_end_of([first])
    results: list[Any] = []
    while not results:  # the first may be told to have died over it, and then it is given again
        two.give(("greet", 2))
        results = [came.result() for came in two.take() if came.wrong is None]
    assert results[0][1] != first


def test_dismissed_workers_are_gone_at_once(two: Jobs, tmp_path: Path) -> None:
    two.give(("greet", 1))
    _, idle = one(two).result()
    two.give(("wait", tmp_path / "never"))
    two.give(("wait", tmp_path / "never"))
    two.dismiss()
    wait_for_the_end_of([idle])
    assert two.take() == []


def test_a_machine_with_room_for_no_process_more_is_told_in_one_line(
    two: Jobs, monkeypatch: pytest.MonkeyPatch
) -> None:
    def full(_: object) -> None:
        raise OSError(errno.EAGAIN, "Resource temporarily unavailable")

    monkeypatch.setattr(multiprocessing.process.BaseProcess, "start", full)
    told = r"^workers: no process can be started: Resource temporarily unavailable; ask for fewer workers$"
    with pytest.raises(BattleFileError, match=told):
        two.give(("greet", 1))


def remainders(folder: Path, *, deadly: bool) -> Trials[int]:
    """Trials that leave remainders; a worker dies over the third of the chunks once, or whenever it comes to it."""

    def play(first: int, count: int) -> list[int]:
        if first <= 2 * shared.AT_ONCE < first + count:
            done("", ("die", None) if deadly else ("die once", folder / "died"))
        return [number % 7 for number in range(first, first + count)]

    return play


def test_trials_of_a_worker_that_died_are_played_again_unless_every_worker_dies(tmp_path: Path) -> None:
    trials = 9 * shared.AT_ONCE + 5
    heard = list[tuple[float, int]]()
    make = partial(remainders, tmp_path, deadly=False)
    deadline = Deadline(heard=lambda share, so_far: heard.append((share, so_far.total())))
    found = count_trials(make, 0, trials, workers=2, deadline=deadline)
    assert (tmp_path / "died").exists()
    assert found == count_trials(make, 0, trials)
    assert heard == sorted(heard)
    assert heard[-1] == (1.0, trials)
    with pytest.raises(BattleFileError, match=r"^workers: 3 processes died over trials 256 to 256; they were killed"):
        count_trials(partial(remainders, tmp_path, deadly=True), 0, 9 * shared.AT_ONCE, workers=2)
