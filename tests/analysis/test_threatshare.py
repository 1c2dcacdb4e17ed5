"""The places of a threat map shared out among processes: the same map, whoever works it out and whoever dies."""

from __future__ import annotations

import os
from dataclasses import dataclass

import pytest

from fireline.analysis import threatshare, workers
from fireline.analysis.deadline import Deadline
from fireline.analysis.threat import ThreatMap, threat
from fireline.formats.battlefile import load
from fireline.game.drawing import ThreatCell


@pytest.fixture
def shared(monkeypatch: pytest.MonkeyPatch) -> None:
    """Two processes work from the second place on."""
    monkeypatch.setattr(threatshare, "ALONE", -1.0)
    monkeypatch.setattr(threatshare, "WORTH_IT", -1.0)
    monkeypatch.setattr(threatshare, "allowed", lambda: 2)


@dataclass
class Deadly:
    """A map whose places kill every other process."""

    asked: ThreatMap
    alive: int

    def cell(self, place: str) -> ThreatCell:
        if os.getpid() != self.alive:
            os._exit(1)
        return self.asked.cell(place)


@pytest.mark.usefixtures("shared")
@pytest.mark.parametrize("deadly", [False, True])
def test_a_map_that_processes_share_says_the_same(*, deadly: bool) -> None:
    asked = threat(load("ancients-ranged-combat"), "warriors")
    places = asked.everywhere()[:40]
    there = {
        cell.place: cell
        for cell in threatshare.worked_out(Deadly(asked, os.getpid()) if deadly else asked, places, Deadline())
    }
    assert there == {place: asked.cell(place) for place in places}
    assert any(cell.why for cell in there.values())


@pytest.mark.usefixtures("shared")
def test_the_first_place_is_there_when_the_time_is_up() -> None:
    asked = threat(load("ancients-ranged-combat"), "warriors")
    places = asked.everywhere()
    assert [cell.place for cell in threatshare.worked_out(asked, places, Deadline(0))] == [places[0]]


def test_other_processes_help_only_where_somebody_lets_them(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(threatshare, "ALONE", -1.0)
    monkeypatch.setattr(workers._Worker, "start", None)
    asked = threat(load("ancients-ranged-combat"), "warriors")
    assert len(list(threatshare.worked_out(asked, asked.everywhere(), Deadline()))) == len(asked.everywhere())
