"""The API answers what the library answers, for every game, and every wrong question as the command line does."""

import json
from pathlib import Path
from typing import Any

import pytest

from battles import EXAMPLES, FILES, every_ruleset, examples, pairs, starter
from fireline.chance import SeededDice
from fireline.cli import run
from fireline.draw import odds_chart, picture
from fireline.formats.battlefile import save
from fireline.game import answers
from fireline.game.answers import CheckAnswer, TargetAnswer
from fireline.game.battle import Battle
from fireline.game.command import Shot, read_command
from fireline.game.log import outcome_of
from fireline.game.ways import best_of
from fireline.questions import questions as every_question
from fireline.ruling.prose import percent
from fireline.server import asking
from server.clients import API, BOW, SHOT, Client, plain


def test_a_small_question_is_answered_once_and_a_shot_rolled_anew(
    client: Client, monkeypatch: pytest.MonkeyPatch
) -> None:
    asked = {"battle": BOW, "shot": SHOT}
    odds, first = client.post(f"{API}/odds", json=asked), client.post(f"{API}/shoot", json=asked).json()
    assert any(client.post(f"{API}/shoot", json=asked).json()["seed"] != first["seed"] for _ in range(3))
    monkeypatch.setattr(asking, "about", None)  # nothing may be worked out again
    assert client.post(f"{API}/odds", json=asked).content == odds.content


@pytest.mark.whole("long")
@every_ruleset
def test_every_question_is_answered_as_the_library_does(id_: str, client: Client) -> None:
    data, battle, shot = begun(id_)
    asked = {"battle": data, "shot": shot.data()}
    for name, answer in (("check", CheckAnswer(battle.preview(shot)).data()), ("odds", battle.preview(shot).data())):
        told = client.post(f"{API}/{name}", json=asked)
        assert (told.status_code, told.json()) == (200, plain(answer))
        assert client.post(f"{API}/{name}", json=asked).content == told.content
    told = client.post(f"{API}/shoot", json=asked | {"seed": 7})
    assert told.json() == plain(answers.shoot(battle, shot, 7).data())
    every = battle.targets(shot.shooter)
    seen, best = [TargetAnswer(one).data() for one in every], best_of([one for one in every if one.odds])
    told = client.post(f"{API}/targets", json={"battle": data, "shooter": shot.shooter}).json()
    assert told.pop("sentence").endswith(f" {percent(best.headline.chance)}.")
    rest = {"ruleset": id_, "shooter": shot.shooter, "in_turn": True, "best": best.target, "targets": seen}
    assert told == plain(rest)
    only = {"battle": data, "shooter": shot.shooter, "targets": [shot.target, shot.shooter]}
    (one,) = client.post(f"{API}/targets", json=only).json()["targets"]
    assert one == next(answer for answer in plain(seen) if answer["shot"]["target"] == shot.target)
    assert client.post(f"{API}/picture", json=asked).text == picture(battle, shot)


def test_the_name_of_an_example_stands_for_its_battle_in_every_question(client: Client) -> None:
    name = "ancients-ranged-combat"
    data = client.get(f"{API}/examples/{name}").json()["battle"]
    shot = {"shooter": "bow", "target": "warriors"}
    questions: dict[str, dict[str, Any]] = {
        "read": {},
        "odds": {"shot": shot},
        "do": {"command": "bow > warriors", "seed": 1},
    }
    for question, one in every_question().items():
        fields = one.request.model_fields
        if one.example is not None and "battle" in fields and "seconds" not in fields:  # its answer hangs on the clock
            questions.setdefault(question, ({"shot": shot} if "shot" in fields else {}) | dict(one.example))
    for question, more in questions.items():
        by_name, by_data = (client.post(f"{API}/{question}", json={"battle": one, **more}) for one in (name, data))
        assert by_name.status_code == 200
        assert by_name.content == by_data.content
    told = [client.post(f"{API}/shots", json={"battle": one, "shot": shot}).json() for one in (name, data)]
    assert told[0] == told[1]
    assert client.get(f"{API}/shots/{told[0]['id']}").json()["battle"] == data
    asked: dict[str, Any] = {"ruleset": "ancients", "house": {"CCA-4.1.held": 3}, "battles": [name]}
    assert client.post(f"{API}/house", json=asked).status_code == 200
    for question, place, body in (
        ("read", "battle", {"battle": "ancients-rangd-combat"}),
        ("house", "battles[0]", asked | {"battles": ["ancients-rangd-combat"]}),
    ):
        wrong = client.post(f"{API}/{question}", json=body).json()
        assert wrong["place"] == place
        assert wrong["detail"] == f"{place}: 'ancients-rangd-combat' is no example; did you mean {name!r}?"
    wrong = client.post(f"{API}/read", json={"text": name}).json()
    assert "a battle file is a mapping" in wrong["detail"], "the text of a file is no name"


def begun(id_: str) -> tuple[dict[str, Any], Battle, Shot]:
    """What a game starts from, and a legal shot."""
    data = starter(id_)
    battle = Battle.read(data, FILES)
    return data, battle, next(shot for shot in pairs(battle) if battle.check(shot).legal)


