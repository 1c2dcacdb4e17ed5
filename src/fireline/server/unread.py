"""Answers to requests that are not read to their end: told at once, and the connection stays until they can be read.

A connection that is closed with bytes of the request unread is reset by the system, and a reset takes the answer away
from a client that is still sending. So what is sent is taken in and thrown away, for a while and not without bound.
"""

from __future__ import annotations

import asyncio
from collections.abc import Mapping
from contextlib import suppress

from fastapi import Response
from starlette.types import Receive, Scope, Send

UNREAD = {"Connection": "close"}
"""What tells the other end that the rest of its request will not be read."""
LONGEST = 20.0
"""Seconds for which a client may go on sending what nobody reads."""
MOST = 256 * 1024 * 1024
"""Bytes that it may send meanwhile."""


def answer(body: bytes, status: int, headers: Mapping[str, str], media: str) -> Response:
    """An answer; one with the headers `UNREAD` stays until the request has been sent."""
    kind = Unread if UNREAD.items() <= headers.items() else Response
    return kind(body, status, headers, media)


class Unread(Response):
    """Answers, and then takes in what is still sent."""

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Send the answer; it ends when the request has."""
        await send({"type": "http.response.start", "status": self.status_code, "headers": self.raw_headers})
        await send({"type": "http.response.body", "body": self.body, "more_body": True})
        if not any(name == b"expect" for name, _ in scope["headers"]):  # who waits for a word sends no more
            with suppress(TimeoutError):
                async with asyncio.timeout(LONGEST):
                    await _taken_in(receive)
        await send({"type": "http.response.body", "body": b"", "more_body": False})


async def _taken_in(receive: Receive) -> None:
    size = 0
    while size <= MOST:
        message = await receive()
        size += len(message.get("body", b""))
        if message["type"] == "http.disconnect" or not message.get("more_body", False):
            return
