"""The number of dice: every line of the sum, the ones that do not apply included."""

import pytest

from ancients_table import dice_of, lay, refused, ruling
from fireline.game.battle import Battle
from fireline.ruling import RuleLine, without_lines


def lines(battle: Battle) -> list[tuple[str, str, int, bool, str]]:
    return [(m.rule, m.name, m.value, m.applies, m.because) for m in ruling(battle).modifiers]


def shot(kind: str, more: str = "", target: str = "heavy_infantry", **terrain: str) -> Battle:
    """A shot from E1 to E3."""
    return lay(f"a bottom {kind} E1 {more}", f"z top {target} E3", terrain=terrain, board={"stands": ["E1", "E3"]})


@pytest.mark.rule("CCA-4.1", "CCA-4.2")
def test_units_that_held_or_moved_roll_two_or_one_and_a_light_chariot_always_two() -> None:
    assert lines(shot("light_infantry")) == [
        ("CCA-4.1", "held its position", 2, True, ""),
        ("CCA-4.1", "moved", 1, False, "it held its position"),
    ]
    assert lines(shot("light_infantry", "moved=1")) == [
        ("CCA-4.1", "held its position", 2, False, "it moved 1 hex"),
        ("CCA-4.1", "moved", 1, True, "1 hex"),
    ]
    assert dice_of(shot("light_cavalry", "moved=4")) == 1
    assert lines(shot("light_chariot", "moved=4")) == [
        ("CCA-4.1", "held its position", 2, False, "it moved 4 hexes"),
        ("CCA-4.1", "moved", 1, False, "Light Chariot always roll 2, CCA-4.2"),
        ("CCA-4.2", "Light Chariot moved", 2, True, ""),
    ]
    assert lines(shot("light_chariot")) == [
        ("CCA-4.1", "held its position", 2, True, ""),
        ("CCA-4.1", "moved", 1, False, "it held its position"),
        ("CCA-4.2", "Light Chariot moved", 2, False, "it held its position"),
    ]
    assert dice_of(shot("light_chariot")) == dice_of(shot("light_chariot", "moved=4")) == 2


@pytest.mark.rule("CCA-4.2")
def test_a_unit_that_moved_too_far_has_no_die() -> None:
    battle = shot("auxilia", "moved=2")
    assert lines(battle)[1] == ("CCA-4.1", "moved", 1, False, "Auxilia that moved 2 hexes may not fire, CCA-4.2")
    assert refused(battle) == ["Auxilia that moved 2 hexes may not fire. CCA-4.2"]
    assert dice_of(battle) == 0
    assert refused(shot("auxilia", "moved=1")) == []
    for kind in ("light_war_machine", "heavy_war_machine"):
        assert dice_of(shot(kind)) == 2
        with without_lines(RuleLine("CCA-4.2")):
            assert dice_of(shot(kind, "moved=1")) == 1, "without that rule it is a unit that moved"
        assert dice_of(shot(kind, "moved=1")) == 0


@pytest.mark.rule("CCA-4.3")
def test_a_cap_that_takes_nothing_away_stays_listed_and_caps_come_before_the_subtraction() -> None:
    assert lines(shot("light_infantry", "moved=1", E3="forest"))[2:] == [
        ("CCA-4.3", "into forest: at most 1 die", 0, False, "there is no more than 1 die")
    ]
    assert lines(shot("light_infantry", E1="marsh", E3="forest"))[2:] == [
        ("CCA-4.3", "into forest: at most 1 die", -1, True, ""),
        ("CCA-4.3", "out of marsh: at most 1 die", 0, False, "there is no more than 1 die"),
    ]
    assert dice_of(shot("light_infantry", E1="marsh", E3="forest")) == 1
    capped = shot("light_infantry", E1="fortified_camp", E3="forest")
    assert [line[1:4] for line in lines(capped)[2:]] == [
        ("into forest: at most 1 die", -1, True),
        ("out of fortified camp: 1 die fewer", -1, True),
    ]
    assert dice_of(capped) == 0
    assert refused(capped) == ["Terrain leaves no die to roll. CCA-4.3"]
    assert dice_of(shot("light_infantry", E1="fortified_camp")) == 1
    assert dice_of(shot("light_chariot", "moved=3", E1="fortified_camp")) == 1
    moved = shot("light_infantry", "moved=1", E1="fortified_camp")
    assert dice_of(moved) == 0
    assert refused(moved) == ["Terrain leaves no die to roll. CCA-4.3"]
    without = shot("auxilia", "moved=2", E1="fortified_camp")
    assert refused(without) == ["Auxilia that moved 2 hexes may not fire. CCA-4.2"]
    assert lines(without)[-1] == (
        "CCA-4.3", "out of fortified camp: 1 die fewer", -1, False, "there is no die to take away",
    )  # fmt: skip


@pytest.mark.rule("CCA-4.4")
@pytest.mark.parametrize("blocks", [1, 2, 3, 4])
def test_blocks_and_leaders_change_nothing(blocks: int) -> None:
    battle = lay(
        f"a bottom light_infantry E1 blocks={blocks}", "z top warrior E3", leaders=["mago bottom E1", "hanno top E3"]
    )
    assert dice_of(battle) == 2
    expected = [("CCA-4.4", "leader mago", 0, False, "leaders do not help fire")]
    if blocks < 4:
        left = "1 block" if blocks == 1 else f"{blocks} blocks"
        expected.insert(0, ("CCA-4.4", "lost blocks", 0, False, f"{left} left fire like 4"))
    assert lines(battle)[2:] == expected
