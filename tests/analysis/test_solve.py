"""At which value of a field it is so much: every value worked out, against the odds asked for one by one."""

from fractions import Fraction
from typing import Any

import pytest

from battles import EXAMPLES
from fireline.analysis.paths import FieldPath, at
from fireline.analysis.solve import around, read_goal, solve
from fireline.analysis.vary import Change, Variant
from fireline.game.command import Shot
from fireline.testing.battery.pictures import parsed
from refusing import wrong_with

VILLAGE = Variant.of_file(EXAMPLES / "blightmeer-village.yaml", Shot("lookout", "brute"))
BURST = Variant.of_file(EXAMPLES / "endless-horizons-burst.yaml", Shot("player", "target"))
COLUMN = Variant.of_file(EXAMPLES / "ancients-ranged-combat.yaml", Shot("bow", "warriors"))
IDLE = COLUMN.vary("units[bow].ordered=false")


def chance(variant: Variant, path: str, value: Any) -> Fraction | None:
    odds = variant.put(Change(FieldPath.read(path), value)).preview.odds
    return odds.headline.chance if odds else None


@pytest.mark.whole("long")
def test_every_point_of_the_curve_is_the_shot_at_that_value() -> None:
    found = solve(VILLAGE, "shooter.ranged", "1/2", over="2..20")
    assert list(found.points) == [(value, chance(VILLAGE, "units[lookout].ranged", value)) for value in range(2, 21)]
    assert found.course == "falls"
    assert found.exactly == ()
    assert [(a.value, b.value) for a, b in found.crossings] == [(5, 6)]
    assert found.nearest == (2, 3, 4, 5)


def test_a_value_that_is_just_so_is_no_crossing() -> None:
    found = solve(BURST, "shooter.check.skill", "50%", over="0..9")
    just = [value for value in range(10) if chance(BURST, "units[player].check.skill", value) == Fraction(1, 2)]
    assert list(found.exactly) == just != []
    assert found.crossings == ()
    assert found.nearest == found.exactly
    assert found.course == "rises"


def test_a_curve_may_turn_and_may_be_broken_by_shots_that_are_illegal() -> None:
    turning = solve(VILLAGE, "shooter.weapon", Fraction(1, 3), over="Rifle|Sling|Crossbow")
    assert turning.course == "turns"
    assert [(a.value, b.value) for a, b in turning.crossings] == [("Rifle", "Sling"), ("Sling", "Crossbow")]
    bullets = solve(BURST, "shot.bullets", "1", of="hits")
    assert bullets.legal[-1][0] == 3
    assert bullets.points[-1].figure is None
    assert bullets.crossings == ()
    none = solve(IDLE, "shooter.moved", "1/2")
    assert none.legal == none.nearest == ()
    assert none.course == "stays"


def test_without_a_range_the_field_reaches_as_far_as_it_may_and_goals_and_paths_are_read() -> None:
    assert around(COLUMN, "target.blocks") == ([1, 2, 3, 4], False)
    assert around(COLUMN, "target.blocks", 4) == ([1, 2, 3, 4], False)
    assert around(COLUMN, "target.blocks", 3) == ([2, 3, 4], True)
    assert around(COLUMN, "moved") == ([0, 1, 2, 3], False)
    assert around(BURST, "shot.aim_actions") == ([*range(21)], False)
    share, more = around(BURST, "house.EHZ-2.1.close")
    assert (share[0], share[1], share[-1], len(share), more) == (0, 0.01, 1, 102, True), (
        "hundredths, and 0.125 as printed"
    )
    assert around(BURST, "house.EHZ-2.1.close", 7) == ([0, 0.1, 0.125, 0.2, 0.3, 0.4, 0.5, 0.6], True)
    height, more = around(VILLAGE, "shooter.height")
    assert (height[0], height[-1], more) == (1, 24, True), "whole ones are enough, and are not all"
    far = solve(BURST, "distances.player>target", "1/2")
    assert far.data()["tried"] == {"from": 0, "to": 999, "all": False}
    assert far.goes_on
    below, above = "70.0% at distances.player>target 38 to 74", "30.0% at distances.player>target 75 to 149"
    assert far.sentence.endswith(f"between distances.player>target 74 and 75; nearest is {below} and {above}.")
    assert solve(COLUMN, "target.blocks", "1/2").data()["tried"] == {"from": 1, "to": 4, "all": True}
    found = solve(BURST, "distances.player>target", "1/2", over="90..91 step 0.25")
    assert [point.value for point in found.points] == [90, 90.25, 90.5, 90.75, 91]
    assert read_goal(" 12.5 % ") == Fraction(1, 8)
    for goal in ("1e999999999", "1E-999999999%", "0." + "3" * 50, "1/0"):
        assert "is no number; write 1/2" in wrong_with(read_goal, goal)
    no_chance = "goal: 2 is no chance; give one from 0 to 1"  # told before any value is worked out
    assert wrong_with(solve, COLUMN, "target.blocks", "200%", of="hits=many") == no_chance
    assert solve(COLUMN, "target.blocks", Fraction(2), of="hits").goal == 2
    mixed, rising = (solve(BURST, "shooter.check.skill", "1/2", over=over) for over in ("6|1|3|4|3", "1|3|4|6"))
    assert mixed.data() == rising.data()
    assert mixed.course == "rises"
    assert at({"a": [{"id": "b", "c": 1}, 5]}, ("a", "1")) == 5
    assert at({"a": 1}, ("a", "b")) is None
    assert at({"a": []}, ("a", "b", "c")) is None


@pytest.mark.parametrize(
    ("field", "goal", "problem"),
    [
        ("shooter.moved", "half", "goal: 'half' is no number; write 1/2, 0.5 or 50%"),
        ("shooter.moved", "1/0", "goal: '1/0' is no number"),
        ("shooter.mved", "1/2", "units[bow].mved: unknown key 'mved'; did you mean 'moved'?"),
        ("shooter.type", "1/2", "units[bow].type: "),
        ("CCA-4.1.held", "1/2", "CCA-4.1.held: unknown key 'CCA-4'; did you mean 'house.CCA-4.1.held'?"),
        ("bow.moved", "1/2", "bow.moved: unknown key 'bow'; did you mean 'units[bow].moved'?"),
    ],
)
def test_what_cannot_be_solved_says_why(field: str, goal: str, problem: str) -> None:
    assert problem in wrong_with(solve, COLUMN, field, goal)


def test_the_curve_is_drawn_with_what_was_asked_for() -> None:
    svg = solve(VILLAGE, "shooter.ranged", "1/2", over="2..20").picture()
    parsed(svg)
    assert "shooter.ranged 6: 49.2%" in svg
    assert "not legal" in solve(BURST, "shot.bullets", "1", of="hits").picture()
    parsed(solve(IDLE, "shooter.moved", "0").picture())
