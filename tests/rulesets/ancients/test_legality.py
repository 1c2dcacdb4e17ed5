"""May this shot be made?  All reasons at once, each with its sentence, and a second witness."""

import pytest

from ancients_table import lay, refused, rules_against, ruling
from fireline import Shot
from fireline.game.errors import IllegalShot
from refusing import wrong_with


@pytest.mark.rule("CCA-1.2", "CCA-1.3")
def test_a_friend_or_an_adjacent_enemy_is_no_target_and_an_enemy_beside_stops_all_fire() -> None:
    battle = lay("a bottom light_infantry E5", "z bottom auxilia E7")
    assert refused(battle) == ["Auxilia (E7) is on the firer's own side. CCA-1.2"]
    assert refused(battle, "a", "a") == ["Light Infantry (E5) is on the firer's own side. CCA-1.2"]
    battle = lay("a bottom light_infantry E5", "z top warrior E6", "far top warrior E3")
    assert refused(battle) == [
        "Warriors (E6) is adjacent; fire is for targets more than 1 hex away. CCA-1.2",
        "The unit is next to an enemy (E6), so it may not fire. CCA-1.3",
    ]
    assert refused(battle, "a", "far") == ["The unit is next to an enemy (E6), so it may not fire. CCA-1.3"]
    battle = lay("a bottom light_infantry E5", "x top auxilia E6", "y top auxilia D4", "z top warrior E3")
    assert refused(battle) == ["The unit is next to an enemy (E6 and D4), so it may not fire. CCA-1.3"]


@pytest.mark.rule("CCA-1.3")
def test_a_lone_leader_beside_stops_fire_only_where_the_table_plays_it_so() -> None:
    for pins in (False, True):
        battle = lay(
            "a bottom light_infantry E5", "z top warrior E3", leaders=["hanno top D5", "own bottom F5"],
            options={"lone_leader_pins": pins},
        )  # fmt: skip
        expected = ["The unit is next to an enemy (D5), so it may not fire. CCA-1.3"] if pins else []
        assert refused(battle) == expected


@pytest.mark.rule("CCA-1.2", "CCA-6")
def test_a_leader_who_stands_alone_is_a_target_where_the_table_plays_it_so() -> None:
    battle = lay("a bottom light_infantry E5", "u top warrior A1", leaders=["near top E6", "z top E3", "with top A1"])
    assert refused(battle) == []
    assert refused(battle, "a", "near") == [
        "Leader near (E6) is adjacent; fire is for targets more than 1 hex away. CCA-1.2"
    ]
    assert (
        "Leader with (A1) is with Warriors (A1); fire at the unit, and he takes his casualty check. CCA-6"
        in refused(battle, "a", "with")
    )
    assert battle.ruleset.targets(battle.state, "a") == ("u", "near", "z")
    battle = lay(
        "a bottom light_infantry E5", "u top warrior C5", leaders=["z top E3", "with top C5"],
        options={"lone_leader_is_target": False},
    )  # fmt: skip
    assert refused(battle) == ["Leader z (E3) stands alone, and this table does not fire at leaders. CCA-1.2"]
    assert refused(battle, "a", "u") == []
    assert rules_against(battle, "a", "with") == ["CCA-6"]


@pytest.mark.rule("CCA-1.4", "CCA-2.1")
def test_a_unit_must_have_been_ordered_battles_once_and_reaches_as_far_as_its_missiles() -> None:
    for more, sentence in (
        ("ordered=no", "The unit was not ordered this turn. CCA-1.4"),
        ("battled=yes", "The unit has already battled this turn. CCA-1.4"),
    ):
        assert refused(lay(f"a bottom light_infantry E5 {more}", "z top warrior E3")) == [sentence]
    both = lay("a bottom light_infantry E5 ordered=no battled=yes", "z top warrior E3")
    assert rules_against(both) == ["CCA-1.4", "CCA-1.4"]
    far = lay("a bottom light_infantry E1", "z top warrior E4")
    assert refused(far) == ["The target is 3 hexes away; the range of Light Infantry is 2. CCA-2.1"]
    assert rules_against(lay("a bottom warrior E1", "z top warrior E9")) == ["CCA-1.1"]


@pytest.mark.rule("CCA-1.4")
def test_only_the_side_whose_turn_it_is_fires() -> None:
    battle = lay("a bottom light_infantry E5", "w bottom warrior A1", "z top auxilia E3")
    said = wrong_with(battle.check, Shot("z", "a"))
    assert said == ("shot.shooter: 'z' belongs to top, but it is the turn of bottom to fire; allowed: a, w")
    assert refused(lay("a bottom light_infantry E5", "z top auxilia E3", turn="top"), "z", "a") == []
    assert battle.ruleset.shooters(battle.state) == ("a", "w")
    assert battle.ruleset.targets(battle.state, "a") == ("z",)
    assert battle.ruleset.targets(battle.state, "z") == ("a", "w")


@pytest.mark.rule("CCA-1.6")
def test_nobody_fires_while_an_attack_is_not_resolved_or_the_phase_is_over() -> None:
    units = ("a bottom light_infantry E5", "b bottom light_infantry E1 battled=yes", "z top warrior E3")
    retreat = lay(*units, due=[{"retreat": "z", "origin": "E1"}])
    assert refused(retreat) == ["The attack before is not resolved yet: z must still answer its flags. CCA-1.6"]
    flight = lay(*units, leaders=["hanno top A1"], due=[{"flight": "hanno"}])
    assert refused(flight) == ["The attack before is not resolved yet: hanno must still flee. CCA-1.6"]
    assert refused(lay(*units, over=True)) == ["The ranged phase is over. CCA-1.6"]
    with pytest.raises(IllegalShot, match=r"hanno must still flee\. CCA-1\.6"):
        flight.shoot(Shot("a", "z"), seed=1)


@pytest.mark.rule("CCA-1.1", "CCA-1.3", "CCA-1.4", "CCA-2.1", "CCA-3.2", "CCA-4.2", "CCA-4.3")
def test_all_reasons_are_given_at_once() -> None:
    battle = lay(
        "a bottom auxilia E5 ordered=no battled=yes moved=2", "y top warrior E6", "z top warrior E9", over=True
    )
    assert rules_against(battle) == [
        "CCA-1.3", "CCA-1.4", "CCA-1.4", "CCA-1.6", "CCA-2.1", "CCA-3.2", "CCA-4.2",
    ]  # fmt: skip
    with pytest.raises(IllegalShot) as wrong:
        battle.odds(Shot("a", "z"))
    assert wrong.value.ruling == ruling(battle)
