"""Units and terrain: the facts of `pieces.toml`, and what a table or a scenario plays otherwise (CCA-4.6)."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, replace
from enum import StrEnum
from typing import Annotated, Any, Generic, Literal, TypeAlias, TypeVar

from pydantic import Field

from fireline.game.entries import FileEntry, Name, one_of, read_entry
from fireline.game.errors import BattleFileError, Code
from fireline.game.facts import Fact, data_of, declared, entry_of, piece_of
from fireline.game.numbers import House
from fireline.rulesets.ancients.editions import NUMBERS, RULES, Edition
from fireline.ruling.told import written

RULES.cite("CCA-4.6")
HELD, MOVED = NUMBERS.cite("CCA-4.1.held"), NUMBERS.cite("CCA-4.1.moved")
MOST_KINDS = 50
MOST_BLOCKS = 99
MOST_DICE = MOST_EXTRA_DICE = MOST_LETTERS = 4
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


@dataclass(frozen=True, slots=True)
class UnitType:
    """One kind of unit; distances in hexes, `dice` for a unit that held its position and one that moved."""

    id: Annotated[str, Fact(unsaid=True)]
    name: Name
    short: Annotated[Name, Field(max_length=MOST_LETTERS)]
    """The letters on its token."""
    symbol: Annotated[Symbol, Fact(key="class", type=Literal[Symbol.GREEN, Symbol.BLUE, Symbol.RED])]
    """Which symbol of the dice hits it: light green, medium blue, heavy red."""
    blocks: Annotated[int, Field(ge=1, le=MOST_BLOCKS)]
    """How many blocks it has at full strength."""
    retreat: Hexes
    """How many hexes it retreats for each flag."""
    move: Hexes
    """How many hexes it moves."""
    range: Hexes = 0
    """How far its missiles reach, in hexes; 0 for a unit that has none."""
    dice: HeldMoved = (0, 0)
    """How many dice it fires with: having held its position, and having moved."""
    fires_after: Hexes | None = None
    """The longest move after which it may fire, in hexes, where there is one (CCA-4.2)."""
    missile: bool = True
    """Whether it may use missiles of its range, if it has one."""
    border: bool = False
    """Whether the symbol of its class has a white border."""
    foot: bool = False
    """Whether it is on foot."""
    war_machine: bool = False
    """Whether it is a war machine."""
    holds_at_full_strength: bool = False
    """Whether it may ignore a flag as long as it has all its blocks."""
    nimble: bool = False
    """Fires from terrain that stops the fire of others who have entered it (CCA-4.5)."""
    stubborn: bool = False
    """Uses neither a leader nor support to ignore flags."""
    rampages: bool = False
    """Tramples whoever is around before it retreats (CCA-7.1)."""
    arms: str = ""
    """The type whose missiles it has where every green circle has some, "" for none."""

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
        return replace(self, missile=True, range=missiles.range, dice=missiles.dice)


@dataclass(frozen=True, slots=True)
class Terrain:
    """One kind of terrain; caps are the most dice, None where there is none."""

    id: Annotated[str, Fact(unsaid=True)]
    name: Name
    letter: Annotated[Name, Field(max_length=1)]
    """The letter that marks it on the board."""
    fire_into_cap: Count | None = None
    """The most dice of fire at a unit there."""
    fire_out_cap: Count | None = None
    """The most dice of a unit that fires from there."""
    fire_out_minus: Count = 0
    """How many dice fewer a unit has that fires from there."""
    blocks: bool = False
    """Whether it blocks the line of sight."""
    hill: bool = False
    """Whether it is a hill."""
    impassable: bool = False
    """Whether nobody can enter it."""
    impassable_for_war_machines: bool = False
    """Whether war machines cannot enter it."""
    shelters_foot: bool = False
    """Whether units on foot may ignore a flag there."""
    entry_stops_fire: bool = False
    """Whether a unit that has moved onto it this turn may not fire (CCA-4.5)."""
    entry_stops_mounted_fire: bool = False
    """The same of units that are mounted alone."""

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

    def printed(self, house: House) -> Mapping[str, Kind]:
        """The kinds of the table by their ids, as its numbers make them."""
        return house.made(self._printed)

    def _printed(self, house: House) -> Mapping[str, Kind]:
        rows = {id_: _with_dice(row, house) for id_, row in house.tables[self.name].items()}
        return {id_: self._read(id_, row, rows, f"{self.name}.{id_}") for id_, row in rows.items()}

    def read(self, rows: Mapping[str, Row], house: House) -> tuple[Kind, ...]:
        """The kinds of a scenario; raises `BattleFileError`."""
        known = self.printed(house)
        whole = {id_: (data_of(known[id_]) if id_ in known else {}) | dict(row) for id_, row in rows.items()}
        return tuple(self._read(id_, row, {**known, **rows}, f"{self.key}.{id_}") for id_, row in whole.items())

    def data(self, kinds: Iterable[Kind], house: House) -> dict[str, Any]:
        """The kinds of a scenario as a battle file says them: what is otherwise than in the table, or than usual."""
        known = self.printed(house)
        return {kind.id: _otherwise(kind, known[kind.id]) if kind.id in known else data_of(kind) for kind in kinds}

    def _read(self, id_: str, row: Row, known: Mapping[str, object], place: str) -> Kind:
        read = piece_of(self.kind, read_entry(entry_of(self.kind), row, place), place, id=id_)
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


def _otherwise(kind: Any, listed: Any) -> dict[str, Any]:
    """What a row says of a kind that is otherwise than another one."""
    said = [(name, one.key) for name, one in declared(kind.__class__).items() if not one.unsaid]
    return {key: written(mine) for name, key in said if (mine := getattr(kind, name)) != getattr(listed, name)}


UNIT_TYPES = Table("units", "types", UnitType)
TERRAIN_KINDS = Table("terrain", "terrain_types", Terrain)
UNITS, TERRAIN = UNIT_TYPES.printed(NUMBERS.printed), TERRAIN_KINDS.printed(NUMBERS.printed)
