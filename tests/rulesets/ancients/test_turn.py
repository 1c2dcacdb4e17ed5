"""The phase: who acts, what may be said, what is owed, and the way of a state through events."""

import pytest

from ancients_table import against, commands, lay, menu, play, story, volley, where
from fireline import Shot
from fireline.chance import FixedDice
from fireline.game.battle import Battle
from fireline.game.command import Command, EndPhase, NextTurn, Place, Shoot
from fireline.game.errors import IllegalCommand, IllegalShot
from fireline.rulesets.ancients.commands import Flee, Retreat
from fireline.rulesets.ancients.state import Banners
from refusing import wrong_with


def two_against_one() -> Battle:
    return lay("a bottom light_infantry E1", "b bottom light_bow_infantry F4", "z top warrior E3 blocks=3")


@pytest.mark.rule("CCA-1.4", "CCA-1.6")
def test_each_unit_fires_once_in_any_order() -> None:
    battle = lay("a bottom light_infantry E1", "b bottom light_bow_infantry G2", "z top warrior E3")
    assert menu(battle) == [
        "Light Infantry (E1) fires at Warriors (E3)",
        "Light Bow (G2) fires at Warriors (E3)",
        "End the phase",
    ]
    after = volley(battle, "swords", "swords", shooter="b").battle
    assert menu(after) == ["Light Infantry (E1) fires at Warriors (E3)", "End the phase"]
    last = volley(after, "swords", "swords").battle
    assert menu(last) == ["End the phase"]
    assert against(last, Shoot(Shot("a", "z"))) == ["The unit has already battled this turn. CCA-1.4"]


@pytest.mark.rule("CCA-1.6")
def test_an_attack_is_resolved_wholly_before_the_next() -> None:
    battle = lay("a bottom light_infantry E1", "b bottom light_bow_infantry G2", "z top warrior E3 blocks=3")
    owing = volley(battle, "flag", "swords").battle
    assert owing.owing == "top"
    sentence = "The attack before is not resolved yet: z must still answer its flags. CCA-1.6"
    assert against(owing, Shoot(Shot("b", "z"))) == [sentence]
    assert against(owing, EndPhase()) == ["An attack is not resolved yet. CCA-1.6"]
    with pytest.raises(IllegalShot, match="not resolved yet"):
        owing.shoot(Shot("b", "z"), dice=["red", "red"])
    with pytest.raises(IllegalCommand, match="not resolved yet"):
        owing.play(EndPhase(), FixedDice())
    resolved = play(owing, Retreat("z", 0, ("D2", "C3"))).battle
    assert resolved.owing is None
    assert where(resolved, "z") == "C3"


@pytest.mark.rule("CCA-1.6", "CCA-1.3", "CCA-3.2")
def test_an_earlier_volley_may_free_a_unit_or_open_a_line() -> None:
    battle = lay(
        "a bottom light_infantry E1", "b bottom light_infantry E4", "y top warrior E3 blocks=1", "z top warrior E6"
    )
    assert against(battle, Shoot(Shot("b", "z"))) == ["The unit is next to an enemy (E3), so it may not fire. CCA-1.3"]
    freed = volley(battle, "blue", "red", target="y").battle
    assert against(freed, Shoot(Shot("b", "z"))) == []
    battle = lay("a bottom light_bow_infantry E1", "y top heavy_infantry E3", "z top warrior E4")
    assert against(battle, Shoot(Shot("a", "z"))) == [
        "The line of sight is blocked by the Heavy Infantry on E3. CCA-3.2"
    ]
    second = lay(
        "a bottom light_bow_infantry E1", "b bottom light_infantry F1", "y top heavy_infantry E3", "z top warrior E4"
    )
    owing = volley(second, "flag", "blue", shooter="b", target="y").battle
    opened = play(owing, Retreat("y", 0, ("D3",))).battle
    assert against(opened, Shoot(Shot("a", "z"))) == []


