"""Battle file and state: what a file may say, checked, and the way back."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import Annotated, Any, Literal, TypeVar

from pydantic import Field

from fireline.game.entries import FileEntry, Name, nothing, one_of, read_entry
from fireline.game.errors import BattleFileError, Code
from fireline.game.facts import EntryOf, entry_of, piece_of, said
from fireline.game.numbers import House, HouseRules
from fireline.game.pieces import Pieces, check_ids
from fireline.game.ruleset import NO_FILES, Files
from fireline.geometry.hexes import Hex, distance
from fireline.rulesets.ancients.board import SHAPE, Board, Side, hex_name
from fireline.rulesets.ancients.editions import NUMBERS, Edition
from fireline.rulesets.ancients.legality import NEAREST
from fireline.rulesets.ancients.pieces import MOST_DICE, TERRAIN_KINDS, UNIT_TYPES, Rows, kinds
from fireline.rulesets.ancients.shot import MOST_EXTRA_DICE
from fireline.rulesets.ancients.state import BY_CARD, FlightDue, Leader, RetreatDue, Scene, State, Unit, longest_move
from fireline.ruling.prose import plural

P = TypeVar("P", Unit, Leader)
MOST_PIECES = 1000
MOST_FLAGS = MOST_DICE + MOST_EXTRA_DICE
MOST_DUE = 7
"""What a rampage leaves owed at most: the flight of a leader from each hex around, then the retreat (CCA-7.1)."""


class TurnEntry(FileEntry):
    """Whose fire it is, and whether units are ordered when a turn begins."""

    side: Literal["top", "bottom"]
    """Whose fire it is."""
    starts_ordered: bool = True
    """Whether every unit is ordered when a turn begins; otherwise orders are given by hand."""


class BannersEntry(FileEntry):
    """Victory Banners won."""

    top: Annotated[int, Field(ge=0, le=99)] = 0
    """Of the side at the top."""
    bottom: Annotated[int, Field(ge=0, le=99)] = 0
    """Of the side at the bottom."""


class VictoryEntry(FileEntry):
    """What wins the game: so many Victory Banners; without a number nothing but to be left alone."""

    banners: Annotated[int, Field(ge=1, le=99)] | None = None
    """How many win."""


class ArmiesEntry(FileEntry):
    """What the armies are called."""

    top: Name | None = None
    """The army at the top."""
    bottom: Name | None = None
    """The army at the bottom."""


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


class BattleEntry(FileEntry):
    """A whole battle file, less format and ruleset."""

    name: str = ""
    options: EntryOf[Edition] = Field(default_factory=entry_of(Edition))
    house: HouseRules = Field(default_factory=dict, json_schema_extra=NUMBERS.schema)
    types: Rows = Field(default_factory=dict)
    """Unit types of this scenario by name: listed ones with fields changed, or new ones (CCA-4.6)."""
    terrain_types: Rows = Field(default_factory=dict)
    """Terrain of this scenario by name, in the same way (CCA-4.6)."""
    armies: ArmiesEntry = ArmiesEntry()
    cards: bool = False
    """Whether command cards are played: the prompt then asks for the extra dice of each shot."""
    turn: TurnEntry
    board: EntryOf[Board] = Field(default_factory=entry_of(Board))
    units: Annotated[list[EntryOf[Unit]], Field(max_length=MOST_PIECES)]
    leaders: Annotated[list[EntryOf[Leader]], Field(max_length=MOST_PIECES)] = Field(default_factory=nothing)
    banners: BannersEntry = BannersEntry()
    victory: VictoryEntry = VictoryEntry()
    due: Annotated[list[DueEntry], Field(max_length=MOST_DUE)] = Field(default_factory=nothing)
    over: bool = False


def read(data: Mapping[str, Any], files: Files = NO_FILES) -> State:
    """A state from the data of a battle file, which names no other files; raises `BattleFileError`."""
    entry = read_entry(BattleEntry, data)
    edition = piece_of(Edition, entry.options, "options", house=NUMBERS.house(entry.house))
    board, types = _board(entry, edition.house), UNIT_TYPES.read(entry.types, edition.house)
    scene = Scene(board, kinds(types, edition), edition)
    units = tuple(_unit(one, f"units[{n}]", scene) for n, one in enumerate(entry.units))
    leaders = tuple(piece_of(Leader, one, f"leaders[{n}]", scene) for n, one in enumerate(entry.leaders))
    there: Mapping[str, tuple[Unit | Leader, ...]] = {"units": units, "leaders": leaders}
    check_ids(there)
    check_places(units, leaders)
    _check_ground(board, there)
    state = State(
        turn=Side(entry.turn.side),
        board=board,
        pieces=Pieces([*units, *leaders]),
        edition=edition,
        name=entry.name,
        banners=(entry.banners.top, entry.banners.bottom),
        victory=entry.victory.banners,
        over=entry.over,
        types=types,
        armies=(entry.armies.top or "", entry.armies.bottom or ""),
        cards=entry.cards,
        starts_ordered=entry.turn.starts_ordered,
    )
    if not entry.due:
        return state
    if entry.over:
        raise BattleFileError(Code.CONFLICT, "the phase cannot be over while an answer is due", "over")
    due = tuple(_due(owed, state, f"due[{n}]") for n, owed in enumerate(entry.due))
    _check_order(due)
    return state.but(due=due)


def write(state: State) -> dict[str, Any]:
    """The data of a battle file; what has its usual value is left out."""
    top, bottom = state.banners
    armies = zip(("top", "bottom"), state.armies, strict=True)
    return said(
        BattleEntry,
        state,
        Scene(state.board, {}, state.edition),
        types=UNIT_TYPES.data(state.types, state.house),
        terrain_types=TERRAIN_KINDS.data(state.board.own, state.house),
        armies={side: name for side, name in armies if name},
        turn=turn_data(state),
        banners={"top": top, "bottom": bottom} if top or bottom else {},
        victory={} if state.victory is None else {"banners": state.victory},
        due=[_due_data(owed) for owed in state.due],
    )


def turn_data(state: State) -> dict[str, Any]:
    """Whose fire it is, as a battle file has it."""
    return said(TurnEntry, state, side=state.turn)


def _board(battle: BattleEntry, house: House) -> Board:
    own = TERRAIN_KINDS.read(battle.terrain_types, house)
    bare = Board(**battle.board.model_dump(include={*SHAPE}), own=own, house=house)
    return piece_of(Board, battle.board, "board", bare, own=own, house=house)


def _due(entry: DueEntry, state: State, place: str) -> RetreatDue | FlightDue:
    """What fire can have left owed: nothing else is accepted."""
    if (entry.retreat is None) == (entry.flight is None):
        raise BattleFileError(
            Code.CONFLICT, "must name either a unit under 'retreat' or a leader under 'flight'", place
        )
    if entry.flight is not None:
        if extra := sorted(entry.model_fields_set - {"flight"}):
            raise BattleFileError(Code.CONFLICT, f"a flight has no {extra[0]!r}", place)
        fleeing = [one.id for one in state.leaders if state.lone_leader_at(one.hex)]
        return FlightDue(one_of(entry.flight, fleeing, "leader who stands alone", f"{place}.flight"))
    assert entry.retreat is not None, "one of the two is named"  # noqa: S101
    shot_at = [unit.id for unit in state.units if unit.side is not state.turn]
    unit = state.unit(one_of(entry.retreat, shot_at, f"unit of {state.turn.enemy}", f"{place}.retreat"))
    rampaged = None if entry.rampaged is None else tuple(entry.rampaged)
    if rampaged is not None and not (unit.type.rampages and state.edition.rampage):
        rampaging = [one.id for one in state.units if one.type.rampages and state.edition.rampage]
        one_of(unit.id, rampaging, "unit that rampages here", f"{place}.rampaged")
    return RetreatDue(unit.id, entry.flags, _origin(entry, unit, state, f"{place}.origin"), entry.checked, rampaged)


def _check_order(due: Sequence[RetreatDue | FlightDue]) -> None:
    """Leaders flee first, and only a rampage has them flee before a retreat (CCA-7.1)."""
    for n, owed in enumerate(due):
        if owed.id in [before.id for before in due[:n]]:
            raise BattleFileError(Code.DUPLICATE, f"{owed.id!r} owes one answer already", f"due[{n}]")
        if isinstance(owed, RetreatDue) and owed is not due[-1]:
            raise BattleFileError(Code.CONFLICT, "a retreat comes last, after the flights of leaders", f"due[{n}]")
        if isinstance(owed, RetreatDue) and n and owed.rampaged is None:
            raise BattleFileError(
                Code.CONFLICT, "leaders flee before a retreat only where the unit has rampaged", f"due[{n}]"
            )


def _origin(entry: DueEntry, target: Unit, state: State, place: str) -> Hex:
    if entry.origin is None:
        raise BattleFileError(Code.MISSING, "is missing; a retreat names the hex the fire came from", place)
    origin = state.board.named(entry.origin, place)
    firer = state.unit_at(origin)
    if firer is None or firer.side is not state.turn or not firer.battled:
        raise BattleFileError(Code.CONFLICT, f"{entry.origin} holds no unit of {state.turn} that has battled", place)
    if distance(origin, target.hex) < state.edition.house[NEAREST]:
        raise BattleFileError(
            Code.CONFLICT, f"{entry.origin} is adjacent to {target.id!r}; fire is never adjacent", place
        )
    return origin


def _due_data(owed: RetreatDue | FlightDue) -> dict[str, Any]:
    if isinstance(owed, FlightDue):
        return {"flight": owed.id}
    data = {"retreat": owed.id, "flags": owed.flags, "origin": hex_name(owed.origin), "checked": owed.checked}
    return data if owed.rampaged is None else data | {"rampaged": list(owed.rampaged)}


def _unit(entry: EntryOf[Unit], place: str, scene: Scene) -> Unit:
    unit = piece_of(Unit, entry, place, scene)
    kind, most = unit.type, longest_move(unit.type, scene.edition)
    if unit.blocks > kind.blocks:
        problem = f"{unit.blocks} is too large; a {kind.name} unit has at most {kind.blocks}"
        raise BattleFileError(Code.OUT_OF_RANGE, problem, f"{place}.blocks")
    if unit.moved > most:
        card = scene.edition.house[BY_CARD]
        problem = f"{unit.moved} is too large; {kind.name} move {kind.move}, and a card may add {card}"
        raise BattleFileError(Code.OUT_OF_RANGE, problem, f"{place}.moved")
    if unit.battled > unit.battles:
        problem = f"{int(unit.battled)} is too large; the unit may battle {plural(unit.battles, 'time')} a turn"
        raise BattleFileError(Code.OUT_OF_RANGE, problem, f"{place}.battled")
    return unit


def _check_ground(board: Board, pieces: Mapping[str, Iterable[Unit | Leader]]) -> None:
    """Nobody stands on terrain that holds nobody, unless the board says so; raises `BattleFileError`."""
    for key, listed in pieces.items():
        for n, piece in enumerate(listed):
            if terrain := board.bars(piece.hex, piece.type):
                name, kind = hex_name(piece.hex), piece.type
                whom = f"no {kind.name}" if kind and not terrain.stops(None) else "nobody"
                remedy = f"a scenario that has somebody there lists it under board: stands: [{name}]"
                problem = f"{name} is {terrain.name}, which holds {whom}; {remedy}"
                raise BattleFileError(Code.NO_PLACE, problem, f"{key}[{n}].hex")


def check_places(units: Iterable[Unit], leaders: Sequence[Leader]) -> None:
    """One unit and one leader a hex, and no leader with the enemy; raises `BattleFileError`."""
    unit_on, _ = _one_a_hex("unit", units), _one_a_hex("leader", leaders, "leader ")
    for n, leader in enumerate(leaders):
        host = unit_on.get(leader.hex)
        if host and host.side is not leader.side:
            both = f"the unit {host.id!r} of one side and the leader {leader.id!r} of the other"
            problem = f"{hex_name(leader.hex)} would hold {both}; a leader stands alone or with a unit of his side"
            raise BattleFileError(Code.NO_PLACE, problem, f"leaders[{n}].hex")


def _one_a_hex(noun: str, pieces: Iterable[P], called: str = "") -> dict[Hex, P]:
    on: dict[Hex, P] = {}
    for n, piece in enumerate(pieces):
        if (other := on.setdefault(piece.hex, piece)) is not piece:
            problem = f"{hex_name(piece.hex)} already holds {called}{other.id!r}; one {noun} a hex"
            raise BattleFileError(Code.NO_PLACE, problem, f"{noun}s[{n}].hex")
    return on
