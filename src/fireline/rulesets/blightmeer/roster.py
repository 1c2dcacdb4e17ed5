"""Units in a battle file: who they are, where they stand, what they carry, and what they have done."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from itertools import combinations
from typing import Annotated, Any, Literal

from pydantic import Discriminator, Field, Tag

from fireline.game.entries import FileEntry, Name, one_of, plain, said, shown
from fireline.game.errors import BattleFileError, Code
from fireline.game.facts import says
from fireline.game.files import Files
from fireline.game.modelfacts import SideFile
from fireline.game.numbers import House
from fireline.geometry.bases import exact, overlap
from fireline.rulesets.blightmeer.landscape import Degrees, FileName, Place, check_size, check_unit
from fireline.rulesets.blightmeer.pieces import (
    FACTS,
    GEAR,
    WEAPONS,
    Check,
    Injury,
    Size,
    Special,
    Weapon,
    pieces,
    weapon_of,
)
from fireline.rulesets.blightmeer.state import Miniature, Unit
from fireline.rulesets.blightmeer.terrain import SLACK, Landscape

MOST_UNITS = 200
LARGEST_STAT = 40
Diameter = Annotated[float, Field(ge=5, le=500)]
"""Of a base, in millimetres."""
Bonus = Annotated[int, Field(ge=-20, le=20)]


class SpecialEntry(FileEntry):
    """A special rule of a weapon: what it adds to the roll of a check, or to the value for injury."""

    name: Name
    check: Literal["ranged", "defence", "injury"]
    value: Bonus


@says(FACTS)
class NamedEntry(FileEntry):
    """A weapon by its name."""

    name: Name = "weapon"


class WeaponEntry(NamedEntry):
    """A weapon with all its fields."""

    special: Annotated[list[SpecialEntry], Field(max_length=20)] = Field(default_factory=list)


class ModelEntry(SideFile):
    """A mesh file in the battle's folder that stands for a unit, and what is said of it."""

    file: FileName


def _tag(given: object) -> str:
    """How something is read that may be a mere name: told before, so that an error is about what was meant."""
    return "Entry" if isinstance(given, Mapping) else "str"


def _kind_of_base(given: object) -> str:
    return "list[float]" if isinstance(given, list) else "float"


NamedWeapon = Annotated[Annotated[str, Tag("str")] | Annotated[WeaponEntry, Tag("Entry")], Discriminator(_tag)]
BaseSize = (
    Annotated[
        Annotated[Diameter, Tag("float")]
        | Annotated[Annotated[list[Diameter], Field(min_length=2, max_length=2)], Tag("list[float]")],
        Discriminator(_kind_of_base),
    ]
    | None
)
NamedModel = Annotated[Annotated[FileName, Tag("str")] | Annotated[ModelEntry, Tag("Entry")], Discriminator(_tag)]


class UnitEntry(FileEntry):
    """A unit; what is left out has its usual value."""

    id: Name
    side: Name
    at: Place
    facing: Degrees = 0.0
    ranged: object = "-"
    defence: object = "-"
    morale: object = "-"
    wounds: Annotated[int, Field(ge=0, le=30)] = 1
    weapon: NamedWeapon | None = None
    status: list[Literal["staggered", "dazed", "stunned", "incapacitated"]] = Field(default_factory=list)
    moved: bool = False
    ran: bool = False
    cast: bool = False
    engaged: bool = False
    shot: bool = False
    shot_last_turn: bool = False
    loaded: bool = True
    peering: str | None = None
    size: Literal["normal", "large"] = "normal"
    base: BaseSize = None
    height: Annotated[float, Field(ge=0.2, le=24)] | None = None
    gear: list[str] = Field(default_factory=list)
    pose: list[Literal["raised_arms"]] = Field(default_factory=list)
    model: NamedModel | None = None


_STATS = ("ranged", "defence", "morale")
_DONE = ("moved", "ran", "cast", "engaged", "shot", "shot_last_turn")
_AS_WRITTEN = ("id", "side", "facing", "wounds", *_DONE, "loaded", "peering")
"""The fields that a unit has as its entry says them."""


def read_unit(entry: UnitEntry, place: str, terrain: Landscape, files: Files, house: House) -> Unit:
    """A unit; without a z it stands on the highest surface under it.  Raises `BattleFileError`."""
    for n, one in enumerate(entry.gear):
        one_of(one, GEAR, "gear", f"{place}.gear[{n}]")
    x, y = entry.at[0], entry.at[1]
    z = entry.at[2] if len(entry.at) > 2 else ground((x, y), terrain)
    if entry.height is not None and entry.model is not None:
        problem = "is that of a figure without a mesh file; a mesh has its own, and model.scale changes it"
        raise BattleFileError(Code.CONFLICT, problem, f"{place}.height")
    if z < 0:
        raise BattleFileError(Code.NO_PLACE, f"a z of {z:g} is under the table; at least 0", f"{place}.at")
    same: dict[str, Any] = {name: getattr(entry, name) for name in _AS_WRITTEN}
    same |= {name: _stat(getattr(entry, name), f"{place}.{name}") for name in _STATS}
    return Unit(
        **same,
        at=(x, y, z),
        weapon=_weapon(entry.weapon, f"{place}.weapon", house),
        injury=max((Injury[name.upper()] for name in entry.status), default=Injury.NONE),
        size=Size(entry.size),
        own_base=None if entry.base is None else _base(entry.base),
        own_height=entry.height,
        gear=tuple(dict.fromkeys(entry.gear)),
        raised_arms="raised_arms" in entry.pose,
        miniature=_miniature(entry.model, f"{place}.model", files),
        house=house,
    )


