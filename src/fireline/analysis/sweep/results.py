"""The results of a sweep: kept beside the output, so that a kill loses none, and their Parquet file, a row a case.

The table has the same bytes whoever computes it.
"""

from __future__ import annotations

import json
import sqlite3
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import closing, contextmanager
from fractions import Fraction
from itertools import islice
from math import inf
from pathlib import Path
from types import TracebackType
from typing import Any, NamedTuple, Self

from fireline.analysis.intervals import Interval, mean_of, normal, wilson
from fireline.analysis.sweep.jobs import Piece, Sweep
from fireline.analysis.sweep.spec import AskEntry
from fireline.formats.report.table import Figure
from fireline.formats.writing import write_atomically
from fireline.game.errors import BattleFileError, Code
from fireline.game.result import named
from fireline.version import __version__

Kept = tuple[int, int, str]
"""The case and the part of a piece, and its answer as JSON."""
SUFFIX = ".sweep.sqlite"
_SWEEP = "CREATE TABLE IF NOT EXISTS sweep (digest TEXT NOT NULL)"
_RESULT = """
CREATE TABLE IF NOT EXISTS result (job INTEGER, part INTEGER, answer TEXT NOT NULL, PRIMARY KEY (job, part))
WITHOUT ROWID
"""


def checkpoint_of(out: Path) -> Path:
    """Where the results of an unfinished sweep are kept."""
    return out.with_name(out.name + SUFFIX)


class Checkpoint:
    """The results of one sweep in an SQLite file beside its output."""

    def __init__(self, out: Path, digest: str) -> None:
        """Open or begin a checkpoint; raises `BattleFileError` if it belongs to another sweep or cannot be written."""
        self.file = checkpoint_of(out)
        with self._written():
            self._db = sqlite3.connect(self.file, isolation_level="IMMEDIATE")
        try:
            self._begin(digest)
        except BaseException:
            self._db.close()
            raise

    def _begin(self, digest: str) -> None:
        """Make the tables where there are none; raises `BattleFileError` if they hold the results of another sweep."""
        with self._written():
            self._db.execute("PRAGMA journal_mode = WAL")
            self._db.execute("PRAGMA synchronous = NORMAL")
            with self._db:
                self._db.execute("BEGIN IMMEDIATE")
                self._db.execute(_SWEEP)
                self._db.execute(_RESULT)
                self._db.execute("INSERT INTO sweep SELECT ? WHERE NOT EXISTS (SELECT * FROM sweep)", (digest,))
            (found,) = self._db.execute("SELECT digest FROM sweep").fetchone()
        if found != digest:
            problem = "holds the results of another sweep, or of other rules; remove it, or name another --out"
            raise BattleFileError(Code.MISMATCH, problem, file=str(self.file))

    def __enter__(self) -> Self:
        return self

    def __exit__(self, kind: type[BaseException] | None, _: BaseException | None, __: TracebackType | None) -> None:
        with closing(self._db):
            if kind is not None and not self.done():
                self.remove()

    def keep(self, results: Iterable[Kept]) -> None:
        """Store results, all or none; existing ones stay. Raises `BattleFileError`."""
        with self._written(), self._db:
            self._db.executemany("INSERT OR IGNORE INTO result VALUES (?, ?, ?)", results)

    def done(self) -> set[Piece]:
        """The pieces that have a result."""
        with self._written():
            return set(map(Piece._make, self._db.execute("SELECT job, part FROM result")))

    def parts(self, case: int) -> list[dict[str, Any]]:
        """The results of a case, part by part."""
        with self._written():
            found = self._db.execute("SELECT answer FROM result WHERE job = ? ORDER BY part", (case,)).fetchall()
        return [json.loads(text) for (text,) in found]

    def remove(self) -> None:
        """Remove the file: its results are safe elsewhere."""
        self._db.close()
        for name in (self.file.name, f"{self.file.name}-wal", f"{self.file.name}-shm"):
            self.file.with_name(name).unlink(missing_ok=True)

    @contextmanager
    def _written(self) -> Iterator[None]:
        try:
            yield
        except sqlite3.Error as wrong:
            raise BattleFileError(Code.UNWRITABLE, f"cannot be written: {wrong}", file=str(self.file)) from None


