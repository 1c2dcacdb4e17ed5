"""Units are meant by id, by place or by what they are called, wherever somebody types."""

import pytest

import fireline
from fireline.game.commandtext import unit_meant
from fireline.game.entries import read_entry
from fireline.questions import questions

BATTLE = fireline.example("ancients-ranged-combat").battle


@pytest.mark.parametrize(
    ("typed", "meant"),
    [
        ("bow", "bow"),
        ("F5", "bow"),
        ("f5", "bow"),
        ("Light Bow", "bow"),
        ("light bow (F5)", "bow"),
        ("BOW", "BOW"),
        ("A1", "A1"),
        ("", ""),
    ],
)
def test_one_unit_is_meant_or_the_text_stays(typed: str, meant: str) -> None:
    assert unit_meant(BATTLE, typed) == meant


def test_a_name_that_two_have_names_nobody() -> None:
    data = BATTLE.data()
    second = {"id": "bow2", "side": "bottom", "type": "light_bow_infantry", "hex": "F6"}
    both = fireline.loads(data | {"units": [*data["units"], second]})
    assert unit_meant(both, "Light Bow") == "Light Bow"
    assert unit_meant(both, "Light Bow", lambda: ("bow2", "horse")) == "bow2"


@pytest.mark.parametrize(
    ("typed", "plain"),
    [
        ("F5 > C5", "bow > warriors"),
        ('"Light Bow" > Warriors extra_dice=1', "bow > warriors extra_dice=1"),
        ("f5 move E5", "bow move E5"),
        ("F5 place E5", "bow place E5"),
    ],
)
def test_a_command_is_read_with_ids(typed: str, plain: str) -> None:
    assert BATTLE.text(BATTLE.command(typed)) == plain


def asked(name: str, **more: object) -> object:
    question = questions()[name]
    return question.function(read_entry(question.request, {"battle": BATTLE, **more}))


def test_every_question_takes_any_name() -> None:
    shot, same = {"shooter": "F5", "target": "warriors (C5)"}, {"shooter": "bow", "target": "warriors"}
    for name in ("check", "odds", "picture"):
        assert asked(name, shot=shot) == asked(name, shot=same)
    assert asked("targets", shooter="light bow") == asked("targets", shooter="bow")
    assert asked("legal", unit="F5") == asked("legal", unit="bow")
    assert asked("shoot", shot=shot, seed=1) == asked("shoot", shot=same, seed=1)
    assert str(asked("threat", unit="C5", shooters=["F5"])) == str(asked("threat", unit="warriors", shooters=["bow"]))
