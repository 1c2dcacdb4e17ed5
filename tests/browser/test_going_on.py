"""Play that goes on: the next turn, units moved by hand, results and lists that stay where people look."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

import fireline
from browser.desk import Desk, Visit

pytestmark = pytest.mark.whole("chromium")


def _standing(desk: Desk) -> dict[str, Any]:
    """The battle of the game that the browser keeps."""
    game = desk.kept()
    applied: list[dict[str, Any]] = [step["after"] for step in game["steps"] if step["standing"] == "applied"]
    return applied[-1] if applied else game["start"]


MOVES = [
    ("Who may fire?", "bow", "cell:G6", "", "G6", {"moved": 1}),
    ("Sanchez and Lazar", "sanchez", "cell:1,0", "", "1,0", {}),
    ("The captain and his guards", "bowman", "", "18,4", "18,4", {"facing": 45, "moved": True}),
    ("The alley", "gunner", "", "100,50", "100,50", {"stance": "kneeling", "movement": "fast"}),
]


@pytest.mark.parametrize(("title", "unit", "cell", "typed", "place", "marks"), MOVES, ids=[m[1] for m in MOVES])
def test_a_unit_is_moved_by_hand_marked_and_put_back(
    visit: Visit, title: str, unit: str, cell: str, typed: str, place: str, marks: dict[str, Any]
) -> None:
    desk = visit().open(title)
    desk.button("Move a unit").click()
    panel = desk.page.get_by_role("region", name="Move by hand")
    panel.get_by_label("Unit", exact=True).select_option(unit)
    for name, value in marks.items():
        field = panel.get_by_label(name, exact=True)
        match value:
            case True:
                field.check()
            case str():
                field.select_option(value)
            case _:
                field.fill(str(value))
    if cell:
        desk.page.locator(f'[data-key="{cell}"]').click()
    else:
        panel.get_by_label("Move to").fill(typed)
        panel.get_by_role("button", name="Move", exact=True).click()
    panel.get_by_role("status").wait_for()
    moved = fireline.Battle.read(_standing(desk))
    places = moved.places
    assert places.at(moved.state, unit) == place
    assert marks.items() <= {mark.name: mark.value for mark in places.marks(moved.state, unit)}.items()
    said = desk.kept()["steps"][-1]["said"]["command"]
    assert (said["command"], said["unit"]) == ("MoveByHand", unit)
    assert "by hand" in desk.page.locator(".log-bar").inner_text()
    assert desk.barriers() == []
    desk.button("Done").click()
    desk.button("Undo").click()
    desk.page.wait_for_function(
        "() => JSON.parse(localStorage.getItem('fireline.game.' + localStorage.getItem('fireline.current')))"
        ".steps.every(step => step.standing === 'undone')"
    )


def test_a_result_stays_with_its_dice_and_its_marks_and_is_the_first_line_of_the_log(
    visit: Visit, screens: Path
) -> None:
    desk = visit().open("Who may fire?")
    desk.aim("bow", "warriors")
    desk.lay("blue, red")
    desk.button("Shoot").click()
    dice = desk.page.locator(".side .dice")
    dice.locator("li").first.wait_for()
    assert dice.get_by_role("img", name="blue").count() == dice.get_by_role("img", name="red").count() == 1
    desk.button("Apply").click()
    result, strip = desk.page.get_by_role("region", name="What happened"), desk.page.locator(".stage .strip")
    result.wait_for()
    assert "Warriors (C5) loses 1 block, 3 left." in result.locator(".outcome").inner_text()
    assert "Warriors (C5) loses 1 block" in strip.inner_text()
    assert result.locator(".dice li").count() == strip.locator(".dice li").count() == 2
    assert desk.page.locator(".log-bar .last").inner_text().startswith("Warriors (C5) loses 1 block")
    marked = desk.page.locator("[data-concerned], [data-fell]")
    assert marked.evaluate_all("marks => marks.map(one => one.dataset.concerned)") == ["warriors"]
    desk.page.screenshot(path=screens / "result.png")
    assert desk.barriers() == []
    desk.page.reload()
    result.wait_for()
    strip.wait_for()
    desk.unit("slingers").click()  # what came of it is shown until the next act
    strip.wait_for(state="detached")
    assert marked.count() == 0
    desk.button("Undo").click()
    result.wait_for(state="detached")


def test_badges_and_list_say_what_is_to_be_expected(visit: Visit) -> None:
    desk = visit().open("Who may fire?")
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
    desk = visit(viewport={"width": width, "height": 900}).open("The village at the ford")
    desk.choose("lookout")
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
    desk = visit().open("Who may fire?")
    assert "Who of these five may fire?" in desk.page.locator(".side .about").inner_text()
    desk.aim("bow", "warriors")
    desk.page.get_by_role("link", name="Rulebook", exact=True).click()
    desk.page.get_by_role("heading", name="Rulebook of").wait_for()
    desk.page.go_back()
    desk.ruled()
    assert "Light Bow (F5) > Warriors (C5)" in desk.card().inner_text()
