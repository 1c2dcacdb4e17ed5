"""The real server in a process of its own, for tests that talk to it over the network, or kill it."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import IO

ZYGOTE = f"""
import os, sys
from pathlib import Path

import fireline.server
from fireline.game.errors import BattleFileError
from fireline.game.registry import ruleset, ruleset_ids
from fireline.server.limits import Limits
from fireline.server.serve import serve

sys.path.append({str(Path(__file__).parents[1])!r})
from killing import Mortal, steps_in

for id_ in ruleset_ids():
    ruleset(id_)
for line in sys.stdin:
    port, database, step = line.split()
    pid = os.fork()
    if not pid:
        sys.stdin.close()
        if int(step):
            Mortal(int(step), steps_in(Path(fireline.server.__file__).parent), begin="append_many")
        try:
            serve(port=int(port), database=database, limits=Limits(rate=0, tables=0))
        except BattleFileError:
            pass
        os._exit(0)
    print("pid", pid, flush=True)
    os.waitpid(pid, 0)
    print("dead", flush=True)
"""


class Zygote:
    """Starts the server again and again, at once: everything is imported already, and each one is a fork.

    The server itself is the real one, of `fireline serve`, and is killed with -9: by itself, at a step of its work.
    """

    def __init__(self, port: int, database: str) -> None:
        self.port, self.database, self.pid = port, database, 0
        self._process = subprocess.Popen(
            [sys.executable, "-c", ZYGOTE], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True
        )

    @property
    def url(self) -> str:
        """The address of the server."""
        return f"http://127.0.0.1:{self.port}"

    def start(self, step: int = 0) -> None:
        """Start the server and wait until it says where it is; it dies at a step after it first keeps an event.

        As long as its database is away it is started again, as whoever keeps servers running does.
        """
        assert self._process.stdin is not None
        told = ["dead"]
        while "dead" in told:
            self._process.stdin.write(f"{self.port} {self.database} {step}\n")
            self._process.stdin.flush()
            told = sorted([self._line(), self._line()])  # either may come first
        assert told[0] == self.url, told
        self.pid = int(told[1].removeprefix("pid "))

    def kill(self) -> None:
        """Kill the server with -9."""
        os.kill(self.pid, signal.SIGKILL)
        self.dies()

    def dies(self) -> None:
        """Wait until the server is dead."""
        assert self._line() == "dead"
        self.pid = 0

    def close(self) -> None:
        """End everything."""
        if self.pid:
            with_suppressed_kill(self.pid)
        self._process.kill()
        self._process.communicate()

    def _line(self) -> str:
        assert self._process.stdout is not None
        return _read(self._process.stdout)


def with_suppressed_kill(pid: int) -> None:
    """Kill a process that may be gone already."""
    try:
        os.kill(pid, signal.SIGKILL)
    except ProcessLookupError:
        return


@contextmanager
def serving(database: Path | str, *options: str, port: int = 0) -> Iterator[str]:
    """The address of a server that runs as long as the block does."""
    command = [sys.executable, "-m", "fireline", "serve", "--no-browser", "--port", str(port)]
    process = subprocess.Popen(
        [*command, "--database", str(database), *options], stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True
    )
    try:
        assert process.stdout is not None
        url = _read(process.stdout)
        if not url:
            raise AssertionError(process.communicate()[1])
        yield url
    finally:
        process.send_signal(signal.SIGINT)
        process.communicate()


def _read(stream: IO[str]) -> str:
    return stream.readline().strip()
