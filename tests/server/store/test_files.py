"""What can go wrong with a file: a full disk, damage, locks, other people's files.  One line, and no torn state."""

import asyncio
import errno
import sqlite3
import sys
from collections import Counter
from contextlib import closing
from pathlib import Path
from typing import Any

import platformdirs
import pytest

from fireline.server.store import sqlitefile
from fireline.server.store.opening import default_database, open_store, parse_address
from fireline.server.store.rows import DatabaseError
from fireline.server.store.store import Store
from server.store.events import check_chain, event, table, with_store

FULL, ROOMY = (f"PRAGMA max_page_count={pages}" for pages in (1, 2**30))
"""The disk is full: no page more than there are; and it is not."""


@pytest.fixture
def database(file: Path) -> str:
    return str(file)


def opened(file: Path, *, write: bool = True) -> None:
    """Open a database and close it again."""
    with_store(str(file), lambda _: asyncio.sleep(0), write=write)


async def pragma(store: Store, *said: str) -> list[Any]:
    """What SQLite answers on the connection that writes."""

    def job(db: Any) -> list[Any]:
        return [db._connection.exec_driver_sql(one).scalar() for one in said]

    found: list[Any] = await store._do(job)
    return found


async def test_a_full_disk_refuses_what_does_not_fit_and_keeps_what_was_there(file: Path, store: Store) -> None:
    await pragma(store, FULL)
    kept = 0

    async def fill() -> None:
        nonlocal kept
        while True:
            kept += 1
            assert await store.append("t1", kept, event(f"c{kept}", fill="x" * 5000))

    with pytest.raises(DatabaseError, match=f"^{file}: cannot be written: the disk is full$"):
        await fill()
    assert await store.head("t1") == await check_chain(store, "t1") == kept
    await pragma(store, ROOMY)
    again = await store.append("t1", kept, event(f"c{kept}"))  # the one that was refused, sent again
    assert again
    assert await check_chain(store, "t1") == kept + 1


async def test_on_a_full_disk_of_many_that_share_a_commit_all_or_none_are_kept(store: Store) -> None:
    await asyncio.gather(*(store.create(table(f"u{n}"), [event()]) for n in range(40)))
    await pragma(store, FULL)
    answers = await asyncio.gather(
        *(store.append(f"u{n}", 1, event(fill="x" * 3000)) for n in range(40)), return_exceptions=True
    )
    assert Counter(map(type, answers))[DatabaseError] > 0
    for n, answer in enumerate(answers):
        assert await check_chain(store, f"u{n}") == (2 if isinstance(answer, tuple) else 1)


