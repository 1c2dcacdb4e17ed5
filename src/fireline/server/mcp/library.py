"""What a language model may look up: games, their rules, examples, schemas; as tools and as resources."""

from __future__ import annotations

import json
from collections.abc import Mapping
from typing import Annotated, Any

from pydantic import Field

from fireline.formats.examples import example, listed
from fireline.formats.parsing import parse
from fireline.game.entries import FileEntry, Name, one_of
from fireline.game.errors import BattleFileError, Code
from fireline.game.registry import every, ruleset, starter
from fireline.questions.answering.schemas import schema_of_battles

Data = dict[str, Any]
SCHEME = "fireline://"
_KINDS = "an example battle", "a set-up to play from its beginning"


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
    games, _wrong = every()
    return {"rulesets": [{"id": game.id, "name": game.name, "rules": len(game.rulebook)} for game in games]}


def rules(asked: RulesOf) -> Data:
    """The rules of a game in plain words, all of them or one by its ID."""
    book = ruleset(asked.ruleset).rulebook
    wanted = book if asked.rule is None else [one_of(asked.rule, book, "rule of this game", "rule")]
    lines = (book[id_] for id_ in wanted)
    told = [{"id": one.id, "says": one.says, "source": one.source, "reading": one.reading} for one in lines]
    return {"ruleset": asked.ruleset, "rules": told}


def new_battle(asked: Game) -> Data:
    """A first battle file of a game to start from, with comments, as text and as data."""
    text = starter(ruleset(asked.ruleset).id)
    return {"text": text, "battle": parse(text)}


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
        f"{SCHEME}examples/{one.name}": (f"{one.line()['title']}: {_KINDS[one.setup]}.", "application/yaml")
        for one in listed()
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
            return "\n".join(f"{one.name}: {one.line()['title']}" for one in listed())
        case "schemas", _:
            return json.dumps(schema_of_battles(ruleset(name)))
        case _:
            return example(name).text
