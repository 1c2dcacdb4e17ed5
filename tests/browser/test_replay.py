"""The log of a table and the replay: every entry is found again, and the board stands as it stood then."""

import json

import pytest

from browser.desk import Desk, Visit
from browser.table import Table, agreed, seated

pytestmark = pytest.mark.whole("chromium")


@pytest.fixture(scope="module")
def played(address: str) -> Table:
    """A table with three shots, a line of talk and a step that was taken back."""
    table = Table(address, "ancients-ranged-combat")
    table.shoot("bow", "warriors", "bottom")
    table.say("chat", {"text": "Nerves of steel"}, "top")
    table.shoot("horse", "legion", "bottom")
    table.say("undo_request", {"seq": table.events()[-1]["seq"], "reason": "a slip of the hand"})
    return table


def board(desk: Desk) -> list[str]:
    """What the board shows: every unit with its words."""
    names: list[str] = desk.page.locator(".thing.unit").evaluate_all("all => all.map(one => one.ariaLabel)")
    return sorted(names)


def test_the_board_goes_back_to_any_entry_and_returns(visit: Visit, played: Table) -> None:
    desk = seated(visit(played.links["spectator"]))
    now = board(desk)
    slider = desk.page.get_by_label("Entry of the game that the board shows")
    desk.button("To the start").click()
    desk.page.get_by_text("You see the board at the start.").wait_for()
    assert slider.input_value() == "0"
    stops = int(slider.get_attribute("max") or 0)
    assert stops == len([event for event in played.events() if {"battle", "events", "undoes"} & set(event["body"])]) - 1
    for step in range(1, stops + 1):
        desk.button("One step on").click()
        assert slider.input_value() == str(step)
    first = next(event for event in played.events() if "events" in event["body"])
    desk.button("To the start").click()
    desk.button("One step on").click()
    desk.page.get_by_text(f"You see the board at entry {first['seq']}.").wait_for()
    bow = next(unit for unit in played.after(first["seq"])["battle"]["units"] if unit["id"] == "bow")
    assert bow["battled"]
    desk.page.locator('.thing.unit[aria-label*="battled"]').first.wait_for()
    assert desk.barriers() == []
    desk.button("Back to the game").click()
    agreed(desk, state=played.state()["state"])
    desk.page.wait_for_function(
        "was => JSON.stringify([...document.querySelectorAll('.thing.unit')].map(one => one.ariaLabel).sort()) === was",
        arg=json.dumps(now, ensure_ascii=False, separators=(",", ":")),
    )


def test_a_link_leads_to_one_entry_and_to_the_board_of_then(visit: Visit, played: Table) -> None:
    first = next(event for event in played.events() if "events" in event["body"])
    link = played.links["top"] + f"&e={first['seq']}"
    desk = seated(visit(link))
    assert desk.page.url.endswith(f"#e={first['seq']}")
    entry = desk.page.locator(f"#e{first['seq']}")
    entry.wait_for()
    assert "chosen" in (entry.get_attribute("class") or "")
    desk.page.get_by_text(f"You see the board at entry {first['seq']}.").wait_for()
    assert first["shown"]["story"][0].rpartition(" ")[0][:30] in entry.inner_text()
    assert entry.locator(".dice li").count() == len(first["shown"]["faces"])
    entry.get_by_role("button", name="Rule").first.click()
    entry.locator(".rule").wait_for()
    desk.button("Back to the game").click()
    played.say("chat", {"text": "What now?"}, "top")
    desk.page.locator(f".desk[data-head='{played.events()[-1]['seq']}']").wait_for()
    assert desk.page.get_by_text("You see the board at entry").count() == 0, "the link leads there once"
