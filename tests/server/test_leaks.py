"""What a seat may not see leaves the server in no answer, no event, no error: canaries in every hidden card."""

import asyncio
import json
from pathlib import Path
from random import Random
from typing import Any

import pytest

from battles import examples
from fireline.game.battle import Battle
from fireline.server.dice.hashes import seal
from fireline.server.dice.notes import read_note
from server.clients import API, Client, Table, served, shoot
from server.serving import serving
from server.sockets import Open

WEAPON = {"rating": "aim", "min_range": 0, "max_range": 9, "power": 3, "wounds": 1}


def duel() -> dict[str, Any]:
    """Two heroes a side, each with a face-down weapon that nobody else may read."""
    data: dict[str, Any] = json.loads(json.dumps(examples("duel-of-ages")["duel-of-ages-tommy-gun.yaml"]))
    for hero in data["heroes"]:
        hidden = {"name": f"Canary of {hero['team']}", **WEAPON, "power": 7 if hero["team"] == "white" else 8}
        hero["cards"] = [hidden, {"name": "Open Gun", **WEAPON, "revealed": True}]
        hero["health"] = 99
    return data | {"step": "action", "team": "white"}


CANARIES = {
    "white": ("Canary of black",),
    "black": ("Canary of white",),
    "spectator": ("Canary of black", "Canary of white"),
}


SHOT = {"shooter": "sanchez", "target": "lazar", "weapon": "Open Gun"}


@pytest.mark.parametrize(
    ("path", "more", "status"),
    [
        ("read", {}, 200),
        ("odds", {"shot": SHOT}, 200),
        ("shoot", {"shot": SHOT, "seed": 1}, 200),
        ("targets", {"shooter": "sanchez"}, 200),
        ("picture", {}, 200),
        ("play", {"command": {"command": "EndPhase"}}, 200),
        ("play", {"command": shoot("lazar", "sanchez")}, 422),
        ("compare", {"shot": SHOT, "columns": [{"changes": {"heroes[lazar].wounds": 1}}]}, 200),
        ("worth", {"shot": SHOT}, 200),
        ("threat", {"unit": "lazar"}, 200),
        ("simulate", {"phases": 2}, 200),
        ("solve", {"shot": SHOT, "field": "heroes[lazar].wounds", "over": "0..1"}, 200),
        ("matchups", {}, 200),
        ("plan", {"budget": 1}, 200),
    ],
)
def test_a_team_is_told_what_it_may_know(path: str, more: dict[str, Any], status: int, client: Client) -> None:
    answer = client.post(f"{API}/{path}", json={"battle": duel(), "team": "white", **more})
    assert answer.status_code == status, answer.text
    assert "Canary of black" not in answer.text


def test_nor_does_the_error_of_a_hidden_card_tell_it(client: Client) -> None:
    battle = duel()
    assert "Canary of black" in client.post(f"{API}/read", json={"battle": battle}).text
    for hero in battle["heroes"]:
        hero["cards"][0]["power"] = "Canary of black"
    wrong = client.post(f"{API}/read", json={"battle": battle, "team": "white"})
    assert (wrong.status_code, "Canary" in wrong.text) == (422, False)


@pytest.mark.whole("long")
def test_no_answer_tells_a_seat_what_it_may_not_see(tmp_path: Path) -> None:
    with served(tmp_path) as client:
        table = Table(client, duel())
        full = Battle.read(duel()).fingerprint
        game_masters = table.get("gm").text
        assert all(name in game_masters for names in CANARIES.values() for name in names)
        for _ in range(4):  # a few steps of the game, hidden cards turned up among them only by their owner
            playing = table.get("gm").json()
            whose = playing["turn"]["team"]
            table.command(whose, {"command": "EndPhase"})
        changed = table.get("gm").json()["battle"]
        changed["heroes"][0]["wounds"] = 1
        assert table.say("gm", "override", {"reason": "a fall", "battle": changed}).status_code == 200
        for seat, canaries in CANARIES.items():
            answers = [
                table.get(seat),
                table.get(seat, "/events"),
                table.get(seat, "/export"),
                *(table.get(seat, f"/at/{seq}") for seq in range(table.head + 1)),
                table.post(seat, "/targets", {"shooter": "sanchez"}),
                table.post(seat, "/targets", {"shooter": "lazar"}),
            ]
            for shooter, target in (("sanchez", "lazar"), ("lazar", "sanchez")):
                for more in ({}, {"weapon": "Canary of white"}, {"weapon": "Canary of black"}, {"weapon": "Canary"}):
                    shot = {"shooter": shooter, "target": target, **more}
                    answers += [table.post(seat, "/check", {"shot": shot}), table.post(seat, "/odds", {"shot": shot})]
                    answers.append(table.command(seat, shoot(shooter, target, **more)))
                    answers.append(table.say(seat, "faces", {"command": shoot(shooter, target, **more), "faces": []}))
            for answer in answers:
                told = _less_what_it_said(answer.text)
                assert not any(name in told for name in canaries), (seat, told)
                assert full not in answer.text  # a fingerprint of the whole battle lets cards be guessed
                assert '"hash":' not in answer.text.replace('"hash":null', "") or seat == "gm"
        assert table.get("white", "/export").status_code == 403
        assert table.get("gm", "/export").status_code == 200


