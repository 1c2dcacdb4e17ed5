"""Battle file and state: what a file may say, checked, and the way back."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import asdict
from fractions import Fraction
from typing import Annotated, Any, Literal

from pydantic import Field

from fireline.game.entries import NAME_LIMIT, Entry, Name, one_of, plain, read_entry, shown, suggestion
from fireline.game.errors import BattleFileError
from fireline.game.files import NO_FILES, Files
from fireline.rulesets.endless_horizons.armoury import exact
from fireline.rulesets.endless_horizons.editions import USUAL, USUAL_MALFUNCTIONS, Edition, Malfunctions
from fireline.rulesets.endless_horizons.roster import (
    FARTHEST,
    MOST_UNITS,
    Bonus,
    UnitEntry,
    read_unit,
    unit_data,
    unusual,
)
from fireline.rulesets.endless_horizons.state import State, Unit

MOST_KEY = 2 * NAME_LIMIT + 3
Metres = Annotated[float, Field(ge=0, le=FARTHEST)]
Effect = Literal["failure_to_feed", "failure_to_eject", "squib", "none"]


class EnvironmentEntry(Entry):
    """Something about the place that makes shooting harder."""

    name: Name
    penalty: Bonus


class MalfunctionsEntry(Entry):
    """What negative effects are."""

    minor: Effect = "failure_to_feed"
    medium: Effect = "failure_to_eject"
    major: Effect = "squib"


class OptionsEntry(Entry):
    """The rulings a table plays its own way."""

    beyond_range_penalty: Bonus | None = USUAL.beyond_range_penalty
    suppression_shots: bool = USUAL.suppression_shots
    escalation: bool = USUAL.escalation
    malfunctions: MalfunctionsEntry = MalfunctionsEntry()


class BattleEntry(Entry):
    """A whole battle file, less format and ruleset."""

    name: str = ""
    options: OptionsEntry = OptionsEntry()
    units: Annotated[list[UnitEntry], Field(max_length=MOST_UNITS)]
    distances: dict[str, Metres] = Field(default_factory=dict)
    environment: Annotated[list[EnvironmentEntry], Field(max_length=50)] = Field(default_factory=list)
    over: bool = False


def read(data: Mapping[str, Any], files: Files = NO_FILES) -> State:
    """A state from the data of a battle file, which names no other files; raises `BattleFileError`."""
    entry = read_entry(BattleEntry, data)
    _check_ids(entry.units)
    units = tuple(read_unit(unit, f"units[{n}]") for n, unit in enumerate(entry.units))
    ids = [unit.id for unit in units]
    for n, unit in enumerate(units):
        _check_suppression(unit, ids, f"units[{n}].suppressing")
    return State(
        units=units,
        distances=tuple(_distances(entry.distances, ids)),
        environment=tuple((one.name, one.penalty) for one in entry.environment),
        edition=_edition(entry.options),
        name=entry.name,
        over=entry.over,
    )


def write(state: State) -> dict[str, Any]:
    """The data of a battle file; what has its usual value is left out."""
    sections: dict[str, Any] = {
        "name": state.name,
        "options": unusual(asdict(state.edition), asdict(USUAL)),
        "units": [unit_data(unit) for unit in state.units],
        "distances": {f"{a}>{b}": plain(metres) for a, b, metres in state.distances},
        "environment": [{"name": name, "penalty": penalty} for name, penalty in state.environment],
        "over": state.over,
    }
    return {key: value for key, value in sections.items() if value or key == "units"}


def _edition(entry: OptionsEntry) -> Edition:
    malfunctions = Malfunctions(**entry.malfunctions.model_dump())
    return Edition(
        beyond_range_penalty=entry.beyond_range_penalty,
        suppression_shots=entry.suppression_shots,
        escalation=entry.escalation,
        malfunctions=USUAL_MALFUNCTIONS if malfunctions == USUAL_MALFUNCTIONS else malfunctions,
    )


def _check_ids(units: list[UnitEntry]) -> None:
    first: dict[str, int] = {}
    for n, unit in enumerate(units):
        if ">" in unit.id:
            raise BattleFileError(f"{shown(unit.id)} has a '>' in it, which stands between two ids", f"units[{n}].id")
        if unit.id in first:
            problem = f"{shown(unit.id)} is already the id of units[{first[unit.id]}]"
            raise BattleFileError(problem, f"units[{n}].id")
        first[unit.id] = n


def _check_suppression(unit: Unit, ids: list[str], place: str) -> None:
    if unit.suppressing is None:
        return
    others = [id_ for id_ in ids if id_ != unit.id]
    for target in unit.suppressing.targets:
        one_of(target, others, "other unit of this battle", f"{place}.targets")
    for opening in unit.suppressing.openings:
        one_of(opening, unit.suppressing.targets, "suppressed unit", f"{place}.openings")
    if unit.weapon is None:
        raise BattleFileError("nobody suppresses without a weapon in hand", place)


def _distances(given: dict[str, float], ids: list[str]) -> Iterable[tuple[str, str, Fraction]]:
    seen: set[tuple[str, str]] = set()
    for key, metres in given.items():
        place = f"distances.{key if key.isprintable() and len(key) <= MOST_KEY else shown(key)}"
        a, joint, b = key.partition(">")
        if not joint:
            raise BattleFileError(f"{shown(key)} names no two units; write them as 'shooter>target'", place)
        a, b = (one if one in ids else one.strip() for one in (a, b))
        for one in (a, b):
            if one not in ids:
                raise BattleFileError(f"{shown(one)} is no unit of this battle; {suggestion(one, ids)}", place)
        if a == b:
            raise BattleFileError(f"{shown(a)} has no distance to itself", place)
        if (a, b) in seen:
            raise BattleFileError(f"the distance from {a} to {b} stands here twice", place)
        seen.add((a, b))
        yield a, b, exact(metres)
