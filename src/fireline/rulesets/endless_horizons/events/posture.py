"""What units do beside shooting: with their weapons, and how they stand, move and take cover."""

from __future__ import annotations

from dataclasses import dataclass, replace

from fireline.game.event import Event
from fireline.rulesets.endless_horizons.cover import Cover
from fireline.rulesets.endless_horizons.distances import metres_of, moved
from fireline.rulesets.endless_horizons.editions import RULES
from fireline.rulesets.endless_horizons.events.firing import UnitEvent, aimless, armed, named, spent, weapon_of
from fireline.rulesets.endless_horizons.pieces import Movement, Place, Size, Stance
from fireline.rulesets.endless_horizons.prose import weapon_title
from fireline.rulesets.endless_horizons.state import Carried, State, Unit
from fireline.ruling import Explained
from fireline.ruling.prose import listing, plural

MOVING, OPENING = RULES.cite("EHZ-4.1"), RULES.cite("EHZ-6.2")
CHANGE, COVER = RULES.cite("EHZ-6.4"), RULES.cite("EHZ-9.1")


@dataclass(frozen=True, slots=True)
class DistancesChanged(Event):
    """A unit moved to where it is so many metres from the others."""

    unit: str
    metres: tuple[tuple[str, int | float], ...]

    def after(self, state: State) -> State:
        return moved(state, self.unit, metres_of(self.metres))

    def story(self, state: State) -> tuple[Explained, ...]:
        far = listing([f"{there} m from {other}" for other, there in self.metres])
        return (Explained(MOVING, f"{self.unit} moves and is now {far}."),)


@dataclass(frozen=True, slots=True)
class CoverLeft(UnitEvent):
    """Somebody left cover."""

    actions: int = 0

    def changed(self, unit: Unit) -> Unit:
        return replace(spent(unit, self.actions), cover=None, showing=False)

    def story(self, state: State) -> tuple[Explained, ...]:
        cover = state.unit(self.unit).cover
        return (Explained(OPENING, f"{self.unit} leaves {f'the {cover}' if cover else 'cover'}."),)


@dataclass(frozen=True, slots=True)
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


@dataclass(frozen=True, slots=True)
class StanceChanged(UnitEvent):
    """Somebody stood up, knelt or lay down."""

    stance: str
    actions: int

    def changed(self, unit: Unit) -> Unit:
        return replace(spent(unit, self.actions), stance=Stance(self.stance))

    def story(self, state: State) -> tuple[Explained, ...]:
        now = "falls prone" if self.stance == Stance.PRONE else f"is {self.stance.replace('_', ' ')} now"
        return (Explained(CHANGE, f"{self.unit} {now}."),)


@dataclass(frozen=True, slots=True)
class MovementChanged(UnitEvent):
    """Somebody started to move, or stopped."""

    movement: str
    actions: int

    def changed(self, unit: Unit) -> Unit:
        return replace(spent(unit, self.actions), movement=Movement(self.movement))

    def story(self, state: State) -> tuple[Explained, ...]:
        return (Explained(CHANGE, f"{self.unit}'s movement is {self.movement} now."),)


@dataclass(frozen=True, slots=True)
class GaveUp(UnitEvent):
    """Somebody gave up and is out of the fight."""

    actions: int

    def changed(self, unit: Unit) -> Unit:
        return replace(aimless(spent(unit, self.actions)), given_up=True, suppressing=None)

    def story(self, state: State) -> tuple[Explained, ...]:
        return (Explained(CHANGE, f"{self.unit} gives up."),)


AIM, CYCLE, RELOAD = RULES.cite("EHZ-4.3"), RULES.cite("EHZ-5.2"), RULES.cite("EHZ-7.1")
DRAW, HIDING, MALFUNCTION = RULES.cite("EHZ-7.2"), RULES.cite("EHZ-7.3"), RULES.cite("EHZ-8.1")


@dataclass(frozen=True, slots=True)
class Aimed(UnitEvent):
    """Actions were spent on careful aim, at somebody or at nobody named."""

    actions: int
    target: str = ""

    def changed(self, unit: Unit) -> Unit:
        at = self.target or unit.aimed_at
        return replace(spent(unit, self.actions), aimed=unit.aim_at(at) + self.actions, aimed_at=at)

    def story(self, state: State) -> tuple[Explained, ...]:
        at = f" at {self.target}" if self.target else ""
        return (Explained(AIM, f"{self.unit} takes careful aim{at} for {plural(self.actions, 'action')}."),)


@dataclass(frozen=True, slots=True)
class WeaponReloaded(UnitEvent):
    """The magazine was swapped."""

    loaded: int
    actions: int

    def changed(self, unit: Unit) -> Unit:
        magazines = None if unit.magazines is None else unit.magazines - 1
        return replace(armed(spent(unit, self.actions), loaded=self.loaded, cycled=True), magazines=magazines)

    def story(self, state: State) -> tuple[Explained, ...]:
        reloads = f"{self.unit} reloads the {weapon_title(state, self.unit)}"
        return (Explained(RELOAD, f"{reloads}: {plural(self.loaded, 'bullet')}."),)


@dataclass(frozen=True, slots=True)
class WeaponDrawn(UnitEvent):
    """A carried weapon was taken in hand."""

    weapon: str
    actions: int

    def changed(self, unit: Unit) -> Unit:
        at = next(n for n, one in enumerate(unit.carried) if str(one.weapon) == self.weapon)
        stowed = (Carried(unit.weapon),) if unit.weapon else ()
        left = (*unit.carried[:at], *unit.carried[at + 1 :], *stowed)
        return replace(aimless(spent(unit, self.actions)), weapon=unit.carried[at].weapon, carried=left)

    def story(self, state: State) -> tuple[Explained, ...]:
        return (Explained(DRAW, f"{self.unit} draws the {self.weapon}, {plural(self.actions, 'action')}."),)


@dataclass(frozen=True, slots=True)
class WeaponCleared(UnitEvent):
    """A malfunction was cleared."""

    jam: str
    actions: int

    def changed(self, unit: Unit) -> Unit:
        return armed(spent(unit, self.actions), jam=None)

    def story(self, state: State) -> tuple[Explained, ...]:
        return (Explained(MALFUNCTION, f"{self.unit} clears the {weapon_title(state, self.unit)}."),)


@dataclass(frozen=True, slots=True)
class WeaponCycled(UnitEvent):
    """A repeating weapon was worked by hand."""

    actions: int

    def changed(self, unit: Unit) -> Unit:
        return armed(spent(unit, self.actions), cycled=True)

    def story(self, state: State) -> tuple[Explained, ...]:
        return (Explained(CYCLE, f"{self.unit} cycles the {weapon_title(state, self.unit)}."),)


@dataclass(frozen=True, slots=True)
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


@dataclass(frozen=True, slots=True)
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
        state = state.with_unit(spent(state.unit(self.searcher), self.actions))
        wearer = state.unit(self.wearer)
        seen = tuple(replace(one, hidden=None) if str(one.weapon) in self.found else one for one in wearer.carried)
        return state.with_unit(replace(wearer, carried=seen))

    def story(self, state: State) -> tuple[Explained, ...]:
        looks = f"{self.searcher} {'searches' if self.touching else 'looks over'} {self.wearer}"
        found = f"finds the {listing(self.found)}" if self.found else "finds nothing"
        return (Explained(HIDING, f"{looks}, rolls {named(self.faces)}, Notice {self.result}: {found}."),)
