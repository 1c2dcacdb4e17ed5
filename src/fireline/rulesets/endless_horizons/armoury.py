"""Weapons: as they are held, and in a battle file: a listed name, one with fields changed, or every field inline."""

from __future__ import annotations

from dataclasses import dataclass, replace
from fractions import Fraction
from typing import Annotated, Any, NamedTuple

from pydantic import BeforeValidator, Field

from fireline.game.entries import FileEntry, Name, plain, shown, suggestion
from fireline.game.errors import BattleFileError, Code
from fireline.game.facts import Fact, data_of, piece_of, says
from fireline.game.numbers import House
from fireline.rulesets.endless_horizons.pieces import (
    ARMOUR_PIERCING,
    FACTS,
    NO_CLASS,
    WEAPONS,
    Jam,
    Model,
    Modes,
    Place,
    model_of,
    pieces,
)

NEEDED = tuple(one.name for one in FACTS.values() if one.needed)
OTHERS = tuple(one.name for one in FACTS.values() if not one.needed)
KNIFE = WEAPONS["Knife"]
"""What a knife of one's own has: no modes, and nothing that a firearm has."""
OF_KNIVES = {"small", "kind"}
SMALL_KINDS = {"pistol", "pdw"}
"""The kinds of firearms that can be hidden on the body, unless one says otherwise (EHZ-7.3)."""
MOST_BULLETS = 1000
MOST_WEAPONS = 20


@dataclass(frozen=True, slots=True)
class Weapon:
    """One weapon: its model, what is loaded, what is wrong with it, and where it is carried when not in hand."""

    model: Annotated[Model, Fact(unsaid=True)]
    loaded: Annotated[int, Fact(least=0, most=MOST_BULLETS, usual=lambda has, _: has["model"].capacity)]
    """Bullets in it; its capacity if left out."""
    jam: Jam | None = None
    """The malfunction that it has."""
    damaged: bool = False
    """Whether it is wrecked."""
    cycled: bool = True
    """Whether a repeating weapon is cycled."""
    armour_piercing: bool = False
    """Whether its bullets are armour-piercing."""
    where: Place = Place.ELSEWHERE
    """Where it goes when another is drawn."""

    def __str__(self) -> str:
        return self.model.name

    @property
    def protection(self) -> int | None:
        """The protection class that stops its bullets, one more for armour-piercing (EHZ-9.1)."""
        known = self.model.protection
        if known is None:
            return None
        return min(known + self.armour_piercing * self.model.house[ARMOUR_PIERCING], NO_CLASS)

    @property
    def most(self) -> int:
        """The most bullets that one shot can fire: what the modes allow and the magazine holds (EHZ-5.1)."""
        longest = self.model.modes.longest
        return self.loaded if longest is None else min(longest, self.loaded)

    @property
    def ready(self) -> bool:
        """Whether a round is in the chamber: only a weapon cycled by hand may lack one (EHZ-5.2)."""
        return self.cycled or not self.model.modes.by_hand


class OnBody(NamedTuple):
    """What whoever draws or hides a carried weapon has to know of it: all but what is loaded (EHZ-7.2, EHZ-7.3)."""

    name: str
    where: Place
    small: bool
    hidden: bool


@dataclass(frozen=True, slots=True)
class Carried:
    """A weapon that is not in hand."""

    weapon: Annotated[Weapon, Fact(unsaid=True)]
    hidden: Annotated[int | None, Fact(least=-1000, most=1000)] = None
    """The difficulty of noticing it; not hidden if left out."""

    @property
    def stowed(self) -> OnBody:
        """All but what is loaded."""
        return OnBody(str(self.weapon), self.weapon.where, self.weapon.model.small, self.hidden is not None)


@says(FACTS, whole=False)
class NamedEntry(FileEntry):
    """A weapon by its name."""

    name: Name


@says(Weapon)
class WeaponEntry(NamedEntry):
    """A weapon; fields left out are those of the listed weapon of this name."""


