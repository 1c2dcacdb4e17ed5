"""The battlefield: its sides, its hexes by name, its terrain."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from enum import StrEnum
from functools import cached_property
from typing import Annotated, Literal, TypeAlias

from fireline.game.entries import one_of, shown
from fireline.game.errors import BattleFileError, Code
from fireline.game.facts import Fact
from fireline.game.numbers import House
from fireline.geometry.hexes import HEXSIDES, Hex, neighbours, to_axial, to_offset
from fireline.rulesets.ancients.editions import NUMBERS
from fireline.rulesets.ancients.pieces import TERRAIN_KINDS, Terrain, UnitType

ROWS, COLUMNS = 9, 13
ROW_LETTERS = "ABCDEFGHIJKLMNOPQRSTUVWXYZ"
_LOWER = len(ROW_LETTERS) + 1
"""How many rows further down a board lies whose row A is indented, as every odd row of `to_axial` is."""


class Side(StrEnum):
    """The two armies, by the edge of the board that is theirs."""

    TOP = "top"
    BOTTOM = "bottom"

    @property
    def enemy(self) -> Side:
        """The other army."""
        return Side.BOTTOM if self is Side.TOP else Side.TOP

    @property
    def homeward(self) -> tuple[Hex, Hex]:
        """The two steps to the row nearer one's own edge (CCA-7)."""
        return (HEXSIDES["NW"], HEXSIDES["NE"]) if self is Side.TOP else (HEXSIDES["SW"], HEXSIDES["SE"])


def hex_name(hex_: Hex) -> str:
    """The name players use: row letter from the top, number from the left.

    >>> hex_name(to_axial(4, 4))
    'E5'
    """
    column, row = to_offset(hex_)
    return f"{ROW_LETTERS[row % _LOWER]}{column + 1}"


SHAPE = ("rows", "columns", "indent", "equal_rows")
"""The facts of a board that say which hexes it has."""


def _terrain(kinds: Mapping[str, str], place: str, bare: Board) -> tuple[tuple[Hex, str], ...]:
    return tuple(
        (bare.named(name, place), one_of(kind, bare.kinds, "terrain", f"{place}.{name}"))
        for name, kind in kinds.items()
    )


def _ramparts(walls: Mapping[str, Iterable[str]], place: str, bare: Board) -> tuple[tuple[Hex, tuple[str, ...]], ...]:
    return tuple(
        (bare.named(name, place), tuple(one_of(side, HEXSIDES, "hexside", f"{place}.{name}") for side in sides))
        for name, sides in walls.items()
    )


Ground: TypeAlias = Annotated[
    tuple[tuple[Hex, str], ...],
    Fact(type=dict[str, str], read=_terrain, write=lambda kinds, _: {hex_name(at): kind for at, kind in kinds}),
]
Ramparts: TypeAlias = Annotated[
    tuple[tuple[Hex, tuple[str, ...]], ...],
    Fact(
        type=dict[str, list[str]],
        read=_ramparts,
        write=lambda walls, _: {hex_name(at): list(sides) for at, sides in walls},
    ),
]
Hexes: TypeAlias = Annotated[
    tuple[Hex, ...],
    Fact(
        type=list[str],
        read=lambda names, place, bare: tuple(bare.named(name, f"{place}[{n}]") for n, name in enumerate(names)),
        write=lambda hexes, _: list(map(hex_name, hexes)),
    ),
]


