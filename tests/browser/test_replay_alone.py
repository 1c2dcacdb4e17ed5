"""A game of one's own replayed, tried otherwise, planned, and taken along as a log."""

import json
from pathlib import Path

import pytest

import fireline
from browser.desk import Desk, Visit
from browser.editor import Editor
from fireline.formats.logfile import load_log

pytestmark = pytest.mark.whole("chromium")


def _shoot(desk: Desk, shooter: str, target: str, faces: str) -> None:
    desk.shoot(shooter, target, faces)
    desk.page.get_by_role("region", name="What happened").wait_for()


def test_a_game_is_replayed_and_played_on_from_any_step(visit: Visit) -> None:
    desk = visit().open("Who may fire?")
    assert desk.page.get_by_label("Entry of the game that the board shows").count() == 0
    _shoot(desk, "bow", "warriors", "blue, blue")
    before = desk.kept()
    desk.button("One step back").click()
    desk.page.get_by_text("You see the board at the start").wait_for()
    assert desk.page.locator(".stage .strip p").count() == 0
    assert desk.button("Undo").is_disabled()
    assert "30.6%" in desk.aim("bow", "warriors").inner_text()
    assert desk.button("Shoot").count() == 0
    assert desk.barriers() == []
    desk.button("What if? Play on from here").click()
    desk.page.locator("h1", has_text="Who may fire? (from step 0)").wait_for()
    assert desk.kept()["id"] != before["id"]
    assert desk.kept()["steps"] == []
    _shoot(desk, "bow", "warriors", "red, flag")
    desk.page.locator(".decision button").first.click()
    desk.page.locator(".decision").wait_for(state="detached")
    desk.button("One step back").click()
    desk.page.locator(".next", has_text="Top had to decide here before anything else.").wait_for()
    assert desk.page.get_by_text("Best shot").count() == 0, "nothing is asked about shots while an answer is owed"
    desk.page.goto("/")
    desk.button("Continue Who may fire?").wait_for()


def test_a_target_that_was_not_there_yet_is_let_go_and_its_shooter_stays(visit: Visit) -> None:
    desk = visit().open("Who may fire?")
    added = Editor(desk).add("Heavy Infantry", "top", "D5")
    desk.button("Done").click()
    desk.aim("bow", added)
    desk.button("One step back").click()
    desk.page.get_by_text("You see the board at the start").wait_for()
    desk.page.get_by_text("Light Bow (F5) shoots. Choose a target.").wait_for()
    desk.unit(added).wait_for(state="detached")


def test_the_best_shot_is_found_and_shown(visit: Visit) -> None:
    desk = visit().open("Who may fire?")
    desk.page.get_by_text("Best shot", exact=True).click()
    desk.button("Find the best shot").click()
    desk.page.get_by_text("Begin with this: ").wait_for()
    desk.button("Show it").click()
    assert desk.ruled().locator(".verdict.legal").count() == 1
    assert desk.barriers() == []


def test_a_log_goes_out_and_comes_in_again(visit: Visit, tmp_path: Path) -> None:
    desk = visit().open("Who may fire?")
    _shoot(desk, "bow", "warriors", "blue, blue")
    kept = desk.kept()
    desk.page.get_by_text("Download", exact=True).click()
    with desk.page.expect_download() as download:
        desk.button("Log of the game").click()
    file = tmp_path / download.value.suggested_filename
    download.value.save_as(file)
    log = load_log(file)
    assert log.battle.data() == kept["steps"][-1]["after"]
    again = visit()
    again.page.locator(".tile").first.wait_for()
    again.page.locator('input[type="file"]').set_input_files(file)
    again.page.locator(".stage .strip", has_text="loses 2 blocks").wait_for()
    [step] = again.kept()["steps"]
    assert step["after"] == kept["steps"][-1]["after"]
    assert step["said"]["faces"] == ["blue", "blue"]


@pytest.mark.parametrize("name", ["ancients-table.jsonl", "ancients-mixed-table.jsonl"])
def test_the_log_of_a_table_is_replayed(visit: Visit, name: str) -> None:
    desk = visit()
    desk.page.locator(".tile").first.wait_for()
    desk.page.locator('input[type="file"]').set_input_files(Path("examples") / name)
    desk.page.get_by_label("Entry of the game that the board shows").wait_for()
    rows = [json.loads(line) for line in (Path("examples") / name).read_text(encoding="utf-8").splitlines()]
    start = next(row["body"]["battle"] for row in rows if "battle" in row.get("body", {}))
    assert fireline.Battle.read(desk.kept()["start"]) == fireline.Battle.read(start)
    assert len(desk.kept()["steps"]) >= 1


def test_a_broken_log_is_told_in_one_line(visit: Visit) -> None:
    desk = visit(complaints=("422",))
    desk.page.locator(".tile").first.wait_for()
    desk.give("x.jsonl", '{"fireline_log": 1}\n{oops')
    wrong = desk.page.locator(".start-wrong")
    wrong.wait_for()
    reason = "is not well-formed JSON: no key; a key stands in double quotes"
    assert wrong.inner_text() == f"x.jsonl: line 2, column 2: {reason}"
