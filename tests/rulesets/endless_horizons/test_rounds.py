"""Rounds that follow one another, and turns in their order."""

from fractions import Fraction
from typing import Any

import pytest

from endless_horizons_field import against, field, play, refused, rifle, shot, story, unit
from fireline.analysis.goal import planning_of
from fireline.game.battle import Battle
from fireline.game.command import EndPhase, Move, NextTurn, Shoot, Shot
from fireline.rulesets.endless_horizons.handling import Aim, Reload
from fireline.rulesets.endless_horizons.places import in_the_open
from fireline.rulesets.endless_horizons.posture import GiveUp, Uncover
from fireline.rulesets.endless_horizons.suppression import StopSuppressing, Suppress

IN_TURN: dict[str, Any] = {"round": {"order": ["jack", "drone"], "actions": 2}}
ARMED = {"weapon": rifle(loaded=20)}


def turn(battle: Battle) -> tuple[int, str | None, bool]:
    return battle.state.round.number, battle.state.round.turn, battle.state.over


def commands(battle: Battle) -> list[str]:
    return [battle.ruleset.label(battle.state, one) for one in battle.legal()]


@pytest.mark.rule("EHZ-6.3")
def test_whoever_has_acted_and_whoever_is_out_of_the_fight_has_no_shot_left() -> None:
    first = field(None, ARMED, **IN_TURN)
    second = play(first, EndPhase()).battle
    left = planning_of(first).shots_left
    assert [left(one.state, "jack") for one in (first, second)] == [2, 0]
    assert [left(one.state, "drone") for one in (first, second)] == [2, 2], "its turn is still to come, then it has it"
    gave_up = {"given_up": True, "actions": 2}
    assert [left(one.state, "jack") for one in (field(gave_up, ARMED), field(gave_up, ARMED, **IN_TURN))] == [0, 0]


def test_in_the_open_the_two_keep_their_order_and_nobody_else_is_in_it() -> None:
    third = {"id": "third", "size": "small"}
    battle = field(None, ARMED, third, round={"order": ["third", "jack", "drone"], "turn": "jack", "actions": 2})
    open_ = in_the_open(battle.state, "drone", "jack", Fraction(30))
    assert open_.round.order == ("jack", "drone")
    assert [one.id for one in open_.units] == ["drone", "jack"]


@pytest.mark.rule("EHZ-6.3")
def test_units_act_in_their_order_and_the_round_ends_after_the_last() -> None:
    battle = field(None, ARMED, **IN_TURN)
    assert turn(battle) == (1, "jack", False)
    assert refused(battle) == {}
    (not_yet,) = battle.check(Shot("drone", "jack")).refusals
    assert str(not_yet) == "It is jack's turn. EHZ-6.3"
    assert against(battle, Aim("drone")) == {"EHZ-6.3": "It is jack's turn."}
    assert not [text for text in commands(battle) if text.startswith("drone")]
    assert commands(battle)[-1] == "End jack's turn"
    second = play(battle, EndPhase())
    assert story(second) == ["jack's turn ends; it is drone's. EHZ-6.3"]
    assert turn(second.battle) == (1, "drone", False)
    assert refused(second.battle) == {"EHZ-6.3": "It is drone's turn."}
    over = play(second.battle, EndPhase())
    assert story(over) == ["drone's turn ends. EHZ-6.3", "The round ends; aim not used is lost. EHZ-4.3"]
    assert turn(over.battle) == (1, None, True)
    assert commands(over.battle) == ["Begin round 2"]
    following = play(over.battle, NextTurn())
    assert story(following) == ["Round 2 begins with jack's turn. EHZ-6.3"]
    assert turn(following.battle) == (2, "jack", False)
    assert against(following.battle, NextTurn()) == {"EHZ-6.3": "The round is not over."}


@pytest.mark.rule("EHZ-6.3")
def test_a_unit_goes_elsewhere_in_its_own_turn_and_nobody_does_once_the_round_is_over() -> None:
    farther = (("jack", 60),)
    battle = field(None, ARMED, **IN_TURN)
    assert against(battle, Move("drone", distances=farther)) == {"EHZ-6.3": "It is jack's turn."}
    his = play(battle, EndPhase()).battle
    assert against(his, Move("drone", distances=farther)) == {}
    over = play(his, EndPhase()).battle
    assert against(over, Move("drone", distances=farther)) == {"EHZ-6.3": "The round is over."}
    assert against(field(None, ARMED), Move("drone", distances=farther)) == {}, "nobody has turns"
    gone = play(field(None, ARMED), GiveUp("drone")).battle
    assert against(gone, Move("drone", distances=farther)) == {"EHZ-1.4": "drone has given up."}


