"""A battle as it stands: who stands where, what ails whom, and the table."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field, fields, replace
from fractions import Fraction
from functools import cached_property
from typing import TYPE_CHECKING, Annotated, Any, ClassVar

from pydantic import Field

from fireline.game.entries import FileEntry, Name
from fireline.game.facts import Fact, Points
from fireline.game.numbers import House
from fireline.game.pieces import PieceState
from fireline.geometry.bases import MM, Base, Gap, exact, gap_between
from fireline.geometry.outlines import Outline
from fireline.rulesets.blightmeer.editions import EDITIONS, JULY_2026, NUMBERS, OPTIONS, RULES, Edition
from fireline.rulesets.blightmeer.landscape import Landscape, TerrainEntry
from fireline.rulesets.blightmeer.modelfacts import of_model
from fireline.rulesets.blightmeer.openings import Degrees
from fireline.rulesets.blightmeer.pieces import (
    Injury,
    NamedWeapon,
    Size,
    Weapon,
    pieces,
    read_weapon,
    weapon_data,
)
from fireline.rulesets.blightmeer.roster import At, BaseSize, Gear, Height, ModelFile, Pose, Stat, Status
from fireline.ruling import is_active

if TYPE_CHECKING:
    from fireline.geometry.figures import Figure, Placed
    from fireline.geometry.sight import Crowd

DEFENCE = RULES.cite("BLM-7.3")
MOST_CARDS = 500
MOST_UNITS = 200
MOST_TERRAIN = 5000
NO_CHECK = NUMBERS.cite("BLM-7.3.no_defence")
"""A stat of - counts as just out of reach: the first point of improvement brings a check on 20 (BLM-7.3)."""


@dataclass(frozen=True)
class Unit:
    """A unit on the table: `at` in inches, `facing` in degrees counterclockwise from +x; a stat of - is None."""

    id: Name
    side: Name
    at: At
    """Its place on the table in inches: `[x, y]`, or `[x, y, z]`; without z it stands on whatever is under it."""
    facing: Annotated[float, Fact(type=Degrees, unit="degrees", mark=True, always=True)] = 0.0
    """Where it looks: 0 to the right, 90 away from you."""
    ranged: Stat = None
    """What a Ranged Check must show; `-` for no check."""
    defence: Stat = None
    """What a Defence Check must show; `-` for no check."""
    morale: Stat = None
    """What a Morale Check must show; `-` for no check."""
    wounds: Annotated[int, Fact(least=0, most=30, always=True)] = 1
    """Wounds left."""
    weapon: Annotated[Weapon | None, Fact(type=NamedWeapon | None, read=read_weapon, write=weapon_data)] = None
    """A listed weapon by its name, or one of your own."""
    injury: Status = Injury.NONE
    """Staggered, dazed, stunned or incapacitated, in a list."""
    moved: Annotated[bool, Fact(flag="moved", mark=True)] = False
    """Whether it has moved this turn."""
    ran: Annotated[bool, Fact(flag="ran", mark=True)] = False
    """Whether it has run this turn."""
    cast: Annotated[bool, Fact(flag="cast", mark=True)] = False
    """Whether it has cast a spell this turn."""
    engaged: Annotated[bool, Fact(flag="engaged", mark=True)] = False
    """Whether it is engaged in melee."""
    shot: Annotated[bool, Fact(flag="shot")] = False
    """Whether it has shot this turn."""
    shot_last_turn: bool = False
    """Whether it shot in its last turn."""
    loaded: bool = True
    """Whether a weapon with a long reload is loaded."""
    peering: str | None = None
    """The window it has peered through since its turn began."""
    size: Size = Size.NORMAL
    """Normal or large: its usual base and height."""
    own_base: BaseSize = None
    """Its diameter, or length and width, in millimetres, where it is not that of its model or its size."""
    own_height: Height = None
    """How tall its figure is, in inches, where it is not that of its size."""
    gear: Gear = ()
    """What it carries besides: shield, tower_shield, cloak."""
    raised_arms: Pose = False
    """What its pose exaggerates: `[raised_arms]`."""
    miniature: ModelFile = None
    """A mesh file of your own, by its name or with what is said of it."""
    points: Points = None
    """What it costs in an army; no rule asks for it."""
    house: Annotated[House, Fact(unsaid=True)] = NUMBERS.printed
    """The numbers that its size and its gear are played with."""

    def __str__(self) -> str:
        return self.id

    def __getstate__(self) -> dict[str, Any]:
        """Its fields, as a copy or a pickle of it holds them: its solids are left behind."""
        return {told.name: getattr(self, told.name) for told in fields(self)}

    @cached_property
    def base(self) -> Base:
        """Its base: its own, else its model's, else that of its size."""
        size = self.own_base or (self.miniature and self.miniature.model.base_size)
        if not size:
            radius = pieces(self.house).radii[self.size]
            return Base.of(radius, radius, self.facing)
        return Base.of(exact(size[0]) * MM / 2, exact(size[1]) * MM / 2, self.facing)

    @property
    def place(self) -> None:
        """None: the points of a table have no names."""

    @property
    def status(self) -> tuple[str, ...]:
        """What ails it, as a battle file says it."""
        return (str(self.injury),) if self.injury else ()

    @property
    def pose(self) -> tuple[str, ...]:
        """What its pose exaggerates, as a battle file says it."""
        return ("raised_arms",) if self.raised_arms else ()

    @property
    def model(self) -> str | None:
        """The mesh file that stands for it."""
        return self.miniature.file if self.miniature else None

    @cached_property
    def figure(self) -> Figure:
        """The figure that stands for it, not yet on the table; the Stunned lie face down, the Dazed face up."""
        from fireline.geometry.figures import Posture, human
        from fireline.geometry.held import GEAR, held

        lying = {Injury.STUNNED: Posture.FACE_DOWN, Injury.DAZED: Posture.FACE_UP}
        posture = lying.get(self.injury, Posture.STANDING)
        if self.miniature is not None:
            return of_model(self.miniature.model, posture)
        base, weapon = (float(self.base.long), float(self.base.wide)), held(self.weapon.name) if self.weapon else None
        worn = tuple(GEAR[name] for name in self.gear)
        return human(float(self.height), base, weapon, worn, posture, raised_arms=self.raised_arms)

    @cached_property
    def placed(self) -> Placed:
        """Its figure on the table."""
        from fireline.geometry.figures import placed  # with numpy, which no rulebook loads

        x, y, z = map(float, self.at)
        return placed(self.figure, (x, y, z), self.facing)

    @property
    def radius(self) -> Fraction:
        """How far its base reaches from its middle, in inches."""
        return self.base.reach

    @property
    def height(self) -> Fraction:
        """How tall it is when it stands, in inches."""
        if self.miniature is not None:
            return self.miniature.height
        return pieces(self.house).heights[self.size] if self.own_height is None else exact(self.own_height)

    @property
    def footprint(self) -> Outline:
        """What its base covers, seen from above."""
        return tuple((self.at[0] + x, self.at[1] + y) for x, y in self.base.shape)

    @property
    def out(self) -> bool:
        """Whether it is out of the game."""
        return self.injury is Injury.INCAPACITATED

    @property
    def armour(self) -> int | None:
        """Its Defence with what its gear adds, None for no check (BLM-7.3)."""
        adds = pieces(self.house).gear
        worn = (one for one in self.gear if adds[one] and is_active(DEFENCE, f"{one.replace('_', ' ')} of {self}"))
        better = sum(adds[one] for one in worn)
        stat = self.house[NO_CHECK] if self.defence is None else self.defence
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

    shooter: Name
    target: Name
    peer: str | None = None
    """The window that the shooter peers through."""


