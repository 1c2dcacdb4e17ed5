"""Battle file and state: what a file may say, checked, and the way back."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import asdict, replace
from typing import Annotated, Any

from pydantic import Field

from fireline.game.entries import Entry, Name, one_of, read_entry
from fireline.game.errors import BattleFileError
from fireline.game.files import NO_FILES, Files
from fireline.geometry.hexes import HEXSIDES, Hex, distance
from fireline.rulesets.ancients.board import COLUMNS, ROW_LETTERS, ROWS, Board, Side, hex_name
from fireline.rulesets.ancients.editions import Edition
from fireline.rulesets.ancients.pieces import TERRAIN, UNITS
from fireline.rulesets.ancients.roster import (
    LeaderEntry,
    SideName,
    UnitEntry,
    check_ids,
    check_places,
    hex_named,
    leader_data,
    read_leaders,
    read_units,
    unit_data,
)
from fireline.rulesets.ancients.state import FlightDue, RetreatDue, State, Unit

MOST_PIECES = 500
MOST_FLAGS = max(max(kind.dice) for kind in UNITS.values())
MOST_DUE = 1
"""An attack is resolved wholly before the next (CCA-1.6), and leaves one answer owed at a time."""


class TurnEntry(Entry):
    """Whose fire it is."""

    side: SideName


class BoardEntry(Entry):
    """The battlefield."""

    rows: Annotated[int, Field(ge=1, le=len(ROW_LETTERS))] = ROWS
    columns: Annotated[int, Field(ge=2, le=99)] = COLUMNS
    terrain: dict[str, str] = Field(default_factory=dict)
    ramparts: dict[str, list[str]] = Field(default_factory=dict)


class OptionsEntry(Entry):
    """The rulings a table plays its own way."""

    lone_leader_pins: bool = Edition().lone_leader_pins
    lone_leader_is_target: bool = Edition().lone_leader_is_target
    staggered_edges_block: bool = Edition().staggered_edges_block
    half_hexes_block: bool = Edition().half_hexes_block
    corner_touch_blocks: bool = Edition().corner_touch_blocks


class BannersEntry(Entry):
    """Victory Banners won."""

    top: Annotated[int, Field(ge=0, le=99)] = 0
    bottom: Annotated[int, Field(ge=0, le=99)] = 0


class DueEntry(Entry):
    """An answer owed in mid-attack: `flight` of a leader, or `retreat` of a unit from the fire out of `origin`."""

    retreat: Name | None = None
    flags: Annotated[int, Field(ge=1, le=MOST_FLAGS)] = 1
    origin: str | None = None
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
    due: Annotated[list[DueEntry], Field(max_length=MOST_DUE)] = Field(default_factory=list)
    over: bool = False


def read(data: Mapping[str, Any], files: Files = NO_FILES) -> State:
    """A state from the data of a battle file, which names no other files; raises `BattleFileError`."""
    entry = read_entry(BattleEntry, data)
    board = _board(entry.board)
    units, leaders = read_units(entry.units, board), read_leaders(entry.leaders, board)
    check_ids({"units": units, "leaders": leaders})
    check_places(units, leaders)
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
    if not entry.due:
        return state
    if entry.over:
        raise BattleFileError("the phase cannot be over while an answer is due", "over")
    return replace(state, due=tuple(_due(owed, state, f"due[{n}]") for n, owed in enumerate(entry.due)))


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
        "units": [unit_data(unit) for unit in state.units],
        "leaders": [leader_data(leader) for leader in state.leaders],
        "banners": {"top": top, "bottom": bottom} if top or bottom else {},
        "due": [_due_data(owed) for owed in state.due],
        "over": state.over,
    }
    return {key: value for key, value in sections.items() if value or key in {"turn", "units"}}


def _board(entry: BoardEntry) -> Board:
    bare = Board(entry.rows, entry.columns)
    terrain = tuple(
        (hex_named(bare, name, "board.terrain"), one_of(kind, TERRAIN, "terrain", f"board.terrain.{name}"))
        for name, kind in entry.terrain.items()
    )
    ramparts = tuple(
        (
            hex_named(bare, name, "board.ramparts"),
            tuple(one_of(side, HEXSIDES, "hexside", f"board.ramparts.{name}") for side in sides),
        )
        for name, sides in entry.ramparts.items()
    )
    return replace(bare, terrain=terrain, ramparts=ramparts)


def _due(entry: DueEntry, state: State, place: str) -> RetreatDue | FlightDue:
    """What fire can have left owed: nothing else is accepted."""
    if (entry.retreat is None) == (entry.flight is None):
        raise BattleFileError("must name either a unit under 'retreat' or a leader under 'flight'", place)
    if entry.flight is not None:
        if extra := sorted(entry.model_fields_set - {"flight"}):
            raise BattleFileError(f"a flight has no {extra[0]!r}", place)
        fleeing = [one.id for one in state.leaders if one.side is not state.turn and state.lone_leader_at(one.hex)]
        what = f"leader of {state.turn.enemy} who stands alone"
        return FlightDue(one_of(entry.flight, fleeing, what, f"{place}.flight"))
    assert entry.retreat is not None, "one of the two is named"  # noqa: S101
    shot_at = [unit.id for unit in state.units if unit.side is not state.turn]
    unit = state.unit(one_of(entry.retreat, shot_at, f"unit of {state.turn.enemy}", f"{place}.retreat"))
    return RetreatDue(unit.id, entry.flags, _origin(entry, unit, state, f"{place}.origin"), entry.checked)


def _origin(entry: DueEntry, target: Unit, state: State, place: str) -> Hex:
    if entry.origin is None:
        raise BattleFileError("is missing; a retreat names the hex the fire came from", place)
    origin = hex_named(state.board, entry.origin, place)
    firer = state.unit_at(origin)
    if firer is None or firer.side is not state.turn or not firer.battled:
        raise BattleFileError(f"{entry.origin} holds no unit of {state.turn} that has battled", place)
    if distance(origin, target.hex) == 1:
        raise BattleFileError(f"{entry.origin} is adjacent to {target.id!r}; fire is never adjacent", place)
    return origin


def _due_data(owed: RetreatDue | FlightDue) -> dict[str, Any]:
    if isinstance(owed, FlightDue):
        return {"flight": owed.id}
    return {"retreat": owed.id, "flags": owed.flags, "origin": hex_name(owed.origin), "checked": owed.checked}
