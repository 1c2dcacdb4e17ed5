"""Without a server: the same answers, the same problems, and a line for what only a server has."""

import json
from dataclasses import replace
from typing import Any, cast

import pytest

from fireline.game.errors import Code
from fireline.questions import LINES, PNG, questions
from fireline.server.offline import ROOT, answer
from server.clients import BOW, SHOT, Client, sampled
from server.played import EXPORT

QUESTIONS = {one.path: one for one in questions().values() if one.media != PNG and one.name != "scene"}
"""What a page without a server may ask; a scene in three dimensions is of games that it does not have."""
HOLDS_STILL = {
    "/play": {"seed": 7},
    "/plan": {"seconds": 200, "budget": 20},
    "/simulate": {"phases": 20},
    "/threat": {"seconds": 200},
    "/balance": {"seconds": 200},
    "/unit_worth": {"seconds": 200},
    "/house": {"seconds": 200},
    "/ranges": {"seconds": 200},
}
"""What is asked beside the example where the answer would be another one each time."""
GAME = {"battle": BOW, "steps": [{"battle": BOW}]}


@pytest.fixture(scope="module")
def samples(client: Client) -> dict[str, dict[str, Any]]:
    """What the description of the API gives as an example of every question, and a game for those about games."""
    known = {path.removeprefix(ROOT): example for path, example in sampled(client).items()}
    asked = {place: known[place] | HOLDS_STILL.get(place, {}) for place in QUESTIONS if place in known}
    return {"/luck": GAME, "/recall": GAME, "/verify": {"file": EXPORT.read_text(encoding="utf-8")}, **asked}


@pytest.mark.parametrize("place", QUESTIONS)
@pytest.mark.whole("long")
def test_every_question_has_the_answer_of_the_server(
    place: str, client: Client, samples: dict[str, dict[str, Any]]
) -> None:
    path, asked, lines = ROOT + place, samples[place], list[str]()
    theirs, ours = client.post(path, json=asked), answer(path, json.dumps(asked), lines.append)
    assert (ours.status, ours.media) == (theirs.status_code, theirs.headers["content-type"].partition(";")[0])
    told = theirs.text.splitlines()[-1] if ours.media == LINES else theirs.text
    assert ours.text.rstrip("\n") == told.rstrip("\n")
    assert bool(lines) is (ours.media == LINES)
    assert all(0 <= json.loads(line)["progress"] <= 1 for line in lines)


@pytest.mark.whole("long")
@pytest.mark.parametrize("place", QUESTIONS)
def test_what_is_wrong_is_the_problem_that_the_server_tells(place: str, client: Client) -> None:
    for asked in ('{"battle": {"fireline": 1, "ruleset": "chess"}}', "[1, 2]", '{"batle": 1}', "{", ""):
        ours = answer(ROOT + place, asked)
        theirs = client.post(ROOT + place, content=asked, headers={"Content-Type": "application/json"})
        assert (ours.status, json.loads(ours.text)) == (theirs.status_code, theirs.json())


@pytest.mark.whole("long")
@pytest.mark.parametrize(
    "place",
    [
        "/rulesets",
        "/rulesets/ancients",
        "/rulesets/blightmeer%402026-07/starter",
        "/rulesets/chess",
        "/examples",
        "/examples/ancients-edges",
        "/examples/ancients-edges/picture.svg",
        "/examples/nowhere",
        "/schema/battle/duel-of-ages.json",
    ],
)
def test_the_library_is_that_of_the_server(place: str, client: Client) -> None:
    theirs, ours = client.get(ROOT + place), answer(ROOT + place)
    same = ours.text == theirs.text if ours.status == 200 else json.loads(ours.text) == theirs.json()
    assert same
    assert ours.status == theirs.status_code
    assert ours.media == theirs.headers["content-type"].partition(";")[0]


def test_what_needs_a_server_is_told_so_in_a_line() -> None:
    for path, body in (("/tables", "{}"), ("/shots", "{}"), ("/shots/abc", None), ("/models/x.glb", None), ("", None)):
        told = answer(ROOT + path, body)
        assert told.status == 404
        assert "needs a server" in json.loads(told.text)["detail"]


def test_what_goes_wrong_in_the_middle_of_a_long_answer_is_its_last_line(monkeypatch: pytest.MonkeyPatch) -> None:
    def broken(asked: Any, report: Any) -> None:
        report(0.5, None)
        raise ValueError("a secret")

    monkeypatch.setitem(cast("dict[str, Any]", questions()), "threat", replace(questions()["threat"], function=broken))
    lines = list[str]()
    told = answer(ROOT + "/threat", json.dumps({"battle": BOW, "unit": SHOT["shooter"]}), lines.append)
    assert (told.status, told.media, lines) == (200, LINES, ['{"progress":0.5}\n'])
    assert json.loads(told.text)["problem"]["code"] == Code.BUG
    assert "a secret" not in told.text
