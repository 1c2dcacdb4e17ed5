"""Who may shoot: all reasons, each under its rule."""

from __future__ import annotations

from typing import Any

import pytest

from blightmeer_table import EDITIONS, archer, battle, box, enemy, refused, shot, unit, wall

every_edition = pytest.mark.parametrize("edition", EDITIONS)


@every_edition
def test_a_plain_shot_is_legal(edition: str) -> None:
    assert refused(battle(archer(), enemy(), edition=edition), shot()) == []


@pytest.mark.rule("BLM-1.1")
@every_edition
@pytest.mark.parametrize(
    ("more", "because"),
    [
        ({"weapon": None}, "archer has no ranged weapon."),
        ({"ranged": "-"}, "archer has a Ranged stat of -."),
        ({"engaged": True}, "archer is engaged in melee."),
        ({"ran": True}, "archer has run this turn."),
        ({"cast": True}, "archer has cast a spell this turn."),
        ({"status": ["stunned"]}, "archer is Stunned."),
        ({"status": ["dazed"]}, "archer is Dazed."),
        ({"shot": True}, "archer has already made a ranged attack this turn."),
    ],
)
def test_who_may_not_shoot(edition: str, more: dict[str, Any], because: str) -> None:
    ruling = battle(archer(**more), enemy(), edition=edition).check(shot())
    assert [(one.rule, one.because) for one in ruling.refusals] == [("BLM-1.1", because)]


@pytest.mark.rule("BLM-1.1")
def test_all_reasons_are_listed() -> None:
    ill = archer(weapon=None, engaged=True, ran=True, cast=True, status=["dazed"], shot=True)
    assert refused(battle(ill, enemy()), shot()) == ["BLM-1.1"] * 6


def test_a_staggered_unit_shoots() -> None:
    assert refused(battle(archer(status=["staggered"]), enemy()), shot()) == []


@pytest.mark.rule("BLM-1.2")
def test_only_the_active_side_shoots() -> None:
    game = battle(archer(), enemy(), turn={"side": "blue", "number": 2, "first_player": "red"})
    assert refused(game, shot()) == ["BLM-1.2"]
    over = battle(archer(), enemy(), over=True)
    assert refused(over, shot()) == ["BLM-1.2"]
    assert refused(battle(archer(status=["incapacitated"]), enemy()), shot()) == ["BLM-1.2"]


@pytest.mark.rule("BLM-1.3")
@every_edition
def test_the_first_players_first_turn_has_no_ranged_phase(edition: str) -> None:
    def turn(side: str, number: int, first: str) -> dict[str, Any]:
        return {"side": side, "number": number, "first_player": first}

    def first(**turn: Any) -> list[str]:
        return refused(battle(archer(), enemy(), edition=edition, turn=turn), shot())

    assert first(**turn("red", 1, "red")) == ["BLM-1.3"]
    assert first(**turn("red", 1, "blue")) == []
    assert first(**turn("red", 2, "red")) == []


@pytest.mark.rule("BLM-2.5")
def test_a_weapon_must_be_loaded() -> None:
    assert refused(battle(archer(loaded=False), enemy()), shot()) == ["BLM-2.5"]


@pytest.mark.rule("BLM-2.6")
@pytest.mark.parametrize(("weapon", "rules"), [("Rifle", ["BLM-2.6"]), ("Bow", [])])
def test_long_reload(weapon: str, rules: list[str]) -> None:
    assert refused(battle(archer(weapon=weapon, shot_last_turn=True), enemy()), shot()) == rules


@pytest.mark.rule("BLM-2.1")
def test_a_weapon_may_be_listed_or_given_in_full() -> None:
    own = {"name": "House rifle", "range": 11, "pierce": 3, "injury": 2, "long_reload": True}
    summary = battle(archer(weapon=own), enemy(at=[18, 18])).check(shot()).summary
    assert (summary["range"], summary["net_pierce"]) == (11, 3)
    assert battle(archer(weapon="Sling"), enemy()).check(shot()).summary["range"] == 15


@pytest.mark.rule("BLM-4.1", "BLM-5.1")
def test_the_target_is_an_enemy_in_sight_and_not_engaged() -> None:
    assert refused(battle(archer(), enemy(engaged=True)), shot()) == ["BLM-4.1"]
    assert refused(battle(archer(), unit("friend", "red", 18, 9), enemy()), shot("friend")) == ["BLM-4.1"]
    assert refused(battle(archer(), enemy()), shot("archer"))[0] == "BLM-4.1"
    assert refused(battle(archer(), enemy(status=["incapacitated"])), shot()) == ["BLM-4.1"]
    hidden = battle(archer(), enemy(), terrain=[wall("rampart", (10, 12), (26, 12))])
    assert refused(hidden, shot()) == ["BLM-4.1", "BLM-5.1"]


@pytest.mark.rule("BLM-2.2")
@every_edition
def test_a_target_out_of_range_is_legal_and_missed(edition: str) -> None:
    game = battle(archer(weapon="Throwing Stars"), enemy(), edition=edition)
    ruling = game.check(shot())
    assert ruling.legal
    assert ruling.summary["in_range"] is False
    assert game.odds(shot()).headline.chance == 0
    after = game.shoot(shot(), seed=1).battle
    assert after.state.unit("archer").shot


@pytest.mark.rule("BLM-2.2")
def test_range_is_measured_in_three_dimensions_between_the_bases() -> None:
    # 12 inches between the centres less two radii of 12.5 mm; up 5 inches it is the hypotenuse.
    level = battle(archer(), enemy()).check(shot())
    assert level.summary["distance"] == 11.02
    up = battle(archer(), enemy(at=[18, 18, 5])).check(shot())
    assert up.summary["distance"] == 12.1
    assert battle(archer(), enemy("orc", 18, 6.99)).check(shot()).summary["distance"] == 0.01


def test_nothing_is_above_the_reach_of_exact_numbers() -> None:
    weapon = {"name": "sling", "range": 11.01574803149606}
    nearly = battle(archer(weapon=weapon), enemy()).check(shot())
    assert nearly.summary["in_range"] is False, "a ten-billionth of an inch short"
    just = {"name": "sling", "range": 11.015748031496063}
    assert battle(archer(weapon=just), enemy()).check(shot()).summary["in_range"] is True


@pytest.mark.rule("BLM-3.1")
def test_in_the_first_edition_only_the_closest() -> None:
    near, far = enemy("near", 14, 12), enemy("far", 22, 14)
    game = battle(archer(), near, far, edition="2025-11")
    assert refused(game, shot("near")) == []
    assert refused(game, shot("far")) == ["BLM-3.1"]
    assert "near is closer than far" in game.check(shot("far")).refusals[0].because
    assert refused(battle(archer(), near, far), shot("far")) == []


def test_a_crate_next_to_the_line_changes_nothing() -> None:
    game = battle(archer(), enemy(), terrain=[box("crate", (22, 12), (2, 2, 3))])
    assert game.check(shot()).cover is False
