"""Pictures as PNG, and what a chat shows of a link to a shot."""

import re
import struct
from html import unescape
from typing import Any

import pytest

import fireline
from fireline.draw import picture, shot_card
from fireline.draw.png import fitted, png
from fireline.game.registry import ruleset_ids, starter
from server.clients import API, BOW, SHOT, Client

SIGNATURE = b"\x89PNG\r\n\x1a\n"


def size(picture: bytes) -> tuple[int, int]:
    """Pixels of a PNG, wide and high, as its header says."""
    assert picture.startswith(SIGNATURE)
    wide, high = struct.unpack(">II", picture[16:24])
    return wide, high


def test_pictures_and_threat_maps_are_there_as_png_in_the_size_asked_for(client: Client) -> None:
    asked: dict[str, Any] = {"battle": BOW, "shot": SHOT}
    svg = client.post(f"{API}/picture", json=asked).text
    told = client.post(f"{API}/picture.png", json=asked)
    assert told.headers["content-type"] == "image/png"
    assert told.content == png(svg)
    wide, high = size(told.content)
    assert size(client.post(f"{API}/picture.png", json=asked | {"zoom": 2}).content) == (2 * wide, 2 * high)
    assert client.post(f"{API}/picture.png", json=asked | {"zoom": 50}).status_code == 422
    told = client.post(f"{API}/threat.png", json={"battle": BOW, "unit": "bow"})
    assert told.headers["content-type"] == "image/png"
    assert size(told.content) > (500, 500)
    assert client.post(f"{API}/threat.png", json={"battle": BOW, "unit": "nobody"}).status_code == 422


@pytest.mark.parametrize("game", ruleset_ids())
def test_the_card_of_a_shot_is_drawn_alone_in_every_game(client: Client, game: str) -> None:
    battle = fireline.loads(starter(game))
    shot = next((one for one in battle.survey().legal), None)
    assert shot is not None
    asked: dict[str, Any] = {"battle": battle.data(), "shot": shot.data(), "kind": "card"}
    card = client.post(f"{API}/picture", json=asked).text
    assert card == shot_card(battle, shot)
    assert battle.check(shot).title in unescape(card)
    assert client.post(f"{API}/picture.png", json=asked).content == png(card)
    assert client.post(f"{API}/picture", json=asked | {"shot": None}).json()["code"] == "missing"


def shared(client: Client, page: str) -> dict[str, str]:
    """The preview that a page carries."""
    return {name: unescape(text) for name, text in re.findall(r'<meta property="(.*?)" content="(.*?)" />', page)}


def test_a_link_shows_a_ruling_and_its_picture_and_no_name_becomes_a_script(client: Client) -> None:
    id_ = client.post(f"{API}/shots", json={"battle": BOW, "shot": SHOT}).json()["id"]
    told = shared(client, client.get(f"/s/{id_}").text)
    battle = fireline.Battle.read(BOW)
    assert told["og:title"] == battle.check(fireline.Shot.read(SHOT)).title
    assert told["og:description"] == "Legal, at least one block lost 30.6%."
    assert told["og:url"].startswith("http")
    picture = client.get(told["og:image"])
    assert size(picture.content) == (int(told["og:image:width"]), int(told["og:image:height"])) == (1200, 630)
    assert "immutable" in picture.headers["cache-control"]
    units = [unit | ({"name": '"><script>alert(1)</script>'} if unit["id"] == "bow" else {}) for unit in BOW["units"]]
    id_ = client.post(f"{API}/shots", json={"battle": BOW | {"units": units}, "shot": SHOT}).json()["id"]
    page = client.get(f"/s/{id_}").text
    assert "<script>alert" not in page
    assert "<script>alert(1)</script>" in shared(client, page)["og:title"]
    assert not shared(client, client.get("/s/nothing").text)
    assert client.get(f"{API}/shots/nothing/picture.png").status_code == 404


def test_the_picture_of_a_link_stands_on_the_answers_that_were_asked_for(client: Client) -> None:
    battle = fireline.example("blightmeer-protect").battle
    shot = fireline.Shot("marksman", "captain")
    drawn = {answers: picture(battle.with_answers(answers), shot) for answers in ("customary", "worst")}
    assert drawn["customary"] != drawn["worst"]
    asked = {"battle": battle.data(), "shot": shot.data(), "answers": "worst"}
    id_ = client.post(f"{API}/shots", json=asked).json()["id"]
    assert client.get(f"{API}/shots/{id_}").json()["answers"] == "worst"
    assert client.get(f"{API}/shots/{id_}/picture.png").content == png(fitted(drawn["worst"], 1200, 630))
