"""The result file: what others read in it, and what it says of itself."""

import json
from fractions import Fraction
from pathlib import Path

import duckdb
import pyarrow.parquet as pq
import pytest

import fireline
from fireline.analysis.sweep import results
from sweeping import SHOT, plain_tables, rows, swept, written

pytestmark = pytest.mark.whole("extra")


@pytest.fixture(scope="module")
def out(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("results")
    swept(written(folder, SHOT), folder / "out.parquet")
    return folder / "out.parquet"


def test_a_reader_that_others_wrote_finds_the_same_in_it(out: Path) -> None:
    expected = pq.read_table(out).to_pylist()
    with duckdb.connect() as database:
        found = database.execute("SELECT * FROM read_parquet(?)", [str(out)])
        names = [name for name, *_ in found.description or ()]
        assert [dict(zip(names, row, strict=True)) for row in found.fetchall()] == expected
        asked = database.execute(
            "SELECT sum(headline), count(*) FROM read_parquet(?) WHERE legal", [str(out)]
        ).fetchone()
    assert asked is not None
    assert asked[1] == 6
    assert asked[0] == pytest.approx(float(sum(Fraction(row["headline_exact"]) for row in expected if row["legal"])))


def test_the_table_holds_every_row_as_it_is_without_the_library(
    out: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    plain_tables(monkeypatch)
    swept(written(tmp_path, SHOT), tmp_path / "plain.parquet")
    table = pq.read_table(out).to_pylist()
    assert [{name: row[name] for name in table[0]} for row in rows(tmp_path / "plain.parquet")] == table


def test_values_of_many_kinds_stand_as_text_and_numbers_as_numbers(tmp_path: Path) -> None:
    text = SHOT.replace('vary."units[bow].moved" = [0, 1, 2]', 'vary.name = ["a", "b c"]\nvary.options = {}').replace(
        "vary.options = {}", 'vary."units[warriors]" = [{id = "warriors", side = "top", type = "warrior", hex = "C5"}]'
    )
    text = text.replace('vary."units[warriors].hex" = ["C5", "D4", "A1"]\n', "")
    swept(written(tmp_path, text), tmp_path / "out.parquet")
    row = pq.read_table(tmp_path / "out.parquet").to_pylist()[0]
    assert json.loads(row["units[warriors]"])["hex"] == "C5"


def test_the_file_says_what_it_is_and_nothing_of_when_or_where(out: Path, tmp_path: Path) -> None:
    told = pq.read_schema(out).metadata
    assert told[b"fireline.spec"].decode() == SHOT
    assert told[b"fireline.version"].decode() == fireline.__version__
    assert told[b"fireline.seed"] == b"0"
    assert json.loads(told[b"fireline.sweep"])["shot"] == {"shooter": "bow", "target": "warriors"}
    swept(written(tmp_path, SHOT), tmp_path / "elsewhere.parquet")
    assert (tmp_path / "elsewhere.parquet").read_bytes() == out.read_bytes()
    assert str(tmp_path).encode() not in out.read_bytes()


def test_a_table_is_written_some_rows_at_a_time(out: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(results, "ROWS_AT_ONCE", 4)
    swept(written(tmp_path, SHOT), tmp_path / "out.parquet")
    assert pq.ParquetFile(tmp_path / "out.parquet").num_row_groups == 3
    assert pq.read_table(tmp_path / "out.parquet").equals(pq.read_table(out))
