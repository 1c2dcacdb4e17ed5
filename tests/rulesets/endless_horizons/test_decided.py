"""What a game master decides is a parameter of a command or a shot, with its type, its bounds and its words."""

from typing import Any

import pytest

from battles import example
from fireline.game.battle import Battle
from fireline.game.legal import legal
from fireline.rulesets.endless_horizons.shot import ShotEntry

ALLEY = example("endless-horizons-alley")
OTHERS = ["gunner", "runner", "marksman", "van"]
SIZES = ["tiny", "small", "medium", "large", "huge"]


def parameters(battle: Battle, unit: str, verb: str) -> dict[str, Any]:
    """What a verb of a unit may say, by name: kind, and from and to, or the words."""
    (told,) = legal(battle, unit).units
    (line,) = (one for one in told.commands if one.verb == verb)
    return {
        one.name: (one.kind, *((one.least, one.most) if one.kind == "number" else (one.values,)))
        for one in line.parameters
    }


def test_cover_is_said_by_material_side_and_share() -> None:
    assert parameters(ALLEY, "sniper", "cover") == {
        "material": ("word", ["wood", "brick"]),
        "full": ("word", ["yes", "no"]),
        "penetrated_by": ("number", 0, 8),
        "towards": ("unit", OTHERS),
        "exposed": ("word", SIZES),
    }


def test_suppression_is_said_by_whom_at_and_its_bullets() -> None:
    assert parameters(ALLEY, "sniper", "suppress") == {
        "targets": ("unit", ["runner", "marksman", "van"]),
        "bullets": ("number", 1, 10),
    }


@pytest.mark.rule("EHZ-6.4", "EHZ-4.1")
def test_stance_and_movement_are_said_by_the_words_that_are_legal_now() -> None:
    assert parameters(ALLEY, "runner", "stance") == {"stance": ("word", ["standing", "prone_firing", "prone"])}
    assert parameters(ALLEY, "runner", "movement") == {"movement": ("word", ["subtle", "slow"])}
    assert parameters(ALLEY, "van", "movement") == {"movement": ("word", ["subtle", "slow", "fast"])}


def test_everything_else_about_a_shot_is_said_with_it() -> None:
    assert parameters(ALLEY, "gunner", "shoot") == {
        "target": ("unit", ["runner", "marksman", "van"]),
        "bullets": ("number", 1, 12),
        "aim_actions": ("number", 0, 2),
        "effort": ("number", 0, 100),
        "modifiers": ("list", ['[{"name":"smoke","value":2}]']),
        "out_of_turn": ("word", ["yes", "no"]),
    }


def test_the_form_of_a_shot_asks_for_all_of_it() -> None:
    assert set(ALLEY.ruleset.shot_questions) == set(ShotEntry.model_fields) - {"shooter", "target"}
    form = ShotEntry.model_json_schema()
    extra = form["$defs"]["ModifierEntry"]["properties"]
    assert (extra["value"]["minimum"], extra["value"]["maximum"]) == (-100, 100)
    assert all("maximum" in form["properties"][name] for name in ("bullets", "aim_actions", "effort"))


@pytest.mark.parametrize(
    ("said", "told"),
    [
        ("sniper cover hedge full=no penetrated_by=1 towards=runner,van exposed=small", "in part behind hedge"),
        ("sniper cover brick", "sniper takes cover behind brick"),
        ("sniper suppress runner,van bullets=7", "7 bullets for every action"),
        ('gunner > van bullets=3 aim_actions=1 effort=2 modifiers=[{"name":"smoke","value":2}]', "fires 3 bullets"),
    ],
)
def test_whatever_is_decided_can_be_said_and_is_written_as_it_is_read(said: str, told: str) -> None:
    command = ALLEY.command(said)
    assert ALLEY.text(command) == said
    turned = ALLEY.do(said, seed=4)
    assert any(told in step.text for step in turned.story), [step.text for step in turned.story]


def test_what_is_decided_is_what_the_battle_then_holds() -> None:
    after = ALLEY.do("sniper cover hedge full=no penetrated_by=1 towards=runner exposed=small").battle.data()
    (sniper,) = (unit for unit in after["units"] if unit["id"] == "sniper")
    assert sniper["cover"] == {
        "material": "hedge", "penetrated_by": 1, "full": False, "towards": ["runner"], "exposed": "small",
    }  # fmt: skip
    after = ALLEY.do("sniper suppress runner,van bullets=4").battle.data()
    (sniper,) = (unit for unit in after["units"] if unit["id"] == "sniper")
    assert sniper["suppressing"] == {"bullets": 4, "targets": ["runner", "van"]}
