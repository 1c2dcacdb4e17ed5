"""A server over a damaged database: the table is stopped with a clear word, the others go on, and it says so."""

import logging
import subprocess
import sys
from pathlib import Path

import pytest

from server.clients import BOW, Table, served, shoot

CHANGE = "import sqlite3, sys; c = sqlite3.connect(sys.argv[1]); c.execute(sys.argv[2]); c.commit()"
SAID = {"status": 503, "code": "mismatch", "type": "urn:fireline:stopped"}
WORD = "this table is stopped, for what is kept of it is not what was written; the server's operator knows why"


HELLO = {"cmd_id": "x", "expect": 2, "kind": "chat", "body": {"text": "hello"}}
FIRE = {"cmd_id": "y", "expect": 2, "kind": "command", "body": {"command": shoot("bow", "ax")}}


def change(folder: Path, statement: str) -> None:
    """Change the database from outside: closing it in this process would take SQLite's locks from the server."""
    subprocess.run([sys.executable, "-IS", "-c", CHANGE, str(folder / "tables.db"), statement], check=True)


@pytest.mark.whole("long")
@pytest.mark.parametrize(
    "statement",
    [
        "DELETE FROM events WHERE table_id = '{id}' AND seq > 1",
        "UPDATE events SET body = replace(body, 'bow', 'cow') WHERE table_id = '{id}' AND seq = 1",
        "UPDATE events SET body = 'no json' WHERE table_id = '{id}' AND seq = 1",
        "DELETE FROM seeds WHERE table_id = '{id}'",
        "UPDATE seats SET grants = 'null' WHERE table_id = '{id}'",
        "UPDATE tables SET settings = '[]' WHERE id = '{id}'",
    ],
)
def test_a_damaged_table_is_stopped_and_the_others_go_on(
    tmp_path: Path, statement: str, caplog: pytest.LogCaptureFixture
) -> None:
    with served(tmp_path) as client:
        tables = [Table(client, BOW) for _ in range(2)]
        assert client.get("/healthz").json()["status"] == "ok"
    change(tmp_path, statement.replace("{id}", tables[0].id))
    with served(tmp_path) as client, caplog.at_level(logging.ERROR):
        for table in tables:
            table.client = client
        for path in ("", "/events", "/export", "/luck"):
            told = tables[0].get("gm", path)
            assert {key: told.json()[key] for key in SAID} == SAID
            assert told.json()["detail"] == WORD
        assert tables[1].get("gm").status_code == 200
        assert tables[1].command("bottom", shoot("bow", "ax")).status_code == 200
        health = client.get("/healthz")
        assert (health.status_code, health.json()["status"], health.json()["stopped_tables"]) == (200, "degraded", 1)
        assert tables[0].id not in health.text
        assert f"table {tables[0].id} is stopped: " in caplog.text, "the operator reads which, and why"


def test_a_table_in_play_is_stopped_when_its_tail_is_gone(tmp_path: Path) -> None:
    with served(tmp_path) as client:
        table, other = Table(client, BOW), Table(client, BOW)
        assert table.command("bottom", shoot("bow", "ax")).status_code == 200
        change(tmp_path, "DELETE FROM events WHERE table_id = 'ID' AND seq > 2".replace("ID", table.id))
        for _ in range(2):
            told = table.post("gm", "/commands", HELLO)
            assert told.json()["detail"] == WORD
        assert table.get("gm").json()["detail"] == WORD
        assert other.command("bottom", shoot("bow", "ax")).status_code == 200
        assert client.get("/healthz").json()["stopped_tables"] == 1


def test_a_database_that_is_gone_is_told(tmp_path: Path) -> None:
    with served(tmp_path) as client:
        table = Table(client, BOW)
        (tmp_path / "tables.db").rename(tmp_path / "moved.db")
        told = table.post("gm", "/commands", HELLO).json()
        assert told["status"] == 503
        assert "was replaced or removed while it was in use" in told["detail"]
        health = client.get("/healthz").json()
        assert (health["status"], health["database"], health["stopped_tables"]) == ("degraded", "gone", 0)
