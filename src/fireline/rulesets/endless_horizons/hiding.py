"""What is hidden on the body, and found there."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import replace
from typing import Annotated, Any

from fireline.chance import Dice, with_faces
from fireline.game.command import Parameter
from fireline.game.event import Event
from fireline.rulesets.endless_horizons.armoury import Carried
from fireline.rulesets.endless_horizons.commands import Acting, Doing
from fireline.rulesets.endless_horizons.editions import NUMBERS, RULES
from fireline.rulesets.endless_horizons.events import UnitEvent, aimless, named, spent, weapon_of
from fireline.rulesets.endless_horizons.pieces import Place
from fireline.rulesets.endless_horizons.resolution import check
from fireline.rulesets.endless_horizons.state import State, Unit
from fireline.ruling import Explained
from fireline.ruling.prose import listing

HIDING, HIDDEN = RULES.cite("EHZ-7.3"), "the weapon is hidden"
HIDE, SEARCH = NUMBERS.cite("EHZ-7.3.hide"), NUMBERS.cite("EHZ-7.3.search")
EASIER_BY_TOUCH = NUMBERS.cite("EHZ-7.3.touch")


class Hide(Doing):
    """Hide a small weapon on the body."""

    told = "hide the {0.weapon}"
    address = HIDE
    is_check = True

    weapon: str

    @classmethod
    def offers(cls, state: State, unit: Unit) -> Iterable[Doing]:
        small = (one.weapon for one in unit.carried if one.hidden is None and one.weapon.model.small)
        return [cls(unit.id, name) for name in dict.fromkeys(map(str, small))]

    def ends_fire(self, unit: Unit) -> str:
        return HIDDEN if str(unit.weapon) == self.weapon and not unit.carries(self.weapon) else ""

    def does(self, acting: Acting[Any], dice: Dice) -> Iterator[Event]:
        result, faces = with_faces(dice, check, acting.unit.check.stealth)
        yield WeaponHidden(self.unit, self.weapon, faces, result, acting.actions)


@Hide.checks.rule("EHZ-7.3")
def can_hide(acting: Acting[Hide]) -> str | None:
    """Only small weapons that are carried, or in hand, can be hidden."""
    name, there = acting.command.weapon, acting.unit.carries(acting.command.weapon)
    sought = there.weapon if there else acting.weapon if str(acting.weapon) == name else None
    if sought is None:
        return f"{acting.unit} has no {name}."
    return None if sought.model.small else f"The {sought} is no pistol or personal defence weapon: too big to hide."


class WeaponHidden(UnitEvent):
    """A small weapon was hidden on the body; the result is the difficulty of noticing it."""

    weapon: str
    faces: tuple[int, ...]
    result: int
    actions: int = 0

    def changed(self, unit: Unit) -> Unit:
        """A carried weapon is hidden, else the one in hand."""
        unit = spent(unit, self.actions)
        at = next((n for n, one in enumerate(unit.carried) if str(one.weapon) == self.weapon), None)
        if at is None:
            hidden = Carried(replace(weapon_of(unit), where=Place.ELSEWHERE), self.result)
            return replace(aimless(unit), weapon=None, carried=(*unit.carried, hidden))
        hidden = Carried(replace(unit.carried[at].weapon, where=Place.ELSEWHERE), self.result)
        return replace(unit, carried=(*unit.carried[:at], hidden, *unit.carried[at + 1 :]))

    def story(self, state: State) -> tuple[Explained, ...]:
        hides = f"{self.unit} hides the {self.weapon} and rolls {named(self.faces)}"
        return (Explained(HIDING, f"{hides}: Stealth {self.result} is the difficulty of noticing it."),)


class Search(Doing):
    """Look for hidden weapons, by a search of the body or from a distance."""

    address = SEARCH
    is_check = True

    wearer: Annotated[str, Parameter(kind="unit")]
    touching: bool = True

    @classmethod
    def offers(cls, state: State, unit: Unit) -> Iterable[Doing]:
        wearers = [one.id for one in state.enemies(unit) if one.hides]
        return [cls(unit.id, wearer, touching) for wearer in wearers for touching in (True, False)]

    def does(self, acting: Acting[Any], dice: Dice) -> Iterator[Event]:
        result, faces = with_faces(dice, check, acting.unit.check.notice)
        ease = acting.state.edition.house[EASIER_BY_TOUCH] if self.touching else 0
        carried = acting.state.unit(self.wearer).carried
        hidden = ((one.weapon, one.hidden - ease) for one in carried if one.hidden is not None)
        found = tuple(str(weapon) for weapon, difficulty in hidden if result >= difficulty)
        yield UnitSearched(self.unit, self.wearer, self.touching, faces, result, found, acting.actions)

    def words(self, weapon: str) -> str:
        return f"{'search' if self.touching else 'look over'} {self.wearer}"


@Search.checks.rule("EHZ-7.3")
def can_search(acting: Acting[Search]) -> str | None:
    """Nobody searches himself."""
    wearer = acting.state.named(acting.command.wearer, "command.wearer")
    return "Nobody searches himself." if wearer.id == acting.unit.id else None


class UnitSearched(Event):
    """Somebody was searched, by touch or by eye, and these weapons came to light."""

    searcher: str
    wearer: str
    touching: bool
    faces: tuple[int, ...]
    result: int
    found: tuple[str, ...]
    actions: int = 0

    def after(self, state: State) -> State:
        state = state.put(spent(state.unit(self.searcher), self.actions))
        wearer = state.unit(self.wearer)
        seen = tuple(replace(one, hidden=None) if str(one.weapon) in self.found else one for one in wearer.carried)
        return state.put(replace(wearer, carried=seen))

    def story(self, state: State) -> tuple[Explained, ...]:
        looks = f"{self.searcher} {'searches' if self.touching else 'looks over'} {self.wearer}"
        found = f"finds the {listing(self.found)}" if self.found else "finds nothing"
        return (Explained(HIDING, f"{looks}, rolls {named(self.faces)}, Notice {self.result}: {found}."),)