@every_ruleset
def test_what_may_be_said_can_be_played(id_: str, client: Client) -> None:
    data, battle, _ = begun(id_)
    read = client.post(f"{API}/read", json={"battle": data}).json()
    assert read["battle"] == plain(battle.data())
    commands = battle.legal()
    assert [line["command"] for line in read["commands"]] == plain([command.data() for command in commands])
    assert {unit["id"] for unit in read["units"]} >= set(battle.ruleset.shooters(battle.state))
    for line in read["commands"]:
        if line["command"]["command"] == "Shoot":
            expected, found = line["odds"]["expected"], battle.odds(Shot(**line["command"]["shot"]))
            marginal = found.marginal(found.headline.of)
            counted = all(type(value) is int for value in marginal)
            assert expected == ({"of": found.headline.of, "mean": str(marginal.mean())} if counted else None)
    for line in (read["commands"][0], read["commands"][-1]):
        played = client.post(f"{API}/play", json={"battle": data, "command": line["command"], "seed": 5}).json()
        command = read_command(line["command"], battle.ruleset.command_types)
        turned = battle.play(command, SeededDice.for_event(5, 0))
        assert played["battle"] == plain(turned.battle.data())
        assert played["story"] == [str(step) for step in turned.story]
        assert played["outcome"] == outcome_of(battle, turned.events)
        assert len(played["throws"]) == played["thrown"] == len(played["faces"])


def test_an_answer_that_is_owed_says_what_it_costs(client: Client) -> None:
    units = [BOW["units"][0] | {"hex": "C4"}, BOW["units"][1] | {"hex": "A4"}]
    fired = {"battle": BOW | {"units": units}, "command": {"command": "Shoot", "shot": SHOT}, "dice": ["flag", "blue"]}
    played = client.post(f"{API}/play", json=fired).json()
    read = client.post(f"{API}/read", json={"battle": played["battle"]}).json()
    assert read["to_decide"] == "top"
    assert read["commands"] == played["commands"]
    (stand,) = read["commands"]
    assert stand["command"] == {"command": "Retreat", "unit": "ax", "ignored": 0, "path": []}
    assert stand["odds"] == {"name": "Auxilia (A4): 1 block lost", "p": "1"}
    assert stand["cost"] == "Auxilia (A4): 1 block lost for certain"
    shots = client.post(f"{API}/read", json={"battle": BOW}).json()["commands"]
    assert [(one["cost"], one["odds"] is None) for one in shots] == [(None, False), (None, True)]


def test_a_battle_may_come_as_the_text_of_a_file_no_larger_than_one_and_names_no_other_file(client: Client) -> None:
    file = EXAMPLES / "ancients-leaders.yaml"
    read = client.post(f"{API}/read", json={"text": file.read_text(), "name": "mine.yaml"}).json()
    assert read["title"] == "Leaders under fire"
    wrong = client.post(f"{API}/read", json={"text": "units: {", "name": "mine.yaml"})
    assert wrong.status_code == 422
    assert wrong.json()["file"] == "mine.yaml"
    assert wrong.json()["detail"].startswith("mine.yaml: line 1")
    both = client.post(f"{API}/read", json={"text": "a", "battle": BOW})
    assert both.json()["detail"] == "request: give either battle, the data, or text, the file"
    large = {**BOW, "name": "x" * 1_050_000}
    wrong = client.post(f"{API}/odds", json={"battle": large, "shot": SHOT})
    assert (wrong.status_code, wrong.json()["detail"]) == (413, "battle: is larger than 1024 KiB")
    wrong = client.post(f"{API}/odds", content=b"battle: 1", headers={"Content-Type": "text/yaml"})
    assert wrong.status_code == 415
    duel = next(iter(examples("duel-of-ages").values()))
    for name in ("/etc/passwd", "../pyproject.toml", "nowhere.yaml"):
        wrong = client.post(f"{API}/read", json={"battle": {**duel, "decks": {"white": name}}})
        assert wrong.status_code == 422
        assert wrong.json()["place"] == "decks.white"


@every_ruleset
def test_a_battle_is_written_as_the_command_line_does(id_: str, client: Client, tmp_path: Path) -> None:
    _, battle, _ = begun(id_)
    told = client.post(f"{API}/file", json={"battle": battle.data()})
    assert told.headers["content-type"].startswith("text/plain")
    save(battle, tmp_path / "mine.yaml")
    assert told.text == (tmp_path / "mine.yaml").read_text(encoding="utf-8")
    assert client.post(f"{API}/file", json={"battle": {}}).status_code == 422


