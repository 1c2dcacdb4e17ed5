"""Where a server listens."""

from __future__ import annotations

import socket

from fireline.game.errors import BattleFileError, Code


def bound(host: str, port: int) -> socket.socket:
    """A socket at an address, 0 for a free port; raises `BattleFileError` where nobody may listen there."""
    try:
        family, kind, number, _, address = socket.getaddrinfo(host, port, type=socket.SOCK_STREAM)[0]
        listening = socket.socket(family, kind, number)
        try:
            listening.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
            listening.bind(address)
        except OSError:
            listening.close()
            raise
    except OSError as wrong:
        problem = f"cannot be listened to: {wrong.strerror}; name another with --host or --port"
        raise BattleFileError(Code.UNAVAILABLE, problem, f"{host}:{port}") from None
    return listening


def url_of(host: str, listening: socket.socket) -> str:
    """The address of a server that listens there."""
    name = f"[{host}]" if ":" in host else host
    return f"http://{name}:{listening.getsockname()[1]}"
