"""Weapons, gear, sizes, injuries and improvements: the facts of `pieces.toml` as a table plays them, typed."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, fields
from enum import StrEnum
from fractions import Fraction
from typing import Annotated, Any

from pydantic import Discriminator, Field, Tag

from fireline.game.entries import FileEntry, Name, nothing, one_of, plain
from fireline.game.facts import EntryOf, Fact, data_of, facts, piece_of, says
from fireline.game.numbers import House
from fireline.geometry.bases import MM, exact
from fireline.rulesets.blightmeer.editions import NUMBERS, PACKAGE


class Size(StrEnum):
    """How big a model is."""

    NORMAL = "normal"
    LARGE = "large"


class Injury(StrEnum):
    """What ails a unit, from nothing to out of the game: each worse, and so greater, than the one before (BLM-7.9).

    >>> sorted(Injury, reverse=True)[:2], bool(Injury.NONE)
    (['incapacitated', 'stunned'], False)
    """

    NONE = "none"
    STAGGERED = "staggered"
    DAZED = "dazed"
    STUNNED = "stunned"
    INCAPACITATED = "incapacitated"

    def __init__(self, _: str) -> None:
        self.rank = len(type(self).__members__)

    __repr__ = str.__repr__

    def __bool__(self) -> bool:
        return self is not Injury.NONE

    def __lt__(self, other: str) -> bool:
        return self.rank < Injury(other).rank

    def __le__(self, other: str) -> bool:
        return self.rank <= Injury(other).rank

    def __gt__(self, other: str) -> bool:
        return self.rank > Injury(other).rank

    def __ge__(self, other: str) -> bool:
        return self.rank >= Injury(other).rank

    @property
    def lies(self) -> bool:
        """Whether the model is placed on its side."""
        return self in {Injury.DAZED, Injury.STUNNED}

    @property
    def after_upkeep(self) -> Injury:
        """What is left of it after the upkeep of its controlling player."""
        return self if self is Injury.INCAPACITATED else list(Injury)[max(self.rank - 1, 0)]


class Check(StrEnum):
    """What a special rule of a weapon changes: the roll of a check, or the value for injury."""

    RANGED = "ranged"
    DEFENCE = "defence"
    INJURY = "injury"


@dataclass(frozen=True, slots=True)
class Special:
    """A special rule of a weapon: so much is added to what the check rolls, or to the value for injury."""

    name: Name
    check: Check
    """The check that it adds to, or the injury."""
    value: Annotated[int, Fact(least=-20, most=20)]
    """How much it adds."""


@dataclass(frozen=True, slots=True)
class Weapon:
    """A ranged weapon; its range in inches."""

    name: str
    range: Fraction
    pierce: int = 0
    injury: int = 0
    long_reload: bool = False
    special: tuple[Special, ...] = ()
    more: tuple[tuple[str, Any], ...] = ()
    """What else it has that is declared, by name."""

    def __str__(self) -> str:
        return self.name

    def fact(self, name: str) -> Any:
        """What it has of anything that the data declares of weapons; raises `KeyError` for anything else."""
        usual = FACTS[name].usual
        return getattr(self, name) if name in TYPED else dict(self.more).get(name, usual)


FACTS = facts(PACKAGE, "weapons")
"""What a weapon may have: see `[fields.weapons]` in `pieces.toml`."""
TYPED = {field.name for field in fields(Weapon)}
"""What a weapon has as a field of its own: what else is declared, `Weapon.fact` knows."""


def weapon_of(name: str, entry: Mapping[str, Any], special: tuple[Special, ...] = ()) -> Weapon:
    """A weapon that has what an entry says, each as it is declared, and all else as usual."""
    typed = {key: value for key, value in entry.items() if key in TYPED}
    more = sorted((key, value) for key, value in entry.items() if key not in TYPED and value != FACTS[key].usual)
    return Weapon(**{**typed, "name": name, "range": exact(entry["range"])}, special=special, more=tuple(more))


class Pieces:
    """The tables with the numbers that a table plays."""

    def __init__(self, house: House) -> None:
        tables = house.tables
        self.weapons = {name: weapon_of(name, entry) for name, entry in tables["weapons"].items()}
        self.gear: dict[str, int] = tables["gear"]
        """What each adds to Defence."""
        self.radii = {Size(name): Fraction(str(row["base"])) * MM / 2 for name, row in tables["sizes"].items()}
        self.heights = {Size(name): Fraction(str(row["height"])) * MM for name, row in tables["sizes"].items()}
        self.weights = {Injury(name): int(weight) for name, weight in tables["weights"].items()}
        """What injuries weigh against Wounds where answers are compared by weight (BLM-4.2); others nothing."""
        self.improvements: dict[str, int] = tables["improvements"]
        chart = ((Injury(name), lowest) for name, lowest in tables["injuries"].items())
        self.chart: list[tuple[Injury, int]] = sorted(chart, reverse=True)
        """The value from which on it is each injury, the worst first: a value that brings two brings the worse one."""


def pieces(house: House) -> Pieces:
    """The tables with the numbers that a table plays."""
    return house.made(Pieces)


PRINTED = pieces(NUMBERS.printed)
WEAPONS, GEAR = PRINTED.weapons, PRINTED.gear


def injury_of(value: int, house: House = NUMBERS.printed) -> Injury:
    """The injury that a value brings (BLM-7.9).

    >>> [str(injury_of(value)) for value in (14, 15, 17, 18)]
    ['dazed', 'stunned', 'stunned', 'incapacitated']
    """
    return next((injury for injury, lowest in pieces(house).chart if value >= lowest), Injury.DAZED)


@says(FACTS)
class NamedEntry(FileEntry):
    """A weapon by its name."""

    name: Name = "weapon"


class WeaponEntry(NamedEntry):
    """A weapon with all its fields."""

    special: Annotated[list[EntryOf[Special]], Field(max_length=20)] = Field(default_factory=nothing)
    """Special rules of your own."""


def by_name_or_whole(given: object) -> str:
    """How something is read that may be a mere name: told before, so that an error is about what was meant."""
    return "Entry" if isinstance(given, Mapping) else "str"


NamedWeapon = Annotated[
    Annotated[str, Tag("str")] | Annotated[WeaponEntry, Tag("Entry")], Discriminator(by_name_or_whole)
]


def read_weapon(given: str | WeaponEntry, place: str, around: Any) -> Weapon:
    """A listed weapon with the numbers of the table, or one of a unit's own."""
    if isinstance(given, str):
        return pieces(around.house).weapons[one_of(given, WEAPONS, "weapon", place)]
    special = tuple(piece_of(Special, one, f"{place}.special[{n}]") for n, one in enumerate(given.special))
    return weapon_of(given.name, {name: getattr(given, name) for name in FACTS}, special)


def weapon_data(weapon: Weapon, around: Any) -> str | dict[str, Any]:
    """A weapon as a battle file says it: a listed one by its name."""
    if pieces(around.house).weapons.get(weapon.name) == weapon:
        return weapon.name
    facts = {name: weapon.fact(name) for name, one in FACTS.items() if one.type != "yes" or weapon.fact(name)}
    data: dict[str, Any] = {"name": weapon.name, **facts, "range": plain(weapon.range)}
    special = [data_of(one) for one in weapon.special]
    return data | ({"special": special} if special else {})