@dataclass(frozen=True)
class Board:
    """The battlefield: rows of hexes with pointy tops, every second row shifted right by half a hex."""

    rows: Annotated[int, Fact(least=1, most=len(ROW_LETTERS))] = ROWS
    """How many rows of hexes there are; row A is at the top."""
    columns: Annotated[int, Fact(least=2, most=99)] = COLUMNS
    """How many hexes a full row has."""
    indent: Annotated[str, Fact(type=Literal["A", "B"])] = "B"
    """The first row that lies half a hex to the right; every second row below it does, too."""
    equal_rows: bool = False
    """Whether those rows are as long as the others."""
    terrain: Ground = ()
    """Terrain by hex: `{E5: forest}`."""
    ramparts: Ramparts = ()
    """Hexsides with a rampart, by hex: `{C5: [SW, SE]}`."""
    stands: Hexes = ()
    """Hexes where somebody stands although their terrain holds nobody."""
    own: Annotated[tuple[Terrain, ...], Fact(unsaid=True)] = ()
    """The kinds of terrain that a scenario changes or adds (CCA-4.6)."""
    house: Annotated[House, Fact(unsaid=True)] = NUMBERS.printed
    """The numbers that the table of terrain is played with."""

    @property
    def top(self) -> int:
        """The first row as hexes count rows."""
        return _LOWER if self.indent == "A" else 0

    @cached_property
    def hexes(self) -> Mapping[str, Hex]:
        """Every hex of the board by its name, row by row."""
        return {hex_name(hex_): hex_ for hex_ in self._row_by_row()}

    @property
    def _rows(self) -> range:
        return range(self.top, self.top + self.rows)

    def _row_by_row(self) -> Iterator[Hex]:
        return (to_axial(n, row) for row in self._rows for n in range(self._length(row)))

    def _length(self, row: int) -> int:
        """How many hexes a row has."""
        return self.columns - (row % 2 if not self.equal_rows else 0)

    def _of(self, name: str) -> Hex | None:
        """The hex of this name, reckoned: a battle file names a few of a hundred."""
        row, number = self.top + ROW_LETTERS.find(name[:1]), name[1:]
        if not (name and number.isdecimal() and len(number) <= len(str(self.columns)) and row in self._rows):
            return None
        hex_ = to_axial(int(number) - 1, row)
        return hex_ if 0 < int(number) <= self._length(row) and hex_name(hex_) == name else None

    def named(self, name: str, place: str) -> Hex:
        """The hex of this name; raises `BattleFileError`."""
        found = self._of(name)
        if found is not None:
            return found
        if (typed := name.strip().upper()) in self.hexes:
            problem = f"{shown(name)} is no hex of this board; did you mean {shown(typed)}?"
            raise BattleFileError(Code.UNKNOWN_NAME, problem, place, meant=typed)
        row = [known for known in self.hexes if known[0] == name[:1]]
        known, whose = (row, f"row {name[0]} runs") if row else (list(self.hexes), "hexes run")
        problem = f"{shown(name)} is no hex of this board; {whose} from {known[0]} to {known[-1]}"
        raise BattleFileError(Code.UNKNOWN_NAME, problem, place)

    @cached_property
    def on_board(self) -> frozenset[Hex]:
        """Every hex of the board."""
        return frozenset(self._row_by_row())

    @cached_property
    def kinds(self) -> Mapping[str, Terrain]:
        """Every kind of terrain of this battle by its id."""
        return {**TERRAIN_KINDS.printed(self.house), **{kind.id: kind for kind in self.own}}

    @cached_property
    def _terrain(self) -> dict[Hex, Terrain]:
        return {hex_: self.kinds[name] for hex_, name in self.terrain}

    def __contains__(self, hex_: Hex) -> bool:
        return hex_ in self.on_board

    def terrain_at(self, hex_: Hex) -> Terrain | None:
        """What the hex is covered with, None for open ground."""
        return self._terrain.get(hex_)

    def bars(self, hex_: Hex, unit: UnitType | None) -> Terrain | None:
        """The terrain that keeps a unit of this type, or a leader alone, from standing on a hex (CCA-4.5)."""
        terrain = self.terrain_at(hex_)
        return terrain if terrain and terrain.stops(unit) and hex_ not in self.stands else None

    def is_hill(self, hex_: Hex) -> bool:
        """Whether the hex is a hill."""
        terrain = self._terrain.get(hex_)
        return terrain is not None and terrain.hill

    @cached_property
    def hills(self) -> Mapping[Hex, frozenset[Hex]]:
        """Every hex of a hill, with the connected hill that it belongs to."""
        found: dict[Hex, frozenset[Hex]] = {}
        for hex_ in self._terrain:
            if hex_ not in found and self.is_hill(hex_):
                hill = {hex_}
                seen = [hex_]
                while seen:
                    around = [n for n in neighbours(seen.pop()) if n not in hill and self.is_hill(n)]
                    hill |= {*around}
                    seen += around
                found |= dict.fromkeys(hill, frozenset(hill))
        return found