def test_faces_may_be_laid_down_and_what_the_rules_forbid_is_said_with_every_reason(client: Client) -> None:
    asked = {"battle": BOW, "shot": SHOT, "dice": ["blue", "flag"]}
    assert client.post(f"{API}/shoot", json=asked).json()["events"][0]["faces"] == ["blue", "flag"]
    command = {"command": "Shoot", "shot": SHOT}
    told = client.post(f"{API}/play", json={"battle": BOW, "command": command, "dice": ["blue", "red"]}).json()
    assert told["seed"] is None
    assert told["events"][0]["faces"] == ["blue", "red"]
    wrong = client.post(f"{API}/play", json={"battle": BOW, "command": command, "dice": ["blue"]})
    problem = "dice: 1 given, but the next throw is a battle die: green, blue"
    assert (wrong.status_code, wrong.json()["detail"].startswith(problem)) == (422, True)
    wrong = client.post(f"{API}/shoot", json=asked | {"seed": 1})
    assert wrong.json()["detail"] == "dice: give either seed or dice, not both"
    asked = {"battle": BOW, "shot": {"shooter": "bow", "target": "bow"}}
    told = client.post(f"{API}/shoot", json=asked).json()
    assert (told["legal"], told["events"], told["odds"]) == (False, [], None)
    wrong = client.post(f"{API}/play", json={"battle": BOW, "command": {"command": "Shoot", "shot": asked["shot"]}})
    assert wrong.status_code == 422
    assert wrong.json()["type"] == "urn:fireline:illegal"
    assert wrong.json()["refusals"][0]["rule"].startswith("CCA-")


@pytest.mark.whole("long")
def test_pictures_of_odds_and_of_what_is_seen(client: Client) -> None:
    battle = Battle.read(BOW)
    told = client.post(f"{API}/picture", json={"battle": BOW, "shot": SHOT, "kind": "odds"})
    assert told.headers["content-type"] == "image/svg+xml"
    assert told.text == odds_chart(battle.odds(Shot.read(SHOT)), battle.check(Shot.read(SHOT)).title)
    eye = client.post(f"{API}/picture", json={"battle": BOW, "shot": SHOT, "kind": "eye"})
    assert "is no game in three dimensions" in eye.json()["detail"]
    alone = client.post(f"{API}/picture", json={"battle": BOW, "kind": "eye"})
    assert alone.json()["detail"] == "shot: is missing; a picture of kind eye is one of a shot"
    village = examples("blightmeer@2026-07")["blightmeer-village.yaml"]
    asked = {"battle": village, "shot": {"shooter": "lookout", "target": "brute"}, "kind": "eye"}
    assert client.post(f"{API}/picture", json=asked).text.startswith("<svg")


def test_a_table_in_three_dimensions_comes_as_triangles_and_compressed_to_whoever_takes_it_so(client: Client) -> None:
    village = examples("blightmeer@2026-07")["blightmeer-village.yaml"]
    scene = client.post(f"{API}/scene", json={"battle": village}).json()
    assert scene["table"] == {"width": 36.0, "depth": 36.0}
    solids = {solid["name"]: solid for solid in scene["solids"]}
    assert solids["tower"]["kind"] == "terrain"
    assert solids["lookout"]["side"] == "red"
    assert len(solids["lookout"]["eye"]) == 3
    for solid in solids.values():
        assert all(len(part["positions"]) % 9 == 0 for part in solid["parts"])
    assert "no game in three dimensions" in client.post(f"{API}/scene", json={"battle": BOW}).json()["detail"]
    for path, media in (("scene", "application/json"), ("picture", "image/svg+xml; charset=utf-8")):
        as_it_is, packed = (
            client.post(f"{API}/{path}", json={"battle": village}, headers={"Accept-Encoding": taken})
            for taken in ("identity", "gzip")
        )
        assert (as_it_is.headers.get("content-encoding"), packed.headers["content-encoding"]) == (None, "gzip")
        assert as_it_is.headers["vary"] == packed.headers["vary"] == "Accept-Encoding"
        assert media.startswith(packed.headers["content-type"])
        assert packed.content == as_it_is.content
        assert int(packed.headers["content-length"]) < int(as_it_is.headers["content-length"]) / 3
    long = client.post(f"{API}/threat", json={"battle": BOW, "unit": "bow"}, headers={"Accept-Encoding": "gzip"})
    assert "content-encoding" not in long.headers


@pytest.mark.parametrize(
    ("battle", "shot"),
    [
        ({**BOW, "units": 3}, SHOT),
        ({**BOW, "units": [{**BOW["units"][0], "hex": "Z9"}]}, SHOT),
        ({**BOW, "unit": []}, SHOT),
        ({**BOW, "fireline": 2}, SHOT),
        ({**BOW, "ruleset": "ancint"}, SHOT),
        (BOW, {"shooter": "bwo", "target": "ax"}),
        (BOW, {"shooter": "bow", "target": "ax", "bullets": 3}),
    ],
)
def test_what_is_wrong_is_said_in_the_words_of_the_command_line(
    battle: dict[str, Any], shot: dict[str, Any], client: Client, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    file = tmp_path / "battle.json"
    file.write_text(json.dumps(battle))
    more = [f"--with={key}={value}" for key, value in shot.items() if key not in {"shooter", "target"}]
    assert run(["odds", str(file), "-s", shot["shooter"], "-t", shot["target"], *more]) == 2
    wrong = client.post(f"{API}/odds", json={"battle": battle, "shot": shot})
    assert wrong.status_code == 422
    assert wrong.headers["content-type"] == "application/problem+json"
    assert f"{file}: {wrong.json()['detail']}" == capsys.readouterr().err.strip()
