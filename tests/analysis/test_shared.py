"""Work shared out among processes: the same answer to every question, whoever does it and whoever dies over it."""

import os
import signal
from collections import Counter
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from typing import Any

import pytest

from fireline.analysis import contest as contests
from fireline.analysis import shared, workers
from fireline.analysis.contest import Playing, contest
from fireline.analysis.deadline import Deadline
from fireline.analysis.shared import Scheduler, Trials, count_trials
from fireline.analysis.simulate import simulate, trials_of
from fireline.analysis.sweep.crews import processes
from fireline.analysis.sweep.jobs import Piece, Sweep, work
from fireline.analysis.threat import ThreatAnswer, threat
from fireline.analysis.threatmap import ThreatMap
from fireline.analysis.vary import Variant, vary
from fireline.formats.battlefile import load
from fireline.game.drawing import ThreatCell
from sweeping import SHOT, loaded

pytestmark = pytest.mark.whole("kills")
HOME = os.getpid()
BATTLE = load("ancients-ranged-combat")


@dataclass(frozen=True)
class Death:
    """Kills the process that comes to it, unless it is this one: once, or whenever."""

    folder: Path
    home: int = HOME
    ever: bool = False

    def strike(self) -> None:
        died = self.folder / str(os.getpid())
        if os.getpid() != self.home and (self.ever or not any(self.folder.iterdir())):
            died.touch()
            os.kill(os.getpid(), signal.SIGKILL)

    @property
    def count(self) -> int:
        """How many processes have died."""
        return len(list(self.folder.iterdir()))


@pytest.fixture(params=["once", "ever"])
def death(request: pytest.FixtureRequest, tmp_path: Path) -> Death:
    return Death(tmp_path, ever=request.param == "ever")


@pytest.fixture
def helped(monkeypatch: pytest.MonkeyPatch) -> None:
    """Another process works from the second piece on."""
    monkeypatch.setattr(shared, "ALONE", -1.0)
    monkeypatch.setattr(shared, "WORTH_IT", -1.0)
    monkeypatch.setattr(shared, "allowed", lambda: 2)


@dataclass(frozen=True)
class DeadlyMap(ThreatMap):
    """A map whose places kill."""

    death: Death | None = None

    def cell(self, place: str) -> ThreatCell:
        if self.death is not None:
            self.death.strike()
        return super().cell(place)


def deadly_trials(death: Death, make: Callable[[], Trials[Any]]) -> Trials[Any]:
    """Trials that kill."""
    play = make()

    def dying(first: int, trials: int) -> Any:
        death.strike()
        return play(first, trials)

    return dying


@dataclass(frozen=True)
class DeadlySweep(Sweep):
    """A sweep whose fifth case kills once."""

    death: Death | None = None

    def variant(self, values: Mapping[str, Any]) -> Variant:
        if self.death is not None and values == self.spec.grid[4]:
            self.death.strike()
        return super().variant(values)


@pytest.mark.usefixtures("helped")
def test_a_threat_map_is_whole_and_the_same_though_its_workers_die(death: Death) -> None:
    whole = threat(BATTLE, "warriors")
    dying = DeadlyMap(whole.battle, whole.unit, whole.shooters, death=death)
    heard = list[float]()
    told = ThreatAnswer.within(dying, None, heard=lambda share, _: heard.append(share))
    assert (death.count == 1) is not death.ever
    assert told.cells == tuple(whole.cells())
    assert told.exact
    assert any(cell.why for cell in told.cells)
    assert heard == [n / len(told.cells) for n in range(1, len(told.cells) + 1)], "each place once"


@pytest.mark.usefixtures("helped")
def test_games_are_counted_once_though_their_workers_die(death: Death) -> None:
    make = partial(trials_of, BATTLE, "simple", 3, 4)
    found = count_trials(partial(deadly_trials, death, make), 0, 40, workers=None)
    assert death.count >= 1
    assert found == count_trials(make, 0, 40)
    assert found.total() == 40


@pytest.mark.usefixtures("helped")
def test_a_contest_has_the_same_games_though_its_workers_die(death: Death, monkeypatch: pytest.MonkeyPatch) -> None:
    variant = vary(BATTLE)
    battles = [BATTLE, variant.vary("units[bow].blocks=1").battle, BATTLE]
    how = Playing(turns=2, games=40, seconds=None)
    undisturbed = contest(battles, Playing(turns=2, games=40, seconds=None, workers=1))
    games = contests._games
    monkeypatch.setattr(contests, "partial", lambda _, *asked: partial(deadly_trials, death, partial(games, *asked)))
    assert contest(battles, how) == undisturbed
    assert death.count >= 1


def test_a_sweep_has_every_case_once_though_a_worker_dies(tmp_path: Path) -> None:
    asked = loaded(SHOT)
    death, said, done = Death(tmp_path), dict[Piece, str](), Counter[Piece]()
    dying = DeadlySweep(asked.spec, asked.bases, asked.rules, death=death)

    def keep(chunk: tuple[Piece, ...], texts: tuple[str, ...]) -> None:
        done.update(chunk)
        said.update(zip(chunk, texts, strict=True))

    assert Scheduler(9, keep, crew=processes(dying, 2)).run(dying.pieces()) == ()
    assert death.count == 1
    assert done == Counter(asked.pieces())
    alone = dict[Piece, str]()
    undisturbed = Scheduler[Piece, tuple[str, ...]](
        9, lambda chunk, texts: alone.update(zip(chunk, texts, strict=True)), here=partial(work, asked)
    )
    assert undisturbed.run(asked.pieces()) == ()
    assert said == alone


@pytest.mark.usefixtures("helped")
def test_the_first_piece_is_done_when_the_time_is_up() -> None:
    asked = threat(BATTLE, "warriors")
    (cell,) = ThreatAnswer.within(asked, 0).cells
    assert cell.place == asked.here
    assert count_trials(partial(trials_of, BATTLE, "simple", 3), 0, 40, deadline=Deadline(0)).total() == 1


def test_other_processes_help_only_where_somebody_lets_them(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(shared, "ALONE", -1.0)
    monkeypatch.setattr(workers, "Worker", None)
    assert ThreatAnswer.within(threat(BATTLE, "warriors"), None).exact
    assert simulate(BATTLE, phases=10, seed=1, workers=None).trials == 10
