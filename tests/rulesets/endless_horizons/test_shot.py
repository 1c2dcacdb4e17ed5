"""What a shot may say; anything else is one line that names the place."""

from typing import Any

import pytest

from endless_horizons_field import field, rifle, shot
from fireline.game.errors import BattleFileError
from fireline.game.shot import Shot
from fireline.rulesets.endless_horizons.shot import aimed


@pytest.mark.parametrize(
    ("details", "said"),
    [
        ({"bullets": 0}, "shot.bullets: 0 is too small; at least 1"),
        ({"bullets": 2.5}, "shot.bullets: 2.5 is not a whole number"),
        ({"bullets": True}, "shot.bullets: True is not a whole number"),
        ({"bullets": 10**30}, "shot.bullets: 1000000000000000000000000000000 is too large; at most 1000"),
        ({"aim_actions": -1}, "shot.aim_actions: -1 is too small; at least 0"),
        ({"aim_actions": 21}, "shot.aim_actions: 21 is too large; at most 20"),
        ({"effort": "much"}, "shot.effort: 'much' is not a whole number"),
        ({"modifiers": {}}, "shot.modifiers: {} is not a list"),
        ({"modifiers": [{"name": "smoke"}]}, "shot.modifiers[0].value: is missing"),
        ({"bulets": 3}, "shot: unknown key 'bulets'; did you mean 'bullets'?"),
    ],
)
def test_a_bad_detail_is_named(details: dict[str, Any], said: str) -> None:
    with pytest.raises(BattleFileError) as wrong:
        field().check(shot(**details))
    assert str(wrong.value) == said


@pytest.mark.parametrize(
    ("who", "said"),
    [
        (("jak", "drone"), "shot.shooter: 'jak' is no unit of this battle; did you mean 'jack'?"),
        (("jack", "tank"), "shot.target: 'tank' is no unit of this battle; allowed: jack, drone"),
    ],
)
def test_somebody_who_is_not_there_is_named(who: tuple[str, str], said: str) -> None:
    with pytest.raises(BattleFileError) as wrong:
        field().check(Shot(*who))
    assert str(wrong.value) == said


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
