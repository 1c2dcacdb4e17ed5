"""The steps of a ruling, in words."""

import pytest

from endless_horizons_field import field, rifle, shot
from fireline.game.battle import Battle


def step(battle: Battle, rule: str, bullets: int = 1) -> str:
    (text,) = [one.text for one in battle.check(shot(bullets=bullets)).steps if one.rule == rule]
    return text


@pytest.mark.rule("EHZ-2.1", "EHZ-3.1", "EHZ-1.2", "EHZ-5.1", "EHZ-8.2")
def test_distance_size_and_what_the_die_must_show_are_said() -> None:
    assert step(field(), "EHZ-2.1") == "Distance 100 m: far range of the effective 300 m."
    assert step(field(metres=400), "EHZ-2.1") == "Distance 400 m: beyond the effective range of 300 m."
    assert step(field({"weapon": None}), "EHZ-2.1") == "Distance 100 m."
    points = field({"at": [0, 0]}, {"at": [10, 10]}, distances={})
    assert step(points, "EHZ-2.1") == "Distance about 14.14 m: close range of the effective 300 m."
    assert step(field(), "EHZ-3.1") == "drone is a small target."
    prone = field(None, {"size": None, "stance": "prone_firing"})
    assert step(prone, "EHZ-3.1") == "drone is prone firing: a tiny target."
    easy, hard = field({"check": {"skill": 30}}), field({"check": {}})
    assert step(easy, "EHZ-1.2") == "Roll 1d10 + 30 (skill +30) against 12: any face is enough."
    assert step(hard, "EHZ-1.2") == "Roll 1d10 against 12: no face is enough."
    assert (
        step(field(), "EHZ-5.1", 3)
        == "One roll for 3 bullets, difficulties 12, 14 and 16 (recoil 2); 0.6 hits on average."
    )
    long = step(field({"weapon": rifle(recoil=1)}), "EHZ-5.1", 20)
    assert (
        long
        == "One roll for 20 bullets, difficulties 12, 13, 14, 15, 16, 17, and so on to 31 (recoil 1); 1 hit on average."
    )
    said = step(field(options={"escalation": True}), "EHZ-8.2")
    assert said == "A natural 1 or 10 is rolled on and may bring an effect."


@pytest.mark.rule("EHZ-9.1")
def test_the_title_names_the_weapon_cover_is_said_without_one() -> None:
    assert field().check(shot()).title == "jack (Rifle) > drone"
    assert field({"weapon": None}).check(shot()).title == "jack > drone"
    battle = field({"weapon": None}, {"cover": {"material": "wood"}})
    assert step(battle, "EHZ-9.1") == "drone is wholly behind cover."
