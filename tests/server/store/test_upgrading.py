"""Databases of other schemas: older ones are brought up and keep their games, newer ones are refused."""

import asyncio
import sqlite3
from contextlib import closing
from functools import partial
from pathlib import Path

import pytest
from alembic.autogenerate import compare_metadata
from alembic.migration import MigrationContext
from sqlalchemy import create_engine

from fireline.server.store import schema
from fireline.server.store.opening import open_store, upgrade
from fireline.server.store.rows import DatabaseError
from fireline.server.store.schema import known_revisions
from fireline.server.store.store import Store
from fireline.server.verifying import verify_store
from server.played import FILES, KEPT
from server.postgres import Cluster
from server.store.events import check_chain, engine_of, event, say, table, with_store


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


def test_a_database_of_the_first_schema_is_upgraded_when_asked_and_keeps_its_games(tmp_path: Path) -> None:
    file = kept(tmp_path / "tables.db")
    with pytest.raises(DatabaseError, match=r"of an older Fireline \(schema 0001\); .* with: fireline db upgrade$"):
        asyncio.run(open_store(str(file)))
    assert asyncio.run(upgrade(str(file))) == ("0001", schema.REVISION)
    assert asyncio.run(upgrade(str(file))) == (schema.REVISION, schema.REVISION)
    with_store(str(file), read_all)


STAMPED = "UPDATE alembic_version SET version_num = '{}'"


def test_a_newer_database_is_refused_and_left_alone(database: str) -> None:
    @partial(with_store, database)
    async def _(store: Store) -> None:
        await store.create(table(), [event()])

    asyncio.run(say(database, STAMPED.format("9999")))
    for opening in (open_store, upgrade):
        with pytest.raises(DatabaseError, match=r"of a newer Fireline \(schema 9999, this one knows 0003\)"):
            asyncio.run(opening(database))
    asyncio.run(say(database, STAMPED.format(schema.REVISION)))
    assert with_store(database, lambda store: check_chain(store, "t1")) == 1


async def test_a_database_of_somebody_else_is_refused_and_left_alone(database: str) -> None:
    await say(database, "CREATE TABLE songs (name TEXT)")
    for opening in (open_store, upgrade):
        with pytest.raises(DatabaseError, match="is no database of Fireline's"):
            await opening(database)
    if "://" not in database:
        with closing(sqlite3.connect(database)) as connection:
            assert [name for (name,) in connection.execute("SELECT name FROM sqlite_schema")] == ["songs"]
