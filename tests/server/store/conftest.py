"""Databases to test with: an SQLite file, and a database of a PostgreSQL server that is started once."""

from asyncio import Runner
from collections.abc import Iterator
from pathlib import Path

import pytest

from fireline.server.store.opening import open_store
from fireline.server.store.store import Store
from server.postgres import Cluster, cluster
from server.store.events import made


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


@pytest.fixture
def store(database: str, loop: Runner) -> Iterator[Store]:
    opened = loop.run(open_store(database))
    yield opened
    loop.run(opened.close())


@pytest.fixture
def file(tmp_path: Path) -> Path:
    """A database with a table of one event."""
    return made(tmp_path / "tables.db")
