"""The results of a sweep as a report needs them: dimensions, figures, rows by position; their words and axes."""

from __future__ import annotations

import json
import re
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import cached_property
from math import ceil, floor, log10
from pathlib import Path
from typing import Any, NamedTuple

from fireline.extras import need
from fireline.game.errors import BattleFileError, Code
from fireline.ruling.prose import minus, percent
from fireline.ruling.told import key_of

Row = Mapping[str, Any]
Place = tuple[int, ...]


@dataclass(frozen=True)
class Dimension:
    """Fields that vary together: their paths, and their values in the order of the spec."""

    paths: tuple[str, ...]
    values: tuple[tuple[Any, ...], ...]

    @property
    def numeric(self) -> bool:
        """Whether it is one number that goes up."""
        firsts = [value[0] for value in self.values]
        numbers = all(isinstance(one, int | float) and not isinstance(one, bool) for one in firsts)
        return len(self.paths) == 1 and numbers and firsts == sorted(firsts) and len(firsts) > 2

    @property
    def name(self) -> str:
        """The fields as people call them."""
        return ", ".join(map(field_name, self.paths))

    def label(self, at: int) -> str:
        """One of its values, as a label."""
        return ", ".join(map(key_of, self.values[at]))


class Figure(NamedTuple):
    """One number of every row: the headline, the mean of something, or the chance of one of its values."""

    kind: str
    of: str = ""
    value: str = ""

    @property
    def column(self) -> str:
        """The name of its column.

        >>> Figure("marginal", "hits", "2").column, Figure("mean", "hits").column
        ('hits=2', 'mean(hits)')
        """
        return {"marginal": f"{self.of}={self.value}", "mean": f"mean({self.of})"}.get(self.kind, self.kind)

    @property
    def share(self) -> bool:
        """Whether it is a chance, between 0 and 1."""
        return self.kind != "mean"


@dataclass(frozen=True)
class Results:
    """A result file, read."""

    rows: Sequence[Row]
    about: Mapping[str, Any]
    spec: str
    version: str
    seed: str

    @cached_property
    def dimensions(self) -> tuple[Dimension, ...]:
        """What was varied, without what has only one value."""
        found = [Dimension(tuple(paths), self._values(paths)) for paths in self.about["axes"]]
        return tuple(one for one in found if len(one.values) > 1)

    def _values(self, paths: Iterable[str]) -> tuple[tuple[Any, ...], ...]:
        return tuple(dict.fromkeys(tuple(row[path] for path in paths) for row in self.rows))

    @cached_property
    def figures(self) -> tuple[Figure, ...]:
        """What was asked of each case."""
        return tuple(Figure(one["kind"], one["of"], one["value"]) for one in self.about["figures"])

    @cached_property
    def at(self) -> Mapping[Place, Row]:
        """Each row by its position along each dimension."""
        numbers = [{value: n for n, value in enumerate(one.values)} for one in self.dimensions]
        return {
            tuple(
                known[tuple(row[path] for path in one.paths)]
                for one, known in zip(self.dimensions, numbers, strict=True)
            ): row
            for row in self.rows
        }

    @property
    def exact(self) -> bool:
        """Whether every figure is exact."""
        return self.about["trials"] is None


def read_results(file: Path) -> Results:
    """A result file of `fireline sweep`; raises `BattleFileError` for any other."""
    need("pyarrow", "sweep", "Parquet files are read by pyarrow", "report")
    import pyarrow as pa
    import pyarrow.parquet as pq

    try:
        with file.open("rb") as stream:
            table = pq.read_table(stream)
    except (pa.ArrowException, ValueError):
        raise BattleFileError(Code.UNREADABLE, "is no Parquet file", file=str(file)) from None
    except OSError as wrong:
        problem = f"cannot be read: {wrong.strerror}" if wrong.strerror else "is no Parquet file"
        raise BattleFileError(Code.UNREADABLE, problem, file=str(file)) from None
    told = {key.decode(): value.decode() for key, value in (table.schema.metadata or {}).items()}
    try:
        about = json.loads(told["fireline.sweep"])
        results = Results(
            table.to_pylist(), about, told["fireline.spec"], told["fireline.version"], told["fireline.seed"]
        )
        assert results.at or not results.rows  # noqa: S101 - reads every column that is needed
        assert all(figure.column in table.column_names for figure in results.figures)  # noqa: S101
    except (KeyError, TypeError, ValueError, AssertionError):
        raise BattleFileError(Code.UNREADABLE, "is no result file of `fireline sweep`", file=str(file)) from None
    return results


# --- words -------------------------------------------------------------------------------


_LAST = re.compile(r"(.*)\[([^\[\]]+)\]\.?([^\[\]]*)")
LONGEST_FRACTION, MOST_TICKS = 23, 6


def field_name(path: str) -> str:
    """A path into a battle file in words.

    >>> field_name("units[archer].weapon.range"), field_name("options.escalation"), field_name("edition")
    ('weapon range of archer', 'option escalation', 'edition')
    >>> field_name("distances[jack>drone]")
    'distances jack>drone'
    """
    if path.startswith("shot."):
        return f"{path.removeprefix('shot.').replace('_', ' ')} of the shot"
    if path.startswith("options."):
        return f"option {path.removeprefix('options.').replace('_', ' ')}"
    if found := _LAST.fullmatch(path):
        what = found[3].replace(".", " ").replace("_", " ")
        return f"{what} of {found[2]}" if what else f"{found[1].replace('.', ' ')} {found[2]}"
    return path.replace("_", " ").replace(".", " ")


def in_short(value: float, *, share: bool) -> str:
    """A figure as a picture shows it.

    >>> in_short(0.3055, share=True), in_short(0.0001, share=True), in_short(1.25, share=False)
    ('31%', '< 0.1%', '1.25')
    """
    if not share:
        return decimal(value)
    tenths = percent(Fraction(value))
    return tenths if "<" in tenths or ">" in tenths else f"{round(100 * value)}%"


def in_full(value: float, exact: str | None, *, share: bool) -> str:
    """A figure as a table shows it: rounded, then exactly if it is exact and not too long to read."""
    told = percent(Fraction(exact or value)) if share else decimal(value)
    return f"{told} ({minus(exact)})" if exact and len(exact) <= LONGEST_FRACTION and exact not in told else told


def decimal(value: float) -> str:
    """A mean with three decimals at most.

    >>> decimal(2.0), decimal(0.12345), decimal(-1.5)
    ('2', '0.123', '−1.5')
    """
    return minus(f"{value:.3f}".rstrip("0").rstrip("."))


def ticks(low: float, high: float) -> list[float]:
    """Round numbers from below the low end to above the high one.

    >>> ticks(0, 1), ticks(0.12, 0.47), ticks(0, 23)
    ([0.0, 0.2, 0.4, 0.6, 0.8, 1.0], [0.1, 0.2, 0.3, 0.4, 0.5], [0.0, 5.0, 10.0, 15.0, 20.0, 25.0])
    """
    span = high - low or abs(high) or 1.0
    raw = span / (MOST_TICKS - 1)
    power = 10.0 ** floor(log10(raw))
    step = next(power * one for one in (1, 2, 2.5, 5, 10) if power * one >= raw * 0.999)
    first, last = floor(low / step + 1e-9), ceil(high / step - 1e-9)
    return [round(step * n, 10) for n in range(first, max(last, first + 1) + 1)]
