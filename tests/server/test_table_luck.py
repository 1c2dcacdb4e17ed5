"""The luck of a table is that of its steps that stand, and tells nobody of cards that he may not see."""

from __future__ import annotations

from typing import Any

import fireline
from fireline.analysis.luck import luck
from fireline.chance import FixedDice
from fireline.game.battle import Battle
from fireline.game.command import Shoot
from fireline.game.log import GameLog
from server.clients import API, Client

RANGED = fireline.load("examples/ancients-ranged-combat.yaml")
DUEL = fireline.load("examples/duel-of-ages-tommy-gun.yaml")
SHOT = {"command": "Shoot", "shot": {"shooter": "bow", "target": "warriors"}}


class Seats:
    """A table whose players throw real dice."""

    def __init__(self, client: Client, battle: Battle) -> None:
        made = client.post(f"{API}/tables", json={"battle": battle.data(), "dice": "real"}).json()
        self.tokens = {seat["seat"]: seat["token"] for seat in made["seats"]}
        self.path, self.client, self.said = f"{API}/tables/{made['table']}", client, 1

    def say(self, kind: str, body: dict[str, Any]) -> None:
        head = self.client.get(self.path, headers=self.bearer("gm")).json()["head"]
        said = {"cmd_id": f"c{head}", "expect": head, "kind": kind, "body": body}
        answer = self.client.post(f"{self.path}/commands", json=said, headers=self.bearer("gm"))
        assert answer.status_code == 200, answer.text

    def luck(self, seat: str) -> Any:
        return self.client.get(f"{self.path}/luck", headers=self.bearer(seat))

    def bearer(self, seat: str) -> dict[str, str]:
        return {"Authorization": f"Bearer {self.tokens[seat]}"}


def test_it_counts_the_steps_that_stand_and_nothing_that_the_master_laid_down(client: Client) -> None:
    table = Seats(client, RANGED)
    assert table.luck("top").json()["tallies"] == []
    table.say("faces", {"command": SHOT, "faces": ["blue", "blue"]})
    table.say("undo_request", {"seq": 2})
    table.say("faces", {"command": SHOT, "faces": ["blue", "red"]})
    played, _ = GameLog(RANGED).play(Shoot(fireline.Shot("bow", "warriors")), FixedDice("blue", "red"))
    expected = luck(played).data()
    assert table.luck("spectator").json() == table.luck("bottom").json() == expected
    assert [one["count"] for one in expected["tallies"] if one["kind"] == "hits"] == [1]
    table.say("override", {"reason": "a cocked die", "faces": ["red", "red"]})
    assert table.luck("top").json()["tallies"] == []


def test_a_seat_that_does_not_see_every_card_is_told_no_odds(client: Client) -> None:
    table = Seats(client, DUEL)
    refused = table.luck("white")
    assert refused.status_code == 403
    assert "hidden cards" in refused.json()["detail"]
    assert table.luck("gm").status_code == 200
