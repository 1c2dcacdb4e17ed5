"""Games, rulebooks, examples, schemas, kept shots."""

from __future__ import annotations

import json
from typing import Any

import jsonschema_rs

from battles import EXAMPLES, every_ruleset, examples, written
from fireline.formats.examples import folder, setups
from fireline.game.registry import ruleset, ruleset_ids
from server.clients import API, BOW, SHOT, Client


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


def test_every_example_is_there_with_its_picture(client: Client) -> None:
    lines = [line for line in client.get(f"{API}/examples").json() if line["kind"] == "example"]
    known = {name.removesuffix(".yaml"): data for id_ in ruleset_ids() for name, data in examples(id_).items()}
    assert {line["name"] for line in lines} == set(known)
    for line in lines:
        assert client.get(f"{API}/examples/{line['name']}").json()["battle"] == json.loads(
            json.dumps(known[line["name"]])
        )
        assert line["words"]
        assert "fireline" not in line["words"].split()
    picture = client.get(f"{API}/examples/ancients-leaders/picture.svg")
    assert picture.headers["content-type"] == "image/svg+xml"
    assert picture.text.startswith("<svg")
    assert folder() == EXAMPLES


def test_every_set_up_is_there_with_its_picture(client: Client) -> None:
    lines = [line for line in client.get(f"{API}/examples").json() if line["kind"] == "setup"]
    assert [line["name"] for line in lines] == [*setups()]
    found = client.get(f"{API}/examples/endless-horizons-the-car-park").json()
    assert found["battle"] == json.loads(json.dumps(setups()["endless-horizons-the-car-park"].data))
    picture = client.get(f"{API}/examples/endless-horizons-the-car-park/picture.svg").text
    assert "One square is" in picture, "the plan: where everybody stands"


@every_ruleset
def test_every_battle_file_fits_the_published_schema_and_a_wrong_one_does_not(id_: str, client: Client) -> None:
    schema = client.get(f"{API}/schema/battle/{id_}.json").json()
    validator = jsonschema_rs.validator_for(schema)
    for name, get in written(id_).items():
        data = json.loads(json.dumps(get()))
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
