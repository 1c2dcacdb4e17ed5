"""Aiming, reloading, drawing, clearing, cycling, hiding and searching."""

from typing import Any

import pytest

from endless_horizons_field import against, field, play, rifle, shot, story, unit
from fireline.game.battle import Battle
from fireline.game.command import EndPhase, Shoot
from fireline.rulesets.endless_horizons.handling import Aim, Clear, Cycle, Draw, Reload
from fireline.rulesets.endless_horizons.posture import Hide, Search
from refusing import wrong_with

GLOCK = {"name": "Glock 17", "where": "holster"}


def holds(battle: Battle, id_: str = "jack") -> tuple[str, int]:
    weapon = unit(battle, id_).weapon
    assert weapon is not None
    return str(weapon), weapon.loaded


def stowed(battle: Battle) -> list[tuple[str, str]]:
    return [(str(one.weapon), one.weapon.where) for one in unit(battle).carried]


@pytest.mark.rule("EHZ-4.3")
def test_aim_is_kept_for_a_shot_of_the_same_round_and_used_by_it() -> None:
    aimed = play(field({"actions": 3}), Aim("jack", 2))
    assert story(aimed) == ["jack takes careful aim for 2 actions. EHZ-4.3"]
    assert (unit(aimed.battle).aimed, unit(aimed.battle).actions) == (2, 1)
    assert aimed.battle.check(shot()).summary["difficulty"] == field().check(shot()).summary["difficulty"] - 4
    fired = play(aimed.battle, Shoot(shot()), 5).battle
    assert (unit(fired).aimed, unit(fired).actions) == (0, 0)
    ended = play(aimed.battle, EndPhase())
    assert story(ended) == ["The round ends; aim not used is lost. EHZ-4.3"]
    assert (unit(ended.battle).aimed, unit(ended.battle).actions) == (0, 3)


@pytest.mark.rule("EHZ-4.3", "EHZ-7.2")
def test_aim_needs_actions_a_weapon_and_an_end_and_only_what_is_carried_is_drawn() -> None:
    assert against(field({"actions": 1}), Aim("jack", 2)) == {"EHZ-4.3": "It takes 2 actions; jack has 1 left."}
    assert against(field({"weapon": None}), Aim("jack")) == {"EHZ-4.3": "jack has no weapon in hand."}
    for actions in (0, -1, 21):
        why = "Aim takes 1 action or more, in all at most 20."
        assert against(field(), Aim("jack", actions)) == {"EHZ-4.3": why}
    assert against(field({"aimed": 18}), Aim("jack", 3)) == {"EHZ-4.3": why}, "with what it has aimed already"
    assert against(field({"aimed": 18}), Aim("jack", 2)) == {}
    assert against(field({"weapon": "Knife"}), Aim("jack")) == {"EHZ-4.3": "The Knife is no firearm."}
    assert against(field(over=True), Aim("jack")) == {"EHZ-6.3": "The round is over."}
    assert against(field(), Draw("jack", "SVD")) == {"EHZ-7.2": "jack carries no SVD."}
    said = wrong_with(against, field(), Draw("jak", "SVD"))
    assert said == "command.unit: 'jak' is no unit of this battle; did you mean 'jack'?"


@pytest.mark.rule("EHZ-7.1")
def test_reloading_takes_an_action_swaps_the_magazine_and_cocks() -> None:
    turned = play(field({"weapon": rifle(loaded=4), "actions": 2, "magazines": 1}), Reload("jack"))
    assert story(turned) == ["jack reloads the Rifle: 30 bullets. EHZ-7.1"]
    assert holds(turned.battle) == ("Rifle", 30)
    assert (unit(turned.battle).actions, unit(turned.battle).magazines) == (1, 0)
    slow = field({"weapon": rifle(loaded=4, reload_actions=3), "actions": 2})
    assert against(slow, Reload("jack")) == {"EHZ-4.3": "It takes 3 actions; jack has 2 left."}
    battle = field({"weapon": {"name": "M40A6", "loaded": 3, "cycled": False}})
    assert play(battle, Reload("jack")).battle.check(shot()).legal


