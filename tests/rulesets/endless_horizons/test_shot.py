"""What a shot may say; anything else is one line that names the place."""

from __future__ import annotations

from typing import Any

import pytest

from endless_horizons_field import field, shot
from fireline.game.errors import BattleFileError
from fireline.game.shot import Shot


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
