"""Results where people look, the list of units, and what a visitor comes back to."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest

from browser.desk import Desk
from browser.table import Table, seated

pytestmark = pytest.mark.whole("chromium")

Visit = Callable[..., Desk]
PHONE = {"viewport": {"width": 390, "height": 844}, "has_touch": True, "is_mobile": True, "device_scale_factor": 2}


def _shoot(desk: Desk, faces: str) -> None:
    desk.unit("bow").click()
    desk.page.locator(".page-badge").first.wait_for()
    desk.unit("warriors").click()
    desk.ruled().get_by_text("Another detail, or dice of your own").click()
    desk.page.get_by_label("Faces of your own dice, e.g. 16, 5").fill(faces)
    desk.button("Shoot").click()
    desk.button("Apply").click()


def test_a_result_is_marked_on_the_board_until_the_next_act(visit: Visit) -> None:
    desk = visit()
    desk.open_example("Who may fire?")
    _shoot(desk, "blue, blue")
    strip = desk.page.locator(".stage .strip")
    strip.wait_for()
    assert "Warriors (C5) loses 2 blocks" in strip.inner_text()
    assert strip.locator(".dice li").count() == 2
    marked = desk.page.locator("[data-concerned], [data-fell]")
    assert marked.evaluate_all("marks => marks.map(one => one.dataset.concerned)") == ["warriors"]
    desk.unit("slingers").click()
    strip.wait_for(state="detached")
    assert marked.count() == 0


def test_both_sides_see_at_a_table_what_came_of_a_shot_on_the_phone_too(
    visit: Visit, address: str, screens: Path
) -> None:
    table = Table(address, "ancients-ranged-combat")
    desk, phone = seated(visit(table.links["bottom"])), seated(visit(table.links["top"], **PHONE))
    table.shoot("bow", "warriors")
    outcome = [event["body"]["outcome"] for event in table.events() if event["body"].get("outcome")][-1]
    for one in (desk, phone):
        one.page.locator(".stage .strip", has_text=outcome).wait_for()
    phone.page.emulate_media(color_scheme="dark")
    for width, height in ((390, 844), (768, 1024), (1280, 800), (1920, 1080)):
        phone.page.set_viewport_size({"width": width, "height": height})
        phone.page.screenshot(path=screens / f"shared-table-dark-{width}.png")
        assert phone.page.evaluate("() => document.documentElement.scrollWidth <= innerWidth"), width


def test_badges_and_list_say_what_is_to_be_expected(visit: Visit) -> None:
    desk = visit()
    desk.open_example("Who may fire?")
    desk.unit("bow").click()
    badge = desk.page.locator(".page-badge.legal")
    badge.wait_for()
    assert (badge.text_content() or "").replace(" ", "") == "30.6%ø0.33"
    assert "0.33 hits on average" in desk.in_list("Warriors").inner_text()
    first = desk.page.locator(".rail button.unit").first
    assert "Warriors" not in first.inner_text()
    desk.page.get_by_label("Sort the units").select_option("by range")
    assert "Warriors" in first.inner_text()
    assert "3 away" in first.inner_text()
    desk.unit("warriors").click()
    assert "0.33 hits on average" in desk.ruled().locator(".headline").inner_text()


@pytest.mark.parametrize("width", [1280, 1440, 1920])
def test_the_list_breaks_no_word_and_folds_to_a_rail(visit: Visit, width: int) -> None:
    desk = visit(viewport={"width": width, "height": 900})
    desk.open_example("The village at the ford")
    desk.unit("lookout").click()
    desk.page.locator(".page-badge").first.wait_for()
    broken = desk.page.evaluate(
        "() => [...document.querySelectorAll('.unit-name')].flatMap(one => one.innerText.split(/\\s+/).filter(word => {"
        "const range = document.createRange(), text = one.firstChild, at = text.data.indexOf(word);"
        "range.setStart(text, at); range.setEnd(text, at + word.length); return range.getClientRects().length > 1 }))"
    )
    assert broken == []
    desk.button("Fold the list").click()
    box = desk.page.locator(".rail").bounding_box()
    assert box is not None
    assert box["width"] < 64
    assert desk.in_list("lookout").locator(".unit-token").is_visible()
    desk.page.reload()
    desk.button("Show the list with names").click()
    assert desk.barriers() == []


def test_whoever_comes_back_from_the_rulebook_finds_the_shot(visit: Visit) -> None:
    desk = visit()
    desk.open_example("Who may fire?")
    assert "Who of these five may fire?" in desk.page.locator(".side .about").inner_text()
    desk.unit("bow").click()
    desk.page.locator(".page-badge").first.wait_for()
    desk.unit("warriors").click()
    desk.ruled()
    desk.page.get_by_role("link", name="Rulebook", exact=True).click()
    desk.page.get_by_role("heading", name="Rulebook of").wait_for()
    desk.page.go_back()
    desk.ruled()
    assert "Light Bow (F5) > Warriors (C5)" in desk.card().inner_text()


def test_a_file_that_is_refused_is_told_beside_its_button(visit: Visit) -> None:
    desk = visit(complaints=("422",))
    desk.page.locator(".tile").first.wait_for()
    files = [{"name": "x.yaml", "mimeType": "text/yaml", "buffer": b"fireline: 1\nruleset: nobody"}]
    desk.page.locator('.drop input[type="file"]').set_input_files(files)  # type: ignore[arg-type]
    desk.page.locator('section[aria-label="Your own battle"] .wrong').wait_for()


def test_the_sides_are_told_apart_without_their_colours(visit: Visit, screens: Path) -> None:
    desk = visit()
    desk.open_example("The alley")
    desk.unit("gunner").click()
    desk.page.locator(".page-badge").first.wait_for()
    desk.page.screenshot(path=screens / "friend.png")
    assert desk.page.locator('.drawing [data-unit="sniper"] > circle').count() == 1
    assert desk.page.locator('.drawing [data-unit="marksman"] > circle').count() == 2
