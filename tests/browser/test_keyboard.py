"""The page without a mouse: every step by keys, every answer said to those who listen."""

import pytest

from browser.desk import STEPS, Desk, Visit

pytestmark = pytest.mark.whole("chromium")


def test_a_whole_shot_by_keys_alone(visit: Visit) -> None:
    desk = visit()
    keys = desk.page.keyboard
    desk.page.locator(".tile").first.wait_for()
    keys.press("Tab")
    assert "Skip to the board" in desk.page.evaluate("() => document.activeElement.textContent")
    tile = desk.page.get_by_role("button", name="Who may fire? Who of these five")
    tile.focus()
    keys.press("Enter")
    desk.unit("bow").wait_for()
    desk.page.locator(".rail button.unit").first.wait_for()  # the keys know the units once the list does

    keys.press("s")
    desk.page.locator(".page-badge").first.wait_for()
    assert _here(desk) == "unit:bow"
    keys.press("t")
    desk.page.wait_for_function("() => document.activeElement.dataset.key === 'unit:warriors'")
    desk.ruled()
    said = desk.page.locator('[role="status"]')
    desk.page.wait_for_function("() => document.querySelector('[role=status]').textContent.includes('30.6')")
    assert "Legal" in said.inner_text()
    keys.press("x")
    desk.card().get_by_text("Warriors (C5) > Light Bow (F5)").wait_for()
    assert desk.page.locator("button.shoot").count() == 0, "the other way round it is only to read"
    keys.press("x")
    desk.button("Shoot").wait_for()
    desk.page.wait_for_timeout(500)
    keys.press("Enter")
    desk.told()
    desk.page.wait_for_function(f"() => {STEPS}[0].standing === 'applied'")


def test_arrows_walk_the_board_and_the_ring_goes_along(visit: Visit) -> None:
    desk = visit()
    keys = desk.page.keyboard
    desk.open_example("Who may fire?")
    keys.press("e")  # while editing, every hex is a stop
    desk.page.locator('[data-key="cell:E5"]').focus()
    walk = []
    for key in ("ArrowRight", "ArrowUp", "ArrowUp", "ArrowLeft", "ArrowDown"):
        keys.press(key)
        walk.append(_here(desk))
    assert walk[0] == "cell:E6"
    assert walk[2] == "cell:C6"
    assert walk[3] == "unit:warriors"  # who stands on C5
    assert desk.page.locator(".focus-ring .ring").count() == 1
    assert desk.page.locator('.thing[tabindex="0"]').count() == 1  # one stop of the Tab key for the whole board


def _here(desk: Desk) -> str:
    return str(desk.page.evaluate("() => document.activeElement.dataset.key ?? document.activeElement.tagName"))


def test_the_keys_go_to_the_board_when_what_they_were_on_is_gone(visit: Visit) -> None:
    desk = visit().open("The captain and his guards")
    desk.choose("bowman")
    desk.unit("captain").click()
    desk.ruled()
    desk.button("Shoot").click()
    answer = desk.page.locator(".decision button").first
    answer.focus()
    answer.press("Enter")
    desk.page.wait_for_function("() => document.activeElement?.closest('.overlay') !== null")
