"""Play that goes on: the next turn, units moved by hand, results and lists that stay where people look."""

import re
from typing import Any

import pytest

import fireline
from browser.desk import STEPS, Desk, Visit

pytestmark = pytest.mark.whole("chromium")

BACKGROUND = "button => getComputedStyle(button).backgroundColor"


def _standing(desk: Desk) -> dict[str, Any]:
    """The battle of the game that the browser keeps."""
    game = desk.kept()
    applied: list[dict[str, Any]] = [step["after"] for step in game["steps"] if step["standing"] == "applied"]
    return applied[-1] if applied else game["start"]


def test_a_move_counts_what_the_rules_count_and_undo_takes_the_count_back(visit: Visit) -> None:
    desk = visit().open("Who may fire?")
    start = _standing(desk)
    desk.unit("bow").click()
    desk.page.get_by_role("region", name="Actions").get_by_role("button", name="Move", exact=True).click()
    desk.page.locator('[data-key="cell:G6"]').click()
    desk.page.wait_for_function(f"() => {STEPS}.length === 1")
    moved = fireline.Battle.read(_standing(desk))
    assert moved.places.at(moved.state, "bow") == "G6"
    assert {"moved": 1}.items() <= {mark.name: mark.value for mark in moved.places.marks(moved.state, "bow")}.items()
    assert desk.kept()["steps"][-1]["said"]["command"]["command"] == "Move"
    assert desk.barriers() == []
    desk.button("Undo").click()
    desk.page.wait_for_function(f"() => {STEPS}.every(step => step.standing === 'undone')")
    assert _standing(desk) == start


def test_a_detour_is_said_while_the_move_waits_for_its_place(visit: Visit) -> None:
    desk = visit().open("Who may fire?")
    desk.unit("bow").click()
    actions = desk.page.get_by_role("region", name="Actions")
    move, detour = actions.get_by_role("button", name="Move", exact=True), actions.get_by_label("Move: hexes")
    move.click()
    under_the_mouse = move.evaluate(BACKGROUND)
    detour.fill("2")
    detour.hover()
    assert move.evaluate(BACKGROUND) == under_the_mouse, "a pressed button looks pressed under the mouse as well"
    desk.page.locator('[data-key="cell:G6"]').click()
    desk.page.wait_for_function(f"() => {STEPS}.length === 1")
    moved = fireline.Battle.read(_standing(desk))
    assert {"moved": 2}.items() <= {mark.name: mark.value for mark in moved.places.marks(moved.state, "bow")}.items()
    assert detour.count() == 0


def test_a_unit_is_dragged_by_the_rules_and_placed_only_by_choice(visit: Visit) -> None:
    desk = visit(complaints=("422", "409")).open("Who may fire?")
    turn = desk.page.get_by_role("region", name="Turn")
    desk.drag("horse", desk.apart("horse", "javelins"), "cell:E7")
    desk.page.wait_for_function(f"() => {STEPS}.length === 1")
    assert desk.kept()["steps"][0]["said"]["command"]["command"] == "Move"
    far = desk.apart("legion", "warriors")
    desk.drag("warriors", -far / 3, "cell:C4")
    desk.page.get_by_role("alert").filter(has_text="It is the turn of bottom.").first.wait_for()
    assert len(desk.kept()["steps"]) == 1, "what is not allowed changes nothing"
    turn.get_by_role("button", name="Place").click()
    desk.drag("warriors", -far / 3, "cell:C4")
    desk.page.wait_for_function(f"() => {STEPS}.length === 2")
    assert desk.kept()["steps"][1]["said"]["command"]["command"] == "Place"
    assert "by hand" in desk.page.locator(".log-bar").inner_text()


def test_every_turn_can_be_ended_at_once_and_every_command_typed(visit: Visit) -> None:
    desk = visit(complaints=("422", "409")).open("The alley")
    turn, actions = (desk.page.get_by_role("region", name=name) for name in ("Turn", "Actions"))
    assert actions.get_by_role("button").count() == 0
    desk.unit("gunner").click()
    actions.get_by_role("button", name="Stance").wait_for()
    assert actions.get_by_role("button").count() <= 12
    actions.get_by_label("Stance: stance").select_option("standing")
    actions.get_by_role("button", name="Stance").click()
    desk.page.wait_for_function(f"() => {STEPS}.length === 1")
    stance = {"command": "ChangeStance", "unit": "gunner", "stance": "standing"}
    assert desk.kept()["steps"][0]["said"]["command"] == stance
    desk.page.locator(".page-badge").first.wait_for()  # whoever was told something is chosen again
    desk.page.keyboard.press("/")
    desk.page.keyboard.type("gunner stance sitting")
    desk.page.keyboard.press("Enter")
    desk.page.locator(".stage-note", has_text="sitting").wait_for()
    typed = desk.page.get_by_label("Type a command")
    typed.fill("gunner stance kneeling")
    typed.press("Enter")
    desk.page.wait_for_function(f"() => {STEPS}.length === 2")
    turn.get_by_role("button", name="End the round").click()
    turn.get_by_text("Round 2").wait_for()
    told = desk.page.get_by_role("region", name="What happened")
    told.get_by_text("Begin round 2").wait_for()
    assert told.get_by_text(re.compile("seed", re.IGNORECASE)).count() == 0, "no dice fell"


def test_a_result_stays_with_its_dice_and_its_marks_and_is_the_first_line_of_the_log(visit: Visit) -> None:
    desk = visit().open("Who may fire?")
    desk.aim("bow", "warriors")
    desk.lay("blue, red")
    desk.button("Shoot").click()
    dice = desk.page.locator(".stage .dice")
    dice.locator("li").first.wait_for()
    assert dice.get_by_role("img", name="blue").count() == dice.get_by_role("img", name="red").count() == 1
    result, strip = desk.page.get_by_role("region", name="What happened"), desk.page.locator(".stage .strip")
    result.wait_for()
    assert "Warriors (C5) loses 1 block, 3 left." in strip.inner_text()
    assert "loses 1 block" not in result.inner_text(), "what happened is told once"
    assert strip.locator(".dice li").count() == 2
    assert desk.page.locator(".log-bar .last").inner_text().startswith("Warriors (C5) loses 1 block")
    marked = desk.page.locator("[data-concerned], [data-fell]")
    assert marked.evaluate_all("marks => marks.map(one => one.dataset.concerned)") == ["warriors"]
    assert desk.barriers() == []
    desk.page.reload()
    result.wait_for()
    strip.wait_for()
    desk.unit("slingers").click()  # what came of it is shown until the next act
    strip.wait_for(state="hidden")
    assert marked.count() == 0
    desk.button("Undo").click()
    result.wait_for(state="detached")


def test_badges_and_list_say_what_is_to_be_expected(visit: Visit) -> None:
    desk = visit().open("Who may fire?")
    desk.unit("bow").click()
    badge = desk.page.locator(".page-badge.legal")
    badge.wait_for()
    assert (badge.text_content() or "").replace(" ", "") == "30.6%avg0.33"
    assert "0.33 blocks lost on average" in desk.in_list("Warriors").inner_text()
    first = desk.page.locator(".rail button.unit").first
    assert "Warriors" not in first.inner_text()
    desk.page.get_by_label("Sort the units").select_option("by range")
    assert "Warriors" in first.inner_text()
    assert "3 away" in first.inner_text()
    desk.unit("warriors").click()
    assert "0.33 blocks lost on average" in desk.ruled().locator(".headline").inner_text()


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
    assert desk.box(".rail")["width"] < 64
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
