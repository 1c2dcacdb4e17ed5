"""The two fact tables, row by row, and what each number does at the table."""

import pytest

from fireline.rulesets.ancients.pieces import TERRAIN, UNITS

# type: class, white border, blocks, retreat, range, dice held, dice moved, most hexes moved before fire, on foot
UNIT_ROWS = {
    "light_infantry": ("green", False, 4, 2, 2, 2, 1, None, True),
    "light_bow_infantry": ("green", False, 4, 2, 3, 2, 1, None, True),
    "light_sling_infantry": ("green", False, 4, 2, 3, 2, 1, None, True),
    "auxilia": ("green", True, 4, 1, 2, 2, 1, 1, True),
    "light_cavalry": ("green", False, 3, 4, 2, 2, 1, None, False),
    "light_bow_cavalry": ("green", False, 3, 4, 3, 2, 1, None, False),
    "light_chariot": ("green", False, 3, 3, 3, 2, 2, None, False),
    "light_barbarian_chariot": ("green", True, 3, 3, 0, 0, 0, None, False),
    "light_war_machine": ("red", False, 2, 1, 5, 2, 0, None, False),
    "heavy_war_machine": ("red", False, 2, 1, 6, 2, 0, None, False),
    "medium_infantry": ("blue", False, 4, 1, 0, 0, 0, None, True),
    "warrior": ("blue", True, 4, 2, 0, 0, 0, None, True),
    "heavy_infantry": ("red", False, 4, 1, 0, 0, 0, None, True),
    "medium_cavalry": ("blue", False, 3, 3, 0, 0, 0, None, False),
    "camel": ("blue", False, 3, 3, 0, 0, 0, None, False),
    "heavy_cavalry": ("red", False, 3, 2, 0, 0, 0, None, False),
    "cataphract_camel": ("blue", True, 3, 3, 0, 0, 0, None, False),
    "cataphract_cavalry": ("red", True, 3, 2, 0, 0, 0, None, False),
    "heavy_chariot": ("red", False, 2, 2, 0, 0, 0, None, False),
    "elephant": ("red", False, 2, 1, 0, 0, 0, None, False),
}

# terrain: most dice into it, most out of it, dice fewer out of it, blocks the line, stops a retreat, of war machines
TERRAIN_ROWS = {
    "forest": (1, None, 0, True, False, False),
    "hill": (None, None, 0, True, False, False),
    "broken_ground": (None, None, 0, False, False, True),
    "marsh": (None, 1, 0, False, False, False),
    "ford": (None, 1, 0, False, False, False),
    "river": (None, None, 0, False, True, True),
    "sea": (None, None, 0, False, True, True),
    "lake": (None, None, 0, False, True, True),
    "bridge": (None, 1, 0, False, False, False),
    "fortified_camp": (None, None, 1, True, False, False),
    "city_wall": (1, None, 0, True, True, True),
}


def test_the_tables_have_these_rows_and_no_others() -> None:
    assert set(UNITS) == set(UNIT_ROWS)
    assert set(TERRAIN) == set(TERRAIN_ROWS)


@pytest.mark.rule("CCA-1.1", "CCA-2.1", "CCA-4.1", "CCA-4.2")
@pytest.mark.parametrize("kind", UNIT_ROWS)
def test_a_row_of_the_unit_table(kind: str) -> None:
    symbol, border, blocks, retreat, reach, held, moved, fires_after, foot = UNIT_ROWS[kind]
    unit = UNITS[kind]
    assert (unit.symbol, unit.border, unit.blocks, unit.retreat) == (symbol, border, blocks, retreat)
    assert (unit.range, unit.dice, unit.fires_after, unit.foot) == (reach, (held, moved), fires_after, foot)
    assert unit.fires is (reach > 0)
    assert unit.war_machine is kind.endswith("war_machine")
    assert unit.holds_at_full_strength is (kind == "warrior")
    assert unit.stubborn is (kind == "elephant")


@pytest.mark.rule("CCA-3.2", "CCA-4.3", "CCA-7")
@pytest.mark.parametrize("name", TERRAIN_ROWS)
def test_a_row_of_the_terrain_table(name: str) -> None:
    into, out, fewer, *rest = TERRAIN_ROWS[name]
    kind, machine = TERRAIN[name], UNITS["heavy_war_machine"]
    assert (kind.fire_into_cap, kind.fire_out_cap, kind.fire_out_minus) == (into, out, fewer)
    assert [kind.blocks, kind.stops(UNITS["heavy_infantry"]), kind.stops(machine)] == rest
    assert kind.hill is (name == "hill")
