"""The battlefield: hexes by name, terrain, units and leaders, and the state of a battle."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from enum import StrEnum
from functools import cached_property, lru_cache
from types import MappingProxyType

from fireline.geometry.hexes import HEXSIDES, Hex, Layout, neighbours
from fireline.rulesets.ancients.editions import Edition
from fireline.rulesets.ancients.pieces import TERRAIN, Terrain, UnitType

ROWS, COLUMNS = 9, 13
ROW_LETTERS = "ABCDEFGHIJKLMNOPQRSTUVWXYZ"
LAYOUT = Layout.ODD_R


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


@lru_cache(maxsize=1 << 12)
def hex_name(hex_: Hex) -> str:
    """The name players use: row letter from the top, number from the left.

    >>> hex_name(Layout.ODD_R.to_axial(4, 4))
    'E5'
    """
    column, row = LAYOUT.to_offset(hex_)
    return f"{ROW_LETTERS[row]}{column + 1}"


@lru_cache(maxsize=16)
def hexes_by_name(rows: int, columns: int) -> Mapping[str, Hex]:
    """Every hex of a board of this size, row by row: every second row is one hex shorter."""
    return MappingProxyType(
        {
            f"{ROW_LETTERS[row]}{column + 1}": LAYOUT.to_axial(column, row)
            for row in range(rows)
            for column in range(columns - row % 2)
        }
    )


@lru_cache(maxsize=16)
def hexes_on_board(rows: int, columns: int) -> frozenset[Hex]:
    """The hexes of a board of this size."""
    return frozenset(hexes_by_name(rows, columns).values())


@dataclass(frozen=True)
class Board:
    """The battlefield: rows of hexes with pointy tops, every second row one hex shorter and shifted right."""

    rows: int = ROWS
    columns: int = COLUMNS
    terrain: tuple[tuple[Hex, str], ...] = ()
    ramparts: tuple[tuple[Hex, tuple[str, ...]], ...] = ()

    @property
    def hexes(self) -> Mapping[str, Hex]:
        """Every hex of the board by its name, row by row."""
        return hexes_by_name(self.rows, self.columns)

    @cached_property
    def _on_board(self) -> frozenset[Hex]:
        return hexes_on_board(self.rows, self.columns)

    @cached_property
    def _ramparts(self) -> dict[Hex, tuple[str, ...]]:
        return dict(self.ramparts)

    @cached_property
    def _terrain(self) -> dict[Hex, Terrain]:
        return {hex_: TERRAIN[name] for hex_, name in self.terrain}

    def __contains__(self, hex_: Hex) -> bool:
        return hex_ in self._on_board

    def terrain_at(self, hex_: Hex) -> Terrain | None:
        """What the hex is covered with, None for open ground."""
        return self._terrain.get(hex_)

    def ramparts_at(self, hex_: Hex) -> tuple[str, ...]:
        """The sides of the hex that have a rampart, by their names."""
        return self._ramparts.get(hex_, ())

    def is_hill(self, hex_: Hex) -> bool:
        """Whether the hex is a hill."""
        terrain = self._terrain.get(hex_)
        return terrain is not None and terrain.hill

    def hill_around(self, hex_: Hex) -> frozenset[Hex]:
        """The connected hill that this hex belongs to; empty where it is none."""
        hill: set[Hex] = set()
        seen = [hex_] if self.is_hill(hex_) else []
        while seen:
            here = seen.pop()
            hill.add(here)
            seen += [n for n in neighbours(here) if n not in hill and self.is_hill(n)]
        return frozenset(hill)


@dataclass(frozen=True, slots=True)
class Unit:
    """A unit on the board; `moved` in hexes this turn."""

    id: str
    side: Side
    type: UnitType
    hex: Hex
    blocks: int
    ordered: bool = True
    moved: int = 0
    battled: bool = False

    def __str__(self) -> str:
        return f"{self.type.name} ({hex_name(self.hex)})"


@dataclass(frozen=True, slots=True)
class Leader:
    """A leader; on the hex of a friendly unit he is attached to it, else he stands alone."""

    id: str
    side: Side
    hex: Hex

    def __str__(self) -> str:
        return f"Leader {self.id} ({hex_name(self.hex)})"


@dataclass(frozen=True, slots=True)
class RetreatDue:
    """A unit owes a retreat: flags rolled against it from a hex; `checked` if its leader had his check."""

    id: str
    flags: int
    origin: Hex
    checked: bool = False

    @property
    def what(self) -> str:
        """What is owed, as a verb."""
        return "answer its flags"


@dataclass(frozen=True, slots=True)
class FlightDue:
    """A leader without a unit owes his flight (CCA-6)."""

    id: str

    @property
    def what(self) -> str:
        """What is owed, as a verb."""
        return "flee"


@dataclass(frozen=True)
class State:
    """A battle as it stands: whose fire it is, who is where, and which answers are owed."""

    turn: Side
    board: Board
    units: tuple[Unit, ...]
    leaders: tuple[Leader, ...] = ()
    edition: Edition = Edition()
    name: str = ""
    banners: tuple[int, int] = (0, 0)
    """Victory Banners of top and bottom."""
    due: tuple[RetreatDue | FlightDue, ...] = ()
    over: bool = False

    @property
    def pieces(self) -> tuple[Unit | Leader, ...]:
        """Every unit and every leader."""
        return (*self.units, *self.leaders)

    @cached_property
    def _by_id(self) -> dict[str, Unit | Leader]:
        return {piece.id: piece for piece in self.pieces}

    @cached_property
    def _units_at(self) -> dict[Hex, Unit]:
        return {unit.hex: unit for unit in self.units}

    @cached_property
    def _leaders_at(self) -> dict[Hex, Leader]:
        return {leader.hex: leader for leader in self.leaders}

    def find(self, id_: str) -> Unit | Leader | None:
        """The unit or leader of this id."""
        return self._by_id.get(id_)

    def unit(self, id_: str) -> Unit:
        """The unit of this id; raises `KeyError` for any other."""
        found = self._by_id[id_]
        if not isinstance(found, Unit):
            raise KeyError(id_)
        return found

    def leader(self, id_: str) -> Leader:
        """The leader of this id; raises `KeyError` for any other."""
        found = self._by_id[id_]
        if not isinstance(found, Leader):
            raise KeyError(id_)
        return found

    def unit_at(self, hex_: Hex) -> Unit | None:
        """The unit on a hex."""
        return self._units_at.get(hex_)

    def leader_at(self, hex_: Hex) -> Leader | None:
        """The leader on a hex, attached or alone."""
        return self._leaders_at.get(hex_)

    def lone_leader_at(self, hex_: Hex) -> Leader | None:
        """The leader who stands alone on a hex."""
        return None if hex_ in self._units_at else self._leaders_at.get(hex_)

    def leader_of(self, unit: Unit) -> Leader | None:
        """The leader attached to a unit."""
        return self._leaders_at.get(unit.hex)

    def enemies_beside(self, unit: Unit) -> Iterator[Unit | Leader]:
        """Enemy units and lone enemy leaders in the hexes next to a unit."""
        for hex_ in neighbours(unit.hex):
            piece = self.unit_at(hex_) or self.leader_at(hex_)
            if piece and piece.side is not unit.side:
                yield piece
