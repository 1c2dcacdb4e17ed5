"""Players at a table: their names, units dragged and added, invitations, and the way back."""

import pytest

from browser.desk import PHONE, Visit
from browser.table import Table, agreed, fingerprint, open_log, seated

pytestmark = pytest.mark.whole("chromium")


def test_a_unit_dragged_by_its_player_moves_for_everybody_and_is_taken_back(visit: Visit, address: str) -> None:
    table = Table(address, "ancients-ranged-combat", undo="free-before-dice")
    bottom, phone = seated(visit(table.links["bottom"])), seated(visit(table.links["top"], **PHONE))
    before = table.after(1)["state"]
    bottom.drag("horse", bottom.apart("horse", "javelins"), "cell:E7")
    phone.page.locator(".stage .strip", has_text="E7").wait_for()
    agreed(bottom, phone, state=table.events()[-1]["state"])
    mouse, other = bottom.page.mouse, bottom.box(bottom.unit("warriors"))
    # A unit of the other side stays where it is, and that is said at once.
    mouse.move(other["x"] + 10, other["y"] + 10)
    mouse.down()
    mouse.move(other["x"] + 90, other["y"] + 10, steps=4)
    bottom.page.get_by_role("alert").filter(has_text="is for Top to move").wait_for()
    mouse.up()
    assert table.state()["state"] == table.events()[-1]["state"]
    bottom.page.get_by_role("button", name="Take back entry").click()
    bottom.button("Take it back").click()
    agreed(bottom, phone, state=before)


def test_players_have_names_and_add_units(visit: Visit, address: str) -> None:
    table = Table(address, "ancients-ranged-combat")
    top, bottom = seated(visit(table.links["top"])), seated(visit(table.links["bottom"]))
    top.page.get_by_text("Your name at the table").click()
    top.page.get_by_label("Your name", exact=True).fill("Anna")
    top.button("Use it").click()
    bottom.page.locator(".seats", has_text="Anna (Top)").wait_for()
    top.button("Add a unit").click()
    assert top.barriers() == []
    top.page.locator(".palette .piece", has_text="Auxilia").click()
    top.page.locator('[data-key="cell:A3"]').click()
    bottom.button("Agree").click()
    open_log(bottom)
    entry = bottom.page.locator(".entry", has_text="adds ")
    entry.wait_for()
    added = table.events()[-1]["body"]["added"][0]
    bottom.unit(added).wait_for()
    assert "Anna (Top)" in entry.inner_text()
    assert added in entry.inner_text()
    forbidden = top.page.get_by_role("alert").filter(has_text="Your seat may not do that")
    assert forbidden.count() == 0
    top.unit("warriors").click()
    forbidden.first.wait_for()
    top.button("Done").click()
    assert top.barriers() == []


@pytest.mark.parametrize(
    ("battle", "red", "blue"), [("ancients-ranged-combat", "top", "bottom"), ("blightmeer-protect", "red", "blue")]
)
def test_everybody_sees_for_some_seconds_where_somebody_points(
    visit: Visit, address: str, battle: str, red: str, blue: str
) -> None:
    table = Table(address, battle)
    desks = [
        seated(visit(table.links[seat], **device)) for seat, device in ((red, {}), (blue, PHONE), ("spectator", {}))
    ]
    first, phone, watcher = desks
    first.page.keyboard.press("p")
    first.page.wait_for_function("() => document.activeElement.dataset.key?.startsWith('cell:')")
    place = str(first.page.evaluate("() => document.activeElement.dataset.key.slice(5)"))
    first.page.keyboard.press("Enter")
    for desk in desks:
        desk.page.locator(f'.ping[data-place="{place}"]', has_text=red.title()).wait_for()
    said = table.events()[-1]
    assert (said["kind"], said["actor"], said["body"]) == ("chat", red, {"text": f"Look at {place}.", "place": place})
    phone.button("Ping").tap()
    phone.page.locator(".thing.unit").first.tap()
    watcher.page.locator(".ping", has_text=blue.title()).wait_for()
    assert table.events()[-1]["body"]["place"] == table.state()["units"][0]["place"], "on a unit, where it stands"
    assert watcher.button("Ping").count() == 0
    for desk in desks:
        desk.page.locator(".ping").first.wait_for(state="detached")


def test_a_link_is_shown_as_a_code_for_a_phone(visit: Visit) -> None:
    desk = visit()
    desk.open("Who may fire?").button("Invite").click()
    desk.page.get_by_role("region", name="Invite").wait_for()
    desk.page.locator(".links li", has_text="Bottom").get_by_role("button", name="QR code").click()
    code = desk.page.get_by_role("img", name="QR code of the link for Bottom")
    code.wait_for()
    link = desk.page.get_by_label("Bottom", exact=True).input_value()
    assert len(code.locator("path").get_attribute("d") or "") > 20 * len(link)
    assert desk.barriers() == []


def test_with_other_rules_the_game_goes_on_at_a_new_table(visit: Visit) -> None:
    desk = visit().open("Who may fire?")
    desk.aim("bow", "warriors")
    desk.button("Shoot").click()
    desk.told()
    desk.button("Invite").click()
    invite = desk.page.get_by_role("region", name="Invite")
    invite.wait_for()
    state = fingerprint(seated(desk))
    link = invite.get_by_label("Top", exact=True).input_value()
    invite.get_by_text("Rules of this table").click()
    invite.get_by_label("Dice", exact=True).select_option(label="Real dice, typed in by whoever throws")
    invite.get_by_label("Name of the table").fill("Thursday")
    assert desk.barriers() == []
    desk.button("Set up a new table").click()
    desk.page.wait_for_function(
        "old => document.querySelector('.invite input[aria-label=Top]')?.value !== old", arg=link
    )
    seated(desk)
    invite.get_by_text("Rules of this table").click()
    assert invite.get_by_label("Dice", exact=True).input_value() == "real"
    assert invite.get_by_label("Name of the table").input_value() == "Thursday"
    agreed(desk, state=state)
    open_log(desk)
    desk.page.locator("li.entry", has_text="Before the table: ").first.wait_for()
