"""`fireline serve` as somebody types it: where it is, what it keeps, and one line where it cannot start."""

import json
import signal
import socket
import subprocess
import sys
from pathlib import Path

import httpx
import pytest

from fireline.cli import run
from server.sockets import PATIENCE


@pytest.mark.whole("long")
def test_it_says_where_it_is_and_stops_when_told_to(tmp_path: Path) -> None:
    command = [sys.executable, "-m", "fireline", "serve", "--no-browser", "--json", "--port", "0"]
    process = subprocess.Popen(
        [*command, "--database", str(tmp_path / "a.db")], stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True
    )
    assert process.stdout is not None
    url = json.loads(process.stdout.readline())["url"]
    assert httpx.get(f"{url}/healthz").json()["status"] == "ok"
    process.send_signal(signal.SIGINT)
    out, err = process.communicate(timeout=PATIENCE)
    assert (out, err) == ("", "")
    assert process.returncode == 0


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
    assert run(["serve", "--no-browser", "--host", "no.such.host.invalid"]) == 2
    capsys.readouterr()
    monkeypatch.setitem(sys.modules, "alembic", None)
    assert run(["serve"]) == 2
    told = "serve: the server runs on alembic; install it with: pip install 'fireline[server]'\n"
    assert capsys.readouterr().err == told
