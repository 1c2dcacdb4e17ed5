"""The page that has a game played again: one that holds, one that was changed, and one that was played alone."""

import json

import pytest

from browser.desk import Visit
from browser.table import Table
from fireline.formats.battlefile import load
from fireline.formats.logfile import log_text
from fireline.game.log import GameLog
from fireline.server.offline import ROOT, answer

pytestmark = pytest.mark.whole("chromium")

FIELD = 'input[aria-label="Choose a file"]'


@pytest.fixture(scope="module")
def game(address: str) -> str:
    """The export of a finished game: two secrets, seeds of two seats, dice and cards."""
    table = Table(address, "ancients-ranged-combat")
    table.say("client_seed", {"seed": "bottom's own"}, "bottom")
    table.say("client_seed", {"seed": "Würfel ⚅"}, "top")
    table.shoot("bow", "warriors", "bottom")
    table.say("rotate_dice", {"reason": "half-time"})
    table.shoot("horse", "legion", "bottom")
    table.say("reveal")
    return table.export()


def test_what_the_engine_says_of_a_game_stands_on_the_page_with_who_said_it(visit: Visit, game: str) -> None:
    desk = visit("/verify", complaints=("422",))
    desk.page.get_by_text("Drop the file of a finished game.").wait_for()
    assert desk.barriers() == []
    desk.give("game.jsonl", game)
    report = desk.page.locator(".report")
    report.get_by_text("CONSISTENT", exact=True).wait_for()
    (verdict,) = json.loads(answer(f"{ROOT}/verify", json.dumps({"file": game})).text)["tables"]
    told = report.inner_text()
    assert [line for line in (*verdict["words"], verdict["counted"]) if line not in told] == []
    assert all(what in told for what in verdict["unchecked"])
    report.get_by_text("How often each face came up").click()
    (row,) = report.locator("tr").all()
    assert row.inner_text().split()[:2] == ["battle", "die"]
    assert row.locator("td").count() == len(verdict["faces"]["battle die"])
    said = desk.page.get_by_text("Checked by the server at 127.0.0.1").inner_text()
    assert said.endswith("On a computer of your own: fireline verify game.jsonl")
    assert desk.barriers() == []

    desk.give("game.jsonl", game.replace("half-time", "half-dime"), FIELD)
    report.get_by_text("NOT VERIFIED", exact=True).wait_for()
    report.get_by_text("it was changed after it was written").wait_for()
    assert desk.barriers() == []

    start = GameLog(load("ancients-ranged-combat"))
    alone, _ = start.play(start.battle.command("bow > warriors"), start.dice())
    desk.give("alone.jsonl", log_text(alone), FIELD)
    report.get_by_text("1 step replayed without dice, to the recorded states.").wait_for()
    report.get_by_text("REPLAYED", exact=True).wait_for()
