"""The page as people wish it: on a phone, in the dark, without motion, on paper."""

from typing import cast

import pytest
from playwright.sync_api import Route

from browser.desk import PHONE, STEPS, Desk, Visit

pytestmark = pytest.mark.whole("chromium")


OVERLAPS = """() => [...document.querySelectorAll('.page-badge')].map(badge => {
  const box = badge.getBoundingClientRect();
  return [...document.querySelectorAll('.thing.unit')].filter(unit => {
    const at = unit.getBoundingClientRect();
    const middle = (at.left + at.right) / 2;
    return box.left < middle && middle < box.right && at.top + 2 < box.bottom && box.bottom < at.bottom;
  }).map(unit => unit.dataset.key);
}).flat()"""
"""Units that their own badges lie over."""
OVER_BOARD = """() => {
  const board = document.querySelector('.board .host').getBoundingClientRect();
  return [...document.querySelectorAll('.switch button')].filter(one => {
    const box = one.getBoundingClientRect();
    return box.bottom > board.top && box.top < board.bottom;
  }).map(one => one.innerText);
}"""
"""Buttons that lie over the board."""


def test_a_shot_by_touch_on_a_phone(visit: Visit) -> None:
    desk = visit(**PHONE)
    desk.page.locator(".tile").first.wait_for()
    desk.open_example("Who may fire?")
    desk.unit("bow").tap()
    desk.page.locator(".page-badge").first.wait_for()
    assert desk.page.evaluate(OVERLAPS) == []
    desk.page.get_by_text("Download", exact=True).tap()
    desk.button("YAML").wait_for()
    with desk.page.expect_download() as download:
        desk.button("YAML").tap()
    assert download.value.suggested_filename == "who-may-fire.yaml"
    desk.unit("warriors").tap()
    desk.ruled()
    desk.page.wait_for_function(f"() => ({OVER_BOARD})().length === 0")
    assert desk.page.locator(".switch button").count() >= 2
    assert desk.page.evaluate("() => document.documentElement.scrollWidth <= innerWidth"), "wider than the phone"
    desk.button("Shoot").tap()
    desk.page.wait_for_function(f"() => {STEPS}.length === 1")


def test_the_start_page_names_each_game_once_above_its_examples(visit: Visit) -> None:
    desk = visit(**PHONE)
    desk.page.locator(".tile").first.wait_for()
    names = desk.page.locator(".game h2").all_inner_texts()
    assert len(names) == len(set(names)) >= 4
    said = desk.page.evaluate(
        "() => { const page = document.querySelector('main').cloneNode(true);"
        "page.querySelectorAll('footer').forEach(one => one.remove()); return page.textContent }"
    )
    assert [said.count(name) for name in names] == [1] * len(names)
    for name in names:
        game = desk.page.get_by_role("region", name=name, exact=True)
        assert game.get_by_role("button", name=f"New battle: {name}").is_visible()
        assert game.locator(".tile").count() == 0 or game.locator(".tile").first.is_visible()


def test_what_is_pressed_is_large_enough(visit: Visit) -> None:
    desk = visit(**PHONE).open("Who may fire?")
    desk.aim("bow", "warriors")
    small = desk.page.evaluate(
        "() => [...document.querySelectorAll('button, select, summary, input')]"
        ".filter(one => one.checkVisibility() && !one.closest('.unseen') && !one.classList.contains('unseen'))"
        ".map(one => [one.outerHTML.slice(0, 80), one.getBoundingClientRect()])"
        ".filter(([, box]) => box.width > 0 && (box.width < 24 || box.height < 24)).map(([html]) => html)"
    )
    assert small == []


@pytest.mark.parametrize(
    ("title", "shooter", "target"),
    [
        ("The captain and his guards", "marksman", "captain"),
        ("Sanchez and Lazar", "sanchez", "lazar"),
        ("The alley", "gunner", "van"),
    ],
)
def test_every_kind_of_board_is_drawn_in_the_dark(visit: Visit, title: str, shooter: str, target: str) -> None:
    desk = visit(color_scheme="dark").open(title)
    desk.aim(shooter, target)
    ink = fills(desk, '.drawing text[fill="#1E2430"]:not([data-fill] *)')
    assert set(map(lightness, ink)) == {0.925}, "no text stays dark on the dark board"
    white = fills(desk, '.drawing [data-fill] text[fill="#1E2430"]')
    assert set(white) <= {"rgb(30, 36, 48)"}, "but that of the white team's white tokens"
    assert bool(white) is (shooter == "sanchez")


