"""Rampage: elephants that must retreat trample whoever is around, and whoever blocks their way pays."""

from functools import partial
from typing import Any

import pytest

from ancients_table import against, blocks, commands, flagged, lay, menu, play, state, story, told, where
from fireline.analysis.goal import planning_of
from fireline.game.battle import Battle
from fireline.game.command import EndPhase, Shot
from fireline.rulesets.ancients.commands import Flee, Rampage, Retreat
from fireline.rulesets.ancients.state import Banners

stampede = partial(flagged, "elephant E5")
"""An elephant that owes an answer to flags from a heavy war machine far away."""
AROUND = {"D5": "NE", "E6": "E", "F5": "SE", "F4": "SW", "E4": "W", "D4": "NW"}


def trampled(battle: Battle, *faces: str) -> Battle:
    return play(battle, Rampage("z"), *faces).battle


@pytest.mark.rule("CCA-7.1")
def test_a_rampage_comes_before_the_retreat_and_may_open_a_way() -> None:
    battle = stampede("x bottom auxilia E6")
    assert menu(battle) == ["Elephant (E5): rampage against Auxilia (E6)"]
    assert against(battle, Retreat("z", 0, ("D4",))) == ["Elephant (E5) rampages before it retreats. CCA-7.1"]
    turned = play(battle, Rampage("z"), "green", "swords")
    assert story(turned) == [
        "Elephant (E5) rampages before it retreats. CCA-7.1",
        "Elephant (E5) tramples on Auxilia (E6) and rolls green circle and crossed swords: 1 hit. CCA-7.1",
        "Auxilia (E6) loses 1 block, 3 left. CCA-7.1",
        "Elephant (E5) now retreats for 1 flag. CCA-7.1",
    ]
    after_it = turned.battle
    assert against(after_it, Rampage("z")) == ["There is no rampage of Elephant (E5) now. CCA-7.1"]
    assert against(battle, Rampage("x")) == ["There is no rampage of Auxilia (E6) now. CCA-7.1"]
    assert menu(after_it) == ["Elephant (E5): retreat D4", "Elephant (E5): retreat D5"]
    assert against(after_it, EndPhase()) == ["An attack is not resolved yet. CCA-1.6"]
    done = play(after_it, Retreat("z", 0, ("D4",))).battle
    assert (where(done, "z"), done.owing) == ("D4", None)
    battle = stampede("x top auxilia D4 blocks=1", "y top auxilia D5")
    open_now = trampled(battle, "swords", "swords", "green", "flag")
    assert menu(open_now) == ["Elephant (E5): retreat D4"]


@pytest.mark.rule("CCA-7.1")
def test_friends_and_enemies_are_met_once_each_clockwise_from_the_upper_right() -> None:
    sides = ("top", "bottom")
    units = [f"u{n} {sides[n % 2]} heavy_infantry {hex_}" for n, hex_ in enumerate(AROUND)]
    turned = play(stampede(*units, flags=2), Rampage("z"), *["swords"] * 12)
    assert [event.data()["unit"] for event in turned.events if type(event).__name__ == "UnitTrampled"] == [
        f"u{n}" for n in range(6)
    ]
    assert told(turned)[0] == "UnitRampaged"
    assert told(turned)[-1] == "RampageEnded"


@pytest.mark.rule("CCA-7.1")
def test_all_that_a_rampage_costs_is_within_the_bound_of_the_shot_whatever_a_hit_takes() -> None:
    units = [f"u{n} bottom heavy_infantry {hex_}" for n, hex_ in enumerate(AROUND)]
    house, types = {"CCA-7.1.dice": 4, "CCA-5.3.blocks": 4}, {"heavy_infantry": {"blocks": 16}}
    battle = stampede(*units, house=house, types=types)
    trampled = play(battle, Rampage("z"), *["red"] * 24)
    lost = sum(loss.number for loss in battle.losses(trampled.events) if loss.what.name == "blocks")
    assert lost == 6 * 16
    assert lost <= planning_of(battle).upper_bound(battle.state, "a")["losses"]


