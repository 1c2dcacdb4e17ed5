"""A game that the project does not know, with words of its own, on the page: nothing in the page was written for it."""

import pytest

import fireline
from browser.desk import Visit
from browser.editor import Editor
from fireline.game.registry import starter

pytestmark = pytest.mark.whole("chromium")

SHOT = fireline.Shot("heron", "swan")


def test_a_battle_is_ruled_edited_fought_ended_and_read_again(visit: Visit) -> None:
    odds = fireline.loads(starter("regatta")).odds(SHOT)
    desk = visit().open("regatta")
    said = desk.aim("heron", "swan").inner_text()
    assert odds.ruling.title in said
    assert "Legal" in said
    assert str(odds.headline.chance) in said
    assert "RGT-2.1" in said
    assert "every captain keeps his cannons" in said

    editor = Editor(desk)
    brig = editor.add("Brig", "blue", "5")
    assert not editor.battle.check(SHOT).legal, "the new boat lies between them"
    editor.choose(brig)
    editor.step(lambda: editor.point("7"))
    assert editor.placed(brig) == "7"
    desk.button("Done").click()

    desk.shoot("heron", "swan", "6, 1, 1")
    desk.page.get_by_role("region", name="blue decides").wait_for()
    choices = desk.page.locator(".decision button")
    assert choices.all_inner_texts() == [
        "swan (berth 6): keep every cannon",
        "swan (berth 6): plug a hole, a cannon overboard",
    ]
    choices.last.click()
    desk.page.locator(".side .next").wait_for()
    desk.button("End the watch").click()
    desk.page.get_by_role("region", name="Turn").get_by_text("blue").first.wait_for()

    desk.page.keyboard.press("l")
    log = desk.page.locator(".log .history").inner_text()
    for told in (
        "heron (berth 4) fires at swan (berth 6) and rolls 6, 1 and 1: 1 hole",
        "cannon overboard",
        "The watch of blue",
    ):
        assert told in log
    assert desk.barriers() == []
    swan = next(boat for boat in editor.data["boats"] if boat["id"] == "swan")
    assert (swan.get("holes", 0), swan["cannons"]) == (0, 1)
