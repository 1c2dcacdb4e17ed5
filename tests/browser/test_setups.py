"""Battles to play from their beginning: chosen by game on the start page, opened, and offered at new tables."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest

from browser.desk import Desk
from fireline.formats.examples import setups

pytestmark = pytest.mark.whole("chromium")

Visit = Callable[..., Desk]
NARROW, WIDE = {"width": 390, "height": 844}, {"width": 1280, "height": 800}


def test_a_set_up_is_chosen_by_its_game_and_opened(visit: Visit) -> None:
    desk = visit()
    section = desk.page.get_by_role("region", name="Play a battle")
    section.get_by_role("button", name="Blightmeer", exact=True).click()
    titles = [one.line()["title"] for name, one in setups().items() if name.startswith("blightmeer")]
    assert section.locator(".tile b").all_text_contents() == titles
    desk.open("Chapel windows")
    desk.page.get_by_text("Four deserters", exact=False).first.wait_for(state="attached")


def test_a_table_is_set_up_with_one(visit: Visit) -> None:
    page = visit("/new-table").page
    battle = page.get_by_label("Battle", exact=True)
    battle.select_option("ancients-the-sheepfold")
    page.get_by_role("button", name="Set up the table").click()
    page.get_by_role("heading", name="The links").wait_for()


@pytest.mark.parametrize("size", [NARROW, WIDE], ids=["390", "1280"])
def test_the_tiles_as_people_see_them(visit: Visit, screens: Path, size: dict[str, int]) -> None:
    desk = visit(viewport=size)
    section = desk.page.get_by_role("region", name="Play a battle")
    section.scroll_into_view_if_needed()
    for colours in desk.in_both_colours():
        desk.page.wait_for_load_state("networkidle")
        desk.page.screenshot(path=screens / f"setups-{size['width']}-{colours}.png")
        assert desk.barriers() == [], colours
    fits = section.locator(".tile img").first.evaluate("picture => getComputedStyle(picture).objectFit")
    assert fits == "contain", "a tile shows the whole board"
