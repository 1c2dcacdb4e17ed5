"""What the comments of the example battles say, one by one."""

from dataclasses import replace
from pathlib import Path

import pytest

import fireline
from ancients_table import blocks, commands, menu, play, refused, rules_against, ruling, story, volley, where
from fireline import Shot
from fireline.game.battle import Battle
from fireline.game.command import Shoot
from fireline.rulesets.ancients.editions import Edition
from fireline.rulesets.ancients.retreat import Flee, Retreat

EXAMPLES = Path(__file__).parents[2] / "examples"


def example(name: str) -> Battle:
    return fireline.load(EXAMPLES / f"ancients-{name}.yaml")


def shots(battle: Battle) -> set[tuple[str, str]]:
    return {(one.shot.shooter, one.shot.target) for one in commands(battle) if isinstance(one, Shoot)}


def test_there_are_no_examples_without_a_test() -> None:
    here = {path.stem.removeprefix("ancients-") for path in EXAMPLES.glob("ancients-*.yaml")}
    assert here == {"ranged-combat", "ranged-combat-moved", "edges", "elephants", "hills-and-camps", "leaders"}


@pytest.mark.parametrize("name", ["ranged-combat", "ranged-combat-moved"])
@pytest.mark.rule("CCA-2.1", "CCA-4.1")
def test_the_bow_fires_at_three_hexes_with_two_dice(name: str) -> None:
    given = ruling(example(name), "bow", "warriors")
    assert given.legal
    assert given.summary == {"distance": 3, "range": 3, "dice": 2}
    assert str(given.line_of_sight) == "clear: E5, D5"
    beside = [ruling(example("ranged-combat"), shooter, "legion") for shooter in ("horse", "javelins")]
    assert [one.summary for one in beside] == [{"distance": 2, "range": 2, "dice": 2}] * 2


@pytest.mark.rule("CCA-1.3")
def test_the_auxilia_beside_an_enemy_may_not_fire_at_all() -> None:
    battle = example("ranged-combat")
    assert rules_against(battle, "auxilia", "phalanx") == ["CCA-1.2", "CCA-1.3"]
    assert rules_against(battle, "auxilia", "riders") == ["CCA-1.3"]
    assert ruling(battle, "auxilia", "riders").summary["dice"] == 2


@pytest.mark.rule("CCA-3.2", "CCA-3.3")
def test_the_slingers_line_is_blocked_by_friends() -> None:
    battle = example("ranged-combat")
    assert rules_against(battle, "slingers", "legion") == ["CCA-3.2"]
    assert ruling(battle, "slingers", "legion").summary["distance"] == 3
    assert list(ruling(battle, "slingers", "legion").lines())[2] == (
        "  The line of sight is blocked by the Light Cavalry on E8. CCA-3.2"
    )
    phalanx = ruling(battle, "slingers", "phalanx")
    assert phalanx.summary["distance"] <= phalanx.summary["range"]
    assert phalanx.line_of_sight is not None
    assert set(phalanx.line_of_sight.blockers) >= {"E9"}
    legal = {("bow", "warriors"), ("horse", "legion"), ("javelins", "legion"), ("javelins", "phalanx")}
    assert shots(battle) == legal, "nobody else may fire"


@pytest.mark.rule("CCA-4.1", "CCA-4.2")
def test_after_a_move_of_four_hexes_the_light_cavalry_has_one_die() -> None:
    battle = example("ranged-combat-moved")
    given = ruling(battle, "horse", "legion")
    assert given.legal
    assert given.summary == {"distance": 2, "range": 2, "dice": 1}
    assert ruling(battle, "javelins", "legion").summary["dice"] == 2
    assert rules_against(battle, "auxilia", "riders") == ["CCA-4.2"]
    assert rules_against(battle, "slingers", "legion") == ["CCA-3.2"]
    chance = battle.odds(Shot("horse", "legion")).data()["headline"]
    assert chance == {"name": "at least one block lost", "p": "1/6", "of": "blocks_lost"}


@pytest.mark.rule("CCA-3.3")
@pytest.mark.parametrize(
    ("shooter", "target", "rules"),
    [
        ("clear", "warriors", []),
        ("blocked", "legion", ["CCA-3.3"]),
        ("machine", "cavalry", ["CCA-3.3"]),
        ("ballista", "chariot", []),
        ("west", "camels", ["CCA-3.3"]),
        ("east", "elephants", []),
    ],
)
def test_lines_along_edges(shooter: str, target: str, rules: list[str]) -> None:
    battle = example("edges")
    assert rules_against(battle, shooter, target) == rules
    apart = Battle(battle.ruleset, replace(battle.state, edition=Edition(staggered_edges_block=False)))
    assert rules_against(apart, shooter, target) == ([] if shooter == "machine" else rules)


@pytest.mark.rule("CCA-3.4")
def test_the_ridge() -> None:
    battle = example("hills-and-camps")
    assert rules_against(battle, "ridge", "crest") == []
    assert rules_against(battle, "slope", "crest") == []
    assert rules_against(battle, "valley", "behind") == ["CCA-3.4"]
    sight = ruling(battle, "valley", "behind").line_of_sight
    assert sight is not None
    assert sight.blockers == ("D5",)


