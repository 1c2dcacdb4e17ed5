"""Battle file and state: what a file may say, checked, and the way back."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import Any, TypeVar

from fireline.game.entries import FileEntry, one_of, read_entry
from fireline.game.errors import BattleFileError, Code
from fireline.game.facts import EntryOf, data_of, piece_of, says
from fireline.game.numbers import House
from fireline.game.pieces import Pieces, check_ids
from fireline.game.ruleset import NO_FILES, Files
from fireline.geometry.hexes import Hex, distance
from fireline.rulesets.ancients.board import SHAPE, Board, hex_name
from fireline.rulesets.ancients.editions import NUMBERS, Edition
from fireline.rulesets.ancients.legality import NEAREST
from fireline.rulesets.ancients.pieces import TERRAIN_KINDS, UNIT_TYPES, kinds
from fireline.rulesets.ancients.state import (
    BY_CARD,
    DueEntry,
    FlightDue,
    Leader,
    RetreatDue,
    Scene,
    State,
    Unit,
    longest_move,
)
from fireline.ruling.prose import plural

P = TypeVar("P", Unit, Leader)


@says(State, house=NUMBERS.said)
class BattleEntry(FileEntry):
    """A whole battle file, less format and ruleset."""


def read(data: Mapping[str, Any], files: Files = NO_FILES) -> State:
    """A state from the data of a battle file, which names no other files; raises `BattleFileError`."""
    entry: Any = read_entry(BattleEntry, data)
    edition = piece_of(Edition, entry.options, "options", house=NUMBERS.house(entry.house))
    board, types = _board(entry, edition.house), UNIT_TYPES.read(entry.types, edition.house)
    scene = Scene(board, kinds(types, edition), edition)
    units = tuple(_unit(one, f"units[{n}]", scene) for n, one in enumerate(entry.units))
    leaders = tuple(piece_of(Leader, one, f"leaders[{n}]", scene) for n, one in enumerate(entry.leaders))
    there: Mapping[str, tuple[Unit | Leader, ...]] = {"units": units, "leaders": leaders}
    check_ids(there)
    check_places(units, leaders)
    _check_ground(board, there)
    pieces = Pieces[Unit | Leader]([*units, *leaders])
    state = piece_of(State, entry, "", edition=edition, types=types, board=board, pieces=pieces, due=())
    if not entry.due:
        return state
    if entry.over:
        raise BattleFileError(Code.CONFLICT, "the phase cannot be over while an answer is due", "over")
    due = tuple(_due(owed, state, f"due[{n}]") for n, owed in enumerate(entry.due))
    _check_order(due)
    return state.but(due=due)


def write(state: State) -> dict[str, Any]:
    """The data of a battle file; what has its usual value is left out."""
    return data_of(state, Scene(state.board, {}, state.edition))


def _board(battle: Any, house: House) -> Board:
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
    shot_at = [unit.id for unit in state.units if unit.side is not state.turn.side]
    unit = state.unit(one_of(entry.retreat, shot_at, f"unit of {state.turn.side.enemy}", f"{place}.retreat"))
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
    if firer is None or firer.side is not state.turn.side or not firer.battled:
        problem = f"{entry.origin} holds no unit of {state.turn.side} that has battled"
        raise BattleFileError(Code.CONFLICT, problem, place)
    if distance(origin, target.hex) < state.edition.house[NEAREST]:
        raise BattleFileError(
            Code.CONFLICT, f"{entry.origin} is adjacent to {target.id!r}; fire is never adjacent", place
        )
    return origin


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
