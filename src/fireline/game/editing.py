"""Editing: what an editor needs to add, change, turn and paint the pieces of a game, as data of the game."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Mapping, Sequence
from enum import StrEnum
from types import MappingProxyType
from typing import TYPE_CHECKING, Any, NamedTuple, TypeAlias

from fireline.game.facts import Fact, declared, piece_in
from fireline.ruling.told import tells

if TYPE_CHECKING:
    from fireline.game.ruleset import Files

Data: TypeAlias = Mapping[str, Any]
"""Data of a battle file, or of one entry in it."""


class Preset(NamedTuple):
    """A value to choose from, with the title that people know it by."""

    title: str
    value: Any


class Shape(StrEnum):
    """What a stroke over the board means for what is drawn with it."""

    POINT = "point"
    """One piece at a place."""
    LINE = "line"
    """A straight piece between each two points, one after the other."""
    RECTANGLE = "rectangle"
    """A piece between two opposite corners."""
    POLYGON = "polygon"
    """A piece with these corners."""
    SPOT = "spot"
    """At a point inside a place."""
    BETWEEN = "between"
    """What lies between two places next to each other."""


@tells("title stem entry shape group")
class Piece(NamedTuple):
    """A piece of a palette: its title, its entry in a battle file less id, side and place, and how it is drawn."""

    title: str
    entry: Data
    shape: Shape = Shape.POINT
    group: str = ""
    """The heading under which it is folded away with others, "" for a piece that is always seen."""

    @property
    def stem(self) -> str:
        """What ids of such pieces begin with.

        >>> Piece("Light Bow, held back", {}).stem
        'light-bow'
        """
        return re.sub(r"\W+", "-", self.title.partition(",")[0].lower()).strip("-")


@tells("title unit ready own model")
class FormField(NamedTuple):
    """What a form says of a field beside its JSON Schema, which has its type and its bounds."""

    title: str = ""
    """What people call it, "" if its name says it."""
    unit: str = ""
    """The unit of its numbers: "degrees", "inches"."""
    ready: tuple[Preset, ...] = ()
    """Values to choose from; for a list, entries to add. Other values are possible if the schema allows them."""
    own: str = ""
    """The key under which a battle file defines kinds of its own, which can be chosen as well."""
    model: bool = False
    """Whether it names a model from a file: a mesh file, alone or with what is said of it."""
    grown: Callable[[Data, Data, Data], dict[str, Any]] | None = None
    """Of a list: the entry of a piece with one more of its ready values, where there is room for it.

    Takes the data of the battle, the entry and the value; raises `BattleFileError` where there is no room. Without it
    the value goes to the end of the list.
    """


class GroupEditing(NamedTuple):
    """How pieces are turned and moved as one thing: each takes the data of a battle and the ids of the pieces."""

    turned: Callable[[Data, Sequence[str], float], dict[str, Any]]
    """The data with them turned about their middle, by degrees to the left."""
    shifted: Callable[[Data, Sequence[str], str, str], dict[str, Any]]
    """The data with them as far away as one place is from another; raises `BattleFileError`."""


class SlidingParts(NamedTuple):
    """Parts of a piece that stand along a line and can be slid along it: windows and doors of a wall."""

    titles: Mapping[str, str]
    """The paths of an entry to the lists of them, and what people call one of each."""
    ends: tuple[str, str]
    """The paths of an entry to the points at which the line begins and ends."""
    along: str
    """The key of a part that says how far along the line it begins, as a battle measures places."""
    width: str
    """The key of a part that says how much of the line it takes up."""
    snap: float
    """How far a part goes at a step."""


@tells("name title pieces place side needs_place corners together=is_together sliding models=takes_models fields")
class PieceList(NamedTuple):
    """A list of a battle file that holds pieces: units, leaders, terrain."""

    name: str
    """Its key in the battle file."""
    title: str
    pieces: tuple[Piece, ...]
    placed: Callable[[Data, Data, str], dict[str, Any]]
    """The data of the battle with an entry standing at a place, new or in place of the one with its id.

    Raises `BattleFileError` for a text that names no place.
    """
    place: tuple[str, ...]
    """The keys of an entry that say where it stands; forms do not show them."""
    side: str = ""
    """The key of an entry that names its side, "" if pieces have none."""
    needs_place: bool = True
    drawn: Callable[[Data, Data, Sequence[str]], dict[str, Any]] | None = None
    """The data with an entry drawn through places, for pieces with a shape; raises `BattleFileError` like `placed`.

    An entry that is in the data already is drawn anew and keeps all else that it says.
    """
    corners: tuple[str, ...] = ()
    """The paths of an entry at which its corners stand, each a point or a list of points, in the order of drawing."""
    together: GroupEditing | None = None
    """How several of its pieces are turned and moved as one thing, such as a building; None if each goes by itself."""
    sliding: SlidingParts | None = None
    """Which parts of its pieces can be slid along a line."""
    modelled: Callable[[Data, Data, Files], dict[str, Any]] | None = None
    """An entry that stands as a model from a file instead: of the entry, what is said of the model, and the files.

    For lists whose pieces are models as a whole; a field that names one says `FormField.model`.
    """
    fields: Mapping[str, FormField] = MappingProxyType({})
    """What a form says about fields, by their path in an entry: "weapon.loaded"."""

    @property
    def is_together(self) -> bool:
        """Whether several pieces can be turned and moved as one thing."""
        return self.together is not None

    @property
    def takes_models(self) -> bool:
        """Whether a piece may be a model from a file instead."""
        return self.modelled is not None


class Facing(NamedTuple):
    """How units are turned: the mark of `Places.marks` that says where they face, and how far one press turns them.

    Both are in degrees, counted to the left.
    """

    mark: str
    step: int


class Ground(NamedTuple):
    """How the ground of a board is painted: the kinds there are, and where a battle file says that of a place."""

    title: str
    kinds: tuple[Preset, ...]
    bare: str
    """What a place without one is called."""
    paths: tuple[tuple[str, ...], ...]
    """Where it may stand, from the most particular to the usual: keys of the battle file, "{place}" among them."""
    own: str = ""
    """The key of the battle file under which a battle names kinds of its own."""
    beyond: bool = False
    """Whether places off the board, named by two whole numbers, become part of it when they are painted."""

    def path(self, data: Data, place: str) -> tuple[str, ...]:
        """Where the kind of a place stands in the data of a battle; the usual path where none does.

        Args:
            data: The data of the battle.
            place: A place of the board.

        Returns:
            The keys that lead there.
        """
        paths = [tuple(place if key == "{place}" else key for key in path) for path in self.paths]
        return next((path for path in paths if isinstance(_at(data, path), str)), paths[-1])


class BrushTarget(NamedTuple):
    """A piece that a brush is drawn on: the list it stands in, and its entry."""

    path: str
    entry: Data


@tells("name title shape group sample onto parts")
class Brush(NamedTuple):
    """What is drawn on a board and is no piece with an id: a rampart, a wall, an archway."""

    name: str
    title: str
    shape: Shape
    drawn: Callable[[Data, Sequence[str]], dict[str, Any]]
    """The data with it drawn through these places; drawn once more where it is, it is gone.

    Of a line or a polygon one place alone takes away what is drawn there. Raises `BattleFileError` where it cannot be.
    """
    sample: tuple[str, ...]
    """Places of the blank board through which it may be drawn, to show what it looks like; what is laid at one point is
    laid at the first, and the others say how far it reaches."""
    group: str = ""
    """The heading under which it is folded away with others, as for pieces."""
    onto: BrushTarget | None = None
    """What it is drawn on, for its sample: a piece that stands at the first of its places."""
    parts: tuple[str, ...] = ()
    """What it lays are pieces that belong together: their ids are the name of the whole and one of these endings."""


@tells("title path=dotted")
class Outlines(NamedTuple):
    """Outlines that are drawn by brushes and have no id: where they stand, and how their corners are written."""

    title: str
    path: tuple[str, ...]
    """The keys of the battle file under which the list of them stands, each a list of points."""
    written: Callable[[Sequence[str]], Any]
    """An outline through places, as the battle file says it; raises `BattleFileError`."""

    @property
    def dotted(self) -> str:
        """The path of the list of them."""
        return ".".join(self.path)


class Editing(NamedTuple):
    """How a game is edited: lists, palettes and forms for any editor, without code for this game in it."""

    lists: tuple[PieceList, ...]
    place: str
    """How a place is written, for people: "a hex, such as E5"."""
    sides: tuple[str, ...] = ()
    """The sides of the game in the order of their colours; () where a battle names its own."""
    facing: Facing | None = None
    ground: Ground | None = None
    brushes: tuple[Brush, ...] = ()
    outlines: Outlines | None = None
    blank: Callable[[], Data] | None = None
    """A battle to begin with: an empty board, or as little as a battle file must say; None for the starter."""
    snap: float = 1
    """How far apart the points are to which pieces snap, where places are points."""
    fields: Mapping[str, FormField] = MappingProxyType({})
    """What a form says of the battle as a whole, by paths in its file: "board.rows"."""
    released: Callable[[Data, str], dict[str, Any]] = lambda data, _id: dict(data)
    """The data of a battle in which nothing names a piece any more but its own entry, which is about to go."""


def forms(what: type | Mapping[str, Fact]) -> dict[str, FormField]:
    """What a form says of what a class, or a table of the game's data, declares, by their paths: "weapon.loaded".

    The pieces that a piece has are among them.
    """
    found: dict[str, FormField] = {}
    for one in (what if isinstance(what, Mapping) else declared(what)).values():
        key = one.key or one.name
        if one.unsaid:
            continue
        if one.title or one.unit:
            found[key] = FormField(title=one.title, unit=one.unit)
        if (inner := piece_in(one.hint)) is not None and one.type is None:
            found |= {f"{key}.{path}": said for path, said in forms(inner).items()}
    return found


def pieces_in(rows: Iterable[Mapping[str, Any]], group: str = "", **each: Any) -> tuple[Piece, ...]:
    """The pieces of a palette that a game's data lists: title, entry and, where they are drawn, shape.

    `each` is what every entry says that does not say it otherwise.
    """
    return tuple(Piece(row["title"], {**each, **row["entry"]}, Shape(row.get("shape", "point")), group) for row in rows)


def standing(name: str, write: Callable[[Data, str], Data] | str) -> Callable[[Data, Data, str], dict[str, Any]]:
    """`PieceList.placed` for a list whose entries say themselves where they stand.

    Args:
        name: The key of the list in the battle file.
        write: Puts a place into an entry; or the key under which the place stands there as it is named.

    Returns:
        A function of the battle, an entry and a place, which returns the battle with the entry put there.
    """
    put = (lambda entry, place: {**entry, write: place}) if isinstance(write, str) else write
    return lambda data, entry, place: with_entry(data, name, put(entry, place))


def with_entry(data: Data, name: str, entry: Data) -> dict[str, Any]:
    """The data with an entry in a list, behind all others or in place of the one with its id.

    >>> with_entry({"units": [{"id": "a"}, {"id": "b"}]}, "units", {"id": "a", "moved": 1})
    {'units': [{'id': 'a', 'moved': 1}, {'id': 'b'}]}
    """
    old = list(data.get(name, ()))
    known = [one["id"] for one in old]
    if entry["id"] not in known:
        return {**data, name: [*old, entry]}
    return {**data, name: [entry if one["id"] == entry["id"] else one for one in old]}


def _at(data: Any, path: tuple[str, ...]) -> Any:
    for key in path:
        data = data.get(key) if isinstance(data, Mapping) else None
    return data
