"""Numbers that stand on answers of others: which, what else they could be, and another kind on request."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Any

from browser.desk import Desk

if TYPE_CHECKING:
    from playwright.sync_api import Route

Visit = Callable[..., Desk]
SENTENCE = "The other side answers as it usually does."
HITS = {"1": ["1/9", "1/2"], "2": ["1/36", "1/36"]}


def owing(answer: dict[str, Any]) -> dict[str, Any]:
    """An answer of the engine as it is where somebody has a choice."""
    if answer["odds"]:
        headline = answer["odds"]["headline"] | {"of": "eliminated", "p": "11/36"}
        marginals = {"eliminated": {"false": "25/36", "true": "11/36"}, "hits": answer["odds"]["marginals"]["hits"]}
        bounds = {"eliminated": {"true": ["11/36", "5/9"], "false": ["4/9", "25/36"]}, "hits": HITS}
        answer["odds"] |= {"headline": headline, "answers": SENTENCE, "bounds": bounds, "marginals": marginals}
    return answer


def test_the_card_says_which_answers_it_stands_on_and_asks_for_others(visit: Visit) -> None:
    desk = visit()
    asked: list[dict[str, Any]] = []

    def odds(route: Route) -> None:
        body: dict[str, Any] = route.request.post_data_json or {}
        asked.append({key: value for key, value in body.items() if key != "battle"})
        body.pop("answers", None)
        route.fulfill(json=owing(route.fetch(post_data=body).json()))

    def targets(route: Route) -> None:
        told = route.fetch().json()
        route.fulfill(json=told | {"targets": [owing(one) for one in told["targets"]]})

    desk.page.route("**/api/v1/odds", odds)
    desk.page.route("**/api/v1/targets", targets)
    desk.open_example("Who may fire?")
    desk.unit("bow").click()
    desk.page.locator(".page-badge").first.wait_for()
    desk.unit("warriors").click()
    card = desk.ruled()
    card.get_by_text(SENTENCE).wait_for()
    assert card.locator(".range").inner_text() == "30.6 % to 55.6 % by other lawful answers"
    assert card.locator(".odds .name").first.inner_text() == "eliminated"
    card.get_by_text("What other answers can reach").click()
    assert card.locator(".odds li").all_inner_texts() == [
        "eliminated yes: 30.6 % – 55.6 %",
        "eliminated no: 44.4 % – 69.4 %",
        "hits 1: 11.1 % – 50.0 %",
    ]
    assert desk.barriers() == []
    with desk.page.expect_response("**/api/v1/odds"):
        card.get_by_label("Answers of others").select_option("best")
    desk.ruled()
    assert asked == [{"shot": {"shooter": "bow", "target": "warriors"}, "answers": "best"}]
    assert desk.page.get_by_label("Answers of others").input_value() == "best"


def test_where_nobody_has_a_choice_nothing_is_said_of_answers(visit: Visit) -> None:
    desk = visit()
    desk.open_example("The alley")
    desk.unit("gunner").click()
    desk.page.locator(".page-badge").first.wait_for()
    desk.unit("van").click()
    card = desk.ruled()
    assert card.locator(".range, .odds select").count() == 0
    assert "on average" in card.inner_text()
