"""Hex maps of Tiled (.tmx, .tmj): layers of tiles, whose names come from their tilesets."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import NamedTuple

from fireline.game.errors import BattleFileError, Code
from fireline.game.maps import HexRows, MapHex, MapSide, PlainMap, Spot, top_question
from fireline.maps.hexsides import PIXEL, HexGrid, Stroke, sides_of
from fireline.maps.values import MOST_CELLS, named
from fireline.ruling.prose import plural

FORMAT = "Tiled map"
FLAGS = 0xF0000000
"""The four high bits of a tile's number: two mirror it, two turn it; hexes use them all."""
MOST_POINTS, MOST_PIXELS = 20_000, 10_000
Names = Mapping[int, str]
"""The names of the tiles of a tileset, by their numbers in it."""


class Tileset(NamedTuple):
    """A tileset as a map uses it: the number of its first tile, its name, and what its tiles are called."""

    first: int
    name: str
    names: Names


class Chunk(NamedTuple):
    """A rectangle of tiles: where it begins, which may be below 0, how wide it is, and its numbers row by row."""

    x: int
    y: int
    width: int
    tiles: list[int]


@dataclass(slots=True)
class Gathered:
    """What has been read of a map, in XML or JSON, before it is put together."""

    orientation: str = ""
    axis: str = "y"
    index: str = "odd"
    size: tuple[int, int, int] = (0, 0, 0)
    """Pixels of a tile: its width, its height, and the length of its upright or level side."""
    strokes: list[Stroke] = field(default_factory=list)
    tilesets: list[Tileset] = field(default_factory=list)
    layers: list[list[Chunk]] = field(default_factory=list)
    seen: int = 0
    """How many layers of any kind."""
    unused: list[str] = field(default_factory=list)

    def check(self) -> None:
        """Raise `BattleFileError` for what is no map of hexes."""
        if self.orientation != "hexagonal":
            problem = f"{named(self.orientation, 'nothing')!r} maps have no hexes; only hexagonal ones are read"
            raise BattleFileError(Code.UNSUPPORTED, problem, "orientation")
        if self.axis not in {"x", "y"} or self.index not in {"odd", "even"}:
            raise BattleFileError(Code.MALFORMED, "must be x or y, and odd or even", "staggeraxis, staggerindex")

    def stroke(self, name: str, points: Sequence[Spot], *, closed: bool) -> None:
        """One line more; raises `BattleFileError` for too many."""
        at = tuple((round(x * PIXEL / 2) * 2, round(y * PIXEL / 2) * 2) for x, y in points)
        self.strokes.append(Stroke(name, at, closed))
        if sum(len(one.points) for one in self.strokes) > MOST_POINTS:
            raise BattleFileError(Code.TOO_LARGE, f"has lines of more than {MOST_POINTS:,} points", "objects")

    def other(self, layer: str, others: int, lines: int) -> None:
        """Tell of a layer of objects what of it is no line, and of one without any line that it is not used."""
        if not lines:
            self.unused.append(f"the objectgroup {layer!r}")
        elif others:
            self.unused.append(f"{plural(others, 'object')} of {layer!r}, no line")

    def sides(self, cells: frozenset[tuple[int, int]]) -> list[MapSide]:
        """The hexsides along which lines run; raises `BattleFileError` for hexes of no known size."""
        if not self.strokes:
            return []
        if min(self.size) < 1 or max(self.size) > MOST_PIXELS:
            problem = f"must be from 1 to {MOST_PIXELS:,}, since lines are drawn over the hexes"
            raise BattleFileError(Code.OUT_OF_RANGE, problem, "tilewidth, tileheight, hexsidelength")
        wide, high, side = (length * PIXEL for length in self.size)
        grid = HexGrid(wide, high, side, pointed=self.axis == "y", odd=self.index == "odd")
        found = sides_of(self.strokes, cells, grid)
        along = {one.name for one in found}
        self.unused.extend(
            f"the line {name!r}, which runs along no hexside"
            for name in {s.name: 0 for s in self.strokes}
            if name not in along
        )
        return found


def put_together(found: Gathered, name: str) -> PlainMap:
    """The map of what was gathered: the names on each hex, from the lowest layer up; raises `BattleFileError`."""
    found.check()
    cells: dict[tuple[int, int], list[str]] = {}
    for layer in found.layers:
        for chunk in layer:
            for n, tile in enumerate(chunk.tiles):
                if tile & ~FLAGS:
                    at = chunk.x + n % chunk.width, chunk.y + n // chunk.width
                    cells.setdefault(at, []).append(_name(found.tilesets, tile & ~FLAGS))
    if not cells:
        raise BattleFileError(Code.MISSING, "has no tile in any layer", "layers")
    left, top = min(x for x, _ in cells), min(y for _, y in cells)
    columns, rows = (1 + max(at[n] for at in cells) - least for n, least in enumerate((left, top)))
    if columns * rows > MOST_CELLS:
        problem = f"reaches over {columns:,} x {rows:,} hexes; at most {MOST_CELLS:,}"
        raise BattleFileError(Code.TOO_LARGE, problem, "layers")
    pointed = found.axis == "y"
    # Which lines are shifted is told of the lines as the file counts them; these count from the first one used.
    odd = (found.index == "odd") == ((top if pointed else left) % 2 == 0)
    hexes = tuple(
        MapHex(x - left, y - top, tuple(dict.fromkeys(names)))
        for (x, y), names in sorted(cells.items(), key=lambda one: (one[0][1], one[0][0]))
    )
    sides = tuple(
        MapSide(one.name, (one.inner[0] - left, one.inner[1] - top), (one.outer[0] - left, one.outer[1] - top))
        for one in found.sides(frozenset(cells))
    )
    grid = HexRows(hexes, columns, rows, pointed=pointed, odd_shifted=odd, sides=sides)
    if len(hexes) < columns * rows:
        found.unused.append(f"{plural(columns * rows - len(hexes), 'hex', 'hexes')} without any tile")
    return PlainMap(format=FORMAT, name=name, hexes=grid, questions=(top_question(grid),), unused=tuple(found.unused))


def _name(tilesets: list[Tileset], tile: int) -> str:
    """What a tile is called; one of a tileset that says nothing goes by its number there, counted from 0."""
    of = max((one for one in tilesets if one.first <= tile), key=lambda one: one.first, default=None)
    if of is None:
        return f"tile {tile}"
    return of.names.get(tile - of.first) or f"{of.name} {tile - of.first}"
