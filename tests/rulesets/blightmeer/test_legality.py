"""Who may shoot: all reasons, each under its rule."""

from __future__ import annotations

from typing import Any

import pytest

from blightmeer_table import EDITIONS, archer, battle, enemy, refused, shot

every_edition = pytest.mark.parametrize("edition", EDITIONS)


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


def test_a_staggered_unit_shoots() -> None:
    assert refused(battle(archer(status=["staggered"]), enemy()), shot()) == []


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


@pytest.mark.rule("BLM-2.1")
def test_a_weapon_may_be_listed_or_given_in_full() -> None:
    own = {"name": "House rifle", "range": 11, "pierce": 3, "injury": 2, "long_reload": True}
    summary = battle(archer(weapon=own), enemy(at=[18, 18])).check(shot()).summary
    assert (summary["range"], summary["net_pierce"]) == (11, 3)
    assert battle(archer(weapon="Sling"), enemy()).check(shot()).summary["range"] == 15


@pytest.mark.rule("BLM-2.2")
def test_range_is_measured_in_three_dimensions_between_the_bases() -> None:
    # 12 inches between the centres less two radii of 12.5 mm; up 5 inches it is the hypotenuse.
    level = battle(archer(), enemy()).check(shot())
    assert level.summary["distance"] == 11.02
    up = battle(archer(), enemy(at=[18, 18, 5])).check(shot())
    assert up.summary["distance"] == 12.1
    assert battle(archer(), enemy("orc", 18, 6.99)).check(shot()).summary["distance"] == 0.01
