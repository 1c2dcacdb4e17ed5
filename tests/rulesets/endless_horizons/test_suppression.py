"""Suppressing fire: bullets for every action that anybody takes, and the shot at whoever leaves cover."""

from typing import Any

import pytest

from endless_horizons_field import against, field, play, refused, rifle, shot, story, unit
from fireline.analysis.goal import planning_of
from fireline.game.battle import Battle
from fireline.game.command import Command, EndPhase, NextTurn, Shoot, Shot
from fireline.rulesets.endless_horizons.handling import Aim, Clear, Cycle, Draw, Reload
from fireline.rulesets.endless_horizons.posture import ChangeStance, GiveUp, Hide, Search, TakeCover, Uncover
from fireline.rulesets.endless_horizons.suppression import StopSuppressing, Suppress

LANE = Suppress("jack", ("drone",))
GLOCK = {"name": "Glock 17", "where": "holster"}
OPENINGS = {"suppression_shots": True}
THIRD = {"id": "third", "weapon": rifle(loaded=20), "carried": [GLOCK]}


def loaded(battle: Battle) -> int:
    weapon = unit(battle).weapon
    assert weapon is not None
    return weapon.loaded


@pytest.mark.rule("EHZ-6.1", "EHZ-4.3")
def test_beginning_takes_an_action_and_the_aim_but_no_bullets() -> None:
    began = play(field({"weapon": rifle(loaded=10), "actions": 2}), Suppress("jack", ("drone",), 3))
    assert story(began) == ["jack suppresses drone: 3 bullets for every action from now on. EHZ-6.1"]
    assert (loaded(began.battle), unit(began.battle).actions) == (10, 1)
    assert unit(play(field({"aimed": 2}), LANE).battle).aimed == 0


@pytest.mark.rule("EHZ-6.1")
@pytest.mark.parametrize(
    ("command", "faces", "spent"),
    [
        (Shoot(Shot("third", "jack")), (5,), 1),
        (Shoot(Shot("third", "jack", aim_actions=2)), (5,), 3),
        (Aim("third", 2), (), 2),
        (Reload("third"), (), 1),
        (Draw("third", "Glock 17"), (), 1),
        (Hide("third", "Glock 17"), (5,), 1),
        (Search("third", "jack"), (5,), 1),
        (ChangeStance("third", "kneeling"), (), 1),
        (ChangeStance("third", "prone"), (), 0),
        (TakeCover("third", "wood"), (), 1),
        (Search("jack", "drone", touching=False), (5,), 1),
        (ChangeStance("jack", "kneeling"), (), 1),
        (Suppress("third", ("jack",)), (), 1),
    ],
)
def test_every_action_of_anybody_takes_its_bullets(command: Command, faces: tuple[int, ...], spent: int) -> None:
    began = play(field(None, None, THIRD), Suppress("jack", ("drone",), 2)).battle
    done = play(began, command, *faces)
    assert 30 - loaded(done.battle) == 2 * spent
    assert unit(done.battle).suppressing is not None
    assert unit(done.battle).fired == 2 * spent


@pytest.mark.rule("EHZ-6.1")
def test_the_action_that_finds_too_few_bullets_is_not_covered_nor_are_all_of_several_at_once() -> None:
    """Six bullets of seven pay for three actions; the suppression ends before the fourth, and not sooner."""
    now = play(field({"weapon": rifle(loaded=7)}, {"weapon": "G36"}), Suppress("jack", ("drone",), 2)).battle
    for left in (5, 3, 1):
        aimed = play(now, Aim("drone"))
        assert story(aimed)[0] == "jack's suppressing fire: 2 bullets for an action of drone. EHZ-6.1"
        assert (loaded(aimed.battle), unit(aimed.battle).suppressing is None) == (left, False)
        now = aimed.battle
    fourth = play(now, Aim("drone"))
    assert story(fourth) == [
        "jack suppresses no more: the bullets have run out. EHZ-6.1",
        "jack reloads in his own turn. EHZ-6.2",
        "drone takes careful aim for 1 action. EHZ-4.3",
    ]
    assert (loaded(fourth.battle), unit(fourth.battle).suppressing) == (1, None)
    began = play(field({"weapon": rifle(loaded=3)}, {"weapon": "G36"}), LANE).battle
    aimed = play(began, Aim("drone", 5))
    assert story(aimed)[:2] == [
        "jack's suppressing fire: 3 bullets for 3 actions of drone. EHZ-6.1",
        "jack suppresses no more: the bullets have run out. EHZ-6.1",
    ]
    assert loaded(aimed.battle) == 0


