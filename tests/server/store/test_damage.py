"""What is not as it was written is noticed: by whoever goes over a database, and by whoever reads on in it."""

import asyncio
import re
import shutil
import sqlite3
from collections.abc import Awaitable, Callable
from contextlib import closing, suppress
from functools import partial
from pathlib import Path
from random import Random

import pytest

from fireline.cli import run
from fireline.game.errors import BattleFileError
from fireline.server.store.rows import DatabaseError, TableDamaged
from fireline.server.store.sqlitefile import explain
from fireline.server.store.store import Store
from fireline.server.verifying import verify_store
from server.played import FILES
from server.postgres import Cluster
from server.store.events import event, fill, say, table, with_store
from server.store.test_upgrading import kept

OF = "WHERE table_id='evening-1'"
NOTICED = {
    "DELETE FROM events OF AND seq > 8": r"ended with event 1\d, and ends with event 8: the last ones are missing",
    "DELETE FROM events OF": "the last ones are missing",
    "DELETE FROM events OF AND seq = 3": "event 3 is missing|should be event 3",
    "DELETE FROM events OF AND seq = 1": "event 1 is missing|should be event 1",
    "UPDATE events SET body = replace(body, 'six', 'ten') OF AND seq = 2": "event 2 does not match its hash",
    "UPDATE events SET body = '[1]' OF AND seq = 2": "event 2 is not written as it was",
    "UPDATE events SET body = 'no json' OF AND seq = 2": "event 2 is not written as it was",
    "UPDATE events SET body = 'DEEP' OF AND seq = 2": "event 2 is not written as it was",
    "UPDATE events SET seq = -5 OF AND seq = 5": "event 5 is missing|should be event 5",
    "UPDATE events SET hash = 'x' OF AND seq = (SELECT max(seq) FROM events OF)": "is another than the one that",
    "UPDATE events SET actor = 'somebody' OF AND seq = 4": "event 4 does not match its hash",
    "INSERT INTO events SELECT table_id, -1, kind, actor, at, body, 'z', prev, hash, state FROM events OF AND seq=1":
    "has other events than were written to it",
    "INSERT INTO events SELECT table_id, 999, kind, actor, at, body, 'z', prev, hash, state FROM events OF AND seq=1":
    "and goes on to event 999, which nobody kept",
    "DELETE FROM seeds OF": "the seed '.*' is missing",
    "UPDATE seeds SET seed = zeroblob(32) OF": "the seed '.*' was changed",
    "DELETE FROM seats OF AND name = 'top'": "the seat 'top' is missing",
    "UPDATE seats SET token = 'mine' OF AND name = 'top'": "the seat 'top' was changed",
    "UPDATE seats SET grants = 'x' OF AND name = 'top'": "the seat 'top' is not written as it was",
    "INSERT INTO seats SELECT table_id, 'guest', token, grants, revoked FROM seats OF AND name='gm'":
    "the seat 'guest' was added by somebody",
    "UPDATE tables SET name = 'another' WHERE id = 'evening-1'": "event 1 does not follow the one before it",
    "UPDATE tables SET settings = '3' WHERE id = 'evening-1'": "its row is not written as it was",
    "UPDATE tables SET head_seq = 3 WHERE id = 'evening-1'": "ended with event 3, and goes on to event",
    "DELETE FROM heads OF AND n = (SELECT max(n) FROM heads OF AND kind = 'log')": "by the chain of heads with event",
}  # fmt: skip
"""What is done to a database, and what is said of it; `zeroblob` is SQLite's."""
ODD = {
    "UPDATE events SET body = x'ff00' OF AND seq = 2": "event 2 is not written as it was",
    "UPDATE events SET body = 7 OF AND seq = 2": "event 2 is not written as it was|does not match",
    "UPDATE events SET seq = 'five' OF AND seq = 5": "is another than|not written as it was|goes on to",
    "UPDATE events SET kind = CAST(x'fffe41' AS TEXT) OF AND seq = 2": "event 2|Could not decode",
    "UPDATE tables SET head_seq = 'x', head_hash = 7 WHERE id = 'evening-1'": "where its log ends is not written",
    "UPDATE seeds SET seed = 1000000000000 OF": "a seed is not written as it was",
    "UPDATE seats SET revoked = 'perhaps' OF AND name = 'top'": "the seat 'top' is not written as it was",
    "UPDATE heads SET chain = 5 WHERE n = 1": "link 1 of the chain of heads|link 1 was changed",
}
"""The same, of what only SQLite lets stand in a file."""


