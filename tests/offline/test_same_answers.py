"""The engine in Pyodide answers as CPython does, to the letter: rulings, odds, dice, pictures."""

import json
from collections.abc import Iterator
from typing import Any

import pytest

from fireline.server.offline import ROOT, answer
from known_answers import answer as known_answer
from known_answers import cases
from offline.engine import Engine
from server.played import EXPORT

Question = tuple[str, Any]
SEEDS = (0, 7, 2**53 - 1)
pytestmark = pytest.mark.whole("install")  # the start of the engine, and a thousand cases


def natively(question: Question) -> Any:
    """What this Python answers."""
    path, asked = question
    return answer(ROOT + path, asked if isinstance(asked, str | None) else json.dumps(asked))


def compared(engine: Engine, questions: list[Question]) -> int:
    """How many questions were asked; every answer is the same, byte for byte."""
    for question, there in zip(questions, engine.answers(questions), strict=True):
        assert there == natively(question), question
    return len(questions)


def looked_up(engine: Engine, path: str) -> Any:
    """Something of the library, as the engine knows it."""
    (told,) = engine.answers([(path, None)])
    return json.loads(told.text)


@pytest.fixture(scope="module")
def games(engine: Engine) -> list[str]:
    """The games that the engine can play."""
    return [game["id"] for game in looked_up(engine, "/rulesets")]


@pytest.fixture(scope="module")
def battles(engine: Engine) -> list[dict[str, Any]]:
    """The examples of those games."""
    names = [one["name"] for one in looked_up(engine, "/examples")]
    return [looked_up(engine, f"/examples/{name}")["battle"] for name in names]


def test_three_games_are_played_and_those_that_need_more_are_not_listed(
    games: list[str], battles: list[dict[str, Any]]
) -> None:
    assert games == ["ancients", "duel-of-ages", "endless-horizons"]
    assert {battle["ruleset"] for battle in battles} == set(games)


@pytest.mark.parametrize(
    "name", ["ancients", "ancients-entered-terrain", "ancients-to-the-end", "duel-of-ages", "endless-horizons"]
)
def test_cases_with_known_answers_have_the_same_answer(engine: Engine, name: str) -> None:
    asked = cases(name)
    questions = [
        (f"/{case['request']['ask']}", {key: case["request"][key] for key in ("battle", "shot")}) for case in asked
    ]
    for case, told in zip(asked, engine.answers(questions), strict=True):
        assert (told.status, json.loads(told.text)) == (200, json.loads(json.dumps(known_answer(case)))), case


def all_about(battle: dict[str, Any]) -> Iterator[Question]:
    """Everything that the page asks about a battle, with dice of several seeds."""
    yield "/read", {"battle": battle}
    yield "/odds", {"battle": battle}  # without a shot, so that errors are compared too
    yield "/file", {"battle": battle}
    yield "/picture", {"battle": battle}
    yield "/picture", {"battle": battle, "kind": "plan"}
    reading = json.loads(natively(("/read", {"battle": battle})).text)
    for shooter in reading["shooters"]:
        yield "/targets", {"battle": battle, "shooter": shooter["id"]}
    commands = [choice["command"] for choice in reading["commands"]]
    for shot in [command["shot"] for command in commands if command["command"] == "Shoot"][:1]:
        asked = {"battle": battle, "shot": shot}
        yield from ((f"/{what}", asked) for what in ("check", "odds", "picture", "worth"))
        yield "/picture", asked | {"kind": "odds"}
        yield from (("/shoot", asked | {"seed": seed}) for seed in SEEDS)
    for command in commands[-2:]:
        yield from (("/play", {"battle": battle, "command": command, "seed": seed}) for seed in SEEDS)


def test_whatever_the_page_asks_about_an_example_has_the_same_answer(
    engine: Engine, battles: list[dict[str, Any]]
) -> None:
    questions = [question for battle in battles for question in all_about(battle)]
    assert sum(path == "/shoot" for path, _ in questions) == len(SEEDS) * len(battles)
    assert compared(engine, questions) > 100


@pytest.mark.quick
def test_a_game_of_a_table_has_the_same_verdict(engine: Engine) -> None:
    file = EXPORT.read_text(encoding="utf-8")  # not signed, for which the page lends its library
    assert compared(engine, [("/verify", {"file": file}), ("/recall", {"file": file})]) == 2
