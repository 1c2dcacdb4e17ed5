"""Lines drawn over a map of hexes: the hexsides that they run along."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from fractions import Fraction
from itertools import pairwise
from typing import NamedTuple

from fireline.game.errors import BattleFileError, Code
from fireline.game.maps import MapSide, Spot

Cell = tuple[int, int]
NEAR = Fraction(2, 5)
"""How far a line may be from a hexside, in lengths of the shortest hexside, and still run along it."""
MOST_TRIES = 500_000
"""How many hexes are compared with stretches of lines, in all."""


class Stroke(NamedTuple):
    """A line of an object layer: what it is called, its points in pixels, and whether it ends where it begins."""

    name: str
    points: tuple[Spot, ...]
    closed: bool


class HexGrid(NamedTuple):
    """How the hexes of a map lie, in pixels: a hex is so wide and high, and its upright or level side is so long.

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
        column, row = cell if self.pointed else cell[::-1]
        wide, high = (self.wide, self.high) if self.pointed else (self.high, self.wide)
        shift = self.shift(row)
        x, y = wide * (column + Fraction(shift, 2)), Fraction(high + self.side, 2) * row
        lower, upper = y + Fraction(high + self.side, 2), y + Fraction(high - self.side, 2)
        below, left, right = (x + Fraction(wide, 2), y + high), (x, lower), (x + wide, lower)
        found = (
            ((column + 1, row), (x + wide, upper), right),
            ((column + shift, row + 1), right, below),
            ((column + shift - 1, row + 1), below, left),
        )
        yield from found if self.pointed else ((other[::-1], a[::-1], b[::-1]) for other, a, b in found)

    def middle(self, cell: Cell) -> Spot:
        """The middle of a hex."""
        column, row = cell if self.pointed else cell[::-1]
        wide, high = (self.wide, self.high) if self.pointed else (self.high, self.wide)
        x = wide * (column + Fraction(self.shift(row) + 1, 2))
        y = Fraction(high + self.side, 2) * row + Fraction(high, 2)
        return (x, y) if self.pointed else (y, x)

    @property
    def near(self) -> Fraction:
        """The square of how far a line may be from what it runs along."""
        across, along = (self.wide, self.high) if self.pointed else (self.high, self.wide)
        slanted = Fraction(across, 2) ** 2 + Fraction(along - self.side, 2) ** 2
        return NEAR**2 * min(Fraction(self.side) ** 2, slanted)

    def around(self, a: Spot, b: Spot) -> Iterator[Cell]:
        """The hexes that a stretch may come near to."""
        across, down = Fraction(self.wide), Fraction(self.high)
        steps = (across, (down + self.side) / 2) if self.pointed else ((across + self.side) / 2, down)
        (left, right), (top, bottom) = (
            (int(min(a[n], b[n]) // step) - 2, int(max(a[n], b[n]) // step) + 2) for n, step in enumerate(steps)
        )
        if (right - left) * (bottom - top) > MOST_TRIES:
            raise BattleFileError(Code.TOO_LARGE, "has a line that reaches too far", "objects")
        return ((column, row) for column in range(left, right) for row in range(top, bottom))


def sides_of(strokes: Sequence[Stroke], cells: frozenset[Cell], grid: HexGrid) -> list[MapSide]:
    """Every hexside between two of these hexes along which a line runs; raises `BattleFileError` for too many lines."""
    found: dict[tuple[str, frozenset[Cell]], MapSide] = {}
    tries = 0
    for stroke in strokes:
        stretches = list(pairwise((*stroke.points, stroke.points[0]) if stroke.closed else stroke.points))
        near = dict[tuple[Cell, Cell], int]()
        for a, b in stretches:
            for cell in grid.around(a, b):
                tries += 1
                if tries > MOST_TRIES:
                    raise BattleFileError(
                        Code.TOO_LARGE, "has more lines than can be compared with its hexes", "objects"
                    )
                for other, *ends in grid.neighbours(cell) if cell in cells else ():
                    if other in cells:
                        spots = (*ends, _between(*ends))
                        told = sum(1 << n for n, spot in enumerate(spots) if _away(spot, a, b) <= grid.near)
                        near[cell, other] = near.get((cell, other), 0) | told
        for (cell, other), all_near in near.items():
            if all_near == 0b111:
                inner, outer = _sorted(stroke, stretches, grid, cell, other)
                found.setdefault((stroke.name, frozenset((cell, other))), MapSide(stroke.name, inner, outer))
    return list(found.values())


def _sorted(
    stroke: Stroke, stretches: Sequence[tuple[Spot, Spot]], grid: HexGrid, cell: Cell, other: Cell
) -> tuple[Cell, Cell]:
    """The hex inside an outline first; of a line the one to its left, as one goes along it."""
    here, there = grid.middle(cell), grid.middle(other)
    if stroke.closed and (inside := _inside(here, stretches)) != _inside(there, stretches):
        return (cell, other) if inside else (other, cell)
    a, b = min(stretches, key=lambda one: _away(_between(here, there), *one))
    return (cell, other) if _cross(a, b, here) < _cross(a, b, there) else (other, cell)


def _between(a: Spot, b: Spot) -> Spot:
    return (a[0] + b[0]) / 2, (a[1] + b[1]) / 2


def _cross(a: Spot, b: Spot, spot: Spot) -> Fraction:
    """Below 0 to the left of a stretch, since y goes down."""
    return (b[0] - a[0]) * (spot[1] - a[1]) - (b[1] - a[1]) * (spot[0] - a[0])


def _away(spot: Spot, a: Spot, b: Spot) -> Fraction:
    """The square of how far a point is from a stretch."""
    dx, dy, px, py = b[0] - a[0], b[1] - a[1], spot[0] - a[0], spot[1] - a[1]
    length = dx * dx + dy * dy
    along = min(max((px * dx + py * dy) / length, Fraction(0)), Fraction(1)) if length else Fraction(0)
    return (px - along * dx) ** 2 + (py - along * dy) ** 2


def _inside(spot: Spot, stretches: Sequence[tuple[Spot, Spot]]) -> bool:
    x, y = spot
    crossed = sum(
        (ay > y) != (by > y) and x < ax + (y - ay) * (bx - ax) / (by - ay) for (ax, ay), (bx, by) in stretches
    )
    return crossed % 2 == 1
