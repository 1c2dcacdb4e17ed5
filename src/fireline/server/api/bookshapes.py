"""The shapes of what a game says of itself: its rules, its versions, and how its battles are edited."""

from __future__ import annotations

from typing import Literal

from pydantic import JsonValue

from fireline.questions.forms.shape import BattleData, Shape
from fireline.questions.forms.shapes import Question


class ReadyLine(Shape):
    """A value ready to be chosen."""

    title: str
    value: JsonValue


class FieldLine(Shape):
    """What a form says of a field beside its JSON Schema; `own` is where a battle names kinds of its own.

    `model` is whether it names a model of one's own.
    """

    title: str
    unit: str
    ready: list[ReadyLine]
    own: str
    model: bool


Shapes = Literal["point", "line", "rectangle", "polygon", "spot", "between"]


class PieceLine(Shape):
    """A piece of a palette: its entry less id, side and place, what its id begins with, and how it is drawn.

    `group` is the heading under which it is folded away with others, "" for one that is always seen.
    """

    title: str
    stem: str
    entry: dict[str, JsonValue]
    shape: Shapes
    group: str


class SlidingLine(Shape):
    """Parts of a piece that can be slid along a line of it.

    `titles` are the paths of an entry to the lists of them, with what one is called; `ends` the paths to the points
    between which the line runs; `along` and `width` the keys that say where on it a part begins and how much of it
    the part takes up; `snap` how far a step goes.
    """

    titles: dict[str, str]
    ends: tuple[str, str]
    along: str
    width: str
    snap: float


class PieceListLine(Shape):
    """A list of a battle file that holds pieces; `place` and `side` are keys of an entry.

    `corners` are the paths of an entry at which the corners of what is drawn stand; `together` is whether several
    pieces of the list can be turned and moved as one thing, `models` whether
    one may be a model of one's own instead.
    """

    name: str
    title: str
    pieces: list[PieceLine]
    place: list[str]
    side: str
    needs_place: bool
    corners: list[str]
    together: bool
    sliding: SlidingLine | None
    models: bool
    fields: dict[str, FieldLine]


class FacingLine(Shape):
    """How units are turned: by which mark, and how many degrees at a press."""

    mark: str
    step: int


class GroundLine(Shape):
    """How ground is painted: the kinds, and the paths into a battle file where that of a `{place}` may stand."""

    title: str
    kinds: list[ReadyLine]
    bare: str
    paths: list[list[str]]
    own: str
    beyond: bool


class OntoLine(Shape):
    """A piece that a brush is drawn on: the list it stands in, and its entry."""

    path: str
    entry: dict[str, JsonValue]


class OutlinesLine(Shape):
    """Outlines without ids: what one is called, and the path of the list of them."""

    title: str
    path: str


class BrushLine(Shape):
    """What is drawn on a board and is no piece; `sample` are places of the blank board to show it at.

    `onto` is what stands at the first of them before; `parts` are the endings of the ids of the pieces that it lays.
    """

    name: str
    title: str
    shape: Shapes
    group: str
    sample: list[str]
    onto: OntoLine | None
    parts: list[str]


class EditingForms(Shape):
    """What an editor needs of a game beside the JSON Schema of its battle files, which stands at `schema_url`.

    `blank` is a battle to begin with, `snap` how far apart the points are that pieces snap to, `ruler` whether
    distances can be asked for.
    """

    schema_url: str
    place: str
    sides: list[str]
    lists: list[PieceListLine]
    facing: FacingLine | None
    ground: GroundLine | None
    brushes: list[BrushLine]
    outlines: OutlinesLine | None
    blank: BattleData
    snap: float
    fields: dict[str, FieldLine]
    ruler: bool


class VersionLine(Shape):
    """One version of the rules of a game; `edition` is what `compare` takes for it."""

    id: str
    title: str
    edition: str


class RuleLine(Shape):
    """A rule: what it says in plain words, where it comes from, and the reading taken where it leaves room for one."""

    id: str
    says: str
    source: str
    status: str
    reading: str


class OptionLine(Shape):
    """An option of a table: its name in a battle file, the rule it reads differently, and what it says."""

    name: str
    rule: str
    says: str


class NumberLine(Shape):
    """A number of a rule: the address under which a battle's `house` sets it, and between which bounds."""

    address: str
    rule: str
    value: int | float
    least: int | float
    most: int | float
    about: str


class RulebookAnswer(Shape):
    """A rulebook: every rule in plain words, the options of a table, the versions, and how battles are edited."""

    id: str
    name: str
    rules: list[RuleLine]
    options: list[OptionLine]
    questions: list[Question]
    versions: list[VersionLine]
    editing: EditingForms | None
