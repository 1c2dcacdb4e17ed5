"""A battle as it stands: who stands where, what ails whom, and the table."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field, replace
from fractions import Fraction
from functools import cached_property
from typing import Any

from fireline.game.kept import Notes
from fireline.geometry.model import Model
from fireline.rulesets.blightmeer.bases import Base, gap_between
from fireline.rulesets.blightmeer.board import Gap, exact
from fireline.rulesets.blightmeer.editions import JULY_2026, RULES, Edition
from fireline.rulesets.blightmeer.openings import Window
from fireline.rulesets.blightmeer.pieces import GEAR, HEIGHTS, MM, RADII, Injury, Size, Weapon
from fireline.rulesets.blightmeer.terrain import Terrain
from fireline.ruling import is_active

TABLE = (36.0, 36.0)
DEFENCE = RULES.cite("BLM-7.3")
NO_CHECK = 21
"""A stat of - counts as just out of reach: the first point of improvement brings a check on 20 (BLM-7.3)."""


@dataclass(frozen=True)
class Miniature:
    """A mesh file that stands for a unit: its name, what it holds, the inches of one of its units, and what is said."""

    file: str
    model: Model
    scale: float | None = None
    said: Mapping[str, Any] = field(default_factory=dict, hash=False)

    @property
    def inches(self) -> float:
        """The inches of one unit of the file."""
        return self.model.unit(self.scale)

    @cached_property
    def height(self) -> Fraction:
        """How high it is, in inches."""
        (_, _, low), (_, _, high) = self.model.solid.bounds
        return exact((high - low) * self.inches)


@dataclass(frozen=True)
class Unit:
    """A unit on the table: `at` in inches, `facing` in degrees counterclockwise from +x; a stat of - is None."""

    id: str
    side: str
    at: tuple[float, float, float]
    facing: float = 0.0
    ranged: int | None = None
    defence: int | None = None
    morale: int | None = None
    wounds: int = 1
    weapon: Weapon | None = None
    injury: Injury = Injury.NONE
    moved: bool = False
    ran: bool = False
    cast: bool = False
    engaged: bool = False
    shot: bool = False
    shot_last_turn: bool = False
    loaded: bool = True
    peering: str | None = None
    """The window it has peered through since its turn began."""
    size: Size = Size.NORMAL
    own_base: tuple[float, float] | None = None
    """The length and width of its base in millimetres, where it is not that of its model or its size."""
    own_height: float | None = None
    """How tall its figure is in inches, where it is not that of its size."""
    gear: tuple[str, ...] = ()
    raised_arms: bool = False
    miniature: Miniature | None = None

    def __str__(self) -> str:
        return self.id

    @cached_property
    def base(self) -> Base:
        """Its base: its own, else its model's, else that of its size."""
        size = self.own_base or (self.miniature and self.miniature.model.base_size)
        if not size:
            return Base.of(RADII[self.size], RADII[self.size], self.facing)
        return Base.of(exact(size[0]) * MM / 2, exact(size[1]) * MM / 2, self.facing)

    @cached_property
    def put_together(self) -> Notes[str, Any]:
        """What is worked out once of its model where it stands: see `scene.placed`."""
        return Notes()

    @property
    def radius(self) -> Fraction:
        """How far its base reaches from its middle, in inches."""
        return self.base.reach

    @property
    def height(self) -> Fraction:
        """How tall it is when it stands, in inches."""
        if self.miniature is not None:
            return self.miniature.height
        return HEIGHTS[self.size] if self.own_height is None else exact(self.own_height)

    @property
    def out(self) -> bool:
        """Whether it is out of the game."""
        return self.injury is Injury.INCAPACITATED

    @property
    def may_act(self) -> bool:
        """Whether it is fit to do anything: not Stunned, Dazed or out of the game."""
        return not (self.injury.lies or self.out)

    @property
    def armour(self) -> int | None:
        """Its Defence with what its gear adds, None for no check (BLM-7.3)."""
        worn = (one for one in self.gear if GEAR[one] and is_active(DEFENCE, f"{one.replace('_', ' ')} of {self}"))
        better = sum(GEAR[one] for one in worn)
        stat = NO_CHECK if self.defence is None else self.defence
        return None if self.defence is None and not better else stat - better

    def gap(self, other: Unit) -> Gap:
        """The distance between its base and another's (BLM-2.2)."""
        return gap_between(self.at, self.base, other.at, other.base)

    def above(self, other: Unit) -> Fraction:
        """How many inches higher it stands than another (BLM-6.1)."""
        return exact(self.at[2]) - exact(other.at[2])


@dataclass(frozen=True)
class Declared:
    """A shot that waits for the opponent to name a protector (BLM-4.2)."""

    shooter: str
    target: str
    peer: str | None = None


@dataclass(frozen=True)
class State:
    """A battle as it stands."""

    turn: str
    units: tuple[Unit, ...]
    terrain: tuple[Terrain, ...] = ()
    width: float = TABLE[0]
    depth: float = TABLE[1]
    number: int = 1
    first_player: str | None = None
    edition: Edition = JULY_2026
    deck: tuple[str, ...] | None = None
    """The cards left of the Improvement Deck; None for Fireline's own, whole."""
    drawn: tuple[tuple[str, str], ...] = ()
    """The improvements drawn: the side and the card."""
    due: Declared | None = None
    name: str = ""
    over: bool = False

    @cached_property
    def _by_id(self) -> dict[str, Unit]:
        return {unit.id: unit for unit in self.units}

    @cached_property
    def sides(self) -> tuple[str, ...]:
        """The sides, the first player first."""
        named = dict.fromkeys([*filter(None, [self.first_player]), *(unit.side for unit in self.units), self.turn])
        return tuple(named)

    @cached_property
    def put_together(self) -> Notes[str, Any]:
        """What is worked out once of all that stands on the table: see `scene.standing`."""
        return Notes()

    def find(self, id_: str) -> Unit | None:
        """The unit of this id."""
        return self._by_id.get(id_)

    def unit(self, id_: str) -> Unit:
        """The unit of this id; raises `KeyError`."""
        return self._by_id[id_]

    @property
    def standing(self) -> Iterator[Unit]:
        """Everyone who is on the table."""
        return (unit for unit in self.units if not unit.out)

    def enemies(self, unit: Unit) -> Iterator[Unit]:
        """Every enemy of a unit on the table."""
        return (other for other in self.standing if other.side != unit.side)

    def allies(self, unit: Unit) -> Iterator[Unit]:
        """Every other unit of its side on the table."""
        return (other for other in self.standing if other.side == unit.side and other.id != unit.id)

    @cached_property
    def windows(self) -> dict[str, Window]:
        """Every window by its id."""
        return {window.id: window for piece in self.terrain for window in piece.windows}

    def with_unit(self, changed: Unit) -> State:
        """The battle with one unit changed."""
        return replace(self, units=tuple(changed if unit.id == changed.id else unit for unit in self.units))


def under(state: State, edition: Edition) -> State:
    """The same state where the table plays by other rules."""
    return replace(state, edition=edition)
