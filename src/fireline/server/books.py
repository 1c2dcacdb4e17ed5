"""What games say of themselves, as data: rules, versions, how battles are edited, starters, examples.

What `Editing` declares is told as it is declared there.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, NamedTuple, cast

from fireline.formats.examples import Example, example_files
from fireline.formats.examples import example as known_example
from fireline.formats.parsing import parse
from fireline.game.battle import Battle
from fireline.game.editing import Brush, Editing, Facing, FormField, Ground, Outlines, PieceList
from fireline.game.errors import BattleFileError
from fireline.game.registry import ruleset, starter, versions_of
from fireline.game.ruleset import Ruleset
from fireline.questions.answering.schemas import questions_of
from fireline.questions.forms.shapes import Question
from fireline.server.problems import Problem

Game = Ruleset[Any, Any, Any]


def game(id_: str) -> Game:
    """The game at an address; raises `Problem` where there is none."""
    try:
        return ruleset(id_)
    except BattleFileError as wrong:
        raise Problem(404, wrong.code, str(wrong), place="ruleset") from None


def example(name: str) -> Example:
    """The example at an address; raises `Problem` where there is none."""
    try:
        return known_example(name)
    except BattleFileError as wrong:
        raise Problem(404, wrong.code, str(wrong), place="name") from None


def example_board(name: str) -> dict[str, Any]:
    """The question for the picture of an example, of a set-up where everybody stands; raises `Problem` without one."""
    found = example(name)
    return {"battle": found.data, "shot": None, "kind": "plan" if found.setup else "board"}


def game_line(game: Game) -> dict[str, Any]:
    """A game's entry in a list."""
    return {"id": game.id, "name": game.name, "rules": len(game.rulebook), "takes_maps": game.maps is not None}


class RuleLine(NamedTuple):
    """A rule: what it says in plain words, where it comes from, and the reading taken where it leaves room for one."""

    id: str
    says: str
    source: str
    status: str
    reading: str


class OptionLine(NamedTuple):
    """An option of a table: its name in a battle file, the rule it reads differently, and what it says."""

    name: str
    rule: str
    says: str


class NumberLine(NamedTuple):
    """A number of a rule: the address under which a battle's `house` sets it, and between which bounds."""

    address: str
    rule: str
    value: int | float
    least: int | float
    most: int | float
    about: str


class VersionLine(NamedTuple):
    """One version of the rules of a game; `edition` is what `compare` takes for it."""

    id: str
    title: str
    edition: str


class EditingForms(NamedTuple):
    """What an editor needs of a game beside the JSON Schema of its battle files, which stands at `schema_url`.

    `blank` is a battle to begin with, `snap` how far apart the points are that pieces snap to, `ruler` whether
    distances can be asked for.
    """

    schema_url: str
    place: str
    sides: Sequence[str]
    lists: Sequence[PieceList]
    facing: Facing | None
    ground: Ground | None
    brushes: Sequence[Brush]
    outlines: Outlines | None
    blank: Battle
    snap: float
    fields: Mapping[str, FormField]
    ruler: bool


class RulebookAnswer(NamedTuple):
    """A rulebook: every rule in plain words, the options of a table, the versions, and how battles are edited."""

    id: str
    name: str
    rules: Sequence[RuleLine]
    options: Sequence[OptionLine]
    questions: Sequence[Question]
    versions: Sequence[VersionLine]
    editing: EditingForms | None


def book(game: Game) -> RulebookAnswer:
    """Every rule of a game in plain words with its source and the reading taken, options, versions, and editing."""
    return RulebookAnswer(
        game.id,
        game.name,
        [RuleLine(one.id, one.says, one.source, one.status, one.reading) for one in game.rulebook.values()],
        [OptionLine(one.name, one.rule, one.says) for one in game.rulebook.options],
        cast("list[Question]", questions_of(game)),
        [VersionLine(one.id, one.name, one.id.partition("@")[2]) for one in map(ruleset, versions_of(game.id))],
        forms(game),
    )


def numbers(game: Game) -> list[NumberLine]:
    """Every number of a game's rules."""
    return [NumberLine(**one.data()) for one in (game.numbers or {}).values()]


def first_battle(game: Game) -> dict[str, Any]:
    """The commented battle file to start from, as `fireline examples GAME` prints it, and its data."""
    text = starter(game.id)
    return {"text": text, "battle": parse(text)}


def forms(game: Game) -> EditingForms | None:
    """Lists, palettes and forms of a game for an editor; None for a game that has none."""
    editing = game.editing
    if editing is None:
        return None
    return EditingForms(
        schema_url=f"/api/v1/schema/battle/{game.id}.json",
        place=editing.place,
        sides=editing.sides,
        lists=editing.lists,
        facing=editing.facing,
        ground=editing.ground,
        brushes=editing.brushes,
        outlines=editing.outlines,
        blank=_blank(game, editing),
        snap=editing.snap,
        fields=editing.fields,
        ruler=editing.apart is not None and game.places is not None,
    )


def _blank(game: Game, editing: Editing) -> Battle:
    """The battle that a new one begins as: the game's empty board, else its starter."""
    if editing.blank is None:
        return Battle.read(parse(starter(game.id)), example_files())
    return Battle.read({"fireline": 1, "ruleset": game.id, **editing.blank()}, example_files())
