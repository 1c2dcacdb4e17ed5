"""The page that makes every throw again: good games, changed games, and no network."""

import json

import pytest

from browser.desk import Visit
from browser.table import Table

pytestmark = pytest.mark.whole("chromium")


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


def test_a_finished_game_is_verified_without_any_network(visit: Visit, game: str) -> None:
    desk = visit("/verify")
    desk.page.get_by_text("Drop the file of a finished game.").wait_for()
    assert desk.barriers() == []
    desk.context.set_offline(True)
    desk.give("game.jsonl", game)
    report = desk.page.locator(".report")
    report.get_by_text("CONSISTENT", exact=True).wait_for()
    events = [json.loads(line) for line in game.splitlines()[1:]]
    throws = sum(len(event["body"].get("throws", [])) for event in events)
    assert throws > 2
    told = report.inner_text()
    assert f"{throws} throws in {len(events)} entries" in told
    assert f"{throws} of these throws rest on the server's word" in told
    assert "This file alone cannot prove who held the seats" in told
    assert desk.barriers() == []
