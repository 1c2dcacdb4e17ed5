"""Play that goes on: what comes next after a phase, units moved by hand, results that stay where people look."""

from __future__ import annotations

from collections.abc import Callable
from fractions import Fraction
from pathlib import Path
from typing import Any

import httpx
import pytest

import fireline
from browser.desk import Desk
from fireline.chance import FixedDice
from fireline.game.command import EndPhase, NextTurn
from fireline.server.answering import menu

pytestmark = pytest.mark.whole("chromium")

Visit = Callable[..., Desk]


def _standing(desk: Desk) -> dict[str, Any]:
    """The battle of the game that the browser keeps."""
    game = desk.kept()
    applied: list[dict[str, Any]] = [step["after"] for step in game["steps"] if step["standing"] == "applied"]
    return applied[-1] if applied else game["start"]


def test_after_a_phase_the_next_turn_is_the_highlighted_step(visit: Visit, screens: Path) -> None:
    desk = visit()
    desk.open_example("The captain and his guards")
    desk.page.locator(".side .next").wait_for()
    desk.page.get_by_text("Other commands").click()
    battle = fireline.load("examples/blightmeer-protect.yaml")
    desk.button(battle.ruleset.label(battle.state, EndPhase())).click()
    step = desk.page.locator(".side .next-steps button")
    step.wait_for()
    over = battle.play(EndPhase(), FixedDice()).battle
    assert step.all_inner_texts() == [battle.ruleset.label(over.state, NextTurn())]
    assert "strong" in (step.get_attribute("class") or "")
    assert "The phase is over. Next:" in desk.page.locator(".side").inner_text()
    assert desk.page.get_by_text("The game is over.").count() == 0
    desk.page.screenshot(path=screens / "next-turn.png")
    assert desk.barriers() == []
    step.click()
    desk.page.locator(".rail .turn", has_text="Blue shoots").wait_for()
    assert _standing(desk)["turn"]["side"] == "blue"
    assert not _standing(desk).get("over")
    desk.unit("captain").click()
    desk.page.locator(".page-badge").first.wait_for()
    desk.button("Undo").click()
    step.wait_for()


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
    desk = visit()
    desk.open_example(title)
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


def test_a_tap_on_free_ground_is_a_place_of_the_table(visit: Visit, screens: Path) -> None:
    desk = visit()
    desk.open_example("The captain and his guards")
    desk.page.keyboard.press("m")
    desk.unit("marksman").click()
    box, middle = (desk.unit(one).bounding_box() for one in ("marksman", "hound"))
    assert box is not None
    assert middle is not None
    desk.page.mouse.click(middle["x"] + middle["width"] / 2, box["y"] + box["height"] / 2)
    desk.page.get_by_role("region", name="Move by hand").get_by_role("status").wait_for()
    place = str(desk.kept()["steps"][-1]["said"]["command"]["to"])
    assert [float(number) for number in place.split(",")] == pytest.approx([17, 9.2], abs=0.26)
    desk.page.screenshot(path=screens / "move.png")
    field = desk.page.get_by_label("Move to")
    field.fill("99,99")
    desk.page.get_by_role("region", name="Move by hand").get_by_role("button", name="Move", exact=True).click()
    desk.page.locator(".side .wrong").wait_for()
    desk.complaints.clear()  # the browser reports the 422
    assert len(desk.kept()["steps"]) == 1


def test_a_unit_is_dragged_to_its_place_and_play_goes_on(visit: Visit) -> None:
    desk = visit()
    desk.open_example("Who may fire?")
    desk.drag("horse", desk.apart("horse", "javelins"), "cell:E7")
    desk.page.locator(".stage .strip", has_text="put on E7 by hand").wait_for()
    assert desk.button("Move a unit").get_attribute("aria-pressed") == "false"
    assert desk.kept()["steps"][-1]["said"]["command"]["to"] == "E7"


def test_a_unit_is_turned_on_the_spot(visit: Visit) -> None:
    desk = visit()
    desk.open_example("The captain and his guards")
    before = {one["id"]: one.get("facing", 0) for one in desk.kept()["start"]["units"]}["bowman"]
    desk.button("Move a unit").click()
    desk.unit("bowman").click()
    desk.page.get_by_role("button", name="Turn left").click()
    desk.page.get_by_role("region", name="Move by hand").get_by_role("status").wait_for()
    after = {one["id"]: one.get("facing", 0) for one in _standing(desk)["units"]}["bowman"]
    assert 0 < (float(after) - float(before)) % 360 <= 90


