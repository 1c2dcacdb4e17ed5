"""Games, rulebooks, examples, schemas, kept shots, imported maps."""

import json
from typing import Any

import jsonschema_rs
import pytest

from battles import EXAMPLES, every_ruleset, examples, written
from drawn_maps import TILESET, csv, tmx, uvtt
from fireline.cli import run
from fireline.formats.examples import folder, setups
from fireline.game.registry import ruleset, ruleset_ids
from server.clients import API, BOW, SHOT, Client

GAME = "blightmeer@2026-07"


def test_every_game_is_there_with_its_rulebook(client: Client) -> None:
    games = client.get(f"{API}/rulesets").json()
    assert [game["id"] for game in games] == [*ruleset_ids()]
    for game in games:
        book = client.get(f"{API}/rulesets/{game['id']}").json()
        assert [rule["id"] for rule in book["rules"]] == [*ruleset(game["id"]).rulebook]
        first = client.get(f"{API}/rulesets/{game['id']}/starter").json()
        assert first["battle"]["ruleset"] == game["id"]
        assert client.post(f"{API}/read", json={"text": first["text"]}).status_code == 200
    assert client.get(f"{API}/rulesets/blightmeer").json()["id"] == "blightmeer@2026-07"


def test_every_example_and_every_set_up_is_there_with_its_picture(client: Client) -> None:
    every = client.get(f"{API}/examples").json()
    lines = [line for line in every if line["kind"] == "example"]
    known = {name.removesuffix(".yaml"): data for id_ in ruleset_ids() for name, data in examples(id_).items()}
    assert {line["name"] for line in lines} == set(known)
    for line in lines:
        found = client.get(f"{API}/examples/{line['name']}").json()
        assert found["battle"] == json.loads(json.dumps(known[line["name"]]))
        assert line["words"]
        assert "fireline" not in line["words"].split()
    picture = client.get(f"{API}/examples/ancients-leaders/picture.svg")
    assert picture.headers["content-type"] == "image/svg+xml"
    assert picture.text.startswith("<svg")
    assert folder() == EXAMPLES
    assert [line["name"] for line in every if line["kind"] == "setup"] == [*setups()]
    found = client.get(f"{API}/examples/endless-horizons-the-car-park").json()
    assert found["battle"] == json.loads(json.dumps(setups()["endless-horizons-the-car-park"].data))
    picture = client.get(f"{API}/examples/endless-horizons-the-car-park/picture.svg")
    assert "One square is" in picture.text, "the plan: where everybody stands"


@every_ruleset
def test_every_battle_file_fits_the_published_schema_and_a_wrong_one_does_not(id_: str, client: Client) -> None:
    schema = client.get(f"{API}/schema/battle/{id_}.json").json()
    validator = jsonschema_rs.validator_for(schema)
    own = {name: one.data for name, one in setups().items() if ruleset(one.data["ruleset"]).id == id_}
    for name, found in {**{name: get() for name, get in written(id_).items()}, **own}.items():
        data = json.loads(json.dumps(found))
        assert [error.message for error in validator.iter_errors(data)] == [], name
        assert not validator.is_valid({**data, "unit": []})
        assert not validator.is_valid({**data, "fireline": 2})


def test_answers_fit_the_published_schema(client: Client) -> None:
    validator = jsonschema_rs.validator_for(client.get(f"{API}/schema/answer.json").json())
    for name, more in (("odds", {"shot": SHOT}), ("shoot", {"shot": SHOT, "seed": 1}), ("targets", {"shooter": "bow"})):
        answer: Any = client.post(f"{API}/{name}", json={"battle": BOW, **more}).json()
        assert validator.is_valid(answer), name
    assert not validator.is_valid({"legal": True})


def test_a_kept_shot_is_the_same_for_everybody(client: Client) -> None:
    kept = client.post(f"{API}/shots", json={"battle": BOW, "shot": SHOT})
    assert kept.status_code == 201
    again = client.post(f"{API}/shots", json={"shot": dict(reversed(SHOT.items())), "battle": BOW})
    assert again.json() == kept.json()
    told = client.get(f"{API}/shots/{kept.json()['id']}").json()
    assert (told["battle"], told["shot"]) == (BOW, SHOT)
    assert told["answer"] == client.post(f"{API}/odds", json={"battle": BOW, "shot": SHOT}).json()
    assert kept.json()["url"] == f"/s/{kept.json()['id']}"


def test_a_map_comes_back_as_a_battle_with_its_questions(client: Client) -> None:
    asked = {"ruleset": GAME, "name": "inn.dd2vtt", "map": json.dumps(uvtt()), "answers": {"height": "2"}}
    answer = client.post(f"{API}/import", json=asked)
    assert answer.status_code == 200
    told = answer.json()
    assert (told["ruleset"], told["format"], told["unused"]) == (GAME, "Universal VTT", [])
    assert [one["key"] for one in told["questions"] if one["given"]] == ["height"]
    again = client.post(f"{API}/targets", json={"battle": told["battle"], "shooter": "red"})
    assert [one["legal"] for one in again.json()["targets"]] == [True]
    raw = tmx(csv([1, 2, 1, 1] * 3), tileset='<tileset firstgid="1" source="land.tsx"/>').decode()
    tilesets = {"land.tsx": TILESET.replace(' firstgid="1"', "").strip()}
    answer = client.post(f"{API}/import", json={"ruleset": "ancients", "map": raw, "tilesets": tilesets})
    assert [one["key"] for one in answer.json()["questions"]] == ["top", "terrain.grass", "terrain.wood"]
    takes = {one["id"]: one["takes_maps"] for one in client.get(f"{API}/rulesets").json()}
    assert (takes["ancients"], takes["endless-horizons"]) == (True, False)


def test_what_is_no_map_is_a_problem_in_one_line(client: Client) -> None:
    wrong = client.post(f"{API}/import", json={"ruleset": GAME, "map": "x", "name": "a.board"})
    assert wrong.status_code == 422
    assert wrong.json()["detail"].startswith("a.board: is no map that can be read; it must be Universal VTT")
    wrong = client.post(f"{API}/import", json={"ruleset": GAME, "map": json.dumps(uvtt()), "answers": {"a": "b"}})
    assert (wrong.status_code, wrong.json()["code"]) == (422, "unknown-name")
    wrong = client.post(f"{API}/import", content=b" " * (9 << 20), headers={"Content-Type": "application/json"})
    assert (wrong.status_code, wrong.json()["detail"]) == (413, "the request is larger than 8,192 KiB")


@every_ruleset
def test_every_door_lists_the_same_numbers(id_: str, client: Client, capsys: pytest.CaptureFixture[str]) -> None:
    listed = [one.data() for one in (ruleset(id_).numbers or {}).values()]
    assert client.get(f"{API}/rulesets/{id_}/numbers").json() == json.loads(json.dumps(listed))
    assert run(["rules", id_, "--numbers", "--json"]) == 0
    assert json.loads(capsys.readouterr().out) == json.loads(json.dumps(listed))
    assert client.get(f"{API}/rulesets/nowhere/numbers").status_code == 404
