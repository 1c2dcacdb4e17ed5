"""Maps of other programs dropped on the page: the questions, the answers kept, the battle that opens."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path

import pytest

from browser.desk import Desk

pytestmark = pytest.mark.whole("chromium")

Visit = Callable[..., Desk]
MAPS = Path("examples/maps")
DROP = """([name, text]) => {
  const data = new DataTransfer();
  data.items.add(new File([text], name));
  document.querySelector('.drop').dispatchEvent(new DragEvent('drop', {dataTransfer: data, bubbles: true}));
}"""


def drop(desk: Desk, name: str) -> None:
    desk.page.locator(".drop").wait_for()
    desk.page.evaluate(DROP, [name, (MAPS / name).read_text(encoding="utf-8")])
    desk.page.locator(".map").wait_for()


def test_a_map_dropped_on_the_page_opens_as_a_battle(visit: Visit) -> None:
    desk = visit()
    drop(desk, "inn.dd2vtt")
    panel = desk.page.locator(".map")
    panel.get_by_role("button", name="Blightmeer, rules of 2026-07").click()
    closed = panel.get_by_label("What is a portal of which the file says that it is not closed?")
    closed.wait_for()
    assert closed.input_value() == "see-through"
    closed.select_option("plain")
    panel.get_by_role("button", name="Open the battle").click()
    desk.page.locator(".thing.unit").first.wait_for()
    kept = json.loads(desk.page.evaluate("() => localStorage.getItem('fireline.map-answers')"))
    assert [*kept.values()] == [{"closed": "plain"}]
    assert not any("windows" in one["wall"] for one in desk.kept()["start"]["terrain"])


def test_a_map_that_a_game_cannot_use_says_so_and_another_game_takes_it(visit: Visit) -> None:
    desk = visit(complaints=("422",))
    drop(desk, "ford.board")
    panel = desk.page.locator(".map")
    panel.get_by_role("button", name="Duel of Ages").click()
    panel.locator(".wrong").wait_for()
    assert panel.locator(".wrong").inner_text().startswith("ford.board: is a map of hexes (MegaMek board);")
    panel.get_by_role("button", name="Commands & Colors: Ancients").click()
    panel.get_by_label("What is 'woods 1', on 6 hexes?").wait_for()
    assert panel.locator("ul").inner_text() == "1 line of options, notes and tags"
    panel.get_by_role("button", name="Leave it").click()
    panel.wait_for(state="detached")
