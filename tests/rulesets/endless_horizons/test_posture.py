"""Stance, movement, cover and giving up, for an action each."""

import pytest

from endless_horizons_field import against, field, play, refused, rifle, shot, story, unit
from fireline.game.command import Command, Shot
from fireline.rulesets.endless_horizons.handling import Aim
from fireline.rulesets.endless_horizons.posture import ChangeMovement, ChangeStance, GiveUp, TakeCover, Uncover
from refusing import wrong_with

TWO = {"actions": 2}


@pytest.mark.rule("EHZ-6.4")
@pytest.mark.parametrize(
    ("command", "told", "left"),
    [
        (ChangeStance("jack", "kneeling"), "jack is kneeling now.", 1),
        (ChangeStance("jack", "prone_firing"), "jack is prone firing now.", 1),
        (ChangeStance("jack", "prone"), "jack falls prone.", 2),
        (ChangeMovement("jack", "fast"), "jack's movement is fast now.", 1),
        (GiveUp("jack"), "jack gives up.", 1),
    ],
)
def test_each_takes_an_action_and_a_fall_none(command: Command, told: str, left: int) -> None:
    turned = play(field(TWO), command)
    assert story(turned) == [f"{told} EHZ-6.4"]
    assert unit(turned.battle).actions == left


@pytest.mark.rule("EHZ-6.4", "EHZ-9.1")
def test_cover_is_taken_and_left_of_any_material_and_from_some_only() -> None:
    taken = play(field(TWO, {"weapon": "G36"}), TakeCover("jack", "brick"))
    assert story(taken) == ["jack takes cover behind brick. EHZ-9.1"]
    assert taken.battle.check(Shot("drone", "jack")).cover
    left = play(taken.battle, Uncover("jack"))
    assert story(left) == ["jack leaves the brick. EHZ-6.2"]
    assert unit(left.battle).actions == 0
    assert against(left.battle, TakeCover("jack", "wood")) == {"EHZ-4.3": "It takes 1 action; jack has 0 left."}
    battle = field(None, {"weapon": "G36"}, {"id": "third", "weapon": "G36"})
    taken = play(battle, TakeCover("jack", "sandbags", True, 5, ("drone",), "small"))
    assert story(taken) == ["jack takes cover behind sandbags from drone. EHZ-9.1"]
    assert taken.battle.check(Shot("drone", "jack")).cover
    assert not taken.battle.check(Shot("third", "jack")).cover
    in_part = play(battle, TakeCover("jack", "concrete", False, 8, ("drone",), "tiny")).battle
    assert in_part.check(Shot("drone", "jack")).summary["size"] == "tiny"
    assert in_part.check(Shot("third", "jack")).summary["size"] == "medium"


@pytest.mark.rule("EHZ-6.4")
def test_a_table_may_count_the_actions_otherwise_and_a_thing_may_keep_still() -> None:
    battle = field(TWO, options={"action_costs": {"stance": 2, "fall": 1, "movement": 0}})
    assert unit(play(battle, ChangeStance("jack", "kneeling")).battle).actions == 0
    assert unit(play(battle, ChangeStance("jack", "prone")).battle).actions == 1
    assert unit(play(battle, ChangeMovement("jack", "slow")).battle).actions == 2
    assert against(field(), ChangeMovement("drone", "still")) == {}


@pytest.mark.rule("EHZ-6.4")
@pytest.mark.parametrize(
    ("command", "because"),
    [
        (ChangeStance("jack", "standing"), "jack is standing already."),
        (ChangeStance("drone", "kneeling"), "drone has a size but no stance."),
        (ChangeMovement("jack", "subtle"), "jack's movement is subtle already."),
        (ChangeMovement("jack", "still"), "Nobody keeps quite still but whoever is bound, unconscious or lifeless."),
        (TakeCover("drone", "wood"), "drone has cover already and leaves it first."),
        (TakeCover("jack", "wood", towards=("jack",)), "Nobody takes cover from himself."),
        (TakeCover("jack", "mud", penetrated_by=9), "Classes go from 1 to 8."),
    ],
)
def test_it_is_refused(command: Command, because: str) -> None:
    assert against(field(None, {"cover": {"material": "brick"}}), command) == {"EHZ-6.4": because}


@pytest.mark.rule("EHZ-6.4")
@pytest.mark.parametrize(
    ("command", "said"),
    [
        (ChangeStance("jack", "lying"), "command.stance: 'lying' is no stance"),
        (ChangeMovement("jack", "flying"), "command.movement: 'flying' is no movement"),
        (TakeCover("jack", "straw"), "command.material: 'straw' is no listed material"),
        (TakeCover("jack", "wood", towards=("dron",)), "command.towards: 'dron' is no unit of this battle"),
        (TakeCover("jack", "wood", exposed="thin"), "command.exposed: 'thin' is no size"),
    ],
)
def test_a_word_that_there_is_not_is_named(command: Command, said: str) -> None:
    assert wrong_with(against, field(), command).startswith(said)


@pytest.mark.rule("EHZ-6.4", "EHZ-1.4")
def test_who_has_given_up_takes_no_part_any_more() -> None:
    over = play(field({"weapon": rifle(), "aimed": 1}), GiveUp("jack")).battle
    assert refused(over) == {"EHZ-1.4": "jack has given up."}
    assert against(over, Aim("jack")) == {"EHZ-1.4": "jack has given up."}
    assert over.check(Shot("drone", "jack")).refusals[0].because == "jack has given up."
    assert over.ruleset.shooters(over.state) == ("drone",)
    assert over.ruleset.targets(over.state, "drone") == ()


@pytest.mark.rule("EHZ-4.3")
def test_aim_is_for_the_target_that_was_named_and_that_is_an_enemy() -> None:
    battle = field({"actions": 9}, None, {"id": "third"})
    usual = battle.check(shot()).summary["difficulty"]
    aimed = play(battle, Aim("jack", 2, "third"))
    assert story(aimed) == ["jack takes careful aim at third for 2 actions. EHZ-4.3"]
    ruling = aimed.battle.check(shot())
    assert ruling.summary["difficulty"] == usual
    assert [line.because for line in ruling.modifiers if line.rule == "EHZ-4.3"] == ["it was taken at third"]
    more = play(aimed.battle, Aim("jack", 1)).battle
    assert (unit(more).aimed, unit(more).aimed_at) == (3, "third")
    turned = play(more, Aim("jack", 1, "drone")).battle
    assert (unit(turned).aimed, unit(turned).aimed_at) == (1, "drone")
    assert turned.check(shot()).summary["difficulty"] == usual - 2
    assert against(field({"side": "a"}, {"side": "a"}), Aim("jack", 1, "drone")) == {
        "EHZ-4.3": "drone is no enemy of jack."
    }
    assert against(field(None, {"given_up": True}), Aim("jack", 1, "drone")) == {"EHZ-4.3": "drone has given up."}
