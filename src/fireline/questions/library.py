"""What can be looked up: games with their rules and numbers, battles to start from, examples, schemas.

HTTP with its description and the page without a server walk `LOOKUPS`. What `Editing` declares is told as it is there.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any, Literal, NamedTuple, Self, cast

from fireline.formats.examples import Example, example, example_files, listed
from fireline.formats.parsing import parse
from fireline.game.battle import Battle
from fireline.game.editing import Editing, PieceList
from fireline.game.registry import every, ruleset, starter, versions_of
from fireline.game.ruleset import Ruleset
from fireline.questions.answering.fields import QuestionLine, questions_of, schema_of_battles
from fireline.questions.forms.requests import BattleData
from fireline.questions.forms.shape import JsonSchema
from fireline.questions.pictures import PictureRequest
from fireline.ruling import Option, Rule, Rulebook
from fireline.ruling.told import tells

Game = Ruleset[Any, Any, Any]


class GameLine(NamedTuple):
    """A game that is known."""

    id: str
    name: str
    rules: int
    takes_maps: bool


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


@tells(
    "schema_url place=editing.place sides=editing.sides lists facing=editing.facing "
    "ground=editing.ground brushes=editing.brushes outlines=editing.outlines blank snap=editing.snap "
    "fields=editing.fields ruler"
)
class EditingForms(NamedTuple):
    """What an editor needs of a game beside the JSON Schema of its battle files, which stands at `schema_url`.

    `blank` is a battle to begin with, `snap` how far apart the points are that pieces snap to, `ruler` whether
    distances can be asked for.
    """

    game: Game
    editing: Editing

    @property
    def lists(self) -> Sequence[PieceList]:
        """The lists of a battle file that hold pieces."""
        return self.editing.lists

    @property
    def schema_url(self) -> str:
        """Where the JSON Schema of battle files is found."""
        return f"/api/v1/schema/battle/{self.game.id}.json"

    @property
    def blank(self) -> Battle:
        """The game's empty board, else its starter."""
        if self.editing.blank is None:
            return Battle.read(parse(starter(self.game.id)), example_files())
        return Battle.read({"fireline": 1, "ruleset": self.game.id, **self.editing.blank()}, example_files())

    @property
    def ruler(self) -> bool:
        """Whether distances can be asked for."""
        return self.game.places is not None


class RulebookAnswer(NamedTuple):
    """A rulebook: every rule in plain words, the options of a table, the versions, and how battles are edited."""

    id: str
    name: str
    rules: Sequence[Rule]
    options: Sequence[Option]
    questions: Sequence[QuestionLine]
    versions: Sequence[VersionLine]
    editing: EditingForms | None


class ExampleLine(NamedTuple):
    """An example battle, or a set-up to be played from its beginning."""

    name: str
    ruleset: str
    title: str
    words: str
    kind: Literal["example", "setup"]

    @classmethod
    def of(cls, one: Example) -> Self:
        """An example as it is listed."""
        return cls(one.name, one.ruleset, one.title, one.words, one.kind)


@tells("*line battle")
class ExampleAnswer(NamedTuple):
    """An example battle with the data of its file."""

    line: ExampleLine
    battle: BattleData


class StarterAnswer(NamedTuple):
    """The commented battle file to start from, and its data."""

    text: str
    battle: BattleData


def rulesets() -> list[GameLine]:
    """The games that are known."""
    return [GameLine(game.id, game.name, len(game.rulebook), game.maps is not None) for game in every()[0]]


def rulebook(game: Game) -> RulebookAnswer:
    """A game: every rule in plain words with its source and the reading taken, options, versions, and editing."""
    return RulebookAnswer(
        game.id,
        game.name,
        rule_lines(game.rulebook),
        option_lines(game.rulebook),
        questions_of(game),
        [VersionLine(one.id, one.name, one.id.partition("@")[2]) for one in map(ruleset, versions_of(game.id))],
        forms(game),
    )


def numbers(game: Game) -> list[NumberLine]:
    """Every number of a game's rules, by the address under which a battle's `house` sets it."""
    return [NumberLine(**one.data()) for one in (game.numbers or {}).values()]


def starter_battle(game: Game) -> StarterAnswer:
    """The commented battle file to start from, as `fireline examples GAME` prints it, and its data."""
    text = starter(game.id)
    return StarterAnswer(text, parse(text))


def all_examples() -> list[ExampleLine]:
    """The example battles, and the set-ups of every game, from the smallest to the largest."""
    return [ExampleLine.of(one) for one in listed()]


def example_battle(one: Example) -> ExampleAnswer:
    """An example battle: what it shows, and the data of its file."""
    return ExampleAnswer(ExampleLine.of(one), one.data)


def battle_schema(game: Game) -> JsonSchema:
    """The JSON Schema of a game's battle files."""
    return cast("JsonSchema", schema_of_battles(game))


LOOKUPS: dict[str, Callable[..., Any]] = {
    "/rulesets": rulesets,
    "/rulesets/{ruleset}": rulebook,
    "/rulesets/{ruleset}/numbers": numbers,
    "/rulesets/{ruleset}/starter": starter_battle,
    "/examples": all_examples,
    "/examples/{name}": example_battle,
    "/schema/battle/{ruleset}.json": battle_schema,
}
"""What finds whatever can be looked up, by its address; a name in that is of a game or of an example."""


def meant(names: Mapping[str, str]) -> list[Any]:
    """The game or the example that a name in an address is of; raises `BattleFileError` where there is none."""
    known: dict[str, Callable[[str], Any]] = {"ruleset": ruleset, "name": example}
    return [known[kind](name) for kind, name in names.items()]


def example_board(one: Example) -> PictureRequest:
    """The question for the picture of an example, of a set-up where everybody stands."""
    return PictureRequest(battle=one.data, kind="plan" if one.setup else "board")


def rule_lines(book: Rulebook, *ids: str) -> list[Rule]:
    """Every rule of a rulebook, or these."""
    return [book[id_] for id_ in ids] or list(book.values())


def option_lines(book: Rulebook, rule: str | None = None) -> list[Option]:
    """The options of a table, or those that read one rule differently."""
    return [one for one in book.options if rule in {None, one.rule}]


def forms(game: Game) -> EditingForms | None:
    """Lists, palettes and forms of a game for an editor; None for a game that has none."""
    return None if game.editing is None else EditingForms(game, game.editing)
