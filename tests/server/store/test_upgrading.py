"""Databases of other schemas: older ones are brought up and keep their games, newer ones are refused."""

from __future__ import annotations

import asyncio
import shutil
import sqlite3
from contextlib import closing
from pathlib import Path

import pytest
from alembic.autogenerate import compare_metadata
from alembic.migration import MigrationContext
from sqlalchemy import create_engine, text
from sqlalchemy.ext.asyncio import AsyncEngine, create_async_engine

from fireline.server.store import DatabaseError, Store, open_store, schema, upgrading
from fireline.server.store.address import parse_address
from fireline.server.store.opening import upgrade
from fireline.server.store.postgresserver import connect, driver
from fireline.server.store.upgrading import known_revisions
from fireline.server.store.verifying import verify_store
from server.played import FILES, KEPT
from server.postgres import Cluster
from server.store.events import check_chain, event, table, with_store

NEXT = """
from alembic import op
import sqlalchemy as sa
revision, down_revision = "0003", "0002"
def upgrade() -> None:
    op.add_column("tables", sa.Column("note", sa.Text()))
"""


@pytest.fixture
def newer(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A program whose schema has gone on by one revision."""
    folder = tmp_path / "migrations"
    shutil.copytree(upgrading.MIGRATIONS, folder)
    (folder / "versions" / "r0003_note.py").write_text(NEXT)
    for changed in (upgrading.known_revisions, upgrading.migrate, upgrading.problem_of, upgrading.is_older):
        monkeypatch.setattr(changed, "__defaults__", (folder,))
    for module in (upgrading, schema):
        monkeypatch.setattr(module, "REVISION", "0003")


def test_the_schema_is_where_the_migrations_lead(tmp_path: Path) -> None:
    assert known_revisions()[-1] == schema.REVISION
    file = tmp_path / "tables.db"
    asyncio.run(upgrade(str(file)))
    engine = create_engine(f"sqlite:///{file}")
    with engine.connect() as connection:
        assert compare_metadata(MigrationContext.configure(connection), schema.SCHEMA) == []
    engine.dispose()


def test_the_schema_of_postgresql_is_the_same(postgres: Cluster) -> None:
    async def differences() -> list[object]:
        database = postgres.database()
        assert await upgrade(database) == (None, schema.REVISION)
        assert await upgrade(database) == (schema.REVISION, schema.REVISION)
        engine = engine_of(database)
        async with engine.connect() as connection:
            found: list[object] = await connection.run_sync(
                lambda one: compare_metadata(MigrationContext.configure(one), schema.SCHEMA)
            )
        await engine.dispose()
        return found

    assert asyncio.run(differences()) == []


def kept(file: Path) -> Path:
    """The database that is kept of the first schema, with a game in it."""
    with closing(sqlite3.connect(file)) as connection:
        connection.executescript(KEPT.read_text(encoding="utf-8"))
    return file


async def read_all(store: Store) -> None:
    """Everything in the kept database, played again."""
    ((row, found, before),) = [one async for one in verify_store(store, FILES)]
    assert (row.id, found.events, found.proven, found.waiting, before) == ("evening-1", 13, 8, 0, 13)
    assert [seat.name for seat in await store.seats("evening-1")] == ["bottom", "gm", "top"]
    assert await store.shot("first-shot") == {"shot": {"shooter": "bow", "target": "warriors"}}
    assert await store.latest_snapshot("evening-1") is not None


def test_a_database_of_the_first_schema_keeps_its_games(tmp_path: Path) -> None:
    file = kept(tmp_path / "tables.db")
    assert asyncio.run(upgrade(str(file))) == ("0001", schema.REVISION)
    with_store(str(file), read_all)


@pytest.mark.usefixtures("newer")
def test_an_older_database_is_upgraded_when_asked_and_not_before(tmp_path: Path) -> None:
    file = kept(tmp_path / "tables.db")
    with pytest.raises(DatabaseError, match=r"of an older Fireline \(schema 0001\); .* with: fireline db upgrade$"):
        asyncio.run(open_store(str(file)))
    assert asyncio.run(upgrade(str(file))) == ("0001", "0003")
    assert asyncio.run(upgrade(str(file))) == ("0003", "0003")
    with closing(sqlite3.connect(file)) as connection:
        assert "note" in [row[1] for row in connection.execute("PRAGMA table_info(tables)")]
        assert connection.execute("SELECT count(*) FROM events").fetchone() == (13,)


@pytest.mark.usefixtures("newer")
def test_an_older_postgresql_database_is_upgraded_when_asked(
    postgres: Cluster, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def work() -> None:
        database = postgres.database()
        with monkeypatch.context() as first:
            for changed in (upgrading.known_revisions, upgrading.migrate, upgrading.problem_of, upgrading.is_older):
                first.setattr(changed, "__defaults__", (Path(upgrading.__file__).parent / "migrations",))
            first.setattr(upgrading, "REVISION", "0002")
            store = await open_store(database)
            await store.create(table(), [event()])
            await store.close()
        with pytest.raises(DatabaseError, match=r"of an older Fireline \(schema 0002\)"):
            await open_store(database)
        assert await upgrade(database) == ("0002", "0003")

    asyncio.run(work())


def test_a_newer_database_is_refused_and_left_alone(database: str) -> None:
    async def work(store: Store) -> None:
        await store.create(table(), [event()])

    with_store(database, work)
    asyncio.run(stamp(database, "9999"))
    for opening in (open_store, upgrade):
        with pytest.raises(DatabaseError, match=r"of a newer Fireline \(schema 9999, this one knows 0002\)"):
            asyncio.run(opening(database))
    asyncio.run(stamp(database, "0002"))
    assert with_store(database, lambda store: check_chain(store, "t1")) == 1


def engine_of(database: str) -> AsyncEngine:
    """SQLAlchemy's way into a PostgreSQL database."""
    return create_async_engine("postgresql+asyncpg://", async_creator=lambda: connect(parse_address(database)))


async def stamp(database: str, revision: str) -> None:
    """Write down that a database is of this revision."""
    statement = f"UPDATE alembic_version SET version_num = '{revision}'"  # noqa: S608
    if "://" not in database:
        with closing(sqlite3.connect(database)) as connection, connection:
            connection.execute(statement)
        return
    engine = engine_of(database)
    async with engine.begin() as begun:
        await begun.execute(text(statement))
    await engine.dispose()


def test_a_postgresql_database_of_somebody_else_is_refused(postgres: Cluster) -> None:
    async def work() -> None:
        database = postgres.database()
        connection = await driver().connect(database)
        await connection.execute("CREATE TABLE songs (name TEXT)")
        await connection.close()
        for opening in (open_store, upgrade):
            with pytest.raises(DatabaseError, match="is no database of Fireline's"):
                await opening(database)

    asyncio.run(work())
