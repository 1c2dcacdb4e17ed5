"""A start on a full disk says so, in one line, and leaves what was there."""

import subprocess
from pathlib import Path

import pytest

from fireline.cli import run
from server.store.test_upgrading import kept
from stracing import Strace

pytestmark = pytest.mark.whole("kills")
EXPORT = Path(__file__).parents[3] / "examples" / "ancients-table.jsonl"
FULL = ("cannot be written: the disk is full", "cannot be written: No space left on device", "cannot be made: No space")
SERVE = ["serve", "--no-browser", "--port", "0", "--database", "tables.db"]


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
    kept(folder / "tables.db")
    line = told(strace.on_full_disk(folder, ["db", "upgrade", "--database", "tables.db"], "pwrite64", 3))
    assert any(word in line for word in FULL), line
    assert run(["db", "upgrade", "--database", str(folder / "tables.db")]) == 0
    assert run(["db", "verify", "--database", str(folder / "tables.db")]) == 0
