"""A map of hexes as rows of hexes with a corner up, with the edge on top that somebody has chosen."""

from __future__ import annotations

from typing import NamedTuple

from fireline.game.editing import Ready
from fireline.game.maps import HexRows, MapHex, MapQuestion, MapSide

EDGES = ("north", "south", "west", "east")


class Rows(NamedTuple):
    """Rows of equal length, from the top: whether the first is indented, and the hexes with their new places."""

    hexes: tuple[MapHex, ...]
    columns: int
    rows: int
    first_indented: bool
    sides: tuple[MapSide, ...] = ()


def top_question(grid: HexRows) -> MapQuestion:
    """Which edge of the map becomes the top: hexes with a corner up keep their rows, the others are turned."""
    edges = EDGES[:2] if grid.pointed else EDGES[2:]
    lies = "its rows stay rows" if grid.pointed else "its columns become rows"
    choices = tuple(Ready(f"the {edge} edge", edge) for edge in edges)
    return MapQuestion("top", f"Which edge of the map is the top of the board ({lies})?", edges[0], choices)


def turned(grid: HexRows, top: str) -> Rows:
    """The map turned so that this edge is on top.

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
    return Rows(tuple(sorted(hexes, key=lambda one: (one.row, one.column))), columns, rows, indented[top], sides)
