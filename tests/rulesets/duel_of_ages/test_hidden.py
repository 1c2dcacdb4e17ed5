"""What lies face down stays unknown to the other team: in answers, pictures, logs and errors alike."""

import json
import subprocess
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

import battles
from battles import play_out
from duel_table import Data, among, gun, hero, state_of
from fireline.chance import SeededDice
from fireline.cli.batch import answer_line
from fireline.draw import picture
from fireline.formats.battlefile import save
from fireline.formats.logfile import load_log, write_log
from fireline.game import answers
from fireline.game.answers import CheckAnswer
from fireline.game.battle import Battle
from fireline.game.command import EndPhase, Shoot, Shot
from fireline.game.errors import BattleFileError
from fireline.game.log import GameLog, header, replay
from refusing import wrong_with

SECRETS = ("Mirabilis", "Obsidian")
"""What the cards that lie face down are called; their symbols begin alike."""


def secret(name: str) -> Data:
    """A card full of what nobody else may know."""
    return gun(name, revealed=False, symbol=f"{name}-sign", wounds=0, power=17, min_range=2, max_range=77)


def table(**more: Any) -> Battle:
    """Both sides hold a secret, and white shows a weapon too."""
    white = hero("s", "white", "0,0", cards=[secret("Mirabilis"), gun()])
    black = hero("t", "black", "3,0", cards=[secret("Obsidian")]), hero("u", "black", "0,3")
    return among(white, *black, radius=4, **{"step": "action", "team": "white"} | more)


def told_to(team: str) -> tuple[str, ...]:
    """The words that this team may not read."""
    return ("Mirabilis",) if team == "black" else ("Obsidian",)


def everything(battle: Battle) -> Iterator[str]:
    """All that can be asked about a battle, as text."""
    yield json.dumps(battle.data())
    yield repr(battle.state)
    yield picture(battle)
    for shooter in ("s", "t"):
        for target in ("t", "s", "u"):
            shot = Shot(shooter, target)
            yield json.dumps([CheckAnswer(battle.preview(shot)).data(), battle.preview(shot).data()])
            yield picture(battle, shot)
    for command in battle.legal():
        yield battle.ruleset.label(battle.state, command)
    for name in SECRETS:
        yield error_of(battle, Shot("s", "t", weapon=name))


def error_of(battle: Battle, shot: Shot) -> str:
    """What is said to whoever guesses; his own words are taken out of it."""
    try:
        return json.dumps(battle.preview(shot).data())
    except BattleFileError as wrong:
        return str(wrong).replace(repr(shot.details["weapon"]), "")


@pytest.mark.rule("DOA-1.3")
@pytest.mark.parametrize("team", ["white", "black"])
def test_no_answer_to_a_team_tells_what_the_other_hides(team: str) -> None:
    for text in everything(table().view_for(team)):
        for word in told_to(team):
            assert word not in text
    own = "Mirabilis" if team == "white" else "Obsidian"
    assert any(own in text for text in everything(table().view_for(team))), "its own it may read"


@pytest.mark.whole("long")
@pytest.mark.rule("DOA-1.3")
def test_two_battles_that_differ_in_what_is_hidden_look_the_same() -> None:
    other = gun("Trinket", revealed=False, rating="wits", max_range=1, wounds=0)
    battle, data = table(), table().data()
    data["heroes"][0]["cards"][0] = other
    data["heroes"][0]["cards"][0].pop("revealed")
    twin = Battle.read(data)
    assert twin != battle
    assert twin.view_for("black") == battle.view_for("black")
    assert [*everything(twin.view_for("black"))] == [*everything(battle.view_for("black"))]
    for name in ("Mirabilis", "Trinket", "Nothing"):
        errors = {error_of(one.view_for("black"), Shot("s", "t", weapon=name)) for one in (battle, twin)}
        assert len(errors) == 1
        assert "is no weapon of s that is known here" in errors.pop()


@pytest.mark.rule("DOA-1.3")
def test_using_a_card_shows_it_to_everybody_and_the_answer_hides_what_the_target_holds() -> None:
    battle = table()
    turned = battle.shoot(Shot("s", "t", weapon="Mirabilis"), seed=5)
    seen = turned.redacted(battle.view_for("black"))
    assert seen.battle == turned.battle.view_for("black")
    assert "Mirabilis" in json.dumps(seen.data()), "it lies face up now"
    white = turned.redacted(battle.view_for("white"))
    assert "Obsidian" not in json.dumps(white.data())
    assert "Obsidian" in json.dumps(turned.data())
    answer = json.dumps(answers.shoot(table(), Shot("s", "t", weapon="Gun"), 3, "white").data())
    assert "Obsidian" not in answer
    assert "Mirabilis" in answer
    said = wrong_with(answers.shoot, table(), Shot("s", "t"), 3, "black")
    assert said == "shot.shooter: 's' is not of black; a team shoots for itself"


@pytest.mark.whole("long")
@settings(max_examples=25, suppress_health_check=[HealthCheck.too_slow, HealthCheck.data_too_large])
@given(data=st.data())
def test_a_team_follows_a_game_from_the_events_alone(data: st.DataObject) -> None:
    log = play_out(Battle.read(data.draw(battles.random_battles("duel-of-ages"))), seed=data.draw(st.integers(0, 99)))
    for team in ("white", "black"):
        seen = log.view_for(team)
        assert [entry.after for entry in seen.entries] == [entry.after.view_for(team) for entry in log.entries]
        assert list(map(str, seen.story())) == list(map(str, log.story()))


