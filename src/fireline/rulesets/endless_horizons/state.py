"""A battle as it stands: who is there, what they hold, how far apart they are."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator
from dataclasses import dataclass, replace
from fractions import Fraction
from functools import cached_property
from itertools import chain
from math import lcm
from typing import NamedTuple

from fireline.game.entries import plain
from fireline.rulesets.endless_horizons.board import Distance, Point, squared_distance
from fireline.rulesets.endless_horizons.editions import USUAL, Edition
from fireline.rulesets.endless_horizons.pieces import STANCES, Jam, Model, Movement, Place, Size, Stance


@dataclass(frozen=True, slots=True)
class Check:
    """What a character adds to a d10: for shooting the first four, for hiding and noticing the last two.

    `skills` are ranks by the kind of weapon (EHZ-1.5); where a kind is not among them, `skill` serves.
    """

    dexterity: int = 0
    perception: int = 0
    skill: int = 0
    skills: tuple[tuple[str, int], ...] = ()
    stealth: int = 0
    notice: int = 0

    def ranks(self, kind: str) -> int | None:
        """The ranks in the skill of a kind of weapon, None where only the plain skill is known."""
        return dict(self.skills).get(kind)


UNTRAINED = Check()


@dataclass(frozen=True, slots=True)
class Weapon:
    """One weapon: its model, what is loaded, what is wrong with it, and where it is carried when not in hand."""

    model: Model
    loaded: int
    jam: Jam | None = None
    damaged: bool = False
    cycled: bool = True
    armour_piercing: bool = False
    where: Place = Place.ELSEWHERE

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
    """A weapon that is not in hand; `hidden` is the difficulty of noticing it, None for one not hidden."""

    weapon: Weapon
    hidden: int | None = None

    @property
    def place(self) -> Place:
        """Where it is drawn from: what is hidden is in no holster (EHZ-7.2)."""
        return self.weapon.where if self.hidden is None else Place.ELSEWHERE


@dataclass(frozen=True, slots=True)
class Cover:
    """What somebody is behind; `penetrated_by` its class (EHZ-9.1), `full` whether nothing of him shows.

    `towards` are those from whom it hides him, everybody where it is empty; `exposed` is the size that shows over or
    round it: always of cover in part, and of full cover once he has shot from behind it.
    """

    material: str
    penetrated_by: int
    full: bool = True
    thickness: Fraction | None = None
    """In centimetres, for the table to know; its class says what goes through."""
    towards: tuple[str, ...] = ()
    exposed: Size | None = None

    def __str__(self) -> str:
        return f"{plain(self.thickness)} cm of {self.material}" if self.thickness else self.material

    def hides_from(self, id_: str) -> bool:
        """Whether it stands between him and that one."""
        return not self.towards or id_ in self.towards


@dataclass(frozen=True, slots=True)
class Suppression:
    """Suppressing fire that goes on (EHZ-6.1): bullets an action, at whom, and who has left cover since."""

    bullets: int
    targets: tuple[str, ...]
    openings: tuple[str, ...] = ()


class Hit(NamedTuple):
    """What one shot did to whom it hit (EHZ-1.4): who fired, with which weapon, and how many bullets hit."""

    shooter: str
    weapon: str
    hits: int


class Environment(NamedTuple):
    """Something about the place that makes shooting harder (EHZ-1.5).

    For everybody, for shots of one unit and at it, or for shots of the first of a pair at the second.
    """

    name: str
    penalty: int
    unit: str | None = None
    pair: tuple[str, str] | None = None

    @property
    def everywhere(self) -> bool:
        """Whether it counts for everybody."""
        return self.unit is None and self.pair is None

    def counts(self, shooter: str, target: str) -> bool:
        """Whether it counts for a shot of one at the other."""
        if self.pair is not None:
            return self.pair == (shooter, target)
        return self.unit in {None, shooter, target}


@dataclass(frozen=True, slots=True)
class Round:
    """The round (EHZ-6.3): its number, who acts in which order with how many actions, and whose turn it is.

    Without an order nobody has turns, and whoever likes acts.
    """

    number: int = 1
    order: tuple[str, ...] = ()
    actions: int | None = None
    turn: str | None = None


FIRST_ROUND = Round()


@dataclass(frozen=True, slots=True)
class Unit:
    """A character, vehicle or thing; actions are None where nobody counts them, magazines likewise."""

    id: str
    side: str | None = None
    stance: Stance | None = None
    movement: Movement = Movement.SUBTLE
    own_size: Size | None = None
    check: Check = UNTRAINED
    weapon: Weapon | None = None
    carried: tuple[Carried, ...] = ()
    at: Point | None = None
    cover: Cover | None = None
    actions: int | None = None
    actions_per_round: int | None = None
    aimed: int = 0
    """Actions spent on careful aim this round."""
    aimed_at: str | None = None
    """At whom, None where nobody said."""
    fired: int = 0
    """Bullets fired this round."""
    magazines: int | None = None
    injured: bool = False
    suppressing: Suppression | None = None
    hits_taken: tuple[Hit, ...] = ()
    hits_to_stop: int | None = None
    given_up: bool = False
    showing: bool = False
    """Whether it shows itself over its full cover, having shot from behind it (EHZ-9.1)."""

    def __hash__(self) -> int:
        at = (self.at[0].numerator, self.at[1].numerator) if self.at else None
        return hash((self.id, at, self.actions, self.aimed, self.fired, self.hits_taken))  # the rest is compared

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

    @property
    def gun(self) -> Weapon | None:
        """The firearm in hand: a knife is none."""
        return self.weapon if self.weapon and self.weapon.model.fires else None

    @property
    def hits(self) -> int:
        """The bullets that have hit it (EHZ-1.4)."""
        return sum(hit.hits for hit in self.hits_taken) if self.hits_taken else 0

    @property
    def out(self) -> bool:
        """Whether it is out of the fight: hit as often as it takes, or given up (EHZ-1.4, EHZ-6.4)."""
        return self.given_up or (self.hits_to_stop is not None and self.hits >= self.hits_to_stop)

    def aim_at(self, target: str | None) -> int:
        """The actions of careful aim that count against a target: none if another was named (EHZ-4.3)."""
        return self.aimed if self.aimed_at in {None, target} else 0

    def shoots_over(self, target: str) -> bool:
        """Whether a shot at somebody goes over or round its own full cover (EHZ-9.1)."""
        return self.cover is not None and self.cover.full and self.cover.hides_from(target)

    def carries(self, name: str) -> Carried | None:
        """The first weapon of this name that is carried."""
        return next((one for one in self.carried if str(one.weapon) == name), None)

    def is_enemy_of(self, other: Unit) -> bool:
        """Whether the two would shoot at each other; without sides everybody else is an enemy."""
        return self.id != other.id and (self.side is None or self.side != other.side)


class _Steps(NamedTuple):
    """Points in whole steps, so many of which are a metre that every distance and point is whole."""

    grain: int
    points: dict[str, tuple[int, int]]


@dataclass(frozen=True)
class State:
    """A battle as it stands: who is there, how far apart, and the environment."""

    units: tuple[Unit, ...]
    distances: tuple[tuple[str, str, Fraction], ...] = ()
    environment: tuple[Environment, ...] = ()
    edition: Edition = USUAL
    name: str = ""
    over: bool = False
    round: Round = FIRST_ROUND

    def __hash__(self) -> int:
        return self._hash

    @cached_property
    def _hash(self) -> int:
        units = [(unit.actions, unit.aimed, unit.fired, unit.hits_taken) for unit in self.units]  # the rest is compared
        return hash((tuple(units), self.round, self.over))

    @cached_property
    def _by_id(self) -> dict[str, Unit]:
        return {unit.id: unit for unit in self.units}

    @cached_property
    def _given(self) -> dict[tuple[str, str], Fraction]:
        if not self.distances:
            return {}
        back = {(b, a): metres for a, b, metres in self.distances}
        return back | {(a, b): metres for a, b, metres in self.distances}

    def find(self, id_: str) -> Unit | None:
        """The unit of this id."""
        return self._by_id.get(id_)

    def unit(self, id_: str) -> Unit:
        """The unit of this id; raises `KeyError`."""
        return self._by_id[id_]

    def named(self, ids: Collection[str]) -> list[Unit]:
        """The units of these ids, in the order of the battle."""
        return [unit for unit in self.units if unit.id in ids] if len(ids) > 1 else [*map(self.unit, ids)]

    def distance(self, a: Unit, b: Unit) -> Distance | None:
        """How far it is from one to the other: as given, else between their points, else nobody knows."""
        if a.id == b.id:
            return Distance(Fraction(0))
        if (metres := self._given.get((a.id, b.id))) is not None:
            return Distance(metres * metres)
        if a.at is None or b.at is None:
            return None
        return Distance(squared_distance(a.at, b.at))

    def squares(self, unit: Unit, others: Iterable[str]) -> Iterator[int | None]:
        """The squared distance from one to each of these others, in whole `parts` of a square metre; None if unknown.

        The same distances as `distance`, a tenth of the time for many.
        """
        steps, given = self._steps, self._given
        grain, here = steps.grain, steps.points.get(unit.id)
        for other in others:
            if given and (metres := given.get((unit.id, other))) is not None:
                yield _times(grain, metres) ** 2
            elif here is None or (there := steps.points.get(other)) is None:
                yield None
            else:
                yield (here[0] - there[0]) ** 2 + (here[1] - there[1]) ** 2

    @property
    def parts(self) -> int:
        """Into how many parts a square metre is cut where squared distances are counted in whole ones."""
        return self._steps.grain**2

    @cached_property
    def _steps(self) -> _Steps:
        at = {unit.id: unit.at for unit in self.units if unit.at is not None}
        numbers = (*chain.from_iterable(at.values()), *(metres for _, _, metres in self.distances))
        grain = lcm(*(number.denominator for number in numbers))
        return _Steps(grain, {id_: (_times(grain, x), _times(grain, y)) for id_, (x, y) in at.items()})

    def enemies(self, unit: Unit) -> Iterator[Unit]:
        """Everybody in the fight that this unit may shoot at."""
        return (other for other in self.units if unit.is_enemy_of(other) and not other.out)

    def with_unit(self, changed: Unit) -> State:
        """The state in which one unit has changed."""
        return replace(self, units=tuple(changed if unit.id == changed.id else unit for unit in self.units))


def _times(grain: int, number: Fraction) -> int:
    """The number in steps of which a grain makes it whole."""
    return number.numerator * (grain // number.denominator)


def under(state: State, edition: Edition) -> State:
    """The same state where the table plays by other rules."""
    return replace(state, edition=edition)
