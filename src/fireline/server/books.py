"""What games say of themselves, as data: rules, versions, how battles are edited, starters, examples."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, Literal, NamedTuple, cast

from fireline.formats.examples import Example, example_files
from fireline.formats.examples import example as known_example
from fireline.formats.parsing import parse
from fireline.game.battle import Battle
from fireline.game.editing import Brush, Editing, Facing, FormField, Ground, PieceList, Ready, Shape, Sliding
from fireline.game.errors import BattleFileError
from fireline.game.registry import ruleset, starter, versions_of
from fireline.game.ruleset import Ruleset
from fireline.questions.answering.schemas import questions_of
from fireline.questions.forms.shapes import Question
from fireline.server.problems import Problem

Game = Ruleset[Any, Any, Any]
Shapes = Literal["point", "line", "rectangle", "polygon", "spot", "between"]


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


class ReadyLine(NamedTuple):
    """A value ready to be chosen."""

    title: str
    value: Any


class FieldLine(NamedTuple):
    """What a form says of a field beside its JSON Schema; `own` is where a battle names kinds of its own.

    `model` is whether it names a model of one's own.
    """

    title: str
    unit: str
    ready: Sequence[ReadyLine]
    own: str
    model: bool


class PieceLine(NamedTuple):
    """A piece of a palette: its entry less id, side and place, what its id begins with, and how it is drawn.

    `group` is the heading under which it is folded away with others, "" for one that is always seen.
    """

    title: str
    stem: str
    entry: Mapping[str, Any]
    shape: Shapes
    group: str


class PieceListLine(NamedTuple):
    """A list of a battle file that holds pieces; `place` and `side` are keys of an entry.

    `corners` are the paths of an entry at which the corners of what is drawn stand; `together` is whether several
    pieces of the list can be turned and moved as one thing, `models` whether one may be a model of one's own instead.
    """

    name: str
    title: str
    pieces: Sequence[PieceLine]
    place: Sequence[str]
    side: str
    needs_place: bool
    corners: Sequence[str]
    together: bool
    sliding: Sliding | None
    models: bool
    fields: Mapping[str, FieldLine]


class GroundLine(NamedTuple):
    """How ground is painted: the kinds, and the paths into a battle file where that of a `{place}` may stand."""

    title: str
    kinds: Sequence[ReadyLine]
    bare: str
    paths: Sequence[Sequence[str]]
    own: str
    beyond: bool


class OntoLine(NamedTuple):
    """A piece that a brush is drawn on: the list it stands in, and its entry."""

    path: str
    entry: Mapping[str, Any]


class BrushLine(NamedTuple):
    """What is drawn on a board and is no piece; `sample` are places of the blank board to show it at.

    `onto` is what stands at the first of them before; `parts` are the endings of the ids of the pieces that it lays.
    """

    name: str
    title: str
    shape: Shapes
    group: str
    sample: Sequence[str]
    onto: OntoLine | None
    parts: Sequence[str]


class OutlinesLine(NamedTuple):
    """Outlines without ids: what one is called, and the path of the list of them."""

    title: str
    path: str


class EditingForms(NamedTuple):
    """What an editor needs of a game beside the JSON Schema of its battle files, which stands at `schema_url`.

    `blank` is a battle to begin with, `snap` how far apart the points are that pieces snap to, `ruler` whether
    distances can be asked for.
    """

    schema_url: str
    place: str
    sides: Sequence[str]
    lists: Sequence[PieceListLine]
    facing: Facing | None
    ground: GroundLine | None
    brushes: Sequence[BrushLine]
    outlines: OutlinesLine | None
    blank: Battle
    snap: float
    fields: Mapping[str, FieldLine]
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
        lists=[_list(one) for one in editing.lists],
        facing=editing.facing,
        ground=_ground(editing.ground) if editing.ground else None,
        brushes=[_brush(one) for one in editing.brushes],
        outlines=editing.outlines and OutlinesLine(editing.outlines.title, ".".join(editing.outlines.path)),
        blank=_blank(game, editing),
        snap=editing.snap,
        fields={path: _field(field) for path, field in editing.fields.items()},
        ruler=editing.apart is not None and game.places is not None,
    )


def _blank(game: Game, editing: Editing) -> Battle:
    """The battle that a new one begins as: the game's empty board, else its starter."""
    if editing.blank is None:
        return Battle.read(parse(starter(game.id)), example_files())
    return Battle.read({"fireline": 1, "ruleset": game.id, **editing.blank()}, example_files())


def _list(one: PieceList) -> PieceListLine:
    return PieceListLine(
        one.name,
        one.title,
        [PieceLine(each.title, each.stem, each.entry, _shape(each.shape), each.group) for each in one.pieces],
        one.place,
        one.side,
        one.needs_place,
        one.corners,
        one.together is not None,
        one.sliding,
        one.modelled is not None,
        {path: _field(field) for path, field in one.fields.items()},
    )


def _brush(one: Brush) -> BrushLine:
    onto = OntoLine(*one.onto) if one.onto else None
    return BrushLine(one.name, one.title, _shape(one.shape), one.group, one.sample, onto, one.parts)


def _field(field: FormField) -> FieldLine:
    return FieldLine(field.title, field.unit, _ready(field.ready), field.own, field.model)


def _ground(ground: Ground) -> GroundLine:
    return GroundLine(ground.title, _ready(ground.kinds), ground.bare, ground.paths, ground.own, ground.beyond)


def _ready(values: tuple[Ready, ...]) -> list[ReadyLine]:
    return [ReadyLine(one.title, one.value) for one in values]


def _shape(shape: Shape) -> Shapes:
    told: Any = shape.value
    return cast("Shapes", told)
