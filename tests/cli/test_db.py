"""`fireline db` and `fireline verify-dice`, as they are typed."""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path

import pytest

from fireline.cli import run
from fireline.server.store import opening

EXPORT = Path(__file__).parents[2] / "examples" / "ancients-table.jsonl"
Printed = pytest.CaptureFixture[str]


@pytest.fixture(autouse=True)
def database(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """The usual database, in a folder of the test's own."""
    file = tmp_path / "games" / "fireline.db"
    monkeypatch.setenv("FIRELINE_DATABASE", str(file))
    return file


@pytest.fixture
def table(capsys: Printed) -> None:
    """The table of the examples, taken in."""
    assert run(["db", "import", str(EXPORT)]) == 0
    assert capsys.readouterr().out == "evening-1  Ranged combat, an evening: 13 events\nTook in 1 table.\n"


def answer(capsys: Printed, *typed: str) -> object:
    assert run([*typed, "--json"]) == 0
    return json.loads(capsys.readouterr().out)


def refused(capsys: Printed, *typed: str) -> str:
    """The one line with which a command is refused."""
    assert run([*typed]) == 2
    told = capsys.readouterr()
    assert told.out == ""
    assert told.err.count("\n") == 1
    return told.err.rstrip("\n")


@pytest.mark.usefixtures("table")
def test_a_table_goes_out_and_in_again(tmp_path: Path, capsys: Printed) -> None:
    out = tmp_path / "out.jsonl"
    assert run(["db", "list"]) == 0
    listed = "evening-1  Ranged combat, an evening (ancients, opened 2026-11-07T19:30:00.000Z): 13 events\n"
    assert capsys.readouterr().out == listed
    for every in (["evening-1", str(out)], ["--all", str(out), "--yes"]):
        assert answer(capsys, "db", "export", *every) == {"export": str(out)}
        assert out.read_bytes().splitlines()[1:] == EXPORT.read_bytes().splitlines()[1:]
    other = ["--database", f"sqlite:///{tmp_path / 'other.db'}"]
    taken = {"tables": [{"id": "evening-1", "name": "Ranged combat, an evening", "events": 13}]}
    assert answer(capsys, "db", "import", str(out), *other) == taken
    listed_there = answer(capsys, "db", "list", *other)
    assert isinstance(listed_there, dict)
    assert [(row["id"], row["events"]) for row in listed_there["tables"]] == [("evening-1", 13)]


@pytest.mark.usefixtures("table")
def test_a_backup_is_taken_and_put_back(tmp_path: Path, database: Path, capsys: Printed) -> None:
    out = tmp_path / "backup.db"
    assert run(["db", "backup", str(out)]) == 0
    assert capsys.readouterr().out == f"Wrote {out}.\n"
    assert refused(capsys, "db", "backup", str(out)).startswith(f"{out}: is there already; give --yes")
    assert answer(capsys, "db", "backup", str(out), "--yes") == {"backup": str(out)}
    assert refused(capsys, "db", "restore", str(out)).startswith(f"{database}: is there already; give --yes")
    assert run(["db", "restore", str(out), "--yes"]) == 0
    told = " ".join(capsys.readouterr().out.split())  # long paths stand on lines of their own
    assert told.startswith(f"Restored {database}. What was there before is kept as {database}.before-")
    fresh = str(tmp_path / "fresh.db")
    assert answer(capsys, "db", "restore", str(out), "--database", fresh) == {"database": fresh, "before": None}
    assert run(["db", "verify", "--database", fresh]) == 0


@pytest.mark.usefixtures("table")
def test_every_game_is_gone_over(database: Path, capsys: Printed) -> None:
    assert run(["db", "verify"]) == 0
    assert capsys.readouterr().out == (
        "evening-1  Ranged combat, an evening: 13 events, 8 dice\nEverything is as it was written down (1 table).\n"
    )
    row = {"table": "evening-1", "name": "Ranged combat, an evening", "events": 13, "dice": 8, "before_heads": 0}
    assert answer(capsys, "db", "verify") == {"verified": True, "tables": [row]}
    import sqlite3
    from contextlib import closing

    with closing(sqlite3.connect(database)) as connection, connection:
        connection.execute("UPDATE events SET body = replace(body, 'six', 'ten') WHERE seq = 2")
    told = refused(capsys, "db", "verify")
    assert told == f"{database}: table evening-1: event 2 does not match its hash: it was changed after it was written"


def test_the_schema_is_brought_up(database: Path, capsys: Printed) -> None:
    assert run(["db", "upgrade"]) == 2  # its folder is not there, and nothing is made by mistake
    capsys.readouterr()
    database.parent.mkdir()
    assert run(["db", "upgrade"]) == 0
    assert capsys.readouterr().out == "Made a new database, schema 0002.\n"
    assert run(["db", "upgrade"]) == 0
    assert capsys.readouterr().out == "The schema is 0002, the newest.\n"
    assert answer(capsys, "db", "upgrade") == {"before": "0002", "after": "0002"}
    assert run(["db", "list"]) == 0
    assert capsys.readouterr().out == "There are no tables.\n"
    assert answer(capsys, "db", "verify") == {"verified": True, "tables": []}


def test_an_upgrade_says_what_it_was(monkeypatch: pytest.MonkeyPatch, capsys: Printed) -> None:
    async def older(_: str | None) -> tuple[str, str]:
        return "0001", "0002"

    monkeypatch.setattr(opening, "upgrade", older)
    assert run(["db", "upgrade"]) == 0
    assert capsys.readouterr().out == "The schema is 0002 now; it was 0001.\n"


@pytest.mark.usefixtures("table")
def test_what_is_wrong_is_one_line(tmp_path: Path, database: Path, capsys: Printed) -> None:
    out = str(tmp_path / "out.jsonl")
    told = refused(capsys, "db", "export", "evening", out)
    assert told == "TABLE: 'evening' is no table of this database; did you mean 'evening-1'?"
    assert (
        refused(capsys, "db", "export", out) == "fireline db export: give TABLE and OUT.jsonl, or --all and OUT.jsonl"
    )
    assert not Path(out).exists()
    again = refused(capsys, "db", "import", str(EXPORT))
    assert again == f"{EXPORT}: line 1: table evening-1 is there already; nothing was taken in"
    nowhere = str(tmp_path / "none.db")
    assert refused(capsys, "db", "list", "--database", nowhere) == f"{nowhere}: there is no database"
    assert refused(capsys, "db", "list", "--database", "mysql://x/y").startswith("--database: 'mysql://' is no kind of")
    assert refused(capsys, "db", "backup", str(tmp_path)).startswith(f"{tmp_path}: is there already")
    assert refused(capsys, "db", "restore", nowhere, "--yes") == f"{nowhere}: cannot be read: No such file or directory"
    assert database.exists()


def test_without_the_libraries_of_the_server_it_says_what_to_install(
    monkeypatch: pytest.MonkeyPatch, capsys: Printed
) -> None:
    monkeypatch.setitem(sys.modules, "alembic", None)
    told = refused(capsys, "db", "list")
    assert told == "--database: tables are kept with alembic; install it with: pip install 'fireline[server]'"


def test_without_the_library_for_postgresql_it_says_what_to_install(
    monkeypatch: pytest.MonkeyPatch, capsys: Printed
) -> None:
    monkeypatch.setitem(sys.modules, "asyncpg", None)
    told = refused(capsys, "db", "list", "--database", "postgresql://host/name")
    assert told == ("--database: PostgreSQL is spoken to by asyncpg; install it with: pip install 'fireline[postgres]'")


def test_a_password_is_in_no_message(capsys: Printed) -> None:
    told = refused(capsys, "db", "list", "--database", "postgresql://me:secret@127.0.0.1:1/games?password=secret")
    assert told.startswith("postgresql://me@127.0.0.1:1/games: PostgreSQL: ")
    assert "secret" not in told


def test_dice_are_verified(capsys: Printed) -> None:
    assert run(["verify-dice", str(EXPORT)]) == 0
    assert capsys.readouterr().out == (
        "Ranged combat, an evening (evening-1), ancients\n"
        "✓ VERIFIED\n"
        "  13 events, none changed, none missing; every command played again by the rules.\n"
        "  8 dice in 4 rolls under 2 commitments: every face made again.\n"
        "  Seeds came from bottom and top.\n"
    )
    (verdict,) = answer(capsys, "verify-dice", str(EXPORT))["tables"]  # type: ignore[index]
    assert verdict == {
        "table": "evening-1",
        "name": "Ranged combat, an evening",
        "verified": True,
        "events": 13,
        "commitments": 2,
        "rolls": 4,
        "proven": 8,
        "waiting": 0,
        "laid": 0,
        "seats": ["bottom", "top"],
    }


def test_dice_that_wait_or_were_typed_in_are_counted_apart(tmp_path: Path, capsys: Printed) -> None:
    import asyncio

    from battles import battle
    from fireline.server.store import open_store
    from server.played import Played

    file = tmp_path / "export.jsonl"

    async def play() -> None:
        store = await open_store(str(tmp_path / "t.db"))
        table = Played(store, "t")
        await table.open(battle("ancients-ancients-ranged-combat.yaml"), secret=b"\3" * 32)
        await table.play_on(2)
        now = table.course.battle
        await table.say(now.ruleset.commands(now.state)[0], "swords", "swords")
        file.write_bytes(b"".join(await table.export()))
        await store.close()

    asyncio.run(play())
    assert run(["verify-dice", str(file)]) == 0
    assert capsys.readouterr().out == (
        "A table (t), ancients\n"
        "NOT YET REVEALED\n"
        "  4 events, none changed, none missing; every command played again by the rules.\n"
        "  Waiting for a secret seed to be revealed: 2 dice.\n"
        "  Typed in as real dice fell, which nobody can prove: 2 dice.\n"
    )


def test_dice_that_do_not_fit_are_named_by_line(tmp_path: Path, capsys: Printed) -> None:
    file = tmp_path / "export.jsonl"
    file.write_bytes(EXPORT.read_bytes().replace(b"six sevens", b"six eights", 1))
    told = refused(capsys, "verify-dice", str(file))
    assert told == f"{file}: line 3: event 2 does not match its hash: it was changed after it was written"
    assert refused(capsys, "verify-dice", str(tmp_path)) == f"{tmp_path}: cannot be read: Is a directory"


def test_the_commands_load_no_database_before_it_is_needed() -> None:
    code = "import fireline.cli.app, sys; print([m for m in ('sqlalchemy', 'alembic', 'asyncpg') if m in sys.modules])"
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, check=True, encoding="utf-8")
    assert done.stdout == "[]\n"