ROWS_AT_ONCE = 20_000
TEXT = "string"
VERDICT = ("legal", "rule", "because", "problem")
Answer = Mapping[str, Any]
Answers = Callable[[], Iterator[Answer]]
"""The answer to every case, in order; called twice, so that they are never all in memory."""


class Columns(NamedTuple):
    """Columns side by side: the type of each as Arrow calls it, and what a case and its answer have in them."""

    kinds: Mapping[str, str]
    read: Callable[[int, Answer], Sequence[Any]]


def write_results(out: Path, sweep: Sweep, answers: Answers) -> None:
    """Write the table whole or not at all; raises `BattleFileError`."""
    import pyarrow as pa
    import pyarrow.parquet as pq

    figures = figures_of(sweep.spec.said.ask, answers())
    columns = columns_of(sweep, figures)
    kinds = {name: pa.type_for_alias(kind) for one in columns for name, kind in one.kinds.items()}
    told = {
        "fireline.spec": sweep.spec.text,
        "fireline.version": __version__,
        "fireline.rules": sweep.rules,
        "fireline.digest": sweep.digest,
        "fireline.seed": str(sweep.spec.said.seed),
        "fireline.sweep": json.dumps(about(sweep, figures), ensure_ascii=False),
    }
    schema, sink = pa.schema(list(kinds.items()), metadata=told), pa.BufferOutputStream()
    with pq.ParquetWriter(sink, schema, compression="zstd") as writer:
        rows = rows_of(columns, answers())
        while some := list(islice(rows, ROWS_AT_ONCE)):
            writer.write_table(pa.Table.from_pylist(some, schema))
    write_atomically(out, sink.getvalue().to_pybytes())


def read_results(out: Path, sweep: Sweep) -> list[dict[str, Any]] | None:
    """The verdicts in a table, case by case; None if it holds the results of another sweep."""
    import pyarrow as pa
    import pyarrow.parquet as pq

    try:
        with out.open("rb") as stream:
            table = pq.ParquetFile(stream)
            if (table.schema_arrow.metadata or {}).get(b"fireline.digest") != sweep.digest.encode():
                return None
            found: list[dict[str, Any]] = table.read(["legal", "problem"]).to_pylist()
    except (pa.ArrowException, OSError, ValueError):
        return None
    return found


def about(sweep: Sweep, figures: Sequence[Figure]) -> dict[str, Any]:
    """What a report has to know besides the rows."""
    said = sweep.spec.said
    return named(said, "name", "policy", "answers", "trials") | {
        "battles": [
            {"file": file, "name": base.data.get("name"), "ruleset": base.data["ruleset"]}
            for file, base in sweep.bases.items()
        ],
        "shot": sweep.spec.shot.data() if sweep.spec.shot else None,
        "phases": said.phases is not None,
        "team": sweep.team,
        "axes": [list(axis.paths) for axis in sweep.spec.grid.axes],
        "figures": [named(one, "column", "kind", "of", "value") for one in figures],
    }


def rows_of(columns: Sequence[Columns], answers: Iterator[Answer]) -> Iterator[dict[str, Any]]:
    """Every case as a row."""
    for case, answer in enumerate(answers):
        read = [zip(one.kinds, one.read(case, answer), strict=True) for one in columns]
        yield {name: value for pairs in read for name, value in pairs}


