"""A battle as it stands: who is there, what they hold, how far apart they are."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping
from dataclasses import asdict, dataclass, field, replace
from fractions import Fraction
from functools import cached_property
from typing import Annotated, ClassVar

from pydantic import Field

from fireline.game.entries import Name, one_of, plain, shown
from fireline.game.errors import BattleFileError, Code
from fireline.game.facts import Fact, Points
from fireline.game.pieces import PieceState
from fireline.rulesets.endless_horizons import armoury, board
from fireline.rulesets.endless_horizons.board import (
    FARTHEST,
    MOST_UNITS,
    Corner,
    Cover,
    Distance,
    Id,
    Point,
    Wall,
    each_once,
)
from fireline.rulesets.endless_horizons.editions import USUAL, Actions, Edition
from fireline.rulesets.endless_horizons.pieces import STANCES, Movement, Size, Stance, played_with

MOST_BONUS = 100
MOST_HITS = 10_000
MOST_WALLS = 200
Metres = Annotated[float, Field(ge=0, le=FARTHEST)]
SomeBonus = Annotated[int, Field(ge=-MOST_BONUS, le=MOST_BONUS)]
Bonus = Annotated[int, Fact(least=-MOST_BONUS, most=MOST_BONUS)]
SomeActions = Annotated[int | None, Fact(least=0, most=99)]


@dataclass(frozen=True, slots=True)
class Check:
    """What a character adds to a d10: for shooting the first four, for hiding and noticing the last two.

    `skills` are ranks by the kind of weapon (EHZ-1.5); where a kind is not among them, `skill` serves.
    """

    dexterity: Bonus = 0
    """Added to the die of a shot."""
    perception: Bonus = 0
    """Added to the die of a shot."""
    skill: Bonus = 0
    """Ranks of skill, added to the die of a shot."""
    skills: Annotated[tuple[tuple[str, int], ...], Fact(type=dict[Name, SomeBonus])] = ()
    """Ranks by the kind of weapon, `{rifle: 3}`, where they differ."""
    stealth: Bonus = 0
    """Added to the die to hide a weapon."""
    notice: Bonus = 0
    """Added to the die to notice one."""

    def ranks(self, kind: str) -> int | None:
        """The ranks in the skill of a kind of weapon, None where only the plain skill is known."""
        return dict(self.skills).get(kind)


UNTRAINED = Check()


@dataclass(frozen=True, slots=True)
class Suppression:
    """Suppressing fire that goes on (EHZ-6.1): bullets an action, at whom, and who has left cover since."""

    bullets: Annotated[int, Fact(least=1, most=1000)]
    """Bullets spent on each action."""
    targets: Annotated[tuple[Name, ...], Fact(least=1, most=MOST_UNITS, read=each_once)]
    """At whom."""
    openings: Annotated[tuple[Name, ...], Fact(most=MOST_UNITS, read=each_once)] = ()
    """Who has come out of cover since."""


@dataclass(frozen=True, slots=True)
class Hit:
    """What one shot did to whom it hit (EHZ-1.4): who fired, with which weapon, and how many bullets hit."""

    shooter: Name
    """Who fired."""
    weapon: Name
    """With which weapon."""
    hits: Annotated[int, Fact(least=1, most=MOST_HITS)] = 1
    """How many bullets hit."""


Hits = Annotated[tuple[Hit, ...], Fact(most=MOST_HITS, write=lambda hits, _: [asdict(hit) for hit in hits])]


def _one(said: str, place: str, ids: Collection[str]) -> str:
    return one_of(said, ids, "unit of this battle", place)


def two_of(said: str, place: str, ids: Collection[str]) -> tuple[str, str]:
    """The two units of 'shooter>target'; raises `BattleFileError`."""
    a, joint, b = said.partition(">")
    if not joint:
        problem = f"{shown(said)} names no two units; write them as 'shooter>target'"
        raise BattleFileError(Code.MALFORMED, problem, place)
    a, b = (one if one in ids else one.strip() for one in (a, b))
    return _one(a, place, ids), _one(b, place, ids)


@dataclass(frozen=True, slots=True)
class Environment:
    """Something about the place that makes shooting harder (EHZ-1.5).

    For everybody, for shots of one unit and at it, or for shots of the first of a pair at the second.
    """

    name: Name
    penalty: Bonus
    """What it adds to the difficulty."""
    unit: Annotated[str | None, Fact(type=Name | None, read=_one)] = None
    """Around this unit only."""
    pair: Annotated[tuple[str, str] | None, Fact(type=str | None, read=two_of, write=lambda two, _: ">".join(two))] = (
        None
    )
    """For shots of the first at the second only: `jack>drone`."""

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

    number: Annotated[int, Fact(least=1, most=1_000_000)] = 1
    """The number of the round."""
    order: Annotated[tuple[Name, ...], Fact(most=MOST_UNITS)] = ()
    """Who acts, in this order; anybody may act if left out."""
    actions: SomeActions = None
    """The actions of each in a round."""
    turn: Name | None = None
    """Whose turn it is."""


FIRST_ROUND = Round()


@dataclass(frozen=True, slots=True)
class Unit:
    """A character, vehicle or thing; actions are None where nobody counts them, magazines likewise."""

    id: Id
    side: Name | None = None
    """Whoever has another side is an enemy; without sides, everybody else is."""
    stance: Stance | None = None
    """How it shoots; the size as a target follows."""
    movement: Movement = Movement.SUBTLE
    """How it moves."""
    own_size: Annotated[Size | None, Fact(key="size")] = None
    """Its size as a target, where its stance does not say it."""
    check: Check = UNTRAINED
    """What it adds to its dice."""
    weapon: armoury.Held = None
    """The weapon in hand: a listed one, one with fields changed, or your own."""
    carried: armoury.Stowed = ()
    """Weapons that it can draw."""
    at: Annotated[Point | None, Fact(type=Corner | None)] = None
    """Its place in metres: `[x, y]`."""
    cover: Cover | None = None
    """What it is behind."""
    actions: SomeActions = None
    """Actions left this round; nobody counts them if left out."""
    actions_per_round: SomeActions = None
    """Actions that it has each round."""
    aimed: Actions = 0
    """Actions spent on careful aim this round."""
    aimed_at: Name | None = None
    """At whom; at anybody where nobody said."""
    fired: Annotated[int, Fact(least=0, most=100_000)] = 0
    """Bullets fired this round."""
    magazines: Annotated[int | None, Fact(least=0, most=1000)] = None
    """Spare magazines; nobody counts them if left out."""
    injured: bool = False
    """Whether it is injured."""
    suppressing: Suppression | None = None
    """Suppressing fire that goes on."""
    hits_taken: Hits = ()
    """The shots that have hit it."""
    hits_to_stop: Annotated[int | None, Fact(least=1, most=MOST_HITS)] = None
    """The hits that put it out of the fight; any number if left out."""
    given_up: bool = False
    """Whether it has given up."""
    showing: bool = False
    """Whether it shows itself over its full cover, having shot from behind it (EHZ-9.1)."""
    points: Points = None
    """What it costs in an army; no rule asks for it."""
    out: bool = field(init=False, repr=False, compare=False)
    """Whether it is out of the fight: hit as often as it takes, or given up (EHZ-1.4, EHZ-6.4)."""

    def __post_init__(self) -> None:
        stopped = self.hits_to_stop is not None and self.hits >= self.hits_to_stop
        object.__setattr__(self, "out", self.given_up or stopped)

    def __hash__(self) -> int:
        at = (self.at[0].numerator, self.at[1].numerator) if self.at else None
        posture = (self.stance, self.movement, self.cover is None, self.showing, self.suppressing is None)
        counted = (self.actions, self.aimed, self.aimed_at, self.fired, self.magazines, self.hits_taken, self.given_up)
        return hash((self.id, at, posture, counted))  # the rest is compared

    def __str__(self) -> str:
        return self.id

    @property
    def place(self) -> None:
        """No place that has a name: how far apart people are is what counts."""

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
    def gun(self) -> armoury.Weapon | None:
        """The firearm in hand: a knife is none."""
        return self.weapon if self.weapon and self.weapon.model.fires else None

    @property
    def hits(self) -> int:
        """The bullets that have hit it (EHZ-1.4)."""
        return sum(hit.hits for hit in self.hits_taken) if self.hits_taken else 0

    def aim_at(self, target: str | None) -> int:
        """The actions of careful aim that count against a target: none if another was named (EHZ-4.3)."""
        return self.aimed if self.aimed_at in {None, target} else 0

    def shoots_over(self, target: str) -> bool:
        """Whether a shot at somebody goes over or round its own full cover (EHZ-9.1)."""
        return self.cover is not None and self.cover.full and self.cover.hides_from(target)

    @property
    def suppresses_over_cover(self) -> bool:
        """Whether its suppressing fire goes over or round its own full cover, so that it shows itself (EHZ-9.1)."""
        return self.suppressing is not None and any(map(self.shoots_over, self.suppressing.targets))

    def covers(self, actions: int) -> int:
        """How many of somebody's actions its suppressing fire has the bullets to cover (EHZ-6.1)."""
        if self.suppressing is None or self.gun is None:
            return 0
        return min(actions, self.gun.loaded // self.suppressing.bullets)

    @property
    def hides(self) -> bool:
        """Whether a weapon is hidden on it (EHZ-7.3)."""
        return any(one.hidden is not None for one in self.carried)

    @property
    def stowed(self) -> tuple[armoury.OnBody, ...]:
        """The weapons that are carried, without what is loaded."""
        return tuple([one.stowed for one in self.carried])

    def carries(self, name: str) -> armoury.OnBody | None:
        """The first weapon of this name that is carried."""
        return next((one for one in self.stowed if one.name == name), None)

    def is_enemy_of(self, other: Unit) -> bool:
        """Whether the two would shoot at each other; without sides everybody else is an enemy."""
        return self.id != other.id and (self.side is None or self.side != other.side)


@dataclass(frozen=True)
class Distances:
    """How far who is from whom, in metres, in the order written down."""

    written: tuple[tuple[str, str, Fraction], ...] = ()

    def __iter__(self) -> Iterator[tuple[str, str, Fraction]]:
        return iter(self.written)

    @cached_property
    def _by_unit(self) -> dict[str, dict[str, Fraction]]:
        found: dict[str, dict[str, Fraction]] = {}
        for a, b, metres in self.written:
            found.setdefault(a, {})[b] = metres
            found.setdefault(b, {}).setdefault(a, metres)
        return found

    def of(self, unit: str) -> Mapping[str, Fraction]:
        """How far a unit is from each of those of whom it is written down."""
        return self._by_unit.get(unit, {})

    def between(self, a: str, b: str) -> Fraction | None:
        """How far the one is from the other, None where that is not written down."""
        return self.of(a).get(b)

    def data(self) -> dict[str, int | float]:
        """What a battle file says of them."""
        return {f"{a}>{b}": plain(metres) for a, b, metres in self.written}


NO_DISTANCES = Distances()


@dataclass(frozen=True, kw_only=True)
class State(PieceState[Unit]):
    """A battle as it stands: who is there, how far apart, and the environment."""

    IN_FILE: ClassVar[str] = "name edition house units distances environment walls round over"

    distances: Annotated[Distances, Fact(type=dict[str, Metres], write=lambda known, _: known.data())] = NO_DISTANCES
    """Metres between two units, `{"jack>guard": 60}`; one way counts for both."""
    environment: Annotated[tuple[Environment, ...], Fact(most=50)] = ()
    walls: Annotated[tuple[Wall, ...], Fact(most=MOST_WALLS)] = ()
    edition: Annotated[Edition, Fact(key="options")] = USUAL
    round: Round = FIRST_ROUND

    @property
    def units(self) -> Annotated[tuple[Unit, ...], Fact(most=MOST_UNITS, needed=True)]:
        """Every unit."""
        return tuple(self.pieces)

    def __hash__(self) -> int:
        return hash((self.pieces, self.round, self.over))  # the rest is compared

    def distance(self, a: Unit, b: Unit) -> Distance | None:
        """How far it is from one to the other: as given, else between their points, else nobody knows."""
        if a.id == b.id:
            return Distance(Fraction(0))
        if (metres := self.distances.between(a.id, b.id)) is not None:
            return Distance(metres * metres)
        if a.at is None or b.at is None:
            return None
        return Distance.between(a.at, b.at)

    def covers(self, unit: Unit, against: Unit) -> Iterator[Cover]:
        """What stands between one and somebody else: what he is behind, and a wall of the plan (EHZ-9.1)."""
        if unit.cover and unit.cover.hides_from(against.id):
            yield unit.cover
        if self.walls and (wall := board.between(self.walls, unit.at, against.at)):
            yield wall

    def enemies(self, unit: Unit) -> Iterator[Unit]:
        """Everybody in the fight that this unit may shoot at."""
        return (other for other in self.pieces if unit.is_enemy_of(other) and not other.out)


def under(state: State, edition: Edition) -> State:
    """The same state where the table plays by other rules, and with other numbers."""
    if state.edition.house == edition.house:
        return state.but(edition=edition)
    before, after = state.edition.house, edition.house

    def weapon(one: armoury.Weapon) -> armoury.Weapon:
        model = played_with(one.model, after)
        return replace(one, model=model, loaded=model.capacity if one.loaded == one.model.capacity else one.loaded)

    standing = state.pieces
    for unit in state.units:
        played = replace(
            unit,
            weapon=unit.weapon and weapon(unit.weapon),
            carried=tuple(replace(one, weapon=weapon(one.weapon)) for one in unit.carried),
            cover=unit.cover and board.reclassed(unit.cover, before, after),
        )
        standing = standing.put(played)
    walls = tuple(board.reclassed(wall, before, after) for wall in state.walls)
    return state.but(edition=edition, pieces=standing, walls=walls)


def begun(state: State) -> State:
    """The round at its beginning: the turn of the first in the order who is in the fight."""
    return with_turn(state, first_of(state, state.round.order))


def with_turn(state: State, turn: str | None) -> State:
    """The state in which it is somebody's turn; who showed himself over cover until then is hidden again (EHZ-9.1)."""
    if turn is not None and state.unit(turn).showing:
        state = state.put(replace(state.unit(turn), showing=False))
    return state.but(round=replace(state.round, turn=turn))


def to_act(state: State) -> tuple[str, ...]:
    """Whose turn it is and who in the fight has one still to come in this round; () where nobody has turns."""
    now = state.round
    if now.turn is None:
        return ()
    later = now.order[now.order.index(now.turn) + 1 :]
    return (now.turn, *(id_ for id_ in later if not state.unit(id_).out))


def first_of(state: State, ids: tuple[str, ...]) -> str | None:
    """The first of these who is in the fight."""
    return next((id_ for id_ in ids if not state.unit(id_).out), None)