def _less_what_it_said(text: str) -> str:
    """An answer without the words that the asker himself put into his question."""
    data = json.loads(text) if text.startswith(("{", "[")) else text
    if isinstance(data, dict):
        data.get("shot", {}).pop("weapon", None)
        data["detail"] = str(data.get("detail", "")).split("'Canary of")[0]
    return json.dumps(data)


@pytest.mark.whole("long")
def test_no_frame_of_a_socket_tells_a_seat_what_it_may_not_see(tmp_path: Path) -> None:
    with serving(tmp_path / "tables.db") as url:
        table = Open(url, duel())

        async def play() -> None:
            async with table.sit("white") as white, table.sit("black") as black, table.sit("spectator") as watching:
                random, turned = Random(3), set[str]()  # noqa: S311 - it chooses commands, it throws no dice
                async with table.sit("gm") as gm:
                    head = gm.hello["head"]
                    for n in range(30):
                        found = (await asyncio.to_thread(table.ask, "gm", "GET", "")).json()
                        if not found["commands"]:
                            break
                        said = random.choice(found["commands"])["command"]
                        team = found["turn"]["team"]
                        speaker = white if team == "white" else black
                        answer = await speaker.command(f"{team}-{n}", "command", {"command": said}, expect=head)
                        head = answer.get("seq", head)
                        if answer.get("ack") and "Canary" in json.dumps(said):
                            turned.add(said["shot"]["weapon"])
                for line in (white, black, watching):
                    await line.say({"ping": 1})
                    await line.next("pong")
                for line, seat in ((white, "white"), (black, "black"), (watching, "spectator")):
                    for name in set(CANARIES[seat]) - turned:
                        assert not any(name in text for text in line.heard), (seat, name)
                    for name in turned:
                        before = [text for text in line.heard if name in text]
                        assert all('"event"' in text or '"ack"' in text for text in before)
                    events = [json.loads(text)["event"] for text in line.heard if text.startswith('{"event"')]
                    assert [event["seq"] for event in events] == [*range(1, head + 1)]
                    assert not any("hash" in event for event in events)

        asyncio.run(play())


def test_the_secret_that_seals_heads_is_told_with_everything_else_and_not_before(tmp_path: Path) -> None:
    with served(tmp_path) as client:
        table = Table(client, duel())
        kept = read_note(table.get("black").json()["note"]).head
        assert kept.sealed, "its hash would let the cards of white be guessed at"
        for seat, body in (("gm", {"reason": "luck"}), ("white", {}), ("black", {})):
            assert table.say(seat, "rotate_dice", body).status_code == 403
            assert "rotate_dice" not in table.get(seat).json()["seat"]["may"]
        assert "seed" not in table.get("black", "/events").text
        assert table.say("gm", "reveal", {}).status_code == 200
        told = {event["seq"]: event for event in table.events("black")}
        seed = bytes.fromhex(told[table.head]["body"]["reveal"]["seed"])
        assert seal(seed, table.id, kept.seq, told[kept.seq]["hash"]) == kept.hash


def test_once_the_game_is_revealed_everybody_sees_everything(tmp_path: Path) -> None:
    with served(tmp_path) as client:
        table = Table(client, duel())
        assert table.say("gm", "reveal", {}).status_code == 200
        for seat in ("white", "black", "spectator"):
            assert "Canary of black" in table.get(seat, "/events").text
            assert table.get(seat, "/export").status_code == 200
        assert client.get(f"{API}/tables/{table.id}").status_code == 401
