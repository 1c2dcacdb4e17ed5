"""The spec of a sweep: a battle, a shot or whole phases, what varies, what is kept."""

from __future__ import annotations

import json
import tomllib
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import product
from math import prod
from pathlib import Path
from typing import Annotated, Any, Literal

from pydantic import Field

from fireline.analysis.axes import read_range
from fireline.formats.parsing import DEPTH_LIMIT, read_text
from fireline.game.entries import FileEntry, Name, read_entry, shown
from fireline.game.errors import BattleFileError, Code
from fireline.game.shot import Shot

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
class Axis:
    """Fields that vary together: their paths, and row by row their values."""

    paths: tuple[str, ...]
    rows: tuple[tuple[Any, ...], ...]

    def __len__(self) -> int:
        return len(self.rows)


@dataclass(frozen=True)
class CaseGrid:
    """Every case of a sweep: one row of each axis, the last axis varying fastest."""

    axes: tuple[Axis, ...]

    @property
    def paths(self) -> tuple[str, ...]:
        """Every varied field, in the order of the spec."""
        return tuple(path for axis in self.axes for path in axis.paths)

    def __len__(self) -> int:
        return prod(map(len, self.axes))

    def __iter__(self) -> Iterator[tuple[Any, ...]]:
        """The values of each case, in the order of `paths`.

        >>> list(CaseGrid((Axis(("a",), ((1,), (2,))), Axis(("b", "c"), ((3, 4), (5, 6))))))
        [(1, 3, 4), (1, 5, 6), (2, 3, 4), (2, 5, 6)]
        """
        for rows in product(*(axis.rows for axis in self.axes)):
            yield tuple(value for row in rows for value in row)


@dataclass(frozen=True)
class Spec:
    """A sweep: what to ask of which cases, and the text it was read from.

    `trials` is None if the odds are exact. The `policy` plays whole `phases`. `answers` says which owed answers are
    given, None for the customary ones.
    """

    text: str
    name: str
    battles: tuple[str, ...]
    shot: Shot | None
    phases: bool
    policy: str
    answers: str | None
    grid: CaseGrid
    ask: AskEntry
    trials: int | None
    seed: int

    @property
    def exact(self) -> bool:
        """Whether every figure is exact."""
        return self.trials is None


def read_spec(file: Path) -> Spec:
    """Read the sweep in a TOML file; raises `BattleFileError` naming the file and the place."""
    try:
        return parse_spec(read_text(file), file.stem)
    except BattleFileError as wrong:
        raise wrong.inside(file=str(file)) from None


def parse_spec(text: str, name: str) -> Spec:
    """Read the sweep in a TOML text, called `name` unless it has a name; raises `BattleFileError`."""
    data = _toml(text)
    for key, what in (("fireline", "a battle file"), ("fireline_log", "a log"), ("units", "a battle file")):
        if key in data:
            raise BattleFileError(
                Code.UNSUPPORTED, f"is {what}; a sweep is a file of its own that names a battle: battle = FILE"
            )
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
    many = (Axis(("battle",), tuple((one,) for one in battles)),) if len(battles) > 1 else ()
    if "battle" in entry.vary:
        raise BattleFileError(Code.CONFLICT, "battles are listed at the top: battle = [FILE, FILE]", "vary.battle")
    grid = CaseGrid((*many, *axes_of(entry.vary, entry.zip)))
    if not grid.axes:
        raise BattleFileError(
            Code.MISSING, "nothing is varied, so there is nothing to sweep; name a field and its values", "vary"
        )
    if entry.answers is not None and "answers" in grid.paths:
        raise BattleFileError(Code.CONFLICT, "is varied, too; leave it out here", "answers")
    return Spec(
        text=text,
        name=entry.name or name,
        battles=battles,
        shot=None if entry.shot is None else Shot.read(entry.shot),
        phases=entry.phases is not None,
        policy=entry.policy,
        answers=entry.answers,
        grid=grid,
        ask=_asked(entry),
        trials=_trials(entry),
        seed=entry.seed,
    )


def _trials(entry: SpecEntry) -> int | None:
    """How often each case is played; None if its odds are exact."""
    if entry.phases is not None:
        if entry.exact is True:
            raise BattleFileError(Code.UNSUPPORTED, "whole phases are simulated; only a [shot] has exact odds", "exact")
        if entry.trials is not None:
            raise BattleFileError(
                Code.CONFLICT, "phases = NUMBER says already how many are played; leave it out", "trials"
            )
        return entry.phases
    if entry.exact is False:
        return USUAL_TRIALS if entry.trials is None else entry.trials
    if entry.trials is not None:
        raise BattleFileError(
            Code.UNSUPPORTED, "nothing is simulated here, for a shot has exact odds; or write exact = false", "trials"
        )
    return None


def _asked(entry: SpecEntry) -> AskEntry:
    """What is kept; each name once."""
    for what, names in (("marginals", entry.ask.marginals), ("means", entry.ask.means)):
        for number, name in enumerate(names):
            if name in names[:number]:
                raise BattleFileError(Code.DUPLICATE, f"{shown(name)} is asked for twice", f"ask.{what}[{number}]")
    if entry.phases is not None and entry.ask.headline:
        raise BattleFileError(
            Code.UNSUPPORTED, "a phase has no headline; ask for means or marginals of losses", "ask.headline"
        )
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
    axes = [
        Axis((path,), tuple((value,) for value in values_of(given, f"vary.{path}")))
        for path, given in _flat(vary, "vary")
    ]
    for number, table in enumerate(together):
        place = f"zip[{number}]"
        columns = {path: values_of(given, f"{place}.{path}") for path, given in _flat(table, place)}
        if not columns:
            raise BattleFileError(Code.MISSING, "names no field", place)
        if len({len(values) for values in columns.values()}) > 1:
            counts = ", ".join(f"{path} has {len(values)}" for path, values in columns.items())
            raise BattleFileError(Code.CONFLICT, f"fields varied together need equally many values; {counts}", place)
        axes.append(Axis(tuple(columns), tuple(zip(*columns.values(), strict=True))))
    paths = [path for axis in axes for path in axis.paths]
    for path in paths:
        if paths.count(path) > 1:
            raise BattleFileError(Code.DUPLICATE, f"{shown(path)} is varied twice", "vary")
    for axis in axes:
        seen: set[str] = set()
        for row in axis.rows:
            if (text := json.dumps(row)) in seen:
                raise BattleFileError(
                    Code.DUPLICATE, f"{shown(row[0] if len(row) == 1 else row)} stands twice in it", axis.paths[0]
                )
            seen.add(text)
    return tuple(axes)


def values_of(given: object, place: str) -> tuple[Any, ...]:
    """Read the values of one field: a list, or a range as text that includes both ends; raises `BattleFileError`.

    >>> values_of("2..5", ""), values_of("0..1 step 0.25", ""), values_of(["Bow", "2..3"], "")
    ((2, 3, 4, 5), (0, 0.25, 0.5, 0.75, 1), ('Bow', 2, 3))
    """
    listed = given if isinstance(given, list) else [given]
    values: list[Any] = []
    for number, one in enumerate(listed):
        where = f"{place}[{number}]" if isinstance(given, list) else place
        if isinstance(one, str) and (numbers := read_range(one, where, MOST_VALUES)) is not None:
            values += numbers
        elif isinstance(given, str):
            raise BattleFileError(
                Code.MALFORMED, f'{shown(given)} is no range; write "2..20", "2..20 step 2" or a list of values', place
            )
        else:
            values.append(_usable(one, where))
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
