"""A database is one file, by whatever name: locked through links, missed when it goes, never begun again unasked."""

import asyncio
import errno
import os
import shutil
import sqlite3
from contextlib import closing
from functools import partial
from pathlib import Path

import pytest

from fireline.formats.kinds import BACKUP, DATABASE, kind_of
from fireline.formats.writing import TEMPORARY
from fireline.server.store import backup
from fireline.server.store.backup import back_up, restore
from fireline.server.store.opening import open_store
from fireline.server.store.rows import DatabaseError
from fireline.server.store.sqlitefile import MARKER
from fireline.server.store.store import Store
from refusing import wrong_with
from server.serving import serving
from server.store.events import check_chain, event, made, with_store

GONE = "was replaced or removed while it was in use, so nothing more is kept; start the server again"


def links(file: Path) -> list[Path]:
    """Other names of a file."""
    hard, soft, beside = file.with_name("hard.db"), file.with_name("soft.db"), file.with_name("x")
    os.link(file, hard)
    soft.symlink_to(file.name)
    beside.mkdir()
    return [hard, soft, beside / ".." / file.name]


def tables(file: Path) -> list[str]:
    """The tables in a database."""
    return [row.id for row in with_store(str(file), lambda store: store.tables())]


async def test_a_database_is_not_opened_twice_by_other_names(file: Path) -> None:
    names = links(file)
    await back_up(str(file), file.with_name("backup"))
    store = await open_store(str(file))
    for name in names:
        for asked in (open_store(str(name)), restore(file.with_name("backup"), str(name))):
            with pytest.raises(DatabaseError, match="is in use by another Fireline server or command"):
                await asked
    await store.append("t1", 1, event())
    assert await check_chain(store, "t1") == 2
    await store.close()


@pytest.mark.whole("long")
def test_another_process_holds_it_through_links_too(file: Path) -> None:
    with serving(file):
        for name in links(file):
            with pytest.raises(DatabaseError, match="is in use by another Fireline server or command"):
                asyncio.run(open_store(str(name)))


