"""What varies: axes of values, and the cases that they make together."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from itertools import product
from math import prod
from typing import Any

from fireline.game.entries import plain, shown
from fireline.game.errors import BattleFileError, Code

MOST_VALUES = 1_000_000
_NUMBER = r"[-+]?\d{1,9}(?:\.\d{1,9})?"
_RANGE = re.compile(rf"\s*({_NUMBER})\s*\.\.\s*({_NUMBER})\s*(?:step\s+({_NUMBER})\s*)?")


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
        if isinstance(one, str) and _RANGE.fullmatch(one):
            values += _range(one, where)
        elif isinstance(given, str):
            raise BattleFileError(
                Code.MALFORMED, f'{shown(given)} is no range; write "2..20", "2..20 step 2" or a list of values', place
            )
        else:
            values.append(_usable(one, where))
    if not values:
        raise BattleFileError(Code.MISSING, "has no values, so there is no case", place)
    return tuple(values)


def _range(text: str, place: str) -> list[int | float]:
    """The numbers of a range, counted in fractions so that no step is lost to rounding."""
    found = _RANGE.fullmatch(text)
    assert found, "the caller has looked"  # noqa: S101
    first, last, step = (Fraction(part or "1") for part in found.groups())
    if step <= 0:
        raise BattleFileError(Code.OUT_OF_RANGE, f"the step of {shown(text)} is not more than 0", place)
    count = (last - first) // step + 1
    if count < 1:
        raise BattleFileError(Code.OUT_OF_RANGE, f"{shown(text)} is empty: it ends before it begins", place)
    if count > MOST_VALUES:
        raise BattleFileError(Code.TOO_LARGE, f"{shown(text)} has {count:,} values; at most {MOST_VALUES:,}", place)
    return [plain(first + n * step) for n in range(count)]


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