def played() -> GameLog:
    """A game in which white uses its open weapon, so that every secret stays one."""
    log = GameLog(table(), seed=7717)
    for command in (Shoot(Shot("s", "t", weapon="Gun")), EndPhase()):
        log, _ = log.play(command, SeededDice.for_event(7717, log.next_seq))
    return log


@pytest.mark.rule("DOA-1.3")
@pytest.mark.parametrize("team", ["white", "black"])
def test_the_log_for_a_team_hides_cards_seed_and_fingerprints_and_still_replays(team: str, tmp_path: Path) -> None:
    log = played()
    seen = log.view_for(team)
    assert [entry.seq for entry in seen.entries] == [entry.seq for entry in log.entries] == [1, 2]
    rows = [header(seen), *(entry.data() for entry in seen.entries)]
    text = json.dumps(rows)
    for word in (*told_to(team), "7717", *(entry.state for entry in log.entries)):
        assert word not in text
    assert replay(json.loads(text)).battle == log.battle.view_for(team)
    write_log(seen, tmp_path / "copy.jsonl")
    assert load_log(tmp_path / "copy.jsonl").battle == log.battle.view_for(team)
    for word in told_to(team):
        assert word not in (tmp_path / "copy.jsonl").read_text(encoding="utf-8")


Said = Callable[..., str]


@pytest.fixture
def fireline(program: Path, tmp_path: Path) -> Said:
    """What a command says in the test's folder, on both streams."""

    def said(*arguments: str) -> str:
        done = subprocess.run([program, *arguments], cwd=tmp_path, capture_output=True, encoding="utf-8", check=False)
        return done.stdout + done.stderr

    return said


@pytest.mark.whole("long")
@pytest.mark.rule("DOA-1.3")
def test_no_command_tells_a_team_what_the_other_hides(fireline: Said, tmp_path: Path) -> None:
    save(table(), tmp_path / "battle.yaml")
    write_log(played(), tmp_path / "game.jsonl")
    shot = ("battle.yaml", "-s", "s", "-t", "t", "--team", "black")
    asked = [(command, *shot, *more) for command in ("check", "odds", "shoot") for more in ((), ("--json",))]
    said = [
        *(fireline(*one) for one in asked),
        fireline("targets", "battle.yaml", "-s", "s", "--team", "black"),
        fireline("picture", *shot, "-o", "shot.svg"),
        fireline("replay", "game.jsonl", "--team", "black", "--json", "--copy", "copy.jsonl"),
        (tmp_path / "shot.svg").read_text(encoding="utf-8"),
        (tmp_path / "copy.jsonl").read_text(encoding="utf-8"),
    ]
    for text in said:
        assert text
        for word in told_to("black"):
            assert word not in text


@pytest.mark.whole("long")
@pytest.mark.rule("DOA-1.3")
def test_no_error_about_a_broken_file_tells_a_team_what_is_in_it(fireline: Said, tmp_path: Path) -> None:
    data = table().data()
    broken = []
    for key, value in (("rating", "Mirabilis"), ("sign", 1), ("max_range", 1), ("min_range", "sign")):
        bad = json.loads(json.dumps(data))
        bad["heroes"][0]["cards"][0][key] = value
        broken.append(json.dumps(bad))
    broken += [json.dumps(data)[:-40] + "Mirabilis", json.dumps(data).replace("-sign", "\\ud800")]
    for text in broken:
        file = tmp_path / "battle.json"
        file.write_text(text, encoding="utf-8")
        said = fireline("check", "battle.json", "-s", "s", "-t", "t", "--team", "black")
        assert (
            said == "battle.json: cannot be used; the reason may tell of hidden cards, so ask for it without a team\n"
        )
        request = {"ask": "check", "battle": str(file), "shot": {"shooter": "s", "target": "t"}, "team": "black"}
        assert "cannot be used" in answer_line(json.dumps(request).encode(), 1)["error"]
        plain = fireline("check", "battle.json", "-s", "s", "-t", "t")
        assert plain.startswith("battle.json: ")
        assert "cannot be used;" not in plain
    missing = fireline("check", "none.json", "-s", "s", "-t", "t", "--team", "black")
    assert "may tell" not in missing, "that there is no file gives nothing away"


def test_a_request_in_a_batch_may_name_its_team() -> None:
    shot = {"shooter": "s", "target": "t"}
    for ask in ("check", "odds", "shoot"):
        for team in ("white", "black"):
            request = {"ask": ask, "battle": table().data(), "shot": shot, "team": team, "seed": 1}
            answer = json.dumps(answer_line(json.dumps(request).encode(), 1))
            assert not any(word in answer for word in told_to(team))
    wrong = answer_line(json.dumps({"ask": "check", "battle": table().data(), "shot": shot, "team": 3}).encode(), 1)
    assert wrong == {"error": "line 1: team: 3 is not a text; put it in quotes", "code": "wrong-type"}


def test_a_view_is_a_battle_file_and_only_a_game_that_hides_something_has_teams() -> None:
    view = table().view_for("black")
    assert Battle.read(view.data()) == view
    assert state_of(view).unit("s").unknown == 1
    assert view.view_for("black") == view
    ruling = table().view_for("white").check(Shot("t", "s"))
    assert "No ranged weapon of t is known here (face down: 1 card). DOA-1.2" in map(str, ruling.refusals)
    for name, team, said in (
        ("ancients-starter", "top", "ancients hides nothing, so leave out the team"),
        ("duel-of-ages-starter", "grey", "'grey' is no team of duel-of-ages; allowed: white, black"),
    ):
        assert wrong_with(battles.battle(name).view_for, team) == f"team: {said}"
