"""The real server in a process of its own, for tests that talk to it over the network, or kill it."""

import os
import signal
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from forking import MORTAL, Started


class Zygote:
    """Starts the server again and again, at once: each one is a fork of a process that has everything imported.

    The server itself is the real one, of `fireline serve`, and is killed with -9: by itself, at a step of its work.
    """

    def __init__(self, port: int, database: str, *options: str) -> None:
        self.port, self.database, self.options, self.pid = port, database, options, 0

    @property
    def url(self) -> str:
        return f"http://127.0.0.1:{self.port}"

    def start(self, step: int = 0) -> None:
        """Start the server and wait until it says where it is; it dies at a step after it first keeps an event.

        As long as its database is away it is started again, as whoever keeps servers running does.
        """
        command = ["serve", "--no-browser", "--port", str(self.port), "--database", self.database]
        command += ["--rate", "0", "--tables", "0", *self.options]
        told = ""
        while not told:
            self._server = Started(*command, environment={**os.environ, MORTAL: str(step)})
            told = self._server.line()
            if not told and "Traceback" in (said := self._server.ends()):
                raise AssertionError(said)
        assert told == self.url
        self.pid = self._server.pid

    def kill(self) -> None:
        self._server.send_signal(signal.SIGKILL)
        self.dies()

    def dies(self) -> None:
        """Wait until the server is dead."""
        self._server.ends()
        self.pid = 0

    def close(self) -> None:
        if self.pid:
            self.kill()


@contextmanager
def serving(database: Path | str, *options: str, port: int = 0) -> Iterator[str]:
    """The address of a server that runs as long as the block does."""
    server = Started("serve", "--no-browser", "--port", str(port), "--database", str(database), *options)
    try:
        url = server.line()
        if not url:
            raise AssertionError(server.ends())
        yield url
    finally:
        server.send_signal(signal.SIGINT)
        server.ends()


@contextmanager
def serving_anew(database: Path | str, *options: str) -> Iterator[str]:
    """The address of a server that is started from nothing, as its users do."""
    command = [sys.executable, "-m", "fireline", "serve", "--no-browser", "--port", "0"]
    command += ["--database", str(database), *options]
    process = subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)
    try:
        assert process.stdout is not None
        url = process.stdout.readline().strip()
        if not url:
            raise AssertionError(process.communicate()[1])
        yield url
    finally:
        process.send_signal(signal.SIGINT)
        process.communicate()