def columns_of(sweep: Sweep, figures: Sequence[Figure]) -> tuple[Columns, ...]:
    """Case, what was varied, the verdict, and each figure: as a number and exactly, or with its interval."""
    spec, varied = sweep.spec, kinds(sweep)
    columns = [
        Columns({"case": "int64"}, lambda case, _: [case + 1]),
        Columns(varied, lambda case, _: [_in(varied[path], value) for path, value in spec.grid[case].items()]),
        Columns({"legal": "bool"} | dict.fromkeys(VERDICT[1:], TEXT), lambda _, answer: list(map(answer.get, VERDICT))),
    ]
    if spec.said.ask.headline:
        columns.append(Columns({"headline_name": TEXT}, lambda _, answer: answer.get("headline", [None])[:1]))
    columns += [_figure(figure, exact=spec.exact) for figure in figures]
    columns.append(Columns({"exact": "bool"}, lambda *_: [spec.exact]))
    if not spec.exact:
        trials = {"trials": "int64", "seed": "int64"}
        columns.append(Columns(trials, lambda case, answer: [answer.get("trials"), sweep.seed(case)]))
    return tuple(columns)


def _figure(figure: Figure, *, exact: bool) -> Columns:
    """The columns of a figure, empty in a case that has none."""
    kinds = {"": "float64"} | ({"_exact": TEXT} if exact else {"_low": "float64", "_high": "float64"})

    def read(_: int, answer: Answer) -> list[Any]:
        if (seen := measure(figure, answer)) is None:
            return [None] * len(kinds)
        value, interval = seen
        return [float(value), *([str(value)] if interval is None else interval)]

    return Columns({f"{figure.column}{end}": kind for end, kind in kinds.items()}, read)


def kinds(sweep: Sweep) -> dict[str, str]:
    """Every varied field with the narrowest type of column that holds all its values, as Arrow calls it."""
    axes = sweep.spec.grid.axes
    return {path: _kind([row[n] for row in axis.rows]) for axis in axes for n, path in enumerate(axis.paths)}


def _kind(values: list[Any]) -> str:
    if all(isinstance(value, bool) for value in values):
        return "bool"
    if any(isinstance(value, bool) or not isinstance(value, int | float) for value in values):
        return TEXT
    if any(isinstance(value, float) for value in values):
        return "float64"
    return "int64" if all(-(2**63) <= value < 2**63 for value in values) else TEXT


def _in(kind: str, value: Any) -> Any:
    """A value as it stands in a column: where that is of text, words as they are, and all else as JSON."""
    return value if kind != TEXT or isinstance(value, str) else json.dumps(value, ensure_ascii=False)


def measure(figure: Figure, answer: Answer) -> tuple[Fraction, Interval | None] | None:
    """A figure in an answer, with its interval where it was counted; None if there is none: not legal, or a problem.

    A share of trials has its Wilson interval, a mean of them 1.96 standard errors on each side.
    """
    if "marginals" not in answer:
        return None
    trials, chances = answer.get("trials"), answer["marginals"].get(figure.of, {})
    if figure.kind == "mean":
        mean = sum((int(value) * Fraction(p) for value, p in chances.items()), Fraction(0)) / (trials or 1)
        if trials is None:
            return mean, None
        found = mean_of({int(value): count for value, count in chances.items()})
        return mean, normal(found) or Interval(-inf, inf)
    share = answer["headline"][1] if figure.kind == "headline" else chances.get(figure.value, 0)
    return (Fraction(share), None) if trials is None else (Fraction(share, trials), wilson(share, trials))


def figures_of(ask: AskEntry, answers: Iterable[Answer]) -> tuple[Figure, ...]:
    """Every figure asked for; for a marginal, the chance of each value in any of the answers."""
    values: dict[str, set[str]] = {name: set() for name in ask.marginals}
    for one in answers:
        for name in ask.marginals:
            values[name].update(one.get("marginals", {}).get(name, ()))
    return (
        *((Figure("headline"),) if ask.headline else ()),
        *(Figure("mean", name) for name in ask.means),
        *(Figure("marginal", name, value) for name in ask.marginals for value in sorted(values[name], key=by_size)),
    )


def by_size(value: str) -> tuple[int, int, str]:
    """Numbers by size, "3+" after 3, then words by the alphabet.

    >>> sorted(["10", "none", "2", "3+", "-1", "3"], key=by_size)
    ['-1', '2', '3', '3+', '10', 'none']
    """
    number = value.removesuffix("+").removeprefix("-")
    whole = number.isascii() and number.isdigit()
    return (0, int(value.removesuffix("+")), value) if whole else (1, 0, value)
