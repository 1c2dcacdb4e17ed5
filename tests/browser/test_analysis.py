"""Threat map, comparison, worth and luck on the page are the library's own answers."""

import pytest

import fireline
from browser.desk import Desk, Visit
from browser.table import Table, seated
from fireline.analysis.threat import ThreatMap, enemies

pytestmark = pytest.mark.whole("chromium")


def aimed(visit: Visit, address: str, example: str, shooter: str, target: str) -> Desk:
    """A desk with a shot on its card."""
    table = Table(address, example)
    desk = seated(visit(table.links[table.state()["seats"][1]["name"]]))
    desk.aim(shooter, target)
    return desk


def test_the_threat_map_and_the_reach_of_a_unit_lie_over_the_board_and_say_why(visit: Visit, address: str) -> None:
    desk = aimed(visit, address, "ancients-ranged-combat", "bow", "warriors")
    battle = fireline.load("examples/ancients-ranged-combat.yaml")
    desk.button("Threat").click()
    desk.page.get_by_label("from", exact=True).wait_for()
    desk.button("Work it out").click()
    cells = desk.page.locator(".threat .thing.cell")
    cells.first.wait_for()
    expected = ThreatMap(battle, "warriors", enemies(battle, "warriors"))
    danger = expected.cell("D5").chance
    assert danger > 0
    desk.page.locator('[data-key="cell:D5"]').click()
    said = desk.page.locator(".why").inner_text()
    assert f"On D5: {float(danger):.1%}" in said
    free = next(cell for cell in expected.cells() if cell.stands and not cell.chance and cell.why)
    desk.page.locator(f'[data-key="cell:{free.place}"]').click()
    assert all(line.rpartition(" ")[0] in desk.page.locator(".why").inner_text() for line in free.why)
    assert desk.barriers() == []
    desk.page.get_by_label("What the map shows").select_option("by")
    desk.page.get_by_label("Reach of", exact=True).select_option("bow")
    desk.page.get_by_label("at", exact=True).select_option("warriors")
    desk.button("Work it out").click()
    reach = ThreatMap(battle, "warriors", ("bow",))
    for place in ("D5", "F6"):
        desk.page.locator(f'[data-key="cell:{place}"]').click()
        cell = reach.cell(place)
        shown = f"On {place}: {float(cell.chance):.1%}" if cell.chance else f"On {place}"
        desk.page.locator(".why", has_text=shown).wait_for()
    assert desk.barriers() == []
    desk.button("Plan").click()
    desk.unit("bow").wait_for()


def test_a_long_answer_is_called_off(visit: Visit, address: str) -> None:
    desk = aimed(visit, address, "blightmeer-village", "lookout", "brute")
    desk.button("Threat").click()
    desk.button("Work it out").click()
    desk.page.locator("progress").wait_for()
    desk.button("Stop").click()
    desk.button("Work it out").wait_for()
    desk.page.locator("progress").wait_for(state="detached")


def test_versions_of_the_rules_stand_side_by_side(visit: Visit, address: str) -> None:
    desk = aimed(visit, address, "blightmeer-village", "lookout", "brute")
    desk.button("Compare").click()
    desk.button("Rules of 2025-11").click()
    desk.page.get_by_label("Field", exact=True).fill("units[lookout].moved")
    desk.page.get_by_label("Value", exact=True).fill("true")
    desk.button("Add a column").click()
    desk.page.locator("th", has_text="units[lookout].moved=true").wait_for()
    heads = desk.page.locator(".wide th[scope=col]").all_inner_texts()
    assert heads[1:] == ["2025-11", "units[lookout].moved=true"]
    battle = fireline.load("examples/blightmeer-village.yaml")
    odds = battle.odds(fireline.Shot("lookout", "brute"))
    table = desk.page.locator(".wide").inner_text()
    assert f"{float(odds.headline.chance):.1%}" in table
    assert desk.page.locator(".wide .differs").count() > 0
    assert desk.barriers() == []


def test_what_would_change_a_shot_is_said_with_its_rules(visit: Visit, address: str) -> None:
    desk = aimed(visit, address, "ancients-ranged-combat", "slingers", "legion")
    desk.page.get_by_text("What would change it").click()
    desk.page.get_by_text("Without the rule that forbids it").wait_for()
    refusals = fireline.load("examples/ancients-ranged-combat.yaml").check(fireline.Shot("slingers", "legion")).refusals
    assert refusals
    for refusal in refusals:
        desk.page.locator("section li", has_text=refusal.because).first.wait_for()
