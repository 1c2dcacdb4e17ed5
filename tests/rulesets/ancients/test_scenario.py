"""What scenarios and command cards change: missiles, types, terrain, names, dice, battles."""

from typing import Any

import pytest

from ancients_table import against, blocks, dice_of, lay, menu, play, refused, rules_against, ruling, story, volley
from fireline import Shot
from fireline.game.battle import Battle
from fireline.game.command import EndPhase, NextTurn, Place, Shoot
from refusing import wrong_with

ARMED = {"id": "a", "side": "bottom", "type": "heavy_infantry", "hex": "E1"}
TARGET = {"id": "z", "side": "top", "type": "heavy_infantry", "hex": "E3"}


def missiles(reach: int, dice: list[int], **unit: Any) -> Battle:
    given = {"range": reach, "dice": dice}
    return lay(units=[ARMED | unit | {"missiles": given}, TARGET])


def with_extra(battle: Battle, dice: int) -> Any:
    return battle.check(Shot("a", "z", extra_dice=dice))


# Missiles


@pytest.mark.rule("CCA-4.6", "CCA-1.1", "CCA-4.2")
def test_a_scenario_gives_missiles_to_a_unit_and_not_to_its_type() -> None:
    battle = missiles(2, [2, 1])
    assert (refused(battle), ruling(battle).summary) == ([], {"distance": 2, "range": 2, "dice": 2})
    assert dice_of(missiles(2, [2, 1], moved=1)) == 1
    assert rules_against(missiles(2, [2, 1], hex="E6")) == ["CCA-2.1"]
    assert Battle.read(battle.data()) == battle
    assert battle.data()["units"][0]["missiles"] == {"range": 2, "dice": [2, 1]}
    battle = lay(units=[ARMED | {"missiles": {"range": 2, "dice": [2, 1]}}, ARMED | {"id": "b", "hex": "G1"}, TARGET])
    assert rules_against(battle, "b") == ["CCA-1.1"]
    assert against(battle, Shoot(Shot("a", "z"))) == []
    assert refused(missiles(3, [3, 0], moved=1)) == ["Heavy Infantry that moved 1 hex may not fire. CCA-4.2"]
    assert dice_of(missiles(3, [3, 0])) == 3
    assert [line.value for line in ruling(missiles(3, [3, 2], moved=1)).modifiers if line.applies] == [2]


# Types of units and terrain


@pytest.mark.rule("CCA-4.6", "CCA-4.3")
def test_a_type_or_terrain_of_its_own_or_changed() -> None:
    battle = lay(
        "a bottom light_infantry E1 blocks=5", "z top warrior E4", types={"light_infantry": {"range": 3, "blocks": 5}}
    )
    assert refused(battle) == []
    assert blocks(battle, "a") == 5
    assert battle.data()["types"] == {"light_infantry": {"range": 3, "blocks": 5}}
    assert Battle.read(battle.data()) == battle
    assert rules_against(lay("a bottom light_infantry E1", "z top warrior E4")) == ["CCA-2.1"]
    types = {
        "staff_slingers": {
            "name": "Staff Slingers", "short": "SS", "class": "green", "blocks": 3, "retreat": 2, "move": 1,
            "range": 4, "foot": True, "dice": [3, 1],
        }
    }  # fmt: skip
    battle = lay("a bottom staff_slingers E1", "z top warrior E5", types=types)
    assert (refused(battle), dice_of(battle), blocks(battle, "a")) == ([], 3, 3)
    assert menu(battle)[0] == "Staff Slingers (E1) fires at Warriors (E5)"
    assert battle.data()["types"] == types
    assert Battle.read(battle.data()) == battle
    terrain_types = {
        "palms": {"name": "palms", "letter": "P", "fire_into_cap": 1},
        "hill": {"blocks": False},
        "river": {"impassable": False},
    }
    board = {"terrain": {"E3": "palms", "E2": "hill", "E1": "river"}}
    battle = lay("a bottom light_infantry E1", "z top warrior E3", board=board, terrain_types=terrain_types)
    assert (refused(battle), dice_of(battle)) == ([], 1)
    assert battle.data()["terrain_types"] == terrain_types
    assert Battle.read(battle.data()) == battle


# Names


