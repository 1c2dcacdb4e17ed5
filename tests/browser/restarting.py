"""A server that can be killed in the middle of a game and started again where it was."""

from __future__ import annotations

import signal
import socket
from pathlib import Path

from browser.serving import launched
from forking import Started

CLOSED = ("ERR_CONNECTION_REFUSED", "WebSocket connection", "ERR_CONNECTION_RESET", "ERR_EMPTY_RESPONSE")
"""What a browser may complain about while the server is down."""


class Restarting:
    """`fireline serve` on a port and a database of its own."""

    def __init__(self, folder: Path) -> None:
        with socket.socket() as free:
            free.bind(("127.0.0.1", 0))
            self.port: int = free.getsockname()[1]
        self.address = f"http://127.0.0.1:{self.port}"
        self._database = folder / "tables.sqlite"
        self._server: Started | None = None

    def start(self) -> None:
        """Start it, and wait until it is ready."""
        self._server, _ = launched(self._database, self.port)

    def kill(self) -> None:
        """Kill it with -9, whatever it is doing."""
        if self._server is not None:
            self._server.send_signal(signal.SIGKILL)
            self._server.ends()
        self._server = None
