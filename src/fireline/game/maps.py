"""Maps of other programs: what every format comes to, what it leaves open, and how a game makes a battle of it."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from fractions import Fraction
from typing import Any, NamedTuple, TypeAlias

from fireline.game.editing import Preset

Spot: TypeAlias = tuple[Fraction, Fraction]
"""A point of a map in squares: x to the right, y down, from the upper left corner."""
MapAnswers: TypeAlias = Mapping[str, str]
"""What was answered, by the key of the question."""
PLAIN, LOW, SEE_THROUGH, DOOR, PORTAL, GAP = "plain", "low", "see-through", "door", "portal", "gap"
"""Kinds of map walls: one that stops every look, one that a look passes over, one that it passes through, a door, an
opening of which the file does not say whether it is a door or a window, and nothing that stops anything."""


FRIEND, FOE = "friend", "foe"


class MapWall(NamedTuple):
    """A straight stretch of a map: its ends, its kind, and where the file says so its feet and top in map units."""

    start: Spot
    end: Spot
    kind: str = PLAIN
    closed: bool = False
    """Of a door or a portal, what the file says."""
    low: Fraction | None = None
    high: Fraction | None = None


class MapToken(NamedTuple):
    """Somebody who stands on a map: a name, the middle of the token, and whether it is a friend or a foe of players."""

    name: str
    at: Spot
    stance: str = ""
    """FRIEND, FOE, or "" for neither."""
    facing: Fraction = Fraction(0)
    """Degrees, counted from the right to the top."""


class MapHex(NamedTuple):
    """A hex: its column and row from 0, what is on it by the names of the file, and its level."""

    column: int
    row: int
    names: tuple[str, ...] = ()
    level: int = 0


class MapSide(NamedTuple):
    """What lies on the side between two hexes, by its name: columns and rows from 0.

    The inner hex is inside an outline, or to the left of a line as it was drawn.
    """

    name: str
    inner: tuple[int, int]
    outer: tuple[int, int]


class HexRows(NamedTuple):
    """The hexes of a map and how they lie: pointed up or flat on top, and which lines of them are shifted."""

    hexes: tuple[MapHex, ...]
    columns: int
    rows: int
    pointed: bool
    odd_shifted: bool
    """Whether the odd lines, counted from 0, are shifted by half a hex: rows of pointed hexes, columns of flat ones."""
    sides: tuple[MapSide, ...] = ()


class MapQuestion(NamedTuple):
    """What a file cannot tell: a text and its key, the answers to choose from or the bounds of a number."""

    key: str
    text: str
    usual: str
    """The answer that is taken where nobody gives one."""
    choices: tuple[Preset, ...] = ()
    unit: str = ""
    least: Fraction = Fraction(1, 100)
    most: Fraction = Fraction(240)
    decides: bool = False
    """Whether another answer makes another map, with questions of its own."""


class PlainMap(NamedTuple):
    """A map of another program, as far as any game can use it; it knows no game."""

    format: str
    name: str = ""
    width: Fraction = Fraction(0)
    """Squares from the left to the right; 0 for a map of hexes."""
    height: Fraction = Fraction(0)
    walls: tuple[MapWall, ...] = ()
    tokens: tuple[MapToken, ...] = ()
    hexes: HexRows | None = None
    square: Fraction | None = None
    """How long a square is in units of the map, where the file says so."""
    unit: str = ""
    picture: bytes | None = None
    questions: tuple[MapQuestion, ...] = ()
    unused: tuple[str, ...] = ()
    """What was in the file and is not used, each as a sentence."""


class PicturePlacement(NamedTuple):
    """Where the picture of a map lies on a board: its upper left corner as a place of two numbers, and its size."""

    x: float
    y: float
    width: float
    height: float


class Imported(NamedTuple):
    """The data of a battle file made of a map, what of the map it leaves out, and where the map's picture would lie."""

    battle: dict[str, Any]
    unused: tuple[str, ...] = ()
    lies: PicturePlacement | None = None


class Importing(NamedTuple):
    """How a game makes a battle of a map.

    `questions` are what the game must know beside what the file leaves open; `battle` gets every answer, each of them
    one of the choices or a number within its bounds. Both raise `BattleFileError` for a map that the game cannot use.
    """

    questions: Callable[[PlainMap], tuple[MapQuestion, ...]]
    battle: Callable[[PlainMap, MapAnswers], Imported]


def number(answers: MapAnswers, key: str) -> Fraction:
    """An answer that is a number."""
    return Fraction(answers[key])


def role(wall: MapWall, answers: MapAnswers) -> str:
    """What a stretch is once all is answered: plain, low, see-through, a door that stands "open", or a gap."""
    if wall.kind == DOOR:
        return PLAIN if wall.closed else "open"
    if wall.kind == PORTAL:
        return PLAIN if wall.closed else answers["closed"]
    return wall.kind


EDGES = ("north", "south", "west", "east")


def top_question(grid: HexRows) -> MapQuestion:
    """Which edge of the map becomes the top: hexes with a corner up keep their rows, the others are turned."""
    edges = EDGES[:2] if grid.pointed else EDGES[2:]
    lies = "its rows stay rows" if grid.pointed else "its columns become rows"
    choices = tuple(Preset(f"the {edge} edge", edge) for edge in edges)
    return MapQuestion("top", f"Which edge of the map is the top of the board ({lies})?", edges[0], choices)


def turned(grid: HexRows, top: str) -> HexRows:
    """The map turned so that this edge is on top: rows of pointed hexes, each hex in the order of its new place.

    Flat hexes turn by a quarter: with the west on top, the map turns clockwise, its columns become rows from the top,
    and what was the south end of a column is its left end.
    """
    columns, rows = (grid.columns, grid.rows) if grid.pointed else (grid.rows, grid.columns)

    def place(column: int, row: int) -> tuple[int, int]:
        match top:
            case "north":
                return column, row
            case "south":
                return columns - 1 - column, rows - 1 - row
            case "west":
                return columns - 1 - row, column
            case _:
                return row, rows - 1 - column

    def shifted(line: int) -> bool:
        """Whether a line of the map as it was lies half a hex further right, or further down."""
        return (line % 2 == 1) == grid.odd_shifted

    # What was shifted right or down is indented where right stays right and down becomes right.
    indented = {"north": shifted(0), "south": not shifted(rows - 1), "west": not shifted(0), "east": shifted(rows - 1)}
    hexes = tuple(
        hex_._replace(column=at[0], row=at[1]) for hex_ in grid.hexes for at in [place(hex_.column, hex_.row)]
    )
    sides = tuple(MapSide(one.name, place(*one.inner), place(*one.outer)) for one in grid.sides)
    in_order = tuple(sorted(hexes, key=lambda one: (one.row, one.column)))
    return HexRows(in_order, columns, rows, pointed=True, odd_shifted=not indented[top], sides=sides)
