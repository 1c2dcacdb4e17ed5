"""The results of a sweep as a report needs them: dimensions, figures, and the rows by position."""

from __future__ import annotations

import json
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path
from typing import Any, NamedTuple

from fireline.extras import need
from fireline.formats.report.words import field_name
from fireline.game.errors import BattleFileError, Code
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