@pytest.mark.rule("EHZ-6.1", "EHZ-6.3", "EHZ-6.2")
def test_it_goes_on_into_the_next_round_can_be_stopped_and_leaves_no_opening_without_the_option() -> None:
    began = play(field(), LANE).battle
    ended = play(play(began, EndPhase()).battle, NextTurn()).battle
    assert unit(ended).suppressing == unit(began).suppressing
    assert loaded(ended) == 30, "the end of a round is nobody's action"
    stopped = play(began, StopSuppressing("jack"))
    assert story(stopped) == ["jack suppresses no more: the shooter stops. EHZ-6.1"]
    assert loaded(stopped.battle) == 30
    assert against(stopped.battle, StopSuppressing("jack")) == {"EHZ-6.1": "jack suppresses nobody."}
    began = play(field({"actions": 1}, {"cover": {"material": "wood"}}), LANE).battle
    left = play(began, Uncover("drone"))
    assert story(left)[1:] == ["drone leaves the wood. EHZ-6.2"]
    assert "EHZ-4.3" in refused(left.battle)
    assert against(left.battle, Uncover("drone")) == {"EHZ-6.2": "drone has no cover to leave."}
    assert refused(field(), out_of_turn=True) == {"EHZ-6.2": "drone gives jack no opening to shoot out of turn."}


@pytest.mark.rule("EHZ-6.1")
@pytest.mark.parametrize(
    ("jack", "command", "faces", "because"),
    [
        ({}, Reload("jack"), (), "the weapon is handled"),
        ({}, Aim("jack"), (), "the weapon is handled"),
        ({}, Draw("jack", "Glock 17"), (), "the weapon is handled"),
        ({"weapon": {"name": "P90", "loaded": 9}}, Hide("jack", "P90"), (4,), "the weapon is hidden"),
        ({}, Shoot(shot()), (4,), "the weapon fires a shot of its own"),
        ({}, GiveUp("jack"), (), "the shooter gives up"),
        ({}, Suppress("jack", ("third",)), (), "it turns to others"),
        ({"weapon": rifle(loaded=9, jam="squib")}, Clear("jack"), (), "the weapon is handled"),
        ({"weapon": {"name": "M40A6", "loaded": 9, "cycled": False}}, Cycle("jack"), (), "the weapon is handled"),
    ],
)
def test_it_ends_when_anything_else_is_done_with_the_weapon(
    jack: dict[str, Any], command: Command, faces: tuple[int, ...], because: str
) -> None:
    suppressing = {"suppressing": {"bullets": 1, "targets": ["drone"]}}
    battle = field({"weapon": rifle(loaded=9), "carried": [GLOCK]} | suppressing | jack, None, {"id": "third"})
    done = play(battle, command, *faces)
    assert story(done)[0] == f"jack suppresses no more: {because}. EHZ-6.1"
    assert not [line for line in story(done) if "suppressing fire" in line]


