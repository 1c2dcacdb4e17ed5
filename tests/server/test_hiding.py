"""Units that the game master hides: no state, event, odds or error told to another side names them from then on."""

from __future__ import annotations

import asyncio
import json
from pathlib import Path
from typing import Any

import pytest

from battles import examples
from fireline.game.battle import Battle
from fireline.server.modelfiles import server_files
from fireline.server.tables.views import names, without
from server.clients import BOW, SHOT, Client, Table, shoot
from server.serving import serving
from server.sitting import Sitting
from server.sockets import Open

SCOUT = "scout-of-bottom"
"""An id that no other word holds."""
AMBUSH: dict[str, Any] = BOW | {
    "units": [
        *BOW["units"],
        {"id": SCOUT, "side": "bottom", "type": "light_bow_infantry", "hex": "E3"},
        {"id": "legion", "side": "top", "type": "medium_infantry", "hex": "B4"},
    ]
}
FIRE = shoot(SCOUT, "ax")


def texts(table: Table, seat: str) -> list[str]:
    """Everything that a seat can read of a table, less the events from before the unit was hidden."""
    hidden = next(event["seq"] for event in table.events("gm") if event["kind"] == "hide")
    answers = [table.get(seat), table.get(seat, f"/events?after={hidden - 1}"), table.get(seat, "/luck")]
    answers += [table.get(seat, f"/at/{seq}") for seq in range(hidden, table.head + 1)]
    answers += [table.post(seat, "/targets", {"shooter": "ax"}), table.post(seat, "/check", {"shot": SHOT})]
    return [answer.text for answer in answers]


def test_nothing_that_another_side_is_told_names_a_hidden_unit(client: Client) -> None:
    table = Table(client, AMBUSH)
    assert SCOUT in table.get("top").text
    assert table.say("gm", "hide", {"unit": SCOUT}).status_code == 200
    assert table.command("bottom", {"command": "Place", "unit": SCOUT, "to": "E4"}).status_code == 200
    assert table.agree("gm", reason="it creeps").status_code == 200
    assert table.command("bottom", FIRE).status_code == 200
    table.answer_all("gm")
    for seat in ("top", "spectator"):
        assert not [text for text in texts(table, seat) if SCOUT in text], seat
        kinds = [event["kind"] for event in table.events(seat)]
        assert kinds[:3] == ["start", "commit", "unseen"]
        assert kinds.count("unseen") == 4  # hidden, asked, put, fired
        assert table.get(seat).json()["hidden_units"] == []
        assert table.get(seat, "/export").status_code == 403
    for seat in ("bottom", "gm"):
        assert SCOUT in table.get(seat).text
        assert table.get(seat).json()["hidden_units"] == [SCOUT]
        assert "unseen" not in [event["kind"] for event in table.events(seat)]
    log = table.events("top")
    assert SCOUT in json.dumps(log[0])  # what was told before stays told
    assert log[-1]["state"] == Battle.read(table.get("top").json()["battle"]).fingerprint


def test_whoever_does_not_see_the_enemy_has_not_won(client: Client) -> None:
    table = Table(client, AMBUSH | {"victory": {"banners": 2}})
    for unit in ("ax", "legion"):
        table.say("gm", "hide", {"unit": unit})
    assert [table.get(seat).json()["winner"] for seat in ("bottom", "top", "spectator")] == [None] * 3
    won = {"battle": table.get("gm").json()["battle"] | {"banners": {"top": 2}}, "reason": "as agreed"}
    assert table.say("gm", "override", won).status_code == 200
    assert [table.get(seat).json()["winner"] for seat in ("bottom", "top", "spectator")] == ["top"] * 3


