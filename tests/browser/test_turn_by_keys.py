"""A whole turn of each game by keys alone: begun, moved, shot, answered, ended."""

import re

import pytest

from browser.desk import Visit
from browser.fingers import Fingers
from fireline.game.registry import ruleset, ruleset_ids

pytestmark = pytest.mark.whole("chromium")

GAMES = ["ancients", "blightmeer", "duel-of-ages", "endless-horizons"]


@pytest.mark.parametrize("game", [pytest.param("ancients", marks=pytest.mark.quick), *GAMES[1:]])
def test_a_whole_turn_by_keys_alone(visit: Visit, game: str) -> None:
    id_ = next(one for one in ruleset_ids() if one.partition("@")[0] == game)
    player = Fingers(visit(complaints=("422",)))
    player.page.locator(".tile").first.wait_for()
    player.use(player.desk.button(f"Small battle: {ruleset(id_).name}"))
    tokens = player.turn.get_by_role("button").filter(has_not_text=re.compile("^(Place|End)"))
    tokens.first.wait_for()
    whose = player.turn.get_by_role("paragraph").inner_text()
    able = tokens.evaluate_all("all => all.map(one => one.title)")
    shots = 0
    for nth, name in enumerate(able):
        token = tokens.and_(player.page.get_by_title(name, exact=True))
        if not token.count():
            continue  # out of the battle by what another has done
        player.use(token)
        if nth == 0:
            moves(player)
        shots += player.shoots()
    assert shots
    player.reach(player.turn.get_by_role("button", name=re.compile("^End")))
    player.does("Enter")
    player.answers()
    assert player.turn.get_by_role("paragraph").inner_text() != whose
    assert player.clicks == 0
    print(f"{game}, a turn by keys: {player.counted()}")


def moves(player: Fingers) -> None:
    """The chosen unit goes one step: on the board by arrows; where nothing has a place, by what it says of the move."""
    move = player.actions.get_by_role("button", name="Move", exact=True)
    move.wait_for()
    player.press("a")
    assert move.and_(player.here).count() == 1
    player.press("m")
    if move.get_attribute("aria-pressed") == "true":
        for arrow in ("ArrowUp", "ArrowRight", "ArrowDown", "ArrowLeft"):
            player.press(arrow)
            if player.page.evaluate("() => document.activeElement.dataset.key").startswith("cell"):
                break
    else:
        player.press("Tab", "ArrowDown", "Shift+Tab")
    player.does("Enter")
    assert "move" in player.log.get_by_role("button").first.inner_text()
