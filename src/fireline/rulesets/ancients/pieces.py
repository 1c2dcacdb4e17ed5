"""Units and terrain: the facts of `pieces.toml`, and what a table or a scenario plays otherwise (CCA-4.6)."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from enum import StrEnum
from typing import Annotated, Any, Generic, Literal, TypeAlias, TypeVar

from pydantic import Field

from fireline.game.entries import FileEntry, Name, one_of, read_entry
from fireline.game.errors import BattleFileError, Code
from fireline.game.numbers import House
from fireline.rulesets.ancients.editions import NUMBERS, RULES, Edition

RULES.cite("CCA-4.6")
HELD, MOVED = NUMBERS.cite("CCA-4.1.held"), NUMBERS.cite("CCA-4.1.moved")
MOST_KINDS = 50
MOST_BLOCKS = 99
MOST_DICE = MOST_EXTRA_DICE = 4
FARTHEST = 20
"""Hexes: the longest range, move or retreat for a flag that a scenario may give."""

Row: TypeAlias = Mapping[str, Any]
Rows: TypeAlias = Annotated[dict[Name, dict[str, Any]], Field(max_length=MOST_KINDS)]
"""Types by their ids; of a known one only what is otherwise than in the table."""
Hexes: TypeAlias = Annotated[int, Field(ge=0, le=FARTHEST)]
Count: TypeAlias = Annotated[int, Field(ge=0, le=MOST_DICE)]
HeldMoved: TypeAlias = Annotated[tuple[Count, ...], Field(min_length=2, max_length=2, strict=False)]
"""Battle dice of a unit that held its position, and of one that moved."""


class Symbol(StrEnum):
    """The six faces of a battle die (CCA-5.1); the first three are also the classes of units."""

    GREEN = "green"
    BLUE = "blue"
    RED = "red"
    LEADER = "leader"
    SWORDS = "swords"
    FLAG = "flag"


SYMBOL_NAMES = {
    Symbol.GREEN: "green circle",
    Symbol.BLUE: "blue triangle",
    Symbol.RED: "red square",
    Symbol.LEADER: "leader",
    Symbol.SWORDS: "crossed swords",
    Symbol.FLAG: "flag",
}


class TypeEntry(FileEntry):
    """A row of the unit table; what is left out has its usual value."""

    name: Name
    short: Annotated[Name, Field(max_length=4)]
    symbol: Annotated[Literal[Symbol.GREEN, Symbol.BLUE, Symbol.RED], Field(alias="class")]
    blocks: Annotated[int, Field(ge=1, le=MOST_BLOCKS)]
    retreat: Hexes
    move: Hexes
    range: Hexes = 0
    dice: HeldMoved = (0, 0)
    fires_after: Hexes | None = None
    missile: bool = True
    border: bool = False
    foot: bool = False
    war_machine: bool = False
    holds_at_full_strength: bool = False
    nimble: bool = False
    """Fires from terrain that stops the fire of others who have entered it (CCA-4.5)."""
    stubborn: bool = False
    """Uses neither a leader nor support to ignore flags."""
    rampages: bool = False
    """Tramples whoever is around before it retreats (CCA-7.1)."""
    arms: str = ""
    """The type whose missiles it has where every green circle has some, "" for none."""


class UnitType(TypeEntry):
    """One kind of unit; distances in hexes, `dice` for a unit that held its position and one that moved."""

    id: str

    def __hash__(self) -> int:
        return hash(self.id)  # a battle has one type of a name, and hashes its units by the thousand

    @property
    def fires(self) -> bool:
        """Whether the unit has missile weapons (CCA-1.1)."""
        return self.missile and self.range > 0

    def fires_having_moved(self, hexes: int) -> bool:
        """Whether the unit may fire after a move of so many hexes (CCA-4.2)."""
        if not hexes or not self.fires:
            return True
        return self.dice[1] > 0 and (self.fires_after is None or hexes <= self.fires_after)

    def armed(self, missiles: Missiles | UnitType) -> UnitType:
        """The type with these missiles (CCA-4.6)."""
        if (self.missile, self.range, self.dice) == (True, missiles.range, missiles.dice):
            return self
        return self.model_copy(update={"missile": True, "range": missiles.range, "dice": missiles.dice})


class TerrainEntry(FileEntry):
    """A row of the terrain table; caps are the most dice, None where there is none."""

    name: Name
    letter: Annotated[Name, Field(max_length=1)]
    fire_into_cap: Count | None = None
    fire_out_cap: Count | None = None
    fire_out_minus: Count = 0
    blocks: bool = False
    hill: bool = False
    impassable: bool = False
    impassable_for_war_machines: bool = False
    shelters_foot: bool = False
    entry_stops_fire: bool = False
    entry_stops_mounted_fire: bool = False


class Terrain(TerrainEntry):
    """One kind of terrain."""

    id: str

    def stops(self, unit: UnitType | None) -> bool:
        """Whether a unit of this type, or a leader alone, can neither enter nor stand there."""
        return self.impassable or (self.impassable_for_war_machines and unit is not None and unit.war_machine)

    def silences(self, unit: UnitType) -> bool:
        """Whether a unit that has moved onto it this turn may not fire (CCA-4.5)."""
        mounted = not unit.foot and not unit.war_machine
        return (self.entry_stops_fire and not unit.nimble) or (self.entry_stops_mounted_fire and mounted)


class Missiles(FileEntry):
    """Missiles that a scenario gives to a unit."""

    range: Annotated[int, Field(ge=1, le=FARTHEST)]
    """How far they reach, in hexes."""
    dice: HeldMoved
    """The dice of a unit that held its position, and of one that moved."""


Kind = TypeVar("Kind", UnitType, Terrain)


@dataclass(frozen=True)
class Table(Generic[Kind]):
    """The kinds of a table of `pieces.toml`, and those that a scenario changes or adds under a key of its file."""

    name: str
    key: str
    kind: type[Kind]
    entry: type[FileEntry]

    def printed(self, house: House) -> Mapping[str, Kind]:
        """The kinds of the table by their ids, as its numbers make them."""
        return house.made(self._printed)

    def _printed(self, house: House) -> Mapping[str, Kind]:
        rows = {id_: _with_dice(row, house) for id_, row in house.tables[self.name].items()}
        return {id_: self._read(id_, row, rows, f"{self.name}.{id_}") for id_, row in rows.items()}

    def read(self, rows: Mapping[str, Row], house: House) -> tuple[Kind, ...]:
        """The kinds of a scenario; raises `BattleFileError`."""
        known = self.printed(house)
        whole = {id_: _whole(known.get(id_)) | dict(row) for id_, row in rows.items()}
        return tuple(self._read(id_, row, {**known, **rows}, f"{self.key}.{id_}") for id_, row in whole.items())

    def data(self, kinds: Iterable[Kind], house: House) -> dict[str, Any]:
        """The kinds of a scenario as a battle file says them: what is otherwise than in the table, or than usual."""
        known, data = self.printed(house), dict[str, Any]()
        for kind in kinds:
            usual = _whole(known.get(kind.id)) or _usual(kind)
            data[kind.id] = {key: one for key, one in _whole(kind).items() if key not in usual or one != usual[key]}
        return data

    def _read(self, id_: str, row: Row, known: Mapping[str, object], place: str) -> Kind:
        read = self.kind.model_construct(id=id_, **dict(read_entry(self.entry, row, place)))
        if isinstance(read, UnitType):
            if read.arms:
                one_of(read.arms, known, "unit type", f"{place}.arms")
            if read.fires:
                check_dice(read.dice, place)
        return read


def kinds(types: tuple[UnitType, ...], edition: Edition) -> Mapping[str, UnitType]:
    """Every unit type of a battle by its id, as the table has the green circles armed (CCA-1.1)."""
    known = {**UNIT_TYPES.printed(edition.house), **{kind.id: kind for kind in types}}
    if not edition.green_circles_fire:
        return known
    bare = [kind for kind in known.values() if not kind.fires and kind.symbol is Symbol.GREEN and kind.arms in known]
    return known | {kind.id: kind.armed(known[kind.arms]) for kind in bare}


def check_dice(dice: tuple[int, ...], place: str) -> None:
    """Raise `BattleFileError` for missiles without a die of a unit that held its position."""
    if not dice[0]:
        problem = "has no die for a unit that held its position; [2, 1] is usual"
        raise BattleFileError(Code.MISSING, problem, f"{place}.dice")


def _with_dice(row: Row, house: House) -> Row:
    values = {key: value for key, value in row.items() if key != "dice_moved"}
    return values | ({"dice": (house[HELD], row.get("dice_moved", house[MOVED]))} if "range" in row else {})


def _whole(kind: UnitType | Terrain | None) -> dict[str, Any]:
    """The whole row of a kind, usual values and all; {} for none."""
    return {} if kind is None else kind.model_dump(mode="json", by_alias=True, exclude={"id"})


def _usual(kind: UnitType | Terrain) -> dict[str, Any]:
    """What a row has that names nothing but what it must."""
    said = kind.model_dump(mode="json", by_alias=True, exclude_defaults=True)
    return {key: value for key, value in _whole(kind).items() if key not in said}


UNIT_TYPES = Table("units", "types", UnitType, TypeEntry)
TERRAIN_KINDS = Table("terrain", "terrain_types", Terrain, TerrainEntry)
UNITS, TERRAIN = UNIT_TYPES.printed(NUMBERS.printed), TERRAIN_KINDS.printed(NUMBERS.printed)
