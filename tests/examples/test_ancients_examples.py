"""What the comments of the example battles say, one by one."""

import pytest

from ancients_table import rules_against, ruling, story
from battles import example
from fireline import Shot


@pytest.mark.rule("CCA-1.2", "CCA-1.3", "CCA-2.1", "CCA-3.2", "CCA-3.3", "CCA-3.4", "CCA-4.1", "CCA-4.2", "CCA-4.3")
@pytest.mark.parametrize(
    ("name", "shooter", "target", "rules", "dice"),
    [
        ("ranged-combat", "bow", "warriors", [], 2),
        ("ranged-combat", "horse", "legion", [], 2),
        ("ranged-combat", "javelins", "legion", [], 2),
        ("ranged-combat", "javelins", "phalanx", [], 2),
        ("ranged-combat", "auxilia", "phalanx", ["CCA-1.2", "CCA-1.3"], 2),
        ("ranged-combat", "auxilia", "riders", ["CCA-1.3"], 2),
        ("ranged-combat", "slingers", "legion", ["CCA-3.2"], 2),
        ("ranged-combat-moved", "bow", "warriors", [], 2),
        ("ranged-combat-moved", "horse", "legion", [], 1),
        ("ranged-combat-moved", "javelins", "legion", [], 2),
        ("ranged-combat-moved", "auxilia", "riders", ["CCA-4.2"], 0),
        ("ranged-combat-moved", "slingers", "legion", ["CCA-3.2"], 2),
        ("edges", "clear", "warriors", [], 2),
        ("edges", "blocked", "legion", ["CCA-3.3"], 2),
        ("edges", "machine", "cavalry", ["CCA-3.3"], 2),
        ("edges", "ballista", "chariot", [], 2),
        ("edges", "west", "camels", ["CCA-3.3"], 2),
        ("edges", "east", "elephants", [], 2),
        ("hills-and-camps", "ridge", "crest", [], 2),
        ("hills-and-camps", "slope", "crest", [], 2),
        ("hills-and-camps", "valley", "behind", ["CCA-3.4"], 2),
        ("hills-and-camps", "guard", "raiders", [], 1),
        ("hills-and-camps", "late", "pickets", ["CCA-4.3"], 0),
        ("elephants", "legion", "scouts", [], 2),
        ("elephants", "ferry", "camels", [], 2),
    ],
)
def test_each_shot_has_its_verdict_and_its_dice(
    name: str, shooter: str, target: str, rules: list[str], dice: int
) -> None:
    battle = example(f"ancients-{name}")
    assert rules_against(battle, shooter, target) == rules
    assert ruling(battle, shooter, target).summary["dice"] == dice


@pytest.mark.rule("CCA-7.1", "CCA-8")
def test_an_elephant_goes_back_through_its_own_lines() -> None:
    faces = ["flag", "green", "red", "red", "green", "red", "leader", "blue", "swords", "red"]
    turned = example("ancients-elephants").shoot(Shot("archers", "surus"), dice=faces)
    told = story(turned)
    assert [line.split(" and rolls")[0] for line in told if " tramples on " in line] == [
        "Surus (D5) tramples on Heavy Infantry (C6)",
        "Surus (D5) tramples on Velites (E6)",
        "Surus (D5) tramples on Sacred Band (C5)",
    ]
    assert told[-5:] == [
        "Leader hanno (C5) is checked with red square: he lives. CCA-6",
        "Leader hanno (C5) must flee. CCA-6",
        "Surus (D5) now retreats for 1 flag. CCA-7.1",
        "Leader hanno (C5) flees to A4. CCA-6",
        "Surus (D5) retreats to C5. CCA-7",
    ]