@pytest.mark.rule("EHZ-6.2")
def test_who_leaves_cover_may_be_shot_at_out_of_turn_where_the_table_allows_it() -> None:
    cover = {"cover": {"material": "brick"}}
    began = play(field({"actions": 1}, cover, options=OPENINGS), LANE).battle
    assert refused(began) == {"EHZ-4.3": "It takes 1 action for the shot; jack has 0 left."}
    left = play(began, Uncover("drone"))
    assert story(left) == [
        "jack's suppressing fire: 1 bullet for an action of drone. EHZ-6.1",
        "drone leaves the brick. EHZ-6.2",
        "jack may shoot at drone out of turn. EHZ-6.2",
    ]
    ruling = left.battle.check(shot())
    assert ruling.legal
    assert "drone left cover under suppression: the shot needs no action." in [step.text for step in ruling.steps]
    assert refused(left.battle, aim_actions=1) == {"EHZ-4.3": "It takes 1 action for the aim; jack has 0 left."}
    assert refused(left.battle, out_of_turn=False) == {"EHZ-4.3": "It takes 1 action for the shot; jack has 0 left."}
    fired = play(left.battle, Shoot(shot()), 10)
    assert story(fired) == [
        "jack fires 1 bullet of the Rifle at drone out of turn and rolls 10, a total of 15: 1 hit. EHZ-5.1"
    ]
    assert refused(fired.battle) == {"EHZ-4.3": "It takes 1 action for the shot; jack has 0 left."}
    assert loaded(fired.battle) == 28
    assert unit(fired.battle).suppressing is not None, "the shot of an opening is part of it"


@pytest.mark.rule("EHZ-6.1", "EHZ-6.2")
def test_leaving_cover_is_judged_by_the_action_with_which_it_is_left() -> None:
    """One bullet pays for one action: who leaves in the first gives an opening, who leaves in the second gives none."""
    cover = {"cover": {"material": "brick"}, "weapon": "G36"}
    began = play(field({"weapon": rifle(loaded=1)}, cover, options=OPENINGS), LANE).battle
    at_once = play(began, Uncover("drone")).battle
    assert unit(at_once).suppressing is not None
    assert refused(at_once) == {"EHZ-5.1": "The Rifle is empty and must be reloaded."}
    waited = play(play(began, Aim("drone")).battle, Uncover("drone"))
    assert story(waited) == [
        "jack suppresses no more: the bullets have run out. EHZ-6.1",
        "jack reloads in his own turn. EHZ-6.2",
        "drone leaves the brick. EHZ-6.2",
    ]


@pytest.mark.rule("EHZ-6.1", "EHZ-6.2")
def test_aim_out_of_turn_is_an_action_of_ones_own_that_the_fire_covers() -> None:
    now = {"bullets": 3, "targets": ["drone"], "openings": ["drone"]}
    aimed = play(field({"weapon": rifle(loaded=7), "suppressing": now}), Shoot(shot(aim_actions=2)), 2)
    assert story(aimed)[0] == "jack's suppressing fire: 6 bullets for 2 actions of jack. EHZ-6.1"
    assert loaded(aimed.battle) == 0
    short = field({"weapon": rifle(loaded=6), "suppressing": now})
    why = "2 actions of aim under suppressing fire spend 6 bullets; with 6 loaded, too few are left for the shot."
    assert refused(short, aim_actions=2) == {"EHZ-6.1": why}
    assert refused(short, aim_actions=1, bullets=3) == refused(short, aim_actions=2, out_of_turn=False) == {}


@pytest.mark.rule("EHZ-6.1", "EHZ-8.1")
def test_a_malfunction_out_of_turn_ends_it_and_two_pay_each_for_the_other() -> None:
    jack = {"suppressing": {"bullets": 1, "targets": ["drone"], "openings": ["drone"]}}
    turned = play(field(jack, options={"escalation": True}), Shoot(shot()), 1, 5)
    assert story(turned)[-1] == "jack suppresses no more: the weapon fails. EHZ-6.1"
    battle = field(None, {"weapon": "G36"}, THIRD)
    both = play(play(battle, LANE).battle, Suppress("third", ("drone",), 3)).battle
    assert loaded(both) == 29
    aimed = play(both, Aim("drone"))
    assert story(aimed)[:2] == [
        "jack's suppressing fire: 1 bullet for an action of drone. EHZ-6.1",
        "third's suppressing fire: 3 bullets for an action of drone. EHZ-6.1",
    ]