def ground(point: tuple[float, float], terrain: Landscape) -> float:
    """The height of the highest surface over a point of the table, in inches."""
    heights = (piece.height_at(point) for piece in terrain.over(point))
    return max((height for height in heights if height is not None), default=0.0)


def _base(given: float | list[float]) -> tuple[float, float]:
    return (given[0], given[1]) if isinstance(given, list) else (given, given)


def _stat(given: object, place: str) -> int | None:
    if given == "-":
        return None
    if isinstance(given, bool) or not isinstance(given, int) or not 1 <= given <= LARGEST_STAT:
        what = f'a stat is a whole number from 1 to {LARGEST_STAT}, or "-" for none'
        raise BattleFileError(Code.WRONG_TYPE, f"{shown(given)} is no stat; {what}", place)
    return given


def _weapon(given: str | WeaponEntry | None, place: str, house: House) -> Weapon | None:
    if given is None:
        return None
    if isinstance(given, str):
        return pieces(house).weapons[one_of(given, WEAPONS, "weapon", place)]
    special = tuple(Special(one.name, Check(one.check), one.value) for one in given.special)
    return weapon_of(given.name, {name: getattr(given, name) for name in FACTS}, special)


def _miniature(given: str | ModelEntry | None, place: str, files: Files) -> Miniature | None:
    if given is None:
        return None
    entry = ModelEntry(file=given) if isinstance(given, str) else given
    model = files.model(entry.file, place if isinstance(given, str) else f"{place}.file", entry)
    check_unit(model, f"{place}.scale")
    miniature = Miniature(entry.file, model, entry.said())
    check_size(model.solid.bounds, f"{place}.scale")
    if model.base_height:
        _check_base(miniature, place)
    return miniature


def _check_base(miniature: Miniature, place: str) -> None:
    """There is something of the body above the base; raises `BattleFileError`."""
    from fireline.rulesets.blightmeer.figure import of_model

    try:
        of_model(miniature.model)
    except BattleFileError as wrong:
        raise wrong.inside(place) from None


def check_places(units: Sequence[Unit], terrain: Landscape, width: float, depth: float) -> None:
    """Models stand on the table, not in terrain and not in each other; raises `BattleFileError`."""
    for n, unit in enumerate(units):
        x, y, z = unit.at
        if not (0 <= x <= width and 0 <= y <= depth):
            raise BattleFileError(
                Code.NO_PLACE,
                f'{shown(unit.id)} at ({x:g}, {y:g}) is off the table, which is {width:g}" x {depth:g}"',
                f"units[{n}].at",
            )
        if unit.out:
            continue
        foot, high = unit.base.foot((x, y)), z + float(unit.height)
        for piece in terrain.over((x, y), float(unit.radius)):
            if piece.holds(foot, z, high):
                raise BattleFileError(
                    Code.NO_PLACE, f"{shown(unit.id)} stands in the terrain {shown(piece.id)}", f"units[{n}].at"
                )
    there = [(n, unit) for n, unit in enumerate(units) if not unit.out]
    for (_, one), (n, other) in combinations(there, 2):
        if far_apart(one, other):
            continue
        lower = min(one, other, key=lambda unit: unit.at[2])
        if abs(one.above(other)) < lower.height and overlap(one.at, one.base, other.at, other.base, exact(SLACK)):
            raise BattleFileError(
                Code.NO_PLACE, f"the bases of {shown(one.id)} and {shown(other.id)} overlap", f"units[{n}].at"
            )


def far_apart(one: Unit, other: Unit) -> bool:
    """Whether two models are so far apart along an axis that nothing need be reckoned exactly."""
    apart = max(abs(one.at[0] - other.at[0]), abs(one.at[1] - other.at[1]))
    return apart > 1 + one.base.most + other.base.most


def unit_data(unit: Unit) -> dict[str, Any]:
    """A unit as a battle file says it; what has its usual value is left out, but for stats and Wounds."""
    stats = {name: "-" if (stat := getattr(unit, name)) is None else stat for name in _STATS}
    one, (long, wide) = unit.miniature, unit.own_base or (None, None)
    always = {"id": unit.id, "side": unit.side, "at": list(unit.at), "facing": unit.facing, **stats}
    return {**always, "wounds": unit.wounds} | said(
        UnitEntry,
        unit,
        **stats,
        weapon=unit.weapon and _weapon_data(unit.weapon, unit.house),
        status=[str(unit.injury)] if unit.injury else None,
        base=long if long == wide else [long, wide],
        height=unit.own_height,
        pose=["raised_arms"] if unit.raised_arms else None,
        model=one and ({"file": one.file, **one.said} if one.said else one.file),
    )


def _weapon_data(weapon: Weapon, house: House) -> str | dict[str, Any]:
    if pieces(house).weapons.get(weapon.name) == weapon:
        return weapon.name
    facts = {name: weapon.fact(name) for name, one in FACTS.items() if one.type != "yes" or weapon.fact(name)}
    data: dict[str, Any] = {"name": weapon.name, **facts, "range": plain(weapon.range)}
    special = [{"name": one.name, "check": str(one.check), "value": one.value} for one in weapon.special]
    return data | ({"special": special} if special else {})