@pytest.mark.rule("CCA-4.3")
def test_fire_out_of_a_camp() -> None:
    battle = example("hills-and-camps")
    assert (rules_against(battle, "guard", "raiders"), ruling(battle, "guard", "raiders").summary["dice"]) == ([], 1)
    assert (rules_against(battle, "late", "pickets"), ruling(battle, "late", "pickets").summary["dice"]) == (
        ["CCA-4.3"], 0,
    )  # fmt: skip


@pytest.mark.rule("CCA-7", "CCA-4.3")
@pytest.mark.parametrize(
    ("shooter", "target", "why"), [("besiegers", "garrison", "fortified camp"), ("slingers", "wall", "rampart")]
)
def test_foot_in_a_camp_or_behind_a_rampart_may_ignore_a_flag(shooter: str, target: str, why: str) -> None:
    battle = example("hills-and-camps")
    assert ruling(battle, shooter, target).summary["dice"] == 2
    owing = volley(battle, "flag", "swords", shooter=shooter, target=target).battle
    stays = play(owing, Retreat(target, 1, ()))
    assert story(stays)[0].endswith(f"ignores 1 flag ({why}) and stays. CCA-7")


@pytest.mark.rule("CCA-6", "CCA-7")
def test_a_leader_with_his_unit() -> None:
    battle = example("leaders")
    hit = volley(battle, "red", "flag", "leader", "leader", shooter="bow", target="legion").battle
    assert (where(hit, "hanno"), blocks(hit, "legion")) == ("gone", 3)
    lives = volley(battle, "red", "flag", "leader", "red", shooter="bow", target="legion").battle
    assert menu(lives)[0] == "Heavy Infantry (C5): ignore 1 flag"


@pytest.mark.rule("CCA-6")
def test_a_leader_left_without_his_unit() -> None:
    battle = example("leaders")
    gone = volley(battle, "blue", "flag", "red", shooter="javelins", target="guards").battle
    assert (where(gone, "guards"), gone.state.banners) == ("gone", (0, 1))
    assert {type(command) for command in commands(gone)} == {Flee}
    assert where(play(gone, Flee("gisgo", "A10")).battle, "gisgo") == "A10"
    dead = volley(battle, "blue", "flag", "leader", shooter="javelins", target="guards").battle
    assert (where(dead, "gisgo"), dead.state.banners) == ("gone", (0, 2))


@pytest.mark.rule("CCA-6")
def test_leaders_alone() -> None:
    battle = example("leaders")
    chance = battle.odds(Shot("horse", "bomilcar")).data()["headline"]
    assert chance == {"name": "leader killed", "p": "11/36", "of": "leader_killed"}
    flees = volley(battle, "flag", "flag", shooter="horse", target="bomilcar").battle
    assert {where(play(flees, command).battle, "bomilcar")[0] for command in commands(flees)} == {"A", "B"}
    taken = battle.shoot(Shot("slingers", "maharbal"), dice=["green", "flag"])
    assert story(taken)[-1] == (
        "Leader maharbal (A2) has nowhere to flee and is taken: a Victory Banner for bottom. CCA-6"
    )


@pytest.mark.rule("CCA-7")
def test_a_leader_on_the_way_of_a_retreat() -> None:
    battle = example("leaders")
    owing = volley(battle, "flag", "swords", shooter="archers", target="scouts").battle
    joins = play(owing, Retreat("scouts", 0, ("B6",)))
    assert story(joins) == ["Light Cavalry (C7) retreats to B6 and joins Leader himilco (B6). CCA-7"]
    assert commands(owing) == (Retreat("scouts", 0, ("B6",)),)  # any other way would cost two blocks at the edge


@pytest.mark.rule("CCA-7.1", "CCA-8")
def test_an_elephant_goes_back_through_its_own_lines() -> None:
    faces = ["flag", "green", "red", "red", "green", "red", "leader", "blue", "swords", "red"]
    turned = example("elephants").shoot(Shot("archers", "surus"), dice=faces)
    told = story(turned)
    assert [line.split(" and rolls")[0] for line in told if " tramples on " in line] == [
        "Surus (D5) tramples on Heavy Infantry (C6)",
        "Surus (D5) tramples on Velites (E6)",
        "Surus (D5) tramples on Sacred Band (C5)",
    ]
    assert told[-5:] == [
        "Leader hanno (C5) is checked with red square: he lives. CCA-6",
        "Leader hanno (C5) must flee. CCA-6",
        "Surus (D5) now retreats for 1 flag. CCA-7.1",
        "Leader hanno (C5) flees to A4. CCA-6",
        "Surus (D5) retreats to C5. CCA-7",
    ]


@pytest.mark.rule("CCA-4.5", "CCA-4.6")
def test_what_a_scenario_and_its_cards_change() -> None:
    battle = example("elephants")
    assert refused(battle, "legion", "scouts") == refused(battle, "ferry", "camels") == []
    assert refused(battle, "riders", "camels") == [
        "Light Cavalry that moved onto forest this turn may not fire. CCA-4.5"
    ]
    once = volley(battle, "swords", "swords", shooter="slingers", target="horse").battle
    assert refused(once, "slingers", "horse") == []