@pytest.mark.rule("CCA-4.6")
def test_units_and_armies_go_by_their_names() -> None:
    units = [
        {"id": "a", "side": "bottom", "type": "light_infantry", "hex": "E1", "name": "Balearics"},
        TARGET | {"blocks": 1, "name": "First Legion"},
    ]
    battle = lay(units=units, armies={"top": "Rome", "bottom": "Carthage"})
    assert menu(battle)[0] == "Balearics (E1) fires at First Legion (E3)"
    turned = volley(battle, "red", "flag")
    assert "First Legion (E3) is eliminated: a Victory Banner for Carthage. CCA-5.3" in story(turned)
    assert story(play(play(battle, EndPhase()).battle, NextTurn())) == ["The turn of Rome begins. CCA-9"]
    assert Battle.read(battle.data()) == battle
    assert battle.data()["armies"] == {"top": "Rome", "bottom": "Carthage"}


# Command cards


@pytest.mark.rule("CCA-4.6", "CCA-4.3")
def test_a_card_adds_dice_beyond_the_most_that_terrain_allows_but_not_to_none() -> None:
    plain = lay("a bottom light_infantry E1", "z top warrior E3")
    assert with_extra(plain, 1).summary["dice"] == 3
    line = next(one for one in with_extra(plain, 2).modifiers if one.rule == "CCA-4.6")
    assert (line.name, line.value, line.applies) == ("command card: 2 dice more", 2, True)
    forest = lay("a bottom light_infantry E1", "z top warrior E3", terrain={"E3": "forest"})
    assert (dice_of(forest), with_extra(forest, 1).summary["dice"], with_extra(forest, 2).summary["dice"]) == (1, 2, 3)
    moved = lay("a bottom light_infantry E1 moved=1", "z top warrior E3", terrain={"E3": "forest"})
    assert with_extra(moved, 1).summary["dice"] == 2
    camp = lay("a bottom light_infantry E1", "z top warrior E3", terrain={"E1": "fortified_camp"})
    assert with_extra(camp, 1).summary["dice"] == 2
    for unit in ("heavy_infantry E1", "auxilia E1 moved=2"):
        seen = with_extra(lay(f"a bottom {unit}", "z top warrior E3"), 2)
        assert (seen.legal, seen.summary["dice"]) == (False, 0)


@pytest.mark.rule("CCA-4.6")
def test_the_dice_of_a_card_are_thrown_weighed_and_asked_for() -> None:
    battle = lay("a bottom light_infantry E1", "z top warrior E3")
    shot = Shot("a", "z", extra_dice=1)
    assert max(battle.odds(shot).marginal("hits")) == 3
    turned = battle.shoot(shot, dice=["blue", "blue", "blue"])
    assert blocks(turned.battle) == 1
    assert "shot.extra_dice: 5 is too large; at most 4" in wrong_with(battle.check, Shot("a", "z", extra_dice=5))
    plain, cards = lay("a bottom light_infantry E1"), lay("a bottom light_infantry E1", cards=True)
    assert [battle.ruleset.should_ask(battle.state, Shot("a", "z"), "extra_dice") for battle in (plain, cards)] == [
        False,
        True,
    ]
    assert Battle.read(cards.data()) == cards


@pytest.mark.rule("CCA-4.6", "CCA-1.4", "CCA-1.6")
def test_a_card_lets_a_unit_battle_twice_also_when_it_has_battled() -> None:
    battle = lay("a bottom light_infantry E1 battles=2", "z top warrior E3 blocks=3")
    owing = volley(battle, "flag", "swords").battle
    assert rules_against(owing) == ["CCA-1.6"]
    again = play(owing, owing.legal()[0]).battle
    assert "The unit has already battled" not in " ".join(refused(again))
    first = volley(battle, "swords", "swords").battle
    assert refused(first) == []
    second = volley(first, "swords", "swords").battle
    assert refused(second) == ["The unit has already battled this turn 2 times, as often as it may. CCA-1.4"]
    assert second.data()["units"][0]["battled"] == 2
    assert Battle.read(second.data()) == second
    battle = lay("a bottom light_infantry E1 battled=yes", "z top warrior E3")
    assert rules_against(battle) == ["CCA-1.4"]
    once_more = play(battle, Place("a", "", (("battles", 2),))).battle
    assert refused(once_more) == []


# Green circles


@pytest.mark.rule("CCA-1.1")
def test_a_table_may_arm_every_green_circle() -> None:
    units = ("a bottom light_barbarian_chariot E1 moved=3", "z top warrior E4", "b bottom heavy_infantry G1")
    assert "CCA-1.1" in rules_against(lay(*units))
    battle = lay(*units, options={"green_circles_fire": True})
    assert (refused(battle), ruling(battle).summary) == ([], {"distance": 3, "range": 3, "dice": 2})
    assert "CCA-1.1" in rules_against(battle, "b")
    assert "missiles" not in battle.data()["units"][0]
    assert Battle.read(battle.data()) == battle
