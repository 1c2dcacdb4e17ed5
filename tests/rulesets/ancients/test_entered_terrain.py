"""Terrain that a unit moved onto this turn, terrain that holds nobody, and how far a unit can have moved."""

import pytest

from ancients_table import flagged, lay, refused
from fireline import BattleFileError
from fireline.game.battle import Battle
from fireline.game.command import Place
from fireline.rulesets.ancients.pieces import UNITS
from refusing import wrong_with

LIGHT_FOOT = {"light_infantry", "light_bow_infantry", "light_sling_infantry", "auxilia", "warrior"}
FOOT = LIGHT_FOOT | {"medium_infantry", "heavy_infantry"}
MACHINES = {"light_war_machine", "heavy_war_machine"}


def moved_onto(terrain: str, kind: str, moved: int = 1) -> Battle:
    """A unit that fires out of terrain it has moved onto, armed if its type is not."""
    armed = [{"id": "a", "side": "bottom", "type": kind, "hex": "E1", "moved": moved}]
    target = [{"id": "z", "side": "top", "type": "heavy_infantry", "hex": "E3"}]
    if not UNITS[kind].fires:
        armed[0]["missiles"] = {"range": 2, "dice": [2, 1]}
    board = {"terrain": {"E1": terrain}, "stands": ["E1"]}
    return lay(board=board, units=armed + target)


@pytest.mark.rule("CCA-4.5")
@pytest.mark.parametrize("kind", sorted(UNITS))
def test_forest_silences_who_has_entered_it_but_light_foot_broken_ground_the_mounted_and_the_rest_nobody(
    kind: str,
) -> None:
    silenced = {"forest": kind not in LIGHT_FOOT, "broken_ground": kind not in FOOT | MACHINES}
    for terrain in (*silenced, "hill", "marsh", "ford", "bridge"):
        spoken = terrain.replace("_", " ")
        sentence = f"{UNITS[kind].name} that moved onto {spoken} this turn may not fire. CCA-4.5"
        assert (sentence in refused(moved_onto(terrain, kind))) is silenced.get(terrain, False)
        assert sentence not in refused(moved_onto(terrain, kind, moved=0))


@pytest.mark.rule("CCA-4.5")
@pytest.mark.parametrize("terrain", ["river", "sea", "lake", "city_wall"])
def test_impassable_terrain_holds_nobody_unless_the_scenario_says_so(terrain: str) -> None:
    spoken = terrain.replace("_", " ")
    remedy = "a scenario that has somebody there lists it under board: stands: [G4]"
    for place, units, leaders in (
        ("units[0].hex", ["a bottom auxilia G4"], []),
        ("leaders[0].hex", [], ["mago bottom G4"]),
    ):
        said = wrong_with(lay, *units, leaders=leaders, terrain={"G4": terrain})
        assert said == f"{place}: G4 is {spoken}, which holds nobody; {remedy}"
        there = lay(*units, leaders=leaders, terrain={"G4": terrain}, board={"stands": ["G4"]})
        assert Battle.read(there.data()) == there
        assert there.data()["board"]["stands"] == ["G4"]


@pytest.mark.rule("CCA-4.5")
def test_war_machines_never_stand_on_broken_ground_by_a_file_or_a_move_by_hand() -> None:
    with pytest.raises(BattleFileError, match=r"units\[0\].hex: E1 is broken ground, which holds no Heavy War Machine"):
        lay("a bottom heavy_war_machine E1", terrain={"E1": "broken_ground"})
    lay("a bottom heavy_infantry E1", terrain={"E1": "broken_ground"})
    terrain = {"E1": "river", "E2": "river", "E3": "broken_ground"}
    for kind in ("heavy_infantry", "heavy_war_machine"):
        battle = lay(f"a bottom {kind} G1", board={"terrain": terrain, "stands": ["E2"]})
        for hex_ in ("E1", "E2", "E3", "E4"):
            try:
                lay(f"a bottom {kind} {hex_}", board={"terrain": terrain, "stands": ["E2"]})
            except BattleFileError:
                assert "stops it" in wrong_with(battle.refusals, Place("a", hex_))
            else:
                assert battle.refusals(Place("a", hex_)) == ()


@pytest.mark.rule("CCA-4.5", "CCA-7")
def test_a_hex_where_a_scenario_has_somebody_stand_opens_to_no_retreat() -> None:
    board = {"terrain": {"D4": "river", "D5": "river"}, "stands": ["D4"]}
    battle = flagged("heavy_infantry E5", board=board)
    (answer,) = battle.legal()
    assert battle.ruleset.label(battle.state, answer) == "Heavy Infantry (E5): stand and lose 1 block"


@pytest.mark.rule("CCA-4.5")
@pytest.mark.parametrize("kind", sorted(UNITS))
def test_a_unit_has_moved_no_further_than_its_type_and_a_card_let_it(kind: str) -> None:
    most = UNITS[kind].move + 1
    battle = lay(f"a bottom {kind} E1 moved={most}")
    said = wrong_with(lay, f"a bottom {kind} E1 moved={most + 1}")
    allowed = f"{UNITS[kind].name} move {most - 1}, and a card may add 1"
    assert said == f"units[0].moved: {most + 1} is too large; {allowed}"
    marks = {mark.name: mark for mark in battle.places.marks(battle.state, "a")}
    assert marks["moved"].most == most
