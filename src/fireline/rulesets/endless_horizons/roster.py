"""Units in a battle file: who they are, what they hold, and what they have done this round."""

from __future__ import annotations

from collections.abc import Set as AbstractSet
from typing import Annotated, Any, Literal

from pydantic import BeforeValidator, Field

from fireline.game.entries import FileEntry, Name, one_of, plain, said, taken
from fireline.game.errors import BattleFileError, Code
from fireline.game.numbers import House
from fireline.rulesets.endless_horizons.armoury import (
    CarriedEntry,
    WeaponEntry,
    by_name,
    carried,
    exact,
    weapon_data,
    weapon_of,
)
from fireline.rulesets.endless_horizons.cover import Cover
from fireline.rulesets.endless_horizons.pieces import KINDS, Movement, Size, Stance, pieces
from fireline.rulesets.endless_horizons.state import Carried, Check, Hit, Suppression, Unit
from fireline.rulesets.endless_horizons.walls import Class, Corner, class_of

MOST_UNITS = 200
MOST_ACTIONS = 99
MOST_WEAPONS = 20
MOST_BONUS = 100
MOST_HITS = 10_000

Bonus = Annotated[int, Field(ge=-MOST_BONUS, le=MOST_BONUS)]
Actions = Annotated[int, Field(ge=0, le=MOST_ACTIONS)]
SizeName = Literal["tiny", "small", "medium", "large", "huge"]
CarriedName = Annotated[CarriedEntry, BeforeValidator(by_name)]


class CheckEntry(FileEntry):
    """What a character adds to a d10."""

    dexterity: Bonus = 0
    perception: Bonus = 0
    skill: Bonus = 0
    skills: dict[Name, Bonus] = Field(default_factory=dict)
    stealth: Bonus = 0
    notice: Bonus = 0


class CoverEntry(FileEntry):
    """What somebody is behind; a material that is not listed needs its class."""

    material: Name
    penetrated_by: Class | None = None
    full: bool = True
    thickness: Annotated[float, Field(gt=0, le=100_000)] | None = None
    towards: Annotated[list[Name], Field(max_length=MOST_UNITS)] = Field(default_factory=list)
    exposed: SizeName | None = None


class HitEntry(FileEntry):
    """What one shot did to whom it hit."""

    shooter: Name
    weapon: Name
    hits: Annotated[int, Field(ge=1, le=MOST_HITS)] = 1


class SuppressingEntry(FileEntry):
    """Suppressing fire that goes on."""

    bullets: Annotated[int, Field(ge=1, le=1000)]
    targets: Annotated[list[Name], Field(min_length=1, max_length=MOST_UNITS)]
    openings: Annotated[list[Name], Field(max_length=MOST_UNITS)] = Field(default_factory=list)


class UnitEntry(FileEntry):
    """Somebody on the field; what is left out has its usual value."""

    id: Name
    side: Name | None = None
    stance: Literal["standing", "kneeling", "prone_firing", "prone"] | None = None
    movement: Literal["still", "subtle", "slow", "fast"] = "subtle"
    size: SizeName | None = None
    check: CheckEntry = CheckEntry()
    weapon: Annotated[WeaponEntry | None, BeforeValidator(by_name)] = None
    carried: Annotated[list[CarriedName], Field(max_length=MOST_WEAPONS)] = Field(default_factory=list)
    at: Corner | None = None
    cover: CoverEntry | None = None
    actions: Actions | None = None
    actions_per_round: Actions | None = None
    aimed: Actions = 0
    aimed_at: Name | None = None
    fired: Annotated[int, Field(ge=0, le=100_000)] = 0
    magazines: Annotated[int, Field(ge=0, le=1000)] | None = None
    injured: bool = False
    suppressing: SuppressingEntry | None = None
    hits_taken: Annotated[list[HitEntry], Field(max_length=MOST_HITS)] = Field(default_factory=list)
    hits_to_stop: Annotated[int, Field(ge=1, le=MOST_HITS)] | None = None
    given_up: bool = False
    showing: bool = False


