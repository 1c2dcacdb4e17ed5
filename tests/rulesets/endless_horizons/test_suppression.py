"""Suppressing fire: bullets for actions, and the shot at whoever leaves cover."""

from __future__ import annotations

from typing import Any

import pytest

from endless_horizons_field import against, field, play, refused, rifle, shot, story, unit
from fireline.game.battle import Battle
from fireline.game.command import EndPhase, Shoot
from fireline.rulesets.endless_horizons.commands import Reload, StopSuppressing, Suppress, Uncover

LANE = Suppress("jack", ("drone",))


def loaded(battle: Battle) -> int:
    weapon = unit(battle).weapon
    assert weapon is not None
    return weapon.loaded


@pytest.mark.rule("EHZ-6.1")
def test_every_action_covered_takes_its_bullets_until_they_run_out() -> None:
    battle = field({"weapon": rifle(loaded=10), "actions": 2})
    began = play(battle, Suppress("jack", ("drone",), 3, 2))
    assert story(began) == ["jack suppresses drone: 6 bullets for 2 actions. EHZ-6.1"]
    assert (loaded(began.battle), unit(began.battle).actions) == (4, 1)
    went_on = play(began.battle, Suppress("jack", ("drone",), 3, 5))
    assert story(went_on) == [
        "jack suppresses drone: 3 bullets for 1 action. EHZ-6.1",
        "jack suppresses no more: the bullets have run out. EHZ-6.1",
    ]
    assert (loaded(went_on.battle), unit(went_on.battle).actions) == (1, 1), "only beginning takes an action"
    assert unit(went_on.battle).suppressing is None


@pytest.mark.rule("EHZ-6.1")
def test_it_goes_on_into_the_next_round_and_can_be_stopped() -> None:
    began = play(field(), LANE).battle
    ended = play(began, EndPhase()).battle
    assert unit(ended).suppressing == unit(began).suppressing
    stopped = play(began, StopSuppressing("jack"))
    assert story(stopped) == ["jack suppresses no more: the shooter stops. EHZ-6.1"]
    assert against(stopped.battle, StopSuppressing("jack")) == {"EHZ-6.1": "jack suppresses nobody."}


@pytest.mark.rule("EHZ-6.2", "EHZ-7.1")
def test_reloading_ends_it() -> None:
    began = play(field(), LANE).battle
    assert story(play(began, Reload("jack"))) == [
        "jack suppresses no more: the weapon is handled. EHZ-6.1",
        "jack reloads the Rifle: 30 bullets. EHZ-7.1",
    ]


@pytest.mark.rule("EHZ-6.2")
def test_who_leaves_cover_may_be_shot_at_out_of_turn_where_the_table_allows_it() -> None:
    cover = {"cover": {"material": "brick"}}
    began = play(field({"actions": 1}, cover, options={"suppression_shots": True}), LANE).battle
    assert refused(began) == {"EHZ-4.3": "It takes 1 action for the shot; jack has 0 left."}
    left = play(began, Uncover("drone"))
    assert story(left) == [
        "drone leaves the brick. EHZ-6.2",
        "jack may shoot at drone out of turn. EHZ-6.2",
    ]
    ruling = left.battle.check(shot())
    assert ruling.legal
    assert "drone left cover under suppression: the shot needs no action." in [step.text for step in ruling.steps]
    assert refused(left.battle, aim_actions=1) == {"EHZ-4.3": "It takes 1 action for the aim; jack has 0 left."}
    fired = play(left.battle, Shoot(shot()), 10)
    assert story(fired) == [
        "jack fires 1 bullet of the Rifle at drone out of turn and rolls 10, with everything 15: 1 hit. EHZ-5.1"
    ]
    assert refused(fired.battle) == {"EHZ-4.3": "It takes 1 action for the shot; jack has 0 left."}
    assert loaded(fired.battle) == 28


@pytest.mark.rule("EHZ-6.2")
def test_without_the_option_leaving_cover_gives_no_opening() -> None:
    began = play(field({"actions": 1}, {"cover": {"material": "wood"}}), LANE).battle
    left = play(began, Uncover("drone"))
    assert story(left) == ["drone leaves the wood. EHZ-6.2"]
    assert "EHZ-4.3" in refused(left.battle)
    assert against(left.battle, Uncover("drone")) == {"EHZ-6.2": "drone has no cover to leave."}


@pytest.mark.rule("EHZ-6.1")
def test_a_shot_that_leaves_too_few_bullets_ends_it() -> None:
    began = play(field({"weapon": rifle(loaded=9)}), Suppress("jack", ("drone",), 3)).battle
    turned = play(began, Shoot(shot(bullets=5)), 1)
    assert story(turned)[-1] == "jack suppresses no more: the bullets have run out. EHZ-6.1"


@pytest.mark.rule("EHZ-6.1")
def test_turning_to_others_ends_the_one_and_begins_the_other() -> None:
    battle = field({"actions": 2}, None, {"id": "third"})
    turned = play(play(battle, LANE).battle, Suppress("jack", ("third",)))
    assert story(turned) == [
        "jack suppresses no more: it turns to others. EHZ-6.1",
        "jack suppresses third: 1 bullet for 1 action. EHZ-6.1",
    ]
    assert unit(turned.battle).actions == 0


@pytest.mark.rule("EHZ-6.1", "EHZ-5.2", "EHZ-8.1")
@pytest.mark.parametrize(
    ("jack", "command", "rule", "because"),
    [
        ({"weapon": rifle(loaded=2)}, Suppress("jack", ("drone",), 3), "EHZ-6.1", "The Rifle holds 2 bullets; 3 are"),
        ({}, Suppress("jack", ("drone",), 0), "EHZ-6.1", "Suppression takes 1 bullet or more an action"),
        ({}, Suppress("jack", ("jack",)), "EHZ-6.1", "Suppression names one enemy or more, and only enemies."),
        ({}, Suppress("jack", ()), "EHZ-6.1", "Suppression names one enemy or more, and only enemies."),
        ({"actions": 0}, LANE, "EHZ-4.3", "It takes 1 action to begin; jack has none left."),
        ({"weapon": None}, LANE, "EHZ-7.2", "jack has no weapon in hand."),
        ({"weapon": "M40A6"}, Suppress("jack", ("drone",), 2), "EHZ-5.2", "The M40A6 fires one bullet an action."),
        ({"weapon": {"name": "M40A6", "cycled": False}}, LANE, "EHZ-5.2", "The M40A6 must be cycled first"),
        (
            {"weapon": rifle(jam="failure_to_feed")},
            LANE,
            "EHZ-8.1",
            "The Rifle has failed to feed and must be cleared.",
        ),
        ({"weapon": rifle(damaged=True)}, LANE, "EHZ-8.1", "The Rifle is damaged and does not fire."),
    ],
)
def test_it_is_refused(jack: dict[str, Any], command: Suppress, rule: str, because: str) -> None:
    found = against(field(jack), command)
    assert list(found) == [rule]
    assert found[rule].startswith(because)


@pytest.mark.rule("EHZ-6.1")
def test_single_shots_suppress_too() -> None:
    battle = field({"weapon": "M40A6"})
    assert loaded(play(battle, Suppress("jack", ("drone",), 1, 4)).battle) == 6
