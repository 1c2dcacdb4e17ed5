"""Firearms in a battle file: a listed name, a listed name with fields changed, or every field inline."""

from __future__ import annotations

from fractions import Fraction
from typing import Annotated, Any, Literal

from pydantic import Field

from fireline.game.entries import Entry, Name, plain, shown, suggestion
from fireline.game.errors import BattleFileError
from fireline.rulesets.endless_horizons.pieces import WEAPONS, Jam, Model, Modes, Place
from fireline.rulesets.endless_horizons.state import Carried, Firearm

NEEDED = ("effective_range", "modes", "capacity", "recoil")
USUAL = {"cartridge": "", "stopped_by": None, "burst_recoil": None, "reload_actions": 1, "small": False}
MOST_BULLETS = 1000
MOST_RECOIL = 100


class WeaponEntry(Entry):
    """A firearm; fields left out are those of the listed weapon of this name."""

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
    loaded: Annotated[int, Field(ge=0, le=MOST_BULLETS)] | None = None
    jam: Literal["failure_to_feed", "failure_to_eject", "squib"] | None = None
    damaged: bool = False
    cycled: bool = True
    armour_piercing: bool = False


class CarriedEntry(WeaponEntry):
    """A firearm that is not in hand."""

    where: Literal["holster", "armour", "elsewhere"] = "elsewhere"
    hidden: Annotated[int, Field(ge=-1000, le=1000)] | None = None


def by_name(given: object) -> object:
    """`weapon: G36` says the same as `weapon: {name: G36}`."""
    return {"name": given} if isinstance(given, str) else given


def firearm(entry: WeaponEntry, place: str) -> Firearm:
    """The firearm of an entry; raises `BattleFileError`."""
    model = _model(entry, place)
    loaded = model.capacity if entry.loaded is None else entry.loaded
    if loaded > model.capacity:
        problem = f"{loaded} is too large; the {model.name} holds {model.capacity}"
        raise BattleFileError(problem, f"{place}.loaded")
    jam = Jam(entry.jam) if entry.jam else None
    return Firearm(model, loaded, jam, entry.damaged, entry.cycled, entry.armour_piercing)


def carried(entry: CarriedEntry, place: str) -> Carried:
    """The carried firearm of an entry; raises `BattleFileError`."""
    return Carried(firearm(entry, place), Place(entry.where), entry.hidden)


def weapon_data(one: Firearm) -> dict[str, Any]:
    """A firearm as a battle file says it: what the list says already is left out."""
    facts, usual = facts_of(one.model), facts_of(WEAPONS[one.model.name]) if one.model.name in WEAPONS else USUAL
    state: dict[str, Any] = {
        "jam": one.jam and str(one.jam),
        "damaged": one.damaged or None,
        "cycled": None if one.cycled else False,
        "armour_piercing": one.armour_piercing or None,
    }
    own = {key: value for key, value in facts.items() if key not in usual or value != usual[key]}
    there = {key: value for key, value in state.items() if value is not None}
    return {"name": one.model.name} | own | {"loaded": one.loaded} | there


def exact(number: float) -> Fraction:
    """The number as it was written, in decimals, not as the machine rounds it."""
    return Fraction(str(number))


def _model(entry: WeaponEntry, place: str) -> Model:
    given = {key: value for key in (*NEEDED, *USUAL) if (value := getattr(entry, key)) is not None}
    listed = WEAPONS.get(entry.name)
    if listed is not None and not given:
        return listed
    if listed is None and (missing := [key for key in NEEDED if key not in given]):
        if len(missing) < len(NEEDED):
            raise BattleFileError(f"is missing; {shown(entry.name)} is no listed weapon", f"{place}.{missing[0]}")
        problem = f"{shown(entry.name)} is no listed weapon; {suggestion(entry.name, WEAPONS)}"
        raise BattleFileError(f"{problem} (or give {', '.join(NEEDED)} and cartridge)", f"{place}.name")
    facts = (facts_of(listed) if listed else USUAL) | given
    try:
        modes = Modes.read(facts.pop("modes"))
    except ValueError as wrong:
        raise BattleFileError(f"{shown(entry.modes)} {wrong}", f"{place}.modes") from None
    return Model(name=entry.name, modes=modes, effective_range=exact(facts.pop("effective_range")), **facts)


def facts_of(model: Model) -> dict[str, Any]:
    """The fields of a model as a battle file has them."""
    facts: dict[str, Any] = {"effective_range": plain(model.effective_range), "modes": model.modes.text}
    return facts | {key: getattr(model, key) for key in ("capacity", "recoil", *USUAL)}
