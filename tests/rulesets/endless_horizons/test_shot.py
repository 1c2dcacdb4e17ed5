"""What is asked of a shot, its difficulty line by line, and the steps of its ruling."""

from typing import Any

import pytest

from endless_horizons_field import field, rifle, shot
from fireline.game.battle import Battle
from fireline.rulesets.endless_horizons.modifiers import thresholds
from fireline.rulesets.endless_horizons.shot import aimed, declare
from fireline.ruling import RuleLine, without_lines


@pytest.mark.parametrize(
    ("detail", "shooter", "asked"),
    [
        ("bullets", {"weapon": rifle(loaded=1)}, False),
        ("bullets", {"weapon": rifle(loaded=2)}, True),
        ("bullets", {"weapon": rifle(modes="S", loaded=9)}, False),
        ("bullets", {"weapon": rifle(modes="SB(2)", loaded=9)}, True),
        ("bullets", {"weapon": None}, False),
        ("aim_actions", {"actions": 1}, False),
        ("aim_actions", {"actions": 2}, True),
        ("aim_actions", {}, True),
        ("out_of_turn", {}, False),
        ("out_of_turn", {"suppressing": {"targets": ["drone"], "openings": ["drone"], "bullets": 3}}, True),
        ("effort", {}, True),
    ],
)
def test_only_what_can_change_a_shot_is_asked_of_it(detail: str, shooter: dict[str, Any], asked: bool) -> None:
    battle = field(shooter)
    assert battle.ruleset.should_ask(battle.state, shot(), detail) is asked


def test_a_shot_is_aimed_one_action_at_a_time() -> None:
    once = aimed(shot(bullets=3))
    assert (once.details, aimed(once).details["aim_actions"]) == ({"bullets": 3, "aim_actions": 1}, 2)


def lines(battle: Any, **details: Any) -> dict[str, int]:
    return {line.name: line.value for line in battle.check(shot(**details)).modifiers if line.applies}


@pytest.mark.rule("EHZ-1.1", "EHZ-1.2", "EHZ-4.3", "EHZ-4.2")
def test_the_game_master_may_add_anything_and_each_action_of_aim_takes_two_off() -> None:
    found = lines(field(), modifiers=[{"name": "smoke", "value": 3}, {"name": "steady rest", "value": -1}])
    assert (found["smoke"], found["steady rest"]) == (3, -1)
    ruling = field().check(shot(effort=2))
    assert (ruling.summary["difficulty"], ruling.summary["bonus"]) == (12, 7)
    battle = field({"aimed": 1})
    assert lines(battle, aim_actions=2)["careful aim"] == -6
    (idle,) = [one for one in field().check(shot()).modifiers if one.rule == "EHZ-4.3"]
    assert (idle.applies, idle.because) == (False, "no action is spent on it")
    (line,) = [one for one in field({"stance": None, "size": "large"}).check(shot()).modifiers if one.rule == "EHZ-4.2"]
    assert (line.applies, line.because) == (False, "the shooter has a size but no stance")


@pytest.mark.rule("EHZ-2.1")
def test_beyond_range_takes_the_maximum_column_and_the_penalty() -> None:
    battle = field(metres=301, options={"beyond_range_penalty": 4})
    ruling = battle.check(shot())
    found = lines(battle)
    assert ruling.legal
    assert ruling.summary["range_category"] is None
    assert found["small target, beyond range counts as maximum"] == 12
    assert found["beyond the effective range"] == 4
    near = [one for one in field(options={"beyond_range_penalty": 4}).check(shot()).modifiers if not one.applies]
    assert [one.because for one in near if one.rule == "EHZ-2.1"] == ["the target is in range"]


@pytest.mark.rule("EHZ-5.1", "EHZ-9.1")
def test_each_bullet_is_harder_by_the_recoil_and_cover_in_part_changes_nothing() -> None:
    assert thresholds(declare(field().state, shot(bullets=3)), 16) == (16, 18, 20)
    burst = field({"weapon": "AN-94"})
    assert thresholds(declare(burst.state, shot(bullets=2)), 10) == (10, 11)
    assert thresholds(declare(burst.state, shot(bullets=3)), 10) == (10, 15, 20)
    with without_lines(RuleLine("EHZ-5.1", "recoil")):
        assert thresholds(declare(field().state, shot(bullets=2)), 16) == (16, 16)
    ruling = field(None, {"cover": {"material": "brick", "full": False}}).check(shot())
    (line,) = [one for one in ruling.modifiers if one.rule == "EHZ-9.1"]
    assert (line.applies, line.because) == (False, "only cover that hides the whole target counts")
    assert ruling.cover is False
    assert ruling.summary["difficulty"] == field().check(shot()).summary["difficulty"]


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
