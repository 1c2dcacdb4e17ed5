"""The map: spaces with terrain and dots, drawn walls, archways and steps; and what a battle file says of it."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field, replace
from enum import StrEnum
from fractions import Fraction
from functools import cached_property
from typing import Annotated, Any, TypeAlias

from pydantic import Field

from fireline.game.entries import FileEntry, nothing, one_of, shown
from fireline.game.errors import BattleFileError, Code
from fireline.game.numbers import House
from fireline.geometry.hexes import Hex, Trace, distance, hex_around, neighbours, trace, trace_points, way
from fireline.geometry.polygons import GRID, Polygon, Walls, flaw, format_steps, quantise
from fireline.rulesets.duel_of_ages.editions import NUMBERS
from fireline.rulesets.duel_of_ages.pieces import TERRAIN, Terrain

FARTHEST = 1000
FRACTION = re.compile(r"-?[0-9]{1,6}/[1-9][0-9]{0,5}")
MOST_SPACES, MOST_WALLS, MOST_CORNERS, MOST_EDGES = 3000, 5000, 200, 40_000
Coordinate: TypeAlias = Annotated[float, Field(ge=-FARTHEST, le=FARTHEST)] | str
PointEntry: TypeAlias = Annotated[list[Coordinate], Field(min_length=2, max_length=2)]
WallEntry: TypeAlias = Annotated[list[PointEntry], Field(max_length=MOST_CORNERS)]
ArchwayEntry: TypeAlias = Annotated[list[str], Field(min_length=2, max_length=2)]


class Team(StrEnum):
    """The two teams."""

    WHITE = "white"
    BLACK = "black"

    @property
    def enemy(self) -> Team:
        """The other team."""
        return Team.BLACK if self is Team.WHITE else Team.WHITE


def space_name(space: Hex) -> str:
    """A space as a battle file names it.

    >>> space_name(Hex(2, -1))
    '2,-1'
    """
    return f"{space.q},{space.r}"


@dataclass(frozen=True)
class Board:
    """The map. Only the spaces listed exist; points are in steps of the grid, 1/60000 of a space.

    `snap` is the furthest that a coordinate of the battle file was moved to lie on the grid, in spaces.
    """

    spaces: tuple[tuple[Hex, str], ...]
    dots: tuple[tuple[Hex, Hex], ...] = ()
    walls: tuple[Polygon, ...] = ()
    archways: tuple[tuple[Hex, Hex], ...] = ()
    snap: Fraction = field(default=Fraction(0), compare=False)
    house: House = NUMBERS.printed
    """The numbers that the table of terrain is played with."""

    @cached_property
    def by_name(self) -> Mapping[str, Hex]:
        """Every space by its name."""
        return {space_name(space): space for space, _ in self.spaces}

    def named(self, name: str, place: str) -> Hex:
        """The space of this name; raises `BattleFileError`."""
        return self.by_name[one_of(name, self.by_name, "space of this map", place)]

    @cached_property
    def _terrain(self) -> dict[Hex, Terrain]:
        kinds = self.house.kinds("terrain", Terrain)
        return {space: kinds[kind] for space, kind in self.spaces}

    @cached_property
    def _dots(self) -> dict[Hex, Hex]:
        return dict(self.dots)

    @cached_property
    def _walls(self) -> Walls:
        return Walls(self.walls)

    @cached_property
    def _archways(self) -> frozenset[frozenset[Hex]]:
        return frozenset(map(frozenset, self.archways))

    def __contains__(self, space: Hex) -> bool:
        return space in self._terrain

    def terrain_at(self, space: Hex) -> Terrain | None:
        """The terrain of a space, None where the map has none (DOA-3.8)."""
        return self._terrain.get(space)

    def dot_of(self, space: Hex) -> Hex:
        """The dot of a space: its centre unless the map puts it elsewhere (DOA-3.1)."""
        return self._dots.get(space) or Hex(space.q * GRID, space.r * GRID)

    def line(self, start: Hex, end: Hex) -> Trace:
        """Everything that the line from dot to dot meets."""
        if start in self._dots or end in self._dots:
            return trace_points(self.dot_of(start), self.dot_of(end), GRID)
        return trace(start, end)

    def walls_on(self, start: Hex, end: Hex) -> tuple[int, ...]:
        """The walls, by their numbers, that the line from dot to dot touches (DOA-3.7)."""
        return self._walls.touched(self.dot_of(start), self.dot_of(end))

    def walled_off(self, here: Hex, there: Hex) -> bool:
        """Whether a step between neighbours would go through a wall: no archway is there (DOA-1.5)."""
        return frozenset((here, there)) not in self._archways and bool(self.walls_on(here, there))

    def steps(self, here: Hex) -> Iterator[Hex]:
        """The spaces that a hero can step into from here, were nobody in them (DOA-1.5)."""
        return (there for there in neighbours(here) if there in self and not self.walled_off(here, there))

    def walk(self, start: Hex, end: Hex) -> int | None:
        """Steps from space to space on the shortest way, None where there is no way."""
        found = way(start, end, self.steps)
        return None if found is None else len(found)

    def distance(self, start: Hex, end: Hex, *, on_foot: bool = False) -> int | None:
        """Spaces from one to the other, the last one counted (DOA-2.1); None where there is no way on foot."""
        return self.walk(start, end) if on_foot else distance(start, end)


# --- in a battle file -----------------------------------------------------------------------


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
        said = ", ".join(one if isinstance(one, str) else f"{one:g}" for one in entry)
        raise BattleFileError(Code.NO_PLACE, f"{said} does not lie inside the space {space_name(space)}", place)
    return dot


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