@pytest.mark.rule("EHZ-6.1", "EHZ-5.2", "EHZ-8.1")
@pytest.mark.parametrize(
    ("jack", "command", "rule", "because"),
    [
        (
            {"weapon": rifle(loaded=2)},
            Suppress("jack", ("drone",), 3),
            "EHZ-6.1",
            "Suppression takes 1 to 2 bullets an action",
        ),
        ({}, Suppress("jack", ("drone",), 0), "EHZ-6.1", "Suppression takes 1 to 30 bullets an action with what is"),
        ({}, Suppress("jack", ("drone",), 31), "EHZ-6.1", "Suppression takes 1 to 30 bullets an action with what is"),
        ({}, Suppress("jack", ("jack",)), "EHZ-6.1", "Suppression names one enemy or more, and only enemies."),
        ({}, Suppress("jack", ()), "EHZ-6.1", "Suppression names one enemy or more, and only enemies."),
        (
            {"suppressing": {"bullets": 1, "targets": ["drone"]}},
            LANE,
            "EHZ-6.1",
            "jack does so already; it goes on by itself.",
        ),
        ({"weapon": "Glock 17"}, LANE, "EHZ-6.1", "The target is 100 m away, beyond the effective range of the Glock"),
        ({"actions": 0}, LANE, "EHZ-4.3", "It takes 1 action; jack has 0 left."),
        ({"weapon": None}, LANE, "EHZ-7.2", "jack has no weapon in hand."),
        ({"weapon": "Knife"}, LANE, "EHZ-7.2", "The Knife is no firearm."),
        ({"weapon": "M40A6"}, Suppress("jack", ("drone",), 2), "EHZ-5.2", "The M40A6 fires one bullet an action."),
        ({"weapon": {"name": "M40A6", "cycled": False}}, LANE, "EHZ-5.2", "The M40A6 must be cycled first"),
        ({"weapon": rifle(damaged=True)}, LANE, "EHZ-8.1", "The Rifle is damaged and does not fire."),
    ],
)
def test_it_is_refused(jack: dict[str, Any], command: Suppress, rule: str, because: str) -> None:
    found = against(field(jack), command)
    assert list(found) == [rule]
    assert found[rule].startswith(because)
    assert not [n for n in (1, 2, 7, 30) if against(field(), Suppress("jack", ("drone",), n))], "any number will do"


@pytest.mark.rule("EHZ-6.1", "EHZ-1.4")
@pytest.mark.parametrize(
    "gone", [{"given_up": True}, {"hits_to_stop": 1, "hits_taken": [{"shooter": "x", "weapon": "y"}]}]
)
def test_nobody_suppresses_whoever_is_out_of_the_fight(gone: dict[str, Any]) -> None:
    (found,) = field(None, gone, THIRD).refusals(Suppress("jack", ("third", "drone")))
    assert found.rule == "EHZ-6.1"
    assert found.because.startswith(("drone has given up", "drone is out of the fight"))


@pytest.mark.rule("EHZ-6.1", "EHZ-2.1", "EHZ-5.2")
def test_beyond_the_range_only_where_a_penalty_is_named_and_single_shots_too() -> None:
    far = field({"weapon": "Glock 17"}, metres=5000)
    assert list(against(far, LANE)) == ["EHZ-6.1"]
    allowed = field({"weapon": "Glock 17"}, metres=5000, options={"beyond_range_penalty": 9})
    assert against(allowed, LANE) == {}
    battle = play(field({"weapon": "M40A6"}, {"weapon": "G36"}), LANE).battle
    after = play(battle, Aim("drone", 4)).battle
    assert loaded(after) == 6
    pistol = field({"weapon": "Glock 17"}, metres=20)
    assert against(pistol, Suppress("jack", ("drone",), 5)) == {}
    assert "EHZ-5.2" in refused(pistol, bullets=5)


@pytest.mark.rule("EHZ-6.1", "EHZ-6.3")
def test_a_shot_at_an_opening_comes_beside_the_actions_of_a_turn() -> None:
    one = {"suppressing": {"bullets": 1, "targets": ["drone"], "openings": ["drone"]}}
    for actions, left in ((0, 1), (2, 3), (None, None)):
        battle = field(one | ({} if actions is None else {"actions": actions}))
        assert planning_of(battle).shots_left(battle.state, "jack") == left
