"""Battle file and state: what a file may say, checked, and the way back."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from itertools import combinations
from typing import Any

from fireline.extras import need
from fireline.game.entries import FileEntry, one_of, read_entry, shown
from fireline.game.errors import BattleFileError, Code
from fireline.game.facts import EntryOf, data_of, declared, piece_of, says
from fireline.game.pieces import Pieces, check_ids
from fireline.game.ruleset import Files
from fireline.geometry.bases import exact, overlap
from fireline.rulesets.blightmeer import legality
from fireline.rulesets.blightmeer.editions import EDITIONS, RULES, Edition, check_known
from fireline.rulesets.blightmeer.landscape import Landscape, read_terrain
from fireline.rulesets.blightmeer.roster import Around
from fireline.rulesets.blightmeer.shot import Shooting
from fireline.rulesets.blightmeer.state import Declared, OptionsEntry, State, Table, Unit
from fireline.rulesets.blightmeer.terrain import SLACK, Mesh
from fireline.rulesets.blightmeer.walls import Wall


def _entry_of(edition: str) -> type[FileEntry]:
    known, numbers = declared(Edition), EDITIONS[edition].house.numbers
    options = says({one.name: known[one.name] for one in RULES.of(edition).options}, whole=False)(OptionsEntry)

    @says(State, options=options, house=numbers.said)
    class BattleEntry(FileEntry):
        """A whole battle file, less format, ruleset and options."""

    return BattleEntry


ENTRIES = {id_: _entry_of(id_) for id_ in EDITIONS}
"""What a battle file of each edition may say, with the options of its rulebook and its numbers."""


def read(data: Mapping[str, Any], files: Files, *, edition: Edition) -> State:
    """A state of this edition from the data of a battle file; raises `BattleFileError`."""
    for library in ("numba", "mapbox_earcut"):  # with them comes numpy
        need(library, "3d", "Blightmeer looks in three dimensions")
    entry: Any = read_entry(ENTRIES[edition.id], data)
    terrain = Landscape(read_terrain(one, f"terrain[{n}]", files) for n, one in enumerate(entry.terrain))
    house = edition.house.numbers.house(entry.house)
    around = Around(house, terrain, files)
    units = tuple(_unit(one, f"units[{n}]", around) for n, one in enumerate(entry.units))
    check_ids({"terrain": terrain, "units": units})  # they share their names
    inside = {n: ".wall" * isinstance(piece, Wall) for n, piece in enumerate(terrain)}
    check_ids({f"terrain[{n}]{inside[n]}.windows": piece.windows for n, piece in enumerate(terrain)})
    options = {name: value for name, value in entry.options.model_dump().items() if value is not None}
    edition, pieces = replace(edition, house=house, **options), Pieces(units)
    state = piece_of(State, entry, "", pieces=pieces, terrain=terrain, edition=edition)
    check_places(units, terrain, state.table)
    _check_sides(state)
    _check_peering(state)
    if state.due:
        _check_due(state.due, state.but(due=None))
    return state


def write(state: State) -> dict[str, Any]:
    """The data of a battle file; what has its usual value is left out."""
    return data_of(state, Around(state.house))


def files(state: State) -> tuple[str, ...]:
    """The mesh files that a battle names, of terrain and of units."""
    meshes = (piece.file for piece in state.terrain if isinstance(piece, Mesh))
    miniatures = (unit.miniature.file for unit in state.units if unit.miniature is not None)
    return tuple(dict.fromkeys((*meshes, *miniatures)))


def _check_sides(state: State) -> None:
    """Whose turn it is and who was first have units, be they out of the game."""
    sides = list(dict.fromkeys(unit.side for unit in state.units))
    for key, side in (("side", state.turn.side), ("first_player", state.turn.first_player)):
        if side is not None and sides:
            one_of(side, sides, "side that has units", f"turn.{key}")


def _check_peering(state: State) -> None:
    """Nobody peers through a window that is not there, nor where the rules know no peering."""
    for n, unit in enumerate(state.units):
        if unit.peering is not None:
            check_known(state.edition, "windows", "nobody peers through windows", f"units[{n}].peering")
            one_of(unit.peering, state.terrain.windows, "window of this table", f"units[{n}].peering")


def _check_due(due: Declared, state: State) -> None:
    """A shot waits that may be made; raises `BattleFileError`."""
    if state.over:
        raise BattleFileError(Code.CONFLICT, "the phase cannot be over while a shot is not resolved", "over")
    check_known(state.edition, "protect", "no shot waits for Protect", "due")
    side = state.turn.side
    active = [unit.id for unit in state.standing if unit.side == side and not unit.shot]
    one_of(due.shooter, active, f"unit of {side} that has not shot", "due.shooter")
    others = [unit.id for unit in state.standing if unit.side != side]
    one_of(due.target, others, f"enemy of {side}", "due.target")
    if due.peer is not None:
        one_of(due.peer, state.terrain.windows, "window of this table", "due.peer")
    shooting = Shooting(state, state.unit(due.shooter), state.unit(due.target), peer=due.peer)
    if against := legality.refusals(shooting):
        raise BattleFileError(Code.NOT_LEGAL, f"this shot may not be made: {against[0].because.rstrip('.')}", "due")


def _unit(entry: EntryOf[Unit], place: str, around: Around) -> Unit:
    unit = piece_of(Unit, entry, place, around, house=around.house)
    if unit.own_height is not None and unit.miniature is not None:
        problem = "is that of a figure without a mesh file; a mesh has its own, and model.scale changes it"
        raise BattleFileError(Code.CONFLICT, problem, f"{place}.height")
    return unit


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
