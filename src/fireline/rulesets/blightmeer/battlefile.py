"""Battle file and state: what a file may say, checked, and the way back."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from itertools import combinations
from typing import Annotated, Any

from pydantic import Field, create_model

from fireline.extras import need
from fireline.game.entries import FileEntry, Name, nothing, one_of, read_entry, shown
from fireline.game.errors import BattleFileError, Code
from fireline.game.facts import EntryOf, data_of, declared, entry_of, piece_of, said, says
from fireline.game.numbers import HouseRules
from fireline.game.pieces import Pieces, check_ids
from fireline.game.ruleset import Files
from fireline.geometry.bases import exact, overlap
from fireline.rulesets.blightmeer import legality
from fireline.rulesets.blightmeer.editions import EDITIONS, OPTIONS, RULES, Edition, check_known
from fireline.rulesets.blightmeer.landscape import Landscape, TerrainEntry, read_terrain
from fireline.rulesets.blightmeer.roster import Around
from fireline.rulesets.blightmeer.shot import Shooting
from fireline.rulesets.blightmeer.state import Declared, Improvements, State, Table, Unit
from fireline.rulesets.blightmeer.terrain import SLACK, Mesh
from fireline.rulesets.blightmeer.walls import Wall

MOST_UNITS = 200
MOST_TERRAIN = 5000


class TurnEntry(FileEntry):
    """Whose turn it is."""

    side: Name
    """The side whose turn it is."""
    number: Annotated[int, Field(ge=1, le=1_000_000)] = 1
    """The number of the turn, from 1."""
    first_player: Name | None = None
    """The side that has the first turn of the game."""


class OptionsEntry(FileEntry):
    """The rulings a table plays its own way; what is left out is the edition's."""


class BattleEntry(FileEntry):
    """A whole battle file, less format, ruleset and options."""

    name: str = ""
    options: OptionsEntry = OptionsEntry()
    house: HouseRules = Field(default_factory=dict)
    turn: TurnEntry
    table: EntryOf[Table] = entry_of(Table)()
    terrain: Annotated[list[TerrainEntry], Field(max_length=MOST_TERRAIN)] = Field(default_factory=nothing)
    units: Annotated[list[EntryOf[Unit]], Field(max_length=MOST_UNITS)]
    improvements: EntryOf[Improvements] = entry_of(Improvements)()
    due: EntryOf[Declared] | None = None
    over: bool = False


def _entry_of(edition: str) -> type[BattleEntry]:
    known, create = declared(Edition), create_model
    options: Any = says({one.name: known[one.name] for one in RULES.of(edition).options}, whole=False)(OptionsEntry)
    house: Any = Field(default_factory=dict, json_schema_extra=EDITIONS[edition].house.numbers.schema)
    more: Any = {"options": (options, options()), "house": (HouseRules, house)}
    made: type[BattleEntry] = create("BattleEntry", __base__=BattleEntry, __doc__=BattleEntry.__doc__, **more)
    return made


ENTRIES = {id_: _entry_of(id_) for id_ in EDITIONS}
"""What a battle file of each edition may say, with the options of its rulebook and its numbers."""


def read(data: Mapping[str, Any], files: Files, *, edition: Edition) -> State:
    """A state of this edition from the data of a battle file; raises `BattleFileError`."""
    for library in ("numba", "mapbox_earcut"):  # with them comes numpy
        need(library, "3d", "Blightmeer looks in three dimensions")
    entry = read_entry(ENTRIES[edition.id], data)
    terrain = Landscape(read_terrain(one, f"terrain[{n}]", files) for n, one in enumerate(entry.terrain))
    house = edition.house.numbers.house(entry.house)
    around = Around(house, terrain, files)
    units = tuple(_unit(one, f"units[{n}]", around) for n, one in enumerate(entry.units))
    check_ids({"terrain": terrain, "units": units})  # they share their names
    inside = {n: ".wall" * isinstance(piece, Wall) for n, piece in enumerate(terrain)}
    check_ids({f"terrain[{n}]{inside[n]}.windows": piece.windows for n, piece in enumerate(terrain)})
    table = piece_of(Table, entry.table, "table")
    check_places(units, terrain, table)
    options = {name: value for name, value in entry.options.model_dump().items() if value is not None}
    state = State(
        turn=entry.turn.side,
        number=entry.turn.number,
        first_player=entry.turn.first_player,
        pieces=Pieces(units),
        terrain=terrain,
        table=table,
        edition=replace(edition, house=house, **options),
        improvements=piece_of(Improvements, entry.improvements, "improvements"),
        name=entry.name,
        over=entry.over,
    )
    _check_sides(state)
    _check_peering(state)
    return state.but(due=_due(entry.due, state)) if entry.due else state


def write(state: State) -> dict[str, Any]:
    """The data of a battle file; what has its usual value is left out."""
    now, usual = state.edition, EDITIONS[state.edition.id]
    return said(
        BattleEntry,
        state,
        options={name: value for name in OPTIONS if (value := getattr(now, name)) != getattr(usual, name)},
        turn=turn_data(state),
        terrain=[{"id": piece.id} | piece.data for piece in state.terrain],
        units=[_unit_data(unit) for unit in state.units],
    )


