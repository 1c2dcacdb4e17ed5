"""`POST /import`: a map made into a battle over HTTP."""

from __future__ import annotations

import json

from drawn_maps import TILESET, csv, tmx, uvtt
from server.clients import API, Client

GAME = "blightmeer@2026-07"


def test_a_map_comes_back_as_a_battle_with_its_questions(client: Client) -> None:
    asked = {"ruleset": GAME, "name": "inn.dd2vtt", "map": json.dumps(uvtt()), "answers": {"height": "2"}}
    answer = client.post(f"{API}/import", json=asked)
    assert answer.status_code == 200
    told = answer.json()
    assert (told["ruleset"], told["format"], told["unused"]) == (GAME, "Universal VTT", [])
    assert [one["key"] for one in told["questions"] if one["given"]] == ["height"]
    again = client.post(f"{API}/targets", json={"battle": told["battle"], "shooter": "red"})
    assert [one["legal"] for one in again.json()["targets"]] == [True]


def test_tilesets_come_with_a_map(client: Client) -> None:
    raw = tmx(csv([1, 2, 1, 1] * 3), tileset='<tileset firstgid="1" source="land.tsx"/>').decode()
    tilesets = {"land.tsx": TILESET.replace(' firstgid="1"', "").strip()}
    answer = client.post(f"{API}/import", json={"ruleset": "ancients", "map": raw, "tilesets": tilesets})
    assert [one["key"] for one in answer.json()["questions"]] == ["top", "terrain.grass", "terrain.wood"]


def test_what_is_no_map_is_a_problem_in_one_line(client: Client) -> None:
    wrong = client.post(f"{API}/import", json={"ruleset": GAME, "map": "x", "name": "a.board"})
    assert wrong.status_code == 422
    assert wrong.json()["detail"].startswith("a.board: is no map that can be read; it must be Universal VTT")
    wrong = client.post(f"{API}/import", json={"ruleset": GAME, "map": json.dumps(uvtt()), "answers": {"a": "b"}})
    assert (wrong.status_code, wrong.json()["code"]) == (422, "unknown-name")
    wrong = client.post(f"{API}/import", content=b" " * (9 << 20), headers={"Content-Type": "application/json"})
    assert (wrong.status_code, wrong.json()["detail"]) == (413, "the request is larger than 8,192 KiB")


def test_games_say_whether_they_take_maps(client: Client) -> None:
    takes = {one["id"]: one["takes_maps"] for one in client.get(f"{API}/rulesets").json()}
    assert (takes["ancients"], takes["endless-horizons"]) == (True, False)
