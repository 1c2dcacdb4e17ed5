"""Backups: whole, also while somebody writes; back in place; and the database that was there is still there."""

import asyncio
import sqlite3
from contextlib import closing
from pathlib import Path

import pytest

from fireline.game.errors import BattleFileError
from fireline.server.store.backup import back_up, restore
from fireline.server.store.opening import open_store
from fireline.server.store.rows import DatabaseError
from fireline.server.store.store import Store
from fireline.server.verifying import verify_store
from refusing import wrong_with
from server.played import FILES
from server.postgres import Cluster
from server.store.events import check_chain, event, fill, made, table, with_store


async def everything(store: Store) -> list[object]:
    """All that a backup must bring back; and every game is played again."""
    rows: list[object] = [one async for one in verify_store(store, FILES)]
    for row in await store.tables():
        rows += [await store.events(row.id), await store.seats(row.id), sorted((await store.seeds(row.id)).items())]
    return [*rows, await store.shots()]


@pytest.mark.whole("long")
def test_a_backup_brings_everything_back(database: str, tmp_path: Path) -> None:
    out = tmp_path / "backup"
    with_store(database, fill)
    before = with_store(database, everything)
    asyncio.run(back_up(database, out))
    assert out.stat().st_mode & 0o077 == 0
    for n, fresh in enumerate([str(tmp_path / "new.db"), str(tmp_path / "sub.db")]):
        assert asyncio.run(restore(out, fresh)) is None
        assert with_store(fresh, everything) == before, n


@pytest.mark.whole("postgresql")
def test_a_backup_of_postgresql_goes_into_an_empty_database_of_it(postgres: Cluster, tmp_path: Path) -> None:
    old, new, out = postgres.database(), postgres.database(), tmp_path / "backup.jsonl"
    with_store(old, fill)
    asyncio.run(back_up(old, out))
    assert asyncio.run(restore(out, new)) is None
    assert with_store(new, everything) == with_store(old, everything)
    with pytest.raises(DatabaseError, match="holds tables already; restore into an empty database"):
        asyncio.run(restore(out, new))
    asyncio.run(back_up(str(made(tmp_path / "one.db", "one.db")), tmp_path / "sqlite"))
    with pytest.raises(BattleFileError, match="is an SQLite database; write its tables with fireline db export --all"):
        asyncio.run(restore(tmp_path / "sqlite", postgres.database()))


async def events_of_one(store: Store) -> list[object]:
    return [*await store.events("one.db")]


@pytest.mark.parametrize("database", ["sqlite"], indirect=True)
async def test_a_backup_while_somebody_writes_is_of_one_moment(tmp_path: Path, database: str, store: Store) -> None:
    await store.create(table("a"), [event()])
    await store.create(table("b"), [event()])
    done = False

    async def write() -> int:
        head = 1
        while not done:
            await asyncio.gather(*(store.append(id_, head, event(n=head)) for id_ in "ab"))
            head += 1
        return head

    writing = asyncio.create_task(write())
    for n in range(5):
        await back_up(database, tmp_path / f"{n}.db")
    done = True
    head = await writing
    lengths = []
    for n in range(5):
        copy = await open_store(str(tmp_path / f"{n}.db"))
        lengths.append([await check_chain(copy, id_) for id_ in "ab"])
        await copy.close()
    assert all(abs(a - b) <= 1 for a, b in lengths)
    assert sorted(lengths) == lengths
    assert lengths[-1][0] <= head


def test_a_damaged_database_may_be_replaced(tmp_path: Path) -> None:
    file = made(tmp_path / "one.db", "one.db")
    asyncio.run(back_up(str(file), tmp_path / "backup"))
    whole = with_store(str(file), events_of_one)
    file.write_bytes(b"damaged")
    before = asyncio.run(restore(tmp_path / "backup", str(file)))
    assert before is not None
    assert before.read_bytes() == b"damaged"
    assert with_store(str(file), events_of_one) == whole


@pytest.mark.parametrize(
    ("raw", "told"),
    [
        (b"SQLite format 3\0" + b"\xff" * 4096, "is no SQLite database|is damaged"),
        (b'{"fireline_table":1}\n', "line 1: table: is missing"),
        (b"", "holds no table"),
    ],
)
def test_a_file_that_is_no_backup_changes_nothing(tmp_path: Path, raw: bytes, told: str) -> None:
    file = made(tmp_path / "one.db", "one.db")
    (tmp_path / "backup").write_bytes(raw)
    present = sorted(path.name for path in tmp_path.iterdir())
    with pytest.raises(BattleFileError, match=f"^{tmp_path / 'backup'}: ({told})"):
        asyncio.run(restore(tmp_path / "backup", str(file)))
    assert sorted(path.name for path in tmp_path.iterdir()) == present
    assert with_store(str(file), lambda store: store.head("one.db")) == 1


def test_a_damaged_database_is_not_backed_up_as_if_it_were_whole(file: Path, tmp_path: Path) -> None:
    with_store(str(file), lambda store: store.append("t1", 1, *[event(fill="x" * 2000) for _ in range(100)]))
    raw = bytearray(file.read_bytes())
    raw[40_000:80_000] = bytes(40_000)
    file.write_bytes(raw)
    with pytest.raises(DatabaseError, match=f"^{file}: is damaged"):
        asyncio.run(back_up(str(file), tmp_path / "backup"))
    assert not (tmp_path / "backup").exists()


def test_what_is_no_database_or_cannot_be_written_is_one_line(tmp_path: Path) -> None:
    with pytest.raises(DatabaseError, match=r"none\.db: there is no database$"):
        asyncio.run(back_up(str(tmp_path / "none.db"), tmp_path / "out"))
    assert list(tmp_path.iterdir()) == []
    with closing(sqlite3.connect(tmp_path / "songs.db")) as connection:
        connection.execute("CREATE TABLE songs (name TEXT)")
    with pytest.raises(DatabaseError, match=r"is no database of Fireline's"):
        asyncio.run(back_up(str(tmp_path / "songs.db"), tmp_path / "out"))
    file = made(tmp_path / "one.db", "one.db")
    with pytest.raises(BattleFileError, match="out: cannot be written: No such file or directory"):
        asyncio.run(back_up(str(file), tmp_path / "none" / "out"))
    assert "none: cannot be read: No such file" in wrong_with(asyncio.run, restore(tmp_path / "none", str(file)))
