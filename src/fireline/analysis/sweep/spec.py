"""The spec of a sweep: a battle, a shot or whole phases, what varies, what is kept."""

from __future__ import annotations

import json
import tomllib
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Annotated, Any, Literal

from pydantic import Field

from fireline.analysis.axes import Axis, Cases, read_range
from fireline.analysis.paths import FieldPath
from fireline.formats.parsing import DEPTH_LIMIT
from fireline.game.command import Shot
from fireline.game.entries import FileEntry, Name, read_entry, shown
from fireline.game.errors import BattleFileError, Code

MOST_TRIALS = 10**9
MOST_VALUES = 1_000_000
USUAL_TRIALS = 1000
_Names = Annotated[list[Name], Field(max_length=50)]


class AskEntry(FileEntry):
    """What is kept of each answer."""

    headline: bool | None = None
    """The default for a shot."""
    marginals: _Names = Field(default_factory=list)
    means: _Names = Field(default_factory=list)

    @property
    def places(self) -> list[tuple[str, str]]:
        """Every name asked for, and where it is."""
        listed = (("marginals", self.marginals), ("means", self.means))
        return [(name, f"ask.{what}[{number}]") for what, names in listed for number, name in enumerate(names)]


class SpecEntry(FileEntry):
    """A sweep as its file has it."""

    fireline_sweep: Literal[1] = 1
    name: Name | None = None
    battle: str | list[str]
    shot: dict[str, Any] | None = None
    phases: Annotated[int, Field(ge=1, le=MOST_TRIALS)] | None = None
    policy: str = "simple"
    answers: Literal["customary", "best", "worst"] | None = None
    vary: dict[str, Any] = Field(default_factory=dict)
    zip: Annotated[list[dict[str, Any]], Field(max_length=50)] = Field(default_factory=list)
    ask: AskEntry = Field(default_factory=AskEntry)
    trials: Annotated[int, Field(ge=1, le=MOST_TRIALS)] | None = None
    seed: Annotated[int, Field(ge=0, lt=2**63)] = 0
    exact: Literal["auto", True, False] = "auto"


@dataclass(frozen=True)
class Spec:
    """A sweep: the text that it was read from, what it says, and its cases."""

    text: str
    said: SpecEntry
    """With every default; `trials` is None if the odds are exact."""
    battles: tuple[str, ...]
    shot: Shot | None
    """None if whole phases are played."""
    grid: Cases

    @property
    def exact(self) -> bool:
        """Whether every figure is exact."""
        return self.said.trials is None


def parse_spec(text: str, name: str) -> Spec:
    """Read the sweep in a TOML text, called `name` unless it has a name; raises `BattleFileError`."""
    data = _toml(text)
    for key, what in (("fireline", "a battle file"), ("fireline_log", "a log"), ("units", "a battle file")):
        if key in data:
            problem = f"is {what}; a sweep is a file of its own that names a battle: battle = FILE"
            raise BattleFileError(Code.UNSUPPORTED, problem)
    if "battle" not in data:
        raise BattleFileError(Code.MISSING, "is missing, so this is no sweep; write battle = FILE", "battle")
    entry = read_entry(SpecEntry, data)
    if (entry.shot is None) == (entry.phases is None):
        raise BattleFileError(Code.CONFLICT, "a sweep asks either about a [shot] or about phases = NUMBER", "shot")
    battles = (entry.battle,) if isinstance(entry.battle, str) else tuple(entry.battle)
    if not battles:
        raise BattleFileError(Code.MISSING, "names no battle", "battle")
    if len(set(battles)) < len(battles):
        raise BattleFileError(Code.DUPLICATE, "names a battle twice", "battle")
    many = (Axis.of("battle", "battle", battles),) if len(battles) > 1 else ()
    varied = axes_of(entry.vary, entry.zip)
    if "battle" in Cases(varied).paths:
        raise BattleFileError(Code.CONFLICT, "battles are listed at the top: battle = [FILE, FILE]", "vary.battle")
    grid = Cases((*many, *varied))
    if not grid.axes:
        problem = "nothing is varied, so there is nothing to sweep; name a field and its values"
        raise BattleFileError(Code.MISSING, problem, "vary")
    if entry.answers is not None and "answers" in grid.paths:
        raise BattleFileError(Code.CONFLICT, "is varied, too; leave it out here", "answers")
    shot = None if entry.shot is None else Shot.read(entry.shot)
    told = {"name": entry.name or name, "ask": _asked(entry), "trials": _trials(entry)}
    return Spec(text, entry.model_copy(update=told), battles, shot, grid)


def _trials(entry: SpecEntry) -> int | None:
    """How often each case is played; None if its odds are exact."""
    phases, trials = entry.phases, entry.trials
    if phases is not None and entry.exact is True:
        raise BattleFileError(Code.UNSUPPORTED, "whole phases are simulated; only a [shot] has exact odds", "exact")
    if phases is not None and trials is not None:
        problem = "phases = NUMBER says already how many are played; leave it out"
        raise BattleFileError(Code.CONFLICT, problem, "trials")
    if phases is None and trials is not None and entry.exact is not False:
        problem = "nothing is simulated here, for a shot has exact odds; or write exact = false"
        raise BattleFileError(Code.UNSUPPORTED, problem, "trials")
    return phases or (trials or USUAL_TRIALS if entry.exact is False else None)


