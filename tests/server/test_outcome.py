"""What a command came to, said first wherever the story is told."""

from __future__ import annotations

import pytest

import fireline
from fireline.game.outcome import outcome_of
from fireline.game.shot import Shot

CASES = [
    ("ancients-ranged-combat", "bow", "warriors", ["blue", "red"], "Warriors (C5) loses 1 block"),
    ("ancients-ranged-combat", "bow", "warriors", ["red", "red"], "Light Bow (F5) fires at Warriors (C5) and rolls "),
    ("blightmeer-protect", "marksman", "captain", [13, 2], "captain loses 1 Wound"),
    ("endless-horizons-alley", "gunner", "van", [7], "gunner "),
]


@pytest.mark.parametrize(("file", "shooter", "target", "dice", "told"), CASES)
def test_it_says_what_was_lost_or_else_the_last_thing_told(
    file: str, shooter: str, target: str, dice: list[object], told: str
) -> None:
    battle = fireline.load(f"examples/{file}.yaml")
    turned = battle.shoot(Shot(shooter, target), dice=dice)
    said = outcome_of(battle, turned.events)
    assert said.startswith(told)
    assert said in [step.text for step in turned.story]


def test_of_nothing_there_is_nothing_to_say() -> None:
    assert outcome_of(fireline.load("examples/ancients-ranged-combat.yaml"), ()) == ""
