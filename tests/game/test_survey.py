"""Many shots at once: equal to one by one in large battles too, with little asked."""

from collections.abc import Callable

import pytest

import crowds
from fireline.game.battle import Battle
from fireline.game.command import Shoot
from fireline.geometry.hexes import Hex
from fireline.rulesets.ancients import legality
from fireline.rulesets.ancients.shot import Shooting
from fireline.rulesets.ancients.sight import is_clear
from fireline.rulesets.ancients.state import State
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
