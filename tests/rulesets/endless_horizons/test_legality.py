"""May this shot be made?  Every reason, with its sentence."""

from typing import Any

import pytest

from endless_horizons_field import field, refused, rifle, shot
from fireline.game.command import Shot
from fireline.game.errors import IllegalShot


@pytest.mark.rule("EHZ-2.1")
def test_the_usual_shot_is_legal_and_beyond_the_effective_range_it_is_refused() -> None:
    assert refused(field()) == {}
    assert field().check(shot()).line_of_sight is None
    assert refused(field(metres=300)) == {}
    assert refused(field(metres=300.5)) == {
        "EHZ-2.1": "The target is 300.5 m away, beyond the effective range of the Rifle, 300 m."
    }


@pytest.mark.rule("EHZ-5.1", "EHZ-5.2")
@pytest.mark.parametrize(
    ("weapon", "bullets", "rules"),
    [
        ({"modes": "S"}, 1, set()),
        ({"modes": "S"}, 2, {"EHZ-5.1", "EHZ-5.2"}),
        ({"modes": "SB"}, 3, set()),
        ({"modes": "SB"}, 2, set()),
        ({"modes": "SB"}, 4, {"EHZ-5.1", "EHZ-5.2"}),
        ({"modes": "B(2)"}, 1, set()),
        ({"modes": "B(2)"}, 3, {"EHZ-5.1", "EHZ-5.2"}),
        ({"modes": "SB(2)A"}, 30, set()),
        ({"modes": "A", "loaded": 4}, 5, {"EHZ-5.1"}),
        ({"modes": "R"}, 2, {"EHZ-5.1", "EHZ-5.2"}),
        ({"modes": "SB", "loaded": 2}, 3, {"EHZ-5.1"}),
        ({"modes": "S", "loaded": 0}, 1, {"EHZ-5.1"}),
    ],
)
def test_a_burst_is_as_long_as_mode_and_magazine_allow(weapon: dict[str, Any], bullets: int, rules: set[str]) -> None:
    assert refused(field({"weapon": rifle(**weapon)}), bullets=bullets).keys() == rules


@pytest.mark.rule("EHZ-5.1", "EHZ-5.2", "EHZ-7.2", "EHZ-8.1")
def test_the_sentences_say_what_can_be_fired_and_with_what() -> None:
    assert refused(field({"weapon": "Glock 17"}, metres=10), bullets=3) == {
        "EHZ-5.1": "3 bullets cannot be fired; the most is 1 (modes S).",
        "EHZ-5.2": "The Glock 17 fires single shots only, not 3 bullets with one roll.",
    }
    assert refused(field({"weapon": rifle(loaded=4)}), bullets=5) == {
        "EHZ-5.1": "5 bullets cannot be fired; the most is 4 (4 loaded)."
    }
    assert refused(field({"weapon": rifle(loaded=0)})) == {"EHZ-5.1": "The Rifle is empty and must be reloaded."}
    fired = field({"weapon": {"name": "M40A6", "cycled": False}})
    assert refused(fired) == {"EHZ-5.2": "The M40A6 must be cycled first, which takes 1 action."}
    assert refused(field({"weapon": None})) == {"EHZ-7.2": "jack has no weapon in hand."}
    ruling = field({"weapon": rifle(jam="squib")}).check(shot())
    assert ruling.legal
    assert [step.text for step in ruling.steps if step.rule == "EHZ-8.1"] == [
        "Warning: a bullet is stuck in the barrel; firing wrecks the weapon, injures the shooter and hits nothing."
    ]


@pytest.mark.rule("EHZ-8.1")
@pytest.mark.parametrize(
    ("weapon", "because"),
    [
        ({"jam": "failure_to_feed"}, "The Rifle has failed to feed and must be cleared, which takes 1 action."),
        ({"jam": "failure_to_eject"}, "The Rifle has failed to eject and must be cleared, which takes 1 action."),
        ({"damaged": True}, "The Rifle is damaged and does not fire."),
    ],
)
def test_a_weapon_that_does_not_work_is_refused(weapon: dict[str, Any], because: str) -> None:
    assert refused(field({"weapon": rifle(**weapon)})) == {"EHZ-8.1": because}


@pytest.mark.rule("EHZ-4.3", "EHZ-1.1")
def test_shot_and_aim_take_actions_and_every_reason_is_given() -> None:
    two = field({"actions": 2})
    assert refused(two, aim_actions=1) == {}
    assert refused(two, aim_actions=2) == {"EHZ-4.3": "It takes 3 actions for shot and aim; jack has 2 left."}
    assert refused(field({"actions": 0})) == {"EHZ-4.3": "It takes 1 action for the shot; jack has 0 left."}
    assert refused(field(), aim_actions=20) == {}
    assert refused(field(over=True)) == {"EHZ-6.3": "The round is over."}
    itself = field().check(Shot("jack", "jack"))
    assert [refusal.because for refusal in itself.refusals] == ["Nobody shoots at himself."]
    sides = field({"side": "a"}, {"side": "a"})
    assert refused(sides) == {"EHZ-1.1": "drone is on the shooter's own side."}
    battle = field(
        {"side": "a", "actions": 0, "weapon": rifle(modes="R", jam="failure_to_feed", damaged=True, cycled=False)},
        {"side": "a"},
        metres=1000,
        over=True,
    )
    found = [refusal.rule for refusal in battle.check(shot(bullets=2)).refusals]
    assert found == ["EHZ-1.1", "EHZ-2.1", "EHZ-6.3", "EHZ-4.3", "EHZ-5.1", "EHZ-5.2", "EHZ-5.2", "EHZ-8.1", "EHZ-8.1"]
    with pytest.raises(IllegalShot):
        battle.shoot(shot(bullets=2), seed=1)
