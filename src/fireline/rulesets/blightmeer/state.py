"""A battle as it stands: who stands where, what ails whom, and the table."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, fields, replace
from fractions import Fraction
from functools import cached_property
from typing import TYPE_CHECKING, Annotated, Any, Literal, NamedTuple

from pydantic import Discriminator, Field, Tag

from fireline.game.entries import Name, one_of, shown
from fireline.game.errors import BattleFileError, Code
from fireline.game.facts import Fact
from fireline.game.files import NO_FILES, Files
from fireline.game.modelfacts import SideFile
from fireline.game.numbers import House
from fireline.game.pieces import PieceState
from fireline.geometry.bases import Base, Gap, exact, gap_between
from fireline.geometry.model import MM, Model
from fireline.rulesets.blightmeer.editions import JULY_2026, NUMBERS, RULES, Edition
from fireline.rulesets.blightmeer.landscape import Degrees, FileName, Place, check_size, check_unit
from fireline.rulesets.blightmeer.pieces import (
    GEAR,
    Injury,
    NamedWeapon,
    Size,
    Weapon,
    by_name_or_whole,
    pieces,
    read_weapon,
    weapon_data,
)
from fireline.rulesets.blightmeer.terrain import Landscape
from fireline.ruling import is_active

if TYPE_CHECKING:
    from fireline.geometry.figures import Figure, Placed
    from fireline.geometry.sight import Crowd
    from fireline.rulesets.blightmeer.openings import Window

TABLE = (36.0, 36.0)
LARGEST_STAT = 40
Diameter = Annotated[float, Field(ge=5, le=500)]
"""Of a base, in millimetres."""
DEFENCE = RULES.cite("BLM-7.3")
NO_CHECK = NUMBERS.cite("BLM-7.3.no_defence")
"""A stat of - counts as just out of reach: the first point of improvement brings a check on 20 (BLM-7.3)."""


@dataclass(frozen=True)
class Miniature:
    """A mesh file that stands for a unit: its name, what it holds, and what is said of it."""

    file: str
    model: Model
    said: Mapping[str, Any] = field(default_factory=dict, hash=False)

    @cached_property
    def height(self) -> Fraction:
        """How high it is, in inches."""
        (_, _, low), (_, _, high) = self.model.solid.bounds
        return exact(high - low)


class Around(NamedTuple):
    """What a unit of a battle file is read among, and said again."""

    house: House
    terrain: Landscape = Landscape()
    files: Files = NO_FILES


class ModelEntry(SideFile):
    """A mesh file in the battle's folder that stands for a unit, and what is said of it."""

    file: FileName


def _kind_of_base(given: object) -> str:
    return "list[float]" if isinstance(given, list) else "float"


BaseSize = (
    Annotated[
        Annotated[Diameter, Tag("float")]
        | Annotated[Annotated[list[Diameter], Field(min_length=2, max_length=2)], Tag("list[float]")],
        Discriminator(_kind_of_base),
    ]
    | None
)
NamedModel = Annotated[
    Annotated[FileName, Tag("str")] | Annotated[ModelEntry, Tag("Entry")], Discriminator(by_name_or_whole)
]


def _stands(at: Sequence[float], place: str, around: Around) -> tuple[float, float, float]:
    """Where it stands; without a z on the highest surface there."""
    x, y = at[0], at[1]
    z = at[2] if len(at) > 2 else around.terrain.ground((x, y))
    if z < 0:
        raise BattleFileError(Code.NO_PLACE, f"a z of {z:g} is under the table; at least 0", place)
    return x, y, z


def _stat(given: object, place: str, _: object) -> int | None:
    if given == "-":
        return None
    if isinstance(given, bool) or not isinstance(given, int) or not 1 <= given <= LARGEST_STAT:
        what = f'a stat is a whole number from 1 to {LARGEST_STAT}, or "-" for none'
        raise BattleFileError(Code.WRONG_TYPE, f"{shown(given)} is no stat; {what}", place)
    return given


def _status(names: Iterable[str], _place: str, _: object) -> Injury:
    return max((Injury[name.upper()] for name in names), default=Injury.NONE)


def _status_data(injury: Injury, _: object) -> list[str]:
    return [str(injury)] if injury else []


def _base(given: float | Sequence[float] | None, _place: str, _: object) -> tuple[float, float] | None:
    if given is None:
        return None
    return (given, given) if isinstance(given, int | float) else (given[0], given[1])


def _base_data(size: tuple[float, float], _: object) -> float | list[float]:
    return size[0] if size[0] == size[1] else list(size)


def _gear(names: Sequence[str], place: str, _: object) -> tuple[str, ...]:
    return tuple(dict.fromkeys(one_of(name, GEAR, "gear", f"{place}[{n}]") for n, name in enumerate(names)))


def _raised(pose: Sequence[str], _place: str, _: object) -> bool:
    return "raised_arms" in pose


def _pose(raised: bool, _: object) -> list[str]:  # noqa: FBT001 - a fact of a unit
    return ["raised_arms"] if raised else []


def _model_data(one: Miniature, _: object) -> str | dict[str, Any]:
    return {"file": one.file, **one.said} if one.said else one.file


def _miniature(given: str | ModelEntry | None, place: str, around: Around) -> Miniature | None:
    if given is None:
        return None
    entry = ModelEntry(file=given) if isinstance(given, str) else given
    model = around.files.model(entry.file, place if isinstance(given, str) else f"{place}.file", entry)
    check_unit(model, f"{place}.scale")
    miniature = Miniature(entry.file, model, entry.said())
    check_size(model.solid.bounds, f"{place}.scale")
    if model.base_height:
        _check_base(miniature, place)
    return miniature


