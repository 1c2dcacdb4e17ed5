"""Units that players bring to a table, and what players are called."""

from __future__ import annotations

from typing import Any

import pytest

import fireline
from fireline.game.battle import Battle
from server.clients import BOW, Client, Table
from server.test_tables import refused

SLINGERS = {"side": "top", "type": "light_sling_infantry"}


def add(table: Table, seat: str, piece: dict[str, Any], to: str = "C6", **more: Any) -> Any:
    """Bring a unit to the table."""
    return table.say(seat, "add", {"piece": piece, "to": to, "stem": "slingers", **more})


@pytest.fixture
def table(client: Client) -> Table:
    return Table(client, BOW, undo="free-before-dice")


def test_a_player_adds_units_of_the_own_side_and_everybody_is_told(table: Table) -> None:
    assert add(table, "top", SLINGERS).status_code == 200
    event = table.events("spectator")[-1]
    assert (event["kind"], event["actor"], event["body"]["added"], event["units"]) == (
        "add",
        "top",
        ["slingers"],
        ["slingers"],
    )
    assert [change["place"] for change in event["body"]["changes"]] == ["units[slingers]"]
    found = {one["id"]: one["place"] for one in table.get("bottom").json()["units"]}
    assert found["slingers"] == "C6"


def test_what_is_not_theirs_players_add_not(table: Table) -> None:
    head = table.head
    assert refused(add(table, "bottom", SLINGERS)) == (403, "forbidden", "You may add units of bottom alone.")
    assert refused(add(table, "spectator", SLINGERS))[:2] == (403, "forbidden")
    assert refused(add(table, "top", SLINGERS, to="Z9"))[:2] == (422, "bad")
    assert refused(add(table, "top", SLINGERS | {"blocks": 40}))[:2] == (422, "bad")
    assert table.head == head
    assert add(table, "gm", SLINGERS | {"side": "bottom"}).status_code == 200


def test_the_game_master_may_keep_it_to_himself(client: Client) -> None:
    table = Table(client, BOW, adding="gm")
    assert table.get("top").json()["adding"] == "gm"
    told = "At this table only the game master adds units."
    assert refused(add(table, "top", SLINGERS)) == (403, "forbidden", told)
    assert add(table, "gm", SLINGERS).status_code == 200


def test_a_unit_that_was_added_is_taken_back_like_any_step(table: Table) -> None:
    add(table, "top", SLINGERS)
    assert table.say("top", "undo_request", {"seq": table.head}).status_code == 200
    assert table.get("gm").json()["battle"] == Battle.read(BOW).data()


def test_players_have_names(table: Table) -> None:
    assert table.say("top", "player", {"name": "Anna"}).status_code == 200
    seats = {one["name"]: one["player"] for one in table.get("spectator").json()["seats"]}
    assert seats == {"gm": None, "bottom": None, "top": "Anna", "spectator": None}
    assert table.say("top", "player", {"name": "Anna\u202e"}).status_code == 422
    assert table.say("spectator", "player", {"name": "Eve"}).status_code == 403


def test_a_table_tells_what_its_scenario_says(client: Client) -> None:
    table = Table(client, BOW, about="Hold the ford until dusk.")
    assert table.get("spectator").json()["about"] == "Hold the ford until dusk."
    assert Table(client, BOW).get("top").json()["about"] == ""


def test_the_cards_of_a_hero_that_is_added_stay_hidden(client: Client) -> None:
    table = Table(client, fireline.load("examples/duel-of-ages-tommy-gun.yaml").data())
    card = {
        "name": "Canary Blade",
        "rating": "aim",
        "symbol": "rifle",
        "min_range": 1,
        "max_range": 9,
        "power": 4,
        "wounds": 3,
    }
    hero = {"team": "black", "ratings": {"stealth": 5, "armor": 4}, "health": 6, "cards": [card]}
    assert table.say("black", "add", {"piece": hero, "to": "0,2", "stem": "rook"}).status_code == 200
    assert "Canary" in str(table.events("black")[-1])
    for seat in ("white", "spectator"):
        assert table.events(seat)[-1]["body"]["added"] == ["rook"]
        assert "Canary" not in str(table.events(seat)[-1]) + table.get(seat).text
