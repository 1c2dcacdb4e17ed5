"""Rulings, stories and menus in words: every line a whole sentence under its rule."""

import pytest

from ancients_table import lay, menu, play, ruling, story, volley
from fireline.game.command import EndPhase
from fireline.rulesets.ancients.commands import Retreat


@pytest.mark.rule("CCA-2.1", "CCA-3.1", "CCA-4.1", "CCA-5.2", "CCA-1.5")
def test_a_legal_ruling_line_by_line() -> None:
    battle = lay("a bottom light_bow_infantry F5", "z top heavy_infantry C5 blocks=3", leaders=["hanno top C5"])
    assert list(ruling(battle).lines()) == [
        "Light Bow (F5) > Heavy Infantry (C5)",
        "LEGAL",
        "  Distance 3 hexes, range 3. CCA-2.1",
        "  Line of sight clear: E5, D5. CCA-3.1",
        "  2 battle dice. CCA-4.1",
        "  Each red square is a hit; each flag may force a retreat. CCA-5.2",
        "  Leader hanno takes a casualty check if the unit loses blocks. CCA-6",
        "  The target does not battle back and does not evade. CCA-1.5",
        "    +2 held its position CCA-4.1",
        "  - +1 moved (it held its position) CCA-4.1",
    ]
    assert not ruling(battle).cover, "terrain takes dice or stops a shot; nothing gives cover"


@pytest.mark.rule("CCA-7")
def test_menus_say_what_an_answer_costs_and_stories_what_came_of_it() -> None:
    battle = lay(
        "a bottom light_bow_infantry B4", "z top warrior B7", leaders=["hanno top A8"], terrain={"B7": "bridge"}
    )
    owing = volley(battle, "flag", "flag").battle
    assert menu(owing) == [
        "Warriors (B7): ignore 2 flags",
        "Warriors (B7): ignore 1 flag and retreat A8 to join Leader hanno (A8)",
        "Warriors (B7): retreat A8 to join Leader hanno (A8)",
    ]
    alone = lay("a bottom light_bow_infantry A4", "z top warrior A7")
    assert menu(volley(alone, "flag", "flag").battle) == [
        "Warriors (A7): ignore 1 flag, stand and lose 2 blocks",
        "Warriors (A7): stand and lose 4 blocks",
    ]
    assert menu(play(alone, EndPhase()).battle) == ["Begin the turn of top"]
    units = ("a bottom light_bow_infantry E4", "z top warrior E7 blocks=2", "x top auxilia E8", "y top auxilia F7")
    owing = volley(lay(*units), "flag", "flag").battle
    assert story(play(owing, Retreat("z", 1, ("D6", "C6")))) == [
        "Warriors (E7) ignores 1 flag (support from two hexes) and retreats to D6 > C6. CCA-7"
    ]
    walls = volley(lay(*units, terrain={"C6": "river", "C7": "river", "C8": "river"}), "flag", "swords").battle
    assert story(play(walls, Retreat("z", 0, ("D6",))))[0] == ("Warriors (E7) retreats to D6 and is 1 hex short. CCA-7")