@dataclass(frozen=True)
class Table:
    """The size of the table."""

    width: Annotated[float, Fact(least=1, most=240, unit="inches")] = 36.0
    """Along x, in inches."""
    depth: Annotated[float, Fact(least=1, most=240, unit="inches")] = 36.0
    """Along y, in inches."""


@dataclass(frozen=True)
class DrawnCard:
    """A card drawn from the Improvement Deck."""

    side: Name
    card: Name
    """Its name."""


Cards = Annotated[list[Name], Field(max_length=MOST_CARDS)]


@dataclass(frozen=True)
class Improvements:
    """The Improvement Deck: the cards left in it, in any order, and those drawn."""

    deck: Annotated[
        tuple[str, ...] | None,
        Fact(
            type=Cards | None,
            read=lambda deck, _place, _context: tuple(sorted(deck)),
        ),
    ] = None
    """The cards left; None for Fireline's own deck, whole."""
    drawn: Annotated[tuple[DrawnCard, ...], Fact(most=MOST_CARDS)] = ()
    """The cards drawn, each with the side that drew it."""


@dataclass(frozen=True, slots=True)
class Turn:
    """Whose turn it is."""

    side: Name
    """The side whose turn it is."""
    number: Annotated[int, Fact(least=1, most=1_000_000, always=True)] = 1
    """The number of the turn, from 1."""
    first_player: Name | None = None
    """The side that has the first turn of the game."""


