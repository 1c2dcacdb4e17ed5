"""The socket of a table: events in order, over as many connections as it takes."""

from __future__ import annotations

import json
import time
from collections.abc import Iterator
from typing import TYPE_CHECKING

from fireline.client.errors import Forbidden, NotFound, ServerError, Unreachable, problem_of
from fireline.extras import need
from fireline.game.errors import Code
from fireline.server.tables.happened import EventLine

if TYPE_CHECKING:
    from websockets.sync.client import ClientConnection

    from fireline.client.asking import Server

SOONEST, LATEST = 0.1, 5.0
"""Seconds before the first and before each later attempt to come back."""
ENDS: dict[int, tuple[type[ServerError], Code]] = {
    4401: (Forbidden, Code.FORBIDDEN),
    4403: (Forbidden, Code.FORBIDDEN),
    4410: (NotFound, Code.NOT_FOUND),
}
"""With which codes the server closes a socket for good."""


def events(asked: Server, table: str, token: str, after: int, patience: float | None) -> Iterator[EventLine]:
    """Every event behind number `after` in order; see `Table.listen`."""
    need("websockets", "client", "a table is listened to with websockets")
    from websockets.exceptions import ConnectionClosed, InvalidHandshake
    from websockets.sync.client import connect

    address = f"{asked.server.replace('http', 'ws', 1)}/api/v1/tables/{table}/live"
    pause, away = SOONEST, time.monotonic()
    while True:
        try:
            with connect(f"{address}?after={after}", max_size=None) as socket:
                socket.send(json.dumps({"auth": token}))
                for event in _heard(socket, patience):
                    pause, away = SOONEST, time.monotonic()
                    if event.seq > after + 1:
                        raise ConnectionResetError("an event is missing")
                    if event.seq == after + 1:
                        after = event.seq
                        yield event
                return
        except ConnectionClosed as closed:
            if closed.rcvd is not None and closed.rcvd.code in ENDS:
                kind, code = ENDS[closed.rcvd.code]
                raise kind(problem_of(code, closed.rcvd.reason)) from None
        except (OSError, TimeoutError, InvalidHandshake):
            pass  # the server is away: it may come back
        if time.monotonic() - away > asked.patience:
            raise Unreachable(problem_of(Code.UNAVAILABLE, f"{asked.server} has gone away"))
        time.sleep(pause)
        pause = min(2 * pause, LATEST)


def _heard(socket: ClientConnection, patience: float | None) -> Iterator[EventLine]:
    """The events that come over one connection, until nothing has come for so long."""
    while True:
        try:
            message = json.loads(socket.recv(patience))
        except TimeoutError:
            return
        if "event" in message:
            yield EventLine.model_validate(message["event"])