def test_only_the_game_master_hides_and_shows_and_no_refusal_names_a_hidden_unit(client: Client) -> None:
    table = Table(client, AMBUSH)
    for said, status, why in (
        (table.say("bottom", "hide", {"unit": SCOUT}), 403, "may not say hide"),
        (table.say("gm", "hide", {"unit": "nobody"}), 422, "'nobody' is no unit of this battle"),
    ):
        assert (said.status_code, why in said.json()["detail"]) == (status, True)
    table.say("gm", "hide", {"unit": SCOUT})
    table.say("gm", "hide", {"unit": SCOUT})
    assert SCOUT in table.get("top").text
    assert [event["kind"] for event in table.events("top")] == ["start", "commit", "unseen", "hide"]
    table.say("gm", "hide", {"unit": SCOUT})
    table.say("gm", "reveal", {})
    assert "unseen" not in [event["kind"] for event in table.events("top")]
    assert table.say("gm", "hide", {"unit": "bow"}).status_code == 422
    table = Table(client, AMBUSH | {"turn": {"side": "top"}})
    table.say("gm", "hide", {"unit": SCOUT})
    piece = {"id": "more", "side": "top", "type": "auxilia"}
    for answer in (
        table.command("top", {"command": "Place", "unit": "ax", "to": "E3"}),
        table.say("top", "add", {"piece": piece, "path": "units", "to": "E3"}),
        table.say("top", "add", {"piece": piece | {"id": SCOUT}, "path": "units", "to": "D3"}),
    ):
        assert (answer.status_code, answer.json()["code"]) == (422, "hidden"), answer.text
        assert SCOUT not in answer.text
    assert table.command("top", shoot("ax", SCOUT)).status_code == 422
    assert table.command("top", {"command": "Place", "unit": "ax", "to": "C5"}).status_code == 200


def test_dice_of_a_hidden_unit_are_not_mixed_and_the_log_of_all_this_is_verified(client: Client) -> None:
    table = Table(client, AMBUSH)
    bottom, top = (Sitting(table, seat).sit() for seat in ("bottom", "top"))
    table.say("gm", "hide", {"unit": SCOUT})
    assert bottom.command(FIRE).json()["result"]["kind"] == "command"
    table.answer_all("gm")
    assert bottom.look().dice.trouble == top.look().dice.trouble == []
    assert bottom.command(shoot("bow", "ax")).status_code in {200, 422}  # the auxilia may be gone
    for player in (top, bottom, top):
        player.look()
    table.say("gm", "hide", {"unit": SCOUT})
    assert bottom.look().dice.trouble == top.look().dice.trouble == []
    assert not top.dice.fork
    assert table.say("gm", "reveal", {}).status_code == 200
    verdict = table.verdict(seat="top")
    assert verdict.verified
    assert any("On the server's word: 1 roll" in line for line in verdict.words)


def test_a_table_read_again_hides_the_same(tmp_path: Path) -> None:
    async def sit(table: Open, *, hide: bool) -> list[str]:
        async with table.sit("top") as top:
            if hide:
                assert (await asyncio.to_thread(table.ask, "gm", "POST", "/commands", said)).status_code == 200
                await top.next("event")
            await top.say({"ping": 1})
            await top.next("pong")
            return top.heard

    said = {"cmd_id": "h", "kind": "hide", "body": {"unit": SCOUT}}
    with serving(tmp_path / "tables.db") as url:
        table = Open(url, AMBUSH)
        first = asyncio.run(sit(table, hide=True))
    with serving(tmp_path / "tables.db") as url:
        table.url = url
        assert SCOUT not in (table.ask("top", "GET", "")).text
        again = asyncio.run(sit(table, hide=False))
    lines = [text for text in first if '"event"' in text]
    assert [text for text in again if '"event"' in text] == lines[: len(lines)]
    assert not [text for text in lines if SCOUT in text and '"start"' not in text]


@pytest.mark.parametrize("game", ["ancients", "blightmeer", "duel-of-ages", "endless-horizons"])
def test_every_unit_of_every_game_can_be_left_out(game: str) -> None:
    for data in examples(game).values():
        battle = Battle.read(data, server_files())
        for unit in battle.units:
            if len({one.side for one in battle.units if one.id != unit.id}) < len(battle.sides):
                continue  # the last of a side stays
            left = without(battle, frozenset({unit.id}))
            assert {one.id for one in left.units} == {one.id for one in battle.units} - {unit.id}
            assert not names([*map(str, left.units)], [unit.id])
            assert left.legal() is not None