@says(Carried)
class CarriedEntry(WeaponEntry):
    """A weapon that is not in hand."""


def by_name(given: object) -> object:
    """`weapon: G36` says the same as `weapon: {name: G36}`."""
    return {"name": given} if isinstance(given, str) else given


InHand = Annotated[WeaponEntry, BeforeValidator(by_name, json_schema_input_type=WeaponEntry | Name)]
OneCarried = Annotated[CarriedEntry, BeforeValidator(by_name, json_schema_input_type=CarriedEntry | Name)]
NotInHand = Annotated[list[OneCarried], Field(max_length=MOST_WEAPONS)]


def usual(house: House, kind: str = "") -> dict[str, Any]:
    """What a weapon of one's own has where nothing is said but, maybe, its kind."""
    plain_one = model_of(house, {"name": "", "small": kind in SMALL_KINDS})
    return {key: plain_one.fact(key) for key in OTHERS}


def weapon_of(entry: WeaponEntry, place: str, house: House) -> Weapon:
    """The weapon of an entry; raises `BattleFileError`."""
    weapon = piece_of(Weapon, entry, place, model=_model(entry, place, house))
    if weapon.loaded > weapon.model.capacity:
        problem = f"{weapon.loaded} is too large; the {weapon} holds {weapon.model.capacity}"
        raise BattleFileError(Code.OUT_OF_RANGE, problem, f"{place}.loaded")
    return weapon


def read_carried(entries: list[CarriedEntry], place: str, house: House) -> tuple[Carried, ...]:
    """The weapons of entries that are not in hand; raises `BattleFileError`."""
    here = [f"{place}[{n}]" for n in range(len(entries))]
    return tuple(
        piece_of(Carried, one, at, weapon=weapon_of(one, at, house)) for one, at in zip(entries, here, strict=True)
    )


def carried_data(held: tuple[Carried, ...], _: House) -> list[dict[str, Any]]:
    """Weapons that are not in hand as a battle file says them."""
    return [weapon_data(one.weapon) | {"where": str(one.weapon.where)} | data_of(one) for one in held]


def weapon_data(one: Weapon, _: House | None = None) -> dict[str, Any]:
    """A weapon as a battle file says it: what the list says already is left out."""
    listed = pieces(one.model.house).weapons.get(one.model.name)
    facts, known = facts_of(one.model), facts_of(listed) if listed else usual(one.model.house, one.model.kind)
    if not one.model.fires and not listed:
        known = facts_of(pieces(one.model.house).weapons[KNIFE.name]) | {"kind": ""}
    own = {key: value for key, value in facts.items() if key not in known or value != known[key]}
    return {"name": one.model.name} | own | data_of(one, loaded=one.loaded if one.model.fires else None)


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
    facts = (facts_of(listed) if listed else usual(house, given.get("kind", ""))) | given
    try:
        modes = Modes.read(facts.pop("modes"), house)
    except ValueError as wrong:
        raise BattleFileError(Code.MALFORMED, f"{shown(given.get('modes'))} {wrong}", f"{place}.modes") from None
    far = Fraction(str(facts.pop("effective_range")))
    return model_of(house, {**facts, "name": entry.name, "modes": modes, "effective_range": far})


def _knife(knife: Model, name: str, given: dict[str, Any], place: str) -> Model:
    for key in given.keys() - OF_KNIVES:
        raise BattleFileError(Code.UNSUPPORTED, "is for firearms; a knife fires nothing", f"{place}.{key}")
    return replace(knife, name=name, **given)


def facts_of(model: Model) -> dict[str, Any]:
    """The fields of a model as a battle file has them."""
    facts: dict[str, Any] = {"effective_range": plain(model.effective_range), "modes": model.modes.text}
    return facts | {key: model.fact(key) for key in FACTS if key not in facts}


Held = Annotated[Weapon | None, Fact(type=InHand | None, read=weapon_of, write=weapon_data)]
Stowed = Annotated[tuple[Carried, ...], Fact(type=NotInHand, read=read_carried, write=carried_data)]
