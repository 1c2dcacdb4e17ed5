"""The API without a server: what the page asks is answered where the page itself runs, by Python in a browser.

Nothing is kept here: whoever asks for a table, a link or a model of one's own is told so in a line.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import cache
from typing import Any, NamedTuple
from urllib.parse import unquote

from fireline.formats.examples import listed
from fireline.game.battle import Battle
from fireline.game.errors import BattleFileError, Code
from fireline.game.registry import every, ruleset
from fireline.game.result import as_json
from fireline.questions import JSON, LINES, PNG, SVG, Question, questions
from fireline.questions.answering.schemas import schema_of_battles
from fireline.questions.pictures import Drawing, picture
from fireline.ruling.told import written
from fireline.server import asking, books
from fireline.server.modelfiles import server_files
from fireline.server.problems import MEDIA_TYPE, Problem, problem_of

ROOT = "/api/v1"

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
    question = questions().get(place.removeprefix("/"))
    if question is None or question.media == PNG:  # which a browser makes itself
        raise _needs_a_server(place)
    if question.media == LINES:
        return Answer(200, LINES, _long(question, body.encode(), tell))
    return Answer(200, question.media, asking.put(question.name, body.encode()).decode())


def _long(question: Question, raw: bytes, tell: Tell) -> str:
    """The last line of a long answer; the lines before it are told as they come."""

    def report(share: float, _so_far: Any = None, /, **known: Any) -> None:
        tell(as_json({"progress": share, **known}).decode() + "\n")

    return f'{{"result":{asking.put(question.name, raw, report=report).decode()}}}\n'


def _library(place: str) -> Answer:
    """What there is to look up: games, rulebooks, starters, examples, schemas."""
    found: Any
    match [unquote(part) for part in place.removeprefix("/").split("/")]:
        case ["rulesets"]:
            found = [books.game_line(game) for game in every()[0] if not _lack(game.id)]
        case ["missing"]:
            lacks = ((game, _lack(game.id)) for game in every()[0])
            found = [{"id": game.id, "name": game.name, "why": lack} for game, lack in lacks if lack]
        case ["rulesets", id_]:
            found = written(books.book(books.game(id_)))
        case ["rulesets", id_, "starter"]:
            found = books.first_battle(books.game(id_))
        case ["examples"]:
            lines = (one.line() for one in listed())
            found = [line for line in lines if not _lack(line["ruleset"])]
        case ["examples", name]:
            one = books.example(name)
            found = one.line() | {"battle": one.data}
        case ["examples", name, "picture.svg"]:
            return Answer(200, SVG, picture(Drawing.model_validate(books.example_board(name))))
        case ["schema", "battle", file]:
            found = schema_of_battles(books.game(file.removesuffix(".json")))
        case _:
            raise _needs_a_server(place)
    return Answer(200, JSON, as_json(found).decode())


@cache
def _lack(id_: str) -> str:
    """What the battles of a game need and this Python does not have, "" where they can be read here."""
    try:
        Battle.read(books.first_battle(ruleset(id_))["battle"], server_files())
    except BattleFileError as wrong:
        if wrong.code is Code.NOT_INSTALLED:
            return wrong.problem
        raise
    return ""


def _needs_a_server(path: str) -> Problem:
    told = f"{path[:80]} needs a server, and this page works without one; start one with: fireline serve"
    return Problem(404, Code.UNAVAILABLE, told)
