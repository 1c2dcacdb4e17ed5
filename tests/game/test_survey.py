"""Many shots at once: equal to one by one in large battles too, with little asked and little kept."""

from __future__ import annotations

from collections.abc import Callable
from copy import deepcopy

import pytest

import crowds
from fireline.game.battle import Battle
from fireline.game.command import Shoot
from fireline.game.kept import MOST_ANSWERS, Kept, Notes
from fireline.geometry.hexes import Hex
from fireline.rulesets.ancients import legality
from fireline.rulesets.ancients.shot import Shooting
from fireline.rulesets.ancients.sight import is_clear
from fireline.rulesets.ancients.state import State
from fireline.rulesets.duel_of_ages import sight
from fireline.ruling import Asks

CROWDS = [(crowds.ancients, 40), (crowds.endless_horizons, 12), (crowds.duel, 16), (crowds.blightmeer, 12)]


@pytest.mark.parametrize(("crowd", "size"), CROWDS)
def test_in_a_crowd_it_is_what_is_said_one_by_one_before_a_shot_and_after(
    crowd: Callable[[int], Battle], size: int
) -> None:
    battle = crowd(size)
    for _ in range(3):
        survey = battle.survey()
        assert list(survey.legal) == [one.shot for one in survey if not one.refusals]
        assert {command.shot for command in battle.legal() if isinstance(command, Shoot)} == set(survey.legal)
        battle = battle.shoot(survey.legal[len(survey.legal) // 2], seed=5).battle


def test_whose_fault_it_is_is_asked_once_and_only_what_is_in_reach_is_looked_at(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    asked, looked = list[str](), list[tuple[Hex, Hex]]()
    bar = legality.refusals.bar

    def watched(scene: Shooting, *asks: Asks) -> bool:
        asked.extend(scene.shooter.id for one in asks if one is Asks.SHOOTER)
        return bar(scene, *asks)

    def looking(state: State, start: Hex, end: Hex) -> bool:
        looked.append((start, end))
        return is_clear(state, start, end)

    monkeypatch.setattr(legality.refusals, "bar", watched)
    monkeypatch.setattr("fireline.rulesets.ancients.shot.is_clear", looking)
    battle = crowds.ancients(200)
    battle.survey().legal  # noqa: B018 (it asks)
    assert 0 < len(asked) == len(set(asked)) <= len(battle.ruleset.shooters(battle.state))
    assert 0 < len(looked) < 200


def test_after_a_shot_no_line_of_a_map_is_looked_along_again(monkeypatch: pytest.MonkeyPatch) -> None:
    battle = crowds.duel(16)
    shot = battle.survey().legal[0]
    after = battle.shoot(shot, seed=1).battle
    monkeypatch.setattr(sight, "_look", None)
    assert len(after.survey().legal) < len(battle.survey().legal)


def test_what_is_kept_is_bounded_and_told_apart_by_what_it_is_about() -> None:
    kept = Kept[int]()
    one, equal, other = (1, 2), (*range(1, 3),), (3,)
    assert kept.same(one) is kept.same(equal) is one
    numbers = iter(range(9))
    assert [kept.of((kept.same(thing),), lambda: next(numbers)) for thing in (one, equal, other)] == [0, 0, 1]
    things = [object() for _ in range(10)]
    for _ in range(MOST_ANSWERS // 9):
        for thing in things:
            kept.of((thing, object()), lambda: 0)
    assert len(kept._answers) <= MOST_ANSWERS
    kept.forget()
    assert kept.of((one,), lambda: 7) == 7


def test_what_a_state_remembers_is_left_behind_when_it_travels() -> None:
    notes = Notes({"a line": "seen"})
    assert deepcopy(notes) == {}
    battle = crowds.duel(8)
    battle.legal()
    assert battle.state.board.looks
    assert not deepcopy(battle.state).board.looks
