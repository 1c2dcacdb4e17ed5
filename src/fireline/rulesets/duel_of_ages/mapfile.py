"""The map in a battle file: spaces, dots, walls and archways, checked and put on the grid, and the way back."""

from __future__ import annotations

import re
from dataclasses import replace
from fractions import Fraction
from typing import Annotated, Any, TypeAlias

from pydantic import Field

from fireline.game.entries import FileEntry, nothing, one_of, shown
from fireline.game.errors import BattleFileError, Code
from fireline.game.numbers import House
from fireline.geometry.hexes import Hex, distance, hex_around
from fireline.geometry.polygons import GRID, Polygon, flaw, format_steps, quantise
from fireline.rulesets.duel_of_ages.board import Board, space_name
from fireline.rulesets.duel_of_ages.pieces import TERRAIN

FARTHEST = 1000
FRACTION = re.compile(r"-?[0-9]{1,6}/[1-9][0-9]{0,5}")
MOST_SPACES, MOST_WALLS, MOST_CORNERS, MOST_EDGES = 3000, 5000, 200, 40_000
Coordinate: TypeAlias = Annotated[float, Field(ge=-FARTHEST, le=FARTHEST)] | str
PointEntry: TypeAlias = Annotated[list[Coordinate], Field(min_length=2, max_length=2)]
WallEntry: TypeAlias = Annotated[list[PointEntry], Field(max_length=MOST_CORNERS)]
ArchwayEntry: TypeAlias = Annotated[list[str], Field(min_length=2, max_length=2)]


class SpaceEntry(FileEntry):
    """A space whose dot is not in its centre."""

    terrain: str
    """Its terrain."""
    dot: PointEntry | None = None
    """Its dot, in coordinates of the map."""


class BoardEntry(FileEntry):
    """The map."""

    spaces: Annotated[dict[str, str | SpaceEntry], Field(min_length=1, max_length=MOST_SPACES)]
    """Terrain by space, `{"0,0": clear}`; only these spaces exist."""
    walls: Annotated[list[WallEntry], Field(max_length=MOST_WALLS)] = Field(default_factory=nothing)
    """Closed polygons of points `[q, r]`; thirds are written `"1/3"`."""
    archways: Annotated[list[ArchwayEntry], Field(max_length=MOST_WALLS)] = Field(default_factory=nothing)
    """Pairs of neighbours between which heroes step through a wall."""


class Snapping:
    """Puts coordinates on the grid and remembers the largest move."""

    def __init__(self) -> None:
        self.most = Fraction(0)

    def point(self, entry: PointEntry, place: str) -> Hex:
        """A point in steps of the grid; raises `BattleFileError`."""
        return Hex(*(self._steps(given, f"{place}[{n}]") for n, given in enumerate(entry)))

    def _steps(self, given: Coordinate, place: str) -> int:
        if isinstance(given, str) and not FRACTION.fullmatch(given):
            problem = f"{shown(given)} is no coordinate; write a number, or a fraction like '1/3'"
            raise BattleFileError(Code.MALFORMED, problem, place)
        found = quantise(given)
        if abs(found.steps) > FARTHEST * GRID:
            raise BattleFileError(
                Code.OUT_OF_RANGE, f"{shown(given)} is too far out; a coordinate is at most {FARTHEST}", place
            )
        self.most = max(self.most, found.moved)
        return found.steps


def read_board(entry: BoardEntry, house: House) -> Board:
    """The map of an entry; raises `BattleFileError`."""
    snapping = Snapping()
    spaces: dict[Hex, str] = {}
    dots: list[tuple[Hex, Hex]] = []
    for name, given in entry.spaces.items():
        space, place = _space(name), f"board.spaces.{name}"
        if space in spaces:
            raise BattleFileError(
                Code.DUPLICATE, f"{shown(name)} is the same space as {space_name(space)!r}", "board.spaces"
            )
        whole = given if isinstance(given, SpaceEntry) else SpaceEntry(terrain=given)
        spaces[space] = one_of(whole.terrain, TERRAIN, "terrain", place)
        if whole.dot is not None:
            dot = _dot(snapping, whole.dot, space, f"{place}.dot")
            if dot != Hex(space.q * GRID, space.r * GRID):
                dots.append((space, dot))
    if (edges := sum(map(len, entry.walls))) > MOST_EDGES:
        raise BattleFileError(Code.OUT_OF_RANGE, f"have {edges} edges; at most {MOST_EDGES}", "board.walls")
    walls = tuple(_wall(snapping, wall, f"board.walls[{n}]") for n, wall in enumerate(entry.walls))
    board = Board(tuple(spaces.items()), tuple(dots), walls, snap=snapping.most, house=house)
    archways = tuple(_archway(board, pair, f"board.archways[{n}]") for n, pair in enumerate(entry.archways))
    return replace(board, archways=archways)


def board_data(board: Board) -> dict[str, Any]:
    """A map as a battle file says it."""
    dots = dict(board.dots)
    spaces = {
        space_name(space): {"terrain": kind, "dot": _point_data(dots[space])} if space in dots else kind
        for space, kind in board.spaces
    }
    walls = [[_point_data(Hex(*corner)) for corner in wall] for wall in board.walls]
    archways = [[space_name(a), space_name(b)] for a, b in board.archways]
    return {"spaces": spaces} | ({"walls": walls} if walls else {}) | ({"archways": archways} if archways else {})


def _space(name: str) -> Hex:
    q, _, r = name.partition(",")
    try:
        space = Hex(int(q[:6]), int(r[:6]))
    except ValueError:
        raise BattleFileError(
            Code.MALFORMED, f'{shown(name)} is no space; write q,r as in "2,-1"', "board.spaces"
        ) from None
    if max(map(abs, space)) >= FARTHEST or space_name(space) != name:
        problem = f'{shown(name)} is no space; write q,r as in "2,-1", each less than {FARTHEST} either way'
        raise BattleFileError(Code.OUT_OF_RANGE, problem, "board.spaces")
    return space


def _dot(snapping: Snapping, entry: PointEntry, space: Hex, place: str) -> Hex:
    dot = snapping.point(entry, place)
    if hex_around(dot, GRID) != space:
        raise BattleFileError(
            Code.NO_PLACE, f"{_spoken(entry)} does not lie inside the space {space_name(space)}", place
        )
    return dot


def _spoken(entry: PointEntry) -> str:
    return ", ".join(one if isinstance(one, str) else f"{one:g}" for one in entry)


def _wall(snapping: Snapping, entry: list[PointEntry], place: str) -> Polygon:
    points = [snapping.point(point, f"{place}[{n}]") for n, point in enumerate(entry)]
    corners = [(point.q, point.r) for point in points]
    if len(corners) > 1 and corners[0] == corners[-1]:
        corners.pop()  # closed once more than need be
    if problem := flaw(corners):
        raise BattleFileError(Code.MALFORMED, f"is no simple polygon: {problem}", place)
    return tuple(corners)


def _archway(board: Board, pair: list[str], place: str) -> tuple[Hex, Hex]:
    for n, name in enumerate(pair):
        one_of(name, board.by_name, "space of this map", f"{place}[{n}]")
    a, b = (board.by_name[name] for name in pair)
    if distance(a, b) != 1:
        raise BattleFileError(Code.CONFLICT, f"{pair[0]} and {pair[1]} are not next to each other", place)
    return a, b


def _point_data(point: Hex) -> list[float | str]:
    return [format_steps(point.q), format_steps(point.r)]