async def test_where_files_cannot_be_locked_a_second_name_is_refused(
    file: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def nothing(_: Path) -> int | None:
        raise OSError(errno.ENOSYS, "no such thing here")

    monkeypatch.setattr("fireline.server.store.sqlitefile.hold", nothing)
    hard, soft = links(file)[:2]
    with pytest.raises(DatabaseError, match=r"has a second name \(a hard link\), and here only one name can be locked"):
        await open_store(str(file))
    hard.unlink()
    store = await open_store(str(file))
    with pytest.raises(DatabaseError, match="is in use by another"):
        await open_store(str(soft))
    assert file.with_name(f"{file.name}.lock").exists()
    await store.close()


@pytest.mark.parametrize("how", ["replaced", "removed", "moved"])
def test_a_server_whose_database_is_gone_keeps_nothing_more(file: Path, how: str) -> None:
    other = made(file.with_name("other.db"), "t2")

    @partial(with_store, str(file))
    async def _(store: Store) -> None:
        await store.append("t1", 1, event())
        if how == "replaced":
            other.replace(file)
        elif how == "removed":
            file.unlink()
        else:
            file.rename(file.with_name("moved.db"))
        with pytest.raises(DatabaseError, match=f"^{file}: {GONE}$"):
            await store.append("t1", 2, event())
        with pytest.raises(DatabaseError, match=GONE):
            await store.events("t1")
        with pytest.raises(DatabaseError, match=GONE):
            store.check()

    if how == "replaced":  # the log of the old one is left, which is not to be taken for the new one's
        with pytest.raises(DatabaseError, match="the write-ahead log beside it is of another file that had its name"):
            asyncio.run(open_store(str(file), write=False))
        Path(f"{file}-wal").rename(file.with_name("aside"))
        assert tables(file) == ["t2"]


def test_a_database_that_is_gone_is_not_begun_again(file: Path) -> None:
    file.unlink()
    why = rf"there was a database here, and it is gone \({file.name}{MARKER} is left of it\); put it back, or restore"
    soft = file.with_name("soft.db")
    soft.symlink_to(file.name)
    for name in (file, soft):
        with pytest.raises(DatabaseError, match=why):
            asyncio.run(open_store(str(name)))
        assert not file.exists()
    file.touch()
    with pytest.raises(DatabaseError, match="there was a database here, and it is gone"):
        asyncio.run(open_store(str(file)))
    assert file.stat().st_size == 0
    file.with_name(f"{file.name}{MARKER}").unlink()
    made(file, "anew")


@pytest.mark.parametrize("end", ["-wal", "-journal"])
def test_the_rest_of_a_database_is_not_taken_for_one_that_is_new(tmp_path: Path, end: str) -> None:
    (tmp_path / f"tables.db{end}").write_bytes(b"x")
    with pytest.raises(DatabaseError, match=rf"it is gone \(tables\.db{end} is left of it\)"):
        asyncio.run(open_store(str(tmp_path / "tables.db")))
    assert [one.name for one in tmp_path.iterdir()] == [f"tables.db{end}"]


def test_a_restore_does_not_read_the_old_rows_from_a_log_that_is_left(file: Path, tmp_path: Path) -> None:
    asyncio.run(back_up(str(made(tmp_path / "other.db", "new")), tmp_path / "backup"))
    with closing(sqlite3.connect(file)) as busy:  # so that its write-ahead log stays
        busy.execute("BEGIN")
        busy.execute("SELECT count(*) FROM events").fetchone()
        kept = asyncio.run(restore(tmp_path / "backup", str(file)))
    assert kept is not None
    assert tables(file) == ["new"]
    assert tables(kept) == ["t1"]


def test_a_log_without_its_database_is_kept_when_a_backup_takes_the_name(file: Path, tmp_path: Path) -> None:
    asyncio.run(back_up(str(file), tmp_path / "backup"))
    gone = tmp_path / "gone.db"
    shutil.copy(tmp_path / "backup", f"{gone}-wal")
    kept = asyncio.run(restore(tmp_path / "backup", str(gone)))
    assert kept is not None
    assert Path(f"{kept}-wal").exists()
    assert tables(gone) == ["t1"]


def test_a_backup_that_is_served_is_no_backup_any_more(file: Path, tmp_path: Path) -> None:
    taken = tmp_path / "backup.db"
    asyncio.run(back_up(str(file), taken))
    assert kind_of(taken) == BACKUP
    made(taken, "t2")
    assert kind_of(taken) == DATABASE
    asyncio.run(back_up(str(file), tmp_path / "second"))
    asyncio.run(restore(tmp_path / "second", str(tmp_path / "third.db")))
    assert kind_of(tmp_path / "third.db") == DATABASE


async def test_what_was_left_half_written_is_swept_when_the_server_starts(file: Path) -> None:
    left = file.with_name(f".backup.db.abc{TEMPORARY}")
    left.mkdir()
    (left / "backup.db").write_bytes(b"half")
    for write in (False, True):
        await (await open_store(str(file), write=write)).close()
        assert left.exists() is not write


@pytest.mark.whole("long")
def test_a_disk_without_second_names_keeps_a_copy(file: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def refuse(*_: object) -> None:
        raise OSError(errno.EPERM, "Operation not permitted")

    asyncio.run(back_up(str(made(tmp_path / "other.db", "new")), tmp_path / "backup"))
    monkeypatch.setattr(os, "link", refuse)
    for name in (file, tmp_path / "fresh.db"):
        kept = asyncio.run(restore(tmp_path / "backup", str(name)))
        assert (kept is None) == (name != file)
        assert tables(name) == ["new"]
        if kept is not None:
            assert tables(kept) == ["t1"]


def test_a_database_made_meanwhile_is_not_replaced(tmp_path: Path, file: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    asyncio.run(back_up(str(file), tmp_path / "backup"))
    target, put, mine = tmp_path / "fresh.db", backup._second_name, made(tmp_path / "mine.db", "mine")

    def too_late(fresh: Path, name: Path, folder: Path) -> None:
        mine.rename(target)
        put(fresh, name, folder)

    monkeypatch.setattr(backup, "_second_name", too_late)
    assert "cannot be written: File exists" in wrong_with(asyncio.run, restore(tmp_path / "backup", str(target)))
    assert tables(target) == ["mine"]
