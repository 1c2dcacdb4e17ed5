"""Help where it is needed: the first shot walked through, words and letters that explain themselves, `?` everywhere."""

import pytest

from browser.desk import PHONE, Visit
from browser.table import Table, seated

pytestmark = pytest.mark.whole("chromium")


def test_the_first_shot_is_walked_through_once(visit: Visit) -> None:
    desk = visit().open("Who may fire?")
    guide = desk.page.locator(".guide")
    guide.get_by_text("Choose who shoots: tap Light Bow (F5)").wait_for()
    assert desk.barriers() == []
    desk.unit("bow").click()
    guide.get_by_text("Each enemy shows the chance").wait_for()
    desk.page.locator(".page-badge").first.wait_for()
    desk.unit("warriors").click()
    guide.get_by_text("The large number is the exact chance (at least one block lost)").wait_for()
    desk.lay("green, green")
    desk.button("Shoot").click()
    guide.get_by_text("The result stays").wait_for()
    desk.button("Got it").click()
    assert guide.count() == 0
    desk.page.goto("/")
    desk.open_example("Hills and camps")
    assert guide.count() == 0
    desk.page.goto("/")
    desk.open_example("The alley")
    desk.button("Skip tour").click()
    desk.page.reload()
    desk.page.locator(".thing.unit").first.wait_for()
    assert guide.count() == 0


def test_a_shot_that_is_not_allowed_is_not_said_to_have_a_chance(visit: Visit) -> None:
    desk = visit(**PHONE).open("Who may fire?")
    desk.unit("slingers").tap()
    desk.page.locator(".page-badge").first.wait_for()
    desk.page.locator(".grip").tap()
    desk.page.locator(".target-line").last.tap()
    desk.page.locator(".guide", has_text="This shot is not allowed").wait_for()
    assert desk.box(desk.ruled().locator("h2"))["y"] > desk.box(".grip")["y"]
    assert desk.page.locator(".side-inner").evaluate("sheet => sheet.scrollTop") == 0


def test_a_player_at_a_table_is_guided_too(visit: Visit, address: str) -> None:
    table = Table(address, "ancients-ranged-combat")
    desk = seated(visit(table.links["bottom"]))
    desk.page.locator(".guide", has_text="1/4").wait_for()
    watcher = seated(visit(table.links["spectator"]))
    assert watcher.page.locator(".guide").count() == 0


@pytest.mark.parametrize("path", ["/", "/verify", "/rules/ancients"])
def test_the_question_mark_helps_on_every_view(visit: Visit, path: str) -> None:
    desk = visit(path)
    desk.page.locator(".says").wait_for(state="detached")
    desk.page.keyboard.press("?")
    desk.page.get_by_role("complementary", name="Help").wait_for()
    assert desk.barriers() == []
    desk.page.keyboard.press("Escape")
    desk.page.get_by_role("complementary", name="Help").wait_for(state="detached")


@pytest.mark.parametrize("held", ["**/assets/views*.js", "**/assets/*Page*.js", "**/api/v1/**"])
def test_a_view_has_its_heading_before_its_parts_have_come(visit: Visit, held: str) -> None:
    desk = visit("/no-such-page")
    assert desk.barriers() == []
    desk.page.route(held, lambda _: None)
    for path in ("/rules/ancients", "/shot/none", "/table/none#seat=none", "/play"):
        desk.page.goto(path)
        desk.page.get_by_role("heading", level=1).first.wait_for(state="attached")
        assert desk.barriers() == []


def test_words_of_the_card_explain_themselves_by_mouse_keys_and_touch(visit: Visit) -> None:
    desk = visit().open("Who may fire?")
    tip = desk.page.get_by_role("tooltip")
    word = desk.aim("bow", "warriors").get_by_role("button", name="Line of sight")
    word.hover()
    tip.get_by_text("the very lines drawn on the board").wait_for()
    desk.page.mouse.move(0, 0)
    tip.wait_for(state="detached")
    desk.card().locator(".term button").first.focus()
    desk.page.keyboard.press("Tab")
    tip.wait_for()
    assert desk.barriers() == []
    desk.page.keyboard.press("Escape")
    tip.wait_for(state="detached")
    phone = visit(**PHONE).open("Who may fire?")
    phone.page.mouse.move(0, 0)  # a phone has no mouse, which would rest where the card comes and show the tip
    phone.unit("bow").tap()
    phone.page.locator(".page-badge").first.wait_for()
    phone.unit("warriors").tap()
    phone.ruled().get_by_role("button", name="0.33 blocks lost on average").tap()
    phone.page.get_by_role("tooltip").wait_for()


def test_a_unit_says_what_its_letters_mean_on_a_long_press_and_to_the_keyboard(visit: Visit) -> None:
    desk = visit(**PHONE).open("Who may fire?")
    desk.touch("touchStart", desk.middle(desk.unit("slingers")))
    words = desk.page.locator(".board-tip")
    words.wait_for()
    assert words.inner_text() == desk.unit("slingers").get_attribute("aria-label")
    desk.touch("touchEnd")
    assert desk.page.locator(".page-badge").count() == 0, "a long press chooses nobody"
    keys = visit().open("Who may fire?")
    keys.page.locator('.thing[tabindex="0"]').focus()
    keys.page.keyboard.press("ArrowRight")
    keys.page.locator(".board-tip").wait_for()
    keys.page.keyboard.press("Escape")
    assert keys.page.locator(".board-tip").count() == 0