def _check_base(miniature: Miniature, place: str) -> None:
    """There is something of the body above the base; raises `BattleFileError`."""
    from fireline.rulesets.blightmeer.figure import of_model

    try:
        of_model(miniature.model)
    except BattleFileError as wrong:
        raise wrong.inside(place) from None


Stat = Annotated[
    int | None,
    Fact(type=Annotated[object, Field(json_schema_extra={"default": "-"})], read=_stat, unit="- for none"),
]
Status = Literal["staggered", "dazed", "stunned", "incapacitated"]


@dataclass(frozen=True)
class Unit:
    """A unit on the table: `at` in inches, `facing` in degrees counterclockwise from +x; a stat of - is None."""

    id: Name
    side: Name
    at: Annotated[tuple[float, float, float], Fact(type=Place, read=_stands)]
    facing: Annotated[float, Fact(type=Degrees, unit="degrees", mark=True, always=True)] = 0.0
    ranged: Stat = None
    defence: Stat = None
    morale: Stat = None
    wounds: Annotated[int, Fact(least=0, most=30, always=True)] = 1
    weapon: Annotated[Weapon | None, Fact(type=NamedWeapon | None, read=read_weapon, write=weapon_data)] = None
    injury: Annotated[Injury, Fact(key="status", type=list[Status], read=_status, write=_status_data)] = Injury.NONE
    moved: Annotated[bool, Fact(flag="moved", mark=True)] = False
    ran: Annotated[bool, Fact(flag="ran", mark=True)] = False
    cast: Annotated[bool, Fact(flag="cast", mark=True)] = False
    engaged: Annotated[bool, Fact(flag="engaged", mark=True)] = False
    shot: Annotated[bool, Fact(flag="shot")] = False
    shot_last_turn: bool = False
    loaded: bool = True
    peering: str | None = None
    """The window it has peered through since its turn began."""
    size: Size = Size.NORMAL
    own_base: Annotated[
        tuple[float, float] | None,
        Fact(key="base", type=BaseSize, read=_base, write=_base_data, unit="millimetres"),
    ] = None
    """The length and width of its base, where it is not that of its model or its size."""
    own_height: Annotated[float | None, Fact(key="height", least=0.2, most=24, unit="inches")] = None
    """How tall its figure is, where it is not that of its size."""
    gear: Annotated[tuple[str, ...], Fact(type=list[str], read=_gear)] = ()
    raised_arms: Annotated[bool, Fact(key="pose", type=list[Literal["raised_arms"]], read=_raised, write=_pose)] = False
    miniature: Annotated[
        Miniature | None, Fact(key="model", type=NamedModel | None, read=_miniature, write=_model_data)
    ] = None
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
        return tuple(_status_data(self.injury, None))

    @property
    def pose(self) -> tuple[str, ...]:
        """What its pose exaggerates, as a battle file says it."""
        return tuple(_pose(self.raised_arms, None))

    @property
    def model(self) -> str | None:
        """The mesh file that stands for it."""
        return self.miniature.file if self.miniature else None

    @cached_property
    def figure(self) -> Figure:
        """The figure that stands for it, not yet on the table; the Stunned lie face down, the Dazed face up."""
        from fireline.geometry.figures import Posture
        from fireline.rulesets.blightmeer.figure import human, of_model

        lying = {Injury.STUNNED: Posture.FACE_DOWN, Injury.DAZED: Posture.FACE_UP}
        posture = lying.get(self.injury, Posture.STANDING)
        if self.miniature is not None:
            return of_model(self.miniature.model, posture)
        base, weapon = (float(self.base.long), float(self.base.wide)), self.weapon.name if self.weapon else None
        return human(float(self.height), base, self.gear, weapon, posture, raised_arms=self.raised_arms)

    @cached_property
    def placed(self) -> Placed:
        """Its figure on the table."""
        from fireline.geometry.figures import placed  # with numpy, which no rulebook loads

        return placed(self.figure, self.at, self.facing)

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

    shooter: str
    target: str
    peer: str | None = None


class Table(NamedTuple):
    """The size of a table, in inches."""

    width: float
    depth: float


class Improvements(NamedTuple):
    """The Improvement Deck as a battle file says it."""

    deck: tuple[str, ...] | None
    drawn: tuple[tuple[str, str], ...]


@dataclass(frozen=True, kw_only=True)
class State(PieceState[Unit]):
    """A battle as it stands."""

    turn: str
    terrain: Landscape
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

    @property
    def table(self) -> Table:
        """The size of the table."""
        return Table(self.width, self.depth)

    @property
    def improvements(self) -> Improvements:
        """The cards left of the Improvement Deck, and those drawn."""
        return Improvements(self.deck, self.drawn)

    @property
    def units(self) -> tuple[Unit, ...]:
        """Every unit."""
        return tuple(self.pieces)

    @cached_property
    def sides(self) -> tuple[str, ...]:
        """The sides, the first player first."""
        named = dict.fromkeys([*filter(None, [self.first_player]), *(unit.side for unit in self.units), self.turn])
        return tuple(named)

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

    def unit(self, id_: str) -> Unit:
        """The unit of this id; raises `KeyError`."""
        return self.pieces[id_]

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

    @property
    def windows(self) -> dict[str, Window]:
        """Every window by its id."""
        return self.terrain.windows

    def with_unit(self, changed: Unit) -> State:
        """The battle with one unit changed."""
        return self.but(pieces=self.pieces.put(changed))


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
