"""The tools and resources of a language model: the questions, and games, rules, examples and schemas to look up."""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import replace
from functools import cache
from typing import Annotated, Any, NamedTuple

from pydantic import Field

from fireline.formats.examples import example, listed
from fireline.formats.parsing import parse, parse_json
from fireline.game.entries import FileEntry, Name, one_of, read_entry
from fireline.game.errors import BattleFileError, Code
from fireline.game.registry import every, ruleset
from fireline.game.result import Result, as_json
from fireline.questions import Question, library, question_of, questions
from fireline.questions.answering.fields import schema_of_battles
from fireline.ruling.told import written
from fireline.server import checked  # noqa: F401 - declares a question
from fireline.server.asking import ready

Data = dict[str, Any]
SCHEME = "fireline://"
_KINDS = "an example battle", "a set-up to play from its beginning"
ABOUT_BATTLE = (
    " `battle` is a battle file as data or as text, or the name of an example; fireline://rulesets and "
    "fireline://examples list what there is."
)


class Nothing(FileEntry):
    """No argument."""


class Game(FileEntry):
    """A game."""

    ruleset: Annotated[Name, Field(description="The game's id, as `rulesets` lists it.")]


class RulesOf(Game):
    """A game, and one of its rules."""

    rule: Annotated[Name | None, Field(description="The ID of one rule; none for all.")] = None


def rulesets(_: Nothing) -> Data:
    """The games that Fireline knows."""
    return {"rulesets": written(library.rulesets())}


def rules(asked: RulesOf) -> Data:
    """The rules of a game in plain words, all of them or one by its ID."""
    book = ruleset(asked.ruleset).rulebook
    ids = () if asked.rule is None else (one_of(asked.rule, book, "rule of this game", "rule"),)
    return {"ruleset": asked.ruleset, "rules": written(library.rule_lines(book, *ids))}


def new_battle(asked: Game) -> library.StarterAnswer:
    """A first battle file of a game to start from, with comments, as text and as data."""
    return library.starter_battle(ruleset(asked.ruleset))


def told(found: Mapping[str, Any]) -> str:
    """Games or rules as lines."""
    if "rulesets" in found:
        return "\n".join(f"{game['id']}: {game['name']}, {game['rules']} rules" for game in found["rulesets"])
    return "\n".join(f"{rule['id']}: {rule['says']}" for rule in found["rules"])


def resources() -> dict[str, tuple[str, str]]:
    """Every resource by its address: what it is, and its media type."""
    games, _wrong = every()
    lists = {
        f"{SCHEME}rulesets": ("The games that Fireline knows.", "text/plain"),
        f"{SCHEME}examples": ("The example battles, and the set-ups of every game.", "text/plain"),
    }
    books = {f"{SCHEME}rulesets/{game.id}": (f"The rules of {game.name}.", "text/plain") for game in games}
    schemas = {
        f"{SCHEME}schemas/{game.id}": (f"The JSON Schema of battle files of {game.name}.", "application/json")
        for game in games
    }
    battles = {
        f"{SCHEME}examples/{one.name}": (f"{one.title}: {_KINDS[one.setup]}.", "application/yaml") for one in listed()
    }
    return lists | books | schemas | battles


def resource(address: str) -> str:
    """The text of a resource; raises `BattleFileError` for one that there is not."""
    if address not in resources():
        raise BattleFileError(Code.NOT_FOUND, f"{address[:100]!r} is no resource; {SCHEME}rulesets lists games")
    kind, _, name = address.removeprefix(SCHEME).partition("/")
    match kind, name:
        case "rulesets", "":
            return told(rulesets(Nothing()))
        case "rulesets", _:
            return told(rules(RulesOf(ruleset=name)))
        case "examples", "":
            return "\n".join(f"{one.name}: {one.title}" for one in listed())
        case "schemas", _:
            return json.dumps(schema_of_battles(ruleset(name)))
        case _:
            return example(name).text


@cache
def tools() -> Mapping[str, Question]:
    """Every tool by its name."""
    found = {one.tool: one for one in (*_LIBRARY, *questions().values())}
    return {name: one for name, one in found.items() if name}


def about(tool: Question) -> str:
    """What a tool is for, in words."""
    return " ".join(tool.text.split()) + (ABOUT_BATTLE if "battle" in tool.request.model_fields else "")


class Answer(NamedTuple):
    """What a tool answers: a sentence or several, and the data as JSON, or a picture."""

    text: str
    data: bytes | None = None
    picture: bytes | None = None


def answer(name: str, raw: bytes) -> Answer:
    """The answer of a tool to its arguments as JSON; raises `BattleFileError`, and what the question raises."""
    tool = tools()[name]
    given = parse_json(raw.decode("utf-8"))
    if not isinstance(given, dict):
        raise BattleFileError(Code.WRONG_TYPE, "arguments are a mapping of names to values", "arguments")
    if isinstance(text := given.get("battle"), str):  # the name of an example, or a battle written down
        given = given | {"battle": _battle_meant(text)}
    found = tool.function(ready(read_entry(tool.request, given)))
    if isinstance(found, str):
        return _drawn(found)
    data = written(found)
    data.pop("svg", None)  # a picture is asked for by itself
    text = as_json(data)
    return Answer(_in_words(found) or text.decode(), text)


def _battle_meant(text: str) -> Any:
    """The data of a battle that is written down, or of the example of this name; raises `BattleFileError`."""
    data = parse(text)
    try:
        return example(data).data if isinstance(data, str) else data
    except BattleFileError as wrong:
        raise wrong.at("battle") from None


def _in_words(found: Any) -> str:
    """What is said of an answer beside its data, "" where these say it as well."""
    match found:
        case Result():
            return found.words()
        case library.StarterAnswer():
            return found.text
        case {"rules": _} | {"rulesets": _}:
            return told(found)
    return ""


def _drawn(svg: str) -> Answer:
    """A picture as PNG, which models can look at, with its own words; as SVG where nothing here draws PNG."""
    from fireline.draw.png import png

    try:
        return Answer(_words(svg), picture=png(svg))
    except BattleFileError as wrong:
        if wrong.code is not Code.NOT_INSTALLED:
            raise
        return Answer(svg)


def _words(svg: str) -> str:
    """The title and the description of a picture."""
    from html import unescape
    from re import DOTALL, findall

    return "\n".join(unescape(one.strip()) for one in findall(r"<(?:title|desc)[^<>]*>([^<]*)<", svg, DOTALL)[:2])


_LIBRARY = (
    replace(question_of("rulesets", rulesets), tool="rulesets"),
    replace(question_of("rules", rules), tool="rules"),
    replace(question_of("new_battle", new_battle), tool="new_battle"),
)