class OptionsEntry(FileEntry):
    """The rulings a table plays its own way; what is left out is the edition's."""


def _options(edition: Edition, _: object) -> dict[str, Any]:
    """What a table plays otherwise than its edition."""
    usual = EDITIONS[edition.id]
    return {name: value for name in OPTIONS if (value := getattr(edition, name)) != getattr(usual, name)}


@dataclass(frozen=True, kw_only=True)
class State(PieceState[Unit]):
    """A battle as it stands."""

    IN_FILE: ClassVar[str] = "name edition house turn table terrain units improvements due over"

    turn: Turn
    terrain: Annotated[
        Landscape,
        Fact(
            type=Annotated[list[TerrainEntry], Field(max_length=MOST_TERRAIN)],
            write=lambda terrain, _: [{"id": piece.id} | piece.data for piece in terrain],
        ),
    ] = field(default_factory=Landscape)
    table: Table = Table()
    edition: Annotated[Edition, Fact(key="options", type=OptionsEntry, write=_options)] = JULY_2026
    improvements: Improvements = Improvements()
    due: Declared | None = None

    @property
    def units(self) -> Annotated[tuple[Unit, ...], Fact(most=MOST_UNITS, needed=True)]:
        """Every unit."""
        return tuple(self.pieces)

    @property
    def sides(self) -> tuple[str, ...]:
        """The sides, the first player first."""
        first, whose = self.turn.first_player, self.turn.side
        return tuple(dict.fromkeys([*filter(None, [first]), *(unit.side for unit in self.units), whose]))

    @cached_property
    def there(self) -> Crowd:
        """All that stands on the table, terrain first, then models; terrain is built when it is asked for."""
        import numpy as np  # no rulebook loads it

        from fireline.geometry.sight import Crowd, balls_of

        terrain, units = self.terrain, tuple(self.standing)
        solids = [unit.placed.solid for unit in units]
        return Crowd(
            [one.id for one in (*terrain, *units)],
            np.concatenate((terrain.balls, balls_of(solids))),
            lambda n: terrain[n].solid if n < len(terrain) else solids[n - len(terrain)],
        )

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


def under(state: State, edition: Edition) -> State:
    """The same state where the table plays by other rules, and with other numbers."""
    if state.edition.house == edition.house:
        return state.but(edition=edition)
    before, after = pieces(state.edition.house), pieces(edition.house)
    listed = {weapon: after.weapons[name] for name, weapon in before.weapons.items()}
    standing = state.pieces
    for unit in state.units:
        weapon = unit.weapon and listed.get(unit.weapon, unit.weapon)
        standing = standing.put(replace(unit, house=edition.house, weapon=weapon))
    return state.but(edition=edition, pieces=standing)
