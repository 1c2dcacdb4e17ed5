"""A small battle of each game, begun and played to its end by roles and names alone: alone, and with a friend."""

from typing import Any

import pytest

from browser.desk import PHONE, Visit
from browser.duellists import END, Duellist, played

pytestmark = pytest.mark.whole("chromium")

GUN = {"stance": "standing", "check": {"skill": 4}, "weapon": {"name": "M16"}, "hits_to_stop": 1}
REFUSED = ("422",)
"""What a browser says of a question about somebody who has nothing to shoot with."""
CANNON = {"name": "Cannon", "range": 30, "injury": 19, "pierce": 0}
GUNNER = {"ranged": 2, "defence": "-", "morale": 12, "wounds": 1, "weapon": CANNON}
"""Whoever it hits is out of the battle, 24 times in 25: a bow leaves most of those it hits to get up again."""
CARD = {"name": "Rifle", "rating": "aim", "symbol": "rifle", "min_range": 1, "max_range": 6, "power": 9, "wounds": 9,
        "revealed": True}  # fmt: skip
HERO = {"ratings": {"aim": 12}, "health": 1, "cards": [CARD]}
DUELS: dict[str, dict[str, Any]] = {
    "ancients": {
        "turn": {"side": "bottom"},
        "units": [
            {"id": "one", "side": "bottom", "hex": "C5", "type": "light_bow_infantry"},
            {"id": "two", "side": "top", "hex": "A5", "type": "warrior", "blocks": 1},
        ],
    },
    "duel-of-ages": {
        "board": {"spaces": dict.fromkeys(("0,0", "1,0", "2,0", "3,0"), "clear")},
        "heroes": [
            {"id": "ann", "team": "white", "space": "0,0", **HERO},
            {"id": "bo", "team": "black", "space": "2,0", **HERO},
        ],
    },
    "blightmeer": {
        "turn": {"side": "red"},
        "table": {"width": 24, "depth": 24},
        "units": [
            {"id": "ann", "side": "red", "at": [8, 8, 0], "facing": 90, **GUNNER},
            {"id": "bo", "side": "blue", "at": [8, 16, 0], "facing": 270, **GUNNER},
        ],
    },
    "endless-horizons": {
        "units": [{"id": "ann", "side": "red", "at": [0, 0], **GUN}, {"id": "bo", "side": "blue", "at": [30, 0], **GUN}]
    },
}  # fmt: skip


@pytest.mark.parametrize("device", [{}, PHONE], ids=["desktop", "phone"])
@pytest.mark.parametrize("game", DUELS)
def test_a_small_battle_is_played_to_its_end_alone(visit: Visit, game: str, device: dict[str, Any]) -> None:
    player = Duellist(visit(complaints=REFUSED, **device))
    player.open({"fireline": 1, "ruleset": game, **DUELS[game]})
    print(f"{game}, alone: {played(player)}")
    assert player.desk.barriers() == []


@pytest.mark.parametrize("game", DUELS)
def test_a_small_battle_is_played_to_its_end_with_a_friend_who_was_invited(visit: Visit, game: str) -> None:
    host = Duellist(visit(complaints=REFUSED))
    host.open({"fireline": 1, "ruleset": game, **DUELS[game]})
    host.click(host.desk.button("Invite"))
    invite = host.page.get_by_role("region", name="Invite")
    invite.wait_for()
    seats = {one.get_attribute("aria-label"): one.input_value() for one in invite.get_by_role("textbox").all()}
    sides = [one for name, one in seats.items() if name not in {"Game master (you)", "Game master", "Spectator"}]
    assert len(sides) == 2
    friends = [Duellist(visit(link, complaints=REFUSED)) for link in sides]
    for friend in friends:
        friend.turn.get_by_role("button", name="Place").wait_for()
    host.click(invite.get_by_role("button", name="Close"))
    print(f"{game}, with friends: {played(*friends)}")
    host.page.get_by_text(END).first.wait_for()
