"""Numbers that stand on answers of others: which, what else they could be, and another kind on request."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Any

import pytest

from browser.desk import Desk

if TYPE_CHECKING:
    from playwright.sync_api import Request

pytestmark = pytest.mark.whole("chromium")

Visit = Callable[..., Desk]
CAMP = b"""
fireline: 1
ruleset: ancients
turn: {side: bottom}
board: {terrain: {B4: fortified_camp}}
units:
  - {id: bow, side: bottom, type: light_bow_infantry, hex: B6, blocks: 4}
  - {id: guard, side: top, type: light_infantry, hex: B4, blocks: 1}
"""
SENTENCE = (
    "top answers in the customary way: as many flags are ignored as may be, "
    "and a way is taken that loses fewest blocks."
)


def test_the_card_says_which_answers_it_stands_on_and_asks_for_others(visit: Visit) -> None:
    desk = visit()
    asked: list[dict[str, Any]] = []

    def hear(request: Request) -> None:
        if request.url.endswith("/api/v1/odds"):
            body: dict[str, Any] = request.post_data_json or {}
            asked.append({key: value for key, value in body.items() if key != "battle"})

    desk.page.on("request", hear)
    file: Any = {"name": "camp.yaml", "mimeType": "application/yaml", "buffer": CAMP}
    desk.page.locator('input[type="file"]').set_input_files(file)
    desk.page.locator(".thing.unit").first.wait_for()
    desk.unit("bow").click()
    desk.page.locator(".page-badge").first.wait_for()
    desk.unit("guard").click()
    card = desk.ruled()
    card.get_by_text(SENTENCE).wait_for()
    card.get_by_text("What other answers can reach").click()
    spans = card.locator(".odds li").all_inner_texts()
    assert "eliminated yes: 33.3 % – 55.6 %" in spans
    assert not any(span.startswith("hits") for span in spans)
    assert desk.barriers() == []
    with desk.page.expect_response("**/api/v1/odds"):
        card.get_by_label("Answers of others").select_option("worst")
    desk.ruled().get_by_text("top gives the answers that are worst for whoever owes them.").wait_for()
    assert asked == [{"shot": {"shooter": "bow", "target": "guard"}, "answers": "worst"}]
    assert desk.page.get_by_label("Answers of others").input_value() == "worst"


def test_where_nobody_has_a_choice_nothing_is_said_of_answers(visit: Visit) -> None:
    desk = visit(viewport={"width": 1280, "height": 800})
    desk.open_example("The alley")
    desk.unit("gunner").click()
    desk.page.locator(".page-badge").first.wait_for()
    desk.unit("van").click()
    card = desk.ruled()
    assert card.locator(".range, .stands-on, .odds select").count() == 0
    assert "on average" in card.inner_text()
    whole = desk.page.locator(".board .drawing").get_attribute("data-board")
    assert desk.page.locator(".board .overlay").get_attribute("viewBox") == whole, "all of it stays in view for a mouse"
