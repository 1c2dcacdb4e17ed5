"""Backup, restore, export and outputs killed at every system call: the old or the new is there, and no litter stays."""

import asyncio
import shutil
import sqlite3
from collections.abc import Callable, Sequence
from contextlib import closing
from functools import partial
from pathlib import Path

import pytest

from battles import EXAMPLES
from fireline.cli import run
from fireline.formats.kinds import BACKUP, EXPORT, kind_of
from fireline.formats.writing import TEMPORARY
from fireline.server.store.opening import open_store
from fireline.server.store.store import Store
from server.store.events import check_chain, event, table, with_store
from server.store.test_upgrading import kept
from stracing import Strace

pytestmark = pytest.mark.whole("kills")
EXPORTED = EXAMPLES / "ancients-table.jsonl"


def tables_of(file: Path) -> list[str]:
    """The tables in a database, whole each."""

    async def read(store: Store) -> list[str]:
        found = [row.id for row in await store.tables()]
        for id_ in found:
            assert await check_chain(store, id_) > 0
        return found

    async def opened() -> list[str]:
        store = await open_store(str(file), write=False)
        try:
            return await read(store)
        finally:
            await store.close()

    return asyncio.run(opened())


@pytest.fixture
def start(tmp_path: Path) -> Path:
    """A database of the table "old" whose last commit is still in its write-ahead log, and backups of one of "new"."""
    folder, other = tmp_path / "start", tmp_path / "other"
    folder.mkdir()
    other.mkdir()

    @partial(with_store, str(other / "tables.db"))
    async def _(store: Store) -> None:
        await store.create(table("old"), [event()])
        await store.append("old", 1, event(last=True))
        for end in ("", "-wal"):
            shutil.copy(f"{other / 'tables.db'}{end}", folder)  # as a kill would leave them

    assert run(["db", "import", str(EXPORTED), "--database", str(folder / "new.db")]) == 0
    assert run(["db", "backup", str(folder / "new.backup"), "--database", str(folder / "new.db")]) == 0
    assert (folder / "tables.db-wal").stat().st_size > 0
    return folder


def at_every_call(strace: Strace, start: Path, command: Sequence[str], check: Callable[[Path], str]) -> dict[str, int]:
    """Kill a command at every call and check what is left; gives how often `check` found the old, the new."""
    found: dict[str, int] = {}
    run_of = start.with_name("clean")
    shutil.copytree(start, run_of)
    cases = list(strace.moments(run_of, command))
    assert check(run_of) == "new"
    for call, number in cases:
        folder = start.with_name(f"{call}-{number}")
        shutil.copytree(start, folder)
        strace.killed(folder, command, call, number)
        told = check(folder)
        found[told] = found.get(told, 0) + 1
        shutil.rmtree(folder)
    assert len(cases) >= 5
    return found


def litter(folder: Path) -> list[str]:
    return [one.name for one in folder.iterdir() if TEMPORARY in one.name]


def test_a_restore_leaves_the_old_database_or_the_new_one(strace: Strace, start: Path) -> None:
    def check(folder: Path) -> str:
        file = folder / "tables.db"
        now = tables_of(file)
        if now == ["old"]:
            assert with_store(str(file), lambda store: store.head("old")) == 2, "with all that was committed"
            assert not list(folder.glob("*.before-*")), "the second name is gone when it is opened again"
        else:
            assert now == ["evening-1"]
            (kept,) = (one for one in folder.glob("tables.db.before-*") if one.name[-1].isdigit())
            assert tables_of(kept) == ["old"]
            assert with_store(str(kept), lambda store: store.head("old")) == 2
            with_store(str(file), lambda store: store.tables())
        assert litter(folder) == []
        return "old" if now == ["old"] else "new"

    command = "db restore new.backup --database tables.db --yes"
    found = at_every_call(strace, start, command.split(), check)
    assert set(found) == {"old", "new"}


@pytest.mark.parametrize(
    ("command", "kind"),
    [("db backup out --yes --database new.db", BACKUP), ("db export --all out --yes --database new.db", EXPORT)],
)
def test_a_backup_and_an_export_leave_the_earlier_or_the_new_one(
    strace: Strace, start: Path, command: str, kind: object
) -> None:
    if kind == BACKUP:
        assert run(["db", "backup", str(start / "out"), "--database", str(start / "tables.db")]) == 0
    else:
        assert run(["db", "export", "--all", str(start / "out"), "--database", str(start / "tables.db")]) == 0
    earlier = (start / "out").read_bytes()

    def check(folder: Path) -> str:
        raw = (folder / "out").read_bytes()
        assert kind_of(folder / "out") == kind
        if raw != earlier:
            again = folder / "again.db"
            assert run(["db", "restore", str(folder / "out"), "--database", str(again)]) == 0
            assert tables_of(again) == ["evening-1"]
        assert tables_of(folder / "new.db") == ["evening-1"]
        with_store(str(folder / "new.db"), lambda store: store.tables())
        assert litter(folder) == [], "a server that starts there sweeps it away"
        return "old" if raw == earlier else "new"

    assert set(at_every_call(strace, start, command.split(), check)) == {"old", "new"}


def test_an_upgrade_leaves_the_old_schema_or_the_new_one(strace: Strace, tmp_path: Path) -> None:
    start = tmp_path / "start"
    start.mkdir()
    kept(start / "tables.db")

    def check(folder: Path) -> str:
        file = folder / "tables.db"
        with closing(sqlite3.connect(file)) as connection:
            (revision,) = connection.execute("SELECT version_num FROM alembic_version").fetchone()
            assert connection.execute("SELECT count(*) FROM events").fetchone() == (13,)
            heads = connection.execute("SELECT count(*) FROM sqlite_schema WHERE name = 'heads'").fetchone()[0]
            assert heads == (revision != "0001")
        assert run(["db", "upgrade", "--database", str(file)]) == 0
        assert run(["db", "verify", "--database", str(file)]) == 0
        return "old" if revision == "0001" else "new"

    assert set(at_every_call(strace, start, ["db", "upgrade", "--database", "tables.db"], check)) == {"old", "new"}
