"""Weapons, gear, sizes, injuries and improvements: the facts of `pieces.toml`, typed."""

from __future__ import annotations

import tomllib
from dataclasses import dataclass
from enum import IntEnum, StrEnum
from fractions import Fraction
from importlib.resources import files
from typing import Any

MM = Fraction(10, 254)
"""A millimetre in inches."""


class Size(StrEnum):
    """How big a model is."""

    NORMAL = "normal"
    LARGE = "large"


class Injury(IntEnum):
    """What ails a unit, from nothing to out of the game: each worse than the one before (BLM-7.9)."""

    NONE = 0
    STAGGERED = 1
    DAZED = 2
    STUNNED = 3
    INCAPACITATED = 4

    def __str__(self) -> str:
        return self.name.lower()

    @property
    def lies(self) -> bool:
        """Whether the model is placed on its side."""
        return self in {Injury.DAZED, Injury.STUNNED}

    @property
    def after_upkeep(self) -> Injury:
        """What is left of it after the upkeep of its controlling player."""
        return self if self is Injury.INCAPACITATED else Injury(max(self - 1, 0))


WORTH = {Injury.NONE: 0, Injury.STAGGERED: 0, Injury.DAZED: 1, Injury.STUNNED: 2, Injury.INCAPACITATED: 5}
"""What injuries weigh against Wounds where shots and answers are compared."""


class Check(StrEnum):
    """What a special rule of a weapon changes: the roll of a check, or the value for injury."""

    RANGED = "ranged"
    DEFENCE = "defence"
    INJURY = "injury"


@dataclass(frozen=True, slots=True)
class Special:
    """A special rule of a weapon: so much is added to what the check rolls."""

    name: str
    check: Check
    value: int


@dataclass(frozen=True, slots=True)
class Weapon:
    """A ranged weapon; its range in inches."""

    name: str
    range: Fraction
    pierce: int = 0
    injury: int = 0
    long_reload: bool = False
    special: tuple[Special, ...] = ()

    def __str__(self) -> str:
        return self.name


_TABLES: dict[str, Any] = tomllib.loads(
    files("fireline.rulesets.blightmeer").joinpath("pieces.toml").read_text(encoding="utf-8")
)

WEAPONS = {
    name: Weapon(**{"name": name, **entry, "range": Fraction(str(entry["range"]))})
    for name, entry in _TABLES["weapons"].items()
}
GEAR: dict[str, int] = _TABLES["gear"]
RADII: dict[Size, Fraction] = {Size(name): row["base"] * MM / 2 for name, row in _TABLES["sizes"].items()}
HEIGHTS: dict[Size, Fraction] = {Size(name): row["height"] * MM for name, row in _TABLES["sizes"].items()}
IMPROVEMENTS: dict[str, int] = _TABLES["improvements"]
_CHART = sorted(((lowest, Injury[name.upper()]) for name, lowest in _TABLES["injuries"].items()), reverse=True)


def injury_of(value: int) -> Injury:
    """The injury that a value brings (BLM-7.9).

    >>> [str(injury_of(value)) for value in (14, 15, 17, 18)]
    ['dazed', 'stunned', 'stunned', 'incapacitated']
    """
    return next((injury for lowest, injury in _CHART if value >= lowest), Injury.DAZED)
