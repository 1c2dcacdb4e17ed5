"""Weapons in a battle file: a listed name, a listed name with fields changed, or every field inline."""

from __future__ import annotations

from dataclasses import replace
from fractions import Fraction
from typing import Annotated, Any, Literal

from pydantic import Field

from fireline.game.entries import FileEntry, Name, plain, shown, suggestion
from fireline.game.errors import BattleFileError, Code
from fireline.game.facts import says
from fireline.game.numbers import House
from fireline.rulesets.endless_horizons.pieces import FACTS, WEAPONS, Jam, Model, Modes, Place, model_of, pieces
from fireline.rulesets.endless_horizons.state import Carried, State, Weapon

NEEDED = tuple(one.name for one in FACTS.values() if one.needed)
OTHERS = tuple(one.name for one in FACTS.values() if not one.needed)
KNIFE = WEAPONS["Knife"]
"""What a knife of one's own has: no modes, and nothing that a firearm has."""
OF_KNIVES = {"small", "kind"}
MOST_BULLETS = 1000


@says(FACTS, whole=False)
class NamedEntry(FileEntry):
    """A weapon by its name."""

    name: Name


class WeaponEntry(NamedEntry):
    """A weapon; fields left out are those of the listed weapon of this name."""

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


def usual(house: House) -> dict[str, Any]:
    """What a weapon of one's own has where nothing is said."""
    plain_one = model_of(house, {"name": ""})
    return {key: plain_one.fact(key) for key in OTHERS}


def weapon_of(entry: WeaponEntry, place: str, house: House) -> Weapon:
    """The weapon of an entry; raises `BattleFileError`."""
    model = _model(entry, place, house)
    loaded = model.capacity if entry.loaded is None else entry.loaded
    if loaded > model.capacity:
        problem = f"{loaded} is too large; the {model.name} holds {model.capacity}"
        raise BattleFileError(Code.OUT_OF_RANGE, problem, f"{place}.loaded")
    jam = Jam(entry.jam) if entry.jam else None
    return Weapon(model, loaded, jam, entry.damaged, entry.cycled, entry.armour_piercing, Place(entry.where))


def carried(entry: CarriedEntry, place: str, house: House) -> Carried:
    """The carried weapon of an entry; raises `BattleFileError`."""
    return Carried(weapon_of(entry, place, house), entry.hidden)


def weapon_data(one: Weapon) -> dict[str, Any]:
    """A weapon as a battle file says it: what the list says already is left out."""
    listed = pieces(one.model.house).weapons.get(one.model.name)
    facts, known = facts_of(one.model), facts_of(listed) if listed else usual(one.model.house)
    if not one.model.fires and not listed:
        known = facts_of(pieces(one.model.house).weapons[KNIFE.name]) | {"kind": ""}
    state: dict[str, Any] = {
        "jam": one.jam and str(one.jam),
        "damaged": one.damaged or None,
        "cycled": None if one.cycled else False,
        "armour_piercing": one.armour_piercing or None,
        "where": str(one.where) if one.where is not Place.ELSEWHERE else None,
    }
    own = {key: value for key, value in facts.items() if key not in known or value != known[key]}
    there = {key: value for key, value in state.items() if value is not None}
    loaded = {"loaded": one.loaded} if one.model.fires else {}
    return {"name": one.model.name} | own | loaded | there


def exact(number: float) -> Fraction:
    """The number as it was written, in decimals, not as the machine rounds it."""
    return Fraction(str(number))


def _model(entry: WeaponEntry, place: str, house: House) -> Model:
    given = {key: value for key in FACTS if (value := getattr(entry, key)) is not None}
    weapons = pieces(house).weapons
    listed = weapons.get(entry.name) or (weapons[KNIFE.name] if given.get("kind") == KNIFE.kind else None)
    if listed is not None and not given:
        return listed
    if listed is not None and not listed.fires:
        return _knife(listed, entry.name, given, place)
    if listed is None and (missing := [key for key in NEEDED if key not in given]):
        unlisted = f"{shown(entry.name)} is no listed weapon; {suggestion(entry.name, WEAPONS)}"
        if len(missing) < len(NEEDED):
            raise BattleFileError(Code.MISSING, f"is missing; {unlisted}", f"{place}.{missing[0]}")
        raise BattleFileError(
            Code.UNKNOWN_NAME, f"{unlisted} (or give {', '.join(NEEDED)} and cartridge)", f"{place}.name"
        )
    facts = (facts_of(listed) if listed else usual(house)) | given
    try:
        modes = Modes.read(facts.pop("modes"), house)
    except ValueError as wrong:
        raise BattleFileError(Code.MALFORMED, f"{shown(given.get('modes'))} {wrong}", f"{place}.modes") from None
    far = exact(facts.pop("effective_range"))
    return model_of(house, {**facts, "name": entry.name, "modes": modes, "effective_range": far})


def _knife(knife: Model, name: str, given: dict[str, Any], place: str) -> Model:
    for key in given.keys() - OF_KNIVES:
        raise BattleFileError(Code.UNSUPPORTED, "is for firearms; a knife fires nothing", f"{place}.{key}")
    return replace(knife, name=name, **given)


def facts_of(model: Model) -> dict[str, Any]:
    """The fields of a model as a battle file has them."""
    facts: dict[str, Any] = {"effective_range": plain(model.effective_range), "modes": model.modes.text}
    return facts | {key: model.fact(key) for key in FACTS if key not in facts}


def expanded_entry(state: State, id_: str) -> dict[str, Any]:
    """The firearm in a unit's hand with every field."""
    weapon = state.unit(id_).weapon
    if weapon is None:
        return {}
    facts = facts_of(weapon.model) | weapon_data(weapon)
    return {"weapon": {name: value for name, value in facts.items() if value not in {"", None}}}
