"""The bodies of requests: bounded before they are read, and counted before anything is made of them."""

from __future__ import annotations

import asyncio
from collections import Counter
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager

from fastapi import Request

from fireline.game.errors import Code
from fireline.questions.forms.bounds import COMMAND, KIB, Bound
from fireline.server.clients import client_of
from fireline.server.problems import Problem
from fireline.server.unread import UNREAD

SLOWEST = 20.0
"""Seconds in which a request must have arrived."""
LARGE = 64 * KIB
MOST_LARGE, MOST_LARGE_EACH = 8, 2
"""How many requests of more than 64 KiB are received at once, and how many of one client."""


def parts(raw: bytes) -> int:
    """At least as many as the lists and mappings in a JSON text hold: so much costs it to be read.

    >>> parts(b'{"a": [1, 2, []], "b": {}}')
    7
    """
    return raw.count(b",") + raw.count(b"[") + raw.count(b"{")


def is_small(raw: bytes) -> bool:
    """Whether a JSON text is read at once: by whoever has everybody else waiting meanwhile."""
    return len(raw) <= COMMAND.size and parts(raw) <= COMMAND.parts


async def raw(request: Request, bound: Bound) -> bytes:
    """The bytes of a request; raises `Problem` where they are too many, come too slowly, or are no JSON."""
    media = request.headers.get("content-type", "application/json").partition(";")[0].strip().lower()
    if media != "application/json":
        raise Problem(415, Code.UNSUPPORTED, f"{media[:80]!r} is not application/json")
    told = request.headers.get("content-length", "")
    length = int(told[: len(str(bound.size)) + 1]) if told.isascii() and told.isdigit() else 0
    if length > bound.size:
        raise _too_large(bound)
    try:
        async with asyncio.timeout(SLOWEST):
            return await _received(request, bound, length)
    except TimeoutError:
        told = f"the request did not arrive within {SLOWEST:g} seconds"
        raise Problem(408, Code.UNAVAILABLE, told, headers=UNREAD) from None


async def _received(request: Request, bound: Bound, length: int) -> bytes:
    """The body, counted as it comes; what is large takes memory, so there are not many of it at once."""
    chunks, size, count = list[bytes](), 0, 0
    with ExitStack() as large:
        if length > LARGE:
            large.enter_context(receiving.one_more(client_of(request)))
        async for chunk in request.stream():
            if max(length, size) <= LARGE < size + len(chunk):
                large.enter_context(receiving.one_more(client_of(request)))
            chunks.append(chunk)
            size += len(chunk)
            count += parts(chunk)
            if size > bound.size:
                raise _too_large(bound)
            if count > bound.parts:
                told = f"the request has more than {bound.parts:,} parts"
                raise Problem(413, Code.TOO_LARGE, told, headers=UNREAD)
    return b"".join(chunks)


def _too_large(bound: Bound) -> Problem:
    return Problem(413, Code.TOO_LARGE, f"the request is larger than {bound.size // KIB:,} KiB", headers=UNREAD)


class _Receiving:
    """The large requests that are being received; each takes memory before anybody knows what it is."""

    def __init__(self) -> None:
        self._of: Counter[str] = Counter()

    @contextmanager
    def one_more(self, client: str) -> Iterator[None]:
        """Receive one; raises `Problem` where there are too many."""
        if self._of[client] >= MOST_LARGE_EACH:
            raise Problem(429, Code.UNAVAILABLE, "you send too much at once", headers=UNREAD | {"Retry-After": "2"})
        if self._of.total() >= MOST_LARGE:
            raise Problem(503, Code.UNAVAILABLE, "too much is sent at once", headers=UNREAD | {"Retry-After": "2"})
        self._of[client] += 1
        try:
            yield
        finally:
            self._of[client] -= 1
            self._of += Counter()


receiving = _Receiving()