def test_a_result_stays_with_its_dice_and_the_log_says_first_what_came_of_it(visit: Visit, screens: Path) -> None:
    desk = visit()
    desk.open_example("Who may fire?")
    desk.unit("bow").click()
    desk.page.locator(".page-badge").first.wait_for()
    desk.unit("warriors").click()
    desk.ruled().get_by_text("Another detail, or dice of your own").click()
    desk.page.get_by_label("Faces of your own dice, e.g. 16, 5").fill("blue, red")
    desk.button("Shoot").click()
    dice = desk.page.locator(".side .dice")
    dice.locator("li").first.wait_for()
    assert dice.get_by_role("img", name="blue").count() == dice.get_by_role("img", name="red").count() == 1
    desk.button("Apply").click()
    result = desk.page.get_by_role("region", name="What happened")
    result.wait_for()
    assert "Warriors (C5) loses 1 block, 3 left." in result.locator(".outcome").inner_text()
    assert result.locator(".dice li").count() == 2
    assert desk.page.locator(".log-bar .last").inner_text().startswith("Warriors (C5) loses 1 block")
    desk.page.screenshot(path=screens / "result.png")
    assert desk.barriers() == []
    desk.page.reload()
    result.wait_for()
    desk.button("Undo").click()
    result.wait_for(state="detached")


def test_each_way_to_shoot_says_its_chance_and_once_what_to_expect_of_a_burst(visit: Visit) -> None:
    battle = fireline.load("examples/endless-horizons-burst.yaml")
    ways = [line for line in menu(battle) if line["command"]["command"] == "Shoot"]
    desk = visit()
    desk.open_example("A burst at dusk")
    desk.unit("player").click()
    desk.page.locator(".page-badge").first.wait_for()
    desk.unit("target").click()
    told = desk.ruled().get_by_role("group", name="Ways to take it").locator("label").all_inner_texts()
    assert [one.split("\n") for one in told] == [
        [way["text"], f"{float(100 * Fraction(way['odds']['p'])):.1f} %"] for way in ways
    ]
    assert [one.count("on average") for one in told] == [0, 1]


@pytest.mark.parametrize("width", [1024, 1280, 1920])
def test_a_shared_link_shows_board_and_the_quantity_of_its_headline(
    visit: Visit, address: str, screens: Path, width: int
) -> None:
    battle = fireline.load("examples/blightmeer-village.yaml")
    shot = fireline.Shot("lookout", "brute")
    odds = battle.odds(shot)
    asked = {"battle": battle.data(), "shot": shot.data()}
    kept = httpx.post(f"{address}/api/v1/shots", json=asked, timeout=60).raise_for_status().json()
    desk = visit(kept["url"], viewport={"width": width, "height": 800})
    card = desk.ruled()
    stage = desk.page.locator(".stage").bounding_box()
    assert stage is not None
    assert stage["width"] >= 0.6 * width
    assert 600 < stage["height"] <= 800
    assert desk.unit("brute").is_visible()
    desk.page.screenshot(path=screens / f"link-{width}.png")
    assert str(odds.headline.chance) in card.locator(".headline").inner_text()
    named = getattr(odds.headline, "of", "") or next(iter(odds.marginals))
    assert card.locator(".odds .name").first.inner_text() == named.replace("_", " ")


def test_terrain_is_painted_inside_the_panel(visit: Visit, screens: Path) -> None:
    desk = visit(viewport={"width": 1280, "height": 800})
    desk.open_example("Who may fire?")
    desk.button("Edit").click()
    desk.button("Forest").click()
    desk.page.screenshot(path=screens / "terrain.png")
    side = desk.page.locator(".side").bounding_box()
    assert side is not None
    for part in (desk.page.get_by_role("textbox", name="Place"), desk.button("Place it")):
        box = part.last.bounding_box()
        assert box is not None
        assert side["x"] <= box["x"]
        assert box["x"] + box["width"] <= side["x"] + side["width"]