@pytest.mark.rule("EHZ-7.1", "EHZ-8.1")
@pytest.mark.parametrize(
    ("jack", "rule", "because"),
    [
        ({}, "EHZ-7.1", "The Rifle is full."),
        ({"weapon": None}, "EHZ-7.1", "jack has no weapon in hand."),
        (
            {"weapon": rifle(loaded=0), "magazines": 0},
            "EHZ-7.1",
            "jack has no magazine left, and magazines are not refilled in a fight.",
        ),
        ({"weapon": rifle(loaded=0, jam="squib")}, "EHZ-8.1", "The Rifle must be cleared first."),
        ({"weapon": rifle(loaded=0, damaged=True)}, "EHZ-8.1", "The Rifle is damaged; that is not cleared in a fight."),
    ],
)
def test_reloading_is_refused(jack: dict[str, Any], rule: str, because: str) -> None:
    assert against(field(jack), Reload("jack")) == {rule: because}


@pytest.mark.rule("EHZ-7.2")
@pytest.mark.parametrize(("where", "actions"), [("holster", 1), ("armour", 1), ("elsewhere", 2)])
def test_drawing_takes_one_action_or_two(where: str, actions: int) -> None:
    battle = field({"actions": 2, "carried": [GLOCK | {"where": where}]}, metres=10)
    turned = play(battle, Draw("jack", "Glock 17"))
    assert story(turned) == [f"jack draws the Glock 17, {actions} action{'s' * (actions > 1)}. EHZ-7.2"]
    jack = unit(turned.battle)
    assert (str(jack.weapon), jack.actions) == ("Glock 17", 2 - actions)
    assert stowed(turned.battle) == [("Rifle", "elsewhere")]


@pytest.mark.rule("EHZ-8.1")
@pytest.mark.parametrize("jam", ["failure_to_feed", "failure_to_eject", "squib"])
def test_a_malfunction_is_cleared_in_one_action(jam: str) -> None:
    turned = play(field({"weapon": rifle(jam=jam), "actions": 2}), Clear("jack"))
    assert story(turned) == ["jack clears the Rifle. EHZ-8.1"]
    assert unit(turned.battle).actions == 1
    assert turned.battle.check(shot()).legal
    assert against(turned.battle, Clear("jack")) == {"EHZ-8.1": "There is no malfunction to clear."}


@pytest.mark.rule("EHZ-5.2")
def test_a_repeating_weapon_fires_is_cycled_and_fires_again() -> None:
    fired = play(field({"weapon": "M40A6", "actions": 3}), Shoot(shot()), 9)
    assert not fired.battle.check(shot()).legal
    cycled = play(fired.battle, Cycle("jack"))
    assert story(cycled) == ["jack cycles the M40A6. EHZ-5.2"]
    assert cycled.battle.check(shot()).legal
    assert unit(cycled.battle).actions == 1
    assert against(cycled.battle, Cycle("jack")) == {"EHZ-5.2": "There is no fired repeating weapon to cycle."}
    empty = field({"weapon": {"name": "M40A6", "loaded": 0, "cycled": False}})
    assert against(empty, Cycle("jack")) == {"EHZ-5.2": "The M40A6 is empty and must be reloaded."}


@pytest.mark.rule("EHZ-7.3")
def test_stealth_hides_a_weapon_and_notice_opposes_it() -> None:
    hidden = play(
        field({"carried": [GLOCK], "check": {"stealth": 3}}, {"check": {"notice": 1}}), Hide("jack", "Glock 17"), 8
    )
    assert story(hidden) == [
        "jack hides the Glock 17 and rolls 8: Stealth 11 is the difficulty of noticing it. EHZ-7.3"
    ]
    assert unit(hidden.battle).carried[0].hidden == 11
    for touching, face, found in ((True, 5, True), (True, 4, False), (False, 10, True), (False, 9, False)):
        searched = play(hidden.battle, Search("drone", "jack", touching), face)
        verb = "searches" if touching else "looks over"
        what = "finds the Glock 17" if found else "finds nothing"
        assert story(searched) == [f"drone {verb} jack, rolls {face}, Notice {face + 1}: {what}. EHZ-7.3"]
        assert (unit(searched.battle).carried[0].hidden is None) is found


