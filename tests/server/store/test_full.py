"""A start on a full disk says so, in one line, and leaves what was there."""

from __future__ import annotations

import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from fireline.cli import run
from stracing import Strace

pytestmark = pytest.mark.whole("kills")
EXPORT = Path(__file__).parents[3] / "examples" / "ancients-table.jsonl"
FULL = ("cannot be written: the disk is full", "cannot be written: No space left on device", "cannot be made: No space")
SERVE = ["serve", "--no-browser", "--port", "0", "--database", "tables.db"]
SMALL = """
mount -t tmpfs -o size=256k tmpfs "$1" && cd "$1" || exit 99
test -z "$2" || cp "$2" tables.db
dd if=/dev/zero of=fill bs=4k 2>/dev/null
exec "$3" -m fireline serve --no-browser --port 0 --database "$1/tables.db"
"""


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    home = tmp_path / "home"
    home.mkdir()
    return home


def told(done: subprocess.CompletedProcess[str]) -> str:
    """The one line with which it ended."""
    assert done.returncode == 2, done.stderr
    assert done.stdout == ""
    assert done.stderr.count("\n") == 1, done.stderr
    return done.stderr


@pytest.mark.parametrize(("call", "first"), [("pwrite64", 1), ("pwrite64", 9), ("mkdir", 1)])
def test_a_first_start_on_a_full_disk_says_so(strace: Strace, folder: Path, call: str, first: int) -> None:
    line = told(strace.on_full_disk(folder, SERVE, call, first))
    assert any(word in line for word in FULL), line
    assert "tables.db" in line


def test_an_upgrade_on_a_full_disk_says_so_and_changes_nothing(strace: Strace, folder: Path) -> None:
    from server.store.test_upgrading import kept

    kept(folder / "tables.db")
    line = told(strace.on_full_disk(folder, ["db", "upgrade", "--database", "tables.db"], "pwrite64", 3))
    assert any(word in line for word in FULL), line
    assert run(["db", "upgrade", "--database", str(folder / "tables.db")]) == 0
    assert run(["db", "verify", "--database", str(folder / "tables.db")]) == 0


@pytest.mark.parametrize("there", [False, True])
def test_on_a_small_disk_that_is_full_the_server_says_so(folder: Path, tmp_path: Path, *, there: bool) -> None:
    if shutil.which("unshare") is None:
        pytest.skip("no unshare, so no small disk can be had")
    file = ""
    if there:
        file = str(tmp_path / "whole.db")
        assert run(["db", "import", str(EXPORT), "--database", file]) == 0
    command = ["unshare", "--mount", "--map-root-user", "sh", "-c", SMALL, "sh", str(folder), file, sys.executable]
    done = subprocess.run(command, capture_output=True, encoding="utf-8", check=False, timeout=60)
    if done.returncode in {1, 99}:
        pytest.skip("no small disk may be mounted here")
    line = told(done)
    assert any(word in line for word in FULL), line
