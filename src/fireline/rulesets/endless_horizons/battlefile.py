"""Battle file and state: what a file may say, checked, and the way back."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from fractions import Fraction
from typing import Any

from fireline.game.entries import NAME_LIMIT, FileEntry, one_of, read_entry, shown
from fireline.game.errors import BattleFileError, Code
from fireline.game.facts import EntryOf, data_of, piece_of, says
from fireline.game.numbers import House
from fireline.game.pieces import Pieces, check_ids
from fireline.game.ruleset import NO_FILES, Files
from fireline.rulesets.endless_horizons.armoury import MOST_WEAPONS, facts_of, weapon_data
from fireline.rulesets.endless_horizons.board import Wall
from fireline.rulesets.endless_horizons.editions import NUMBERS, Edition
from fireline.rulesets.endless_horizons.pieces import KINDS
from fireline.rulesets.endless_horizons.state import Distances, Round, State, Unit, begun, two_of

MOST_KEY = 2 * NAME_LIMIT + 3


@says(State, house=NUMBERS.said)
class BattleEntry(FileEntry):
    """A whole battle file, less format and ruleset."""


def read(data: Mapping[str, Any], files: Files = NO_FILES) -> State:
    """A state from the data of a battle file, which names no other files; raises `BattleFileError`."""
    entry: Any = read_entry(BattleEntry, data)
    edition = piece_of(Edition, entry.options, "options", house=NUMBERS.house(entry.house))
    now, house = piece_of(Round, entry.round, "round"), edition.house
    units = tuple(_unit(one, f"units[{n}]", house, now.actions) for n, one in enumerate(entry.units))
    walls = tuple(_wall(one, f"walls[{n}]", house) for n, one in enumerate(entry.walls))
    check_ids({"units": units, "walls": walls})
    ids = [unit.id for unit in units]
    for n, unit in enumerate(units):
        _check_names(unit, [id_ for id_ in ids if id_ != unit.id], f"units[{n}]")
    _check_round(now, ids)
    distances = Distances(tuple(_distances(entry.distances, ids)))
    _check_environment(entry.environment)
    given = {"pieces": Pieces(units), "distances": distances, "walls": walls, "round": now, "edition": edition}
    state = piece_of(State, entry, "", ids, **given)
    return state if state.over or now.turn else begun(state)


def write(state: State) -> dict[str, Any]:
    """The data of a battle file; what has its usual value is left out."""
    house, units = state.edition.house, list[dict[str, Any]]()
    for unit in state.units:
        each = unit.actions_per_round
        units.append(data_of(unit, house, actions_per_round=None if each == unit.actions else each))
    return data_of(state, house, units=units)


def _unit(entry: Any, place: str, house: House, actions_of_all: int | None = None) -> Unit:
    """The unit of an entry, with the actions of everybody where it names none; raises `BattleFileError`."""
    if len(entry.carried) + (entry.weapon is not None) > MOST_WEAPONS:
        raise BattleFileError(
            Code.TOO_LARGE, f"more than {MOST_WEAPONS} weapons with the one in hand", f"{place}.carried"
        )
    each = actions_of_all if entry.actions_per_round is None else entry.actions_per_round
    actions = each if entry.actions is None else entry.actions
    in_a_round = actions if entry.actions_per_round is None else entry.actions_per_round
    unit = piece_of(Unit, entry, place, house, actions=actions, actions_per_round=in_a_round)
    kinds = {*KINDS, *(one.model.kind for one in (unit.weapon, *(held.weapon for held in unit.carried)) if one)}
    for kind, _ in unit.check.skills:
        one_of(kind, kinds - {""}, "kind of a listed weapon, or of his own", f"{place}.check.skills")
    return unit


def expanded_entry(state: State, id_: str) -> dict[str, Any]:
    """The firearm in a unit's hand with every field."""
    weapon = state.unit(id_).weapon
    if weapon is None:
        return {}
    facts = facts_of(weapon.model) | weapon_data(weapon)
    return {"weapon": {name: value for name, value in facts.items() if value not in {"", None}}}


def _wall(entry: EntryOf[Wall], place: str, house: House) -> Wall:
    wall = piece_of(Wall, entry, place, house)
    if wall.start == wall.end:
        raise BattleFileError(Code.CONFLICT, "is where it begins; a wall has a length", f"{place}.to")
    return wall


def _check_names(unit: Unit, others: list[str], place: str) -> None:
    """Raise `BattleFileError` where a unit's entry names somebody who is not there."""
    for id_ in unit.cover.towards if unit.cover else ():
        one_of(id_, others, "other unit of this battle", f"{place}.cover.towards")
    if unit.aimed_at is not None:
        one_of(unit.aimed_at, others, "other unit of this battle", f"{place}.aimed_at")
    if unit.suppressing is None:
        return
    place = f"{place}.suppressing"
    for target in unit.suppressing.targets:
        one_of(target, others, "other unit of this battle", f"{place}.targets")
    for opening in unit.suppressing.openings:
        one_of(opening, unit.suppressing.targets, "suppressed unit", f"{place}.openings")
    if unit.gun is None:
        raise BattleFileError(Code.CONFLICT, "nobody suppresses without a firearm in hand", place)


def _check_round(entry: Round, ids: list[str]) -> None:
    for n, id_ in enumerate(entry.order):
        one_of(id_, ids, "unit of this battle", f"round.order[{n}]")
        if id_ in entry.order[:n]:
            raise BattleFileError(Code.DUPLICATE, f"{shown(id_)} stands in the order twice", f"round.order[{n}]")
    if entry.turn is not None:
        one_of(entry.turn, entry.order, "unit in the order of the round", "round.turn")


def _check_environment(entries: list[Any]) -> None:
    for n, entry in enumerate(entries):
        if entry.unit is not None and entry.pair is not None:
            problem = "stands beside unit; it is said of one unit or of one pair"
            raise BattleFileError(Code.CONFLICT, problem, f"environment[{n}].pair")


def _distances(given: dict[str, float], ids: list[str]) -> Iterable[tuple[str, str, Fraction]]:
    seen: set[tuple[str, str]] = set()
    for key, metres in given.items():
        place = f"distances.{key if key.isprintable() and len(key) <= MOST_KEY else shown(key)}"
        a, b = two_of(key, place, ids)
        if a == b:
            raise BattleFileError(Code.CONFLICT, f"{shown(a)} has no distance to itself", place)
        if (a, b) in seen:
            raise BattleFileError(Code.DUPLICATE, f"the distance from {a} to {b} stands here twice", place)
        seen.add((a, b))
        yield a, b, Fraction(str(metres))
