"""Weapons in a battle file: a listed name, a listed name with fields changed, or every field inline."""

from __future__ import annotations

from dataclasses import replace
from fractions import Fraction
from typing import Annotated, Any, Literal

from pydantic import Field

from fireline.game.entries import FileEntry, Name, plain, shown, suggestion
from fireline.game.errors import BattleFileError, Code
from fireline.rulesets.endless_horizons.pieces import WEAPONS, Jam, Model, Modes, Place
from fireline.rulesets.endless_horizons.state import Carried, Weapon

NEEDED = ("effective_range", "modes", "capacity", "recoil")
USUAL = {"cartridge": "", "stopped_by": None, "burst_recoil": None, "reload_actions": 1, "small": False, "kind": ""}
KNIFE = WEAPONS["Knife"]
"""What a knife of one's own has: no modes, and nothing that a firearm has."""
OF_KNIVES = {"small", "kind"}
MOST_BULLETS = 1000
MOST_RECOIL = 100


class WeaponEntry(FileEntry):
    """A weapon; fields left out are those of the listed weapon of this name."""

    name: Name
    effective_range: Annotated[float, Field(gt=0, le=100_000)] | None = None
    modes: str | None = None
    capacity: Annotated[int, Field(ge=1, le=MOST_BULLETS)] | None = None
    recoil: Annotated[int, Field(ge=0, le=MOST_RECOIL)] | None = None
    cartridge: Name | None = None
    stopped_by: Annotated[int, Field(ge=1, le=7)] | None = None
    burst_recoil: Annotated[int, Field(ge=0, le=MOST_RECOIL)] | None = None
    reload_actions: Annotated[int, Field(ge=0, le=20)] | None = None
    small: bool | None = None
    kind: Name | None = None
    loaded: Annotated[int, Field(ge=0, le=MOST_BULLETS)] | None = None
    jam: Literal["failure_to_feed", "failure_to_eject", "squib"] | None = None
    damaged: bool = False
    cycled: bool = True
    armour_piercing: bool = False
    where: Literal["holster", "armour", "elsewhere"] = "elsewhere"


class CarriedEntry(WeaponEntry):
    """A weapon that is not in hand."""

    hidden: Annotated[int, Field(ge=-1000, le=1000)] | None = None


def by_name(given: object) -> object:
    """`weapon: G36` says the same as `weapon: {name: G36}`."""
    return {"name": given} if isinstance(given, str) else given


def weapon_of(entry: WeaponEntry, place: str) -> Weapon:
    """The weapon of an entry; raises `BattleFileError`."""
    model = _model(entry, place)
    loaded = model.capacity if entry.loaded is None else entry.loaded
    if loaded > model.capacity:
        problem = f"{loaded} is too large; the {model.name} holds {model.capacity}"
        raise BattleFileError(Code.OUT_OF_RANGE, problem, f"{place}.loaded")
    jam = Jam(entry.jam) if entry.jam else None
    return Weapon(model, loaded, jam, entry.damaged, entry.cycled, entry.armour_piercing, Place(entry.where))


def carried(entry: CarriedEntry, place: str) -> Carried:
    """The carried weapon of an entry; raises `BattleFileError`."""
    return Carried(weapon_of(entry, place), entry.hidden)


def weapon_data(one: Weapon) -> dict[str, Any]:
    """A weapon as a battle file says it: what the list says already is left out."""
    listed = WEAPONS.get(one.model.name)
    facts, usual = facts_of(one.model), facts_of(listed) if listed else USUAL
    if not one.model.fires and not listed:
        usual = facts_of(KNIFE) | {"kind": ""}
    state: dict[str, Any] = {
        "jam": one.jam and str(one.jam),
        "damaged": one.damaged or None,
        "cycled": None if one.cycled else False,
        "armour_piercing": one.armour_piercing or None,
        "where": str(one.where) if one.where is not Place.ELSEWHERE else None,
    }
    own = {key: value for key, value in facts.items() if key not in usual or value != usual[key]}
    there = {key: value for key, value in state.items() if value is not None}
    loaded = {"loaded": one.loaded} if one.model.fires else {}
    return {"name": one.model.name} | own | loaded | there


def exact(number: float) -> Fraction:
    """The number as it was written, in decimals, not as the machine rounds it."""
    return Fraction(str(number))


def _model(entry: WeaponEntry, place: str) -> Model:
    given = {key: value for key in (*NEEDED, *USUAL) if (value := getattr(entry, key)) is not None}
    listed = WEAPONS.get(entry.name) or (KNIFE if entry.kind == KNIFE.kind else None)
    if listed is not None and not given:
        return listed
    if listed is not None and not listed.fires:
        return _knife(entry.name, given, place)
    if listed is None and (missing := [key for key in NEEDED if key not in given]):
        unlisted = f"{shown(entry.name)} is no listed weapon; {suggestion(entry.name, WEAPONS)}"
        if len(missing) < len(NEEDED):
            raise BattleFileError(Code.MISSING, f"is missing; {unlisted}", f"{place}.{missing[0]}")
        raise BattleFileError(
            Code.UNKNOWN_NAME, f"{unlisted} (or give {', '.join(NEEDED)} and cartridge)", f"{place}.name"
        )
    facts = (facts_of(listed) if listed else USUAL) | given
    try:
        modes = Modes.read(facts.pop("modes"))
    except ValueError as wrong:
        raise BattleFileError(Code.MALFORMED, f"{shown(entry.modes)} {wrong}", f"{place}.modes") from None
    return Model(name=entry.name, modes=modes, effective_range=exact(facts.pop("effective_range")), **facts)


def _knife(name: str, given: dict[str, Any], place: str) -> Model:
    for key in given.keys() - OF_KNIVES:
        raise BattleFileError(Code.UNSUPPORTED, "is for firearms; a knife fires nothing", f"{place}.{key}")
    return replace(KNIFE, name=name, **given)


def facts_of(model: Model) -> dict[str, Any]:
    """The fields of a model as a battle file has them."""
    facts: dict[str, Any] = {"effective_range": plain(model.effective_range), "modes": model.modes.text}
    return facts | {key: getattr(model, key) for key in ("capacity", "recoil", *USUAL)}
