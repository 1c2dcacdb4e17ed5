"""Units and terrain: the facts of `pieces.toml`, typed."""

from __future__ import annotations

import tomllib
from dataclasses import dataclass
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
    range: int = 0
    dice: tuple[int, int] = (0, 0)
    fires_after: int | None = None
    missile: bool = True
    border: bool = False
    foot: bool = False
    war_machine: bool = False
    holds_at_full_strength: bool = False
    stubborn: bool = False
    """Uses neither a leader nor support to ignore flags."""

    @property
    def fires(self) -> bool:
        """Whether the unit has missile weapons (CCA-1.1)."""
        return self.missile and self.range > 0


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

    def stops(self, unit: UnitType) -> bool:
        """Whether a retreat of this unit cannot enter."""
        return self.impassable or (self.impassable_for_war_machines and unit.war_machine)


def _unit(id_: str, entry: dict[str, Any]) -> UnitType:
    symbol = Symbol(entry.pop("class"))
    dice: list[int] = entry.pop("dice", [0, 0])
    return UnitType(id=id_, symbol=symbol, dice=(dice[0], dice[1]), **entry)


_PACKAGE = files("fireline.rulesets.ancients")
_TABLES: dict[str, Any] = tomllib.loads(_PACKAGE.joinpath("pieces.toml").read_text(encoding="utf-8"))

UNITS = {id_: _unit(id_, entry) for id_, entry in _TABLES["units"].items()}
TERRAIN = {id_: Terrain(id=id_, **entry) for id_, entry in _TABLES["terrain"].items()}
