"""Units and leaders in a battle file: who they are, where they stand, and what they have done this turn."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Annotated, Any, Literal

from pydantic import Field

from fireline.game.entries import FileEntry, Name, one_of, said, shown
from fireline.game.errors import BattleFileError, Code
from fireline.game.numbers import House
from fireline.geometry.hexes import Hex
from fireline.rulesets.ancients.board import Board, Side, hex_name
from fireline.rulesets.ancients.editions import NUMBERS
from fireline.rulesets.ancients.pieces import (
    FARTHEST,
    MOST_BLOCKS,
    MissilesEntry,
    UnitType,
)
from fireline.rulesets.ancients.state import Leader, Unit
from fireline.ruling.prose import plural

SideName = Literal["top", "bottom"]
SIDES: Mapping[str, Side] = {str(side): side for side in Side}
BY_CARD, BATTLES = NUMBERS.cite("CCA-4.5.by_card"), NUMBERS.cite("CCA-1.4.battles")
MOST_BATTLES = int(NUMBERS[BATTLES].most)
MOST_MOVED = FARTHEST + int(NUMBERS[BY_CARD].most)


class UnitEntry(FileEntry):
    """A unit; what is left out has its usual value."""

    id: Name
    side: SideName
    type: str
    hex: str
    blocks: Annotated[int, Field(ge=1, le=MOST_BLOCKS)] | None = None
    ordered: bool = True
    moved: Annotated[int, Field(ge=0, le=MOST_MOVED)] = 0
    battled: bool | Annotated[int, Field(ge=0, le=MOST_BATTLES)] = False
    battles: Annotated[int, Field(ge=1, le=MOST_BATTLES)] | None = None
    missiles: MissilesEntry | None = None
    name: Name | None = None


class LeaderEntry(FileEntry):
    """A leader."""

    id: Name
    side: SideName
    hex: str


def read_units(
    entries: Iterable[UnitEntry], board: Board, types: Mapping[str, UnitType], house: House
) -> tuple[Unit, ...]:
    """The units of a list of entries; raises `BattleFileError`."""
    return tuple([_unit(entry, board, types, house, n) for n, entry in enumerate(entries)])


def read_leaders(entries: Iterable[LeaderEntry], board: Board) -> tuple[Leader, ...]:
    """The leaders of a list of entries; raises `BattleFileError`."""
    return tuple(
        Leader(entry.id, Side(entry.side), hex_named(board, entry.hex, f"leaders[{n}].hex"))
        for n, entry in enumerate(entries)
    )


def hex_named(board: Board, name: str, place: str) -> Hex:
    """The hex of this name; raises `BattleFileError`."""
    found = board.hexes.get(name)
    if found is None:
        if (typed := name.strip().upper()) in board.hexes:
            problem = f"{shown(name)} is no hex of this board; did you mean {shown(typed)}?"
            raise BattleFileError(Code.UNKNOWN_NAME, problem, place, meant=typed)
        row = [known for known in board.hexes if known[0] == name[:1]]
        known = row or list(board.hexes)
        raise BattleFileError(
            Code.UNKNOWN_NAME,
            f"{shown(name)} is no hex of this board; {f'row {name[0]}' if row else 'hexes'} run{'s' * bool(row)} "
            f"from {known[0]} to {known[-1]}",
            place,
        )
    return found


def longest_move(kind: UnitType, house: House) -> int:
    """The most hexes that a unit of this type can have moved in a turn."""
    return kind.move + house[BY_CARD]


def _unit(entry: UnitEntry, board: Board, types: Mapping[str, UnitType], house: House, n: int) -> Unit:
    place = f"units[{n}]"
    kind = types.get(entry.type) or types[one_of(entry.type, types, "unit type", f"{place}.type")]
    blocks = kind.blocks if entry.blocks is None else entry.blocks
    if blocks > kind.blocks:
        raise BattleFileError(
            Code.OUT_OF_RANGE, f"{blocks} is too large; a {kind.name} unit has at most {kind.blocks}", f"{place}.blocks"
        )
    if entry.moved > longest_move(kind, house):
        problem = f"{entry.moved} is too large; {kind.name} move {kind.move}, and a card may add {house[BY_CARD]}"
        raise BattleFileError(Code.OUT_OF_RANGE, problem, f"{place}.moved")
    battles = house[BATTLES] if entry.battles is None else entry.battles
    if entry.battled > battles:
        problem = f"{entry.battled} is too large; the unit may battle {plural(battles, 'time')} a turn"
        raise BattleFileError(Code.OUT_OF_RANGE, problem, f"{place}.battled")
    if entry.missiles:
        kind = kind.armed(entry.missiles.range, entry.missiles.dice, f"{place}.missiles")
    return Unit(
        entry.id,
        SIDES[entry.side],
        kind,
        hex_named(board, entry.hex, f"{place}.hex"),
        blocks,
        entry.ordered,
        entry.moved,
        int(entry.battled),
        battles,
        entry.name or "",
    )


def check_ids(pieces: Mapping[str, Iterable[Unit | Leader]]) -> None:
    """No id stands twice among the pieces, which are given by the key they stand under; raises `BattleFileError`."""
    first: dict[str, str] = {}
    for kind, listed in pieces.items():
        for n, piece in enumerate(listed):
            if piece.id in first:
                raise BattleFileError(
                    Code.DUPLICATE, f"{piece.id!r} is already the id of {first[piece.id]}", f"{kind}[{n}].id"
                )
            first[piece.id] = f"{kind}[{n}]"


def check_ground(board: Board, units: tuple[Unit, ...], leaders: tuple[Leader, ...]) -> None:
    """Nobody stands on terrain that holds nobody, unless the board says so; raises `BattleFileError`."""
    for n, unit in enumerate(units):
        _check_hex(board, unit.hex, unit.type, f"units[{n}].hex")
    for n, leader in enumerate(leaders):
        _check_hex(board, leader.hex, None, f"leaders[{n}].hex")


def _check_hex(board: Board, hex_: Hex, kind: UnitType | None, place: str) -> None:
    if terrain := board.bars(hex_, kind):
        name, whom = hex_name(hex_), f"no {kind.name}" if kind and not terrain.stops(None) else "nobody"
        remedy = f"a scenario that has somebody there lists it under board: stands: [{name}]"
        raise BattleFileError(Code.NO_PLACE, f"{name} is {terrain.name}, which holds {whom}; {remedy}", place)


def check_places(units: tuple[Unit, ...], leaders: tuple[Leader, ...]) -> None:
    """One unit and one leader a hex, and no leader with the enemy; raises `BattleFileError`."""
    unit_on: dict[Hex, Unit] = {}
    for n, unit in enumerate(units):
        if unit.hex in unit_on:
            problem = f"{hex_name(unit.hex)} already holds {unit_on[unit.hex].id!r}; one unit a hex"
            raise BattleFileError(Code.NO_PLACE, problem, f"units[{n}].hex")
        unit_on[unit.hex] = unit
    leader_on: dict[Hex, Leader] = {}
    for n, leader in enumerate(leaders):
        name, host = hex_name(leader.hex), unit_on.get(leader.hex)
        if leader.hex in leader_on:
            raise BattleFileError(
                Code.NO_PLACE,
                f"{name} already holds leader {leader_on[leader.hex].id!r}; one leader a hex",
                f"leaders[{n}].hex",
            )
        if host and host.side is not leader.side:
            problem = f"{name} holds the enemy unit {host.id!r}; a leader stands alone or with a unit of his side"
            raise BattleFileError(Code.NO_PLACE, problem, f"leaders[{n}].hex")
        leader_on[leader.hex] = leader


def unit_data(unit: Unit, types: Mapping[str, UnitType], house: House) -> dict[str, Any]:
    """A unit as a battle file says it; what has its usual value is left out."""
    own = None if unit.type == types[unit.type.id] else {"range": unit.type.range, "dice": list(unit.type.dice)}
    return said(
        UnitEntry,
        unit,
        type=unit.type.id,
        hex=hex_name(unit.hex),
        battled=unit.battled if unit.battled > 1 else bool(unit.battled),
        battles=None if unit.battles == house[BATTLES] else unit.battles,
        missiles=own,
    )


def leader_data(leader: Leader) -> dict[str, Any]:
    """A leader as a battle file says it."""
    return said(LeaderEntry, leader, hex=hex_name(leader.hex))
