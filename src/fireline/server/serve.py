"""The server on an address: one process, one line when it is ready, and connections that may not hold it up.

Uvicorn waits for a request without end, so its protocol is given one timer more; connections that are slow on purpose,
or too many, are cut off before they hold anything of value.
"""

from __future__ import annotations

import asyncio
import gc
import json
import logging
import socket
import sys
from collections import Counter
from collections.abc import Container
from contextlib import closing
from typing import TYPE_CHECKING, Any

import uvicorn
from uvicorn.protocols.websockets.websockets_sansio_impl import WebSocketsSansIOProtocol

from fireline.game.errors import BattleFileError, Code
from fireline.server.guard import DEFAULT, Limits, Proxies, network

MESSAGE_LIMIT = 64 * 1024
"""The longest message on a WebSocket, in bytes."""
PING = 20.0
"""Seconds between two signs of life on a WebSocket; one that gives none is closed."""


def bound(host: str, port: int) -> socket.socket:
    """A socket that listens at an address, 0 for a free port; raises `BattleFileError` where nobody may listen there.

    It listens from now on, for until then a second server may take the same address.
    """
    try:
        family, kind, number, _, address = socket.getaddrinfo(host, port, type=socket.SOCK_STREAM)[0]
        listening = socket.socket(family, kind, number)
        try:
            listening.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
            listening.bind(address)
            listening.listen()
        except OSError:
            listening.close()
            raise
    except (OSError, UnicodeError) as wrong:  # the latter for what is no name in the Internet's alphabet
        why = wrong.strerror if isinstance(wrong, OSError) else "that is no name of a machine"
        problem = f"cannot be listened to: {why}; name another with --host or --port"
        raise BattleFileError(Code.UNAVAILABLE, problem, f"{host}:{port}") from None
    return listening


def url_of(host: str, listening: socket.socket) -> str:
    """The address of a server that listens there."""
    name = f"[{host}]" if ":" in host else host
    return f"http://{name}:{listening.getsockname()[1]}"


if TYPE_CHECKING:  # type checkers take the kind that uvicorn has without another package
    from uvicorn.protocols.http.h11_impl import H11Protocol as AutoHTTPProtocol
else:
    from uvicorn.protocols.http.auto import AutoHTTPProtocol

HEAD, BODY, READING = 10.0, 25.0, 30.0
"""Seconds for the head of a request, for its body, and for a client to read what it is sent."""
LONGEST_HEAD = 64 * 1024
GONE = 1000
"""After so many connections the garbage is taken out: each leaves three kilobytes that refer to themselves (asyncio's
transports do), and whoever looks for garbage as seldom as the server lets thousands of them lie."""


# --- connections ----------------------------------------------------------------------


class Connections:
    """The connections of each address; those that are `trusted` (a proxy, this machine) may have any number."""

    def __init__(self, most: int, trusted: Container[str] = ()) -> None:
        self._most, self._trusted, self._of = most, trusted, Counter[str]()
        self._gone = 0

    def enter(self, address: str) -> bool:
        """Count one more; whether it may stay."""
        client = network(address)
        self._of[client] += 1
        return not self._most or address in self._trusted or self._of[client] <= self._most

    def leave(self, address: str) -> None:
        """One of them is gone."""
        client = network(address)
        self._of[client] -= 1
        if not self._of[client]:
            del self._of[client]
        self._gone += 1
        if self._gone == GONE:
            self._gone = 0
            gc.collect()


class Config(uvicorn.Config):
    """How a server runs: it tells nothing of itself, waits for nobody for long, and counts its connections."""

    def __init__(self, app: Any, connections: Connections, **how: Any) -> None:
        super().__init__(
            app,
            http=Http,
            ws=Socket,
            loop="asyncio",  # uvloop takes in one new connection a round: a flood makes everybody wait at the door
            log_config=None,
            access_log=False,
            server_header=False,
            timeout_graceful_shutdown=3,
            **how,
        )
        self.strangers = connections


