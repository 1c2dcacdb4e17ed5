"""Commands killed at any system call that changes files, or told there that the disk is full; strace does it."""

import os
import re
import shutil
import signal
import subprocess
from collections import Counter
from collections.abc import Iterator, Sequence
from pathlib import Path

import pytest

from forking import TRACED

CALLS = "rename renameat2 link linkat unlink unlinkat rmdir mkdir fsync fdatasync ftruncate pwrite64"
OFTEN = 3
"""A call that comes more often is killed at only about so many of its times, spread evenly."""

KILLED = 256 - signal.SIGKILL
"""The exit status of a command that was killed."""


class Strace:
    """The command `fireline` in a fork, watched by strace from its first step on."""

    def __init__(self, program: Path) -> None:
        self._program = program

    def _run(self, folder: Path, command: Sequence[str], *options: str) -> subprocess.CompletedProcess[str]:
        return subprocess.run(
            [self._program, *command],
            cwd=folder,
            env={**os.environ, TRACED: " ".join(options)},
            capture_output=True,
            encoding="utf-8",
            check=False,
        )

    def moments(self, folder: Path, command: Sequence[str]) -> Iterator[tuple[str, int]]:
        """Every call that a command makes in a clean run, with its number among those of its kind in its thread."""
        told = folder.parent / f"{folder.name}.calls"
        done = self._run(folder, command, f"--output={told}", f"--trace={','.join(CALLS.split())}")
        assert done.returncode == 0, done.stderr
        made = Counter(re.findall(r"^(\d+ +\w+)\(", told.read_text(), re.MULTILINE))
        most = dict.fromkeys(CALLS.split(), 0)
        for made_by, count in made.items():
            call = made_by.split()[1]
            most[call] = max(most[call], count)  # strace counts in each thread
        for call in most:
            step = max(1, most[call] // OFTEN)
            yield from ((call, n) for n in range(1, most[call] + 1, step))

    def killed(self, folder: Path, command: Sequence[str], call: str, number: int) -> None:
        """Run a command that is killed just before it carries out this call for this time."""
        done = self._run(folder, command, "--output=/dev/null", f"--inject={call}:signal=KILL:when={number}")
        assert done.returncode == KILLED, (call, number, done.stdout, done.stderr)

    def on_full_disk(
        self, folder: Path, command: Sequence[str], call: str, first: int = 1
    ) -> subprocess.CompletedProcess[str]:
        """Run a command to which the disk is full from this call on, for the first so many times not yet."""
        return self._run(folder, command, "--output=/dev/null", f"--inject={call}:error=ENOSPC:when={first}+")


@pytest.fixture(scope="session")
def strace(program: Path) -> Strace:
    """Commands in forks, killed or refused the disk at a call."""
    if shutil.which("strace") is None:
        pytest.skip("strace is not installed: apt-get install strace")
    return Strace(program)
