"""Battle file and state: what a file may say, checked, and the way back."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import asdict, replace
from typing import Annotated, Any, Literal

from pydantic import Field

from fireline.game.entries import Entry, Name, one_of, read_entry, shown
from fireline.game.errors import BattleFileError
from fireline.geometry.hexes import HEXSIDES, Hex
from fireline.rulesets.ancients.board import (
    COLUMNS,
    ROW_LETTERS,
    ROWS,
    Board,
    FlightDue,
    Leader,
    RetreatDue,
    Side,
    State,
    Unit,
    hex_name,
)
from fireline.rulesets.ancients.editions import Edition
from fireline.rulesets.ancients.pieces import TERRAIN, UNITS

SideName = Literal["top", "bottom"]
LONGEST_MOVE = 20
MOST_PIECES = 500
MOST_FLAGS = 20


class TurnEntry(Entry):
    """Whose fire it is."""

    side: SideName


class BoardEntry(Entry):
    """The battlefield."""

    rows: Annotated[int, Field(ge=1, le=len(ROW_LETTERS))] = ROWS
    columns: Annotated[int, Field(ge=2, le=99)] = COLUMNS
    terrain: dict[str, str] = Field(default_factory=dict)
    ramparts: dict[str, list[str]] = Field(default_factory=dict)


class UnitEntry(Entry):
    """A unit; what is left out has its usual value."""

    id: Name
    side: SideName
    type: str
    hex: str
    blocks: Annotated[int, Field(ge=1)] | None = None
    ordered: bool = True
    moved: Annotated[int, Field(ge=0, le=LONGEST_MOVE)] = 0
    battled: bool = False


class LeaderEntry(Entry):
    """A leader."""

    id: Name
    side: SideName
    hex: str


class OptionsEntry(Entry):
    """The rulings a table plays its own way."""

    lone_leader_pins: bool = Edition().lone_leader_pins
    staggered_edges_block: bool = Edition().staggered_edges_block
    corner_touch_blocks: bool = Edition().corner_touch_blocks


class BannersEntry(Entry):
    """Victory Banners won."""

    top: Annotated[int, Field(ge=0, le=99)] = 0
    bottom: Annotated[int, Field(ge=0, le=99)] = 0


class DueEntry(Entry):
    """An answer owed in mid-attack."""

    retreat: Name | None = None
    flags: Annotated[int, Field(ge=1, le=MOST_FLAGS)] = 1
    origin: str = ""
    checked: bool = False
    flight: Name | None = None


class BattleEntry(Entry):
    """A whole battle file, less format and ruleset."""

    name: str = ""
    options: OptionsEntry = OptionsEntry()
    turn: TurnEntry
    board: BoardEntry = BoardEntry()
    units: Annotated[list[UnitEntry], Field(max_length=MOST_PIECES)]
    leaders: Annotated[list[LeaderEntry], Field(max_length=MOST_PIECES)] = Field(default_factory=list)
    banners: BannersEntry = BannersEntry()
    due: Annotated[list[DueEntry], Field(max_length=MOST_PIECES)] = Field(default_factory=list)
    over: bool = False


def read(data: Mapping[str, Any]) -> State:
    """A state from the data of a battle file; raises `BattleFileError`."""
    entry = read_entry(BattleEntry, data)
    board = _board(entry.board)
    units = tuple(_unit(unit, board, f"units[{n}]") for n, unit in enumerate(entry.units))
    leaders = tuple(
        Leader(leader.id, Side(leader.side), _hex(board, leader.hex, f"leaders[{n}].hex"))
        for n, leader in enumerate(entry.leaders)
    )
    _check_ids(
        [(u.id, f"units[{n}]") for n, u in enumerate(units)] + [(l.id, f"leaders[{n}]") for n, l in enumerate(leaders)]
    )  # noqa: E741
    _check_places(units, leaders)
    state = State(
        turn=Side(entry.turn.side),
        board=board,
        units=units,
        leaders=leaders,
        edition=Edition(**entry.options.model_dump()),
        name=entry.name,
        banners=(entry.banners.top, entry.banners.bottom),
        over=entry.over,
    )
    due = tuple(_due(owed, state, f"due[{n}]") for n, owed in enumerate(entry.due))
    return replace(state, due=due)


def write(state: State) -> dict[str, Any]:
    """The data of a battle file; what has its usual value is left out."""
    board: dict[str, Any] = {}
    if (state.board.rows, state.board.columns) != (ROWS, COLUMNS):
        board |= {"rows": state.board.rows, "columns": state.board.columns}
    if state.board.terrain:
        board["terrain"] = {hex_name(hex_): name for hex_, name in state.board.terrain}
    if state.board.ramparts:
        board["ramparts"] = {hex_name(hex_): list(sides) for hex_, sides in state.board.ramparts}
    top, bottom = state.banners
    sections: dict[str, Any] = {
        "name": state.name,
        "options": {k: v for k, v in asdict(state.edition).items() if v != getattr(Edition(), k)},
        "turn": {"side": str(state.turn)},
        "board": board,
        "units": [_unit_data(unit) for unit in state.units],
        "leaders": [{"id": l.id, "side": str(l.side), "hex": hex_name(l.hex)} for l in state.leaders],  # noqa: E741
        "banners": {"top": top, "bottom": bottom} if top or bottom else {},
        "due": [_due_data(owed) for owed in state.due],
        "over": state.over,
    }
    return {key: value for key, value in sections.items() if value or key in {"turn", "units"}}


def _board(entry: BoardEntry) -> Board:
    board = Board(entry.rows, entry.columns)
    terrain = tuple(
        (_hex(board, name, "board.terrain"), one_of(kind, TERRAIN, "terrain", f"board.terrain.{name}"))
        for name, kind in entry.terrain.items()
    )
    ramparts = tuple(
        (
            _hex(board, name, "board.ramparts"),
            tuple(one_of(side, HEXSIDES, "hexside", f"board.ramparts.{name}") for side in sides),
        )
        for name, sides in entry.ramparts.items()
    )
    return Board(entry.rows, entry.columns, terrain, ramparts)


def _hex(board: Board, name: str, place: str) -> Hex:
    if name not in board.hexes:
        last = list(board.hexes)[-1]
        raise BattleFileError(f"{shown(name)} is no hex of this board; hexes run from A1 to {last}", place)
    return board.hexes[name]


def _unit(entry: UnitEntry, board: Board, place: str) -> Unit:
    kind = UNITS[one_of(entry.type, UNITS, "unit type", f"{place}.type")]
    blocks = kind.blocks if entry.blocks is None else entry.blocks
    if blocks > kind.blocks:
        raise BattleFileError(f"{blocks} is too large; a {kind.name} unit has at most {kind.blocks}", f"{place}.blocks")
    hex_ = _hex(board, entry.hex, f"{place}.hex")
    return Unit(entry.id, Side(entry.side), kind, hex_, blocks, entry.ordered, entry.moved, entry.battled)


def _check_ids(ids: list[tuple[str, str]]) -> None:
    first: dict[str, str] = {}
    for id_, place in ids:
        if id_ in first:
            raise BattleFileError(f"{id_!r} is already the id of {first[id_]}", f"{place}.id")
        first[id_] = place


def _check_places(units: tuple[Unit, ...], leaders: tuple[Leader, ...]) -> None:
    unit_on: dict[Hex, Unit] = {}
    for n, unit in enumerate(units):
        if unit.hex in unit_on:
            problem = f"{hex_name(unit.hex)} already holds {unit_on[unit.hex].id!r}; one unit a hex"
            raise BattleFileError(problem, f"units[{n}].hex")
        unit_on[unit.hex] = unit
    leader_on: dict[Hex, Leader] = {}
    for n, leader in enumerate(leaders):
        name, host = hex_name(leader.hex), unit_on.get(leader.hex)
        if leader.hex in leader_on:
            raise BattleFileError(
                f"{name} already holds leader {leader_on[leader.hex].id!r}; one leader a hex",
                f"leaders[{n}].hex",
            )
        if host and host.side is not leader.side:
            problem = f"{name} holds the enemy unit {host.id!r}; a leader stands alone or with a unit of his side"
            raise BattleFileError(problem, f"leaders[{n}].hex")
        leader_on[leader.hex] = leader


def _due(entry: DueEntry, state: State, place: str) -> RetreatDue | FlightDue:
    if entry.retreat is not None and entry.flight is None:
        one_of(entry.retreat, [unit.id for unit in state.units], "unit", f"{place}.retreat")
        return RetreatDue(entry.retreat, entry.flags, _hex(state.board, entry.origin, f"{place}.origin"), entry.checked)
    if entry.flight is not None and entry.retreat is None:
        alone = [leader.id for leader in state.leaders if state.lone_leader_at(leader.hex)]
        return FlightDue(one_of(entry.flight, alone, "leader who stands alone", f"{place}.flight"))
    raise BattleFileError("must name either a unit under 'retreat' or a leader under 'flight'", place)


def _unit_data(unit: Unit) -> dict[str, Any]:
    data = {
        "id": unit.id,
        "side": str(unit.side),
        "type": unit.type.id,
        "hex": hex_name(unit.hex),
        "blocks": unit.blocks,
    }
    unusual = {"ordered": unit.ordered, "moved": unit.moved, "battled": unit.battled}
    usual = {"ordered": True, "moved": 0, "battled": False}
    return data | {key: value for key, value in unusual.items() if value != usual[key]}


def _due_data(owed: RetreatDue | FlightDue) -> dict[str, Any]:
    if isinstance(owed, FlightDue):
        return {"flight": owed.id}
    return {"retreat": owed.id, "flags": owed.flags, "origin": hex_name(owed.origin), "checked": owed.checked}