@pytest.mark.rule("EHZ-7.3")
@pytest.mark.parametrize("name", ["Glock 17", "M1911", "P90"])
def test_of_several_carried_weapons_one_is_hidden_and_the_others_stay_as_they_are(name: str) -> None:
    carried = [{**GLOCK, "name": one, "where": "holster"} for one in ("Glock 17", "M1911", "P90")]
    after = unit(play(field({"carried": carried, "actions": 3}), Hide("jack", name), 8).battle).carried
    assert [str(one.weapon) for one in after] == ["Glock 17", "M1911", "P90"]
    assert [one.hidden is not None for one in after] == [str(one.weapon) == name for one in after]


@pytest.mark.rule("EHZ-7.2", "EHZ-7.3")
def test_a_hidden_weapon_takes_two_actions_to_draw_from_hand_or_holster() -> None:
    assert Hide("jack", "P90") in field({"weapon": "P90"}).legal(), "what is in hand is offered, too"
    hidden = play(field({"weapon": "P90", "actions": 3}), Hide("jack", "P90"), 2).battle
    assert unit(hidden).weapon is None
    drawn = play(hidden, Draw("jack", "P90")).battle
    assert (str(unit(drawn).weapon), unit(drawn).actions) == ("P90", 1)
    for where, left in (("elsewhere", 0), ("holster", 1), ("armour", 1)):  # concealed in a holster is in a holster
        battle = field({"actions": 2, "carried": [GLOCK | {"hidden": 9, "where": where}]}, metres=10)
        assert unit(play(battle, Draw("jack", "Glock 17")).battle).actions == left


@pytest.mark.rule("EHZ-6.1", "EHZ-7.2", "EHZ-4.3")
def test_drawing_or_hiding_loses_the_aim_and_hiding_what_is_carried_ends_no_suppression() -> None:
    jack = {"weapon": "P90", "carried": [GLOCK], "suppressing": {"bullets": 1, "targets": ["drone"]}}
    hidden = play(field(jack), Hide("jack", "Glock 17"), 4)
    assert story(hidden)[0] == "jack's suppressing fire: 1 bullet for an action of jack. EHZ-6.1"
    assert unit(hidden.battle).suppressing is not None
    battle = field({"aimed": 2, "carried": [GLOCK]}, metres=10)
    assert unit(play(battle, Draw("jack", "Glock 17")).battle).aimed == 0
    hidden = play(field({"aimed": 2, "weapon": "P90"}), Hide("jack", "P90"), 4)
    assert unit(hidden.battle).aimed == 0


@pytest.mark.rule("EHZ-7.2", "EHZ-7.3")
def test_what_is_put_away_goes_back_where_it_came_from_and_only_small_weapons_are_hidden() -> None:
    battle = field({"carried": [GLOCK, {"name": "Knife", "where": "armour"}], "actions": 9}, metres=10)
    glock = play(battle, Draw("jack", "Glock 17")).battle
    knife = play(glock, Draw("jack", "Knife")).battle
    assert stowed(knife) == [("Rifle", "elsewhere"), ("Glock 17", "holster")]
    again = play(knife, Draw("jack", "Glock 17")).battle
    assert stowed(again) == [("Rifle", "elsewhere"), ("Knife", "armour")]
    assert unit(again).actions == 6
    why = "The Rifle is no pistol or personal defence weapon: too big to hide."
    assert against(field(), Hide("jack", "Rifle")) == {"EHZ-7.3": why}
    for own, refused in (({"kind": "pistol"}, {}), ({"kind": "pistol", "small": False}, {"EHZ-7.3": why})):
        said = field({"weapon": rifle(**own)})
        assert [against(one, Hide("jack", "Rifle")) for one in (said, Battle.read(said.data()))] == [refused] * 2
    assert against(field(), Hide("jack", "P90")) == {"EHZ-7.3": "jack has no P90."}
    assert against(field(), Search("jack", "jack")) == {"EHZ-7.3": "Nobody searches himself."}