def test_where_files_have_no_locks_the_database_is_used_all_the_same(
    file: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def no_flock(*_: object) -> None:
        raise OSError(errno.ENOSYS, "Function not implemented")

    beside = file.with_name(f"{file.name}.lock")
    beside.unlink(missing_ok=True)
    monkeypatch.setattr("fcntl.flock", no_flock)
    with pytest.warns(UserWarning, match="flock not supported on this filesystem"):
        opened(file)
    assert not beside.exists()


@pytest.mark.parametrize("write", [True, False])
@pytest.mark.parametrize(
    ("raw", "why"),
    [
        (b"fireline: 1\n" * 100, "is no SQLite database"),
        (b"SQLite format 3\0" + b"\xff" * 8000, "is no SQLite database|is damaged"),
    ],
)
def test_a_file_that_is_no_database_is_refused_and_left_alone(
    tmp_path: Path, raw: bytes, why: str, *, write: bool
) -> None:
    file = tmp_path / "notes.txt"
    file.write_bytes(raw)
    with pytest.raises(DatabaseError, match=f"^{file}: ({why})"):
        opened(file, write=write)
    assert file.read_bytes() == raw


async def test_damage_inside_a_database_is_one_line(file: Path) -> None:
    whole = await open_store(str(file))
    await whole.append("t1", 1, *[event(fill="x" * 2000) for _ in range(200)])
    await whole.close()
    raw = bytearray(file.read_bytes())
    raw[8192:200_000] = b"\xa5" * (200_000 - 8192)
    file.write_bytes(raw)
    store = await open_store(str(file))
    with pytest.raises(DatabaseError, match=r"is damaged; restore a backup with: fireline db restore$"):
        await store.events("t1")
    with pytest.raises(DatabaseError, match=r"is damaged"):
        await store.append("t1", 201, event())
    await store.close()


async def test_a_second_server_on_the_same_file_is_refused_but_readers_are_not(file: Path, store: Store) -> None:
    with pytest.raises(DatabaseError, match=r"in use by another Fireline server or command; .* need PostgreSQL$"):
        await open_store(str(file))
    reader = await open_store(str(file), write=False)
    await store.append("t1", 1, event())
    assert await reader.head("t1") == 2
    with pytest.raises(DatabaseError, match="was opened to be read, not written"):
        await reader.append("t1", 2, event())
    await reader.close()
    await store.close()
    await (await open_store(str(file))).close()


async def test_a_file_that_another_program_holds_locked_is_one_line(
    file: Path, store: Store, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(sqlitefile, "WAIT_MS", 50)
    with closing(sqlite3.connect(file, isolation_level=None)) as other:
        other.execute("BEGIN IMMEDIATE")
        with pytest.raises(DatabaseError, match=f"^{file}: is locked by another program$"):
            await store.append("t1", 1, event("c1"))
        other.execute("ROLLBACK")
    assert await store.append("t1", 1, event("c1"))


class OnNetworkDrive(sqlite3.Connection):
    """A connection whose file cannot have what it needs, as on many network drives."""

    def execute(self, sql: str, *parameters: Any) -> sqlite3.Cursor:
        return super().execute(sql.replace("=WAL", "=DELETE").replace("=FULL", "=NORMAL"), *parameters)


class Unsynced(sqlite3.Connection):
    """A connection that does not wait for the disk."""

    def execute(self, sql: str, *parameters: Any) -> sqlite3.Cursor:
        return super().execute(sql.replace("=FULL", "=NORMAL"), *parameters)


def test_without_durability_no_database_is_used(file: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    with closing(sqlite3.connect(file)) as connection:
        connection.execute("PRAGMA journal_mode=DELETE")
    plain = sqlite3.connect
    monkeypatch.setattr(sqlite3, "connect", lambda *a, **k: plain(*a, **k, factory=OnNetworkDrive))
    with pytest.raises(
        DatabaseError, match=r"\(journal mode delete\); keep it on a local disk, not on a network drive$"
    ):
        opened(file)
    monkeypatch.undo()
    opened(file)  # and no lock is left
    refused = pytest.raises(DatabaseError, match="synchronous=FULL is refused")
    with closing(sqlite3.connect(file, factory=Unsynced)) as connection, refused:
        sqlitefile.make_durable(connection, file)


async def test_every_connection_that_writes_waits_for_the_disk_and_nobody_else_may_read_the_file(
    file: Path, store: Store
) -> None:
    assert await pragma(store, "PRAGMA journal_mode", "PRAGMA synchronous") == ["wal", 2]
    assert file.stat().st_mode & 0o077 == 0


def test_folders_are_made_odd_names_are_names_and_what_cannot_be_made_is_one_line(tmp_path: Path) -> None:
    opened(tmp_path / "new" / "folder" / "tables.db")
    (tmp_path / "text").write_text("no folder")
    with pytest.raises(DatabaseError, match="cannot be made: its folder is a file"):
        opened(tmp_path / "text" / "tables.db")
    with pytest.raises(DatabaseError, match=r"is no database|cannot be opened"):
        opened(tmp_path / "new")
    opened(tmp_path / "50% #?mode=memory ü.db")
    assert (tmp_path / "50% #?mode=memory ü.db").stat().st_size > 0


@pytest.mark.parametrize(
    ("given", "why"),
    [
        ("mysql://host/name", "'mysql://' is no kind of database that is known; allowed: a file, sqlite:///FILE"),
        ("postgresql://host", "names no database on the server"),
        ("postgresql://[host/name", "names no database on the server"),
        ("sqlite://", "names no file"),
        ("sqlite:///:memory:", "names no file"),
        ("", "names no file"),
    ],
)
def test_an_address_that_names_no_database_is_refused(given: str, why: str) -> None:
    with pytest.raises(DatabaseError, match=f"^--database: {why}"):
        parse_address(given)


def test_the_usual_database_is_in_the_folder_that_the_system_has_for_data(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("FIRELINE_DATABASE", "postgresql://host/name")
    assert default_database() == "postgresql://host/name"
    monkeypatch.delenv("FIRELINE_DATABASE")
    monkeypatch.delenv("XDG_DATA_HOME", raising=False)
    assert Path(default_database()) == platformdirs.user_data_path("fireline", appauthor=False) / "fireline.db"
    if sys.platform == "linux":
        monkeypatch.setenv("HOME", "/home/me")
        assert default_database() == "/home/me/.local/share/fireline/fireline.db"
        monkeypatch.setenv("XDG_DATA_HOME", "/data")
        assert default_database() == "/data/fireline/fireline.db"