async def verified(store: Store) -> list[str]:
    return [row.id async for row, *_ in verify_store(store, FILES)]


def found_in(database: str, work: Callable[[Store], Awaitable[object]]) -> str:
    """What a fresh reader is told is wrong, "" for nothing."""
    try:
        with_store(database, work)
    except BattleFileError as wrong:
        return str(wrong)
    return ""


async def change(database: str, statement: str) -> None:
    """Change a database behind the store's back; OF is the first table, DEEP is nested lists."""
    statement = statement.replace("OF", OF).replace("DEEP", "[" * 3000)
    await say(database, statement.replace("zeroblob(32)", "'\\x00'::bytea") if "://" in database else statement)


@pytest.fixture(scope="module")
def whole(tmp_path_factory: pytest.TempPathFactory) -> Path:
    file = tmp_path_factory.mktemp("whole") / "tables.db"
    with_store(str(file), fill)
    assert with_store(str(file), verified) == ["evening-1", "evening-2"]
    return file


@pytest.fixture
def file(whole: Path, tmp_path: Path) -> Path:
    return Path(shutil.copy(whole, tmp_path))


async def read_all(store: Store) -> None:
    """What a server reads of a table when somebody asks for it."""
    assert await store.table("evening-1") is not None
    seq = 0
    while events := await store.events("evening-1", seq):
        seq = events[-1].seq


@pytest.mark.whole("long")
@pytest.mark.parametrize(("statement", "told"), [*NOTICED.items(), *ODD.items()])
def test_what_is_changed_is_noticed_by_who_verifies_and_by_who_reads(file: Path, statement: str, told: str) -> None:
    asyncio.run(change(str(file), statement))
    problem = found_in(str(file), verified)
    assert re.search(told, problem), problem
    assert problem.startswith(f"{file}: ")
    if "heads" not in statement and "-1, kind" not in statement:
        assert found_in(str(file), read_all)

    @partial(with_store, str(file))
    async def _(store: Store) -> None:
        with suppress(DatabaseError):
            await read_all(store)
        assert await store.table("evening-2") is not None
        assert len(await store.events("evening-2")) > 8
        assert set(store.damaged) <= {"evening-1"}


@pytest.mark.whole("postgresql")
def test_in_postgresql_it_is_noticed_too(postgres: Cluster) -> None:
    for statement, told in NOTICED.items():
        database = postgres.database()
        with_store(database, fill)
        asyncio.run(change(database, statement))
        assert re.search(told, found_in(database, verified)), statement


def test_a_table_or_a_shot_that_is_gone_is_missed(file: Path) -> None:
    for statement in ("FROM events OF", "FROM seats OF", "FROM seeds OF", "FROM tables WHERE id = 'evening-1'"):
        asyncio.run(change(str(file), f"DELETE {statement}"))
    assert found_in(str(file), verified) == f"{file}: table evening-1: is missing, with all its events"


def test_a_shot_of_a_permanent_link_is_what_was_kept(file: Path) -> None:
    asyncio.run(change(str(file), "UPDATE shots SET body = '{\"shot\": 2}'"))
    for work in (verified, lambda store: store.shot("link")):
        assert "the shot 'link' was changed" in found_in(str(file), work)
    asyncio.run(change(str(file), "UPDATE shots SET body = 'shot'"))
    assert "the shot 'link' was changed" in found_in(str(file), lambda store: store.shot("link"))
    asyncio.run(change(str(file), "DELETE FROM shots"))
    assert "the shot 'link' is missing" in found_in(str(file), verified)


@pytest.mark.parametrize(
    ("statement", "told"),
    [
        ("DELETE FROM heads WHERE n = 3", "link 3 is missing"),
        ("UPDATE heads SET seq = 7 WHERE n = 3", "link 3 was changed, or the one before it"),
        (
            "UPDATE heads SET hash = 'x' WHERE kind = 'log' AND table_id = 'evening-1' AND n < 12",
            "is another than the one in the chain of heads|is another than the one that was kept last",
        ),
        ("DELETE FROM heads", "has lost what was written to it, even the link that every database is made with"),
        ("DELETE FROM heads WHERE kind = 'born'", "it was emptied; restore a backup with: fireline db restore"),
    ],
)
def test_the_chain_of_heads_is_gone_over(file: Path, statement: str, told: str) -> None:
    asyncio.run(change(str(file), statement))
    assert re.search(told, found_in(str(file), verified))