class Http(AutoHTTPProtocol):
    """HTTP with one timer: for the head of a request, for its body, and for a reader who reads nothing."""

    config: Any
    transport: Any
    cycle: Any
    _timer: asyncio.TimerHandle | None = None
    _reading: asyncio.TimerHandle | None = None
    _cycle: Any = None
    _due: float | None = None
    _upgraded = False
    _head = 0

    def connection_made(self, transport: Any) -> None:
        """Somebody has come."""
        super().connection_made(transport)
        if not self.config.strangers.enter(_address(self)):
            transport.abort()
        self._wait()

    def connection_lost(self, exc: Exception | None) -> None:
        """Somebody has gone."""
        self._disarm()
        if not self._upgraded:  # else the socket is counted
            self.config.strangers.leave(_address(self))
        super().connection_lost(exc)

    def data_received(self, data: bytes) -> None:
        """Take in what came, and wait for what is due next."""
        super().data_received(data)
        self._head += len(data)
        self._wait()
        if self._due == HEAD and self._head > LONGEST_HEAD:
            self.transport.abort()

    def handle_websocket_upgrade(self, *event: Any, **named: Any) -> None:
        """The connection becomes a socket, which has timers of its own."""
        self._upgraded = True
        self._disarm()
        super().handle_websocket_upgrade(*event, **named)

    def pause_writing(self) -> None:
        """The client reads more slowly than it is answered."""
        super().pause_writing()
        self._reading = self.loop.call_later(READING, self.transport.abort)

    def resume_writing(self) -> None:
        """The client has read on."""
        super().resume_writing()
        if self._reading is not None:
            self._reading.cancel()

    def _wait(self) -> None:
        """Set the timer where something else is due than before; a slow drip does not set it anew."""
        if self._upgraded:
            return
        due = None
        if self.cycle is not None and self.cycle.more_body:  # also where it is answered already, and thrown away
            due = BODY
        elif self.cycle is None or self.cycle.response_complete:
            due = HEAD
        if (self.cycle, due) == (self._cycle, self._due):
            return
        self._disarm()
        self._cycle, self._due, self._head = self.cycle, due, 0
        if due is not None:
            self._timer = self.loop.call_later(due, self.transport.abort)

    def _disarm(self) -> None:
        for timer in (self._timer, self._reading):
            if timer is not None:
                timer.cancel()


class Socket(WebSocketsSansIOProtocol):
    """A WebSocket, counted among the connections of its address."""

    def connection_lost(self, exc: Exception | None) -> None:
        """Somebody has gone."""
        super().connection_lost(exc)
        self.config.strangers.leave(_address(self))  # type: ignore[attr-defined]


def _address(protocol: Any) -> str:
    return protocol.client[0] if protocol.client else ""


# --- the server -----------------------------------------------------------------------


class _Server(uvicorn.Server):
    """Says where it is when it is ready."""

    def __init__(self, config: uvicorn.Config, url: str, *, browser: bool, as_json: bool) -> None:
        super().__init__(config)
        self._url, self._browser, self._as_json = url, browser, as_json

    async def startup(self, sockets: list[socket.socket] | None = None) -> None:
        """Start, then tell."""
        await super().startup(sockets)
        if self.should_exit:
            return
        print(json.dumps({"url": self._url}) if self._as_json else self._url, flush=True)
        if self._browser:
            import webbrowser

            webbrowser.open(self._url)


def serve(
    *,
    host: str = "127.0.0.1",
    port: int = 8700,
    database: str | None = None,
    browser: bool = False,
    as_json: bool = False,
    limits: Limits = DEFAULT,
) -> None:
    """Serve until stopped.

    Args:
        host: The address to listen on; the server may be called so.
        port: The port, 0 for a free one.
        database: Where tables are kept, as `open_store` takes it.
        browser: Whether to open the page.
        as_json: Whether to say where it is as JSON.
        limits: What people from elsewhere may do.

    Raises `BattleFileError` where address or database cannot be used.
    """
    from fireline.server.app import create_app  # whoever only listens needs no tables

    proxies = Proxies(limits.proxies)
    logging.basicConfig(stream=sys.stderr, level=logging.WARNING, format="%(levelname)s %(name)s: %(message)s")
    with closing(bound(host, port)) as listening:
        app = create_app(database, limits, host=host, warm=True)
        config = Config(
            app,
            Connections(limits.connections, proxies),
            forwarded_allow_ips=proxies.texts,
            ws_max_size=MESSAGE_LIMIT,
            ws_ping_interval=PING,
            ws_ping_timeout=PING,
            ws_per_message_deflate=False,
        )
        # What failed is told in one line.
        logging.getLogger("uvicorn.error").addFilter(lambda _: app.state.failed is None)
        try:
            _Server(config, url_of(host, listening), browser=browser, as_json=as_json).run([listening])
        except KeyboardInterrupt:  # the usual way to stop it
            pass
        except SystemExit:  # so uvicorn says that the application could not start
            if app.state.failed is None:
                raise
    if app.state.failed is not None:
        raise app.state.failed