def test_whatever_colours_a_game_draws_with_turn_dark(visit: Visit) -> None:
    """Terrain of a game that nobody here knows, and paper of its own."""
    desk = visit(color_scheme="dark")

    def recoloured(route: Route) -> None:
        answer = route.fetch()
        route.fulfill(response=answer, body=answer.text().replace("#FBFAF7", "#FFDDEE").replace("#F1E7D2", "wheat"))

    desk.page.route("**/api/v1/**", recoloured)
    desk.open("Hills and camps")
    for colour in ("#FFDDEE", "wheat"):
        found = fills(desk, f'.drawing [fill="{colour}"]')
        assert found, colour
        assert all(lightness(fill) < 0.4 for fill in found), colour


def fills(desk: Desk, selector: str) -> list[str]:
    """The colours that parts of a drawing are filled with, as they are seen."""
    script = "selector => [...document.querySelectorAll(selector)].map(one => getComputedStyle(one).fill)"
    return cast("list[str]", desk.page.evaluate(script, selector))


def lightness(fill: str) -> float:
    """How light a colour is that is told as `oklch(0.925 0.01 264)`."""
    return float(fill.removeprefix("oklch(").split()[0])


def test_dark_is_chosen_and_kept(visit: Visit) -> None:
    desk = visit(color_scheme="light")
    desk.page.get_by_label("Settings").click()
    desk.page.get_by_label("Colours").select_option("dark")
    assert desk.page.evaluate("() => document.documentElement.dataset.theme") == "dark"
    desk.page.reload()
    desk.page.locator(".tile").first.wait_for()
    assert desk.page.evaluate("() => document.documentElement.dataset.theme") == "dark"
    desk.page.emulate_media(media="print")
    desk.page.locator('html[data-theme="light"]').wait_for()  # paper is light, whatever was chosen
    desk.page.evaluate("() => localStorage.setItem('fireline.theme', 'pink')")
    desk.page.emulate_media(media="screen", color_scheme="dark")
    desk.page.reload()
    desk.page.locator('html[data-theme="dark"]').wait_for()  # what nobody knows is as the system says
    desk.page.get_by_label("Settings").click()
    desk.page.get_by_label("Colours").select_option("light")
    desk.page.locator('html[data-theme="light"]').wait_for()


def test_whoever_wants_no_motion_sees_the_dice_at_once(visit: Visit) -> None:
    desk = visit(reduced_motion="reduce").open("Who may fire?")
    desk.aim("bow", "warriors")
    desk.button("Shoot").click()
    desk.told()
    assert desk.page.evaluate("() => document.getAnimations().length") == 0


def test_numbers_follow_the_browser(visit: Visit) -> None:
    desk = visit(locale="de-DE").open("Who may fire?")
    desk.aim("bow", "warriors")
    assert "30,6\u00a0%" in desk.page.locator("article.card .headline").inner_text()
    assert desk.page.evaluate("() => document.documentElement.lang") == "en"
    assert desk.page.get_by_label("Language").count() == 0


def test_a_ruling_is_printed_without_the_furniture(visit: Visit) -> None:
    desk = visit().open("Who may fire?")
    desk.aim("bow", "warriors")
    desk.page.emulate_media(media="print")
    for gone in (".bar", ".rail", ".board-tools", "article.card .buttons"):
        assert not desk.page.locator(gone).first.is_visible()
    assert desk.card().is_visible()
    assert desk.page.locator(".drawing").is_visible()
    assert desk.page.pdf(format="A4")


def test_the_board_has_two_thirds_of_a_desktop(visit: Visit) -> None:
    desk = visit().open("Who may fire?")
    for width in (1280, 1440, 1920):
        desk.page.set_viewport_size({"width": width, "height": 900})
        assert desk.box(".stage")["width"] >= 2 / 3 * width
