"""A battle changed by hand through the API: what fits is a battle file again, what does not says why in one line."""

from __future__ import annotations

from typing import Any

import pytest

import fireline
from fireline.game.battle import Battle
from server.clients import API, BOW, Client

TABLE = fireline.load("examples/blightmeer-protect.yaml").data()
HEROES = fireline.load("examples/duel-of-ages-tommy-gun.yaml").data()
FIELD = fireline.load("examples/endless-horizons-alley.yaml").data()


def edited(client: Client, battle: dict[str, Any], *edits: dict[str, Any]) -> dict[str, Any]:
    told = client.post(f"{API}/edit", json={"battle": battle, "edits": list(edits)})
    assert told.status_code == 200, told.text
    after: dict[str, Any] = told.json()["battle"]
    assert Battle.read(after).data() == after
    return after


def refused(client: Client, battle: dict[str, Any], *edits: dict[str, Any]) -> str:
    told = client.post(f"{API}/edit", json={"battle": battle, "edits": list(edits)})
    assert told.status_code == 422
    detail: str = told.json()["detail"]
    assert "\n" not in detail
    return detail


def entry(battle: dict[str, Any], id_: str) -> dict[str, Any]:
    lists = (battle.get(name, ()) for name in ("units", "heroes", "leaders"))
    return next(one for entries in lists for one in entries if one["id"] == id_)


@pytest.mark.parametrize(
    ("battle", "unit", "to", "key", "there"),
    [
        (BOW, "bow", "G6", "hex", "G6"),
        (HEROES, "sanchez", "1,0", "space", "1,0"),
        (TABLE, "guard", "12,15", "at", [12, 15, 0]),
        (FIELD, "gunner", "100,50", "at", [100, 50]),
    ],
)
def test_units_move_as_their_game_names_places(
    client: Client, battle: dict[str, Any], unit: str, to: str, key: str, there: object
) -> None:
    assert entry(edited(client, battle, {"op": "move", "unit": unit, "to": to}), unit)[key] == there


def test_units_turn_to_the_left_by_degrees(client: Client) -> None:
    facing = entry(TABLE, "guard")["facing"]
    turned = edited(client, TABLE, *[{"op": "rotate", "unit": "guard", "value": 60}] * 2)
    assert entry(turned, "guard")["facing"] == (facing + 120) % 360


def test_units_come_and_go(client: Client) -> None:
    newcomer = {"id": "late", "side": "top", "type": "auxilia", "hex": "A1"}
    more = edited(client, BOW, {"op": "place", "value": newcomer})
    assert [unit["id"] for unit in more["units"]] == ["bow", "ax", "late"]
    leader = {"id": "caesar", "side": "top", "hex": "A1"}
    led = edited(client, more, {"op": "place", "path": "leaders", "value": leader})
    assert entry(led, "caesar")["hex"] == "A1"
    fewer = edited(client, led, {"op": "remove", "unit": "caesar"}, {"op": "remove", "path": "units[late]"})
    assert fewer["units"] == edited(client, BOW)["units"]


def test_values_are_set_and_taken_away(client: Client) -> None:
    woods = edited(client, BOW, {"op": "set", "path": "board.terrain.E5", "value": "forest"})
    assert woods["board"]["terrain"] == {"E5": "forest"}
    bare = edited(client, woods, {"op": "set", "path": "board.terrain.E5", "value": None})
    assert not bare.get("board", {}).get("terrain")
    weak = edited(client, BOW, {"op": "set", "path": "units[bow].blocks", "value": 1})
    assert entry(weak, "bow")["blocks"] == 1


@pytest.mark.parametrize(
    ("edit", "why"),
    [
        ({"op": "move", "unit": "bow", "to": "Z9"}, "'Z9'"),
        ({"op": "move", "unit": "bow", "to": "C4"}, "C4"),
        ({"op": "move", "unit": "bwo", "to": "C5"}, "'bwo'"),
        ({"op": "move", "unit": "bow"}, "to: is missing; move needs it, as a text"),
        ({"op": "remove", "unit": "axe"}, "unit: 'axe' is no unit of this battle; did you mean 'ax'?"),
        ({"op": "rotate", "unit": "bow", "value": 15}, "unit: 'bow' faces nowhere, so it cannot be turned"),
        ({"op": "place", "path": "unit", "value": {}}, "did you mean 'units'"),
        ({"op": "place", "value": 7}, "units[2]"),
        ({"op": "set", "path": "units[bow].type", "value": "horse"}, "units[0].type: 'horse'"),
        ({"op": "set", "path": "board.terrain.E5"}, "is not there, so it cannot be taken away"),
    ],
)
def test_what_does_not_fit_says_why(client: Client, edit: dict[str, Any], why: str) -> None:
    assert why in refused(client, BOW, edit)


def test_an_angle_is_a_number_of_degrees(client: Client) -> None:
    for wrong in (True, "left", 1000, None):
        assert "is no angle" in refused(client, TABLE, {"op": "rotate", "unit": "guard", "value": wrong})


def test_of_several_edits_the_wrong_one_is_named(client: Client) -> None:
    wrong = refused(client, BOW, {"op": "move", "unit": "bow", "to": "G6"}, {"op": "move", "unit": "ax", "to": "G6"})
    assert wrong.startswith("edits[1].")
