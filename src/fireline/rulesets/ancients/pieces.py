"""Units and terrain: the facts of `pieces.toml`, typed."""

from __future__ import annotations

import tomllib
from collections.abc import Mapping
from dataclasses import dataclass, fields, replace
from enum import StrEnum
from importlib.resources import files
from typing import Any


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

    id: str
    name: str
    short: str
    symbol: Symbol
    blocks: int
    retreat: int
    move: int
    range: int = 0
    dice: tuple[int, int] = (0, 0)
    fires_after: int | None = None
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

    def armed(self, reach: int, dice: tuple[int, int]) -> UnitType:
        """The type with missiles of this range and these dice, held and moved (CCA-4.6)."""
        return replace(self, missile=True, range=reach, dice=dice)


@dataclass(frozen=True, slots=True)
class Terrain:
    """One kind of terrain; caps are the most dice, None where there is none."""

    id: str
    name: str
    letter: str
    fire_into_cap: int | None = None
    fire_out_cap: int | None = None
    fire_out_minus: int = 0
    blocks: bool = False
    hill: bool = False
    impassable: bool = False
    impassable_for_war_machines: bool = False
    shelters_foot: bool = False
    entry_stops_fire: bool = False
    entry_stops_mounted_fire: bool = False

    def stops(self, unit: UnitType | None) -> bool:
        """Whether a unit of this type, or a leader alone, can neither enter nor stand there."""
        return self.impassable or (self.impassable_for_war_machines and unit is not None and unit.war_machine)

    def silences(self, unit: UnitType) -> bool:
        """Whether a unit that has moved onto it this turn may not fire (CCA-4.5)."""
        return (self.entry_stops_fire and not unit.nimble) or (self.entry_stops_mounted_fire and unit.mounted)


_PACKAGE = files("fireline.rulesets.ancients")
_TABLES: dict[str, Any] = tomllib.loads(_PACKAGE.joinpath("pieces.toml").read_text(encoding="utf-8"))
UNIT_ROWS: dict[str, dict[str, Any]] = _TABLES["units"]
TERRAIN_ROWS: dict[str, dict[str, Any]] = _TABLES["terrain"]


def unit_type(id_: str, row: Mapping[str, Any]) -> UnitType:
    """The unit type that a row of the table stands for."""
    values = {key: value for key, value in row.items() if key != "class"}
    dice: list[int] = values.pop("dice", [0, 0])
    return UnitType(id=id_, symbol=Symbol(row["class"]), dice=(dice[0], dice[1]), **values)


def unit_row(kind: UnitType) -> dict[str, Any]:
    """The whole row of a unit type, usual values and all."""
    values = {field.name: getattr(kind, field.name) for field in fields(kind) if field.name not in {"id", "symbol"}}
    return values | {"class": str(kind.symbol), "dice": list(kind.dice)}


def terrain_row(kind: Terrain) -> dict[str, Any]:
    """The whole row of a kind of terrain, usual values and all."""
    return {field.name: getattr(kind, field.name) for field in fields(kind) if field.name != "id"}


UNITS = {id_: unit_type(id_, row) for id_, row in UNIT_ROWS.items()}
TERRAIN = {id_: Terrain(id=id_, **row) for id_, row in TERRAIN_ROWS.items()}
