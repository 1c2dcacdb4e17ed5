"""`fireline serve` as somebody types it: where it is, what it keeps, and one line where it cannot start."""

import json
import os
import signal
import socket
import subprocess
import sys
from contextlib import closing
from pathlib import Path

import httpx
import pytest

from fireline.cli import run
from fireline.game.errors import BattleFileError
from fireline.server.serve import bound
from server.sockets import PATIENCE


@pytest.mark.whole("long")
@pytest.mark.parametrize("how", [signal.SIGINT, signal.SIGTERM])
def test_it_says_where_it_is_and_stops_when_told_to(how: signal.Signals, tmp_path: Path) -> None:
    command = [sys.executable, "-m", "fireline", "serve", "--no-browser", "--json", "--port", "0"]
    (tmp_path / "left").mkdir()
    process = subprocess.Popen(
        [*command, "--database", str(tmp_path / "a.db")],
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        env=os.environ | {"TMPDIR": str(tmp_path / "left")},
        text=True,
    )
    assert process.stdout is not None
    url = json.loads(process.stdout.readline())["url"]
    assert httpx.get(f"{url}/healthz").json()["status"] == "ok"
    process.send_signal(how)
    out, err = process.communicate(timeout=PATIENCE)
    assert (out, err) == ("", "")
    assert process.returncode == 0
    assert list((tmp_path / "left").iterdir()) == []


def test_an_address_in_use_and_a_missing_library_are_one_line(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    with socket.socket() as taken:
        taken.bind(("127.0.0.1", 0))
        taken.listen()
        port = taken.getsockname()[1]
        assert run(["serve", "--no-browser", "--port", str(port), "--database", str(tmp_path / "a.db")]) == 2
    told = capsys.readouterr().err
    assert told.startswith(f"127.0.0.1:{port}: cannot be listened to: Address already in use")
    assert told.count("\n") == 1
    for host in ("no.such.host.invalid", "a..b", "x" * 300):
        assert run(["serve", "--no-browser", "--host", host]) == 2
        told = capsys.readouterr().err
        assert told.startswith(f"{host}:8700: cannot be listened to: ")
        assert told.count("\n") == 1
    monkeypatch.setitem(sys.modules, "alembic", None)
    assert run(["serve"]) == 2
    told = "serve: the server runs on alembic; install it with: pip install 'fireline[server]'\n"
    assert capsys.readouterr().err == told


def test_nobody_else_gets_an_address_while_a_server_starts() -> None:
    with closing(bound("127.0.0.1", 0)) as starting:
        port = starting.getsockname()[1]
        with pytest.raises(BattleFileError, match="Address already in use"):
            bound("127.0.0.1", port)


@pytest.mark.parametrize(
    ("option", "given", "says"),
    [
        ("--origin", "play.example", "'play.example' is no origin of a page"),
        ("--origin", "https://play.example/game", "'https://play.example/game' is no origin of a page"),
        ("--origin", "http://[bad", "'http://[bad' is no origin of a page"),
        ("--allow-host", "https://play.example", "'https://play.example' is no name of a server"),
        pytest.param(
            *("--database", "postgresql://me:secret@db.example:port/games", "is no address of a PostgreSQL server"),
            marks=pytest.mark.whole("postgresql"),
        ),
    ],
)
def test_what_can_never_fit_is_refused_at_the_start(
    option: str, given: str, says: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert run(["serve", "--no-browser", "--port", "0", option, given]) == 2
    told = capsys.readouterr().err
    assert told.startswith(f"{option}: {says}")
    assert told.count("\n") == 1
    assert "secret" not in told
