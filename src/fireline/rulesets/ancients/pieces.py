"""Units and terrain: the facts of `pieces.toml`, and what a table or a scenario plays otherwise (CCA-4.6)."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from enum import StrEnum
from typing import Annotated, Any, Literal, TypeAlias, TypeVar

from pydantic import Field

from fireline.game.entries import FileEntry, Name, one_of, read_entry
from fireline.game.errors import BattleFileError, Code
from fireline.game.numbers import House
from fireline.rulesets.ancients.editions import NUMBERS, RULES, Edition

RULES.cite("CCA-4.6")
HELD, MOVED = NUMBERS.cite("CCA-4.1.held"), NUMBERS.cite("CCA-4.1.moved")
MOST_KINDS = 50
MOST_BLOCKS = 99
MOST_DICE = 4
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

    @property
    def mounted(self) -> bool:
        """Whether it is neither on foot nor a war machine."""
        return not self.foot and not self.war_machine

    def fires_having_moved(self, hexes: int) -> bool:
        """Whether the unit may fire after a move of so many hexes (CCA-4.2)."""
        if not hexes or not self.fires:
            return True
        return self.dice[1] > 0 and (self.fires_after is None or hexes <= self.fires_after)

    def armed(self, reach: int, dice: tuple[int, ...], place: str = "") -> UnitType:
        """The type with missiles of this range and these dice, held and moved (CCA-4.6).

        Raises `BattleFileError` for missiles without a die of a unit that held its position.
        """
        return _loaded(self.model_copy(update={"missile": True, "range": reach, "dice": dice}), place)


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
        return (self.entry_stops_fire and not unit.nimble) or (self.entry_stops_mounted_fire and unit.mounted)


class MissilesEntry(FileEntry):
    """Missiles that a scenario gives to a unit."""

    range: Annotated[int, Field(ge=1, le=FARTHEST)]
    dice: HeldMoved


Kind = TypeVar("Kind", UnitType, Terrain)


def unit_types(house: House) -> Mapping[str, UnitType]:
    """The unit types of the table by their ids, with the dice that CCA-4.1 gives to all who have missiles."""
    return house.made(_unit_types)


def _unit_types(house: House) -> Mapping[str, UnitType]:
    rows = house.tables["units"]
    return {id_: _read_type(id_, _with_dice(row, house), rows, f"units.{id_}") for id_, row in rows.items()}


def terrain_kinds(house: House) -> Mapping[str, Terrain]:
    """The kinds of terrain of the table by their ids."""
    return house.made(_terrain_kinds)


def _terrain_kinds(house: House) -> Mapping[str, Terrain]:
    return {id_: _read_terrain(id_, row, f"terrain.{id_}") for id_, row in house.tables["terrain"].items()}


def read_types(rows: Mapping[str, Row], house: House) -> tuple[UnitType, ...]:
    """The unit types of a scenario; raises `BattleFileError`."""
    table = unit_types(house)
    read = ((id_, _whole(table.get(id_)) | dict(row), f"types.{id_}") for id_, row in rows.items())
    return tuple(_read_type(id_, row, {**table, **rows}, place) for id_, row, place in read)


def read_terrain(rows: Mapping[str, Row], house: House) -> tuple[Terrain, ...]:
    """The kinds of terrain of a scenario; raises `BattleFileError`."""
    table = terrain_kinds(house)
    read = ((id_, _whole(table.get(id_)) | dict(row), f"terrain_types.{id_}") for id_, row in rows.items())
    return tuple(_read_terrain(*one) for one in read)


def rows_data(kinds: Iterable[Kind], table: Mapping[str, Kind]) -> dict[str, Any]:
    """The kinds of a scenario as a battle file says them: what is otherwise than in the table, or than usual."""
    return {kind.id: otherwise(_whole(kind), _whole(table.get(kind.id)) or _usual(kind)) for kind in kinds}


def otherwise(row: Row, usual: Row) -> dict[str, Any]:
    """What a row has otherwise than another."""
    return {key: value for key, value in row.items() if key not in usual or value != usual[key]}


def kinds(types: tuple[UnitType, ...], edition: Edition) -> Mapping[str, UnitType]:
    """Every unit type of a battle by its id, as the table has the green circles armed (CCA-1.1)."""
    known = {**unit_types(edition.house), **{kind.id: kind for kind in types}}
    if not edition.green_circles_fire:
        return known
    bare = [kind for kind in known.values() if not kind.fires and kind.symbol is Symbol.GREEN and kind.arms in known]
    return known | {kind.id: kind.armed(known[kind.arms].range, known[kind.arms].dice) for kind in bare}


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


def _read_type(id_: str, row: Row, known: Mapping[str, object], place: str) -> UnitType:
    entry = read_entry(TypeEntry, row, place)
    if entry.arms:
        one_of(entry.arms, known, "unit type", f"{place}.arms")
    return _loaded(UnitType.model_construct(id=id_, **dict(entry)), place)


def _read_terrain(id_: str, row: Row, place: str) -> Terrain:
    return Terrain.model_construct(id=id_, **dict(read_entry(TerrainEntry, row, place)))


def _loaded(kind: UnitType, place: str) -> UnitType:
    """The type, which has dice to roll if it has a range."""
    if kind.fires and not kind.dice[0]:
        raise BattleFileError(
            Code.MISSING, "has no die for a unit that held its position; [2, 1] is usual", f"{place}.dice"
        )
    return kind


UNITS, TERRAIN = unit_types(NUMBERS.printed), terrain_kinds(NUMBERS.printed)
