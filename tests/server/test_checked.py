"""The question whether a game holds: the verdict of the command line, at every door."""

import json
from typing import Any

import pytest

from fireline.cli.batch import answer_line
from fireline.formats.battlefile import load
from fireline.formats.logfile import log_text
from fireline.game.log import GameLog
from fireline.questions import questions
from fireline.ruling.told import written
from fireline.server.api.shaping import answer_of
from fireline.server.dice.notes import read_note
from fireline.server.mcp.tools import answer
from fireline.server.verifying import verify_export
from server.clients import API, Client
from server.played import EXPORT, HEAD, MIXED

GAME: dict[str, Any] = {"file": MIXED.read_text(encoding="utf-8"), "heads": [HEAD.read_text(encoding="utf-8")]}


def test_every_door_has_the_verdict_of_the_command_line(client: Client) -> None:
    with MIXED.open("rb") as lines:
        (known,) = written(verify_export(lines, kept=[read_note(note) for note in GAME["heads"]]))
    told = client.post(f"{API}/verify", json=GAME).json()
    assert told == {"tables": [known], "played": None}
    answer_of(questions()["verify"]).model_validate(told)
    assert answer_line(json.dumps({"ask": "verify", **GAME}).encode(), 1) == told
    said = answer("verify", json.dumps(GAME).encode()).text
    assert said.splitlines() == [f"{known['name']}: {known['verdict']}", *known["words"]]
    assert sum(sum(counts.values()) for counts in known["faces"].values()) == known["proven"] == 6


@pytest.mark.parametrize(
    ("changed", "problem"),
    [
        ({"file": GAME["file"].replace("asleep", "awake")}, "line 13: event 12 does not match its hash"),
        ({"file": EXPORT.read_text(encoding="utf-8")}, "--head: is of table 'evening-2', which is not in this file"),
        ({"heads": ["hello"]}, "heads[0]: 'hello' begins no signed head of a table"),
        ({"file": "fireline: 1"}, "line 1, column 1: "),
        ({"file": ""}, "holds no table"),
    ],
)
def test_what_does_not_fit_is_named(client: Client, changed: dict[str, Any], problem: str) -> None:
    told = client.post(f"{API}/verify", json=GAME | changed)
    assert told.status_code == 422
    assert told.json()["detail"].startswith(problem)


def test_a_log_that_was_played_alone_is_played_again(client: Client) -> None:
    start = GameLog(load("ancients-ranged-combat"))
    game, _ = start.play(start.battle.command("bow > warriors"), start.dice())
    told = client.post(f"{API}/verify", json={"file": log_text(game)}).json()
    assert told == {"tables": [], "played": "1 step replayed without dice, to the recorded states."}
    wrong = client.post(f"{API}/verify", json={"file": log_text(game).replace('"bow"', '"ax"')})
    assert wrong.json()["detail"].startswith("line 1: does not match its check")
