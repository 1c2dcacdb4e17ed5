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


@pytest.mark.rule("BLM-2.1")
def test_a_weapon_may_be_listed_or_given_in_full() -> None:
    own = {"name": "House rifle", "range": 11, "pierce": 3, "injury": 2, "long_reload": True}
    summary = battle(archer(weapon=own), enemy(at=[18, 18])).check(shot()).summary
    assert (summary["range"], summary["net_pierce"]) == (11, 3)
    assert battle(archer(weapon="Sling"), enemy()).check(shot()).summary["range"] == 15
