"""What is asked of a shot, and aim action by action."""

from typing import Any

import pytest

from endless_horizons_field import field, rifle, shot
from fireline.rulesets.endless_horizons.shot import aimed


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
