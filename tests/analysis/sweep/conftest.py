"""Processes that tests kill or deny room on disk keep no record of coverage, which they could leave half written."""

import os

import pytest

import sweeping
from sweeping import LONG, swept, written


@pytest.fixture(autouse=True)
def _unwatched_processes(monkeypatch: pytest.MonkeyPatch) -> None:
    for name in [name for name in os.environ if name.startswith("COVERAGE")]:
        monkeypatch.delenv(name)


@pytest.fixture
def plain_tables(monkeypatch: pytest.MonkeyPatch) -> None:
    """The results are written without a library."""
    sweeping.plain_tables(monkeypatch)


@pytest.fixture(scope="package")
def undisturbed(tmp_path_factory: pytest.TempPathFactory) -> bytes:
    """The results of the long sweep as one process computes them in peace."""
    folder = tmp_path_factory.mktemp("undisturbed")
    swept(written(folder, LONG), folder / "out.parquet")
    return (folder / "out.parquet").read_bytes()
