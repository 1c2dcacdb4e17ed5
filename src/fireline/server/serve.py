"""The server on an address: one process, one line when it is ready."""

from __future__ import annotations

import json
import logging
import socket
import sys

import uvicorn

from fireline.server.app import DEFAULT, create_app
from fireline.server.clients import Proxies
from fireline.server.guard import Limits
from fireline.server.listening import bound, url_of
from fireline.server.patience import Config, Connections

MESSAGE_LIMIT = 64 * 1024
"""The longest message on a WebSocket, in bytes."""
PING = 20.0
"""Seconds between two signs of life on a WebSocket; one that gives none is closed."""


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
    proxies = Proxies(limits.proxies)
    listening = bound(host, port)
    url = url_of(host, listening)
    app = create_app(database, limits, host=host, warm=True)
    config = Config(
        app,
        Connections(limits.connections, proxies),
        loop="asyncio",  # uvloop takes in one new connection a round, so that a flood makes everybody wait at the door
        forwarded_allow_ips=proxies.texts,
        log_config=None,
        access_log=False,
        ws_max_size=MESSAGE_LIMIT,
        ws_ping_interval=PING,
        ws_ping_timeout=PING,
        ws_per_message_deflate=False,
        timeout_graceful_shutdown=3,
        server_header=False,
    )
    logging.basicConfig(stream=sys.stderr, level=logging.WARNING, format="%(levelname)s %(name)s: %(message)s")
    logging.getLogger("uvicorn.error").addFilter(lambda _: app.state.failed is None)  # what failed is told in one line
    try:
        _Server(config, url, browser=browser, as_json=as_json).run([listening])
    except KeyboardInterrupt:  # the usual way to stop it
        pass
    except SystemExit:  # so uvicorn says that the application could not start
        if app.state.failed is None:
            raise
    finally:
        listening.close()
    if app.state.failed is not None:
        raise app.state.failed