@pytest.mark.rule("EHZ-6.3")
def test_everybody_has_the_actions_of_the_round_and_an_enemy_is_asked_about_in_his_turn() -> None:
    battle = field({"actions_per_round": 3}, ARMED, {"id": "third", "actions": 1}, **IN_TURN)
    assert [one.actions for one in battle.state.units] == [3, 2, 1]
    spent = play(play(battle, Aim("jack", 2)).battle, Shoot(shot()), 5).battle
    assert unit(spent).actions == 0
    assert against(spent, Aim("jack")) == {"EHZ-4.3": "It takes 1 action; jack has 0 left."}
    over = play(play(spent, EndPhase()).battle, EndPhase()).battle
    assert [one.actions for one in over.state.units] == [3, 2, 1]
    battle = field(None, ARMED | {"actions": 0, "actions_per_round": 2}, **IN_TURN)
    ready = planning_of(battle).with_turn_of(battle.state, "drone")
    assert (ready.round.turn, ready.unit("drone").actions) == ("drone", 2)
    assert planning_of(battle).with_turn_of(battle.state, "jack") == battle.state
    loose = field(over=True)
    assert not planning_of(loose).with_turn_of(loose.state, "drone").over


@pytest.mark.rule("EHZ-6.3", "EHZ-6.2")
def test_out_of_turn_there_is_only_the_shot_of_an_opening_and_to_stop_and_he_reloads_in_his_own() -> None:
    cover = {"cover": {"material": "brick"}}
    battle = field(None, cover, options={"suppression_shots": True}, **IN_TURN)
    began = play(play(battle, Suppress("jack", ("drone",))).battle, EndPhase()).battle
    assert refused(began) == {"EHZ-6.3": "It is drone's turn."}
    assert against(began, StopSuppressing("jack")) == {}
    assert "jack: stop suppressing" in commands(began)
    left = play(began, Uncover("drone")).battle
    assert refused(left) == {}
    assert refused(left, out_of_turn=False) == {"EHZ-6.3": "It is drone's turn."}
    assert [text for text in commands(left) if text.startswith("jack fires")] == [
        "jack fires at drone, 1 bullet",
        "jack fires at drone, 2 bullets, 0.6 hits on average",
    ]
    battle = field({"weapon": rifle(loaded=1)}, ARMED, **IN_TURN)
    began = play(play(battle, Suppress("jack", ("drone",))).battle, EndPhase()).battle
    ended = play(began, Aim("drone", 2))
    assert "jack reloads in his own turn. EHZ-6.2" in story(ended)
    assert against(ended.battle, Reload("jack")) == {"EHZ-6.3": "It is drone's turn."}
    over = play(ended.battle, EndPhase()).battle
    assert against(play(over, NextTurn()).battle, Reload("jack")) == {}


@pytest.mark.rule("EHZ-6.3")
def test_without_an_order_anybody_acts_and_who_is_in_no_order_has_no_turn() -> None:
    battle = field(None, ARMED)
    assert battle.check(Shot("drone", "jack")).legal
    over = play(battle, EndPhase())
    assert story(over) == ["The round ends; aim not used is lost. EHZ-4.3"]
    following = play(over.battle, NextTurn())
    assert story(following) == ["Round 2 begins. EHZ-6.3"]
    assert following.battle.data()["round"] == {"number": 2}
    battle = field(None, ARMED, round={"order": ["drone"]})
    assert refused(battle) == {"EHZ-6.3": "jack has no turn: the order of the round is drone."}


@pytest.mark.rule("EHZ-6.3", "EHZ-1.4", "EHZ-6.4")
def test_who_is_out_of_the_fight_is_passed_over() -> None:
    gone: dict[str, Any] = {"hits_to_stop": 1, "hits_taken": [{"shooter": "drone", "weapon": "G36", "hits": 1}]}
    battle = field(gone, ARMED, {"id": "third"}, round={"order": ["jack", "drone", "third"]})
    assert turn(battle)[1] == "drone"
    given_up = play(battle, GiveUp("drone")).battle
    assert commands(given_up) == ["End drone's turn"]
    assert turn(play(given_up, EndPhase()).battle)[1] == "third"
    nobody = field(gone, None, round={"order": ["jack"]})
    assert turn(nobody)[1] is None
    assert against(nobody, Reload("drone")).keys() >= {"EHZ-6.3"}
    assert turn(play(play(nobody, EndPhase()).battle, NextTurn()).battle) == (2, None, False)