@pytest.mark.rule("CCA-7.1", "CCA-6", "CCA-5.3")
def test_who_loses_blocks_has_his_leader_checked_and_banners_go_to_the_enemy() -> None:
    battle = stampede("x bottom auxilia E6", leaders=["mago bottom E6"])
    assert where(trampled(battle, "green", "flag", "leader", "leader"), "mago") == "gone"
    assert where(trampled(battle, "green", "flag", "leader", "red"), "mago") == "E6"
    assert where(trampled(battle, "leader", "flag"), "mago") == "E6"
    assert state(trampled(battle, "green", "flag", "leader", "leader")).banners == Banners(1, 0)
    foe = trampled(stampede("x bottom auxilia E6 blocks=1"), "green", "green")
    assert (where(foe, "x"), state(foe).banners) == ("gone", Banners(1, 0))
    friend = trampled(stampede("x top auxilia E6 blocks=1"), "green", "green")
    assert (where(friend, "x"), state(friend).banners) == ("gone", Banners(0, 1))


@pytest.mark.rule("CCA-7.1", "CCA-6", "CCA-8")
def test_leaders_of_both_sides_flee_one_after_another_before_the_elephant_retreats() -> None:
    units = "x top auxilia D5 blocks=1", "y bottom auxilia E6 blocks=1"
    battle = stampede(*units, leaders=["hanno top D5", "mago bottom E6"])
    owing = trampled(battle, "green", "red", "swords", "green", "flag", "blue")
    assert [owed.id for owed in state(owing).due] == ["hanno", "mago", "z"]
    assert Battle.read(owing.data()) == owing
    assert owing.owing == "top"
    assert against(owing, Flee("mago", "F6")) == ["No flight of mago is owed now. CCA-6"]
    assert against(owing, Retreat("z", 0, ("D4",))) == ["No retreat of z is owed now. CCA-7"]
    second = play(owing, Flee("hanno", "C5")).battle
    assert second.owing == "bottom"
    third = play(second, Flee("mago", "F6")).battle
    assert third.owing == "top"
    last = play(third, Retreat("z", 0, ("D5",))).battle
    assert last.owing is None
    assert (where(last, "z"), where(last, "hanno"), where(last, "mago")) == ("D5", "C5", "F6")
    assert state(last).banners == Banners(1, 1)


@pytest.mark.rule("CCA-7.1")
def test_units_that_block_the_way_each_lose_a_block_once_and_the_elephant_none() -> None:
    battle = trampled(stampede("x top auxilia D4", "y bottom warrior D5"), *["swords"] * 4)
    assert menu(battle) == ["Elephant (E5): stand, Auxilia (D4) loses 1 block and Warriors (D5) loses 1 block"]
    turned = play(battle, Retreat("z", 0, ()))
    assert story(turned) == [
        "Elephant (E5) cannot retreat and is 1 hex short. CCA-7",
        "Auxilia (D4) loses 1 block, 3 left. CCA-7.1",
        "Warriors (D5) loses 1 block, 3 left. CCA-7.1",
    ]
    assert (blocks(turned.battle, "x"), blocks(turned.battle, "y"), blocks(turned.battle)) == (3, 3, 2)
    battle = flagged("elephant E1", "x top auxilia D1")
    blocked = play(trampled(battle, "swords", "swords"), Retreat("z", 0, ())).battle
    assert (blocks(blocked, "x"), blocks(blocked)) == (3, 2)
    battle = trampled(stampede("x top auxilia D4", "y top auxilia D5", flags=2), *["swords"] * 4)
    assert story(play(battle, Retreat("z", 0, ())))[1:] == [
        "Auxilia (D4) loses 1 block, 3 left. CCA-7.1",
        "Auxilia (D5) loses 1 block, 3 left. CCA-7.1",
    ]


@pytest.mark.rule("CCA-7.1", "CCA-7")
@pytest.mark.parametrize(
    ("unit", "more"),
    [
        ("elephant A5", {}),
        ("elephant E5", {"terrain": {"D4": "river", "D5": "city_wall"}}),
        ("elephant E5", {"terrain": {"D4": "river"}, "leaders": ["mago bottom D5"]}),
    ],
    ids=["edge", "terrain", "a leader alone"],
)
def test_edge_and_terrain_alone_cost_the_elephant(unit: str, more: dict[str, Any]) -> None:
    battle = flagged(unit, **more)
    (answer,) = commands(battle)
    assert answer == Retreat("z", 0, ()), "nobody is around, so there is no rampage"
    assert blocks(play(battle, answer).battle) == 1


