"""The API without a server: what the page asks is answered where the page itself runs, by Python in a browser.

Nothing is kept here: whoever asks for a table, a link or a model from a file is told so in a line.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from functools import cache
from importlib import import_module
from typing import Any, NamedTuple
from urllib.parse import unquote

from fireline.formats.examples import example
from fireline.game.battle import Battle
from fireline.game.errors import BattleFileError, Code
from fireline.game.registry import every, ruleset
from fireline.game.result import as_json
from fireline.questions import JSON, LINES, PNG, SVG, Question, questions
from fireline.questions.library import LOOKUPS, all_examples, example_board, meant, rulesets, starter_battle
from fireline.questions.pictures import picture
from fireline.ruling.told import written
from fireline.server import asking
from fireline.server.modelfiles import server_files
from fireline.server.problems import MEDIA_TYPE, Problem, problem_of, unknown

ROOT, PICTURE = "/api/v1", "/picture.svg"

Tell = Callable[[str], object]


class Answer(NamedTuple):
    """What a server would send: status, media type, body."""

    status: int
    media: str
    text: str


def answer(path: str, body: str | None = None, tell: Tell | None = None) -> Answer:
    """What the server would answer at an address, a question where there is a body.

    A long answer tells each line but its last as soon as there is one. Never raises: what goes wrong is a problem.
    """
    told = list[str]()

    def heard(line: str) -> None:
        told.append(line)
        if tell is not None:
            tell(line)

    try:
        return _library(path.removeprefix(ROOT)) if body is None else _asked(path.removeprefix(ROOT), body, heard)
    except Exception as wrong:  # noqa: BLE001 - the page is told, whatever it is
        problem = problem_of(wrong)
        said = as_json(problem.data()).decode()
        return Answer(200, LINES, f'{{"problem":{said}}}\n') if told else Answer(problem.status, MEDIA_TYPE, said)


def _asked(place: str, body: str, tell: Tell) -> Answer:
    """The answer to a question; raises what is wrong with it."""
    name = place.removeprefix("/")
    if name not in questions():  # those about games of tables take a while to load
        import_module("fireline.server.checked")
    question = questions().get(name)
    if question is None or question.media == PNG:  # which a browser makes itself
        raise _needs_a_server(place)
    if question.media == LINES:
        return Answer(200, LINES, _long(question, body.encode(), tell))
    return Answer(200, question.media, asking.put(question.name, body.encode()).decode())


def _long(question: Question, raw: bytes, tell: Tell) -> str:
    """The last line of a long answer; the lines before it are told as they come."""
    told = asking.put(question.name, raw, lambda news: tell(as_json(news).decode() + "\n"))
    return f'{{"result":{told.decode()}}}\n'


def _library(place: str) -> Answer:
    """What there is to look up; of games and examples those that can be played here."""
    if place == "/missing":
        lacks = ((game, _lack(game.id)) for game in every()[0])
        found: Any = [{"id": game.id, "name": game.name, "why": lack} for game, lack in lacks if lack]
        return Answer(200, JSON, as_json(found).decode())
    if place.endswith(PICTURE):
        with unknown("name"):
            one = example(unquote(place.removeprefix("/examples/").removesuffix(PICTURE)))
        return Answer(200, SVG, picture(example_board(one)))
    for path, function in LOOKUPS.items():
        if (names := re.fullmatch(re.sub(r"{(\w+)}", r"(?P<\1>[^/]+)", path), place)) is not None:
            with unknown("".join(names.groupdict())):
                of = meant({kind: unquote(name) for kind, name in names.groupdict().items()})
            found = written(function(*of))
            if function in {rulesets, all_examples}:
                found = [line for line in found if not _lack(line.get("ruleset", line.get("id")))]
            return Answer(200, JSON, as_json(found).decode())
    raise _needs_a_server(place)


@cache
def _lack(id_: str) -> str:
    """What the battles of a game need and this Python does not have, "" where they can be read here."""
    try:
        Battle.read(starter_battle(ruleset(id_)).battle, server_files())
    except BattleFileError as wrong:
        if wrong.code is Code.NOT_INSTALLED:
            return wrong.problem
        raise
    return ""


def _needs_a_server(path: str) -> Problem:
    told = f"{path[:80]} needs a server, and this page works without one; start one with: fireline serve"
    return Problem(404, Code.UNAVAILABLE, told)
