"""A battle as it stands: who is where, whose fire it is, and which answers are owed."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field, replace
from typing import Annotated, ClassVar, NamedTuple, TypeAlias

from pydantic import Field

from fireline.game.entries import FileEntry, Name, one_of
from fireline.game.facts import Fact, Points
from fireline.game.pieces import PieceState
from fireline.geometry.hexes import Hex, neighbours, within
from fireline.rulesets.ancients.board import Board, Side, hex_name
from fireline.rulesets.ancients.editions import NUMBERS, Edition
from fireline.rulesets.ancients.pieces import (
    FARTHEST,
    MOST_BLOCKS,
    MOST_DICE,
    MOST_EXTRA_DICE,
    TERRAIN_KINDS,
    UNIT_TYPES,
    Missiles,
    Rows,
    Terrain,
    UnitType,
    check_dice,
    kinds,
)

BY_CARD, BATTLES = NUMBERS.cite("CCA-4.5.by_card"), NUMBERS.cite("CCA-1.4.battles")
MOST_BATTLES = int(NUMBERS[BATTLES].most)
MOST_MOVED = FARTHEST + int(NUMBERS[BY_CARD].most)
MOST_PIECES = 1000
MOST_FLAGS = MOST_DICE + MOST_EXTRA_DICE
MOST_DUE = 7
"""What a rampage leaves owed at most: the flight of a leader from each hex around, then the retreat (CCA-7.1)."""


class Scene(NamedTuple):
    """What the pieces of a battle file are read by, and said again."""

    board: Board
    types: Mapping[str, UnitType]
    edition: Edition


def _missiles(said: Missiles, place: str, _: Scene) -> Missiles:
    check_dice(said.dice, place)
    return said


OfType: TypeAlias = Annotated[
    UnitType,
    Fact(
        type=str,
        read=lambda said, place, scene: scene.types[one_of(said, scene.types, "unit type", place)],
        write=lambda kind, _: kind.id,
    ),
]
OnHex: TypeAlias = Annotated[
    Hex, Fact(type=str, read=lambda said, at, scene: scene.board.named(said, at), write=lambda hex_, _: hex_name(hex_))
]
Battles: TypeAlias = Annotated[
    int,
    Fact(
        least=1,
        most=MOST_BATTLES,
        usual=lambda _, scene: scene.edition.house[BATTLES],
        title="May battle",
        unit="times a turn",
    ),
]
Banner: TypeAlias = Annotated[int, Fact(least=0, most=99, always=True)]
OwnTypes: TypeAlias = Annotated[
    tuple[UnitType, ...],
    Fact(type=Rows, write=lambda own, scene: UNIT_TYPES.data(own, scene.edition.house) if own else {}),
]
OwnTerrain: TypeAlias = Annotated[
    tuple[Terrain, ...],
    Fact(type=Rows, usual=(), write=lambda own, scene: TERRAIN_KINDS.data(own, scene.edition.house) if own else {}),
]
Times: TypeAlias = bool | Annotated[int, Field(ge=0, le=MOST_BATTLES)]


@dataclass(frozen=True, slots=True)
class Unit:
    """A unit on the board; `moved` in hexes this turn, `battled` times of the `battles` it may fight in it."""

    id: Name
    side: Side
    type: OfType
    """A unit type; the commented file lists them."""
    hex: OnHex
    """Its hex: the letter of the row and the number from the left, `E5`."""
    blocks: Annotated[int, Fact(least=1, most=MOST_BLOCKS, usual=lambda has, _: has["type"].blocks, always=True)]
    """Blocks left; all that its type has if left out."""
    ordered: Annotated[bool, Fact(flag="ordered")] = True
    """Whether it is ordered this turn."""
    moved: Annotated[int, Fact(least=0, most=MOST_MOVED, flag="moved", title="Has moved", unit="hexes")] = 0
    """Hexes it has moved this turn."""
    battled: Annotated[
        int, Fact(type=Times, write=lambda n, _: n if n > 1 else bool(n), flag="battled", title="Has battled")
    ] = 0
    """Whether it has battled this turn, or how often."""
    battles: Battles = 1
    """How often it may battle in a turn; a card may allow more than one."""
    missiles: Annotated[
        Missiles | None,
        Fact(type=Missiles | None, read=_missiles, write=lambda own, _: own.model_dump(mode="json")),
    ] = None
    """Missiles of its own (CCA-4.6), which its type has then."""
    name: Annotated[str, Fact(type=Name | None)] = ""
    """What it is called in this scenario."""
    points: Points = None
    """What it costs in an army; no rule asks for it."""

    def __post_init__(self) -> None:
        if self.missiles is not None:
            object.__setattr__(self, "type", self.type.armed(self.missiles))

    def __str__(self) -> str:
        return f"{self.name or self.type.name} ({hex_name(self.hex)})"

    @property
    def place(self) -> Hex:
        """Its hex."""
        return self.hex


@dataclass(frozen=True, slots=True)
class Leader:
    """A leader; on the hex of a friendly unit he is attached to it, else he stands alone."""

    id: Name
    side: Side
    hex: OnHex
    """His hex; on the hex of a unit of his side he is attached to it."""
    type: ClassVar[None] = None
    """He is of no unit type."""

    def __str__(self) -> str:
        return f"Leader {self.id} ({hex_name(self.hex)})"

    @property
    def place(self) -> Hex:
        """His hex."""
        return self.hex


def longest_move(kind: UnitType, edition: Edition) -> int:
    """The most hexes that a unit of this type can have moved in a turn."""
    return kind.move + edition.house[BY_CARD]


@dataclass(frozen=True, slots=True)
class Turn:
    """Whose fire it is, and whether units are ordered when a turn begins."""

    side: Side
    """Whose fire it is."""
    starts_ordered: Annotated[bool, Fact(title="Units start ordered")] = True
    """Whether every unit is ordered when a turn begins; otherwise orders are given by hand."""


@dataclass(frozen=True, slots=True)
class Banners:
    """Victory Banners won."""

    top: Banner = 0
    """Of the side at the top."""
    bottom: Banner = 0
    """Of the side at the bottom."""


@dataclass(frozen=True, slots=True)
class Victory:
    """What wins the game: so many Victory Banners; without a number nothing but to be left alone."""

    banners: Annotated[int | None, Fact(least=1, most=99)] = None
    """How many win."""


@dataclass(frozen=True, slots=True)
class Armies:
    """What the armies are called."""

    top: Annotated[Name | None, Fact(title="Army at the top")] = None
    """The army at the top."""
    bottom: Annotated[Name | None, Fact(title="Army at the bottom")] = None
    """The army at the bottom."""


@dataclass(frozen=True, slots=True)
class RetreatDue:
    """A unit owes a retreat: flags rolled against it from a hex; `checked` if its leader had his check."""

    id: Annotated[str, Fact(key="retreat")]
    flags: int
    origin: OnHex
    checked: Annotated[bool, Fact(always=True)] = False
    rampaged: tuple[str, ...] | None = None
    """The leaders whose check its rampage has called for; None where it has not rampaged (CCA-7.1)."""

    what: ClassVar[str] = "answer its flags"
    """What is owed, as a verb."""


@dataclass(frozen=True, slots=True)
class FlightDue:
    """A leader without a unit owes his flight (CCA-6)."""

    id: Annotated[str, Fact(key="flight")]

    what: ClassVar[str] = "flee"
    """What is owed, as a verb."""


class DueEntry(FileEntry):
    """An answer owed in mid-attack: `flight` of a leader, or `retreat` of a unit from the fire out of `origin`.

    `rampaged` lists the leaders whose check the unit's rampage has called for, once it has rampaged.
    """

    retreat: Name | None = None
    """The unit that owes a retreat."""
    flags: Annotated[int, Field(ge=1, le=MOST_FLAGS)] = 1
    """The flags that it must answer."""
    origin: str | None = None
    """The hex of whoever fired at it."""
    checked: bool = False
    """Whether its leader has had his check."""
    rampaged: list[Name] | None = None
    """The leaders whose check its rampage has called for."""
    flight: Name | None = None
    """The leader who owes a flight."""


@dataclass(frozen=True, kw_only=True)
class State(PieceState[Unit | Leader]):
    """A battle as it stands: whose fire it is, who is where, and which answers are owed."""

    noun: ClassVar[str] = "unit or leader of this battle"
    IN_FILE: ClassVar[str] = """
        name edition house types terrain_types armies cards turn board units leaders banners victory due over
    """

    turn: Turn
    board: Board = field(default_factory=Board)
    edition: Annotated[Edition, Fact(key="options")] = Edition()
    banners: Banners = Banners()
    victory: Victory = Victory()
    due: Annotated[
        tuple[RetreatDue | FlightDue, ...], Fact(type=Annotated[list[DueEntry], Field(max_length=MOST_DUE)])
    ] = ()
    types: OwnTypes = ()
    """Unit types of this scenario by name: listed ones with fields changed, or new ones (CCA-4.6)."""
    armies: Armies = Armies()
    cards: bool = False
    """Whether command cards are played: the prompt then asks for the extra dice of each shot."""

    @property
    def terrain_types(self) -> OwnTerrain:
        """Terrain of this scenario by name, in the same way (CCA-4.6)."""
        return self.board.own

    @property
    def units(self) -> Annotated[tuple[Unit, ...], Fact(most=MOST_PIECES, needed=True)]:
        """Every unit."""
        return tuple([piece for piece in self.pieces if isinstance(piece, Unit)])

    @property
    def leaders(self) -> Annotated[tuple[Leader, ...], Fact(most=MOST_PIECES, usual=())]:
        """Every leader."""
        return tuple([piece for piece in self.pieces if isinstance(piece, Leader)])

    def pieces_within(self, hex_: Hex, reach: int, but: Side | None = None) -> list[Unit | Leader]:
        """The units and the lone leaders up to so many hexes from one, but those of a side, in the battle's order."""
        near = self.pieces.among(tuple([hex_.plus(step) for step in within(reach)]))
        others = self.exposed(piece for piece in near if piece.side is not but)
        return sorted(others, key=lambda piece: self.pieces.number(piece.id))

    def exposed(self, pieces: Iterable[Unit | Leader]) -> list[Unit | Leader]:
        """Those who may be shot at: the units, and the leaders who stand alone."""
        return [piece for piece in pieces if isinstance(piece, Unit) or self.unit_at(piece.hex) is None]

    def standing_at(self, hex_: Hex) -> Unit | Leader | None:
        """The unit on a hex, or the leader who stands there alone."""
        return self.unit_at(hex_) or self.leader_at(hex_)

    def unit(self, id_: str) -> Unit:
        """The unit of this id; raises `KeyError` for any other."""
        found = self.pieces.get(id_)
        if not isinstance(found, Unit):
            raise KeyError(id_)
        return found

    def leader(self, id_: str) -> Leader:
        """The leader of this id; raises `KeyError` for any other."""
        found = self.pieces.get(id_)
        if not isinstance(found, Leader):
            raise KeyError(id_)
        return found

    def unit_at(self, hex_: Hex) -> Unit | None:
        """The unit on a hex."""
        return next((piece for piece in self.pieces.at(hex_) if isinstance(piece, Unit)), None)

    def leader_at(self, hex_: Hex) -> Leader | None:
        """The leader on a hex, attached or alone."""
        return next((piece for piece in self.pieces.at(hex_) if isinstance(piece, Leader)), None)

    def lone_leader_at(self, hex_: Hex) -> Leader | None:
        """The leader who stands alone on a hex."""
        return None if self.unit_at(hex_) else self.leader_at(hex_)

    def army(self, side: Side) -> str:
        """What the army of a side is called."""
        return getattr(self.armies, side) or str(side)

    def enemies_beside(self, unit: Unit) -> Iterator[Unit | Leader]:
        """Enemy units and lone enemy leaders in the hexes next to a unit."""
        for hex_ in neighbours(unit.hex):
            piece = self.standing_at(hex_)
            if piece and piece.side is not unit.side:
                yield piece


def under(state: State, edition: Edition) -> State:
    """The same state where the table plays by other rules, and with other numbers."""
    before, after = state.edition.house, edition.house
    types = UNIT_TYPES.read(UNIT_TYPES.data(state.types, before), after)
    own = TERRAIN_KINDS.read(TERRAIN_KINDS.data(state.board.own, before), after)
    now, pieces = kinds(types, edition), state.pieces
    for unit in state.units:
        kind = now[unit.type.id]
        blocks = kind.blocks if unit.blocks == unit.type.blocks else unit.blocks
        pieces = pieces.put(replace(unit, type=kind, blocks=blocks))
    return state.but(edition=edition, types=types, pieces=pieces, board=replace(state.board, own=own, house=after))
