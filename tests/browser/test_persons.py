"""Four persons and what they came for, from the first page to the last word: see docs/design/four-persons.md."""

from __future__ import annotations

from functools import partial
from pathlib import Path

import pytest

from browser.builder import Builder
from browser.desk import PHONE, Desk, Visit
from browser.editor import Editor
from browser.table import seated, shown_state

pytestmark = pytest.mark.whole("chromium")


def test_a_player_at_home_asks_his_phone(visit: Visit, screens: Path) -> None:
    desk = visit(**PHONE)
    page = desk.page
    page.get_by_role("button", name="New battle: Commands & Colors: Ancients", exact=True).tap()
    build = Builder(desk)
    for side, piece, place in (("bottom", "Light Bow", "F5"), ("top", "Warriors", "D5")):
        build.palette.get_by_role("button", name=side, exact=True).first.tap()
        build.turn_to(piece)
        build.palette.get_by_role("button", name=piece, exact=True).tap()
        build.step(partial(page.touchscreen.tap, *build.where(place)))
        assert page.locator(".board").bounding_box()["height"] > 844 / 3  # type: ignore[index]
    desk.button("Done").tap()
    bow, warriors = (unit["id"] for unit in build.data["units"])
    desk.unit(bow).tap()
    page.locator(".page-badge.legal").first.wait_for()
    desk.unit(warriors).tap()
    desk.ruled().locator(".verdict.legal").wait_for()
    desk.button("Shoot").tap()
    desk.button("Apply").tap()
    result = page.locator(".stage .strip p")
    result.wait_for()
    assert page.locator(".stage .strip .dice, .stage .strip svg").count() > 0
    page.screenshot(path=screens / "person-phone.png")
    assert desk.barriers() == []
    desk.button("Undo").tap()
    result.wait_for(state="detached")
    assert [unit.id for unit in build.battle.units] == [bow, warriors]


def owes(desk: Desk) -> bool:
    """Whether the page asks for an answer."""
    return bool(desk.page.locator(".decision button").count())


def test_two_friends_across_the_net_play_to_the_end(visit: Visit, screens: Path) -> None:
    one = visit("/new-table")
    one.page.get_by_label("Battle", exact=True).select_option(label="Who may fire?")
    one.page.get_by_label("Name of the table").fill("Thursday")
    one.button("Set up the table").click()
    one.page.locator(".links li").first.wait_for()
    links = [link.input_value() for link in one.page.locator(".links input").all()]
    master, mine, friend = (seated(visit(link, **view)) for link, view in zip(links, ({}, {}, PHONE), strict=False))
    mine.page.locator(".whose", has_text="Your turn").wait_for()
    friend.page.locator(".whose", has_text="Bottom to act").wait_for()
    mine.aim("bow", "warriors")
    mine.button("Shoot").click()
    words = {desk.page.locator(".stage .strip p").first.inner_text() for desk in (mine, friend)}
    assert len(words) == 1
    answers = "() => document.querySelector('.decision button')?.click()"
    while "" in (states := {shown_state(desk) for desk in (mine, friend)}) or len(states) > 1 or owes(friend):
        assert mine.page.locator(".decision button").count() == 0
        friend.page.evaluate(answers)  # the dice may make the friend choose, once or twice
        friend.page.wait_for_timeout(100)
    mine.button("Move a unit").click()
    panel = mine.page.get_by_role("region", name="Move by hand")
    panel.get_by_label("Unit", exact=True).select_option("horse")
    panel.get_by_label("Move to").fill("E7")
    panel.get_by_role("button", name="Move", exact=True).click()
    friend.page.locator(".log-bar", has_text="is put on E7 by hand").wait_for()
    friend.page.screenshot(path=screens / "person-friend.png")
    master.page.locator("summary", has_text="The game").click()
    master.button("End the game and reveal the secret").click()
    master.button("End the game").click()
    for desk in (master, mine, friend):
        desk.page.locator(".whose", has_text="The game is over.").wait_for()
        assert desk.barriers() == []


def test_a_game_master_prepares_a_village_and_opens_it(visit: Visit, screens: Path) -> None:
    desk = visit(complaints=("422",))
    build = Builder(desk, "Blightmeer")
    build.hold("Wall, a window in it")
    build.tap_line(["6,12", "14,12"])
    build.hold("Crate")
    build.sweep(["20,14", "22,16"])
    build.key("Control+z")
    desk.page.wait_for_function("() => !document.querySelector('[data-key=\"terrain:crate\"]')")
    build.sweep(["16,14", "18,16"])
    build.side("red")
    build.hold("Fighter, Bow")
    build.tap("18,4")
    build.side("blue")
    build.hold("Brute")
    build.tap("18,20")
    desk.button("Done").click()
    prepared = build.data
    archer, brute = (unit["id"] for unit in prepared["units"])
    chance = _chance(desk, archer, brute)
    desk.page.screenshot(path=screens / "person-master.png")
    desk.page.goto("/new-table")
    assert desk.page.get_by_label("Battle", exact=True).input_value() == "hand"
    desk.button("Set up the table").click()
    desk.page.locator(".links li").first.wait_for()
    table = seated(visit(desk.page.locator(".links input").first.input_value()))
    assert table.page.locator(".thing.unit").count() == 2
    assert _chance(table, archer, brute) == chance, "the same walls, the same shot"
    assert table.barriers() == []


def test_a_designer_tries_a_unit(visit: Visit, screens: Path) -> None:
    desk = visit().open("The captain and his guards")
    before = _chance(desk, "bowman", "captain")
    editor = Editor(desk)
    editor.choose("bowman")
    editor.step(lambda: editor.set("Ranged", "10"))
    desk.button("Done").click()
    after = _chance(desk, "bowman", "captain")
    assert before != after
    desk.button("Compare").click()
    desk.page.get_by_label("Field", exact=True).fill("units[bowman].ranged")
    desk.page.get_by_role("textbox", name="Value", exact=True).first.fill("6")
    desk.button("Add a column").click()
    desk.page.locator("table").first.wait_for()
    desk.page.screenshot(path=screens / "person-designer.png")
    assert desk.barriers() == []
    desk.button("Undo").click()
    assert _chance(desk, "bowman", "captain") == before


def _chance(desk: Desk, shooter: str, target: str) -> str:
    """The chance that the board shows on a target."""
    desk.aim(shooter, target)
    told: str = desk.page.locator(".card .headline").first.inner_text()
    return told
