"""Threat map, comparison, worth, balance and luck on the page are the library's own answers."""

import json
from typing import Any

import pytest

import fireline
from browser.desk import PHONE, Desk, Visit
from browser.table import Table, seated
from fireline.analysis.balance import balance
from fireline.analysis.contest import Playing
from fireline.analysis.threatmap import ThreatMap, enemies
from fireline.analysis.unitworth import units_worth
from fireline.analysis.vary import vary
from fireline.formats.parsing import parse

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


ARCHERS = """
fireline: 1
ruleset: ancients
name: Archers
turn: {side: bottom}
units:
  - {id: bow, type: light_bow_infantry, side: bottom, hex: E5, blocks: 2}
  - {id: slingers, type: light_sling_infantry, side: bottom, hex: E4, blocks: 2}
  - {id: archers, type: light_bow_infantry, side: top, hex: C5, blocks: 2}
victory: {banners: 1}
"""


def playing(desk: Desk, **how: Any) -> Playing:
    """From now on games are played like this, on the page and by whoever compares."""
    for question in ("unit_worth", "balance"):
        desk.page.route(
            f"**/{question}",
            lambda route: route.continue_(post_data=json.dumps(dict(route.request.post_data_json or {}, **how))),
        )
    return Playing(**how, seconds=60)


@pytest.mark.parametrize("device", [{}, PHONE], ids=["desktop", "phone"])
def test_what_units_are_worth_and_with_which_value_a_side_wins(visit: Visit, device: dict[str, Any]) -> None:
    desk = visit(**device)
    variant, how = vary(parse(ARCHERS)), playing(desk, games=40)
    desk.give("archers.yaml", ARCHERS)
    desk.page.get_by_text("Archers", exact=True).first.wait_for()
    if device:
        desk.page.get_by_role("button", name="Open the shot card").click()

    desk.page.get_by_text("What each unit is worth").click()
    desk.button("Play the games").click()
    units = desk.page.get_by_role("list", name="What each unit is worth").get_by_role("listitem")
    units.first.wait_for()
    worth = units_worth(variant, how=how).data()
    told = [line.replace("\N{MINUS SIGN}", "-").split()[-4:] for line in units.all_inner_texts()]
    said = [(one["adds"], one["interval"]["low"], one["interval"]["high"]) for one in worth["units"]]
    assert told == [[f"{100 * adds:+.1f}", f"{100 * low:+.1f}", "…", f"{100 * high:+.1f}"] for adds, low, high in said]
    desk.page.get_by_text("of 40, 0 drawn and 24 unfinished").wait_for()
    desk.page.get_by_text("What each unit is worth").click()

    desk.page.get_by_text("Balance", exact=True).click()
    assert desk.button("Play the games").is_disabled(), "without a field there is nothing to play"
    desk.page.get_by_label("Field", exact=True).fill("units[archers].shields")
    desk.button("Play the games").click()
    desk.page.get_by_role("alert").get_by_text("shields").first.wait_for()
    desk.page.get_by_label("Field", exact=True).fill("units[archers].blocks")
    for values, goal in (("1|3", "1/2"), ("3", "90%")):
        desk.page.get_by_label("Values to try").fill(values)
        desk.page.get_by_label("Win rate").fill(goal)
        desk.button("Play the games").click()
        found = balance(variant, "units[archers].blocks", "bottom", goal, over=values, how=how)
        levels = desk.page.get_by_role("list", name="Balance").get_by_role("listitem")
        desk.page.get_by_text(found.sentence).wait_for()
        shares = [(str(one.value), f"{one.share:.1%}") for one in found.levels]
        assert [tuple(line.split()[:2]) for line in levels.all_inner_texts()] == shares
    assert found.verdict == "none"
    assert desk.barriers() == []


def test_games_that_nobody_won_say_so(visit: Visit) -> None:
    desk = visit().open("Who may fire?")
    playing(desk, games=30, turns=1)
    desk.page.get_by_text("What each unit is worth").click()
    desk.button("Play the games").click()
    desk.page.get_by_text("Nobody won any of these games").wait_for()
    assert desk.page.get_by_role("list", name="What each unit is worth").get_by_role("listitem").count() == 0
