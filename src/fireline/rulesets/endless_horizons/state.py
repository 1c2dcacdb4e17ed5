"""A battle as it stands: who is there, what they hold, how far apart they are."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace
from fractions import Fraction
from functools import cached_property

from fireline.rulesets.endless_horizons.board import Distance, Point
from fireline.rulesets.endless_horizons.editions import USUAL, Edition
from fireline.rulesets.endless_horizons.pieces import STANCES, Jam, Model, Movement, Place, Size, Stance


@dataclass(frozen=True, slots=True)
class Check:
    """What a character adds to a d10: for shooting the first three, for hiding and noticing the last two."""

    dexterity: int = 0
    perception: int = 0
    skill: int = 0
    stealth: int = 0
    notice: int = 0


UNTRAINED = Check()


@dataclass(frozen=True, slots=True)
class Firearm:
    """One firearm: its model, what is loaded, and what is wrong with it."""

    model: Model
    loaded: int
    jam: Jam | None = None
    damaged: bool = False
    cycled: bool = True
    armour_piercing: bool = False

    def __str__(self) -> str:
        return self.model.name

    @property
    def protection(self) -> int | None:
        """The protection class that stops its bullets, one more for armour-piercing (EHZ-9.1)."""
        known = self.model.protection
        return known if known is None else known + self.armour_piercing

    @property
    def ready(self) -> bool:
        """Whether a round is in the chamber: only a weapon cycled by hand may lack one (EHZ-5.2)."""
        return self.cycled or not self.model.modes.by_hand


@dataclass(frozen=True, slots=True)
class Carried:
    """A firearm that is not in hand; `hidden` is the difficulty of noticing it, None for one not hidden."""

    firearm: Firearm
    where: Place
    hidden: int | None = None


@dataclass(frozen=True, slots=True)
class Cover:
    """What somebody is behind; `penetrated_by` its class (EHZ-9.1), `full` whether nothing of him shows."""

    material: str
    penetrated_by: int
    full: bool = True


@dataclass(frozen=True, slots=True)
class Suppression:
    """Suppressing fire that goes on (EHZ-6.1): bullets an action, at whom, and who has left cover since."""

    bullets: int
    targets: tuple[str, ...]
    openings: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Unit:
    """A character, vehicle or thing; actions are None where nobody counts them, magazines likewise."""

    id: str
    side: str | None = None
    stance: Stance | None = None
    movement: Movement = Movement.SUBTLE
    own_size: Size | None = None
    check: Check = UNTRAINED
    weapon: Firearm | None = None
    carried: tuple[Carried, ...] = ()
    at: Point | None = None
    cover: Cover | None = None
    actions: int | None = None
    actions_per_round: int | None = None
    aimed: int = 0
    """Actions spent on careful aim this round."""
    fired: int = 0
    """Bullets fired this round."""
    magazines: int | None = None
    injured: bool = False
    suppressing: Suppression | None = None

    def __str__(self) -> str:
        return self.id

    @property
    def size(self) -> Size:
        """The size as a target: its own, else that of its stance, else medium (EHZ-3.1)."""
        if self.own_size is not None:
            return self.own_size
        return STANCES[self.stance].size if self.stance is not None else Size.MEDIUM

    @property
    def firing_stance(self) -> Stance | None:
        """The stance it shoots from; a person of whom nothing is said stands (EHZ-4.2)."""
        return Stance.STANDING if self.stance is None and self.own_size is None else self.stance

    def carries(self, name: str) -> Carried | None:
        """The first weapon of this name that is carried."""
        return next((one for one in self.carried if str(one.firearm) == name), None)

    def is_enemy_of(self, other: Unit) -> bool:
        """Whether the two would shoot at each other; without sides everybody else is an enemy."""
        return self.id != other.id and (self.side is None or self.side != other.side)


@dataclass(frozen=True)
class State:
    """A battle as it stands: who is there, how far apart, and the environment."""

    units: tuple[Unit, ...]
    distances: tuple[tuple[str, str, Fraction], ...] = ()
    environment: tuple[tuple[str, int], ...] = ()
    edition: Edition = USUAL
    name: str = ""
    over: bool = False

    @cached_property
    def _by_id(self) -> dict[str, Unit]:
        return {unit.id: unit for unit in self.units}

    @cached_property
    def _given(self) -> dict[tuple[str, str], Fraction]:
        back = {(b, a): metres for a, b, metres in self.distances}
        return back | {(a, b): metres for a, b, metres in self.distances}

    def find(self, id_: str) -> Unit | None:
        """The unit of this id."""
        return self._by_id.get(id_)

    def unit(self, id_: str) -> Unit:
        """The unit of this id; raises `KeyError`."""
        return self._by_id[id_]

    def distance(self, a: Unit, b: Unit) -> Distance | None:
        """How far it is from one to the other: as given, else between their points, else nobody knows."""
        if a.id == b.id:
            return Distance(Fraction(0))
        if (metres := self._given.get((a.id, b.id))) is not None:
            return Distance(metres * metres)
        if a.at is None or b.at is None:
            return None
        (ax, ay), (bx, by) = a.at, b.at
        return Distance((ax - bx) ** 2 + (ay - by) ** 2)

    def enemies(self, unit: Unit) -> Iterator[Unit]:
        """Everybody this unit may shoot at."""
        return (other for other in self.units if unit.is_enemy_of(other))

    def with_unit(self, changed: Unit) -> State:
        """The state in which one unit has changed."""
        return replace(self, units=tuple(changed if unit.id == changed.id else unit for unit in self.units))
