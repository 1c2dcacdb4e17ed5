"""The results as a Parquet file: one row per case, the same bytes whoever computes them."""

from __future__ import annotations

import json
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping
from itertools import islice
from pathlib import Path
from typing import TYPE_CHECKING, Any

from fireline.analysis.sweep.answers import Figure, figures_of
from fireline.analysis.sweep.jobs import Case, Sweep
from fireline.formats.writing import write_atomically
from fireline.version import __version__

if TYPE_CHECKING:
    import pyarrow as pa

ROWS_AT_ONCE = 20_000
TEXT = "string"
Answers = Callable[[], Iterator[tuple[Case, Mapping[str, Any]]]]
"""Every case with its answer, in order; called twice, so that they are never all in memory."""


def write_results(out: Path, sweep: Sweep, answers: Answers) -> None:
    """Write the table whole or not at all; raises `BattleFileError`."""
    import pyarrow as pa
    import pyarrow.parquet as pq

    figures = figures_of(sweep.spec.ask, (answer for _, answer in answers()))
    schema, texts = schema_of(sweep, figures), {path for path, kind in kinds(sweep) if kind == TEXT}
    sink = pa.BufferOutputStream()
    with pq.ParquetWriter(sink, schema, compression="zstd") as writer:
        rows = (row_of(sweep, figures, case, answer, texts) for case, answer in answers())
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
            found: list[dict[str, Any]] = table.read(["case", "legal", "problem"]).to_pylist()
    except (pa.ArrowException, OSError, ValueError):
        return None
    return found


def schema_of(sweep: Sweep, figures: Iterable[Figure]) -> pa.Schema:
    """The columns: case, what was varied, the verdict, each figure as a number and as an exact fraction."""
    import pyarrow as pa

    spec = sweep.spec
    columns = [("case", pa.int64())]
    columns += [(path, pa.type_for_alias(kind)) for path, kind in kinds(sweep)]
    columns += [("legal", pa.bool_()), ("rule", pa.string()), ("because", pa.string()), ("problem", pa.string())]
    if spec.ask.headline:
        columns.append(("headline_name", pa.string()))
    for figure in figures:
        columns.append((figure.column, pa.float64()))
        if spec.exact:
            columns.append((f"{figure.column}_exact", pa.string()))
        else:
            columns += [(f"{figure.column}_low", pa.float64()), (f"{figure.column}_high", pa.float64())]
    columns += [("exact", pa.bool_())]
    if not spec.exact:
        columns += [("trials", pa.int64()), ("seed", pa.int64())]
    told = {
        "fireline.spec": spec.text,
        "fireline.version": __version__,
        "fireline.rules": sweep.rules,
        "fireline.digest": sweep.digest,
        "fireline.seed": str(spec.seed),
        "fireline.sweep": json.dumps(about(sweep, figures), ensure_ascii=False),
    }
    return pa.schema(columns, metadata=told)


def about(sweep: Sweep, figures: Iterable[Figure]) -> dict[str, Any]:
    """What a report has to know besides the rows."""
    return {
        "name": sweep.spec.name,
        "battles": [
            {"file": base.name, "name": base.data.get("name"), "ruleset": base.data["ruleset"]} for base in sweep.bases
        ],
        "shot": sweep.spec.shot.data() if sweep.spec.shot else None,
        "phases": sweep.spec.phases,
        "policy": sweep.spec.policy,
        "answers": sweep.spec.answers,
        "team": sweep.team,
        "trials": sweep.spec.trials,
        "axes": [list(axis.paths) for axis in sweep.spec.grid.axes],
        "figures": [figure.data() for figure in figures],
    }


def row_of(
    sweep: Sweep, figures: Iterable[Figure], case: Case, answer: Mapping[str, Any], texts: Collection[str]
) -> dict[str, Any]:
    """One case as a row: missing values stay empty, what has no column is dropped.

    `texts` are the varied fields whose column is text.
    """
    values = {"battle": sweep.bases[case.battle].name} | dict(case.changes)
    row = {path: _written(value) if path in texts else value for path, value in values.items()}
    row |= {name: answer.get(name) for name in ("legal", "rule", "because", "problem")}
    row |= {"case": case.number + 1, "exact": sweep.spec.exact}
    if sweep.spec.ask.headline and "headline" in answer:
        row["headline_name"] = answer["headline"][0]
    for figure in figures:
        if (seen := figure.measure(answer)) is not None:
            row |= {
                figure.column: float(seen.value),
                f"{figure.column}_exact": str(seen.value),
                f"{figure.column}_low": seen.low,
                f"{figure.column}_high": seen.high,
            }
    if not sweep.spec.exact:
        row |= {"trials": answer.get("trials"), "seed": sweep.seed(case)}
    return row


def kinds(sweep: Sweep) -> list[tuple[str, str]]:
    """Every varied field with the narrowest type of column that holds all its values, as Arrow calls it."""
    axes = sweep.spec.grid.axes
    return [(path, _kind([row[n] for row in axis.rows])) for axis in axes for n, path in enumerate(axis.paths)]


def _kind(values: list[Any]) -> str:
    if all(isinstance(value, bool) for value in values):
        return "bool"
    if any(isinstance(value, bool) or not isinstance(value, int | float) for value in values):
        return TEXT
    if any(isinstance(value, float) for value in values):
        return "float64"
    return "int64" if all(-(2**63) <= value < 2**63 for value in values) else TEXT


def _written(value: Any) -> str:
    """A value as text: words as they are, lists and tables as JSON."""
    return value if isinstance(value, str) else json.dumps(value, ensure_ascii=False)
