"""Lines drawn over a map of hexes: the hexsides that they run along."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from fractions import Fraction
from itertools import pairwise
from typing import NamedTuple

from fireline.game.errors import BattleFileError, Code
from fireline.game.maps import MapSide
from fireline.geometry.polygons import side_of

Cell = tuple[int, int]
Spot = tuple[int, int]
"""A point over the map, in parts of a pixel."""
PIXEL = 20_000
"""Points are put on a grid of a ten-thousandth of a pixel; twice as many parts make halves whole."""
NEAR = 2, 5
"""How far a line may be from a hexside, as a fraction of the shortest one, and still run along it."""
MOST_TRIES = 100_000
"""How many hexes are compared with stretches of lines, in all."""


class Stroke(NamedTuple):
    """A line of an object layer: what it is called, its points, and whether it ends where it begins."""

    name: str
    points: tuple[Spot, ...]
    closed: bool


class HexGrid(NamedTuple):
    """How the hexes of a map lie, in parts of a pixel: how wide and high a hex is, and how long its straight side.

    Pointed hexes lie in rows, flat ones in columns; of either the odd ones, counted as the file counts, or the even
    ones are shifted by half a hex.
    """

    wide: int
    high: int
    side: int
    pointed: bool
    odd: bool

    def shift(self, line: int) -> int:
        """Whether a row of pointed hexes, or a column of flat ones, is shifted: 1, or 0."""
        return int((line % 2 == 1) == self.odd)

    def neighbours(self, cell: Cell) -> Iterator[tuple[Cell, Spot, Spot]]:
        """The three hexes next to one that lie after it, each with the ends of the hexside between the two."""
        column, row = cell if self.pointed else _crosswise(cell)
        wide, high = (self.wide, self.high) if self.pointed else (self.high, self.wide)
        shift = self.shift(row)
        x, y = wide * (2 * column + shift) // 2, (high + self.side) // 2 * row
        lower, upper = y + (high + self.side) // 2, y + (high - self.side) // 2
        below, left, right = (x + wide // 2, y + high), (x, lower), (x + wide, lower)
        found = (
            ((column + 1, row), (x + wide, upper), right),
            ((column + shift, row + 1), right, below),
            ((column + shift - 1, row + 1), below, left),
        )
        yield from (
            found if self.pointed else ((_crosswise(other), _crosswise(a), _crosswise(b)) for other, a, b in found)
        )

    def middle(self, cell: Cell) -> Spot:
        """The middle of a hex."""
        column, row = cell if self.pointed else _crosswise(cell)
        wide, high = (self.wide, self.high) if self.pointed else (self.high, self.wide)
        x = wide * (2 * column + self.shift(row) + 1) // 2
        y = (high + self.side) // 2 * row + high // 2
        return (x, y) if self.pointed else (y, x)

    @property
    def near(self) -> tuple[int, int]:
        """The square of how far a line may be from what it runs along, as a fraction."""
        across, along = (self.wide, self.high) if self.pointed else (self.high, self.wide)
        shortest = min(self.side**2, (across // 2) ** 2 + ((along - self.side) // 2) ** 2)
        return NEAR[0] ** 2 * shortest, NEAR[1] ** 2

    def around(self, a: Spot, b: Spot) -> Iterator[Cell]:
        """The hexes that a stretch may come near to."""
        shared = (self.wide, (self.high + self.side) // 2), ((self.wide + self.side) // 2, self.high)
        steps = shared[0] if self.pointed else shared[1]
        (left, right), (top, bottom) = (
            (min(a[n], b[n]) // step - 2, max(a[n], b[n]) // step + 2) for n, step in enumerate(steps)
        )
        if (right - left) * (bottom - top) > MOST_TRIES:
            raise BattleFileError(Code.TOO_LARGE, "has a line that reaches too far", "objects")
        return ((column, row) for column in range(left, right) for row in range(top, bottom))


class _Budget:
    """How many comparisons are left, so that no file keeps anybody waiting."""

    def __init__(self) -> None:
        self.left = MOST_TRIES

    def spend(self, tries: int) -> None:
        """Take some away; raises `BattleFileError` where none are left."""
        self.left -= tries
        if self.left < 0:
            problem = "has more lines than can be compared with its hexes"
            raise BattleFileError(Code.TOO_LARGE, problem, "objects")


def sides_of(strokes: Sequence[Stroke], cells: frozenset[Cell], grid: HexGrid) -> list[MapSide]:
    """Every hexside between two of these hexes along which a line runs; raises `BattleFileError` for too many lines."""
    found: dict[tuple[str, frozenset[Cell]], MapSide] = {}
    far, budget = ((grid.wide + grid.high) ** 2, 1), _Budget()
    for stroke in strokes:
        stretches = list(pairwise((*stroke.points, stroke.points[0]) if stroke.closed else stroke.points))
        near = dict[tuple[Cell, Cell], int]()
        for a, b in stretches:
            for cell in grid.around(a, b):
                budget.spend(1)
                if cell not in cells or not _within(grid.middle(cell), a, b, far):
                    continue
                for other, *ends in grid.neighbours(cell):
                    if other in cells:
                        spots = (*ends, _between(*ends))
                        told = sum(1 << n for n, spot in enumerate(spots) if _within(spot, a, b, grid.near))
                        near[cell, other] = near.get((cell, other), 0) | told
        for (cell, other), all_near in near.items():
            if all_near == 0b111:
                budget.spend(len(stretches) // 10)
                inner, outer = _sorted(stroke, stretches, grid, cell, other)
                found.setdefault((stroke.name, frozenset((cell, other))), MapSide(stroke.name, inner, outer))
    return list(found.values())


def _sorted(
    stroke: Stroke, stretches: Sequence[tuple[Spot, Spot]], grid: HexGrid, cell: Cell, other: Cell
) -> tuple[Cell, Cell]:
    """The hex inside an outline first; of a line the one to its left, as one goes along it."""
    here, there = grid.middle(cell), grid.middle(other)
    if stroke.closed and (inside := side_of(here, stroke.points) > 0) != (side_of(there, stroke.points) > 0):
        return (cell, other) if inside else (other, cell)
    a, b = min(stretches, key=lambda one: Fraction(*_away(_between(here, there), *one)))
    return (cell, other) if _cross(a, b, here) < _cross(a, b, there) else (other, cell)


def _crosswise(at: tuple[int, int]) -> tuple[int, int]:
    """Across for down, and down for across."""
    return at[1], at[0]


def _between(a: Spot, b: Spot) -> Spot:
    return (a[0] + b[0]) // 2, (a[1] + b[1]) // 2


def _cross(a: Spot, b: Spot, spot: Spot) -> int:
    """Below 0 to the left of a stretch, since y goes down."""
    return (b[0] - a[0]) * (spot[1] - a[1]) - (b[1] - a[1]) * (spot[0] - a[0])


def _away(spot: Spot, a: Spot, b: Spot) -> tuple[int, int]:
    """The square of how far a point is from a stretch, as a fraction of whole numbers."""
    dx, dy, px, py = b[0] - a[0], b[1] - a[1], spot[0] - a[0], spot[1] - a[1]
    length, along = dx * dx + dy * dy, px * dx + py * dy
    if along <= 0:
        return px * px + py * py, 1
    if along >= length:
        return (spot[0] - b[0]) ** 2 + (spot[1] - b[1]) ** 2, 1
    return (dx * py - dy * px) ** 2, length


def _within(spot: Spot, a: Spot, b: Spot, squared: tuple[int, int]) -> bool:
    """Whether a point is no farther from a stretch than the root of a fraction."""
    (away, parts), (above, below) = _away(spot, a, b), squared
    return away * below <= above * parts