def _asked(entry: SpecEntry) -> AskEntry:
    """What is kept; each name once."""
    for what, names in (("marginals", entry.ask.marginals), ("means", entry.ask.means)):
        for number, name in enumerate(names):
            if name in names[:number]:
                raise BattleFileError(Code.DUPLICATE, f"{shown(name)} is asked for twice", f"ask.{what}[{number}]")
    if entry.phases is not None and entry.ask.headline:
        problem = "a phase has no headline; ask for means or marginals of losses"
        raise BattleFileError(Code.UNSUPPORTED, problem, "ask.headline")
    headline = entry.phases is None if entry.ask.headline is None else entry.ask.headline
    if not headline and not entry.ask.marginals and not entry.ask.means:
        of_phases = "marginals and means of shots, commands, SIDE.LOSS or UNIT.LOSS"
        allowed = of_phases if entry.phases is not None else "headline, marginals, means"
        raise BattleFileError(Code.MISSING, f"nothing is asked for; allowed: {allowed}", "ask")
    return entry.ask.model_copy(update={"headline": headline})


def _toml(text: str) -> dict[str, Any]:
    try:
        return tomllib.loads(text)
    except tomllib.TOMLDecodeError as wrong:
        raise BattleFileError(Code.MALFORMED, f"is not well-formed TOML: {str(wrong).splitlines()[0]}") from None
    except RecursionError:
        raise BattleFileError(Code.TOO_LARGE, f"is nested deeper than {DEPTH_LIMIT}") from None
    except ValueError:  # a whole number of thousands of digits
        raise BattleFileError(Code.TOO_LARGE, "holds a number that is too long") from None


# --- what varies ----------------------------------------------------------------------------


def axes_of(vary: Mapping[str, Any], together: Sequence[Mapping[str, Any]]) -> tuple[Axis, ...]:
    """Read the tables `[vary]` and `[[zip]]`; raises `BattleFileError` naming the place in the spec."""
    axes = list[Axis]()
    tables = [("vary", {path: given}) for path, given in _flat(vary, "vary")]
    tables += [(f"zip[{number}]", dict(_flat(table, f"zip[{number}]"))) for number, table in enumerate(together)]
    for place, table in tables:
        columns = {path: values_of(given, f"{place}.{path}") for path, given in table.items()}
        if not columns:
            raise BattleFileError(Code.MISSING, "names no field", place)
        if len({len(values) for values in columns.values()}) > 1:
            counts = ", ".join(f"{path} has {len(values)}" for path, values in columns.items())
            raise BattleFileError(Code.CONFLICT, f"fields varied together need equally many values; {counts}", place)
        axes.append(Axis(", ".join(columns), tuple(columns), tuple(zip(*columns.values(), strict=True))))
    paths = Cases(tuple(axes)).paths
    for path in paths:
        try:
            FieldPath.read(path)
        except BattleFileError as wrong:
            raise wrong.at("vary") from None
        if paths.count(path) > 1:
            raise BattleFileError(Code.DUPLICATE, f"{shown(path)} is varied twice", "vary")
    for axis in axes:
        seen: set[str] = set()
        for row in axis.rows:
            if (text := json.dumps(row)) in seen:
                problem = f"{shown(row[0] if len(row) == 1 else row)} stands twice in it"
                raise BattleFileError(Code.DUPLICATE, problem, axis.path)
            seen.add(text)
    return tuple(axes)


def values_of(given: object, place: str) -> tuple[Any, ...]:
    """Read the values of one field: a list, or a range as text that includes both ends; raises `BattleFileError`.

    >>> values_of("2..5", ""), values_of("0..1 step 0.25", ""), values_of(["Bow", "2..3"], "")
    ((2, 3, 4, 5), (0, 0.25, 0.5, 0.75, 1), ('Bow', 2, 3))
    """
    listed = [(f"{place}[{n}]", one) for n, one in enumerate(given)] if isinstance(given, list) else [(place, given)]
    values: list[Any] = []
    for where, one in listed:
        numbers = read_range(one, where, MOST_VALUES) if isinstance(one, str) else None
        if numbers is None and one is given and isinstance(one, str):
            problem = f'{shown(given)} is no range; write "2..20", "2..20 step 2" or a list of values'
            raise BattleFileError(Code.MALFORMED, problem, place)
        values += [_usable(one, where)] if numbers is None else numbers
    if not values:
        raise BattleFileError(Code.MISSING, "has no values, so there is no case", place)
    return tuple(values)


def _flat(table: Mapping[str, Any], place: str) -> Iterator[tuple[str, Any]]:
    """The fields of a table by their whole paths: TOML makes tables of what is written with dots."""
    for key, value in table.items():
        if not isinstance(value, Mapping):
            yield key, value
        elif not value:
            raise BattleFileError(Code.MISSING, "names no field", f"{place}.{key}")
        else:
            yield from ((f"{key}.{inner}", one) for inner, one in _flat(value, f"{place}.{key}"))


def _usable(value: Any, place: str) -> Any:
    """Check that battle files can hold a value: TOML also has dates and infinities."""
    try:
        json.dumps(value, allow_nan=False)
    except (TypeError, ValueError):
        raise BattleFileError(Code.WRONG_TYPE, f"{shown(value)} is no value that a battle file holds", place) from None
    return value
