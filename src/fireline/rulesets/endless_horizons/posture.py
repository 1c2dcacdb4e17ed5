"""How people stand, move, take cover and give up, and what they hide on the body and find there."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import replace
from typing import Annotated, Any

from fireline.chance import Dice, with_faces
from fireline.game.command import Parameter
from fireline.game.entries import one_of
from fireline.game.event import Event
from fireline.rulesets.endless_horizons.armoury import Carried
from fireline.rulesets.endless_horizons.board import Cover
from fireline.rulesets.endless_horizons.commands import Acting, Doing
from fireline.rulesets.endless_horizons.editions import NUMBERS, RULES
from fireline.rulesets.endless_horizons.events import UnitEvent, aimless, spent, weapon_of
from fireline.rulesets.endless_horizons.pieces import MATERIALS, NO_CLASS, Movement, Place, Size, Stance, pieces
from fireline.rulesets.endless_horizons.resolution import check
from fireline.rulesets.endless_horizons.state import State, Unit
from fireline.ruling import Explained
from fireline.ruling.prose import listing

MOVING, OPENING = RULES.cite("EHZ-4.1"), RULES.cite("EHZ-6.2")
CHANGE, COVER = RULES.cite("EHZ-6.4"), RULES.cite("EHZ-9.1")
STANCES_TAKEN = {"standing": "stand up", "kneeling": "kneel", "prone_firing": "lie down to fire", "prone": "fall prone"}
MOVES = {"still": "keep still", "subtle": "stop", "slow": "walk", "fast": "run"}
HIDING, HIDDEN = RULES.cite("EHZ-7.3"), "the weapon is hidden"
HIDE, SEARCH = NUMBERS.cite("EHZ-7.3.hide"), NUMBERS.cite("EHZ-7.3.search")
EASIER_BY_TOUCH = NUMBERS.cite("EHZ-7.3.touch")


# --- cover ---------------------------------------------------------------------------


class CoverLeft(UnitEvent):
    """Somebody left cover."""

    actions: int = 0

    def changed(self, unit: Unit) -> Unit:
        return replace(spent(unit, self.actions), cover=None, showing=False)

    def story(self, state: State) -> tuple[Explained, ...]:
        cover = state.unit(self.unit).cover
        return (Explained(OPENING, f"{self.unit} leaves {f'the {cover}' if cover else 'cover'}."),)


class Uncover(Doing):
    """Leave cover."""

    makes = CoverLeft
    opens = True
    told = "leave cover"
    address = NUMBERS.cite("EHZ-6.4.leave_cover")


Uncover.checks.against("EHZ-6.2", lambda acting: not acting.unit.cover and f"{acting.unit} has no cover to leave.")


class TakeCover(Doing):
    """Take cover behind some material: a listed one, or with the class that goes through it; 0 for the listed one's.

    From everybody or only from some; `exposed` is the size that shows of whoever shoots over it, "" for tiny.
    """

    verb = "cover"
    choices = tuple(MATERIALS)
    address = NUMBERS.cite("EHZ-6.4.take_cover")

    material: Annotated[str, Parameter(values=tuple(MATERIALS))]
    full: bool = True
    penetrated_by: Annotated[int, Parameter(least=0)] = 0
    towards: Annotated[tuple[str, ...], Parameter(kind="unit")] = ()
    exposed: Annotated[str, Parameter(values=tuple(map(str, Size)))] = ""

    def does(self, acting: Acting[Any], dice: Dice) -> Iterator[Event]:
        class_ = self.penetrated_by or pieces(acting.state.edition.house).materials[self.material]
        towards = tuple(dict.fromkeys(self.towards))
        yield CoverTaken(self.unit, self.material, class_, self.full, towards, self.exposed, acting.actions)

    def words(self, weapon: str) -> str:
        return f"take cover {'behind' if self.full else 'in part behind'} {self.material}"


@TakeCover.checks.rule("EHZ-6.4")
def can_take_cover(acting: Acting[TakeCover]) -> str | None:
    """Cover is of a material whose class is known, and hides from others."""
    command = acting.command
    if not command.penetrated_by:
        one_of(command.material, MATERIALS, "listed material (give its class as 'penetrated_by')", "command.material")
    if command.exposed:
        one_of(command.exposed, [str(one) for one in Size], "size", "command.exposed")
    if any(acting.state.named(id_, "command.towards").id == acting.unit.id for id_ in command.towards):
        return "Nobody takes cover from himself."
    if not 0 <= command.penetrated_by <= NO_CLASS:
        return f"Classes go from 1 to {NO_CLASS}."
    return f"{acting.unit} has cover already and leaves it first." if acting.unit.cover else None


class CoverTaken(UnitEvent):
    """Somebody took cover."""

    material: str
    penetrated_by: int
    full: bool
    towards: tuple[str, ...]
    exposed: str
    actions: int

    def changed(self, unit: Unit) -> Unit:
        exposed = Size(self.exposed) if self.exposed else None
        cover = Cover(self.material, self.penetrated_by, self.full, None, self.towards, exposed)
        return replace(spent(unit, self.actions), cover=cover, showing=False)

    def story(self, state: State) -> tuple[Explained, ...]:
        behind = f"{'behind' if self.full else 'in part behind'} {self.material}"
        against = f" from {listing(self.towards)}" if self.towards else ""
        return (Explained(COVER, f"{self.unit} takes cover {behind}{against}."),)


# --- stance and movement -----------------------------------------------------------------


class StanceChanged(UnitEvent):
    """Somebody stood up, knelt or lay down."""

    stance: str
    actions: int

    def changed(self, unit: Unit) -> Unit:
        return replace(spent(unit, self.actions), stance=Stance(self.stance))

    def story(self, state: State) -> tuple[Explained, ...]:
        now = "falls prone" if self.stance == Stance.PRONE else f"is {self.stance.replace('_', ' ')} now"
        return (Explained(CHANGE, f"{self.unit} {now}."),)


class ChangeStance(Doing):
    """Stand up, kneel, lie down to fire, or fall: standing, kneeling, prone_firing, prone."""

    makes = StanceChanged
    verb = "stance"
    address = NUMBERS.cite("EHZ-6.4.stance")
    fall = NUMBERS.cite("EHZ-6.4.fall")
    choices = tuple(STANCES_TAKEN)
    helps = "another stance"

    stance: Annotated[str, Parameter(values=tuple(map(str, Stance)))]

    def cost(self, state: State) -> int:
        return state.edition.actions(self.fall if self.stance == Stance.PRONE else self.address)

    def words(self, weapon: str) -> str:
        return STANCES_TAKEN.get(self.stance, self.stance)


@ChangeStance.checks.rule("EHZ-6.4")
def can_change_stance(acting: Acting[ChangeStance]) -> str | None:
    """Whoever has a stance may take another."""
    stance = one_of(acting.command.stance, [str(one) for one in Stance], "stance", "command.stance")
    now = acting.unit.firing_stance
    if now is None:
        return f"{acting.unit} has a size but no stance."
    return f"{acting.unit} is {now.replace('_', ' ')} already." if stance == now else None


class MovementChanged(UnitEvent):
    """Somebody started to move, or stopped."""

    movement: str
    actions: int

    def changed(self, unit: Unit) -> Unit:
        return replace(spent(unit, self.actions), movement=Movement(self.movement))

    def story(self, state: State) -> tuple[Explained, ...]:
        return (Explained(CHANGE, f"{self.unit}'s movement is {self.movement} now."),)


class ChangeMovement(Doing):
    """Start to move, or stop: still, subtle, slow, fast."""

    makes = MovementChanged
    verb = "movement"
    address = NUMBERS.cite("EHZ-6.4.movement")
    choices = tuple(MOVES)
    helps = "less movement"

    movement: Annotated[str, Parameter(values=tuple(map(str, Movement)))]

    def words(self, weapon: str) -> str:
        return MOVES.get(self.movement, self.movement)


@ChangeMovement.checks.rule("EHZ-6.4")
def can_change_movement(acting: Acting[ChangeMovement]) -> str | None:
    """Somebody moves otherwise than before; no person keeps quite still (EHZ-4.1)."""
    movement = one_of(acting.command.movement, [str(one) for one in Movement], "movement", "command.movement")
    if movement == acting.unit.movement:
        return f"{acting.unit}'s movement is {movement} already."
    if movement == Movement.STILL and acting.unit.firing_stance is not None:
        return "Nobody keeps quite still but whoever is bound, unconscious or lifeless."
    return None


def still(state: State, id_: str) -> State:
    """The state as if somebody moved as little as it may: only what is no person keeps quite still (EHZ-4.1)."""
    unit = state.unit(id_)
    least = Movement.STILL if unit.firing_stance is None else Movement.SUBTLE
    return state if unit.movement in {Movement.STILL, least} else state.put(replace(unit, movement=least))


class GaveUp(UnitEvent):
    """Somebody gave up and is out of the fight."""

    actions: int

    def changed(self, unit: Unit) -> Unit:
        return replace(aimless(spent(unit, self.actions)), given_up=True, suppressing=None)

    def story(self, state: State) -> tuple[Explained, ...]:
        return (Explained(CHANGE, f"{self.unit} gives up."),)


class GiveUp(Doing):
    """Give up the fight."""

    makes = GaveUp
    told = "give up"
    address = NUMBERS.cite("EHZ-6.4.give_up")
    ends = "the shooter gives up"


# --- hidden weapons ---------------------------------------------------------------------


class Hide(Doing):
    """Hide a small weapon on the body."""

    told = "hide the {0.weapon}"
    address = HIDE
    is_check = True

    weapon: str

    @classmethod
    def offers(cls, state: State, unit: Unit) -> Iterable[Doing]:
        names = [one.name for one in unit.stowed if one.small and not one.hidden]
        if unit.weapon is not None and unit.weapon.model.small:
            names.append(str(unit.weapon))
        return [cls(unit.id, name) for name in dict.fromkeys(names)]

    def ends_fire(self, unit: Unit) -> str:
        return HIDDEN if str(unit.weapon) == self.weapon and not unit.carries(self.weapon) else ""

    def does(self, acting: Acting[Any], dice: Dice) -> Iterator[Event]:
        result, faces = with_faces(dice, check, acting.unit.check.stealth)
        yield WeaponHidden(self.unit, self.weapon, faces, result, acting.actions)


@Hide.checks.rule("EHZ-7.3")
def can_hide(acting: Acting[Hide]) -> str | None:
    """Only small weapons that are carried, or in hand, can be hidden."""
    name, there = acting.command.weapon, acting.unit.carries(acting.command.weapon)
    held = acting.unit.weapon
    if there is None and (held is None or str(held) != name):
        return f"{acting.unit} has no {name}."
    small = there.small if there else held is not None and held.model.small
    return None if small else f"The {name} is no pistol or personal defence weapon: too big to hide."


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
        hides = f"{self.unit} hides the {self.weapon} and rolls {listing(map(str, self.faces))}"
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
        return (Explained(HIDING, f"{looks}, rolls {listing(map(str, self.faces))}, Notice {self.result}: {found}."),)
