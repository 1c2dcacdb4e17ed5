"""The steps of a ruling, in words."""

import pytest

from endless_horizons_field import field, rifle, shot
from fireline.game.battle import Battle


def step(battle: Battle, rule: str, bullets: int = 1) -> str:
    (text,) = [one.text for one in battle.check(shot(bullets=bullets)).steps if one.rule == rule]
    return text


@pytest.mark.rule("EHZ-5.1")
def test_what_the_die_must_show_for_a_burst_is_said() -> None:
    assert (
        step(field(), "EHZ-5.1", 3)
        == "One roll for 3 bullets, difficulties 12, 14 and 16 (recoil 2); 0.6 hits on average."
    )
    long = step(field({"weapon": rifle(recoil=1)}), "EHZ-5.1", 20)
    assert (
        long
        == "One roll for 20 bullets, difficulties 12, 13, 14, 15, 16, 17, and so on to 31 (recoil 1); 1 hit on average."
    )


@pytest.mark.rule("EHZ-9.1")
def test_the_title_names_the_weapon_cover_is_said_without_one() -> None:
    assert field().check(shot()).title == "jack (Rifle) > drone"
    assert field({"weapon": None}).check(shot()).title == "jack > drone"
    battle = field({"weapon": None}, {"cover": {"material": "wood"}})
    assert step(battle, "EHZ-9.1") == "drone is wholly behind cover."
