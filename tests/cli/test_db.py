"""`fireline db` and `fireline verify-dice`, as they are typed."""

import os
import sqlite3
import subprocess
import sys
from contextlib import closing
from pathlib import Path
from types import ModuleType

import pytest

from battles import EXAMPLES
from cli.typed import Typed
from fireline.server.store import opening

EXPORT, MIXED = EXAMPLES / "ancients-table.jsonl", EXAMPLES / "ancients-mixed-table.jsonl"
HEAD = EXAMPLES / "ancients-mixed-table.head.txt"
CHANGED = (
    "The server's secret was changed at event 10, by gm without the consent of anybody else: whoever runs the server "
    "could have chosen the new one to suit him."
)
CONSISTENT = "CONSISTENT; 1 roll taken back by gm alone"
SERVERS = (
    "No seat mixed in a fresh value, so whoever runs the server could foresee the faces, and with a friend at the "
    "table steer them."
)


@pytest.fixture(autouse=True)
def database(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """The usual database, in a folder of the test's own."""
    file = tmp_path / "games" / "fireline.db"
    monkeypatch.setenv("FIRELINE_DATABASE", str(file))
    return file


@pytest.fixture
def table(typed: Typed) -> None:
    """The table of the examples, taken in."""
    assert typed("db", "import", str(EXPORT)) == "evening-1  Ranged combat, an evening: 13 events\nImported 1 table."


@pytest.mark.usefixtures("table")
def test_a_table_goes_out_and_in_again(tmp_path: Path, typed: Typed) -> None:
    out = tmp_path / "out.jsonl"
    listed = "evening-1  Ranged combat, an evening (ancients, opened 2026-11-07T19:30:00.000Z): 13 events"
    assert typed("db", "list") == listed
    for every in (["evening-1", str(out)], ["--all", str(out), "--yes"]):
        assert typed.data("db", "export", *every) == {"export": str(out)}
        assert out.read_bytes().splitlines()[1:] == EXPORT.read_bytes().splitlines()[1:]
    other = ["--database", f"sqlite:///{tmp_path / 'other.db'}"]
    taken = {"tables": [{"id": "evening-1", "name": "Ranged combat, an evening", "events": 13}]}
    assert typed.data("db", "import", str(out), *other) == taken
    assert [(row["id"], row["events"]) for row in typed.data("db", "list", *other)["tables"]] == [("evening-1", 13)]


@pytest.mark.skipif(os.name != "posix", reason="pipes are made as on POSIX systems")
@pytest.mark.usefixtures("table")
def test_an_export_is_poured_into_a_pipe_or_a_device_and_takes_its_place_from_none(
    tmp_path: Path, typed: Typed
) -> None:
    pipe = tmp_path / "pipe"
    os.mkfifo(pipe)
    with subprocess.Popen(["cat", str(pipe)], stdout=subprocess.PIPE) as reader:
        typed("db", "export", "evening-1", str(pipe), "--yes")
        assert reader.stdout is not None
        assert reader.stdout.read().splitlines()[1:] == EXPORT.read_bytes().splitlines()[1:]
    assert pipe.is_fifo()


@pytest.mark.usefixtures("table")
def test_a_backup_is_taken_and_put_back(tmp_path: Path, database: Path, typed: Typed) -> None:
    out = tmp_path / "backup.db"
    assert typed("db", "backup", str(out)) == f"Wrote {out}."
    assert typed.refused("db", "backup", str(out)).startswith(f"{out}: is there already; give --yes")
    assert typed.data("db", "backup", str(out), "--yes") == {"backup": str(out)}
    assert typed.refused("db", "restore", str(out)).startswith(f"{database}: is there already; give --yes")
    told = " ".join(typed("db", "restore", str(out), "--yes").split())  # long paths stand on lines of their own
    assert told.startswith(f"Restored {database}. The old database is kept as {database}.before-")
    fresh = str(tmp_path / "fresh.db")
    assert typed.data("db", "restore", str(out), "--database", fresh) == {"database": fresh, "before": None}
    typed("db", "verify", "--database", fresh)


@pytest.mark.usefixtures("table")
def test_every_game_is_gone_over(database: Path, typed: Typed) -> None:
    assert typed("db", "verify") == (
        "evening-1  Ranged combat, an evening: 13 events, 8 dice; 1 roll taken back by gm alone\n"
        "Everything is as it was written down (1 table)."
    )
    row = {"table": "evening-1", "name": "Ranged combat, an evening", "events": 13, "dice": 8, "before_heads": 0}
    found = typed.data("db", "verify")
    (told,) = found["tables"]
    assert (found["verified"], row.items() <= told.items(), len(told["irregular"])) == (True, True, 1)
    with closing(sqlite3.connect(database)) as connection, connection:
        connection.execute("UPDATE events SET body = replace(body, 'six', 'ten') WHERE seq = 2")
    told = typed.refused("db", "verify")
    assert told == f"{database}: table evening-1: event 2 does not match its hash: it was changed after it was written"


def test_the_schema_is_brought_up_and_an_upgrade_says_what_it_was(
    database: Path, typed: Typed, monkeypatch: pytest.MonkeyPatch
) -> None:
    typed("db", "upgrade", status=2)  # its folder is not there, and nothing is made by mistake
    database.parent.mkdir()
    assert typed("db", "upgrade") == "Made a new database, schema 0003."
    assert typed("db", "upgrade") == "The schema is 0003, the newest."
    assert typed.data("db", "upgrade") == {"before": "0003", "after": "0003"}
    assert typed("db", "list") == "There are no tables."
    assert typed.data("db", "verify") == {"verified": True, "tables": []}

    async def older(_: str | None) -> tuple[str, str]:
        return "0001", "0003"

    monkeypatch.setattr(opening, "upgrade", older)
    assert typed("db", "upgrade") == "The schema is 0003 now; it was 0001."


@pytest.mark.usefixtures("table")
def test_what_is_wrong_is_one_line(tmp_path: Path, typed: Typed) -> None:
    out = str(tmp_path / "out.jsonl")
    told = typed.refused("db", "export", "evening", out)
    assert told == "TABLE: 'evening' is no table of this database; did you mean 'evening-1'?"
    assert typed.refused("db", "export", out) == "fireline db export: give TABLE and OUT.jsonl, or --all and OUT.jsonl"
    assert not Path(out).exists()
    nowhere = str(tmp_path / "none.db")
    assert typed.refused("db", "list", "--database", nowhere) == f"{nowhere}: there is no database"


@pytest.mark.whole("postgresql")
def test_a_password_is_in_no_message(typed: Typed) -> None:
    told = typed.refused("db", "list", "--database", "postgresql://me:secret@127.0.0.1:1/games?password=secret")
    assert told.startswith("postgresql://me@127.0.0.1:1/games: PostgreSQL: ")
    assert "secret" not in told


def test_without_its_libraries_it_says_what_to_install(monkeypatch: pytest.MonkeyPatch, typed: Typed) -> None:
    monkeypatch.setitem(sys.modules, "alembic", None)
    told = typed.refused("db", "list")
    assert told == "--database: tables are kept with alembic; install it with: pip install 'fireline[server]'"
    for name, other in (("asyncpg", "greenlet"), ("greenlet", "asyncpg")):
        monkeypatch.undo()
        monkeypatch.setitem(sys.modules, name, None)
        monkeypatch.setitem(sys.modules, other, ModuleType(other))
        told = typed.refused("db", "list", "--database", "postgresql://host/name")
        how = "install it with: pip install 'fireline[postgres]'"
        assert told == f"--database: PostgreSQL is spoken to with {name}; {how}"


def test_dice_are_verified(typed: Typed) -> None:
    told = typed("verify-dice", str(EXPORT))
    named, found, *_ = told.splitlines()
    assert (named, found) == ("Ranged combat, an evening (evening-1), ancients", f"✓ {CONSISTENT}")
    (verdict,) = typed.data("verify-dice", str(EXPORT))["tables"]
    counts = {"events": 13, "commitments": 2, "rolls": 4, "proven": 8, "waiting": 0, "laid": 0}
    assert {key: verdict[key] for key in counts} == counts
    assert (verdict["verified"], verdict["seats"]) == (True, ["bottom", "top"])
    assert verdict["verdict"] == CONSISTENT
    by_gm = {"event": 9, "kind": "taken back", "by": "gm", "agreed": [], "reason": "wrong unit"}
    assert [one | {"event": 9} for one in verdict["irregular"]] == [by_gm]
    assert (verdict["signed"], verdict["kept"], verdict["repeated"]) == (None, [], [])
    assert verdict["words"] == [
        "13 events, each chained to the one before; every command played again by the rules.",
        "An older Fireline began this log, so it does not always say who did something and who agreed.",
        f"Event {verdict['irregular'][0]['event']}, outside the rules: roll taken back by gm alone: 'wrong unit'.",
        "Somebody took back 1 roll alone, and so could wait for better dice.",
        "On the server's word: 3 rolls (6 dice, events 4, 5 and 7). " + SERVERS + " Seeds that bottom and top gave "
        "beforehand went in.",
        "On the server's word: 1 roll (2 dice, event 12). " + SERVERS + " Seeds that bottom gave beforehand went in.",
        CHANGED,
        "Not signed: nobody vouches that the log ended with its last event.",
        "This file alone cannot prove who held the seats, nor that the log was not rewritten or went no further.",
    ]
    # The terminal says the same, line by line.
    assert " ".join(told.split()).endswith(" ".join(" ".join(verdict["words"]).split()))


def test_a_head_that_a_seat_kept_says_more(tmp_path: Path, typed: Typed) -> None:
    from_file = typed.data("verify-dice", str(MIXED), "--head", str(HEAD))["tables"][0]
    by_text = typed.data("verify-dice", str(MIXED), "--head", HEAD.read_text())["tables"][0]
    assert from_file == by_text
    acts = "2 rolls taken back by gm alone, 1 roll repeated without a silent seat by gm alone"
    assert from_file["verdict"] == f"VERIFIED FOR bottom UP TO EVENT 15; 3 acts outside the rules: {acts}"
    assert from_file["words"][-3:] == [
        "Up to event 15 all agrees with the head that bottom kept: nothing was changed, cut or added.",
        "bottom mixed its own fresh value into rolls 1 and 3: nobody else could choose or foresee these faces.",
        "Events 16 to 19 came later; this head does not cover them.",
    ]
    kept = {"table": "evening-2", "seq": 15, "hash": "", "sealed": False, "seat": "bottom", "key": ""}
    assert from_file["kept"][0] | {"key": "", "hash": ""} == kept
    other = typed.refused("verify-dice", str(EXPORT), "--head", str(HEAD))
    assert other == f"{EXPORT}: --head: is of table 'evening-2', which is not in this file"
    forged = tmp_path / "head.txt"
    forged.write_text(HEAD.read_text().replace("event 15", "event 14"))
    told = typed.refused("verify-dice", str(MIXED), "--head", str(forged))
    assert told == f"{forged}: --head: the signature is not one of key fireline+5ad605b8: it was changed"
    nowhere = tmp_path / "nowhere.txt"
    told = typed.refused("verify-dice", str(MIXED), "--head", str(nowhere))
    assert told == f"{nowhere}: --head: cannot be read: No such file or directory"


def test_dice_that_do_not_fit_are_named_by_line(tmp_path: Path, typed: Typed) -> None:
    file = tmp_path / "export.jsonl"
    file.write_bytes(EXPORT.read_bytes().replace(b"six sevens", b"six eights", 1))
    told = typed.refused("verify-dice", str(file))
    assert told == f"{file}: line 3: event 2 does not match its hash: it was changed after it was written"
    assert typed.refused("verify-dice", str(tmp_path)) == f"{tmp_path}: cannot be read: Is a directory"
    nowhere = tmp_path / "none.jsonl"
    told = typed.refused("verify", str(nowhere), "--team", "top")
    assert told == f"{nowhere}: cannot be read: No such file or directory"
    assert typed.refused("verify", str(EXPORT), "--team", "top").startswith("--team: is for a log of `fireline phase`")
    log = tmp_path / "log.jsonl"
    log.write_text('{"fireline_log": 1}\n')
    assert typed.refused("verify", str(log), "--head", str(HEAD)).startswith("--head: is for an export of tables")


def test_the_commands_load_no_database_before_it_is_needed() -> None:
    code = "import fireline.cli.app, sys; print([m for m in ('sqlalchemy', 'alembic', 'asyncpg') if m in sys.modules])"
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, check=True, encoding="utf-8")
    assert done.stdout == "[]\n"
