"""What a scenario plays otherwise than the tables: unit types and kinds of terrain, given like their rows (CCA-4.6)."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping
from functools import lru_cache
from typing import Annotated, Any, Literal, TypeAlias

from pydantic import Field

from fireline.game.entries import FileEntry, Name, one_of, read_entry
from fireline.game.errors import BattleFileError, Code
from fireline.rulesets.ancients.editions import RULES, Edition
from fireline.rulesets.ancients.pieces import (
    TERRAIN,
    TERRAIN_ROWS,
    UNIT_ROWS,
    UNITS,
    Symbol,
    Terrain,
    UnitType,
    terrain_row,
    unit_row,
    unit_type,
)

RULES.cite("CCA-4.6")
MOST_KINDS = 50
MOST_BLOCKS = 99
MOST_DICE = 4
FARTHEST = 20
"""Hexes: the longest range, move or retreat for a flag that a scenario may give."""

Rows: TypeAlias = Annotated[dict[Name, dict[str, Any]], Field(max_length=MOST_KINDS)]
"""Types by their ids; of a known one only what is otherwise than in the table."""
Hexes: TypeAlias = Annotated[int, Field(ge=0, le=FARTHEST)]
Count: TypeAlias = Annotated[int, Field(ge=0, le=MOST_DICE)]
HeldMoved: TypeAlias = Annotated[list[Count], Field(min_length=2, max_length=2)]
"""Battle dice of a unit that held its position, and of one that moved."""


class TypeEntry(FileEntry):
    """A unit type; what is left out has its usual value."""

    name: Name
    short: Annotated[Name, Field(max_length=4)]
    symbol: Annotated[Literal["green", "blue", "red"], Field(alias="class")]
    blocks: Annotated[int, Field(ge=1, le=MOST_BLOCKS)]
    retreat: Hexes
    move: Hexes
    range: Hexes = 0
    dice: HeldMoved = Field(default=[0, 0])
    fires_after: Hexes | None = None
    missile: bool = True
    border: bool = False
    foot: bool = False
    war_machine: bool = False
    holds_at_full_strength: bool = False
    nimble: bool = False
    stubborn: bool = False
    rampages: bool = False
    arms: str = ""


class TerrainEntry(FileEntry):
    """A kind of terrain; what is left out has its usual value."""

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


class MissilesEntry(FileEntry):
    """Missiles that a scenario gives to a unit."""

    range: Annotated[int, Field(ge=1, le=FARTHEST)]
    dice: HeldMoved


def read_types(rows: Mapping[str, dict[str, Any]]) -> tuple[UnitType, ...]:
    """The unit types of a scenario; raises `BattleFileError`."""
    return tuple(_type(id_, row, [*UNITS, *rows], f"types.{id_}") for id_, row in rows.items())


def read_terrain(rows: Mapping[str, dict[str, Any]]) -> tuple[Terrain, ...]:
    """The kinds of terrain of a scenario; raises `BattleFileError`."""
    read = (
        (id_, read_entry(TerrainEntry, TERRAIN_ROWS.get(id_, {}) | row, f"terrain_types.{id_}"))
        for id_, row in rows.items()
    )
    return tuple(Terrain(id=id_, **entry.model_dump()) for id_, entry in read)


def read_missiles(entry: MissilesEntry, kind: UnitType, place: str) -> UnitType:
    """A unit's type with missiles that a scenario gives to it; raises `BattleFileError`."""
    return _loaded(kind.armed(entry.range, (entry.dice[0], entry.dice[1])), place)


def missiles_data(kind: UnitType) -> dict[str, Any]:
    """The missiles of a unit as a battle file says them."""
    return {"range": kind.range, "dice": list(kind.dice)}


def types_data(types: Iterable[UnitType]) -> dict[str, Any]:
    """The unit types of a scenario as a battle file says them."""
    return {kind.id: otherwise(unit_row(kind), unit_row(UNITS.get(kind.id, _BARE_TYPE))) for kind in types}


def terrain_data(own: Iterable[Terrain]) -> dict[str, Any]:
    """The kinds of terrain of a scenario as a battle file says them."""
    return {kind.id: otherwise(terrain_row(kind), terrain_row(TERRAIN.get(kind.id, _BARE_TERRAIN))) for kind in own}


def otherwise(row: Mapping[str, Any], usual: Mapping[str, Any]) -> dict[str, Any]:
    """What a row has otherwise than another."""
    return {key: value for key, value in row.items() if value != usual[key]}


@lru_cache(maxsize=64)
def kinds(types: tuple[UnitType, ...], edition: Edition) -> Mapping[str, UnitType]:
    """Every unit type of a battle by its id, as the table has the green circles armed (CCA-1.1)."""
    known = UNITS | {kind.id: kind for kind in types}
    if not edition.green_circles_fire:
        return known
    return {id_: _as_green_circle(kind, known.get(kind.arms)) for id_, kind in known.items()}


# What no row leaves out, so that all of it is written of a type that the table does not have.
_BARE_TYPE = UnitType("", "", "", Symbol.FLAG, blocks=0, retreat=-1, move=-1)
_BARE_TERRAIN = Terrain("", "", "")


def _type(id_: str, row: dict[str, Any], known: Collection[str], place: str) -> UnitType:
    entry = read_entry(TypeEntry, UNIT_ROWS.get(id_, {}) | row, place)
    if entry.arms:
        one_of(entry.arms, known, "unit type", f"{place}.arms")
    return _loaded(unit_type(id_, entry.model_dump(by_alias=True)), place)


def _loaded(kind: UnitType, place: str) -> UnitType:
    """The type, which has dice to roll if it has a range."""
    if kind.fires and not kind.dice[0]:
        raise BattleFileError(
            Code.MISSING, "has no die for a unit that held its position; [2, 1] is usual", f"{place}.dice"
        )
    return kind


def _as_green_circle(kind: UnitType, like: UnitType | None) -> UnitType:
    if kind.fires or kind.symbol is not Symbol.GREEN or like is None:
        return kind
    return kind.armed(like.range, like.dice)
