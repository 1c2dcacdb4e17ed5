"""Databases to test with: an SQLite file, and a database of a PostgreSQL server that is started once."""

from collections.abc import Iterator
from pathlib import Path

import pytest

from server.postgres import Cluster, cluster


@pytest.fixture(scope="session")
def postgres() -> Iterator[Cluster]:
    with cluster() as server:
        yield server


@pytest.fixture(params=["sqlite", pytest.param("postgresql", marks=pytest.mark.whole("postgresql"))])
def database(request: pytest.FixtureRequest, tmp_path: Path) -> str:
    """The address of a new database of each kind."""
    if request.param == "sqlite":
        return str(tmp_path / "tables.db")
    server: Cluster = request.getfixturevalue("postgres")
    return server.database()
