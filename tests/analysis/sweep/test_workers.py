"""What happens inside a worker, and where workers are not what they should be."""

from __future__ import annotations

import json
import multiprocessing
import os
import signal
import sys
from concurrent.futures import Future
from concurrent.futures.process import BrokenProcessPool
from types import SimpleNamespace
from typing import Any

import pytest

from fireline.analysis.sweep import answer, cluster, pool
from fireline.analysis.sweep.cluster import Cluster
from fireline.analysis.sweep.crew import Done, Lost
from fireline.analysis.sweep.jobs import Sweep
from fireline.analysis.sweep.pool import ProcessPool
from fireline.analysis.sweep.work import Unable, work
from fireline.chance import TooManyPaths
from fireline.game.errors import BattleFileError
from sweeping import SHOT, loaded


@pytest.fixture
def asked() -> Sweep:
    return loaded(SHOT)


def test_a_worker_leaves_control_c_to_its_parent_and_ends_with_it(
    asked: Sweep, monkeypatch: pytest.MonkeyPatch
) -> None:
    seen: list[Any] = []
    monkeypatch.setattr(signal, "signal", lambda *told: seen.append(told))
    monkeypatch.setattr(multiprocessing, "parent_process", lambda: SimpleNamespace(join=lambda: seen.append("joined")))
    monkeypatch.setattr(os, "_exit", seen.append)
    pool._begin(asked)
    pool._follow()
    assert (signal.SIGINT, signal.SIG_IGN) in seen
    assert seen[-2:] == ["joined", 1]
    first = next(asked.pieces(next(asked.cases())))
    done = pool._work((first,))
    assert json.loads(done.texts[0])["legal"]


def test_a_worker_whose_parent_is_not_known_goes_on(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(multiprocessing, "parent_process", lambda: None)
    monkeypatch.setattr(os, "_exit", lambda _: pytest.fail("it ended"))
    pool._follow()


@pytest.mark.parametrize("wrong", [MemoryError("full"), OSError(28, "No space left on device")])
def test_what_a_machine_lacks_is_no_fault_of_the_case(
    wrong: Exception, asked: Sweep, monkeypatch: pytest.MonkeyPatch
) -> None:
    def lacking(*_: object) -> None:
        raise wrong

    monkeypatch.setattr(Sweep, "variant", lacking)
    with pytest.raises(Unable, match=type(wrong).__name__):
        work(asked, (next(asked.pieces(next(asked.cases()))),))


def test_odds_beyond_the_limits_are_a_problem_of_their_case(asked: Sweep, monkeypatch: pytest.MonkeyPatch) -> None:
    def endless(*_: object) -> None:
        raise TooManyPaths("volley", 200_000)

    monkeypatch.setattr(Sweep, "variant", endless)
    told = answer.answer(asked, next(asked.pieces(next(asked.cases()))))
    assert told["problem"].startswith("has no odds within the limits: ")


def test_without_a_fork_server_processes_begin_from_nothing(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(multiprocessing, "get_all_start_methods", lambda: ["spawn"])
    assert pool._context().get_start_method() == "spawn"


def test_a_chunk_given_to_a_pool_that_has_just_broken_is_lost_and_not_forgotten(
    asked: Sweep, monkeypatch: pytest.MonkeyPatch
) -> None:
    def broken(*_: object) -> Future[Done]:
        raise BrokenProcessPool

    crew = ProcessPool(asked, 1)
    piece = next(asked.pieces(next(asked.cases())))
    monkeypatch.setattr(crew._pool, "submit", broken)
    crew.give((piece,))
    assert list(crew.take()) == [Lost((piece,))]
    crew.give((piece,))
    (done,) = crew.take()
    assert isinstance(done, Done)
    crew.dismiss()


def test_a_worker_with_other_rules_is_refused(asked: Sweep) -> None:
    assert cluster._keep(asked) is asked
    with pytest.raises(BattleFileError, match=r"^--cluster: a worker has the rules 0.*, but this sweep is of older$"):
        cluster._keep(Sweep(asked.spec, asked.bases, "older"))


def test_workers_without_fireline_are_told_what_they_need(asked: Sweep) -> None:
    def without(*_: object, **__: object) -> None:
        raise ModuleNotFoundError("No module named 'fireline'", name="fireline")

    client = SimpleNamespace(wait_for_workers=without, loop=None)
    with pytest.raises(BattleFileError, match="its workers have no fireline; they need Fireline, too"):
        Cluster(asked, client, "tcp://there")


def test_without_dask_it_says_what_to_install(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "distributed", None)
    with pytest.raises(BattleFileError, match=r"--cluster: .* by Dask; .* pip install 'fireline\[cluster\]'"):
        cluster._distributed()