@pytest.mark.rule("CCA-7.1", "CCA-7")
def test_two_flags_that_meet_units_behind_the_first_hex_and_the_customary_way() -> None:
    battle = stampede("x top auxilia C4", "y top auxilia C5", "w top auxilia C6 blocks=1", flags=2)
    assert menu(battle) == [
        "Elephant (E5): retreat D4, Auxilia (C4) loses 1 block and Auxilia (C5) loses 1 block",
        "Elephant (E5): retreat D5, Auxilia (C5) loses 1 block and Auxilia (C6) loses 1 block",
    ]
    turned = play(battle, Retreat("z", 0, ("D5",)))
    assert story(turned)[1:] == [
        "Auxilia (C5) loses 1 block, 3 left. CCA-7.1",
        "Auxilia (C6) loses 1 block, 0 left. CCA-7.1",
        "Auxilia (C6) is eliminated: a Victory Banner for bottom. CCA-5.3",
    ]
    assert where(turned.battle, "z") == "D5", "it does not go on where a unit is gone"
    battle = stampede("x top auxilia C4", "y bottom auxilia C5", "w bottom auxilia C6", flags=2)
    first, second = commands(battle)
    assert (first, second) == (Retreat("z", 0, ("D5",)), Retreat("z", 0, ("D4",)))


@pytest.mark.rule("CCA-7.1", "CCA-6", "CCA-8")
def test_nobody_is_checked_twice_in_one_attack_and_a_whole_one_on_an_elephant() -> None:
    units = ("x bottom auxilia D4 blocks=2", "y top auxilia D5")
    battle = trampled(stampede(*units, leaders=["mago bottom D4"]), "swords", "swords", "green", "red", "blue", "red")
    assert state(battle).due[0].rampaged == ("mago",)  # type: ignore[union-attr]
    assert Battle.read(battle.data()) == battle
    turned = play(battle, Retreat("z", 0, ()))
    assert story(turned)[1:] == [
        "Auxilia (D4) loses 1 block, 0 left. CCA-7.1",
        "Auxilia (D4) is eliminated: a Victory Banner for top. CCA-5.3",
        "Leader mago (D4) must flee. CCA-6",
        "Auxilia (D5) loses 1 block, 3 left. CCA-7.1",
    ]
    assert turned.battle.owing == "bottom"
    fresh = trampled(stampede(*units, leaders=["mago bottom D4"]), *["swords"] * 4)
    checked = play(fresh, Retreat("z", 0, ()), "leader", "leader")
    assert "Leader mago (D4) is killed: a Victory Banner for top. CCA-6" in story(checked)
    battle = lay(
        "a bottom light_bow_infantry E2", "z top elephant E5", "x bottom auxilia F5 blocks=1", "y top auxilia D4"
    )
    turned = battle.shoot(Shot("a", "z"), dice=["flag", "red", "green", "swords", "green", "blue"])
    assert told(turned) == [
        "UnitFired", "BlocksLost", "RetreatForced", "UnitRampaged", "UnitTrampled", "BlocksLost", "UnitEliminated",
        "UnitTrampled", "BlocksLost", "RampageEnded", "UnitRetreated",
    ]  # fmt: skip
    assert (where(turned.battle, "z"), blocks(turned.battle), blocks(turned.battle, "y")) == ("D5", 1, 3)
    assert state(turned.battle).banners == Banners(1, 0)


@pytest.mark.rule("CCA-7.1")
def test_an_elephant_with_nobody_around_just_retreats_and_a_leader_alone_is_not_met() -> None:
    assert menu(stampede("x bottom auxilia E7")) == ["Elephant (E5): retreat D4", "Elephant (E5): retreat D5"]
    battle = stampede("x bottom auxilia E6", leaders=["mago bottom E4"])
    after_it = trampled(battle, "leader", "leader")
    assert where(after_it, "mago") == "E4"


@pytest.mark.rule("CCA-7.1")
def test_a_table_may_play_without_rampage_or_with_a_type_that_may_do_without() -> None:
    battle = stampede("x top auxilia D4", "y top auxilia D5", options={"rampage": False})
    assert menu(battle) == ["Elephant (E5): stand and lose 1 block"]
    more: dict[str, Any] = {
        "types": {"elephant": {"name": "Tame Elephant", "stubborn": False}},
        "leaders": ["hanno top E5"],
    }
    battle = stampede("x bottom auxilia E6", **more)
    assert menu(battle) == ["Tame Elephant (E5): ignore 1 flag", "Tame Elephant (E5): rampage against Auxilia (E6)"]
    two = stampede("x bottom auxilia E6", flags=2, **more)
    assert menu(two)[0] == "Tame Elephant (E5): ignore 1 flag and rampage against Auxilia (E6)"
    left = play(two, Rampage("z", 1), "red", "red").battle
    assert menu(left) == ["Tame Elephant (E5): retreat D4", "Tame Elephant (E5): retreat D5"]