def turn_data(state: State) -> dict[str, Any]:
    """Whose turn it is, as a battle file has it."""
    turn = {"side": state.turn, "number": state.number, "first_player": state.first_player}
    return {key: value for key, value in turn.items() if value is not None}


def files(state: State) -> tuple[str, ...]:
    """The mesh files that a battle names, of terrain and of units."""
    meshes = (piece.file for piece in state.terrain if isinstance(piece, Mesh))
    miniatures = (unit.miniature.file for unit in state.units if unit.miniature is not None)
    return tuple(dict.fromkeys((*meshes, *miniatures)))


def _check_sides(state: State) -> None:
    """Whose turn it is and who was first have units, be they out of the game."""
    sides = list(dict.fromkeys(unit.side for unit in state.units))
    for key, side in (("side", state.turn), ("first_player", state.first_player)):
        if side is not None and sides:
            one_of(side, sides, "side that has units", f"turn.{key}")


def _check_peering(state: State) -> None:
    """Nobody peers through a window that is not there, nor where the rules know no peering."""
    for n, unit in enumerate(state.units):
        if unit.peering is not None:
            check_known(state.edition, "windows", "nobody peers through windows", f"units[{n}].peering")
            one_of(unit.peering, state.terrain.windows, "window of this table", f"units[{n}].peering")


def _due(entry: EntryOf[Declared], state: State) -> Declared:
    if state.over:
        raise BattleFileError(Code.CONFLICT, "the phase cannot be over while a shot is not resolved", "over")
    check_known(state.edition, "protect", "no shot waits for Protect", "due")
    due = piece_of(Declared, entry, "due")
    active = [unit.id for unit in state.standing if unit.side == state.turn and not unit.shot]
    one_of(due.shooter, active, f"unit of {state.turn} that has not shot", "due.shooter")
    others = [unit.id for unit in state.standing if unit.side != state.turn]
    one_of(due.target, others, f"enemy of {state.turn}", "due.target")
    if due.peer is not None:
        one_of(due.peer, state.terrain.windows, "window of this table", "due.peer")
    shooting = Shooting(state, state.unit(due.shooter), state.unit(due.target), peer=due.peer)
    if against := legality.refusals(shooting):
        raise BattleFileError(Code.NOT_LEGAL, f"this shot may not be made: {against[0].because.rstrip('.')}", "due")
    return due


def _unit(entry: EntryOf[Unit], place: str, around: Around) -> Unit:
    unit = piece_of(Unit, entry, place, around, house=around.house)
    if unit.own_height is not None and unit.miniature is not None:
        problem = "is that of a figure without a mesh file; a mesh has its own, and model.scale changes it"
        raise BattleFileError(Code.CONFLICT, problem, f"{place}.height")
    return unit


def _unit_data(unit: Unit) -> dict[str, Any]:
    """A unit as a battle file says it; what has its usual value is left out, but for stats and Wounds."""
    none = {name: "-" for name in ("ranged", "defence", "morale") if getattr(unit, name) is None}
    return data_of(unit, Around(unit.house), **none)


def check_places(units: Sequence[Unit], terrain: Landscape, table: Table) -> None:
    """Models stand on the table, not in terrain and not in each other; raises `BattleFileError`."""
    for n, unit in enumerate(units):
        x, y, z = unit.at
        if not (0 <= x <= table.width and 0 <= y <= table.depth):
            raise BattleFileError(
                Code.NO_PLACE,
                f'{shown(unit.id)} at ({x:g}, {y:g}) is off the table, which is {table.width:g}" x {table.depth:g}"',
                f"units[{n}].at",
            )
        if unit.out:
            continue
        foot, high = unit.base.foot((x, y)), z + float(unit.height)
        for piece in terrain.over((x, y), float(unit.radius)):
            if piece.holds(foot, z, high):
                raise BattleFileError(
                    Code.NO_PLACE, f"{shown(unit.id)} stands in the terrain {shown(piece.id)}", f"units[{n}].at"
                )
    there = [(n, unit) for n, unit in enumerate(units) if not unit.out]
    for (_, one), (n, other) in combinations(there, 2):
        if far_apart(one, other):
            continue
        lower = min(one, other, key=lambda unit: unit.at[2])
        if abs(one.above(other)) < lower.height and overlap(one.at, one.base, other.at, other.base, exact(SLACK)):
            raise BattleFileError(
                Code.NO_PLACE, f"the bases of {shown(one.id)} and {shown(other.id)} overlap", f"units[{n}].at"
            )


def far_apart(one: Unit, other: Unit) -> bool:
    """Whether two models are so far apart along an axis that nothing need be reckoned exactly."""
    apart = max(abs(one.at[0] - other.at[0]), abs(one.at[1] - other.at[1]))
    return apart > 1 + one.base.most + other.base.most