@pytest.mark.whole("long")
def test_who_has_read_a_table_misses_its_tail_when_reading_on(database: str) -> None:
    @partial(with_store, database)
    async def _(store: Store) -> None:
        await store.create(table(), [event(n=n) for n in range(5)])
        await store.create(table("t2"), [event()])
        assert len(await store.events("t1")) == 5
        await change(database, "DELETE FROM events WHERE table_id = 't1' AND seq > 3")
        with pytest.raises(TableDamaged, match="table t1: ended with event 5, and ends with event 3"):
            await store.append("t1", 5, event())
        await change(database, "UPDATE tables SET head_seq = 3 WHERE id = 't1'")
        for asked in (store.events("t1", 5), store.append("t1", 3, event()), store.seats("t1")):
            with pytest.raises(TableDamaged, match="table t1: ended with event 5, and ends with event 3"):
                await asked
        assert store.damaged == {"t1": "ended with event 5, and ends with event 3: the last ones are missing"}
        await store.append("t2", 1, event())

    async def again(store: Store) -> None:
        with pytest.raises(TableDamaged, match=r"is another than the one that was kept last|by the chain of heads"):
            await store.events("t1", 3)
        with pytest.raises(TableDamaged):
            await store.table("t1")

    with_store(database, again)


def test_a_database_that_was_emptied_is_none_that_is_new(database: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert with_store(database, verified) == []
    with_store(database, fill)
    for name in ("events", "seats", "seeds", "shots", "heads", "tables"):
        asyncio.run(change(database, f"DELETE FROM {name}"))  # noqa: S608
    assert "it was emptied; restore a backup with: fireline db restore" in found_in(database, verified)
    assert run(["db", "verify", "--database", database]) == 2
    assert "it was emptied" in capsys.readouterr().err


def test_what_was_there_before_the_chain_is_said_to_be_so(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    file = kept(tmp_path / "tables.db")
    assert run(["db", "upgrade", "--database", str(file)]) == 0
    capsys.readouterr()
    assert run(["db", "verify", "--database", str(file)]) == 0
    told = " ".join(capsys.readouterr().out.split())
    assert "Up to event 13 it is only known as the upgrade found it" in told


@pytest.mark.whole("long")
@pytest.mark.parametrize("seed", range(4))
def test_edited_rows_end_no_command_in_a_mistake_of_ours(
    whole: Path, tmp_path: Path, seed: int, capsys: pytest.CaptureFixture[str]
) -> None:
    random = Random(seed)  # noqa: S311
    values = ["NULL", "''", "'x'", "-1", "0", "2147483648", "1e999", "x'00ff'", "'{}'", "'[]'", "'{\"a\":'", "9" * 20]
    with closing(sqlite3.connect(whole)) as connection:
        names = [name for (name,) in connection.execute("SELECT name FROM sqlite_schema WHERE type = 'table'")]
        columns = [(name, row[1]) for name in names for row in connection.execute(f"PRAGMA table_info({name})")]
    for n in range(30):
        file = tmp_path / f"{n}.db"
        shutil.copy(whole, file)
        name, column = random.choice(columns)
        where = random.choice(["", " WHERE rowid = 1"]) if name != "events" else f" WHERE seq = {random.randint(1, 9)}"
        with closing(sqlite3.connect(file)) as connection, suppress(sqlite3.IntegrityError), connection:
            connection.execute(f"UPDATE {name} SET {column} = {random.choice(values)}{where}")  # noqa: S608
        for typed in (["db", "verify"], ["db", "list"], ["db", "export", "--all", str(tmp_path / "out"), "--force"]):
            assert run([*typed, "--database", str(file)]) in {0, 2}, (name, column, capsys.readouterr().err)
        file.unlink()


@pytest.mark.parametrize(
    ("code", "told"), [(sqlite3.SQLITE_NOTADB, "is no SQLite database"), (sqlite3.SQLITE_FULL, "the disk is full")]
)
def test_what_sqlite_says_of_a_file_is_one_line(code: int, told: str, tmp_path: Path) -> None:
    wrong = sqlite3.OperationalError("something")
    wrong.sqlite_errorcode = code
    assert told in str(explain(tmp_path, wrong))