def read_unit(entry: UnitEntry, place: str, house: House, actions_of_all: int | None = None) -> Unit:
    """The unit of an entry, with the actions of everybody where it names none; raises `BattleFileError`."""
    if len(entry.carried) + (entry.weapon is not None) > MOST_WEAPONS:
        raise BattleFileError(
            Code.TOO_LARGE, f"more than {MOST_WEAPONS} weapons with the one in hand", f"{place}.carried"
        )
    each = actions_of_all if entry.actions_per_round is None else entry.actions_per_round
    actions = each if entry.actions is None else entry.actions
    weapon = weapon_of(entry.weapon, f"{place}.weapon", house) if entry.weapon else None
    held = tuple(carried(one, f"{place}.carried[{n}]", house) for n, one in enumerate(entry.carried))
    kinds = {*KINDS, *(one.model.kind for one in (weapon, *(there.weapon for there in held)) if one)}
    special = {
        "stance": Stance(entry.stance) if entry.stance else None,
        "movement": Movement(entry.movement),
        "own_size": Size(entry.size) if entry.size else None,
        "check": _check(entry.check, kinds, f"{place}.check.skills"),
        "weapon": weapon,
        "carried": held,
        "at": (exact(entry.at[0]), exact(entry.at[1])) if entry.at else None,
        "cover": _cover(entry.cover, f"{place}.cover", house),
        "actions": actions,
        "actions_per_round": actions if entry.actions_per_round is None else entry.actions_per_round,
        "suppressing": _suppression(entry.suppressing),
        "hits_taken": tuple(Hit(one.shooter, one.weapon, one.hits) for one in entry.hits_taken),
    }
    return Unit(**taken(entry, Unit) | special)


def _check(entry: CheckEntry, kinds: AbstractSet[str], place: str) -> Check:
    for kind in entry.skills:
        one_of(kind, kinds - {""}, "kind of a listed weapon, or of his own", place)
    return Check(**entry.model_dump(exclude={"skills"}), skills=tuple(entry.skills.items()))


def _suppression(entry: SuppressingEntry | None) -> Suppression | None:
    if entry is None:
        return None
    return Suppression(entry.bullets, tuple(dict.fromkeys(entry.targets)), tuple(dict.fromkeys(entry.openings)))


def _cover(entry: CoverEntry | None, place: str, house: House) -> Cover | None:
    if entry is None:
        return None
    return Cover(
        entry.material,
        class_of(entry.material, entry.penetrated_by, place, house),
        entry.full,
        None if entry.thickness is None else exact(entry.thickness),
        tuple(dict.fromkeys(entry.towards)),
        Size(entry.exposed) if entry.exposed else None,
    )


def unit_data(unit: Unit, house: House) -> dict[str, Any]:
    """A unit as a battle file says it; what has its usual value is left out."""
    return said(
        UnitEntry,
        unit,
        size=unit.own_size,
        check=said(CheckEntry, unit.check, skills=dict(unit.check.skills)),
        weapon=weapon_data(unit.weapon) if unit.weapon else None,
        carried=[_carried_data(one) for one in unit.carried],
        at=[plain(metres) for metres in unit.at] if unit.at else None,
        cover=unit.cover and _cover_data(unit.cover, house),
        actions_per_round=unit.actions_per_round if unit.actions_per_round != unit.actions else None,
        suppressing=unit.suppressing and said(SuppressingEntry, unit.suppressing),
        hits_taken=[hit._asdict() for hit in unit.hits_taken],
    )


def _carried_data(one: Carried) -> dict[str, Any]:
    hidden = {} if one.hidden is None else {"hidden": one.hidden}
    return weapon_data(one.weapon) | {"where": str(one.weapon.where)} | hidden


def _cover_data(cover: Cover, house: House) -> dict[str, Any]:
    listed = pieces(house).materials.get(cover.material)
    data: dict[str, Any] = {
        "material": cover.material,
        "penetrated_by": None if listed == cover.penetrated_by else cover.penetrated_by,
        "full": cover.full,
        "thickness": plain(cover.thickness) if cover.thickness else None,
        "towards": list(cover.towards) or None,
        "exposed": cover.exposed and str(cover.exposed),
    }
    return {key: value for key, value in data.items() if value is not None}
