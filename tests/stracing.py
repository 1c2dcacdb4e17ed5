"""Commands killed at any system call that changes files, or told there that the disk is full; strace does it."""

from __future__ import annotations

import re
import shutil
import subprocess
import sys
from collections import Counter
from collections.abc import Iterator, Sequence
from pathlib import Path

import pytest

CALLS = "rename renameat2 link linkat unlink unlinkat rmdir mkdir fsync fdatasync ftruncate pwrite64"
OFTEN = 3
"""A call that comes more often is killed at only about so many of its times, spread evenly."""

needs_strace = pytest.mark.skipif(
    shutil.which("strace") is None, reason="strace is not installed: apt-get install strace"
)


def _traced(folder: Path, command: Sequence[str], *options: str) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        ["strace", "--follow-forks", "--quiet=all", *options, sys.executable, "-m", "fireline", *command],
        cwd=folder,
        capture_output=True,
        encoding="utf-8",
        check=False,
    )


def moments(folder: Path, command: Sequence[str]) -> Iterator[tuple[str, int]]:
    """Every call that a command makes in a clean run, with its number among those of its kind in its thread."""
    told = folder.parent / f"{folder.name}.calls"
    done = _traced(folder, command, "-o", str(told), f"--trace={','.join(CALLS.split())}")
    assert done.returncode == 0, done.stderr
    made = Counter(re.findall(r"^(\d+ +\w+)\(", told.read_text(), re.MULTILINE))
    most = dict.fromkeys(CALLS.split(), 0)
    for made_by, count in made.items():
        call = made_by.split()[1]
        most[call] = max(most[call], count)  # strace counts in each thread
    for call in most:
        step = max(1, most[call] // OFTEN)
        yield from ((call, n) for n in range(1, most[call] + 1, step))


def killed(folder: Path, command: Sequence[str], call: str, number: int) -> None:
    """Run a command that is killed just before it carries out this call for this time."""
    done = _traced(folder, command, "-o", "/dev/null", f"--inject={call}:signal=KILL:when={number}")
    assert done.returncode in {-9, 137}, (call, number, done.stdout, done.stderr)


def on_full_disk(folder: Path, command: Sequence[str], call: str, first: int = 1) -> subprocess.CompletedProcess[str]:
    """Run a command to which the disk is full from this call on, for the first so many times not yet."""
    return _traced(folder, command, "-o", "/dev/null", f"--inject={call}:error=ENOSPC:when={first}+")
