"""What happens inside a worker, and where workers are not what they should be."""

import sys
from types import SimpleNamespace

import pytest

from fireline.analysis.sweep import crews
from fireline.analysis.sweep.crews import Cluster
from fireline.analysis.sweep.jobs import Sweep, WorkerLacks, answer, work
from fireline.chance import TooManyPaths
from fireline.game.errors import BattleFileError
from refusing import wrong_with
from sweeping import SHOT, loaded


@pytest.fixture
def asked() -> Sweep:
    return loaded(SHOT)


@pytest.mark.parametrize("wrong", [MemoryError("full"), OSError(28, "No space left on device")])
def test_what_a_machine_lacks_is_no_fault_of_the_case(
    wrong: Exception, asked: Sweep, monkeypatch: pytest.MonkeyPatch
) -> None:
    def lacking(*_: object) -> None:
        raise wrong

    monkeypatch.setattr(Sweep, "variant", lacking)
    with pytest.raises(WorkerLacks, match=type(wrong).__name__):
        work(asked, (next(asked.pieces()),))


def test_odds_beyond_the_limits_and_other_rules_are_told(asked: Sweep, monkeypatch: pytest.MonkeyPatch) -> None:
    def endless(*_: object) -> None:
        raise TooManyPaths("volley", 200_000)

    monkeypatch.setattr(Sweep, "variant", endless)
    told = answer(asked, next(asked.pieces()))
    assert told["problem"].startswith("has no odds within the limits: ")
    assert crews._keep(asked) is asked
    with pytest.raises(BattleFileError, match=r"^--cluster: a worker has the rules 0.*, but this sweep is of older$"):
        crews._keep(Sweep(asked.spec, asked.bases, "older"))


def test_workers_need_fireline_and_clients_need_dask(asked: Sweep, monkeypatch: pytest.MonkeyPatch) -> None:
    def without(*_: object, **__: object) -> None:
        raise ModuleNotFoundError("No module named 'fireline'", name="fireline")

    client = SimpleNamespace(wait_for_workers=without, loop=None)
    assert "its workers have no fireline; they need Fireline, too" in wrong_with(Cluster, asked, client, "tcp://there")
    monkeypatch.setitem(sys.modules, "distributed", None)
    with pytest.raises(BattleFileError, match=r"--cluster: .* by Dask; .* pip install 'fireline\[cluster\]'"):
        crews._distributed()
