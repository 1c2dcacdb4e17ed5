"""Processes that tests kill or deny room on disk keep no record of coverage, which they could leave half written."""

from __future__ import annotations

import os

import pytest

from sweeping import LONG, swept, written


@pytest.fixture(autouse=True)
def _unwatched_processes(monkeypatch: pytest.MonkeyPatch) -> None:
    for name in [name for name in os.environ if name.startswith("COVERAGE")]:
        monkeypatch.delenv(name)


@pytest.fixture(scope="package")
def undisturbed(tmp_path_factory: pytest.TempPathFactory) -> bytes:
    """The results of the long sweep as one process computes them in peace."""
    folder = tmp_path_factory.mktemp("undisturbed")
    swept(written(folder, LONG), folder / "out.parquet")
    return (folder / "out.parquet").read_bytes()
