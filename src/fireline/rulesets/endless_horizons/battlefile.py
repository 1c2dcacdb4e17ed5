"""Battle file and state: what a file may say, checked, and the way back."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import asdict
from fractions import Fraction
from typing import Annotated, Any, Literal

from pydantic import Field

from fireline.game.entries import NAME_LIMIT, FileEntry, Name, one_of, plain, read_entry, said, shown, suggestion, taken
from fireline.game.errors import BattleFileError, Code
from fireline.game.facts import data_of, piece_of, says
from fireline.game.files import NO_FILES, Files
from fireline.game.numbers import House, HouseRules
from fireline.game.pieces import Pieces
from fireline.rulesets.endless_horizons import editions
from fireline.rulesets.endless_horizons.armoury import exact
from fireline.rulesets.endless_horizons.cover import MOST_UNITS
from fireline.rulesets.endless_horizons.roster import UnitEntry, read_unit, unit_data
from fireline.rulesets.endless_horizons.state import MOST_BONUS, Distances, Environment, Round, State, Unit, begun
from fireline.rulesets.endless_horizons.walls import FARTHEST, WallEntry, read_wall, wall_data

MOST_WALLS = 200
MOST_KEY = 2 * NAME_LIMIT + 3
Metres = Annotated[float, Field(ge=0, le=FARTHEST)]
Bonus = Annotated[int, Field(ge=-MOST_BONUS, le=MOST_BONUS)]


class EnvironmentEntry(FileEntry):
    """Something about the place that makes shooting harder: for everybody, around one unit, or from one to another."""

    name: Name
    penalty: Bonus
    """What it adds to the difficulty."""
    unit: Name | None = None
    """Around this unit only."""
    pair: str | None = None
    """For shots of the first at the second only: `jack>drone`."""


@says(Round)
class RoundEntry(FileEntry):
    """The round: its number, who acts in which order, each with how many actions, and whose turn it is."""


@says(editions.ActionCosts)
class ActionCostsEntry(FileEntry):
    """The actions that changes take."""


@says(editions.Malfunctions)
class MalfunctionsEntry(FileEntry):
    """What negative effects are."""


class OptionsEntry(FileEntry):
    """The rulings a table plays its own way."""

    beyond_range_penalty: Bonus | None = editions.USUAL.beyond_range_penalty
    suppression_shots: bool = editions.USUAL.suppression_shots
    escalation: bool = editions.USUAL.escalation
    malfunctions: MalfunctionsEntry = MalfunctionsEntry()
    squib_bursts: Literal["always"] | Annotated[int, Field(ge=0, le=10)] = "always"
    action_costs: ActionCostsEntry = ActionCostsEntry()


class BattleEntry(FileEntry):
    """A whole battle file, less format and ruleset."""

    name: str = ""
    options: OptionsEntry = OptionsEntry()
    house: HouseRules = Field(default_factory=dict, json_schema_extra=editions.NUMBERS.schema)
    units: Annotated[list[UnitEntry], Field(max_length=MOST_UNITS)]
    distances: dict[str, Metres] = Field(default_factory=dict)
    """Metres between two units, `{"jack>guard": 60}`; one way counts for both."""
    environment: Annotated[list[EnvironmentEntry], Field(max_length=50)] = Field(default_factory=list)
    walls: Annotated[list[WallEntry], Field(max_length=MOST_WALLS)] = Field(default_factory=list)
    round: RoundEntry = RoundEntry()
    over: bool = False


def read(data: Mapping[str, Any], files: Files = NO_FILES) -> State:
    """A state from the data of a battle file, which names no other files; raises `BattleFileError`."""
    entry = read_entry(BattleEntry, data)
    _check_ids(entry)
    house, now = editions.NUMBERS.house(entry.house), piece_of(Round, entry.round, "round")
    units = tuple(read_unit(unit, f"units[{n}]", house, now.actions) for n, unit in enumerate(entry.units))
    ids = [unit.id for unit in units]
    for n, unit in enumerate(units):
        _check_names(unit, [id_ for id_ in ids if id_ != unit.id], f"units[{n}]")
    _check_round(now, ids)
    state = State(
        pieces=Pieces(units),
        distances=Distances(tuple(_distances(entry.distances, ids))),
        environment=tuple(_environment(one, ids, f"environment[{n}]") for n, one in enumerate(entry.environment)),
        walls=tuple(read_wall(one, f"walls[{n}]", house) for n, one in enumerate(entry.walls)),
        edition=_edition(entry.options, house),
        name=entry.name,
        over=entry.over,
        round=now,
    )
    return state if state.over or now.turn else begun(state)


def write(state: State) -> dict[str, Any]:
    """The data of a battle file; what has its usual value is left out."""
    edition = state.edition
    return said(
        BattleEntry,
        state,
        options=said(
            OptionsEntry,
            edition,
            malfunctions=asdict(edition.malfunctions),
            squib_bursts="always" if edition.squib_bursts is None else edition.squib_bursts,
            action_costs=asdict(edition.action_costs),
        ),
        house=edition.house.data(),
        units=[unit_data(unit, edition.house) for unit in state.units],
        distances={f"{a}>{b}": plain(metres) for a, b, metres in state.distances},
        environment=[said(EnvironmentEntry, one, pair=one.pair and ">".join(one.pair)) for one in state.environment],
        walls=[wall_data(one, edition.house) for one in state.walls],
        round=data_of(state.round),
    )


def _edition(entry: OptionsEntry, house: House) -> editions.Edition:
    malfunctions = editions.Malfunctions(**entry.malfunctions.model_dump())
    special = {
        "malfunctions": editions.USUAL_MALFUNCTIONS if malfunctions == editions.USUAL_MALFUNCTIONS else malfunctions,
        "squib_bursts": None if entry.squib_bursts == "always" else entry.squib_bursts,
        "action_costs": editions.ActionCosts(**entry.action_costs.model_dump()),
    }
    return editions.Edition(**taken(entry, editions.Edition) | special, house=house)


def _check_ids(entry: Any) -> None:
    first: dict[str, str] = {}
    units, walls = [one.id for one in entry.units], [one.id for one in entry.walls]
    for name, ids in (("units", units), ("walls", walls)):
        for n, id_ in enumerate(ids):
            place = f"{name}[{n}]"
            if ">" in id_:
                problem = f"{shown(id_)} has a '>' in it, which stands between two ids"
                raise BattleFileError(Code.MALFORMED, problem, f"{place}.id")
            if id_ in first:
                raise BattleFileError(Code.DUPLICATE, f"{shown(id_)} is already the id of {first[id_]}", f"{place}.id")
            first[id_] = place


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


def _environment(entry: EnvironmentEntry, ids: list[str], place: str) -> Environment:
    if entry.unit is not None and entry.pair is not None:
        raise BattleFileError(
            Code.CONFLICT, "stands beside unit; it is said of one unit or of one pair", f"{place}.pair"
        )
    unit = None if entry.unit is None else one_of(entry.unit, ids, "unit of this battle", f"{place}.unit")
    pair = None if entry.pair is None else _pair(entry.pair, ids, f"{place}.pair")
    return Environment(entry.name, entry.penalty, unit, pair)


def _distances(given: dict[str, float], ids: list[str]) -> Iterable[tuple[str, str, Fraction]]:
    seen: set[tuple[str, str]] = set()
    for key, metres in given.items():
        place = f"distances.{key if key.isprintable() and len(key) <= MOST_KEY else shown(key)}"
        a, b = _pair(key, ids, place)
        if a == b:
            raise BattleFileError(Code.CONFLICT, f"{shown(a)} has no distance to itself", place)
        if (a, b) in seen:
            raise BattleFileError(Code.DUPLICATE, f"the distance from {a} to {b} stands here twice", place)
        seen.add((a, b))
        yield a, b, exact(metres)


def _pair(text: str, ids: list[str], place: str) -> tuple[str, str]:
    """The two units of 'shooter>target'; raises `BattleFileError`."""
    a, joint, b = text.partition(">")
    if not joint:
        raise BattleFileError(
            Code.MALFORMED, f"{shown(text)} names no two units; write them as 'shooter>target'", place
        )
    a, b = (one if one in ids else one.strip() for one in (a, b))
    for one in (a, b):
        if one not in ids:
            raise BattleFileError(
                Code.UNKNOWN_NAME, f"{shown(one)} is no unit of this battle; {suggestion(one, ids)}", place
            )
    return a, b