@pytest.mark.rule("CCA-1.6", "CCA-9")
def test_the_phase_ends_and_the_turn_of_the_other_side_begins() -> None:
    turned = play(two_against_one(), EndPhase())
    assert story(turned) == ["The ranged phase ends. CCA-1.6"]
    over = turned.battle
    assert (over.state.over, commands(over), over.owing) == (True, (NextTurn(),), None)
    for command in (EndPhase(), Retreat("z", 0, ()), Flee("z", "")):
        assert against(over, command) == ["The ranged phase is over. CCA-1.6"]
    assert "The ranged phase is over. CCA-1.6" in against(over, Shoot(Shot("a", "z")))
    battle = lay(
        "a bottom light_infantry E1 moved=1 battles=2",
        "z top light_infantry E3 ordered=no battled=yes",
        banners={"top": 2},
    )
    assert against(battle, NextTurn()) == ["The ranged phase is not over. CCA-9"]
    over = play(volley(battle, "swords").battle, EndPhase()).battle
    assert menu(over) == ["Begin the turn of top"]
    turned = play(over, NextTurn())
    assert story(turned) == ["The turn of top begins. CCA-9"]
    begun = turned.battle
    assert (str(begun.state.turn.side), begun.state.over, begun.state.banners) == ("top", False, Banners(2, 0))
    assert [(one.ordered, one.moved, one.battled, one.battles) for one in begun.state.units] == [(True, 0, 0, 1)] * 2
    assert menu(begun) == ["Light Infantry (E3) fires at Light Infantry (E1)", "End the phase"]
    again = play(play(begun, EndPhase()).battle, NextTurn()).battle
    assert str(again.state.turn.side) == "bottom"


@pytest.mark.rule("CCA-9", "CCA-1.6")
def test_a_file_may_say_that_orders_are_given_by_hand() -> None:
    battle = lay("a bottom light_infantry E1", "z top light_infantry E3", over=True)
    quiet = Battle.read(battle.data() | {"turn": {"side": "bottom", "starts_ordered": False}})
    begun = play(quiet, NextTurn()).battle
    assert menu(begun) == ["End the phase"]
    assert begun.data()["turn"] == {"side": "top", "starts_ordered": False}
    ordered = play(begun, Place("z", "", (("ordered", True),))).battle
    assert menu(ordered) == ["Light Infantry (E3) fires at Light Infantry (E1)", "End the phase"]


@pytest.mark.rule("CCA-7", "CCA-6")
def test_an_answer_that_nobody_owes_and_one_at_a_time() -> None:
    battle = lay("a bottom light_infantry E1", "z top warrior E3 blocks=3", leaders=["hanno top A1"])
    assert against(battle, Retreat("z", 0, ())) == ["No retreat of z is owed now. CCA-7"]
    assert against(battle, Flee("hanno", "")) == ["No flight of hanno is owed now. CCA-6"]
    owing = volley(battle, "flag", "swords").battle
    assert against(owing, Retreat("a", 0, ())) == ["No retreat of a is owed now. CCA-7"]
    assert against(owing, Flee("z", "D3")) == ["No flight of z is owed now. CCA-6"]
    fleeing = volley(lay("a bottom light_infantry E1", leaders=["z top E3"]), "flag", "swords").battle
    assert against(fleeing, Retreat("z", 0, ("D3",))) == ["No retreat of z is owed now. CCA-7"]
    battle = lay("a bottom light_bow_infantry C5", "z top light_infantry B7 blocks=1", leaders=["hanno top B7"])
    owing = volley(battle, "flag", "swords").battle
    assert [type(due).__name__ for due in owing.state.due] == ["RetreatDue"]
    after = play(owing, Retreat("z", 0, ("A7",)), "blue").battle
    assert [type(due).__name__ for due in after.state.due] == ["FlightDue"]
    assert where(after, "hanno") == "A7"
    hit = volley(battle, "green", "flag", "green").battle
    assert [type(due).__name__ for due in hit.state.due] == ["FlightDue"]


def test_a_command_of_another_game_and_a_shot_at_nobody() -> None:
    battle = two_against_one()
    assert against(battle, Command()) == ["That is no command of this game. CCA-1.6"]
    assert battle.ruleset.label(battle.state, Command()) == "Command()"
    assert "'y' is no unit or leader" in wrong_with(battle.play, Shoot(Shot("a", "y")), FixedDice())
